//! The roots of a marking: globals, goroutines and the tables of the machine.

use crate::collector::live;
use crate::collector::scan::scan;
use crate::goroutine::alarm;
use crate::goroutine::stack::FIRST_SLOTS;
use crate::goroutine::state::{Goroutine, GoroutineShared};
use crate::goroutine::whole_frames::WholeFrames;
use crate::image::code::frame_slots;
use crate::shared::Shared;
use crate::shared::collector::Roots;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_heap::Marker;
use minigo_sched::Handle;
use std::sync::atomic::Ordering;

/// The number of words of the globals that are marked at a time.
const GLOBALS: usize = 4096;

/// The number of goroutine slots that are visited at a time.
const SLOTS: u32 = 128;

impl Roots {
    /// Begins a marking; `slots` is the number of goroutine slots.
    pub(crate) fn begin(&self, slots: u32) {
        self.global.store(0, Ordering::Relaxed);
        self.slot.store(0, Ordering::Relaxed);
        self.slots.store(slots, Ordering::Relaxed);
        self.tables.store(0, Ordering::Relaxed);
        self.stacks.store(0, Ordering::Relaxed);
    }

    /// Marks some of the remaining roots; false when none remain.
    pub(crate) fn mark_some_roots(
        &self,
        shared: &Shared,
        handle: &Handle<Goroutine>,
        marker: &mut Marker,
    ) -> bool {
        marker.scan_if_many_grey(|m, o| scan(&shared.image.types, m, o));
        if self.tables.load(Ordering::Relaxed) == 0
            && self.tables.fetch_add(1, Ordering::Relaxed) == 0
        {
            mark_tables(shared, handle, marker);
            return true;
        }
        let globals = shared.image.global_words();
        if self.global.load(Ordering::Relaxed) < globals.len() {
            let first = self.global.fetch_add(GLOBALS, Ordering::Relaxed);
            let end = (first + GLOBALS).min(globals.len());
            for word in &globals[first.min(end)..end] {
                // The program may write to the globals during the scan.
                marker.mark(word.load(Ordering::Relaxed));
            }
            return true;
        }
        let slots = self.slots.load(Ordering::Relaxed);
        if self.slot.load(Ordering::Relaxed) >= slots {
            return false;
        }
        let first = self.slot.fetch_add(SLOTS, Ordering::Relaxed);
        let cycle = shared.heap.cycle();
        let claim = |common: &GoroutineShared| common.scanned.claim(cycle);
        let visit = |g: &mut Goroutine, common: &GoroutineShared| {
            self.scan_goroutine(shared, g, common, marker);
            common.scanned.finish(cycle);
            marker.share_some();
        };
        let some = first..first.saturating_add(SLOTS).min(slots);
        // SAFETY: `Goroutine::admit` claims the goroutine for the current marking, or waits for the end of the scan. A
        // claim is given once in a marking, and no marking begins or ends during the visit: it would have to stop the
        // world.
        unsafe { handle.visit_tasks(some, claim, visit) };
        true
    }

    /// Marks the roots in a goroutine that is not running, and shrinks its stack if possible.
    pub(crate) fn scan_goroutine(
        &self,
        shared: &Shared,
        g: &mut Goroutine,
        common: &GoroutineShared,
        marker: &mut Marker,
    ) {
        // The debt belongs to the previous marking.
        g.take_assist_debt();
        self.scan_frames(shared, g, common, marker);
        if g.first().is_some() {
            return;
        }
        if shared.gc.options.verify {
            live::poison_dead(shared, g);
        }
        if g.stack.may_shrink() {
            let used = g.slots_in_use(&shared.image);
            g.stack.shrink(&shared.heap, used);
        }
    }

    /// Marks the roots in the running goroutine, which is at a safepoint; its stack is not moved.
    pub(crate) fn scan_running(
        &self,
        shared: &Shared,
        g: &Goroutine,
        common: &GoroutineShared,
        marker: &mut Marker,
        _: WholeFrames,
    ) {
        self.scan_frames(shared, g, common, marker);
    }

    fn scan_frames(
        &self,
        shared: &Shared,
        g: &Goroutine,
        common: &GoroutineShared,
        marker: &mut Marker,
    ) {
        if let Some(first) = g.first() {
            // A goroutine that has not begun has only its arguments: it is not worth finding out which of them are
            // pointers.
            first.iter().for_each(|&w| marker.mark(w));
            self.stacks.fetch_add(FIRST_SLOTS as u64 * 8, Ordering::Relaxed);
            return;
        }
        let words = g.stack.words();
        live::each_live(shared, g, |index| marker.mark(words[index]));
        g.each_word(|w| marker.mark(w));
        common.as_ref().each_word(|w| marker.mark(w));
        self.stacks.fetch_add(size_of_val(words) as u64, Ordering::Relaxed);
    }
}

/// Marks the roots in tables of the machine.
fn mark_tables(shared: &Shared, handle: &Handle<Goroutine>, marker: &mut Marker) {
    alarm::each_root(handle, |alarm| match alarm {
        Some(alarm) => marker.mark(alarm),
        None => marker.scan_if_many_grey(|m, o| scan(&shared.image.types, m, o)),
    });
    shared.gc.finalizers.mark(marker);
    shared.gc.weaks.mark(marker);
    shared.pools.mark(marker);
    shared.computing.mark(marker);
}

/// One past the last slot of a goroutine's innermost frame.
pub(crate) fn innermost_end(shared: &Shared, g: &Goroutine) -> usize {
    let image = &shared.image;
    if !image.has_pc(g.pc as u64) {
        // Frames of the VM's own code have no fixed size.
        return g.words().len();
    }
    let code = image.entry_of(image.func_at(g.pc));
    // SAFETY: the code is a function's first instruction.
    let end = g.r as usize + unsafe { frame_slots(code) } + HEADER_SLOTS as usize;
    end.min(g.words().len())
}
