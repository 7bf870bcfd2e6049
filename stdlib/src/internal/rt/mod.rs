//! Natives of internal/rt that need no scheduler; semaphores and fatal errors belong to the machine.

use minigo_vm::native::{GoError, Native, NativeCx, Outcome};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Returns the next number of SplitMix64 (Steele, Lea and Flood 2014), whose state is stepped atomically.
fn next_random(state: *mut u64) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    // SAFETY: the Go code passes a pointer to a variable.
    let state = unsafe { AtomicU64::from_ptr(state) };
    let mut z = state.fetch_add(STEP, Relaxed).wrapping_add(STEP);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Returns the natives of package internal/rt, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("PresetDebug", |cx: &mut NativeCx| {
            let preset = cx.preset_godebug();
            cx.string(preset.as_bytes())
        }),
        Native::constant_time("Nanotime", |cx: &mut NativeCx| cx.host().monotonic()),
        Native::constant_time("Walltime", |cx: &mut NativeCx| cx.host().wall_clock()),
        Native::constant_time("Random", |cx: &mut NativeCx| cx.host().random()),
        Native::constant_time("NextRandom", next_random),
        Native::constant_time("Overflow", || {
            Outcome::<()>::Panic(GoError::Runtime("integer overflow".into()))
        }),
    ]
}
