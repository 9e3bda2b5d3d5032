//! What the results of paired games say: the score, the difference in Elo, and a test that may stop early.
//!
//! Two games from one opening are not independent of each other: an opening that favours South gives each player one
//! game. So a pair is the unit that everything here counts, with its five possible scores, 0 to 2 by halves.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a game ended for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// The game was lost.
    Loss,
    /// Neither player won.
    Tie,
    /// The game was won.
    Win,
}

/// The quantile of the normal distribution between whose negative and itself lie 95 % of it.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The difference in Elo at which a player is expected to score this much, 0 to 1. An even score is 0, and not -0;
/// all and nothing are infinite.
///
/// ```
/// use tok_ku_rou_examples::tournament::elo;
/// assert!(elo(0.5) == 0.0 && elo(0.5).is_sign_positive());
/// assert_eq!(elo(10.0 / 11.0).round(), 400.0);
/// ```
#[must_use]
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score, 0 to 1, that is expected of a player who is this much stronger.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// An Elo difference with its sign; one that rounds to zero has none.
fn signed(elo: f64) -> String {
    // Adding zero makes a negative zero a positive one.
    let rounded = (elo * 10.0).round() / 10.0 + 0.0;
    if rounded == 0.0 { "0.0".to_owned() } else { format!("{rounded:+.1}") }
}

/// The results of paired games, from the view of the first of two players.
///
/// ```
/// use tok_ku_rou_examples::tournament::{Score, Tally};
/// let mut tally = Tally::default();
/// tally.add([Score::Win, Score::Loss]);
/// tally.add([Score::Tie, Score::Win]);
/// assert_eq!((tally.games(), tally.score()), (4, Some(0.625)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many pairs scored 0, ½, 1, 1½ and 2.
    pairs: [u32; 5],
    /// How many games were lost, tied and won.
    games: [u32; 3],
}

impl Tally {
    /// No results.
    #[must_use]
    pub const fn new() -> Self {
        Self { pairs: [0; 5], games: [0; 3] }
    }

    /// Counts the two games of a pair.
    pub fn add(&mut self, pair: [Score; 2]) {
        self.pairs[pair[0] as usize + pair[1] as usize] += 1;
        for game in pair {
            self.games[game as usize] += 1;
        }
    }

    /// How many pairs were counted.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// How many games were counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games.iter().sum()
    }

    /// How many games ended so.
    #[must_use]
    pub const fn count(&self, score: Score) -> u32 {
        self.games[score as usize]
    }

    /// The points: a win is one, a tie a half.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(2 * self.count(Score::Win) + self.count(Score::Tie)) / 2.0
    }

    /// The mean score of a game, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// The sum of the squares by which the pairs differ from their mean, each pair as its mean score of 0 to 1.
    fn squares(&self) -> f64 {
        let mean = self.score().unwrap_or_default();
        let scores = self.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        scores.map(|(&pairs, score)| f64::from(pairs) * (score - mean).powi(2)).sum()
    }

    /// How far a true score may be from the one seen, in 95 of 100 tournaments, before it is cut to what is possible:
    /// by the normal approximation of the mean of the pairs. `None` if all pairs had the same score, from which nothing
    /// can be approximated.
    fn error(&self) -> Option<f64> {
        let pairs = f64::from(self.pairs());
        let squares = self.squares();
        (squares > 0.0).then(|| NORMAL_95 * (squares / (pairs - 1.0) / pairs).sqrt())
    }

    /// The 95 % interval of the score, within 0 to 1; all of that without games.
    ///
    /// If all pairs had the same score s, the interval is the exact one of that happening: with a probability of 95 %,
    /// at least the part p = 0.025^(1/pairs) of pairs score s, and the others may score anything.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let Some(score) = self.score() else { return (0.0, 1.0) };
        if let Some(error) = self.error() {
            return ((score - error).max(0.0), (score + error).min(1.0));
        }
        let same = 0.025_f64.powf(1.0 / f64::from(self.pairs()));
        (same * score, same * score + 1.0 - same)
    }

    /// The Elo difference with its 95 % error, such as `+34.9 ± 20.1`: the error of the score times the slope of
    /// [`elo`] there. All won or all lost has no Elo difference: `> +301.2` or `< -301.2` tells the end of the 95 %
    /// interval that is known. `-` without games.
    #[must_use]
    pub fn elo_text(&self) -> String {
        let Some(score) = self.score() else { return "-".to_owned() };
        let (low, high) = self.interval();
        if score >= 1.0 {
            format!("> {}", signed(elo(low)))
        } else if score <= 0.0 {
            format!("< {}", signed(elo(high)))
        } else {
            let error = self.error().unwrap_or((high - low) / 2.0);
            let slope = 400.0 / (std::f64::consts::LN_10 * score * (1.0 - score));
            format!("{} ± {:.1}", signed(elo(score)), error * slope)
        }
    }
}

/// What a test decided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is the lower one, or less.
    H0,
    /// The difference is the upper one, or more.
    H1,
}

/// A sequential test of two Elo differences, each decided for wrongly in 5 % of cases at most, or so.
///
/// Wald's sequential probability ratio test (1945), generalised to unknown variance: the log-likelihood ratio is formula
/// (2.1) of M. Van den Bergh, "A Practical Introduction to the GSPRT", over the scores of pairs, as in the chess testing
/// framework fishtest (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>). Two things keep a run of equal results
/// at the beginning from deciding at once: one pair of two even players, each game won or lost, is added to the variance
/// (fishtest adds a thousandth of each empty count, and uses the approximation for thousands of games), and the first
/// [`Sprt::MIN_PAIRS`] pairs decide nothing.
///
/// The score of a test that stopped early lies farther out than the truth, on average.
///
/// ```
/// use tok_ku_rou_examples::tournament::{Hypothesis, Score, Sprt, Tally};
/// let test: Sprt = "0,20".parse()?;
/// let mut tally = Tally::default();
/// assert_eq!(test.decide(&tally), None);
/// for _ in 0..20 {
///     tally.add([Score::Win, Score::Win]);
/// }
/// assert_eq!(test.decide(&tally), Some(Hypothesis::H1));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// So many pairs are played before the test may decide.
    pub const MIN_PAIRS: u32 = 10;

    /// The variance of the mean score of a pair of games that are won or lost by the toss of a coin.
    const PRIOR_SQUARES: f64 = 0.125;

    /// The logarithm of how many times likelier these results are under the upper difference than under the lower one.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let Some(score) = tally.score() else { return 0.0 };
        let pairs = f64::from(tally.pairs());
        let variance = (tally.squares() + Self::PRIOR_SQUARES) / pairs;
        let (lower, upper) = (expected_score(self.lower), expected_score(self.upper));
        pairs * (upper - lower) * (2.0 * score - lower - upper) / (2.0 * variance)
    }

    /// What these results decide for, if they do.
    #[must_use]
    pub fn decide(&self, tally: &Tally) -> Option<Hypothesis> {
        // Wald's bound, with 5 % for either error.
        let bound = (0.95_f64 / 0.05).ln();
        let ratio = self.log_likelihood_ratio(tally);
        if tally.pairs() < Self::MIN_PAIRS || ratio.abs() < bound {
            None
        } else if ratio > 0.0 {
            Some(Hypothesis::H1)
        } else {
            Some(Hypothesis::H0)
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 4_000.0);
        match text.split_once(',').map(|(lower, upper)| (number(lower), number(upper))) {
            Some((Some(lower), Some(upper))) if lower < upper => Ok(Self { lower, upper }),
            _ => Err(format!("expected two Elo differences, the lesser first, such as 0,20, found `{text}`")),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.lower, self.upper)
    }
}
