//! Natives of crypto/rc4, by the crate `rc4`. The cipher's state lies in Go memory, where the crate's code changes it.

use crate::slice_parts;
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx, Outcome};
use rc4::{KeyInit, Rc4, StreamCipher};

type Bytes = GoSlice<u8>;

/// The length in bytes of the array in package rc4's Cipher.
const STATE_LEN: usize = 258;

/// Go memory can hold the crate's cipher because the cipher consists of bytes only: 256 of a permutation and two
/// indexes.
const _: () = assert!(size_of::<Rc4>() == STATE_LEN && align_of::<Rc4>() == 1);

/// Returns the cipher whose state is `state`.
fn as_cipher(state: &mut [u8]) -> &mut Rc4 {
    assert_eq!(state.len(), STATE_LEN, "Go's side passes the whole array");
    // SAFETY: an `Rc4` consists of exactly as many bytes as `state` has, so they are aligned and any values are valid;
    // no other reference to the bytes exists while `state` is borrowed.
    unsafe { &mut *state.as_mut_ptr().cast() }
}

fn begin_stream(state: Bytes, key: Bytes) {
    if let Ok(new) = Rc4::new_from_slice(&key) {
        state.edit_elements(|state| *as_cipher(state) = new);
    }
}

fn apply_keystream(cx: &mut NativeCx, state: Bytes, data: Bytes) -> Outcome<()> {
    slice_parts::edit_parts(cx, data, |part, _| {
        state.edit_elements(|state| as_cipher(state).apply_keystream(part));
    })
}

/// Returns the natives of package crypto/rc4, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("begin", begin_stream), Native::chunked("apply", apply_keystream)]
}
