//! Who tells a tree search what a new position is worth and which of its moves look promising.

use super::super::eval::Evaluate;
use super::super::rng::Rng;
use super::super::value::lead;
use crate::{Pit, PitSet, Player, Position};

/// What a [`Judge`] says of one position.
///
/// ```
/// use tok_ku_rou_core::ai::Judgement;
/// assert_eq!(Judgement::default(), Judgement::EVEN);
/// assert_eq!(Judgement::EVEN.value, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// How promising each pit is, by its number. Only those of legal pits count, and only beside each other: they
    /// need not add up to one. Whatever is negative or not a number counts as nothing.
    pub priors: [f32; 32],
    /// What the player to move can expect, from -1.0 (a sure loss) over 0.0 (a tie) to 1.0 (a sure win).
    pub value: f32,
}

impl Judgement {
    /// All moves are equally promising, and so are the players.
    pub const EVEN: Self = Self { priors: [1.0; 32], value: 0.0 };
}

impl Default for Judgement {
    fn default() -> Self {
        Self::EVEN
    }
}

/// Whoever judges the new positions of a tree search, several at once, so that a neural net can be asked in batches.
///
/// Any function that fills in judgements will do:
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Judge, Judgement};
/// let mut rightmost = |positions: &[Kalah], judgements: &mut [Judgement]| {
///     for (_, judgement) in positions.iter().zip(judgements) {
///         judgement.priors[5] = 3.0;
///     }
/// };
/// let mut judgements = [Judgement::EVEN];
/// assert_eq!(rightmost.judge(&[Kalah::default()], &mut judgements), 0, "no sowing was made for it");
/// assert_eq!(judgements[0].priors[4..6], [1.0, 3.0]);
/// ```
pub trait Judge<P> {
    /// Judges positions that are not over, each in the place of the same number, where [`Judgement::EVEN`] stands
    /// before. Tells how many sowings it made to do so, which the search counts as its own.
    fn judge(&mut self, positions: &[P], judgements: &mut [Judgement]) -> u64;

    /// The final margin of perfect play for the player to move of a position that is not over, where it is known: that
    /// proves it, and it is not judged. As [`Evaluate::exact`].
    #[inline]
    fn exact(&self, _position: &P) -> Option<i16> {
        None
    }
}

impl<P, F: FnMut(&[P], &mut [Judgement])> Judge<P> for F {
    fn judge(&mut self, positions: &[P], judgements: &mut [Judgement]) -> u64 {
        self(positions, judgements);
        0
    }
}

/// Finds all positions even: for programs that give their own judgements to [`TreeSearch::settle`](super::TreeSearch::settle).
impl<P> Judge<P> for () {
    fn judge(&mut self, _: &[P], _: &mut [Judgement]) -> u64 {
        0
    }
}

/// Judges a position by one game played on from it at random: all moves are equally promising, and whoever wins that
/// game wins.
///
/// A game that is still on after so many sowings is won by whoever leads then, so that none is endless.
///
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Judge, Judgement, Playouts};
/// let mut judgements = [Judgement::EVEN];
/// let sowings = Playouts::new(7).judge(&[Kalah::default()], &mut judgements);
/// assert!(sowings > 4 && judgements[0].value.abs() <= 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Playouts {
    rng: Rng,
    plies: u32,
}

impl Playouts {
    /// After how many sowings a game ends unless told otherwise. From the start, random games of Kalah 6x4 take some 40,
    /// and those of Tok Ku Rou 12x2 with multiple laps some 100; with single laps most would go on for thousands.
    pub const PLIES: u32 = 128;

    /// Playouts from this seed of random numbers: the same ones every time.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), plies: Self::PLIES }
    }

    /// These playouts, each of so many sowings at most.
    #[must_use]
    pub fn with_plies(self, plies: u32) -> Self {
        Self { plies, ..self }
    }

    /// Plays one game to its end, or so far. Tells how South fares, as 1, 0 or -1, and how many sowings were made.
    ///
    /// ```
    /// use tok_ku_rou_core::Kalah;
    /// use tok_ku_rou_core::ai::Playouts;
    /// let nearly_won: Kalah = "kalah 0,0,1/0,2,0 3,9 n 3x3".parse()?;
    /// let (south, _) = Playouts::new(1).play(&nearly_won);
    /// assert_eq!(south, -1, "North has more than half of the seeds");
    /// # Ok::<(), tok_ku_rou_core::ParseError>(())
    /// ```
    #[inline]
    pub fn play<P: Position>(&mut self, position: &P) -> (i8, u32) {
        let mut position = position.clone();
        let mut plies = 0;
        // To look on the way whether the winner is certain does not pay: that is seldom so long before the end.
        while plies < self.plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(pick(moves, &mut self.rng));
            plies += 1;
        }
        (for_south(position.turn(), lead(&position).signum() as i8), plies)
    }
}

/// What is good for this player by so much, as good for South.
const fn for_south(player: Player, value: i8) -> i8 {
    match player {
        Player::South => value,
        Player::North => -value,
    }
}

/// How many pits a set may reach for its random pit to be looked up.
const FEW: usize = 6;
/// The least common multiple of 1 to [`FEW`]: a random number below it picks each of so many pits equally often.
const THROWS: usize = 60;

/// By a throw and a set of few pits: the pit picked. There are a few more throws than need be, to be found faster.
static PICKS: [[Pit; 1 << FEW]; 64] = {
    let mut picks = [[Pit::new(0); 1 << FEW]; 64];
    let mut bits = 1;
    while bits < 1 << FEW {
        let mut pits = [0; FEW];
        let (mut count, mut pit) = (0, 0);
        while pit < FEW {
            if bits >> pit & 1 == 1 {
                pits[count] = pit as u8;
                count += 1;
            }
            pit += 1;
        }
        let mut throw = 0;
        while throw < THROWS {
            picks[throw][bits] = Pit::new(pits[throw % count]);
            throw += 1;
        }
        bits += 1;
    }
    picks
};

/// A random pit of a set that is not empty. What comes next waits for this pit, so the common case has as few steps as
/// can be: the throw does not wait for the set, and nothing is counted.
#[inline]
fn pick(moves: PitSet, rng: &mut Rng) -> Pit {
    let mut bits = moves.bits();
    if bits < 1 << FEW {
        return PICKS[rng.below(THROWS as u32) as usize & 63][bits as usize];
    }
    for _ in 0..rng.below(moves.len() as u32) {
        bits &= bits - 1;
    }
    Pit::new(bits.trailing_zeros() as u8)
}

impl<P: Position> Judge<P> for Playouts {
    fn judge(&mut self, positions: &[P], judgements: &mut [Judgement]) -> u64 {
        let mut sowings = 0;
        for (position, judgement) in positions.iter().zip(judgements) {
            let (south, plies) = self.play(position);
            judgement.value = f32::from(for_south(position.turn(), south));
            sowings += u64::from(plies);
        }
        sowings
    }
}

/// Judges a position by an [`Evaluate`]: all moves are equally promising, and the estimate is squeezed between -1.0
/// and 1.0.
///
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Estimates, Judge, Judgement, Material};
/// let ahead: Kalah = "kalah 0,0,1/0,2,0 3,9 n 3x3".parse()?;
/// let mut judgements = [Judgement::EVEN];
/// Estimates::new(Material).with_half(600).judge(&[ahead], &mut judgements);
/// assert_eq!(judgements[0].value, 0.5, "six seeds ahead");
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Estimates<E> {
    evaluator: E,
    half: u32,
}

impl<E> Estimates<E> {
    /// Which estimate becomes 0.5 unless told otherwise, in hundredths of a seed.
    pub const HALF: u32 = 800;

    /// Judgements by this evaluation.
    pub const fn new(evaluator: E) -> Self {
        Self { evaluator, half: Self::HALF }
    }

    /// These judgements, with so many hundredths of a seed (at least one) squeezed to 0.5.
    #[must_use]
    pub fn with_half(self, hundredths: u32) -> Self {
        Self { half: hundredths.max(1), ..self }
    }
}

impl<P, E: Evaluate<P>> Judge<P> for Estimates<E> {
    fn exact(&self, position: &P) -> Option<i16> {
        self.evaluator.exact(position)
    }

    fn judge(&mut self, positions: &[P], judgements: &mut [Judgement]) -> u64 {
        for (position, judgement) in positions.iter().zip(judgements) {
            let value = self.evaluator.evaluate(position);
            judgement.value = if let Some(margin) = value.margin() {
                f32::from(margin.signum())
            } else {
                // x / (1 + |x|) has the shape that is wanted of tanh, which core has not.
                let value = f64::from(value.hundredths());
                (value / (f64::from(self.half) + value.abs())) as f32
            };
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_picked_equally_often() {
        for bits in 1..1 << FEW {
            let moves = PitSet::from_bits(bits);
            for pit in moves {
                let count = PICKS[..THROWS].iter().filter(|picks| picks[bits as usize] == pit).count();
                assert_eq!(count * moves.len(), THROWS, "{pit:?} of {bits:b}");
            }
        }
    }
}
