//! Natives of package internal/blocks: how the hash functions of the MD family mix blocks into their states.
//!
//! The crates of RustCrypto do it, with the processor's instructions for SHA where it has them. Their states stay in
//! Go, whose hashes can be copied, written and read.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

/// Mixes all whole blocks of `p` into a state of `N` words.
fn mix<W: Copy, const N: usize, const BLOCK: usize>(
    state: &mut [W],
    p: &[u8],
    compress: impl Fn(&mut [W; N], &[[u8; BLOCK]]),
) {
    let state = state.first_chunk_mut().expect("the package gives a whole state");
    compress(state, p.as_chunks().0);
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("MixMD5", |mut state: GoSlice<u32>, p: GoSlice<u8>| {
            mix(&mut state, &p, md5::block_api::compress);
        }),
        Native::new("MixSHA1", |mut state: GoSlice<u32>, p: GoSlice<u8>| {
            mix(&mut state, &p, sha1::block_api::compress);
        }),
        Native::new("MixSHA256", |mut state: GoSlice<u32>, p: GoSlice<u8>| {
            mix(&mut state, &p, sha2::block_api::compress256);
        }),
        Native::new("MixSHA512", |mut state: GoSlice<u64>, p: GoSlice<u8>| {
            mix(&mut state, &p, sha2::block_api::compress512);
        }),
    ]
}
