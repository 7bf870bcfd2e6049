//! Natives of package hash/adler32: the checksum of a whole slice.

use minigo_vm::convert::FullyReadSlice;
use minigo_vm::native::Native;
use simd_adler32::Adler32;

fn add(sum: u32, p: FullyReadSlice<u8>) -> u32 {
    let mut adler = Adler32::from_checksum(sum);
    adler.write(&p);
    adler.finish()
}

/// Returns the natives of package hash/adler32, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("add", add)]
}
