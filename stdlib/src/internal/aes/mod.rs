//! Natives of internal/aes, by the crate `aes`. The natives encrypt and decrypt their data in place.

use crate::slice_parts;
use aes::cipher::{Array, Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx, Outcome};

type Bytes = GoSlice<u8>;
type AesBlock = Block<Aes128>;

const DONE: Outcome<()> = Outcome::Return(());

/// Runs `$job` with the cipher of a key. Go's side has checked the key's length; a wrong length gives `$otherwise`.
macro_rules! with_cipher {
    ($key:expr, $otherwise:expr, $cipher:ident => $job:expr) => {
        match $key.len() {
            16 => Aes128::new_from_slice(&$key).map(|$cipher| $job).unwrap_or($otherwise),
            24 => Aes192::new_from_slice(&$key).map(|$cipher| $job).unwrap_or($otherwise),
            _ => Aes256::new_from_slice(&$key).map(|$cipher| $job).unwrap_or($otherwise),
        }
    };
}

fn blocks(data: &mut [u8]) -> &mut [AesBlock] {
    Array::slice_as_chunks_mut(data).0
}

/// Returns a block as a number, so that blocks can be xored and counted up.
fn block_to_u128(block: &[u8]) -> u128 {
    u128::from_be_bytes(block.try_into().unwrap_or_default())
}

fn xor_block(block: &mut AesBlock, with: u128) {
    let both = block_to_u128(block) ^ with;
    block.copy_from_slice(&both.to_be_bytes());
}

/// Encrypts a few blocks.
fn encrypt_blocks(key: Bytes, data: Bytes) {
    data.edit_elements(|data| with_cipher!(key, (), cipher => cipher.encrypt_blocks(blocks(data))));
}

fn decrypt_blocks(key: Bytes, data: Bytes) {
    data.edit_elements(|data| with_cipher!(key, (), cipher => cipher.decrypt_blocks(blocks(data))));
}

fn encrypt_cbc(cx: &mut NativeCx, key: Bytes, iv: Bytes, data: Bytes) -> Outcome<()> {
    with_cipher!(key, DONE, cipher => slice_parts::edit_parts(cx, data, |data, _| {
        let last = blocks(data).iter_mut().fold(block_to_u128(&iv), |before, block| {
            xor_block(block, before);
            cipher.encrypt_block(block);
            block_to_u128(block)
        });
        iv.set(&last.to_be_bytes());
    }))
}

fn decrypt_cbc(cx: &mut NativeCx, key: Bytes, iv: Bytes, data: Bytes) -> Outcome<()> {
    with_cipher!(key, DONE, cipher => slice_parts::edit_parts(cx, data, |data, _| {
        let last = blocks(data).iter_mut().fold(block_to_u128(&iv), |before, block| {
            let encrypted = block_to_u128(block);
            cipher.decrypt_block(block);
            xor_block(block, before);
            encrypted
        });
        iv.set(&last.to_be_bytes());
    }))
}

/// The number of blocks of the key stream that are made at once.
const BLOCKS_AT_ONCE: usize = 16;

fn apply_ctr_keystream(
    cx: &mut NativeCx,
    key: Bytes,
    iv: Bytes,
    data: Bytes,
    from: u64,
    narrow: bool,
) -> Outcome<()> {
    let start = block_to_u128(&iv);
    let counter = |n: u64| {
        if narrow {
            start >> 32 << 32 | u128::from((start as u32).wrapping_add(n as u32))
        } else {
            start.wrapping_add(u128::from(n))
        }
    };
    with_cipher!(key, DONE, cipher => slice_parts::edit_parts(cx, data, |data, begin| {
        let from = from + begin as u64;
        let (mut at, mut skip) = (from / 16, (from % 16) as usize);
        let mut rest = data;
        while !rest.is_empty() {
            let mut stream = [AesBlock::default(); BLOCKS_AT_ONCE];
            for block in &mut stream {
                block.copy_from_slice(&counter(at).to_be_bytes());
                at = at.wrapping_add(1);
            }
            cipher.encrypt_blocks(&mut stream);
            let bytes = stream.iter().flatten().skip(skip);
            let part = rest.len().min(16 * BLOCKS_AT_ONCE - skip);
            let (now, later) = rest.split_at_mut(part);
            now.iter_mut().zip(bytes).for_each(|(to, from)| *to ^= from);
            (rest, skip) = (later, 0);
        }
    }))
}

/// Returns the natives of package internal/aes, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("encryptBlocks", encrypt_blocks),
        Native::constant_time("decryptBlocks", decrypt_blocks),
        Native::chunked("encryptChain", encrypt_cbc),
        Native::chunked("decryptChain", decrypt_cbc),
        Native::chunked("counterStream", apply_ctr_keystream),
    ]
}
