//! What `go` says: how long to search.

use super::command::{expected, number};
use std::time::Duration;
use tok_ku_rou_core::Player;
use tok_ku_rou_core::ai::Limits;

/// The limits that take a number, with the least and the greatest one.
const NUMBERS: [(&str, u64, u64); 7] = [
    ("depth", 0, u8::MAX as u64),
    ("nodes", 1, u64::MAX),
    ("movetime", 1, u64::MAX),
    ("p1time", 1, u64::MAX),
    ("p2time", 1, u64::MAX),
    ("p1inc", 0, u64::MAX),
    ("p2inc", 0, u64::MAX),
];

/// How many nodes a search takes that was given no limit at all.
const NODES: u64 = 1_000_000;

/// The limits of a search as they were named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    numbers: [Option<u64>; NUMBERS.len()],
    infinite: bool,
}

impl Go {
    /// Reads the words behind `go`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let first = if word == "infinite" {
                !std::mem::replace(&mut go.infinite, true)
            } else {
                let Some(index) = NUMBERS.iter().position(|&(name, ..)| name == word) else {
                    return Err(expected(
                        "`depth`, `nodes`, `movetime`, `infinite`, `p1time`, `p2time`, `p1inc` or `p2inc`",
                        word,
                    ));
                };
                let (name, least, greatest) = NUMBERS[index];
                let number = number(name, least..=greatest, words.next().unwrap_or_default())?;
                go.numbers[index].replace(number).is_none()
            };
            if !first {
                return Err(format!("expected `{word}` once, found a second one"));
            }
        }
        let has = |name| go.number(name).is_some();
        if ["p1time", "p2time", "p1inc", "p2inc"].into_iter().any(has) && !(has("p1time") && has("p2time")) {
            return Err("expected both `p1time` and `p2time`, or neither clock".into());
        }
        Ok(go)
    }

    /// Whether no limit was named.
    pub(super) fn is_bare(&self) -> bool {
        *self == Self::default()
    }

    fn number(&self, name: &str) -> Option<u64> {
        let index = NUMBERS.iter().position(|&(other, ..)| other == name)?;
        self.numbers[index]
    }

    /// The limits for a search by this player.
    pub(super) fn limits(&self, player: Player) -> Limits<'static> {
        if self.is_bare() {
            return Limits::nodes(NODES);
        }
        let time = [self.number("movetime"), self.clock(player)].into_iter().flatten().min();
        Limits {
            depth: self.number("depth").map(|depth| depth as u8),
            nodes: self.number("nodes"),
            time: time.map(Duration::from_millis),
            stop: None,
        }
    }

    /// How many milliseconds to take for a sowing, by the player's clock: a twentieth of what is left and half the
    /// increment, but never more than four fifths of what is left.
    fn clock(&self, player: Player) -> Option<u64> {
        let (left, increment) = match player {
            Player::South => ("p1time", "p1inc"),
            Player::North => ("p2time", "p2inc"),
        };
        let left = self.number(left)?;
        let share = (left / 20).saturating_add(self.number(increment).unwrap_or_default() / 2);
        Some(share.min(left - left / 5).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str, player: Player) -> Option<u128> {
        Go::read(text).unwrap().limits(player).time.map(|time| time.as_millis())
    }

    #[test]
    fn a_clock_is_never_used_up() {
        let clocks = "p1time 20000 p2time 100 p1inc 1000 p2inc 1000";
        assert_eq!(time(clocks, Player::South), Some(1_500));
        assert_eq!(time(clocks, Player::North), Some(80));
        assert_eq!(time("p1time 1 p2time 1", Player::South), Some(1));
        assert_eq!(time(&format!("{clocks} movetime 7"), Player::South), Some(7));
        let greatest = u64::MAX;
        let clocks = format!("p1time {greatest} p2time {greatest} p1inc {greatest} p2inc {greatest}");
        assert!(time(&clocks, Player::North).is_some());
    }

    #[test]
    fn limits_add_up() {
        let limits = Go::read("infinite depth 3 nodes 5").unwrap().limits(Player::South);
        assert_eq!((limits.depth, limits.nodes, limits.time), (Some(3), Some(5), None));
        let limits = Go::read("infinite").unwrap().limits(Player::South);
        assert_eq!((limits.depth, limits.nodes, limits.time), (None, None, None));
        assert_eq!(Go::read("").unwrap().limits(Player::South).nodes, Some(NODES));
    }
}
