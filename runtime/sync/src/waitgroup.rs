//! Groups of tasks that others wait for (in Go `sync.WaitGroup`): waiting, and waking the waiters.
//!
//! The word is Go's: the number of tasks in its high half, of waiters in its low half. The high half is changed by
//! atomic additions, the low half and the queue only under the lock of the queue's root: under that lock the two always
//! agree.

use crate::mutex::LockStep;
use crate::queue::Entry;
use crate::sema::SemaTable;
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, AtomicU64, Ordering::SeqCst};

/// The words of a group, as they lie in the program's memory.
#[derive(Debug, Default)]
#[repr(C)]
pub struct GroupState {
    /// High half: tasks, low half: waiters.
    pub state: AtomicU64,
    /// The word's address identifies the queue of waiters.
    waiter_queue_word: AtomicU32,
}

impl GroupState {
    /// How many tasks wait.
    pub fn waiter_count(&self) -> u32 {
        // The highest bit of the low half says that the group belongs to a synctest bubble.
        self.state.load(SeqCst) as u32 & (u32::MAX >> 1)
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(&self.waiter_queue_word) as usize
    }
}

impl SemaTable {
    /// Queues the task until the group has no tasks; [`LockStep::Locked`]: the group has none now. After a park call
    /// [`finish_wait`](Self::finish_wait).
    pub fn wait_for_group(
        &self,
        on: &impl WakeContext,
        group: &GroupState,
        me: TaskRef,
    ) -> LockStep {
        let mut queues = self.lock_root(group.address());
        let mut state = group.state.load(SeqCst);
        loop {
            if state >> 32 == 0 {
                return LockStep::Locked;
            }
            match group.state.compare_exchange(state, state + 1, SeqCst, SeqCst) {
                Ok(_) => break,
                Err(now) => state = now,
            }
        }
        let waiter = on.waiter(me);
        let entry = Entry::single(me, waiter.begin_wait());
        waiter.note_entry_index(queues.queue_or_create(group.address()).push(entry));
        LockStep::Parked
    }

    /// Called when the last task of the group is done and there are waiters: wakes them. Returns false if there are
    /// tasks again.
    pub fn wake_group_waiters(&self, on: &mut impl WakeContext, group: &GroupState) -> bool {
        let mut queues = self.lock_root(group.address());
        if group.state.load(SeqCst) >> 32 != 0 {
            return false;
        }
        group.state.store(0, SeqCst);
        let mut woken = std::mem::take(queues.queue_or_create(group.address()));
        queues.remove_if_empty(group.address());
        drop(queues);
        while let Some(entry) = woken.pop() {
            let waiter = on.waiter(entry.task);
            if waiter.claim_wait(entry.wait_ticket, 0) {
                waiter.complete_wait(true);
                on.wake(entry.task);
            }
        }
        true
    }

    /// Withdraws a parked task.
    pub fn withdraw_from_group(&self, on: &impl WakeContext, group: &GroupState, me: TaskRef) {
        let mut queues = self.lock_root(group.address());
        let waiter = on.waiter(me);
        if waiter.withdraw_wait().is_none() {
            // Another thread may just have taken the entry out of the queue, to wake its task: then the task is no
            // longer counted.
            if queues.queue_or_create(group.address()).withdraw(waiter.entry_index(), me) {
                group.state.fetch_sub(1, SeqCst);
            }
            queues.remove_if_empty(group.address());
        }
    }
}
