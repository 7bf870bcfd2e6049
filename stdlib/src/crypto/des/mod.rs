//! Natives of crypto/des, by the crate `des`. The natives encrypt and decrypt their data in place.

use des::cipher::{Array, Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use des::{Des, TdesEde3};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

type Bytes = GoSlice<u8>;
type DesBlock = Block<Des>;

/// Runs `$job` with the cipher of a key, whose length Go's side has checked.
macro_rules! with_cipher {
    ($key:expr, $cipher:ident => $job:expr) => {
        match $key.len() {
            8 => Des::new_from_slice(&$key).map(|$cipher| $job).unwrap_or_default(),
            _ => TdesEde3::new_from_slice(&$key).map(|$cipher| $job).unwrap_or_default(),
        }
    };
}

fn blocks(data: &mut [u8]) -> &mut [DesBlock] {
    Array::slice_as_chunks_mut(data).0
}

fn encrypt(key: Bytes, data: Bytes) {
    with_cipher!(key, cipher => data.edit_elements(|data| cipher.encrypt_blocks(blocks(data))));
}

fn decrypt(key: Bytes, data: Bytes) {
    with_cipher!(key, cipher => data.edit_elements(|data| cipher.decrypt_blocks(blocks(data))));
}

/// Returns the natives of package crypto/des, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("encrypt", encrypt), Native::constant_time("decrypt", decrypt)]
}
