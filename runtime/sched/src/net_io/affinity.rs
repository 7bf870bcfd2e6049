//! Network affinity: the processor on which a task runs that the poller has found ready. The polling thread sends the
//! task there.
//!
//! The poller is shared, and a poll finds the events of all tasks. If the polling processor ran every task that it
//! finds, a connection would move to another core with every second message, and with it the kernel's two sockets, the
//! task and its stack: two processors would then do no more echoes than one. So a task has affinity to the processor on
//! which it began to wait, and is sent there while that processor polls often itself. One wait in eight asks on which
//! core the kernel received the last packet: if the sender is on this machine, that is the sender's core, and the task
//! gets affinity to the processor there. One side follows the other, and from then on both ends of the connection stay
//! in one cache.
//!
//! No task is sent to a processor that is idle or in a long slice, or that has much more to do: an idle one would have
//! to be woken (then the task goes to the shared queues), and a task must not wait longer than on the processor where
//! it was found.

use crate::gmp::{Processor, ProcessorCx, ProcessorShared, Sched, Task};
use crate::processor::net_affinity::current_core;
use crate::trace::{Kind, QueuePlace};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One in this many waits asks on which core its packets arrive.
const CORE_QUERY_INTERVAL: u32 = 8;
/// The core on which the kernel received the last packet of a connection.
fn receiving_core(fd: i32) -> Option<u32> {
    let mut core: libc::c_int = -1;
    let mut len = size_of::<libc::c_int>() as libc::socklen_t;
    let at = (&raw mut core).cast();
    // SAFETY: both pointers lead to values that live over the call, and `len` is the first one's length.
    let result =
        unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_INCOMING_CPU, at, &raw mut len) };
    (result == 0 && core >= 0).then_some(core.cast_unsigned())
}

impl<T: Task> ProcessorCx<'_, T> {
    /// The processor to which a task has affinity when it is about to wait here for data from `fd`.
    pub(super) fn affinity_of_reader(&mut self, fd: i32) -> u32 {
        let here = self.processor.id.0;
        let procs = self.sched.procs.load(Ordering::Relaxed) as usize;
        if procs == 1
            || self.sched.config.seed.is_some()
            || self.processor.policy.rng.below(CORE_QUERY_INTERVAL) != 0
        {
            return here;
        }
        let Some(theirs) = receiving_core(fd).filter(|theirs| *theirs != current_core()) else {
            return here;
        };
        let is_there = |proc: &Arc<ProcessorShared<T>>| {
            proc.net_affinity.last_core.load(Ordering::Relaxed) == theirs
        };
        let there = self.sched.allp().take(procs).position(is_there);
        there.map_or(here, |there| there as u32)
    }
}

impl<T: Task> Sched<T> {
    /// `p` has found these tasks: sends away those with affinity to another processor, and returns whether any were
    /// sent. If tasks were sent, the caller must wake a worker that looks for them.
    pub(crate) fn send_to_affine_processors(&self, found: &mut Vec<u32>, p: &Processor<T>) -> bool {
        let switches = p.policy.feature_switches;
        let procs = self.procs.load(Ordering::Relaxed);
        if procs == 1 || !(switches.steal && switches.local_queues && switches.park) {
            return false;
        }
        let now = p.shared.net_affinity.last_poll.load(Ordering::Relaxed);
        let elsewhere = |task: u32| {
            let home = self.slab.slot(task).home_proc.load(Ordering::Relaxed);
            let home = u32::from(home).checked_sub(1)?;
            (home != p.id.0 && home < procs).then_some(home)
        };
        let mut kept = found.iter().filter(|task| elsewhere(**task).is_none()).count();
        let mut batch = Vec::new();
        // The processor that receives the tasks, and how many more it may get.
        let (mut to, mut room) = (None, 0);
        let mut sent = false;
        found.retain(|task| {
            let Some(home) = elsewhere(*task) else { return true };
            let Some(proc) = self.processor(home) else { return true };
            if to.is_none_or(|to: &Arc<_>| !Arc::ptr_eq(to, proc)) {
                Self::push_remote(to, &mut batch);
                let slices = proc.slice_count.load(Ordering::Relaxed);
                let may = if proc.net_affinity.polls_often(now, slices) { 4 * kept + 8 } else { 0 };
                (to, room) = (Some(proc), may.saturating_sub(proc.queued_tasks()));
            }
            if room == 0 {
                kept += 1;
                return true;
            }
            room -= 1;
            self.note_event(Kind::Moved, *task, QueuePlace::Of(home).code());
            batch.push(*task);
            sent = true;
            false
        });
        Self::push_remote(to, &mut batch);
        sent
    }

    fn push_remote(to: Option<&Arc<ProcessorShared<T>>>, batch: &mut Vec<u32>) {
        if let Some(to) = to
            && !batch.is_empty()
        {
            to.remote_queue.push(batch);
            batch.clear();
        }
    }
}
