//! Natives of package internal/crc: checksums of whole slices.

use minigo_vm::convert::{FullyReadSlice, GoSlice};
use minigo_vm::native::Native;

/// Adds bytes to a checksum by a table, which a program may have made for any polynomial.
macro_rules! by_table {
    ($ty:ty) => {
        |crc: $ty, tab: GoSlice<$ty>, p: FullyReadSlice<u8>| {
            let tab: &[$ty; 256] = tab.first_chunk().expect("a table has 256 entries");
            !p.iter().fold(!crc, |crc, b| tab[usize::from(crc as u8 ^ b)] ^ crc >> 8)
        }
    };
}

fn update_ieee(crc: u32, p: FullyReadSlice<u8>) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(crc);
    hasher.update(&p);
    hasher.finalize()
}

/// Returns the natives of package internal/crc, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("ieee", update_ieee),
        Native::constant_time("update32", by_table!(u32)),
        Native::constant_time("update64", by_table!(u64)),
    ]
}
