//! The score sheets, and the tables of all sheets.

use super::board::{Seeds, draw};
use super::page::{Font, MARGIN, Page, Paper};
use tok_ku_rou_core::{Kalah, Position, TokKuRou};

/// So high is a row that is filled in by hand.
const ROW: f32 = 23.0;

/// Draws a table with these columns, their heads and rows; the point is its upper left corner. Where it ends.
pub(super) fn table(
    page: &mut Page,
    (x, y): (f32, f32),
    widths: &[f32],
    heads: &[&str],
    rows: &[Vec<String>],
    height: f32,
) -> f32 {
    let head = 15.0;
    let right = x + widths.iter().sum::<f32>();
    let bottom = rows.iter().fold(y + head, |bottom, _| bottom + height);
    page.frame((x, y), (right - x, bottom - y));
    for row in (0_u8..).take(rows.len()) {
        let line = y + head + height * f32::from(row);
        page.line((x, line), (right, line), if row == 0 { 0.9 } else { 0.4 });
    }
    let mut left = x;
    for (column, (&width, text)) in widths.iter().zip(heads).enumerate() {
        if column > 0 {
            page.line((left, y), (left, bottom), 0.4);
        }
        page.centred((left + width / 2.0, y + head / 2.0), Font::Bold, 8.5, text);
        for (row, cells) in (0_u8..).zip(rows) {
            if let Some(cell) = cells.get(column) {
                let middle = y + head + height * (f32::from(row) + 0.5);
                page.centred((left + width / 2.0, middle), Font::Plain, 9.0, cell);
            }
        }
        left += width;
    }
    bottom
}

/// A line to write on, with what belongs there in front of it.
fn blank(page: &mut Page, (x, y): (f32, f32), width: f32, label: &str) {
    page.text((x, y), Font::Bold, 9.5, label);
    let start = x + Font::Bold.width(label, 9.5) + 5.0;
    page.line((start, y + 2.0), (x + width, y + 2.0), 0.5);
}

/// A sheet for a match: the board at the start, who plays, the rules agreed on, and a row for each game.
fn sheet(
    paper: Paper,
    title: &str,
    start: &impl Position,
    agreed: &[&str],
    heads: &[&str],
    notes: &[&str],
) -> Vec<u8> {
    let mut page = Page::new(paper);
    let width = page.width - 2.0 * MARGIN;
    page.text((MARGIN, MARGIN + 18.0), Font::Bold, 20.0, title);
    let board = width * 0.42;
    let right = MARGIN + width - board;
    let end = draw(&mut page, (right, MARGIN + 10.0), board, start, Seeds::Drawn, &[]) + 10.0;
    let names = width - board - 24.0;
    let labels = ["Date", "First player", "Second player"];
    for (y, label) in std::iter::successors(Some(MARGIN + 48.0), |y| Some(y + 24.0)).zip(labels) {
        blank(&mut page, (MARGIN, y), names, label);
    }
    let mut y = end.max(MARGIN + 106.0) + 10.0;
    page.text((MARGIN, y), Font::Bold, 9.5, "Agreed:");
    let mut x = MARGIN + 48.0;
    for choice in agreed {
        let wide = Font::Plain.width(choice, 9.0) + 26.0;
        if x + wide > MARGIN + width {
            (x, y) = (MARGIN + 48.0, y + 16.0);
        }
        page.frame((x, y - 7.5), (8.0, 8.0));
        page.text((x + 12.0, y), Font::Plain, 9.0, choice);
        x += wide;
    }
    y += 14.0;
    // As many games as leave room for what comes below the table.
    let foot = notes.iter().fold(MARGIN + 34.0, |foot, _| foot + 13.0);
    let fits = |&game: &u8| y + 15.0 + ROW * f32::from(game) <= page.height - foot;
    let rows: Vec<_> = (1..=u8::MAX).take_while(fits).map(|game| vec![game.to_string()]).collect();
    let first = 36.0;
    let others = heads.iter().skip(1).fold(0.0, |number, _| number + 1.0);
    let mut widths = vec![(width - first) / others; heads.len()];
    widths[0] = first;
    y = table(&mut page, (MARGIN, y), &widths, heads, &rows, ROW) + 22.0;
    let third = width / 3.0;
    for (x, label) in [0.0, third, 2.0 * third].into_iter().zip(["First won", "Second won", "Ties"]) {
        blank(&mut page, (MARGIN + x, y), third - 16.0, label);
    }
    y += 18.0;
    for note in notes {
        page.text((MARGIN, y), Font::Plain, 8.5, note);
        y += 13.0;
    }
    page.finish(title)
}

/// A score sheet for Kalah.
pub(super) fn kalah(paper: Paper) -> Vec<u8> {
    let agreed = [
        "3 seeds a pit",
        "4",
        "5",
        "6",
        "lone seed taken",
        "capture only with seeds across",
        "sow on",
        "clockwise",
        "left over: to the owner",
        "to who ran out",
        "to nobody",
    ];
    sheet(
        paper,
        "Kalah: score sheet",
        &Kalah::default(),
        &agreed,
        &["Game", "Who started", "First: seeds", "Second: seeds", "Winner or tie"],
        &[
            "The two counts of a game add up to 36, 48, 60 or 72 (3, 4, 5, 6 seeds a pit), unless what is left over goes to \
             nobody.",
            "A game won counts one; a tie counts for neither.",
        ],
    )
}

/// A score sheet for Tok Ku Rou.
pub(super) fn tok_ku_rou(paper: Paper) -> Vec<u8> {
    sheet(
        paper,
        "Tok Ku Rou: score sheet",
        &TokKuRou::default(),
        &["single laps", "multiple laps", "third time the same: a tie", "third time the same: count"],
        &["Game", "Who started", "First: seeds", "Second: seeds", "Winner or tie", "Wears the bell"],
        &[
            "The two counts of a game on 12 columns with two seeds a pit add up to 96: no seed ever leaves the board.",
            "A game won counts one; a tie counts for neither, and nobody gets the bell.",
        ],
    )
}
