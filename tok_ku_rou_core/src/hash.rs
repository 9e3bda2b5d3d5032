//! The mixing behind every position's key.
//!
//! A key is pinned: the same on every machine and in every release that does not say otherwise in its changelog.

/// Takes another word into a key by a widening multiplication whose halves are folded together: one step spreads
/// each input bit over the whole word. The constants are the first 64 fractional bits of the square roots of two
/// and of three, the second made odd.
#[inline]
pub(crate) const fn mix(key: u64, word: u64) -> u64 {
    let product = (key ^ 0x6a09_e667_f3bc_c908) as u128 * (word ^ 0xbb67_ae85_84ca_a73b) as u128;
    product as u64 ^ (product >> 64) as u64
}
