//! What nobody can foresee: random bits of the system.

use crate::fault::Fault;
use tok_ku_rou_core::Player;

fn bytes<const N: usize>() -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Fault::new("storage", error))?;
    Ok(bytes)
}

/// Who wins a toss, and so starts.
pub(crate) fn toss() -> Result<Player, Fault> {
    let [byte] = bytes()?;
    Ok(Player::ALL[usize::from(byte & 1)])
}
