//! Tuning what seeds are worth on games that the search plays with itself.
//!
//! Each game begins with a few random sowings, and now and then slips in another, so that positions are seen which good
//! play avoids. Every position is noted with what lies in its pits and with the margin by which its player wins in the
//! end. The worths that explain those margins best, by least squares, are the next ones to play with, as Samuel (1959)
//! tuned checkers. The last ones are printed as the Rust source that the core keeps in `ai/tuned`.

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use nalgebra::{Cholesky, DMatrix, DVector};
use std::io::{self, Write};
use tok_ku_rou_core::ai::{Evaluate, Limits, Rated, Rng, Search, Table, Worth};
use tok_ku_rou_core::{Adjudication, AnyPosition, Game, Pit, Place, Position};

/// Tune what seeds are worth by self-play; the same seed gives the same worths
#[derive(Clone, Debug, Parser)]
#[command(name = "tune", version)]
pub struct Arguments {
    /// The start, such as "kalah 6x4"
    start: AnyPosition,
    /// How often to play games and fit the worths to them
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// How many games to play in each round
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// How many sowings the search may make for a move
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Up to how many random sowings open a game
    #[arg(long, default_value_t = 11)]
    opening: u32,
    /// One in so many of the later sowings is random, too
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..))]
    slips: u32,
    /// After how many sowings a game is counted
    #[arg(long, default_value_t = 250)]
    ply_limit: u32,
    /// How many numbers of seeds to tell apart in a pit, from 2 to 16
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u8).range(2..=16))]
    seeds: u8,
    /// The seed of the random sowings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How strongly worths are drawn to nothing: as much as this many positions would. It keeps what was hardly ever seen
/// small, and settles what the games leave open.
const RIDGE: f64 = 30.0;

/// Sums over all positions seen, from which least squares fit the worths.
struct Fit {
    pits: usize,
    seeds: usize,
    products: DMatrix<f64>,
    targets: DVector<f64>,
    positions: u32,
    error: f64,
}

impl Fit {
    fn new(pits: u8, seeds: u8) -> Self {
        let (pits, seeds) = (usize::from(pits), usize::from(seeds));
        let unknowns = 2 + 2 * pits * seeds;
        let products = DMatrix::from_diagonal_element(unknowns, unknowns, RIDGE);
        Self { pits, seeds, products, targets: DVector::zeros(unknowns), positions: 0, error: 0.0 }
    }

    /// Which unknown says what so many seeds are worth in this pit.
    fn unknown(&self, side: usize, pit: usize, seeds: usize) -> usize {
        2 + (side * self.pits + pit) * self.seeds + seeds.min(self.seeds - 1)
    }

    /// Adds a position whose player won by so many seeds, of which the estimate was that many hundredths.
    fn add(&mut self, position: &AnyPosition, margin: f64, estimate: i32) {
        let scores = position.scores().map(f64::from);
        let mover = position.turn();
        let mut known = vec![(0, scores[mover] - scores[!mover]), (1, 1.0)];
        for (side, player) in [mover, !mover].into_iter().enumerate() {
            for pit in 0..position.pits() {
                let seeds = position.seeds(Place::Pit(player, Pit::new(pit)));
                known.push((self.unknown(side, usize::from(pit), usize::from(seeds)), 1.0));
            }
        }
        for &(row, value) in &known {
            for &(column, other) in &known {
                self.products[(row, column)] += value * other;
            }
            self.targets[row] += 100.0 * value * margin;
        }
        self.positions += 1;
        self.error += (100.0 * margin - f64::from(estimate)).abs();
    }

    /// By how many seeds the estimates were off on average.
    fn mean_error(&self) -> f64 {
        self.error / (100.0 * f64::from(self.positions.max(1)))
    }

    /// The worths that fit best.
    fn worth(self) -> io::Result<Worth> {
        let factors =
            Cholesky::new(self.products.clone()).ok_or_else(|| io::Error::other("expected a fit"))?;
        let solved = factors.solve(&self.targets);
        let whole = |unknown: usize| solved[unknown].round() as i16;
        let mut worth = Worth { lead: whole(0), turn: whole(1), ..Worth::PLAIN };
        for side in 0..2 {
            for pit in 0..self.pits {
                for (seeds, hundredths) in worth.pits[side][pit].iter_mut().enumerate() {
                    *hundredths = whole(self.unknown(side, pit, seeds));
                }
            }
        }
        Ok(worth)
    }
}

/// Plays a random legal move, unless the game is over.
fn slip(game: &mut Game<AnyPosition>, rng: &mut Rng) {
    let moves = game.position().legal_moves();
    if let Some(pit) = moves.nth(rng.below(moves.len() as u32) as usize) {
        // The game may have ended by adjudication: then it stays as it is.
        let _ = game.play(pit);
    }
}

/// Plays one game and adds its positions.
fn learn(arguments: &Arguments, search: &Search<Worth>, worth: &Worth, rng: &mut Rng, fit: &mut Fit) {
    let adjudication = Adjudication { plies: Some(arguments.ply_limit), ..Adjudication::default() };
    let mut game = Game::with_adjudication(arguments.start, adjudication);
    for _ in 0..rng.below(arguments.opening + 1) {
        slip(&mut game, rng);
    }
    let opening = game.ply_count();
    search.clear();
    while game.outcome().is_none() {
        let history: Vec<_> = game.positions().copied().collect();
        let Some((position, history)) = history.split_last() else { break };
        let found = search.find(position, history, Limits::nodes(arguments.nodes));
        if rng.below(arguments.slips) == 0 {
            slip(&mut game, rng);
        } else if found.best().is_none_or(|pit| game.play(pit).is_err()) {
            break;
        }
    }
    let scores = game.scores().map(f64::from);
    for position in game.positions().skip(opening).take(game.ply_count() - opening) {
        let margin = scores[position.turn()] - scores[!position.turn()];
        fit.add(position, margin, worth.evaluate(position).hundredths());
    }
}

/// Writes worths as Rust source.
fn write(output: &mut impl Write, worth: &Worth, start: &AnyPosition, seeds: u8) -> io::Result<()> {
    writeln!(output, "pub(super) static WORTH: Worth = Worth::of({}, {}, &[", worth.lead, worth.turn)?;
    for side in &worth.pits {
        writeln!(output, "    [")?;
        for row in &side[..usize::from(start.pits())] {
            writeln!(output, "        {:?},", &row[..usize::from(seeds)])?;
        }
        writeln!(output, "    ],")?;
    }
    writeln!(output, "]);")
}

/// Plays and fits round after round, and prints the worths found last.
///
/// # Errors
/// If the output fails, there is no memory for a table, or worths are not kept for boards of this size.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<()> {
    // On other boards pits share rows, or leave some out.
    let start = &arguments.start;
    if (0..start.pits()).any(|pit| start.row(Pit::new(pit)) != usize::from(pit)) {
        return Err(io::Error::other(
            "expected a board whose pits have their own rows: six pits, or twelve columns",
        ));
    }
    let mut rng = Rng::new(arguments.seed);
    let mut worth = Worth::PLAIN;
    for round in 1..=arguments.rounds {
        let search = Search::new(Table::new(1 << 22).map_err(io::Error::other)?, worth);
        let mut fit = Fit::new(arguments.start.pits(), arguments.seeds);
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} games, {eta}");
        let bar = ProgressBar::new(u64::from(arguments.games)).with_prefix(format!("round {round}"));
        bar.set_style(style.map_err(io::Error::other)?);
        for _ in 0..arguments.games {
            learn(arguments, &search, &worth, &mut rng, &mut fit);
            bar.inc(1);
        }
        bar.finish_and_clear();
        writeln!(
            output,
            "// round {round}: {} positions, off by {:.2} seeds",
            fit.positions,
            fit.mean_error()
        )?;
        worth = fit.worth()?;
    }
    write(output, &worth, &arguments.start, arguments.seeds)
}
