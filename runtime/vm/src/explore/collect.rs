//! When the garbage collector runs is a choice as well, where it has finalizers and cleanups run: of objects that the
//! program has set them for. Those that the library sets are left to the collections that the program needs.
//!
//! Wherever a goroutine stops it is looked which of these objects have become unreachable: by a marking that frees
//! nothing.

use crate::collector::stopped::collect_if_idle;
use crate::explore::noted::Explored;
use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::goroutine::whole_frames::WholeFrames;
use crate::image::lines::{LIBRARY, position};
use crate::report::{leaks, traceback};
use crate::shared::Shared;

/// The running goroutine sets a finalizer or a cleanup of the object at this address.
pub(crate) fn finalizes(cx: &mut Cx, address: u64) {
    const RUNTIME: &str = "$GOROOT/src/runtime/";
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let Some(explored) = shared.explored.as_deref() else { return };
    let frames = traceback::current_frames(cx, 8);
    let mut files = frames.iter().map(|frame| position(&shared.image, *frame).0);
    let caller = files.find(|file| !file.starts_with(RUNTIME));
    if caller.is_some_and(|file| !file.starts_with(LIBRARY)) {
        explored.finalizes(address);
    }
}

/// The running goroutine has stopped between two instructions.
pub(crate) fn look(cx: &mut Cx, shared: &Shared, explored: &Explored) {
    let mut objects = explored.finalized();
    objects.retain(|object| shared.gc.finalizers.has(*object));
    if objects.is_empty() {
        return;
    }
    let unreached = unreached(cx, shared, &objects);
    if !unreached.is_empty() && explored.collects(&unreached) {
        let whole = WholeFrames::at_safepoint(cx);
        let _ = collect_if_idle(cx, true, whole);
    }
}

fn unreached(cx: &mut Cx, shared: &Shared, objects: &[u64]) -> Vec<u64> {
    let (handle, me) = (cx.task().handle(), cx.task().me());
    let own: *const Goroutine = cx.store_position();
    let Some(mut world) = cx.task().stop_world() else { return Vec::new() };
    let others = leaks::all(&mut world, &handle);
    let others = others.iter().map(|other| (other.g, other.common));
    // SAFETY: the running goroutine does not change meanwhile.
    let own = (unsafe { &*own }, handle.shared(me));
    leaks::unreached(shared, &handle, others.chain([own]), objects)
}
