//! Small boards of Tok Ku Rou, solved by retrograde analysis. How, and why it is right, stands at [`SmallBoard`].

mod bytes;
mod crew;
mod ranking;
mod solve;

use super::kept::OpenError;
use crate::tok_ku_rou::Rules;
use crate::{Pit, Position, TokKuRou};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;
use crew::Crew;
use solve::{Next, Positions};

/// Every position of a small board of Tok Ku Rou with the start's number of seeds, whether it can come up in a game or not,
/// solved by retrograde analysis.
///
/// ```
/// use tok_ku_rou_core::ai::SmallBoard;
/// use tok_ku_rou_core::{Position, TokKuRou};
/// let start: TokKuRou = "tok_ku_rou 2x1,multiple-laps".parse()?;
/// let board = SmallBoard::solve(start.rules())?;
/// assert_eq!(board.positions(), 6_435);
/// assert_eq!(board.find(&start)?.margin, 0, "nobody can lift");
///
/// // South's only move eats all that North has.
/// let position: TokKuRou = "tok_ku_rou 1,0/4,0/1,0/0,2 s 2x1".parse()?;
/// let board = SmallBoard::solve(position.rules())?;
/// let (pit, solved) = board.moves(&position)?[0];
/// assert_eq!((position.move_name(pit).to_string().as_str(), solved.margin, solved.plies), ("b2", 8, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What a value is
///
/// A position is worth the final margin, in seeds, that the player to move gets if both play as well as can be. A play
/// that goes round for ever is a tie, and an endless sow ends the game by counting, as do the rules. The positions are
/// all ways to lay the seeds of the start into the pits, S seeds into 4C pits; the board looks the same from both chairs,
/// so it is enough to know them as the player to move sees them: C(S + 4C - 1, 4C - 1) of them. They are numbered by the
/// combinatorial number system, so that no position needs to be stored.
///
/// # Why the rounds end, and at the exact values
///
/// Let V(k, x) be the value of x if a game that is not over after k plies were broken off as a tie. If x is over, it is the
/// margin; else V(0, x) is 0, and V(k + 1, x) is the best of -V(k, y) over the positions y that x leads to. Take any margin
/// t > 0. V(k, x) is at least t if and only if the player to move can bring about an end with a margin of at least t within
/// k plies, since breaking off brings 0, which is less. Whoever can do so within k plies can within k + 1: the set of these
/// positions only grows with k. Just so, V(k, x) is at most -t if and only if the opponent can bring about an end that is
/// as good for the opponent within k plies. So a value that has left 0 keeps its sign and only moves away from 0.
/// There are finitely many positions and margins, so there comes a k from which on nothing changes; and V(k + 1) follows
/// from V(k) alone, so the first round without a change is that k.
///
/// What then stands there is the value of the game that may go on for ever. If it is t > 0, the player to move can bring
/// about t, as said. The opponent can keep it from being more: as nothing changes any more, whatever the player to move
/// does in a position worth at most t leads to one that is worth at least -t to the opponent, who has a move from there
/// to one that is again worth at most t; so every end that is reached has at most that margin, and a play without end is
/// a tie, which is less. Values of t < 0 are the same with the players exchanged, and where neither player can bring about
/// an end that is better than a tie, each can keep the other from it.
///
/// The third occurrence of a position as a tie (see [`Adjudication`](crate::Adjudication)) changes none of this from a
/// game's first position on: who brings about a margin within k plies comes, with each turn, to a position from which
/// fewer are left, so that none comes up again, and who keeps the other from it has a tie or better when one does.
///
/// # How it is done
///
/// A position's value can change in a round only if that of a position it leads to has just changed. Moves are hard to
/// take back in this game, since captures chain; so all moves are made once, and each position remembers which ones lead to
/// it. In each round only those are looked at again, by making their moves once more. New values are entered when all of
/// the round are found, and so do not depend on the number of threads; the round in which a value was entered last is the
/// number of [plies](Solved::plies).
///
/// At work, a position takes 7 bytes, and 4 for each move that leads to it and does not end the game, of which there are
/// some 3; and 8 or more if its value changes in the same round as those of others. Solved, it takes 3. With two seeds a
/// pit, the largest board with few enough positions to be numbered is 3x2, with 417,225,900 of them.
///
/// Working backwards from the ends is old: Ströhlein (1970) and Thompson, "Retrograde analysis of certain endgames"
/// (1986), did so in chess. Romein and Bal, "Awari is solved" (2002), solved another mancala game so, one number of seeds
/// after the other; in Tok Ku Rou nothing leaves the board, so all positions come at once. Games in which a player wants
/// to reach an end of some kind and the other to prevent it are treated in Grädel, Thomas and Wilke, "Automata, Logics, and
/// Infinite Games" (2002), among them why one of the two always can, without looking back at the game so far.
pub struct SmallBoard<'a> {
    positions: Positions,
    bytes: Cow<'a, [u8]>,
}

/// What is known of a position that is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solved {
    /// The final margin of perfect play for the player to move, in seeds.
    pub margin: i16,
    /// The least number of plies within which the player who wins can bring about at least this margin, whatever the
    /// other does; 65,535 also stands for more. 0 if the game is over or the value is a tie.
    pub plies: u16,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How much of the stage is done, out of `total`.
    pub done: u64,
    /// How much there is to do in this stage.
    pub total: u64,
}

/// A stage of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Counting the moves that lead to each position.
    Count,
    /// Noting them.
    Link,
    /// A round in which values spread by one ply, counted from 1.
    Round(u32),
}

/// Why a board was not solved.
///
/// ```
/// use tok_ku_rou_core::{ai::SmallBoard, tok_ku_rou::Rules};
/// let error = SmallBoard::solve(Rules::SOURCE).err().unwrap();
/// assert_eq!(error.to_string(), "expected at most 178956970 positions of 12 columns, found more");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmallBoardError {
    /// The board has more positions than can be numbered.
    TooLarge {
        /// How many columns it has.
        columns: u8,
    },
    /// The memory could not be had.
    Memory {
        /// How many bytes were asked for at once.
        bytes: u64,
    },
    /// Whoever was told of the progress wanted no more.
    Stopped,
}

impl fmt::Display for SmallBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooLarge { columns } => {
                let most = ranking::most_positions(columns);
                write!(f, "expected at most {most} positions of {columns} columns, found more")
            }
            Self::Memory { bytes } => write!(f, "expected {bytes} more bytes of memory, found less"),
            Self::Stopped => f.write_str("expected to solve the board, found that it was stopped"),
        }
    }
}

impl Error for SmallBoardError {}

/// Why a position is not among those of a solved board.
///
/// ```
/// use tok_ku_rou_core::{TokKuRou, ai::SmallBoard};
/// let board = SmallBoard::solve("1x2".parse()?)?;
/// let other: TokKuRou = "tok_ku_rou 1/2/2/2 s 1x2".parse()?;
/// assert_eq!(board.find(&other).unwrap_err().to_string(), "expected 8 seeds, found 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MisfitError {
    /// It is played under other rules.
    Rules {
        /// The rules of the board that was solved.
        expected: Rules,
        /// The rules of the position.
        found: Rules,
    },
    /// It has another number of seeds than the start.
    Seeds {
        /// How many the start has.
        expected: u8,
        /// How many there are.
        found: u8,
    },
}

impl fmt::Display for MisfitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { expected, found } => write!(f, "expected the rules {expected}, found {found}"),
            Self::Seeds { expected, found } => write!(f, "expected {expected} seeds, found {found}"),
        }
    }
}

impl Error for MisfitError {}

impl SmallBoard<'static> {
    /// Solves the board of these rules on one thread.
    ///
    /// # Errors
    /// If it has too many positions, or there is not enough memory for them.
    pub fn solve(rules: Rules) -> Result<Self, SmallBoardError> {
        Self::solve_telling(rules, 1, |_| ControlFlow::Continue(()))
    }

    /// Solves the board of these rules on so many threads, one at least, and tells how far it has come many times a
    /// second. Whoever is told can stop it. Without the feature `std` there is one thread.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use tok_ku_rou_core::ai::{SmallBoard, SmallBoardError, Stage};
    /// let stopped = SmallBoard::solve_telling("1x3".parse()?, 2, |progress| match progress.stage {
    ///     Stage::Round(3) => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert_eq!(stopped.err(), Some(SmallBoardError::Stopped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it has too many positions, there is not enough memory for them, or it was stopped.
    pub fn solve_telling(
        rules: Rules,
        threads: usize,
        mut tell: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SmallBoardError> {
        solve::solve(rules, &mut Crew::new(threads, &mut tell))
    }
}

impl<'a> SmallBoard<'a> {
    /// Reads a board from [`as_bytes`](Self::as_bytes), and uses them in place: a caller may map a file.
    ///
    /// ```
    /// use tok_ku_rou_core::ai::SmallBoard;
    /// let board = SmallBoard::solve("1x2".parse()?)?;
    /// let again = SmallBoard::from_bytes(board.as_bytes())?;
    /// assert!(again.iter().eq(board.iter()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they are not a whole and undamaged board.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, OpenError> {
        bytes::read(bytes.into())
    }

    /// The board as bytes, to be kept: a header of 20 bytes and three for each position, the same on every machine.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The rules of the board.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.positions.rules
    }

    /// How many positions were solved, each seen by the player to move.
    #[must_use]
    pub fn positions(&self) -> u32 {
        self.positions.ranking.positions()
    }

    /// What this position is worth to the player to move.
    ///
    /// # Errors
    /// If it is not a position of this board with the start's number of seeds.
    pub fn find(&self, position: &TokKuRou) -> Result<Solved, MisfitError> {
        let (expected, found) = (self.rules(), position.rules());
        if expected != found {
            return Err(MisfitError::Rules { expected, found });
        }
        let scores = position.scores();
        let (expected, found) = (self.positions.ranking.seeds(), scores.south + scores.north);
        if expected != found {
            return Err(MisfitError::Seeds { expected, found });
        }
        Ok(self.known(position))
    }

    /// What each legal move of this position is worth to the player to move, best first: a greater margin, then among wins
    /// the one that is sure sooner, and among losses the one that takes longer. Its plies count the move itself, unless it
    /// leads to a tie. Who always plays the first one brings about the margin.
    ///
    /// # Errors
    /// If it is not a position of this board with the start's number of seeds.
    pub fn moves(&self, position: &TokKuRou) -> Result<Vec<(Pit, Solved)>, MisfitError> {
        self.find(position)?;
        let worth = |pit: Pit| {
            let mut next = *position;
            next.play_unchecked(pit);
            let Solved { margin, plies } = self.known(&next);
            (pit, Solved { margin: -margin, plies: if margin == 0 { 0 } else { plies.saturating_add(1) } })
        };
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(worth).collect();
        moves.sort_by_key(|&(_, Solved { margin, plies })| {
            let plies = i32::from(plies);
            (-margin, if margin > 0 { plies } else { -plies })
        });
        Ok(moves)
    }

    /// All positions, South to move, each with what it is worth. One that an endless sow ended is not among them, as it
    /// is worth what lies there.
    ///
    /// ```
    /// use tok_ku_rou_core::ai::SmallBoard;
    /// let board = SmallBoard::solve("1x2".parse()?)?;
    /// let wins = board.iter().filter(|(_, solved)| solved.margin > 0);
    /// println!("{} of {} positions are won", wins.count(), board.positions());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (TokKuRou, Solved)> {
        (0..self.positions() as usize)
            .map(|number| (self.positions.get(number), bytes::get(&self.bytes, number)))
    }

    /// What a position of this board is worth.
    fn known(&self, position: &TokKuRou) -> Solved {
        match self.positions.next(position) {
            Next::Over(margin) => Solved { margin: margin.into(), plies: 0 },
            Next::Position(number) => bytes::get(&self.bytes, number),
        }
    }
}
