//! Natives of package internal/blocks: the compression functions of the hash functions of the MD family.
//!
//! The crates of RustCrypto compute these functions, with the processor's instructions for SHA where there are any. The
//! states of hashes stay in Go, because Go's hashes can be copied, marshaled and unmarshaled.

use minigo_vm::convert::{GoSlice, PointerFree};
use minigo_vm::native::Native;

/// Mixes all whole blocks of `p` into a state of `N` words.
fn compress_blocks<W: PointerFree, const N: usize, const BLOCK: usize>(
    state: GoSlice<W>,
    p: GoSlice<u8>,
    compress: impl Fn(&mut [W; N], &[[u8; BLOCK]]),
) {
    state.edit_with_others([p], |state, [p]| {
        let state = state.first_chunk_mut().expect("package internal/blocks passes a whole state");
        compress(state, p.as_chunks().0);
    });
}

/// Returns the natives of package internal/blocks, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("MixMD5", |state: GoSlice<u32>, p: GoSlice<u8>| {
            compress_blocks(state, p, md5::block_api::compress);
        }),
        Native::constant_time("MixSHA1", |state: GoSlice<u32>, p: GoSlice<u8>| {
            compress_blocks(state, p, sha1::block_api::compress);
        }),
        Native::constant_time("MixSHA256", |state: GoSlice<u32>, p: GoSlice<u8>| {
            compress_blocks(state, p, sha2::block_api::compress256);
        }),
        Native::constant_time("MixSHA512", |state: GoSlice<u64>, p: GoSlice<u8>| {
            compress_blocks(state, p, sha2::block_api::compress512);
        }),
    ]
}
