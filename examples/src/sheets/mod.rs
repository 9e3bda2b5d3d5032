//! Sheets to print: the rules and a score sheet of each game, one page each, as PDF.

mod board;
mod page;
mod rules;
mod score;

pub use page::Paper;

use clap::Parser;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Write the rule sheets and the score sheets of both games as PDF files
///
/// One page each, for Letter and A4 paper. Files of the same names are replaced.
#[derive(Clone, Debug, Parser)]
#[command(name = "sheets", version)]
pub struct Arguments {
    /// Where to write them; made if it is not there
    #[arg(long, value_name = "FOLDER", default_value = "sheets")]
    folder: PathBuf,
}

/// A sheet of one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The rules of Tok Ku Rou.
    TokKuRouRules,
    /// A score sheet for Tok Ku Rou.
    TokKuRouScore,
    /// The rules of Kalah.
    KalahRules,
    /// A score sheet for Kalah.
    KalahScore,
}

impl Sheet {
    /// All sheets.
    pub const ALL: [Self; 4] = [Self::TokKuRouRules, Self::TokKuRouScore, Self::KalahRules, Self::KalahScore];

    /// The name of its file, without paper and ending.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::TokKuRouRules => "tok_ku_rou-rules",
            Self::TokKuRouScore => "tok_ku_rou-score",
            Self::KalahRules => "kalah-rules",
            Self::KalahScore => "kalah-score",
        }
    }

    /// The sheet as a PDF file of one page; always the same bytes.
    #[must_use]
    pub fn pdf(self, paper: Paper) -> Vec<u8> {
        match self {
            Self::TokKuRouRules => rules::tok_ku_rou(paper),
            Self::TokKuRouScore => score::tok_ku_rou(paper),
            Self::KalahRules => rules::kalah(paper),
            Self::KalahScore => score::kalah(paper),
        }
    }
}

/// Writes all sheets for both papers and lists them.
///
/// # Errors
/// If a file cannot be written; the error names it.
pub fn run(arguments: &Arguments) -> io::Result<()> {
    let named = |file: &PathBuf, error: io::Error| {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", file.display()))
    };
    fs::create_dir_all(&arguments.folder).map_err(|error| named(&arguments.folder, error))?;
    for sheet in Sheet::ALL {
        for paper in Paper::ALL {
            let file = arguments.folder.join(format!("{}-{}.pdf", sheet.word(), paper.word()));
            fs::write(&file, sheet.pdf(paper)).map_err(|error| named(&file, error))?;
            println!("{}", file.display());
        }
    }
    Ok(())
}
