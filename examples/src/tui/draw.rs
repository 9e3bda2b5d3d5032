//! The picture of it all, as large as the screen lets it be.

use super::app::{App, Entry};
use crate::play::tell::score;
use ratatui::Frame;
use ratatui::layout::{Alignment, Position as Spot, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use tok_ku_rou_core::{AnyPosition, Layout, Place, Player, Position};

const HELP: &str = "\
arrows, Tab   choose a pit; Tab goes to the next legal one
Enter, click  play it; while seeds fall: skip
b1, f12, 4    type a move by its name, then Enter
h             hint: what the strongest level would play
u, r          take back a move, play it again
x             give the game up
n             another game: any rules or position in notation
o, O          who plays North, South: a person, level 1 to 7
+, -          how fast seeds are sown; 0 shows no sowing
q, Ctrl-C     leave; the record is printed then

kalah 6x4,leave-empty and tok_ku_rou 12x2,multiple-laps
are rules in notation; press any key to go on";

/// The room left of the board for the letters of the rows.
const LABEL: u16 = 3;
/// What stands above and below the board: the score; the status, a line of what has happened, the keys.
const AROUND: u16 = 4;
/// What belongs to the board: each player's line, and the numbers of the columns.
const EDGES: u16 = 4;

/// Width and height of a pit, and whether there is room for the edges, the best first.
const SIZES: [((u16, u16), bool); 8] = [
    ((6, 3), true),
    ((5, 3), true),
    ((6, 1), true),
    ((5, 1), true),
    ((4, 1), true),
    ((3, 1), true),
    ((4, 1), false),
    ((3, 1), false),
];

/// Where everything lies on a screen of a certain size.
pub(super) struct Plan {
    /// The size of a pit.
    cell: (u16, u16),
    /// Each place and where it is drawn.
    places: Vec<(Place, Rect)>,
    /// The rows of the board, and the columns with names at its edges if there is room for them.
    board: Rect,
    edges: bool,
    /// Whatever is below the board.
    below: Rect,
}

impl Plan {
    /// The largest board that this area has room for; `None` if it has room for none.
    pub(super) fn new(area: Rect, position: &AnyPosition) -> Option<Self> {
        let layout = position.layout();
        SIZES.into_iter().find_map(|(cell, edges)| Self::sized(area, layout, cell, edges))
    }

    fn sized(area: Rect, layout: Layout, cell: (u16, u16), edges: bool) -> Option<Self> {
        let (columns, rows) = (u16::from(layout.columns), u16::from(layout.rows));
        let stores = if layout.stores { cell.0 } else { 0 };
        let width = columns * cell.0 + 2 * stores;
        // A line lies between the two sides.
        let height = 2 * rows * cell.1 + 1;
        let (needed, label) = if edges { (height + EDGES + AROUND, LABEL) } else { (height + 1, 0) };
        if area.width < width + label || area.height < needed {
            return None;
        }
        let board = Rect {
            x: area.x + label + (area.width - width - label) / 2,
            y: area.y + if edges { 1 + EDGES / 2 } else { 0 },
            width,
            height,
        };
        let mut places = Vec::new();
        for (side, player) in [Player::North, Player::South].into_iter().enumerate() {
            for line in 0..rows {
                let row = if player == Player::North { line } else { rows - 1 - line };
                let y = board.y + (side as u16 * rows + line) * cell.1 + side as u16;
                for (x, pit) in (board.x + stores..).step_by(cell.0.into()).zip(layout.row(player, row as u8))
                {
                    places.push((Place::Pit(player, pit), Rect { x, y, width: cell.0, height: cell.1 }));
                }
            }
            if layout.stores {
                let x = if player == Player::North { board.x } else { board.right() - stores };
                // Where pits are boxes a store is as high as the board, else it lies in the line between.
                let store = if cell.1 > 1 {
                    Rect { x, y: board.y, width: stores, height }
                } else {
                    Rect { x, y: board.y + rows, width: stores, height: 1 }
                };
                places.push((Place::Store(player), store));
            }
        }
        let top = board.bottom() + if edges { EDGES / 2 } else { 0 };
        let below = Rect { x: area.x, y: top, width: area.width, height: area.bottom() - top };
        Some(Self { cell, places, board, edges, below })
    }

    /// The place drawn here.
    pub(super) fn place_at(&self, spot: Spot) -> Option<Place> {
        self.places.iter().find(|(_, rect)| rect.contains(spot)).map(|&(place, _)| place)
    }
}

/// Draws everything. A screen too small for the board says so.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    app.area = area;
    match Plan::new(area, app.position()) {
        Some(plan) => {
            draw_places(app, &plan, frame);
            if plan.edges {
                draw_edges(app, &plan, frame);
            }
            draw_below(app, &plan, frame);
        }
        None => frame.render_widget(
            Paragraph::new("The window is too small for the board.").wrap(Wrap { trim: true }),
            area,
        ),
    }
    if app.help {
        draw_help(frame);
    }
}

fn line(frame: &mut Frame<'_>, area: Rect, y: u16, text: &str, style: Style, alignment: Alignment) {
    let row = Rect { y, height: 1, ..area }.intersection(area);
    frame.render_widget(Paragraph::new(Line::styled(text, style)).alignment(alignment), row);
}

fn draw_places(app: &App, plan: &Plan, frame: &mut Frame<'_>) {
    let position = app.position();
    let choosing = app.is_persons_turn();
    for &(place, rect) in &plan.places {
        let seeds = app.animation.as_ref().map_or_else(|| position.seeds(place), |move_| move_.seeds(place));
        let pit = match place {
            Place::Pit(player, pit) if choosing && player == position.turn() => Some(pit),
            _ => None,
        };
        let legal = pit.is_some_and(|pit| position.legal_moves().contains(pit));
        let mut style = Style::new();
        if legal {
            style = style.fg(Color::Green).add_modifier(Modifier::BOLD);
        }
        if pit.is_some() && pit == app.hint {
            style = style.fg(Color::Cyan).add_modifier(Modifier::UNDERLINED);
        }
        if let Some(animation) = &app.animation {
            if animation.is_at(place) {
                style = style.fg(Color::Yellow).add_modifier(Modifier::BOLD | Modifier::REVERSED);
            } else if animation.is_eaten(place) {
                style = style.fg(Color::Red).add_modifier(Modifier::BOLD | Modifier::REVERSED);
            }
        } else if app.chosen() == Some(place) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        if plan.cell.1 > 1 {
            let border = if legal { BorderType::Double } else { BorderType::Rounded };
            let block = Block::bordered().border_type(border).border_style(style);
            let inner = block.inner(rect);
            frame.render_widget(block, rect);
            let middle = inner.y + inner.height / 2;
            line(frame, inner, middle, &seeds.to_string(), style, Alignment::Center);
        } else {
            let text = if legal && plan.cell.0 >= 5 { format!("[{seeds}]") } else { format!("{seeds}") };
            line(frame, rect, rect.y, &text, style, Alignment::Center);
        }
    }
    if !position.layout().stores {
        let y = plan.board.y + plan.board.height / 2;
        let rule = "─".repeat(plan.board.width.into());
        line(frame, plan.board, y, &rule, Style::new().add_modifier(Modifier::DIM), Alignment::Left);
    }
}

/// Who plays each side, and the names of rows and columns.
fn draw_edges(app: &App, plan: &Plan, frame: &mut Frame<'_>) {
    let (area, position) = (frame.area(), app.position());
    let dim = Style::new().add_modifier(Modifier::DIM);
    let title = format!("{} {}   {}", position.game(), position.rules_text(), score(&app.score()));
    line(frame, area, area.y, &title, dim, Alignment::Center);
    let to_move = if app.sitting.record.game.outcome().is_some() { None } else { Some(position.turn()) };
    for (player, y) in [(Player::North, plan.board.y - 2), (Player::South, plan.board.bottom() + 1)] {
        let mark = if to_move == Some(player) { "▶ " } else { "" };
        let style = if to_move == Some(player) { Style::new().add_modifier(Modifier::BOLD) } else { dim };
        let text = format!("{mark}{player}, {}", app.sitting.seats[player]);
        line(frame, area, y, &text, style, Alignment::Center);
    }
    for &(place, rect) in &plan.places {
        let Place::Pit(player, pit) = place else { continue };
        let name = position.move_name(pit).to_string();
        let number = name.trim_start_matches(|c: char| c.is_alphabetic());
        let letter = &name[..name.len() - number.len()];
        let edge = if player == Player::North { plan.board.y } else { plan.board.bottom() - plan.cell.1 };
        if rect.y == edge {
            let y = if player == Player::North { plan.board.y - 1 } else { plan.board.bottom() };
            line(frame, Rect { y, height: 1, ..rect }, y, number, dim, Alignment::Center);
        }
        if rect.x == plan.board.x {
            let label = Rect { x: rect.x - LABEL, width: LABEL, ..rect };
            line(frame, label, rect.y + rect.height / 2, letter, dim, Alignment::Left);
        }
    }
}

/// The status, what has happened, and the keys.
fn draw_below(app: &App, plan: &Plan, frame: &mut Frame<'_>) {
    let area = plan.below;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    line(frame, area, area.y, &status(app), bold, Alignment::Left);
    if area.height < 3 {
        return;
    }
    let log: Vec<_> = app.log.iter().rev().map(|text| Line::raw(text.as_str())).collect();
    let middle = Rect { y: area.y + 1, height: area.height - 2, ..area };
    frame.render_widget(Paragraph::new(log).wrap(Wrap { trim: true }), middle);
    let keys = format!("? help  Enter play  h hint  u undo  x resign  n new  +- speed {}  q quit", app.speed);
    let dim = Style::new().add_modifier(Modifier::DIM);
    line(frame, area, area.bottom() - 1, &keys, dim, Alignment::Left);
}

/// One line on what is going on.
fn status(app: &App) -> String {
    let (turn, position) = (app.position().turn(), app.position());
    if let Some(entry) = &app.entry {
        return match entry {
            Entry::Move(text) => format!("Move: {text}_"),
            Entry::Start(text) => format!("New game: {text}_"),
        };
    }
    if let Some(animation) = &app.animation {
        let hand = animation.hand();
        return format!("{} | hand: {hand}", animation.told());
    }
    if let Some(outcome) = app.sitting.record.game.outcome() {
        return format!("Game over: {outcome}");
    }
    if app.is_thinking() {
        let who =
            if app.is_persons_turn() { "looking for a hint".into() } else { format!("{turn} is thinking") };
        return format!("{who} ...");
    }
    match app.chosen() {
        Some(Place::Pit(player, pit)) => {
            let seeds = position.seeds(Place::Pit(player, pit));
            let whose = if player == turn { String::new() } else { format!("{player}'s ") };
            format!("{turn} to move | {whose}{}: {seeds}", position.move_name(pit))
        }
        _ => format!("{turn} to move"),
    }
}

fn draw_help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = (62.min(area.width), (HELP.lines().count() as u16 + 2).min(area.height));
    let window =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, window);
    frame.render_widget(Paragraph::new(HELP).block(Block::bordered().title(" Keys ")), window);
}
