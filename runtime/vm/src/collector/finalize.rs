//! Starts the goroutines that run finalizers, cleanups and hooks.

use crate::goroutine::state::Goroutine;
use crate::race::Known;
use crate::shared::Shared;
use crate::shared::finalizers::QUEUES;
use minigo_bytecode::ops::Op;
use minigo_sched::Handle;

/// Starts goroutines for the queues that need one. Any thread may call this, also one without a processor.
pub(crate) fn run(shared: &Shared, handle: &Handle<Goroutine>) {
    let mut lists = shared.gc.finalizers.0.lock();
    for queue in QUEUES.map(|q| q as usize) {
        if lists.queues[queue].is_empty() || lists.running[queue] {
            continue;
        }
        let (runner, args) = (lists.runner, [queue as u64]);
        // SAFETY: a func value points to its code, and the library's runner takes one slot.
        let new = unsafe {
            let code = *(runner as *const *const Op);
            Goroutine::of_vm(shared, code, runner, &args, Known::Nothing)
        };
        // If there is no memory for the goroutine, the next collection tries again.
        if let Some(new) = new {
            lists.running[queue] = true;
            handle.spawn(new);
        }
    }
}
