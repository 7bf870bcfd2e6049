//! The data of heap, block and mutex profiles: when a wait is sampled, and the records that are passed to Go.

use crate::goroutine::context::Cx;
use crate::image::Image;
use crate::image::lines::{Pcs, TraceFrame, frame_numbers_of};
use crate::native::NativeCx;
use crate::report::profile::{ProfileRecord, fill_records};
use crate::shared::Shared;
use crate::types::value::GoSlice;
use minigo_sched::{Reason, Step};
use std::sync::atomic::AtomicI64;

/// Starts the heap profile: `rate` is Go's variable of the sampling rate.
pub(crate) fn sample_heap(cx: &mut NativeCx, rate: *mut i64) {
    if !rate.is_null() {
        // SAFETY: a package-level variable, which exists as long as the machine.
        unsafe { cx.shared().heap.enable_sampling(rate.cast::<AtomicI64>()) };
    }
}

/// Called when the goroutine parks: records the begin of a wait that may be sampled.
#[inline(always)]
pub(crate) fn park_and_sample(cx: &mut Cx, shared: &Shared, reason: Reason) -> Step {
    if shared.block_profile.sampling_rate() > 0 || shared.mutex_profile.sampling_rate() > 0 {
        note_wait(cx, shared, reason);
    }
    Step::Park(reason)
}

#[cold]
fn note_wait(cx: &mut Cx, shared: &Shared, reason: Reason) {
    if matches!(
        reason,
        Reason::ChanReceive
            | Reason::ChanSend
            | Reason::Select
            | Reason::Semacquire
            | Reason::MutexLock
            | Reason::RWMutexRLock
            | Reason::RWMutexLock
            | Reason::WaitGroupWait
            | Reason::CondWait
    ) {
        cx.g().unwind_record().profiled_wait = Some((reason, shared.host.monotonic()));
    }
}

/// Called when the goroutine continues: its wait may be sampled for the block profile.
#[inline(always)]
pub(crate) fn sample_wait(cx: &mut Cx, shared: &Shared) {
    if shared.block_profile.sampling_rate() > 0 || shared.mutex_profile.sampling_rate() > 0 {
        end_wait(cx, shared);
    }
}

#[cold]
fn end_wait(cx: &mut Cx, shared: &Shared) {
    let Some(unwind) = cx.g().unwind_mut() else { return };
    let Some((reason, since)) = unwind.profiled_wait.take() else { return };
    let waited = (shared.host.monotonic() - since).max(1);
    unwind.waited_nanos = waited;
    let rate = shared.block_profile.sampling_rate();
    if rate <= 0 || rate > waited && i64::from(cx.task().random(rate.min(1 << 31) as u32)) > waited
    {
        return;
    }
    // A sampled short wait stands for others that were not sampled.
    let weight = (rate as f64 / waited as f64).max(1.0);
    // The next instruction calls the parked native again.
    let behind = cx.registers.pc.wrapping_add(usize::from(cx.is_retry));
    let pcs = cx.pcs_at(behind);
    shared.block_profile.add(Some(reason), pcs, waited, weight);
}

/// Called when the goroutine unlocks a lock for which others wait.
pub(crate) fn note_unlock(cx: &mut NativeCx, lock: u64) {
    let rate = cx.shared().mutex_profile.sampling_rate();
    if rate > 0 && cx.task().random(rate.min(1 << 31) as u32) == 0 {
        let pcs = cx.call_stack_pcs();
        cx.shared().unlockers.note_unlock(lock, pcs);
    }
}

/// Called when the goroutine has waited for a lock that it now holds.
pub(crate) fn end_lock_wait(cx: &mut NativeCx, lock: u64) {
    let rate = cx.shared().mutex_profile.sampling_rate();
    if rate > 0
        && let Some(pcs) = cx.shared().unlockers.take_stack(lock)
    {
        let waited = cx.g().unwind_ref().map_or(0, |unwind| unwind.waited_nanos);
        cx.shared().mutex_profile.add(None, pcs, waited, rate as f64);
    }
}

/// The counts of allocated and freed objects for each stack and size, with the size.
pub(crate) fn heap_records(cx: &mut NativeCx, records: GoSlice<u64>) -> i64 {
    let image = &cx.shared().image;
    let all = cx.shared().heap_profile.records().into_iter();
    let record = |(pcs, size, counts): (Pcs, usize, _)| {
        let crate::shared::heap_profile::ObjectCounts {
            allocated_objects: allocated,
            freed_objects: freed,
        } = counts;
        ProfileRecord {
            figures: [allocated, freed, size as u64],
            labels: None,
            pcs: frame_numbers_of(image, &pcs),
        }
    };
    fill_records(all.map(record), records)
}

/// Stores a record for each stack that has waited or, for mutexes, that has made other goroutines wait: the number of
/// waits, their nanoseconds, and the kind of wait (1 for receives, 2 for sends, 3 for selects).
pub(crate) fn wait_records(cx: &mut NativeCx, mutexes: bool, records: GoSlice<u64>) -> i64 {
    let shared = cx.shared();
    let image = &shared.image;
    let profile = if mutexes { &shared.mutex_profile } else { &shared.block_profile };
    let record = |(reason, pcs, waited): (_, Pcs, _)| {
        let crate::shared::waits_profile::WaitTotals { wait_count: count, nanoseconds } = waited;
        let what = match reason {
            Some(Reason::ChanReceive) => 1,
            Some(Reason::ChanSend) => 2,
            Some(Reason::Select) => 3,
            _ => 0,
        };
        let figures = [count as u64, nanoseconds as u64, what];
        ProfileRecord {
            figures,
            labels: None,
            pcs: without_sync_frames(image, frame_numbers_of(image, &pcs)),
        }
    };
    fill_records(profile.records().into_iter().map(record), records)
}

/// The stack from the function on that the program has called: inner calls of package sync are left out.
fn without_sync_frames(image: &Image, mut pcs: Vec<u64>) -> Vec<u64> {
    let is_inner = |pc: &u64| {
        let Some(frame) = TraceFrame::from_number(image, *pc) else { return false };
        let name = &image.program.funcs[frame.func.0 as usize].name;
        let last = name.rsplit('.').next().unwrap_or_default();
        name.starts_with("sync.") && last.starts_with(|c: char| c.is_ascii_lowercase())
            || name.starts_with("internal/rt.")
    };
    let inner = pcs.iter().take_while(|pc| is_inner(pc)).count();
    pcs.drain(..inner);
    pcs
}
