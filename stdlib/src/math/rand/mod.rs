//! Natives of math/rand and math/rand/v2: the generators' inner loops.

mod chacha8;

use minigo_vm::native::{Native, NativeCx};

/// The distances of the additive generator's two terms.
const LONG_LAG: usize = 607;
const SHORT_LAG: usize = 273;

/// The generator's state after 7.8e12 numbers, little-endian; `build.rs` computes it (see `seed_state.rs`).
static INITIAL_STATE: &[u8; 8 * LONG_LAG] =
    include_bytes!(concat!(env!("OUT_DIR"), "/seed_state.bin"));

/// The memory layout of Go's `rngSource`.
#[repr(C)]
struct Source {
    tap: i64,
    feed: i64,
    state: [u64; LONG_LAG],
}

/// Steps the minimal standard generator of Park and Miller, with the factor 48271 that they recommended later.
fn lcg(x: u64) -> u64 {
    x * 48271 % 0x7fff_ffff
}

fn seed(cx: &mut NativeCx, source: *mut Source, seed: i64) {
    cx.race_write(source.cast(), size_of::<Source>());
    // SAFETY: the Go code passes a pointer to a whole rngSource, which it alone uses now.
    let source = unsafe { &mut *source };
    source.tap = 0;
    source.feed = (LONG_LAG - SHORT_LAG) as i64;
    let mut x = seed.rem_euclid(0x7fff_ffff) as u64;
    if x == 0 {
        x = 89_482_311;
    }
    let mut next = || {
        x = lcg(x);
        x
    };
    for _ in 0..20 {
        next();
    }
    for (word, warm) in source.state.iter_mut().zip(INITIAL_STATE.chunks_exact(8)) {
        let mixed = next() << 40 ^ next() << 20 ^ next();
        *word = mixed ^ u64::from_le_bytes(warm.try_into().expect("chunks of eight"));
    }
}

/// Returns the next number. Only one goroutine may use a source at a time; a program that breaks this rule gets wrong
/// numbers, as in Go.
fn next(cx: &mut NativeCx, source: *mut Source) -> u64 {
    // Every call writes the fields `tap` and `feed`.
    cx.race_write(source.cast(), std::mem::offset_of!(Source, state));
    // SAFETY: the Go code passes a pointer to a whole rngSource.
    let source = unsafe { &mut *source };
    let back =
        |at: i64| if (1..LONG_LAG as i64 + 1).contains(&at) { at - 1 } else { LONG_LAG as i64 - 1 };
    source.tap = back(source.tap);
    source.feed = back(source.feed);
    let (tap, feed) = (source.tap as usize, source.feed as usize);
    let x = source.state[feed].wrapping_add(source.state[tap]);
    source.state[feed] = x;
    x
}

/// Returns the natives of package math/rand, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("seedSource", seed), Native::constant_time("nextSource", next)]
}

/// Returns the natives of package math/rand/v2, by the names of their Go funcs.
pub(crate) fn v2_natives() -> Vec<Native> {
    vec![Native::constant_time("chachaBlock", chacha8::block)]
}
