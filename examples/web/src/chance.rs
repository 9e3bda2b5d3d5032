//! What nobody can foresee: random bits of the system.

use crate::fault::Fault;
use tok_ku_rou_core::Player;

/// Who wins a toss, and so starts.
pub(crate) fn toss() -> Result<Player, Fault> {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_err(|error| Fault::new("storage", error))?;
    Ok(Player::ALL[usize::from(byte[0] & 1)])
}
