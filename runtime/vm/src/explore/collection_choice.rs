//! The time of a garbage collection is a choice too, if the collection makes finalizers or cleanups run that the
//! program has set. Finalizers and cleanups set by the library are left to the collections that the program needs.
//!
//! At each stop of a goroutine, a marking that frees nothing determines which of these objects have become unreachable.
//!
//! Following a weak pointer to an otherwise unreachable object is a choice as well: the collector has run before, or
//! has not. The run does not record which goroutine has dropped the last reference to the object: following a weak
//! pointer conflicts with all actions of other goroutines.

use crate::collector::stopped_cycle::collect_if_idle;
use crate::explore::run_record::{ExploredRun, WEAK_TARGETS_OBJECT};
use crate::explore::scheduling_points::InstructionRole;
use crate::explore::story::Event;
use crate::goroutine::context::Cx;
use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::state::{Goroutine, Wait};
use crate::image::lines::{LIBRARY_PREFIX, position};
use crate::report::{leaks, traceback};
use crate::shared::Shared;
use crate::shared::weak::handle_word;
use minigo_bytecode::ops::Op;
use minigo_explore::{Access, ChoiceStream, Kind};
use std::sync::atomic::Ordering;

impl ExploredRun {
    /// Records that the program has set a finalizer or a cleanup for the object at this address.
    pub(crate) fn note_finalizer(&self, address: u64) {
        self.state().finalized_objects.insert(address);
    }

    /// The objects with a finalizer or cleanup that were not [offered](Self::choose_collection) yet.
    pub(crate) fn finalized_objects(&self) -> Vec<u64> {
        self.state().finalized_objects.iter().copied().collect()
    }

    /// Asks the search whether the collector runs, since these objects have become unreachable. The search is asked
    /// once for an object: a finalizer that is ready can run at any time later, so a later collection would give no new
    /// behaviour.
    pub(crate) fn choose_collection(&self, unreached: &[u64]) -> bool {
        self.state().finalized_objects.retain(|address| !unreached.contains(address));
        self.choose_weak_collection()
    }

    /// Records that the program makes a weak pointer.
    pub(crate) fn note_weak_pointer(&self) {
        self.state().has_weak_pointers = true;
    }

    /// Records that the running goroutine follows a weak pointer.
    pub(crate) fn note_weak_access(&self) {
        self.state().run.note_access(Access::new(WEAK_TARGETS_OBJECT, Kind::Write));
    }

    /// Asks the search whether the collector runs before the running goroutine follows a weak pointer to an otherwise
    /// unreachable object.
    pub(crate) fn choose_weak_collection(&self) -> bool {
        let mut state = self.state();
        let clears = state.choose_value(ChoiceStream::Collect, 2) == 1;
        if clears {
            state.add_event(Event::Collects);
        }
        clears
    }
}

/// Records that the running goroutine sets a finalizer or a cleanup for the object at this address.
pub(crate) fn note_finalizer(cx: &mut Cx, address: u64) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    if let Some(explored) = shared.explored.as_deref()
        && is_called_by_user(cx, "$GOROOT/src/runtime/")
    {
        explored.note_finalizer(address);
    }
}

/// Reports whether the user's code has called the running function of the package whose files are in this folder.
fn is_called_by_user(cx: &mut Cx, package: &str) -> bool {
    let frames = traceback::current_frames(cx, 8);
    let image = &cx.shared().image;
    let mut files = frames.iter().map(|frame| position(image, *frame).0);
    let caller = files.find(|file| !file.starts_with(package));
    caller.is_some_and(|file| !file.starts_with(LIBRARY_PREFIX))
}

/// Records that the running goroutine makes a weak pointer.
pub(crate) fn note_weak_pointer(cx: &mut Cx) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    if let Some(explored) = shared.explored.as_deref()
        && is_called_by_user(cx, "$GOROOT/src/weak/")
    {
        explored.note_weak_pointer();
    }
}

/// Called when the running goroutine was chosen and continues. If the goroutine now follows a weak pointer, the object
/// may be collected first.
pub(crate) fn collect_before_weak_access(cx: &mut Cx, shared: &Shared, explored: &ExploredRun) {
    let is_there = matches!(cx.g().wait, Wait::Point);
    if !is_there
        || explored.points.role_of(shared.image.offset_of(cx.registers.pc))
            != InstructionRole::Follows
    {
        return;
    }
    // SAFETY: the registers are those of the goroutine, before the instruction.
    let Op::CallNative { win, .. } = (unsafe { shared.image.op_at(cx.registers.pc) }) else {
        return;
    };
    // SAFETY: the argument lies in the frame: the handle, which package weak has read.
    let address = handle_word(unsafe { cx.registers.get(win) }).load(Ordering::Acquire);
    if address != 0
        && !unreached_objects(cx, shared, &[address]).is_empty()
        && explored.choose_weak_collection()
    {
        let whole = FramesInMemory::at_safepoint(cx);
        let _ = collect_if_idle(cx, true, whole);
    }
}

/// Called when the running goroutine has stopped between two instructions: collects if objects have become unreachable
/// and the search chooses a collection.
pub(crate) fn collect_if_unreachable(cx: &mut Cx, shared: &Shared, explored: &ExploredRun) {
    let mut objects = explored.finalized_objects();
    objects.retain(|object| shared.gc.finalizers.has_unready_calls(*object));
    if objects.is_empty() {
        return;
    }
    let unreached = unreached_objects(cx, shared, &objects);
    if !unreached.is_empty() && explored.choose_collection(&unreached) {
        let whole = FramesInMemory::at_safepoint(cx);
        let _ = collect_if_idle(cx, true, whole);
    }
}

fn unreached_objects(cx: &mut Cx, shared: &Shared, objects: &[u64]) -> Vec<u64> {
    let (handle, me) = (cx.task().handle(), cx.task().current_task());
    let own: *const Goroutine = cx.store_position();
    let Some(mut world) = cx.task().stop_world() else { return Vec::new() };
    let others = leaks::all_goroutines(&mut world, &handle);
    let others = others.iter().map(|other| (other.goroutine, other.shared_part));
    // SAFETY: the running goroutine stays the same during the call.
    let own = (unsafe { &*own }, handle.shared(me));
    leaks::unreached_objects(shared, &handle, others.chain([own]), objects)
}
