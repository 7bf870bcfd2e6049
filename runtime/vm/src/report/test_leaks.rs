//! The leaks of a test: package testing asks for them when the test has ended.
//!
//! [`TestLeaks`](crate::shared::test_leaks::TestLeaks) says which goroutines belong to a test. The goroutines of a
//! subtest count for the tests above it too, since these may hold the objects that the goroutines wait for until they
//! end. A leak is reported once, by the first test that finds it.

use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::state::Goroutine;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::report::leak_report::{self, LEAKED_TEXT};
use crate::report::leaks::{self, StoppedGoroutine};
use crate::report::waits::Waits;
use crate::shared::Shared;
use minigo_sched::state::Phase;

/// The natives of package `testing` in this module.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("beginLeaks", begin_test),
        Native::constant_time("leaksOf", leaks_of),
    ]
}

/// Makes the goroutine and all goroutines that it starts belong to a new test. Returns the test's number, or 0 without
/// `--leaks`.
fn begin_test(cx: &mut NativeCx) -> u32 {
    let above = cx.g().test_number;
    let leaks = &cx.shared().leaks;
    if !leaks.reports_at_exit {
        return 0;
    }
    let test = leaks.test_leaks.begin_test(above);
    cx.g().test_number = test;
    test
}

/// Reports whether goroutines of the test are still running, so that they may become leaks. If none of them is running,
/// or with `anyhow`, also returns the text about the leaked goroutines.
fn leaks_of(
    cx: &mut NativeCx,
    whole: FramesInMemory,
    test: u32,
    anyhow: bool,
) -> Outcome<(bool, String)> {
    let (handle, me) = (cx.task().handle(), cx.task().current_task());
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let g: *const Goroutine = cx.store_position();
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    // SAFETY: the goroutine that stopped the world does not change during the report.
    let own = StoppedGoroutine::of_stopper(unsafe { &*g }, handle.shared(me), me, whole);
    let all = leaks::all_goroutines(&mut world, &handle);
    let tests = shared.leaks.test_leaks.tests_below(test);
    let members: Vec<_> = all.iter().filter(|s| tests.contains(&s.goroutine.test_number)).collect();
    if members.is_empty() {
        return Outcome::Return((false, String::new()));
    }
    let run = members.iter().any(|s| s.status.is_some_and(|it| it.phase != Phase::Parked));
    if run && !anyhow {
        return Outcome::Return((true, String::new()));
    }
    let leaked = leaks::find_leaked_goroutines(shared, &handle, Some(own), &all, &|_| false);
    let new = |g: &Goroutine| {
        tests.contains(&g.test_number)
            && leaked.contains(&g.id)
            && !shared.leaks.test_leaks.was_reported(g.id)
    };
    let ids: Vec<u64> =
        members.iter().filter(|s| new(s.goroutine)).map(|s| s.goroutine.id).collect();
    let mut text = String::new();
    if !ids.is_empty() {
        let waits = Waits::of_live(shared, &handle, &all, all.len());
        let kinds = leak_report::group_blocked_goroutines(shared, &waits, &leaked, &new);
        leak_report::write_groups(shared, &waits, &kinds, true, LEAKED_TEXT, &mut text);
        shared.leaks.test_leaks.mark_reported(ids.into_iter());
    }
    drop(world);
    Outcome::Return((run, text))
}
