//! Natives of crypto/cipher: GHASH by the crate `ghash`.

use crate::slice_parts;
use ghash::GHash;
use ghash::universal_hash::UniversalHash;
use minigo_vm::convert::GoSlice;
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

type Bytes = GoSlice<u8>;

fn ghash(cx: &mut NativeCx, out: Bytes, key: Bytes, additional: Bytes, data: Bytes) -> Outcome<()> {
    let Ok(key) = <[u8; 16]>::try_from(&*key) else { return Outcome::Return(()) };
    let bits = |bytes: &Bytes| 8 * bytes.len() as u128;
    let lengths = bits(&additional) << 64 | bits(&data);
    let end = |mut hash: GHash| {
        hash.update(&[lengths.to_be_bytes().into()]);
        out.set(&hash.finalize());
    };
    let begin = || GHash::new(&key.into());
    if additional.len() <= WORK_PART_BYTES {
        let begin = || {
            let mut hash = begin();
            hash.update_padded(&additional);
            hash
        };
        let add = |hash: &mut GHash, part: &[u8]| hash.update_padded(part);
        return slice_parts::fold_parts(cx, begin, data, add, |hash| end(hash.clone()));
    }
    // All parts but the last consist of whole blocks, so GHASH pads nothing between parts.
    let all = [additional, data];
    cx.run_in_parts(
        |_| (begin(), 0, 0),
        |_, (hash, which, at)| {
            let part: Bytes = all[*which];
            let to = part.len().min(*at + WORK_PART_BYTES);
            hash.update_padded(&part[*at..to]);
            *at = to;
            if to == part.len() {
                (*which, *at) = (*which + 1, 0);
            }
            if *which < all.len() {
                return Continue(WORK_PART_BYTES);
            }
            end(hash.clone());
            Break(())
        },
    )
}

/// Writes `x` xor `y` to `out`, which may be the same memory as either.
fn xor_bytes(cx: &mut NativeCx, out: *mut u8, x: *mut u8, y: *mut u8, n: usize) -> Outcome<()> {
    let xor = |range: Range<usize>| {
        for at in range {
            // SAFETY: Go's side passes slices of at least `n` bytes; each byte is read before it is written.
            unsafe { out.add(at).write(x.add(at).read() ^ y.add(at).read()) };
        }
    };
    if n <= WORK_PART_BYTES {
        xor(0..n);
        return Outcome::Return(());
    }
    cx.run_in_parts(
        |_| 0,
        |_, at| {
            let to = n.min(*at + WORK_PART_BYTES);
            xor(*at..to);
            *at = to;
            if to == n { Break(()) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Returns the natives of package crypto/cipher, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::chunked("ghash", ghash)]
}

/// Returns the natives of package crypto/subtle, by the names of their Go funcs.
pub(crate) fn subtle_natives() -> Vec<Native> {
    vec![Native::chunked("xorBytes", xor_bytes)]
}
