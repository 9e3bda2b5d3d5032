//! The sheets to print, read back as PDF files.

use clap::Parser;
use lopdf::content::Content;
use lopdf::{Document, Object};
use std::fs;
use tok_ku_rou_examples::sheets::{Arguments, Paper, Sheet, run};

fn all() -> impl Iterator<Item = (Sheet, Paper)> {
    Sheet::ALL.into_iter().flat_map(|sheet| Paper::ALL.map(|paper| (sheet, paper)))
}

fn number(object: &Object) -> f32 {
    object.as_float().unwrap()
}

#[test]
fn each_is_one_page_of_its_paper() {
    for (sheet, paper) in all() {
        let document = Document::load_mem(&sheet.pdf(paper)).unwrap();
        let pages = document.get_pages();
        assert_eq!(pages.len(), 1, "{sheet:?}");
        let page = document.get_dictionary(pages[&1]).unwrap();
        let size: Vec<_> = page.get(b"MediaBox").unwrap().as_array().unwrap().iter().map(number).collect();
        // 8.5 by 11 inches; 210 by 297 millimetres.
        let (width, height) = match paper {
            Paper::Letter => (8.5 * 72.0, 11.0 * 72.0),
            Paper::A4 => (210.0 / 25.4 * 72.0, 297.0 / 25.4 * 72.0),
        };
        assert!(size[0] == 0.0 && size[1] == 0.0, "{sheet:?} {size:?}");
        assert!((size[2] - width).abs() < 0.01 && (size[3] - height).abs() < 0.01, "{sheet:?} {size:?}");
    }
}

#[test]
fn everything_lies_within_the_margins() {
    for (sheet, paper) in all() {
        let document = Document::load_mem(&sheet.pdf(paper)).unwrap();
        let page = document.get_pages()[&1];
        let content = Content::decode(&document.get_page_content(page)).unwrap();
        let (width, height) = paper.size();
        let mut points = 0;
        for operation in content.operations {
            let place = match operation.operator.as_str() {
                "Tm" => &operation.operands[4..],
                "m" | "l" | "re" => &operation.operands[..2],
                _ => continue,
            };
            let (x, y) = (number(&place[0]), number(&place[1]));
            assert!(x >= 40.0 && x <= width - 40.0, "{sheet:?} {paper:?}: {operation:?}");
            assert!(y >= 40.0 && y <= height - 40.0, "{sheet:?} {paper:?}: {operation:?}");
            points += 1;
        }
        assert!(points > 100, "{sheet:?} has but {points} points");
    }
}

#[test]
fn they_say_what_they_should() {
    let words: [(Sheet, &[&str]); 4] = [
        (
            Sheet::KalahRules,
            &[
                "Kalah",
                "Players",
                "7 years and older",
                "10 minutes",
                "You need",
                "48 seeds",
                "Sow on",
                "25",
                "24",
            ],
        ),
        (
            Sheet::TokKuRouRules,
            &["Tok Ku Rou", "Players", "Age", "Time", "96 seeds", "bell", "Multiple laps", "Shilluk"],
        ),
        (
            Sheet::KalahScore,
            &["Kalah: score sheet", "First player", "Who started", "Winner or tie", "clockwise"],
        ),
        (
            Sheet::TokKuRouScore,
            &["Tok Ku Rou: score sheet", "Second player", "Wears the bell", "multiple laps"],
        ),
    ];
    for (sheet, words) in words {
        for paper in Paper::ALL {
            let text = Document::load_mem(&sheet.pdf(paper)).unwrap().extract_text(&[1]).unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for word in words {
                assert!(text.contains(word), "{sheet:?} {paper:?}: no {word} in {text}");
            }
        }
    }
}

/// The texts of a page, one from each of its innermost elements, that are part of the sheet.
fn texts(page: &str) -> Vec<String> {
    // The page's links are no part of the sheet.
    let (_, sheet) = page.split_once("<h1>").unwrap();
    let sheet = ["<b>", "</b>"].iter().fold(format!("<h1>{sheet}"), |text, tag| text.replace(tag, ""));
    // Its pictures have colours, the others have not.
    let words = [("red rings", "thick rings"), ("Yellow: sown into. Red:", "Grey: sown into. Thick:")];
    let sheet = words.into_iter().fold(sheet, |text, (page, file)| text.replace(page, file));
    let parts = sheet.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim());
    parts.filter(|text| !text.is_empty()).map(Into::into).collect()
}

#[test]
fn the_web_page_has_the_same_sheets() {
    let pages = [
        include_str!("../web/assets/sheet_tok_ku_rou_rules.html"),
        include_str!("../web/assets/sheet_tok_ku_rou_score.html"),
        include_str!("../web/assets/sheet_kalah_rules.html"),
        include_str!("../web/assets/sheet_kalah_score.html"),
    ];
    for (sheet, page) in Sheet::ALL.into_iter().zip(pages) {
        let text = Document::load_mem(&sheet.pdf(Paper::A4)).unwrap().extract_text(&[1]).unwrap();
        let mut left = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut texts = texts(page);
        assert!(texts.len() > 15, "{sheet:?} {texts:?}");
        // A short text may also stand within a longer one.
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        for text in texts {
            assert!(left.contains(&text), "{sheet:?}: no {text} in {left}");
            left = left.replacen(&text, "", 1);
        }
        // The numbers of seeds on the boards and of the rows to fill in.
        assert!(left.chars().all(|c| c.is_ascii_digit() || c == ' '), "{sheet:?}: the page lacks {left}");
    }
}

#[test]
fn the_files_are_always_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let write = || run(&Arguments::parse_from(["sheets".as_ref(), "--folder".as_ref(), new.as_os_str()]));
    write().unwrap();
    let files = || {
        let mut files: Vec<_> = fs::read_dir(&new).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| (fs::read(&file).unwrap(), file)).collect::<Vec<_>>()
    };
    let first = files();
    assert_eq!(first.len(), 8);
    assert!(first.iter().any(|(_, file)| file.ends_with("kalah-rules-letter.pdf")));
    write().unwrap();
    assert!(first == files());
    for (bytes, file) in &first {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("/CreationDate") && !text.contains("/ModDate"), "{}", file.display());
    }
    // A file where the folder should be.
    let taken = first[0].1.as_os_str();
    let error = run(&Arguments::parse_from(["sheets".as_ref(), "--folder".as_ref(), taken])).unwrap_err();
    assert!(error.to_string().contains("cannot write"), "{error}");
}
