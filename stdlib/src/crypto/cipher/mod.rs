//! Natives of crypto/cipher: GHASH by the crate `ghash`.

use ghash::GHash;
use ghash::universal_hash::UniversalHash;
use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

type Bytes = GoSlice<u8>;

fn ghash(mut out: Bytes, key: Bytes, additional: Bytes, data: Bytes) {
    let Ok(key) = <[u8; 16]>::try_from(&*key) else { return };
    let mut hash = GHash::new(&key.into());
    hash.update_padded(&additional);
    hash.update_padded(&data);
    let bits = |bytes: &Bytes| 8 * bytes.len() as u128;
    let lengths = bits(&additional) << 64 | bits(&data);
    hash.update(&[lengths.to_be_bytes().into()]);
    out.copy_from_slice(&hash.finalize());
}

/// `x` xor `y` to `out`, which may be one of them.
fn xor_bytes(out: *mut u8, x: *mut u8, y: *mut u8, n: usize) {
    for at in 0..n {
        // SAFETY: Go's side passes slices of at least `n` bytes; each byte is read before it is written.
        unsafe { out.add(at).write(x.add(at).read() ^ y.add(at).read()) };
    }
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::new("ghash", ghash)]
}

/// The natives of crypto/subtle, by name.
pub(crate) fn subtle_natives() -> Vec<Native> {
    vec![Native::new("xorBytes", xor_bytes)]
}
