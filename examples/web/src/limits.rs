//! How often somebody may ask for something.

use std::time::Instant;

/// A purse of messages: each costs one, and it fills up again by so many a second, up to two seconds' worth.
#[derive(Debug)]
pub(crate) struct Purse {
    rate: f64,
    left: f64,
    last: Instant,
}

impl Purse {
    /// A full purse.
    pub(crate) fn new(rate: u32, now: Instant) -> Self {
        let rate = f64::from(rate);
        Self { rate, left: 2.0 * rate, last: now }
    }

    /// Pays for a message, if there is enough.
    pub(crate) fn pay(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.last = now;
        self.left = (self.left + passed * self.rate).min(2.0 * self.rate);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_purse_empties_and_fills() {
        let start = Instant::now();
        let mut purse = Purse::new(5, start);
        assert_eq!((0..20).filter(|_| purse.pay(start)).count(), 10);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..20).filter(|_| purse.pay(later)).count(), 5);
    }
}
