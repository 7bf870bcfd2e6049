//! Natives of crypto/des, by the crate `des`. All of them work in place.

use des::cipher::{Array, Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use des::{Des, TdesEde3};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

type Bytes = GoSlice<u8>;
type DesBlock = Block<Des>;

/// Runs code with the cipher of a key. Go's side has checked the key's length.
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

/// A block as a number, so that blocks are xored.
fn number(block: &[u8]) -> u64 {
    u64::from_be_bytes(block.try_into().unwrap_or_default())
}

fn xor(block: &mut DesBlock, with: u64) {
    let both = number(block) ^ with;
    block.copy_from_slice(&both.to_be_bytes());
}

fn encrypt(key: Bytes, mut data: Bytes) {
    with_cipher!(key, cipher => cipher.encrypt_blocks(blocks(&mut data)));
}

fn decrypt(key: Bytes, mut data: Bytes) {
    with_cipher!(key, cipher => cipher.decrypt_blocks(blocks(&mut data)));
}

fn encrypt_chain(key: Bytes, mut iv: Bytes, mut data: Bytes) {
    let last = with_cipher!(key, cipher => {
        blocks(&mut data).iter_mut().fold(number(&iv), |before, block| {
            xor(block, before);
            cipher.encrypt_block(block);
            number(block)
        })
    });
    iv.copy_from_slice(&last.to_be_bytes());
}

fn decrypt_chain(key: Bytes, mut iv: Bytes, mut data: Bytes) {
    let last = with_cipher!(key, cipher => {
        blocks(&mut data).iter_mut().fold(number(&iv), |before, block| {
            let encrypted = number(block);
            cipher.decrypt_block(block);
            xor(block, before);
            encrypted
        })
    });
    iv.copy_from_slice(&last.to_be_bytes());
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("encrypt", encrypt),
        Native::new("decrypt", decrypt),
        Native::new("encryptChain", encrypt_chain),
        Native::new("decryptChain", decrypt_chain),
    ]
}
