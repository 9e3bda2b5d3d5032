//! Pictures of the board as it lies on the table, seen from South's chair: as text and as SVG.

use crate::notation::rows;
use crate::{Event, Pit, Place, Player, Position, Trace};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

/// The board as text: the letter of each row at its left, the number of each column at the edge, the legal pits of
/// the player to move in brackets, and in Kalah the stores at the ends, South's at the right.
///
/// ```
/// use tok_ku_rou_core::{TokKuRou, picture};
/// let small: TokKuRou = "tok_ku_rou 2,0/1,3/2,12/0,1 s 2x2".parse()?;
/// let board = "
/// north
///         2    1
///    b    2    0
///    f    1    3
///        --------
///    f   [2] [12]
///    b    0    1
///         1    2
/// south to move
/// ";
/// assert_eq!(picture::text(&small), board.trim_start());
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
#[must_use]
pub fn text(position: &impl Position) -> String {
    let layout = position.layout();
    let legal = position.legal_moves();
    let side = |player| {
        let to_move = if !legal.is_empty() && player == position.turn() { " to move" } else { "" };
        format!("{player}{to_move}")
    };
    let numbers = |player| {
        let numbers = layout.row(player, 0).map(|pit| format!("{:>4} ", name_parts(position, pit).1));
        format!("     {}", numbers.collect::<String>())
    };
    let mut lines = alloc::vec![side(Player::North), numbers(Player::North)];
    for (player, row) in rows(layout.rows) {
        let mut line = String::new();
        for pit in layout.row(player, row) {
            if line.is_empty() {
                line = format!("{:>4} ", name_parts(position, pit).0);
            }
            let seeds = position.seeds(Place::Pit(player, pit));
            let cell = if player == position.turn() && legal.contains(pit) {
                format!("{:>5}", format!("[{seeds}]"))
            } else {
                format!("{seeds:>4} ")
            };
            line.push_str(&cell);
        }
        lines.push(line);
        if player == Player::North && row + 1 == layout.rows {
            let width = 5 * usize::from(layout.columns);
            lines.push(if layout.stores {
                let store = |player| position.seeds(Place::Store(player));
                format!("{:>4} {:width$}{:>4}", store(Player::North), "", store(Player::South))
            } else {
                format!("       {}", "-".repeat(width - 2))
            });
        }
    }
    lines.extend([numbers(Player::South), side(Player::South)]);
    lines.iter().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

/// The letter of a move's name, if it has one, and the number.
fn name_parts(position: &impl Position, pit: Pit) -> (String, String) {
    let name = position.move_name(pit).to_string();
    let number = name.trim_start_matches(|c: char| c.is_alphabetic()).to_string();
    (name[..name.len() - number.len()].to_string(), number)
}

/// How wide and high the square of a pit is, in units of the picture.
const CELL: u32 = 50;
/// The free space around the board.
const MARGIN: u32 = 10;
/// The free space between the two players' rows.
const GAP: u32 = 12;
/// More seeds than this are told by the number alone.
const MOST_DRAWN: u8 = 24;

const STYLE: &str = "\
.wood{fill:#7a4a26}.pit{fill:#3b2313;stroke:#2a180c;stroke-width:1.5}.seed{fill:#e9d8a6}\
.number{fill:#fff;font:bold 22px sans-serif;text-anchor:middle}\
.lifted{stroke:#9bd1ff;stroke-width:4;stroke-dasharray:6 4}.sown{stroke:#ffd23f;stroke-width:4}\
.eaten{stroke:#ff5d47;stroke-width:4}.middle{stroke:#2a180c;stroke-width:2}";

/// What the last move did to a place, for the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Lifted,
    Sown,
    Eaten,
}

impl Mark {
    const fn class(self) -> &'static str {
        match self {
            Self::Lifted => " lifted",
            Self::Sown => " sown",
            Self::Eaten => " eaten",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Lifted => ", lifted",
            Self::Sown => ", sown into",
            Self::Eaten => ", captured",
        }
    }
}

/// What the last move did to each place; what it did last counts.
struct Marks([[Option<Mark>; Self::PLACES]; 2]);

impl Marks {
    /// The pits of a player by number, and the store behind them.
    const PLACES: usize = 27;

    fn of(trace: Option<&Trace>) -> Self {
        let mut marks = Self([[None; Self::PLACES]; 2]);
        for event in trace.map_or(&[][..], Trace::events) {
            match *event {
                Event::Lift { pit, .. } => marks.set(pit, Mark::Lifted),
                Event::Sow { from, seeds } => {
                    for place in trace.into_iter().flat_map(|trace| trace.path().sow(from, seeds)) {
                        marks.set(place, Mark::Sown);
                    }
                }
                Event::Capture { at, pits, .. } => {
                    for pit in pits {
                        marks.set(Place::Pit(!at.player(), pit), Mark::Eaten);
                    }
                }
                _ => {}
            }
        }
        marks
    }

    fn index(place: Place) -> usize {
        match place {
            Place::Pit(_, pit) => pit.index().min(Self::PLACES - 1),
            Place::Store(_) => Self::PLACES - 1,
        }
    }

    fn set(&mut self, place: Place, mark: Mark) {
        self.0[place.player().index()][Self::index(place)] = Some(mark);
    }

    fn get(&self, place: Place) -> Option<Mark> {
        self.0[place.player().index()][Self::index(place)]
    }
}

/// The board as an SVG picture, complete in itself: each place with its seeds drawn, up to 24, and their number.
/// With the trace of the move that led here, the pits that were lifted (dashed), sown into and emptied by captures
/// are marked. It stays readable down to 300 pixels wide.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Pit, Position, Trace, picture};
/// let start = Kalah::default();
/// let trace = Trace::of(&start, Pit::new(2))?;
/// let svg = picture::svg(&start.play(Pit::new(2))?, Some(&trace));
/// assert!(svg.starts_with("<svg ") && svg.contains("south store: 1, sown into"));
/// # Ok::<(), tok_ku_rou_core::PlayError>(())
/// ```
#[must_use]
pub fn svg(position: &impl Position, trace: Option<&Trace>) -> String {
    let (layout, marks) = (position.layout(), Marks::of(trace));
    let store = if layout.stores { CELL } else { 0 };
    let width = 2 * MARGIN + 2 * store + CELL * u32::from(layout.columns);
    let height = 2 * MARGIN + GAP + 2 * CELL * u32::from(layout.rows);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\
         <title>{position}</title><style>{STYLE}</style>\
         <rect class=\"wood\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>"
    );
    let middle = height / 2;
    if !layout.stores {
        let _ = write!(
            svg,
            "<line class=\"middle\" x1=\"{MARGIN}\" y1=\"{middle}\" x2=\"{}\" y2=\"{middle}\"/>",
            width - MARGIN
        );
    }
    let mut y = MARGIN + CELL / 2;
    for (player, row) in rows(layout.rows) {
        for (x, pit) in (MARGIN + store + CELL / 2..).step_by(CELL as usize).zip(layout.row(player, row)) {
            let place = Place::Pit(player, pit);
            let name = format!("{player} {}", position.move_name(pit));
            draw(&mut svg, (x, y), 0, &name, position.seeds(place), marks.get(place));
        }
        y += CELL + if player == Player::North && row + 1 == layout.rows { GAP } else { 0 };
    }
    if layout.stores {
        for (player, x) in [(Player::North, MARGIN + CELL / 2), (Player::South, width - MARGIN - CELL / 2)] {
            let place = Place::Store(player);
            let name = format!("{player} store");
            draw(
                &mut svg,
                (x, middle),
                height / 2 - MARGIN - CELL / 2,
                &name,
                position.seeds(place),
                marks.get(place),
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Draws one place around its centre: a round pit, or with a `stretch` a store that is higher by twice as much.
fn draw(svg: &mut String, (x, y): (u32, u32), stretch: u32, name: &str, seeds: u8, mark: Option<Mark>) {
    let radius = CELL / 2 - 3;
    let _ = write!(
        svg,
        "<g><title>{name}: {seeds}{}</title>\
         <rect class=\"pit{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
        mark.map_or("", Mark::words),
        mark.map_or("", Mark::class),
        x - radius,
        y - radius - stretch,
        2 * radius,
        2 * (radius + stretch),
    );
    for seed in 0..seeds.min(MOST_DRAWN) {
        let (dx, dy) = around(seed);
        let outwards = if dy < 0 { -i64::from(stretch) } else { i64::from(stretch) };
        // In tenths of a unit.
        let (x, y) = (10 * i64::from(x) + i64::from(dx), 10 * (i64::from(y) + outwards) + i64::from(dy));
        let _ = write!(svg, "<circle class=\"seed\" cx=\"{}\" cy=\"{}\" r=\"2.2\"/>", Tenths(x), Tenths(y));
    }
    let _ = write!(svg, "<text class=\"number\" x=\"{x}\" y=\"{}\">{seeds}</text></g>", y + 8);
}

/// A length in tenths of a unit.
struct Tenths(i64);

impl core::fmt::Display for Tenths {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// Where the n-th seed lies on the circle around a number, in tenths of a unit from the centre. The first seeds lie
/// far from one another; 24 fill the circle.
const fn around(seed: u8) -> (i32, i32) {
    // The points of the first quadrant, 15 degrees apart, on a radius of 18.4 units; there is no sine in `core`.
    const QUADRANT: [(i32, i32); 6] = [(184, 0), (178, 48), (159, 92), (130, 130), (92, 159), (48, 178)];
    // Seven has no divisor in common with 24, so its multiples visit every point once.
    let point = (seed as usize * 7 + 3) % 24;
    let (x, y) = QUADRANT[point % 6];
    match point / 6 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}
