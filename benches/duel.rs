//! Our search against the iterative search of the crate `minimax`, in Kalah 6x4 at equal time per move, on one thread.
//!
//! Ours estimates as level 7 does, theirs by seed difference. Openings are random, and each is played twice, seats swapped.
//! Most random openings are won for one side whoever plays, and say little about the players: so only those are taken
//! that a deep search finds even.

use clap::Parser;
use minimax::Strategy;
use std::cmp::Ordering;
use std::error::Error;
use std::time::{Duration, Instant};
use tok_ku_rou_benches::minimax_kalah::{Move, State, search};
use tok_ku_rou_core::ai::{Limits, Rng, Search, Table, Tuned};
use tok_ku_rou_core::{ByPlayer, Kalah, Pit, Player, Position};

/// The table of either search, as that of level 7.
const TABLE: usize = 16 << 20;

/// Plays our search against that of the crate `minimax`.
#[derive(Parser)]
struct Arguments {
    /// Time per sowing, in milliseconds.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    ms: u64,
    /// How many games to play; an odd number is made even.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How far ahead a player may be in an even opening, in hundredths of a seed.
    #[arg(long, default_value_t = 100)]
    within: u32,
    /// Take all openings, even or not.
    #[arg(long)]
    any_opening: bool,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How many sowings the search makes that tells whether an opening is even.
const JUDGED: u64 = 3_000_000;

/// A position after four random sowings.
fn random_opening(rng: &mut Rng) -> Kalah {
    let mut position = Kalah::default();
    for _ in 0..4 {
        let legal = position.legal_moves();
        if let Some(pit) = legal.nth(rng.below(legal.len() as u32) as usize) {
            position.play_unchecked(pit);
        }
    }
    position
}

/// An opening in which a deep search sees neither player ahead by more than so many hundredths of a seed.
fn opening(rng: &mut Rng, within: Option<u32>) -> Result<Kalah, Box<dyn Error>> {
    let judge = Search::new(Table::new(8 * TABLE)?, Tuned);
    loop {
        let position = random_opening(rng);
        let Some(within) = within else { return Ok(position) };
        let value = judge.find(&position, &[], Limits::nodes(JUDGED)).line.value;
        if value.hundredths().unsigned_abs() <= within {
            return Ok(position);
        }
    }
}

/// How long a player has thought, and for how many sowings.
#[derive(Default)]
struct Thought {
    time: Duration,
    sowings: u32,
}

impl Thought {
    fn ms_per_sowing(&self) -> f64 {
        1000.0 * self.time.as_secs_f64() / f64::from(self.sowings.max(1))
    }
}

/// Plays a game in which this player is ours, and tells the scores.
fn play(
    mut position: Kalah,
    ours: Player,
    time: Duration,
    thought: &mut [Thought; 2],
) -> Result<ByPlayer<u8>, Box<dyn Error>> {
    let our_search = Search::new(Table::new(TABLE)?, Tuned);
    let mut their_search = search::<false>(TABLE);
    their_search.set_timeout(time);
    let limits = Limits { time: Some(time), ..Limits::default() };
    while let Some(first) = position.legal_moves().nth(0) {
        let began = Instant::now();
        let (who, pit): (usize, Option<Pit>) = if position.turn() == ours {
            (0, our_search.find(&position, &[], limits).best())
        } else {
            // In their tree we pass after a sowing that earns another turn; here they are simply asked again.
            match their_search.choose_move(&State::new(position)) {
                Some(Move::Sow(pit)) => (1, Some(pit)),
                Some(Move::Pass) | None => (1, None),
            }
        };
        thought[who].time += began.elapsed();
        thought[who].sowings += 1;
        // Without an answer in time the first pit is lifted.
        position = position.play(pit.unwrap_or(first))?;
    }
    Ok(position.scores())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let time = Duration::from_millis(arguments.ms);
    let mut rng = Rng::new(arguments.seed);
    let (mut wins, mut ties, mut losses) = (0_u32, 0_u32, 0_u32);
    let (mut pairs_won, mut pairs_lost) = (0_u32, 0_u32);
    let mut thought = [Thought::default(), Thought::default()];
    for _ in 0..arguments.games.div_ceil(2) {
        let start = opening(&mut rng, (!arguments.any_opening).then_some(arguments.within))?;
        let before = (wins, losses);
        for ours in Player::ALL {
            let scores = play(start, ours, time, &mut thought)?;
            match scores[ours].cmp(&scores[!ours]) {
                Ordering::Greater => wins += 1,
                Ordering::Equal => ties += 1,
                Ordering::Less => losses += 1,
            }
        }
        match (wins - before.0).cmp(&(losses - before.1)) {
            Ordering::Greater => pairs_won += 1,
            Ordering::Equal => {}
            Ordering::Less => pairs_lost += 1,
        }
    }
    let games = wins + ties + losses;
    let score = 100.0 * (f64::from(wins) + 0.5 * f64::from(ties)) / f64::from(games);
    println!("{games} games at {} ms: {wins} wins, {ties} ties, {losses} losses, {score:.1} %", arguments.ms);
    let pairs_even = games / 2 - pairs_won - pairs_lost;
    println!(
        "pairs of games from one opening: {pairs_won} better for us, {pairs_even} even, {pairs_lost} worse"
    );
    let [ours, theirs] = thought.map(|thought| thought.ms_per_sowing());
    println!("time used per sowing: ours {ours:.1} ms, minimax {theirs:.1} ms");
    Ok(())
}
