//! Natives of package `testing`.

use crate::collector::cycle_statistics;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::natives::runtime::races_found;
use crate::report::test_leaks;

/// The natives of package `testing`.
#[must_use]
pub fn natives() -> Vec<Native> {
    let mut all = test_leaks::natives();
    all.push(Native::constant_time("inTestProgram", in_test_program));
    all.push(Native::constant_time("allocated", allocated));
    all.push(Native::constant_time("racesFound", races_found));
    all
}

/// Reports whether the program is a test program: only reachable functions are compiled, and only the main function of
/// a test program calls `MainStart`.
fn in_test_program(cx: &mut NativeCx) -> bool {
    cx.shared().image.program.funcs.iter().any(|f| &*f.name == "testing.MainStart")
}

fn allocated(cx: &mut NativeCx) -> Outcome<(u64, u64)> {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    let total = cycle_statistics::allocation_stats(&shared.heap, &mut world);
    Outcome::Return((total.objects, total.bytes))
}
