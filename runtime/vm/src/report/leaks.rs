//! Leaks: goroutines whose wait no other goroutine can ever end.
//!
//! The marking that finds leaks has rules of its own, and frees nothing.
//!
//! # How it works
//! Leaks are found as the collector finds dead objects: a blocked goroutine only continues if another one uses the
//! channel or lock that it waits for, and only a goroutine that can reach the object can use it. So with the world
//! stopped, a marking starts from the package-level variables, timers, finalizers and the goroutines that can continue
//! by themselves; whenever the object of a blocked goroutine is marked, the goroutine counts as able to continue, and
//! the objects that it refers to are marked too. The blocked goroutines that remain at the end are leaked, provably: no
//! execution can wake them.
//!
//! # Differences from a collection
//! * Marks are separate from the heap's, so that nothing is freed, and a collection may be in progress.
//! * Only live slots of frames count. If dead slots counted, the slot that held the result of `make(chan int)` on its
//!   way into a call would keep a channel alive that the program cannot use again.
//!
//! A channel to which a variable refers that is never used again counts as reachable, as in Go: no leak is reported by
//! mistake, some are missed.

use crate::collector::live_slots;
use crate::collector::scan::each_pointer;
use crate::explore::run_record::ExploredRun;
use crate::goroutine::frames::{Frame, HEADER_SLOT_COUNT};
use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::state::{Goroutine, GoroutineShared, Wait};
use crate::image::code::call_window_before;
use crate::shared::Shared;
use hashbrown::{HashMap, HashSet};
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::operand::FuncId;
use minigo_heap::{Desc, Object};
use minigo_sched::state::Phase;
use minigo_sched::{Handle, Reason, StoppedWorld, TaskRef, TaskStatus};
use std::sync::atomic::Ordering;

/// A goroutine of a stopped world.
#[derive(Clone, Copy)]
pub(crate) struct StoppedGoroutine<'w> {
    pub(crate) goroutine: &'w Goroutine,
    pub(crate) shared_part: &'w GoroutineShared,
    pub(crate) task: TaskRef,
    /// The status of the goroutine's task; `None` for the goroutine that has stopped the world.
    pub(crate) status: Option<TaskStatus>,
    /// Lets only this module construct the value, which promises that the goroutine is not running, or that its frames
    /// are whole.
    _private: (),
}

impl<'w> StoppedGoroutine<'w> {
    /// The goroutine that has stopped the world.
    pub(crate) fn of_stopper(
        g: &'w Goroutine,
        common: &'w GoroutineShared,
        task: TaskRef,
        _: FramesInMemory,
    ) -> Self {
        StoppedGoroutine { goroutine: g, shared_part: common, task, status: None, _private: () }
    }
}

/// All goroutines of a stopped world except the one that stopped it, oldest first.
pub(crate) fn all_goroutines<'w>(
    world: &'w mut StoppedWorld<'_, Goroutine>,
    handle: &'w Handle<Goroutine>,
) -> Vec<StoppedGoroutine<'w>> {
    let mut all = Vec::new();
    world.each_task(|task, status, g| {
        let g: *const Goroutine = g;
        // SAFETY: goroutines do not move; none runs or changes while the world, which the result borrows, is stopped.
        let g = unsafe { &*g };
        let common = handle.shared(task);
        all.push(StoppedGoroutine {
            goroutine: g,
            shared_part: common,
            task,
            status: Some(status),
            _private: (),
        });
    });
    all.sort_by_key(|s| s.goroutine.id);
    all
}

/// The addresses of the objects that a blocked goroutine waits for: it continues when any of these is used. `None` if
/// the goroutine is not blocked, or something outside the program will wake it.
pub(crate) fn awaited_objects(
    shared: &Shared,
    stopped: &StoppedGoroutine<'_>,
    semas: &std::collections::HashMap<TaskRef, u64>,
) -> Option<Vec<u64>> {
    let status = stopped.status.filter(|s| s.phase == Phase::Parked)?;
    let g = stopped.goroutine;
    match g.wait {
        // The goroutine has ended the program.
        Wait::Forever if status.reason == Reason::Unknown => None,
        Wait::Forever => Some(Vec::new()),
        Wait::Send(ch) | Wait::Recv { ch, .. } => Some(vec![ch]),
        Wait::Select { table, .. } => {
            let cases = &shared.image.program.select_tables[table.0 as usize].cases;
            let words = g.frame_words();
            let chans =
                cases.iter().map(|case| words[g.frame_base as usize + usize::from(case.channel.0)]);
            Some(chans.filter(|&ch| ch != 0).collect())
        }
        Wait::Nothing | Wait::SplitUpdate(_) | Wait::Point => match status.reason {
            Reason::Semacquire
            | Reason::MutexLock
            | Reason::RWMutexRLock
            | Reason::RWMutexLock
            | Reason::WaitGroupWait
            | Reason::CondWait => semas.get(&stopped.task).map(|&address| vec![address]),
            // Other waits, such as those of coroutines, which users do not know as goroutines, never count as leaks.
            _ => None,
        },
    }
}

/// The tasks that wait for semaphores, with the addresses of these.
pub(crate) fn awaited_semaphores(shared: &Shared) -> std::collections::HashMap<TaskRef, u64> {
    let waiting =
        shared.sema_table.waiting_tasks().into_iter().map(|(address, task)| (task, address as u64));
    // While interleavings are explored, some goroutines are stopped before they begin to wait.
    let explored =
        shared.explored.as_deref().map(ExploredRun::waiting_goroutines).unwrap_or_default();
    waiting.chain(explored.into_iter().map(|(task, address, _)| (task, address))).collect()
}

/// The ids of the leaked goroutines among `others`. `own` is the goroutine that stopped the world, if one did;
/// `has_ended` says whether a goroutine has practically ended and does not count.
pub(crate) fn find_leaked_goroutines(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    own: Option<StoppedGoroutine<'_>>,
    others: &[StoppedGoroutine<'_>],
    has_ended: &dyn Fn(u64) -> bool,
) -> HashSet<u64> {
    let mut marker = LeakMarker::new(shared);
    let semas = awaited_semaphores(shared);
    marker.is_waiting = vec![false; others.len()];
    for (index, stopped) in others.iter().enumerate().filter(|(_, s)| !has_ended(s.goroutine.id)) {
        match awaited_objects(shared, stopped, &semas) {
            None => marker.ready_goroutines.push(index),
            Some(addresses) => {
                (marker.is_waiting[index], marker.stuck_count) = (true, marker.stuck_count + 1);
                addresses.into_iter().for_each(|address| marker.watch_address(index, address));
            }
        }
    }
    if marker.stuck_count == 0 {
        return HashSet::new();
    }
    marker.mark_roots(handle);
    if let Some(own) = own {
        marker.mark_goroutine(&own);
    }
    // Once all goroutines are known to continue, marking the rest of the heap is unnecessary.
    while marker.stuck_count > 0 {
        if let Some(object) = marker.grey_objects.pop() {
            marker.scan_object(object);
        } else if let Some(index) = marker.ready_goroutines.pop() {
            marker.mark_goroutine(&others[index]);
        } else {
            break;
        }
    }
    let leaked = (0..others.len()).filter(|&i| marker.is_waiting[i]);
    leaked.map(|i| others[i].goroutine.id).collect()
}

/// The objects at these addresses to which no pointers lead, neither from package-level variables nor from goroutines;
/// none of the goroutines is running.
pub(crate) fn unreached_objects<'g>(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    goroutines: impl Iterator<Item = (&'g Goroutine, &'g GoroutineShared)>,
    objects: &[u64],
) -> Vec<u64> {
    let mut marker = LeakMarker::new(shared);
    marker.mark_roots(handle);
    for (g, common) in goroutines {
        match g.first_frame() {
            Some(first) => first.iter().for_each(|&w| marker.mark_word(w)),
            None => live_slots::each_live_slot(shared, g, |index| {
                marker.mark_word(g.frame_words()[index]);
            }),
        }
        g.each_word(|w| marker.mark_word(w));
        common.as_ref().each_word(|w| marker.mark_word(w));
    }
    marker.drain_grey();
    let reached = |object: Object| marker.marks.has_mark(object.base);
    let is_reached = |at: &u64| shared.heap.object_at(*at as usize).is_none_or(reached);
    objects.iter().copied().filter(|at| !is_reached(at)).collect()
}

/// The bytes of address space that one piece of the set of marks covers.
const MARKS_PIECE_BYTES: usize = 64 << 20;

/// The set of marked objects: a bit per eight bytes, in pieces by address.
#[derive(Default)]
struct MarkSet(HashMap<usize, Box<[u64]>>);

impl MarkSet {
    fn has_mark(&self, base: usize) -> bool {
        let at = base % MARKS_PIECE_BYTES / 8;
        self.0
            .get(&(base / MARKS_PIECE_BYTES))
            .is_some_and(|arena| arena[at / 64] >> (at % 64) & 1 != 0)
    }

    /// Marks the object at `base`; false if it was marked already.
    fn insert(&mut self, base: usize) -> bool {
        let arena = self
            .0
            .entry(base / MARKS_PIECE_BYTES)
            .or_insert_with(|| vec![0; MARKS_PIECE_BYTES / 8 / 64].into_boxed_slice());
        let at = base % MARKS_PIECE_BYTES / 8;
        let (word, bit) = (&mut arena[at / 64], 1 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// The state of one marking.
struct LeakMarker<'s> {
    shared: &'s Shared,
    marks: MarkSet,
    grey_objects: Vec<Object>,
    /// The goroutines that wait for each object.
    watched_addresses: HashMap<usize, Vec<usize>>,
    /// The goroutines that can continue, and are not scanned yet.
    ready_goroutines: Vec<usize>,
    /// For each goroutine, whether it waits and is not known to continue.
    is_waiting: Vec<bool>,
    /// The number of goroutines whose entry in `is_waiting` is true.
    stuck_count: usize,
    liveness_cache: HashMap<FuncId, Liveness>,
    /// The contexts whose cancel functions were reached, if these are requested.
    cancellable_contexts: Option<Vec<usize>>,
}

impl<'s> LeakMarker<'s> {
    fn new(shared: &'s Shared) -> Self {
        Self {
            shared,
            marks: MarkSet::default(),
            grey_objects: Vec::new(),
            watched_addresses: HashMap::new(),
            ready_goroutines: Vec::new(),
            is_waiting: Vec::new(),
            stuck_count: 0,
            liveness_cache: HashMap::new(),
            cancellable_contexts: None,
        }
    }

    fn mark_word(&mut self, word: u64) {
        let Some(object) = self.shared.heap.object_at(word as usize) else { return };
        if !self.marks.insert(object.base) {
            return;
        }
        if let Some(waiting) = self.watched_addresses.remove(&object.base) {
            waiting.into_iter().for_each(|index| self.note_ready(index));
        }
        if object.desc != Desc::NO_SCAN {
            self.grey_objects.push(object);
        }
    }

    /// Registers that the goroutine `index` waits for the object at `address`, and can continue once that is marked.
    fn watch_address(&mut self, index: usize, address: u64) {
        match self.shared.heap.object_at(address as usize) {
            Some(object) => self.watched_addresses.entry(object.base).or_default().push(index),
            // A package-level variable is always reachable.
            None => self.note_ready(index),
        }
    }

    fn note_ready(&mut self, index: usize) {
        if std::mem::take(&mut self.is_waiting[index]) {
            self.stuck_count -= 1;
            self.ready_goroutines.push(index);
        }
    }

    fn drain_grey(&mut self) {
        while let Some(object) = self.grey_objects.pop() {
            self.scan_object(object);
        }
    }

    /// Marks the objects to which the pointers in `object` refer.
    fn scan_object(&mut self, object: Object) {
        if let Some(contexts) = &mut self.cancellable_contexts {
            contexts.extend(context_of_cancel_func(self.shared, &object));
        }
        each_pointer(&self.shared.image.types, object, |word| self.mark_word(word));
    }

    /// Marks the objects in package-level variables: at most `n` words, from the word `first` on.
    fn mark_global_words(&mut self, first: usize, n: usize) {
        let words = self.shared.image.global_words().iter().skip(first).take(n);
        words.for_each(|w| self.mark_word(w.load(Ordering::Relaxed)));
    }

    /// Marks all roots outside goroutines.
    fn mark_roots(&mut self, handle: &Handle<Goroutine>) {
        let shared = self.shared;
        self.mark_global_words(0, usize::MAX);
        handle.retain_timer_objects(|alarm, _| {
            self.mark_word(alarm);
            true
        });
        let mut behind = Vec::new();
        shared
            .gc
            .finalizers
            .for_each_word(|word, of| if of { behind.push(word) } else { self.mark_word(word) });
        // A finalizer's object is no root, but the objects that it refers to will be passed to the finalizer.
        let objects = behind.into_iter().filter_map(|o| shared.heap.object_at(o as usize));
        self.grey_objects.extend(objects.filter(|o| o.desc != Desc::NO_SCAN));
    }

    /// Marks the objects that a goroutine refers to.
    fn mark_goroutine(&mut self, stopped: &StoppedGoroutine<'_>) {
        let g = stopped.goroutine;
        g.each_word(|w| self.mark_word(w));
        stopped.shared_part.as_ref().each_word(|w| self.mark_word(w));
        let parked = stopped.status.is_some_and(|s| s.phase == Phase::Parked);
        let blocked = stopped.status.is_some_and(|s| s.phase == Phase::Blocked);
        let image = &self.shared.image;
        let words = g.frame_words();
        // The next instruction, or the one at which the goroutine continues with a result that it does not have yet.
        let mut pc = g.pc;
        if parked && matches!(g.wait, Wait::Select { .. }) {
            // SAFETY: the select is the instruction before.
            pc = unsafe { pc.sub(1) };
        }
        if blocked || !image.has_pc(g.pc as u64) {
            // In the window of a native, and in frames without a fixed layout, all words count as live.
            words[g.frame_base as usize..].iter().for_each(|&w| self.mark_word(w));
        }
        let result = match g.wait {
            Wait::Recv { dst, .. } if parked => dst,
            _ => u32::MAX,
        };
        let mut frames = g.frames(image);
        if let Some(mut innermost) = frames.next() {
            innermost.pc = pc;
            if stopped.status.is_none() {
                // The goroutine is inside a native that has not stored its results yet: the native's window is not part
                // of the frame.
                // SAFETY: the native's call is the instruction before.
                let window = innermost.base + unsafe { call_window_before(pc) };
                innermost.end = window.saturating_sub(HEADER_SLOT_COUNT);
            }
            self.mark_frame(words, &innermost, result);
        }
        frames.for_each(|frame| self.mark_frame(words, &frame, u32::MAX));
    }

    /// Marks the live slots of a frame, except the slot `missing`, which has no value yet.
    fn mark_frame(&mut self, words: &[u64], frame: &Frame<'_>, missing: u32) {
        let image = &self.shared.image;
        if !image.has_pc(frame.pc as u64) {
            let from = frame.base.saturating_sub(HEADER_SLOT_COUNT);
            words[from..frame.end.clamp(from, words.len())].iter().for_each(|&w| self.mark_word(w));
            return;
        }
        let id = image.func_at(frame.pc);
        let at = image.offset_of(frame.pc) - image.function_starts[id.0 as usize] as usize;
        let live = self.liveness_cache.remove(&id).unwrap_or_else(|| {
            let func = &image.program.funcs[id.0 as usize];
            Liveness::of(image.program.tables(), image.types.current_types(), func)
        });
        let end = frame.end.min(words.len());
        live.for_each_live(at, |slot| {
            let index = frame.base + slot as usize;
            if index < end && slot != missing {
                self.mark_word(words[index]);
            }
        });
        if live.needs_closure(at) {
            self.mark_word(words[frame.base - 2]);
        }
        self.liveness_cache.insert(id, live);
    }
}

/// The context that a cancel function of package context cancels, if the object is such a closure.
fn context_of_cancel_func(shared: &Shared, object: &Object) -> Option<usize> {
    const CANCEL_CLOSURE_BYTES: usize = 16;
    if object.size < CANCEL_CLOSURE_BYTES {
        return None;
    }
    let at = object.base as *const u64;
    // SAFETY: the object has that many bytes, and does not change while the world is stopped.
    let [code, captured] = unsafe { [*at, *at.add(1)] };
    let func = shared.image.func_of(code)?;
    let name = &shared.image.program.funcs[func.0 as usize].name;
    let cancels = name.starts_with("context.With") && name.contains(".func");
    cancels.then(|| shared.heap.object_at(captured as usize))?.map(|context| context.base)
}

/// Reports whether a word of the object at `base` equals `word`.
pub(crate) fn has_word(shared: &Shared, base: usize, word: u64) -> bool {
    let Some(object) = shared.heap.object_at(base) else { return false };
    // SAFETY: as above.
    let words = unsafe { std::slice::from_raw_parts(base as *const u64, object.size / 8) };
    words.contains(&word)
}

/// The objects to which pointers lead from a goroutine's memory.
pub(crate) struct ReachedObjects {
    /// One entry for each object that the caller has named: whether pointers lead from the goroutine's memory to it.
    pub(crate) is_reached: Vec<bool>,
    /// The contexts to whose cancel functions pointers lead from the goroutine's memory.
    pub(crate) cancellable_contexts: Vec<usize>,
}

/// Determines for each object at `bases` whether pointers lead to it from the goroutine's own memory, or from the
/// package-level variables at the offsets `globals`, which the goroutine's code names.
pub(crate) fn find_reached_objects(
    shared: &Shared,
    stopped: &StoppedGoroutine<'_>,
    globals: &HashSet<u32>,
    bases: &[usize],
) -> ReachedObjects {
    let mut marker = LeakMarker::new(shared);
    marker.cancellable_contexts = Some(Vec::new());
    marker.mark_goroutine(stopped);
    for var in &shared.image.program.globals {
        let size = shared.image.types.get(var.ty).size as u32;
        if globals.iter().any(|at| (var.offset..var.offset + size).contains(at)) {
            marker.mark_global_words(var.offset as usize / 8, size.div_ceil(8) as usize);
        }
    }
    marker.drain_grey();
    let to = bases.iter().map(|&base| marker.marks.has_mark(base)).collect();
    ReachedObjects {
        is_reached: to,
        cancellable_contexts: marker.cancellable_contexts.unwrap_or_default(),
    }
}

/// Determines for each object at `bases` whether pointers lead to it from any package-level variable.
pub(crate) fn reached_from_globals(shared: &Shared, bases: &[usize]) -> Vec<bool> {
    let mut marker = LeakMarker::new(shared);
    marker.mark_global_words(0, usize::MAX);
    marker.drain_grey();
    bases.iter().map(|&base| marker.marks.has_mark(base)).collect()
}
