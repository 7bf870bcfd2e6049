//! The block function of chacha8rand (C2SP): ChaCha with 8 rounds, four blocks at a time.
//!
//! chacha8rand is a published algorithm with test vectors.
use minigo_vm::native::NativeCx;

/// Computes four ChaCha8 blocks under `seed` with counters c … c+3 and nonce 0. Word i of block j is stored in 32-bit
/// word 4i + j, so that vector units can compute four blocks at once. The key words are added at the end; constants and
/// counters are not.
pub(super) fn block(cx: &mut NativeCx, seed: *mut [u64; 4], out: *mut [u64; 32], counter: u32) {
    cx.race_read(seed.cast(), size_of::<[u64; 4]>());
    cx.race_write(out.cast(), size_of::<[u64; 32]>());
    // SAFETY: the Go code passes pointers to whole arrays.
    let (seed, out) = unsafe { (*seed, &mut *out) };
    let mut key = [0u32; 8];
    for (pair, word) in key.chunks_exact_mut(2).zip(seed) {
        pair[0] = word as u32;
        pair[1] = (word >> 32) as u32;
    }
    for j in 0..4u32 {
        let mut x = [0u32; 16];
        x[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
        x[4..12].copy_from_slice(&key);
        x[12] = counter.wrapping_add(j);
        for _ in 0..4 {
            quarter_round(&mut x, 0, 4, 8, 12);
            quarter_round(&mut x, 1, 5, 9, 13);
            quarter_round(&mut x, 2, 6, 10, 14);
            quarter_round(&mut x, 3, 7, 11, 15);
            quarter_round(&mut x, 0, 5, 10, 15);
            quarter_round(&mut x, 1, 6, 11, 12);
            quarter_round(&mut x, 2, 7, 8, 13);
            quarter_round(&mut x, 3, 4, 9, 14);
        }
        for (word, k) in x[4..12].iter_mut().zip(key) {
            *word = word.wrapping_add(k);
        }
        for (i, word) in x.iter().enumerate() {
            let at = 4 * i + j as usize;
            let shift = 32 * (at % 2);
            out[at / 2] = out[at / 2] & !(0xffff_ffff << shift) | u64::from(*word) << shift;
        }
    }
}

fn quarter_round(x: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize) {
    for (first, second) in [(16, 12), (8, 7)] {
        x[a] = x[a].wrapping_add(x[b]);
        x[d] = (x[d] ^ x[a]).rotate_left(first);
        x[c] = x[c].wrapping_add(x[d]);
        x[b] = (x[b] ^ x[c]).rotate_left(second);
    }
}
