//! The scores of a tournament as a picture.

use super::report::Row;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The ink of frames and words.
const INK: RGBColor = RGBColor(40, 40, 40);
/// The colour of an even score.
const EVEN: RGBColor = RGBColor(150, 150, 150);
/// The colour of scores.
const SCORE: RGBColor = RGBColor(0, 90, 160);

/// An SVG picture of the score of each pairing, with its 95 % interval; one line each, the first at the top.
///
/// # Errors
/// What the drawing library says, if it fails.
pub fn chart(rows: &[Row]) -> Result<String, String> {
    let mut picture = String::new();
    draw(rows, &mut picture).map_err(|error| error.to_string())?;
    Ok(picture)
}

fn draw(rows: &[Row], picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<String> = rows.iter().map(|row| format!("{} v {}", row.first, row.second)).collect();
    let longest = names.iter().map(String::len).max().unwrap_or(0) as u32;
    let count = rows.len().max(1) as u32;
    let lines = f64::from(count);
    let (left, height) = (30 + 8 * longest, 110 + 34 * count);
    let root = SVGBackend::with_string(picture, (left + 660, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let words = ("sans-serif", 15).into_font().color(&INK);
    let mut chart = ChartBuilder::on(&root)
        .caption("Score and 95 % interval", ("sans-serif", 20).into_font().color(&INK))
        .margin(10)
        .margin_right(150)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, 50)
        .build_cartesian_2d(0.0..100.0, 0.0..lines)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(11)
        .x_label_formatter(&|score| format!("{score:.0}"))
        .x_desc("score of the first player, %")
        .light_line_style(TRANSPARENT)
        .bold_line_style(EVEN.mix(0.3))
        .axis_style(INK)
        .label_style(words.clone())
        .draw()?;
    chart.draw_series([PathElement::new([(50.0, 0.0), (50.0, lines)], EVEN.stroke_width(2))])?;
    let mut y = lines + 0.5;
    for (row, name) in rows.iter().zip(names) {
        y -= 1.0;
        let (low, high) = row.tally.interval();
        let score = row.tally.score().unwrap_or(0.5);
        let at = |score: f64| 100.0 * score;
        chart.draw_series([ErrorBar::new_horizontal(
            y,
            at(low),
            at(score),
            at(high),
            SCORE.filled().stroke_width(2),
            12,
        )])?;
        let label = |anchor| words.clone().pos(Pos::new(anchor, VPos::Center));
        let (x, line) = chart.backend_coord(&(0.0, y));
        root.draw(&Text::new(name, (x - 10, line), label(HPos::Right)))?;
        let (right, _) = chart.backend_coord(&(100.0, 0.0));
        root.draw(&Text::new(row.tally.elo_text(), (right + 10, line), label(HPos::Left)))?;
    }
    let (right, top) = chart.backend_coord(&(100.0, lines));
    root.draw(&Text::new("Elo", (right + 10, top - 8), words.pos(Pos::new(HPos::Left, VPos::Center))))?;
    root.present()?;
    Ok(())
}
