//! The table of a tournament.

use super::arguments::{Arguments, Pairs};
use super::entrant::Entrant;
use super::plan::{Plan, Played};
use super::statistics::{Hypothesis, Score, Tally};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZero;
use tok_ku_rou_core::Position;

/// What a pairing came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The player from whose view the results are.
    pub first: Entrant,
    /// The opponent.
    pub second: Entrant,
    /// The results.
    pub tally: Tally,
    /// What the sequential test decided.
    pub verdict: Option<Hypothesis>,
    /// How often games ended by which reason.
    reasons: BTreeMap<String, u32>,
    /// How often which player lost by what it did wrong.
    faults: BTreeMap<String, u32>,
}

impl Row {
    /// A pairing that has not played yet.
    #[must_use]
    pub const fn new(first: Entrant, second: Entrant) -> Self {
        Self {
            first,
            second,
            tally: Tally::new(),
            verdict: None,
            reasons: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    /// Counts a pair of games.
    pub(super) fn add(&mut self, games: &[Played; 2]) {
        self.tally.add([games[0].score, games[1].score]);
        for game in games {
            let place = if game.fault {
                let loser = if game.score == Score::Loss { self.first } else { self.second };
                self.faults.entry(format!("{loser}: {}", game.reason))
            } else {
                self.reasons.entry(game.reason.clone())
            };
            *place.or_default() += 1;
        }
    }
}

impl fmt::Display for Row {
    /// The players and the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v {}: {}", self.first, self.second, percent(self.tally.score()))
    }
}

/// A score of 0 to 1 in per cent.
fn percent(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score))
}

/// What a player came to against all others.
struct Standing {
    player: Entrant,
    games: u32,
    points: f64,
}

impl Standing {
    fn score(&self) -> f64 {
        self.points / f64::from(self.games.max(1))
    }
}

/// How many of these scores, the best first, stay if so many are kept: all that tie with the last one kept stay, too.
///
/// ```
/// use tok_ku_rou_examples::tournament::staying;
/// assert_eq!(staying(&[5.0, 4.0, 4.0, 4.0, 1.0], 2), 4);
/// assert_eq!(staying(&[3.0, 1.0], 5), 2);
/// ```
#[must_use]
pub fn staying(scores: &[f64], keep: usize) -> usize {
    match keep.checked_sub(1).map(|last| scores.get(last)) {
        None => 0,
        Some(None) => scores.len(),
        Some(Some(last)) => scores.iter().take_while(|score| *score >= last).count(),
    }
}

/// Prints the table, how the games ended, and the standings if there are any.
pub(super) fn report(
    plan: &Plan,
    arguments: &Arguments,
    rows: &[Row],
    output: &mut impl Write,
) -> io::Result<()> {
    let Plan { start, openings, different, adjudication, seed, .. } = plan;
    let (sowings, sprt) = (arguments.opening, arguments.sprt);
    if *start == start.start() {
        write!(output, "`{} {}`", start.game(), start.rules_text())?;
    } else {
        write!(output, "`{start}`")?;
    }
    writeln!(
        output,
        ", openings of {sowings} random sowings, seed {seed}, adjudication `{adjudication}` (a limit counts seeds)."
    )?;
    if *different < openings.len() {
        writeln!(
            output,
            "There were only {different} different openings for {} pairs: the errors are larger than they look.",
            openings.len()
        )?;
    }
    let (heading, rule) = sprt.map_or_else(
        || (String::new(), ""),
        |sprt| (format!(" SPRT {} |", sprt.to_string().replace(',', " or ")), " --- |"),
    );
    writeln!(output)?;
    writeln!(output, "| pairing | games | wins | ties | losses | score | Elo | score, 95 % from |{heading}")?;
    writeln!(output, "| --- | --: | --: | --: | --: | --: | --: | --: |{rule}")?;
    for Row { first, second, tally, verdict, .. } in rows {
        let [wins, ties, losses] = [Score::Win, Score::Tie, Score::Loss].map(|score| tally.count(score));
        write!(
            output,
            "| {first} v {second} | {} | {wins} | {ties} | {losses} | {} | {} | {} |",
            tally.games(),
            percent(tally.score()),
            tally.elo_text(),
            percent(Some(tally.interval().0))
        )?;
        if let Some(sprt) = sprt {
            let decided = verdict.map_or("open", |verdict| match verdict {
                Hypothesis::H0 => "H0",
                Hypothesis::H1 => "H1",
            });
            write!(output, " {decided} ({:+.2}) |", sprt.log_likelihood_ratio(tally))?;
        }
        writeln!(output)?;
    }
    let sum = |count: fn(&Row) -> &BTreeMap<String, u32>| {
        let mut all = BTreeMap::new();
        for (what, times) in rows.iter().flat_map(count) {
            *all.entry(what.as_str()).or_insert(0) += times;
        }
        all
    };
    let reasons: Vec<_> =
        sum(|row| &row.reasons).iter().map(|(reason, times)| format!("{reason} {times}")).collect();
    writeln!(output, "\nGames ended by: {}.", reasons.join(", "))?;
    for (fault, times) in sum(|row| &row.faults) {
        writeln!(output, "Lost by a fault, {times} times: {fault}")?;
    }
    if arguments.pairs == Pairs::All { rank(plan, rows, arguments.top, output) } else { Ok(()) }
}

/// Prints the standings, the best player first.
fn rank(plan: &Plan, rows: &[Row], top: Option<NonZero<usize>>, output: &mut impl Write) -> io::Result<()> {
    let mut standings: Vec<Standing> =
        plan.players.iter().map(|&player| Standing { player, games: 0, points: 0.0 }).collect();
    for (&(first, second), row) in plan.pairings.iter().zip(rows) {
        let (games, points) = (row.tally.games(), row.tally.points());
        for (player, points) in [(first, points), (second, f64::from(games) - points)] {
            standings[player].games += games;
            standings[player].points += points;
        }
    }
    standings.sort_by(|one, other| other.score().total_cmp(&one.score()));
    let scores: Vec<f64> = standings.iter().map(Standing::score).collect();
    let shown = top.map_or(scores.len(), |top| staying(&scores, top.get()));
    writeln!(output, "\n| player | games | points | score |\n| --- | --: | --: | --: |")?;
    for standing in &standings[..shown] {
        let Standing { player, games, points } = standing;
        writeln!(output, "| {player} | {games} | {points} | {} |", percent(Some(standing.score())))?;
    }
    Ok(())
}
