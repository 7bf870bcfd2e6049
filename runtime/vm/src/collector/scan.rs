//! Scanning: the roots of a marking (globals, goroutines, the tables of the machine), and the pointers in objects,
//! which an object's descriptor tells.

use crate::channel::GoChan;
use crate::collector::live_slots;
use crate::goroutine::alarm;
use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::stack::FIRST_SLOTS;
use crate::goroutine::state::{Goroutine, GoroutineShared};
use crate::image::code::frame_slots;
use crate::map::table::entries_of;
use crate::shared::Shared;
use crate::shared::collector::Roots;
use crate::types::{DESC_ANY, DESC_CHAN, Types, table_of};
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_heap::{Desc, Marker, Object};
use minigo_sched::{Handle, ProcessorCx, TaskRef};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most bytes reachable from a goroutine that the worker resuming it scans itself.
const MAX_RESUME_SCAN_BYTES: u64 = 1 << 10;

/// The number of words of the globals that are marked at a time.
const GLOBAL_WORDS_PER_STEP: usize = 4096;

/// The number of goroutine slots that are visited at a time.
const GOROUTINE_SLOTS_PER_STEP: u32 = 128;

impl Roots {
    /// Begins a marking; `slots` is the number of goroutine slots.
    pub(crate) fn reset_root_cursors(&self, slots: u32) {
        self.next_global_word.store(0, Ordering::Relaxed);
        self.next_slot.store(0, Ordering::Relaxed);
        self.slot_count.store(slots, Ordering::Relaxed);
        self.table_marking_claims.store(0, Ordering::Relaxed);
        self.stack_bytes.store(0, Ordering::Relaxed);
    }

    /// Marks some of the remaining roots; false when none remain.
    pub(crate) fn mark_some_roots(
        &self,
        shared: &Shared,
        handle: &Handle<Goroutine>,
        marker: &mut Marker,
    ) -> bool {
        marker.scan_if_many_grey(|m, o| scan_object(&shared.image.types, m, o));
        if self.table_marking_claims.load(Ordering::Relaxed) == 0
            && self.table_marking_claims.fetch_add(1, Ordering::Relaxed) == 0
        {
            mark_table_roots(shared, handle, marker);
            return true;
        }
        let globals = shared.image.global_words();
        if self.next_global_word.load(Ordering::Relaxed) < globals.len() {
            let first = self.next_global_word.fetch_add(GLOBAL_WORDS_PER_STEP, Ordering::Relaxed);
            let end = (first + GLOBAL_WORDS_PER_STEP).min(globals.len());
            for word in &globals[first.min(end)..end] {
                // The program may write to the globals during the scan.
                marker.mark_word(word.load(Ordering::Relaxed));
            }
            return true;
        }
        let slots = self.slot_count.load(Ordering::Relaxed);
        if self.next_slot.load(Ordering::Relaxed) >= slots {
            return false;
        }
        let first = self.next_slot.fetch_add(GOROUTINE_SLOTS_PER_STEP, Ordering::Relaxed);
        let cycle = shared.heap.cycle_number();
        let claim = |common: &GoroutineShared| common.scan_state.claim_scan(cycle);
        let visit = |g: &mut Goroutine, common: &GoroutineShared| {
            self.scan_goroutine(shared, g, common, marker);
            common.scan_state.finish_scan(cycle);
            marker.share_grey_if_needed();
        };
        let some = first..first.saturating_add(GOROUTINE_SLOTS_PER_STEP).min(slots);
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
        if g.first_frame().is_some() {
            return;
        }
        if shared.gc.options.verify {
            live_slots::poison_dead_slots(shared, g);
        }
        if g.stack.may_shrink() {
            let used = g.slots_in_use(&shared.image);
            g.stack.shrink(&shared.heap, used);
        }
    }

    /// Marks the roots in the running goroutine, which is at a safepoint; its stack is not moved.
    pub(crate) fn scan_running_goroutine(
        &self,
        shared: &Shared,
        g: &Goroutine,
        common: &GoroutineShared,
        marker: &mut Marker,
        _: FramesInMemory,
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
        if let Some(first) = g.first_frame() {
            // A goroutine that has not begun has only its arguments: it is not worth finding out which of them are
            // pointers.
            first.iter().for_each(|&w| marker.mark_word(w));
            self.stack_bytes.fetch_add(FIRST_SLOTS as u64 * 8, Ordering::Relaxed);
            return;
        }
        let words = g.stack.stack_words();
        live_slots::each_live_slot(shared, g, |index| marker.mark_word(words[index]));
        g.each_word(|w| marker.mark_word(w));
        common.as_ref().each_word(|w| marker.mark_word(w));
        self.stack_bytes.fetch_add(size_of_val(words) as u64, Ordering::Relaxed);
    }
}

/// Marks the roots in tables of the machine.
fn mark_table_roots(shared: &Shared, handle: &Handle<Goroutine>, marker: &mut Marker) {
    alarm::each_root(handle, |alarm| match alarm {
        Some(alarm) => marker.mark_word(alarm),
        None => marker.scan_if_many_grey(|m, o| scan_object(&shared.image.types, m, o)),
    });
    shared.gc.finalizers.mark_tables(marker);
    shared.gc.weak_handles.mark_handles(marker);
    shared.pools.mark_pools(marker);
    shared.computations.mark_read_objects(marker);
}

/// One past the last slot of a goroutine's innermost frame.
pub(crate) fn innermost_frame_end(shared: &Shared, g: &Goroutine) -> usize {
    let image = &shared.image;
    if !image.has_pc(g.pc as u64) {
        // Frames of the VM's own code have no fixed size.
        return g.frame_words().len();
    }
    let code = image.entry_pc(image.func_at(g.pc));
    // SAFETY: the code is a function's first instruction.
    let end = g.frame_base as usize + unsafe { frame_slots(code) } + HEADER_SLOTS as usize;
    end.min(g.frame_words().len())
}

fn wait_for_scan(common: &GoroutineShared, shared: &Shared) {
    let cycle = shared.heap.cycle_number();
    while !common.scan_state.is_done(cycle)
        && !shared.gc.cycle.has_thread_panicked.load(Ordering::Relaxed)
    {
        std::thread::yield_now();
    }
}

/// Called before a goroutine continues during a marking, and before there is a reference to the goroutine. On return
/// either the goroutine has been scanned, or only this worker will scan the goroutine, in [`scan_before_slice`].
#[cold]
pub(crate) fn admit_goroutine(on: &mut ProcessorCx<'_, Goroutine>, me: TaskRef) {
    let shared = Arc::as_ptr(&on.local_data().shared);
    // SAFETY: the machine outlives its processors. (All processors call this function: cloning the machine's `Arc`
    // would make them contend for its count.)
    let shared: &Shared = unsafe { &*shared };
    let cycle = shared.heap.cycle_number();
    let common = on.shared(me);
    if common.scan_state.is_done(cycle) {
        return;
    }
    // As in `begin_cycle`: the goroutine may hold the only references to all other objects.
    on.local_data().cache.marker().begin_help();
    if !common.scan_state.claim_scan(cycle) {
        on.local_data().cache.marker().end_help();
        wait_for_scan(common, shared);
    }
}

/// Called before a slice of an admitted goroutine: scans it, unless it has been scanned.
#[cold]
pub(crate) fn scan_before_slice(g: &mut Goroutine, task: &mut minigo_sched::Cx<'_, Goroutine>) {
    let shared = Arc::as_ptr(&task.local_data().shared);
    // SAFETY: as above.
    let shared: &Shared = unsafe { &*shared };
    let cycle = shared.heap.cycle_number();
    let me = task.current_task();
    let common = task.shared(me);
    // (If a collector thread has failed, the scan may never be finished.)
    if common.scan_state.is_done(cycle)
        || shared.gc.cycle.has_thread_panicked.load(Ordering::Relaxed)
    {
        task.local_data().cache.begin_time_slice(g.take_assist_debt());
        return;
    }
    task.local_data().cache.begin_time_slice(0);
    let marker = task.local_data().cache.marker();
    shared.gc.cycle.roots.scan_goroutine(shared, g, common, marker);
    common.scan_state.finish_scan(cycle);
    // When there are many goroutines, most of them reach few objects: this thread scans these objects itself, since
    // handing them to another marker takes longer.
    let done =
        marker.scan_own_grey(MAX_RESUME_SCAN_BYTES, |m, o| scan_object(&shared.image.types, m, o));
    marker.end_help();
    shared.gc.cycle.scanned_bytes.fetch_add(done, Ordering::Relaxed);
}

/// Larger objects are scanned in parts of this size, by several threads, and so that no thread scans one object for
/// long: 2048 pointers to uncached objects take about 0.3 ms.
const SCAN_PART_BYTES: usize = 16 << 10;

/// Larger tables of maps, which only occur with entries of more than a kilobyte, are scanned in parts too.
const MAX_WHOLE_TABLE_BYTES: usize = 32 << 10;

/// Marks the objects that an object points to; scans the first part of a large object and leaves the rest for later.
pub(crate) fn scan_object(types: &Types, marker: &mut Marker, object: Object) {
    let Object { base, size, mut desc } = object;
    if table_of(desc).is_some() {
        if size <= MAX_WHOLE_TABLE_BYTES {
            return each_pointer(types, object, |w| marker.mark_word(w));
        }
        // The position of entries in a part of a table is unknown.
        desc = DESC_ANY;
    }
    if size <= SCAN_PART_BYTES || desc == DESC_CHAN {
        return each_pointer(types, object, |w| marker.mark_word(w));
    }
    let step = element_layout(types, desc).map_or(8, |(step, _)| step * 8);
    let part = (SCAN_PART_BYTES / step).max(1) * step;
    if part + step <= size {
        marker.postpone_part(Object { base: base + part, size: size - part, desc });
    }
    each_pointer(types, Object { base, size: part.min(size), desc }, |w| marker.mark_word(w));
}

/// The size in words of an object's elements, and which of their words are pointers; `None`: any word may be a pointer.
fn element_layout(types: &Types, desc: Desc) -> Option<(usize, &[u32])> {
    if desc.0 & 3 != 1 {
        return None;
    }
    let mut ty = types.get(TypeId(desc.0 >> 2));
    while ty.pointer_words.is_empty() && ty.kind == Kind::Array {
        ty = types.get(ty.elem);
    }
    let step = (ty.size / 8) as usize;
    (!ty.pointer_words.is_empty() && step != 0).then_some((step, &ty.pointer_words))
}

/// Calls `visit` for each word of an object that may be a pointer.
pub(crate) fn each_pointer(types: &Types, object: Object, mut visit: impl FnMut(u64)) {
    if object.desc == DESC_CHAN {
        // SAFETY: an object with this descriptor is a channel from `new_chan` that has not been dropped.
        let chan = unsafe { &*(object.base as *const GoChan) };
        chan.channel.each_element(|words| words.iter().copied().for_each(&mut visit));
        return;
    }
    if let Some(map) = table_of(object.desc) {
        return each_entry_pointer(types, map, object, visit);
    }
    let words = object.base as *const u64;
    // SAFETY: offsets below come from the object's size. The program may be writing to the object at the same time, but
    // writes whole words.
    let mut at = |word: usize| visit(unsafe { load_racing_word(words.add(word)) });
    let count = object.size / 8;
    if let Some((step, pointers)) = element_layout(types, object.desc) {
        let mut base = 0;
        while base + step <= count {
            pointers.iter().for_each(|&p| at(base + p as usize));
            base += step;
        }
        return;
    }
    (0..count).for_each(at);
}

/// Loads a word that other threads may be writing.
///
/// # Safety
/// The word lies in an object of the heap, aligned.
#[inline(always)]
unsafe fn load_racing_word(at: *const u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(at.cast_mut()) }.load(Ordering::Relaxed)
}

/// Calls `visit` for each word of a map's table that may be a pointer. The table's index is skipped: its words could
/// look like pointers.
fn each_entry_pointer(types: &Types, map: TypeId, table: Object, mut visit: impl FnMut(u64)) {
    let map = types.get(map);
    let key_slots = types.get(map.key).slots() as usize;
    // SAFETY: an object with this descriptor is a table of such a map, whose head was written before any other thread
    // could see it, or was such a table once and is free: words that are no pointers, and outdated pointers, may refer
    // to such a free object.
    let entries = unsafe { entries_of(types, map, table.base as *const u64, table.size / 8) };
    for entry in entries {
        // SAFETY: entries lie in the table. The program may be writing to the table at the same time, but writes whole
        // words.
        let mut at = |word: usize| visit(unsafe { load_racing_word(entry.add(word)) });
        each_pointer_word(types, map.key, 0, &mut at);
        each_pointer_word(types, map.elem, key_slots, &mut at);
    }
}

/// Calls `visit` for each word of a value of type `ty` at word `base` that may be a pointer.
fn each_pointer_word(types: &Types, ty: TypeId, base: usize, visit: &mut impl FnMut(usize)) {
    let ty = types.get(ty);
    if ty.is_indirect() {
        return visit(base);
    }
    if !ty.has_pointers {
        return;
    }
    if !ty.pointer_words.is_empty() {
        return ty.pointer_words.iter().for_each(|&p| visit(base + p as usize));
    }
    let step = (types.get(ty.elem).size / 8) as usize;
    let words = (ty.size / 8) as usize;
    if ty.kind == Kind::Array && step > 0 {
        (0..words / step).for_each(|i| each_pointer_word(types, ty.elem, base + i * step, visit));
    } else {
        (0..words).for_each(|word| visit(base + word));
    }
}
