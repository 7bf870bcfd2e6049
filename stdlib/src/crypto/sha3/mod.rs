//! Natives of crypto/sha3: the sponge around the permutation of the crate `keccak`. The state stays in Go, because Go's
//! hashes can be copied, marshaled and unmarshaled.

use crate::slice_parts;
use keccak::Keccak;
use minigo_vm::convert::GoSlice;
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::ops::ControlFlow::{Break, Continue};

type Bytes = GoSlice<u8>;

/// The length of the state in bytes.
const STATE_LEN: usize = 200;

fn permute(state: &mut [u8]) {
    let bytes: &mut [u8; STATE_LEN] = state.try_into().expect("Go's side passes a whole state");
    let mut words: [u64; STATE_LEN / 8] = std::array::from_fn(|i| {
        u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("a whole word"))
    });
    Keccak::new().with_f1600(|f1600| f1600(&mut words));
    for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *to = word.to_le_bytes();
    }
}

/// Xors `data` into the state from `at` on, and permutes the state whenever `rate` bytes are full. Returns the position
/// of the next byte.
fn xor_data(state: &mut [u8], mut at: usize, rate: usize, data: &[u8]) -> usize {
    let mut rest = data;
    while !rest.is_empty() {
        let (part, behind) = rest.split_at(rest.len().min(rate - at));
        state[at..].iter_mut().zip(part).for_each(|(to, byte)| *to ^= byte);
        at += part.len();
        rest = behind;
        if at == rate {
            permute(state);
            at = 0;
        }
    }
    at
}

fn absorb(cx: &mut NativeCx, state: Bytes, at: i64, rate: i64, data: Bytes) -> Outcome<i64> {
    let rate = rate as usize;
    let end = |at: &usize| *at as i64;
    let add = |at: &mut usize, part: &[u8]| {
        *at = state.edit_elements(|state| xor_data(state, *at, rate, part));
    };
    slice_parts::fold_parts(cx, || at as usize, data, add, end)
}

/// Copies bytes of the state from `at` on to `out`, and permutes the state whenever `rate` bytes are used. Returns the
/// position of the next byte.
fn squeeze_bytes(state: &mut [u8], mut at: usize, rate: usize, mut out: &mut [u8]) -> usize {
    while !out.is_empty() {
        if at == rate {
            permute(state);
            at = 0;
        }
        let n = out.len().min(rate - at);
        let (part, behind) = out.split_at_mut(n);
        part.copy_from_slice(&state[at..at + n]);
        at += n;
        out = behind;
    }
    at
}

fn squeeze(cx: &mut NativeCx, state: Bytes, at: i64, rate: i64, out: Bytes) -> Outcome<i64> {
    let rate = rate as usize;
    let squeeze_to = move |at: usize, out: Bytes| {
        out.edit_elements(|out| state.edit_elements(|state| squeeze_bytes(state, at, rate, out)))
    };
    if out.len() <= WORK_PART_BYTES {
        return Outcome::Return(squeeze_to(at as usize, out) as i64);
    }
    cx.run_in_parts(
        |_| (at as usize, 0),
        |_, (at, done)| {
            let to = out.len().min(*done + WORK_PART_BYTES);
            *at = squeeze_to(*at, out.with_len(to).tail(*done));
            *done = to;
            if to == out.len() { Break(*at as i64) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Returns the natives of package crypto/sha3, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::chunked("absorb", absorb), Native::chunked("squeeze", squeeze)]
}
