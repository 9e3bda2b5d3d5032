//! Tuning the weights of the estimate on games that the search plays with itself.
//!
//! Each game begins with a few random sowings; every later position is noted with its features and the margin by which
//! its player wins in the end. The weights that explain those margins best, by least squares, are the next weights to
//! play with, as Samuel (1959) tuned checkers. What explains games best need not win most of them: the weights kept are
//! those among such proposals and their neighbours that won matches of paired games against the plain seed difference.

use clap::Parser;
use std::io::{self, Write};
use tok_ku_rou_core::ai::{FEATURES, Features, Limits, Rng, Search, Table, Weighted};
use tok_ku_rou_core::{Adjudication, AnyPosition, Game, Position};

/// Tune the weights of the estimate by self-play; the same seed gives the same weights
#[derive(Clone, Debug, Parser)]
#[command(name = "tune", version)]
pub struct Arguments {
    /// The start, such as "kalah 6x4"
    start: AnyPosition,
    /// How often to play games and fit the weights to them
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// How many games to play in each round
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// How many sowings the search may make for a move
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// How many random sowings open a game
    #[arg(long, default_value_t = 6)]
    opening: u32,
    /// After how many sowings a game is counted
    #[arg(long, default_value_t = 300)]
    ply_limit: u32,
    /// The seed of the random sowings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Sums over all positions seen, from which least squares fit the weights.
#[derive(Clone, Debug, Default)]
struct Fit {
    products: [[f64; FEATURES]; FEATURES],
    targets: [f64; FEATURES],
    positions: u32,
    error: f64,
}

impl Fit {
    /// Adds a position with these features whose player won by so many hundredths of a seed.
    fn add(&mut self, features: [i32; FEATURES], margin: f64, estimate: f64) {
        for (row, &feature) in features.iter().enumerate() {
            for (column, &other) in features.iter().enumerate() {
                self.products[row][column] += f64::from(feature) * f64::from(other);
            }
            self.targets[row] += f64::from(feature) * margin;
        }
        self.positions += 1;
        self.error += (margin - estimate).abs();
    }

    /// By how many seeds the estimates were off on average.
    fn mean_error(&self) -> f64 {
        self.error / (100.0 * f64::from(self.positions.max(1)))
    }

    /// The weights that fit best: the normal equations by elimination, with a little on the diagonal so that features
    /// which never vary do no harm.
    fn weights(mut self) -> [i32; FEATURES] {
        for index in 0..FEATURES {
            self.products[index][index] += 1.0;
        }
        for pivot in 0..FEATURES {
            for row in 0..FEATURES {
                if row != pivot {
                    let factor = self.products[row][pivot] / self.products[pivot][pivot];
                    for column in 0..FEATURES {
                        self.products[row][column] -= factor * self.products[pivot][column];
                    }
                    self.targets[row] -= factor * self.targets[pivot];
                }
            }
        }
        std::array::from_fn(|index| (self.targets[index] / self.products[index][index]).round() as i32)
    }
}

/// Opens a game with random sowings.
fn open(arguments: &Arguments, rng: &mut Rng) -> Game<AnyPosition> {
    let adjudication = Adjudication { plies: Some(arguments.ply_limit), ..Adjudication::default() };
    let mut game = Game::with_adjudication(arguments.start, adjudication);
    for _ in 0..arguments.opening {
        let moves = game.position().legal_moves();
        let Some(pit) = moves.nth(rng.below(moves.len().max(1) as u32) as usize) else { break };
        if game.play(pit).is_err() {
            break;
        }
    }
    game
}

/// Plays a game to its end.
fn finish(arguments: &Arguments, game: &mut Game<AnyPosition>, search: &Search<Weighted>) {
    search.clear();
    while game.outcome().is_none() {
        let history: Vec<_> = game.positions().copied().collect();
        let Some((position, history)) = history.split_last() else { break };
        let found = search.find(position, history, Limits::nodes(arguments.nodes));
        if found.best().is_none_or(|pit| game.play(pit).is_err()) {
            break;
        }
    }
}

/// Plays one game and adds its positions.
fn learn(arguments: &Arguments, search: &Search<Weighted>, weights: Weighted, rng: &mut Rng, fit: &mut Fit) {
    let mut game = open(arguments, rng);
    let opening = game.ply_count();
    finish(arguments, &mut game, search);
    let scores = game.scores().map(i32::from);
    for position in game.positions().skip(opening).take(game.ply_count() - opening) {
        let margin = scores[position.turn()] - scores[!position.turn()];
        let features = position.features();
        let estimate: i32 = features.iter().zip(weights.0).map(|(feature, weight)| feature * weight).sum();
        fit.add(features, f64::from(100 * margin), f64::from(estimate));
    }
}

fn search(weights: Weighted) -> io::Result<Search<Weighted>> {
    Ok(Search::new(Table::new(1 << 20).map_err(io::Error::other)?, weights))
}

/// Plays and fits round after round, and prints the weights of each.
///
/// # Errors
/// If the output fails, or there is no memory for a table.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<()> {
    let mut rng = Rng::new(arguments.seed);
    let mut weights = Weighted([100, 0, 0, 0, 0, 0]);
    writeln!(output, "{}", arguments.start)?;
    for round in 1..=arguments.rounds {
        let search = search(weights)?;
        let mut fit = Fit::default();
        for _ in 0..arguments.games {
            learn(arguments, &search, weights, &mut rng, &mut fit);
        }
        writeln!(output, "round {round}: {} positions, off by {:.2} seeds", fit.positions, fit.mean_error())?;
        weights = Weighted(fit.weights());
        writeln!(output, "weights {:?}", weights.0)?;
    }
    Ok(())
}
