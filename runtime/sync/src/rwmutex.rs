//! Reader/writer locks: the operations of Go's `sync.RWMutex` that one atomic instruction on its count of readers
//! cannot do.
//!
//! # The words
//! `reader_count` is the number of readers that have the lock, less [`WRITER_BIAS`] while a writer has it or waits for
//! earlier readers (writers take turns by a mutex of their own). A reader adds one, and a writer subtracts
//! `WRITER_BIAS`; each has the lock if the resulting count says so, and calls this module otherwise. A reader that
//! unlocks while there is a writer also calls this module.
//!
//! A reader that finds a writer subtracts its one again and joins the queue: waiting readers are not counted. So the
//! writer has the lock when the count is exactly [`WRITER_BIAS`] below zero; the reader that subtracts the last one
//! checks whether the writer waits. `queued_readers` is the number of readers in the queue, or on their way to it. The
//! unlocking writer adds its `WRITER_BIAS` back and then reads `queued_readers`; a reader increments `queued_readers`
//! and then reads the count, both `SeqCst`; one of them sees the other.
//!
//! # Convoys
//! A reader that has the lock while it waits to run keeps the next writer waiting, and all later readers wait for that
//! writer: once they have piled up, for a momentary reason, each write stops all of them (Go's lock behaves like this).
//! So the unlocking writer wakes readers to try again, as an unlocked mutex does, and hands the lock over only to
//! readers that have waited for [`READER_STARVATION_NANOS`], or to all if one task runs at a time.
//!
//! Waiting tasks are recorded in a queue only, so a task that withdraws leaves no trace once it is out of the queue.

use crate::mutex::{LockStep, Locker, queue_locker, waited_nanos};
use crate::queue::Entry;
use crate::sema::{SemaTable, WaitQueues};
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, Ordering::SeqCst, loom_seq_cst_fence};

/// A reader that has waited for this many nanoseconds gets the lock before the next writer, as under Go. This time is
/// far longer than a convoy's rounds, and shorter than the sleeps by which programs make sure that a reader waits.
const READER_STARVATION_NANOS: u64 = 100_000;

/// The number that a writer subtracts from the count when it locks.
const WRITER_BIAS: u32 = 1 << 30;

/// The count if a writer has subtracted [`WRITER_BIAS`] and no reader has the lock: then the writer has the lock, or
/// may have it.
const NO_READERS: u32 = WRITER_BIAS.wrapping_neg();

/// The words of a reader/writer lock, as they lie in the program's memory.
#[derive(Debug, Default)]
#[repr(C)]
pub struct RwState {
    /// The address of this word identifies the queue of the writer.
    writer_queue_word: AtomicU32,
    /// The address of this word identifies the queue of readers.
    reader_queue_word: AtomicU32,
    /// The readers that have the lock, less `WRITER_BIAS` while there is a writer.
    pub reader_count: AtomicU32,
    /// How many readers wait.
    queued_readers: AtomicU32,
}

impl RwState {
    /// Reports whether readers wait; called by an unlocking writer after it has added `WRITER_BIAS` back.
    pub fn has_queued_readers(&self) -> bool {
        loom_seq_cst_fence();
        self.queued_readers.load(SeqCst) != 0
    }

    /// Adds a reader, unless there is a writer.
    fn try_lock_reader(&self) -> bool {
        let mut count = self.reader_count.load(SeqCst);
        while !has_writer(count) {
            match self.reader_count.compare_exchange(count, count + 1, SeqCst, SeqCst) {
                Ok(_) => return true,
                Err(now) => count = now,
            }
        }
        false
    }

    fn writer_queue_address(&self) -> usize {
        std::ptr::from_ref(&self.writer_queue_word) as usize
    }

    fn reader_queue_address(&self) -> usize {
        std::ptr::from_ref(&self.reader_queue_word) as usize
    }
}

/// Reports whether a count says that there is a writer.
fn has_writer(count: u32) -> bool {
    (count as i32) < 0
}

/// Takes the first entry of a queue whose task still waits.
fn claim_first_waiter(
    queues: &mut WaitQueues,
    on: &impl WakeContext,
    address: usize,
) -> Option<Entry> {
    let queue = queues.find_queue(address)?;
    let first = std::iter::from_fn(|| queue.pop())
        .find(|entry| on.waiter(entry.task).claim_wait(entry.wait_ticket, 0));
    queues.remove_if_empty(address);
    first
}

impl SemaTable {
    /// Called when a reader has added itself to the count and found a writer.
    pub fn lock_reader(
        &self,
        on: &mut impl WakeContext,
        rw: &RwState,
        reader: &mut Locker,
    ) -> LockStep {
        if rw.reader_count.fetch_sub(1, SeqCst).wrapping_sub(1) == NO_READERS {
            self.finish_reader_unlock(on, rw);
        }
        self.lock_reader_or_queue(on, rw, reader)
    }

    /// To be called after a park of a reader; `None`: the reader has not been woken, park again.
    pub fn finish_reader_lock(
        &self,
        on: &mut impl WakeContext,
        rw: &RwState,
        reader: &mut Locker,
    ) -> Option<LockStep> {
        let waiter = on.waiter(reader.locking_task);
        let given = waiter.completion()?.is_operation_done;
        waiter.finish_wait();
        if given {
            return Some(LockStep::Locked);
        }
        Some(self.lock_reader_or_queue(on, rw, reader))
    }

    fn lock_reader_or_queue(
        &self,
        on: &mut impl WakeContext,
        rw: &RwState,
        reader: &mut Locker,
    ) -> LockStep {
        let at_front = reader.waiting_since.is_some();
        let since = *reader.waiting_since.get_or_insert_with(|| on.now());
        let mut queues = self.lock_root(rw.reader_queue_address());
        rw.queued_readers.fetch_add(1, SeqCst);
        loom_seq_cst_fence();
        if rw.try_lock_reader() {
            rw.queued_readers.fetch_sub(1, SeqCst);
            return LockStep::Locked;
        }
        queue_locker(
            queues.queue_or_create(rw.reader_queue_address()),
            on,
            reader.locking_task,
            since,
            at_front,
        );
        LockStep::Parked
    }

    /// Called when the writer has subtracted `WRITER_BIAS` from the count and found readers.
    pub fn lock_writer(&self, on: &mut impl WakeContext, rw: &RwState, me: TaskRef) -> LockStep {
        let mut queues = self.lock_root(rw.reader_queue_address());
        if rw.reader_count.load(SeqCst) == NO_READERS {
            return LockStep::Locked;
        }
        let waiter = on.waiter(me);
        let entry = Entry::single(me, waiter.begin_wait());
        waiter.note_entry_index(queues.queue_or_create(rw.writer_queue_address()).push(entry));
        LockStep::Parked
    }

    /// To be called after a park of a writer, or in a wait for a group: returns whether the wait has ended. If the wait
    /// has not ended, the caller must park again.
    pub fn finish_wait(&self, on: &impl WakeContext, me: TaskRef) -> bool {
        let waiter = on.waiter(me);
        let done = waiter.completion().is_some();
        if done {
            waiter.finish_wait();
        }
        done
    }

    /// Called when a reader has taken itself off the count and found a writer: if that writer waits and no reader is
    /// left, the writer gets the lock.
    pub fn finish_reader_unlock(&self, on: &mut impl WakeContext, rw: &RwState) {
        let mut queues = self.lock_root(rw.reader_queue_address());
        if rw.reader_count.load(SeqCst) != NO_READERS {
            return;
        }
        let writer = claim_first_waiter(&mut queues, on, rw.writer_queue_address());
        drop(queues);
        if let Some(writer) = writer {
            on.waiter(writer.task).complete_wait(true);
            on.wake(writer.task);
        }
    }

    /// Called when the writer has added `WRITER_BIAS` back and found waiting readers. Readers that have waited long get
    /// the lock now (with `hand_over`, all readers); the others try again. No other writer can take the lock during the
    /// call.
    pub fn finish_writer_unlock(&self, on: &mut impl WakeContext, rw: &RwState, hand_over: bool) {
        let now = on.now();
        loop {
            let mut queues = self.lock_root(rw.reader_queue_address());
            let Some(reader) = claim_first_waiter(&mut queues, on, rw.reader_queue_address())
            else {
                return;
            };
            rw.queued_readers.fetch_sub(1, SeqCst);
            let given = hand_over || waited_nanos(&reader, now) >= READER_STARVATION_NANOS;
            if given {
                rw.reader_count.fetch_add(1, SeqCst);
            }
            drop(queues);
            on.waiter(reader.task).complete_wait(given);
            on.wake(reader.task);
        }
    }

    /// Withdraws a parked reader: if it has already got the lock, releases the lock.
    pub fn withdraw_reader(&self, on: &mut impl WakeContext, rw: &RwState, me: TaskRef) {
        let mut queues = self.lock_root(rw.reader_queue_address());
        let waiter = on.waiter(me);
        let Some(woken) = waiter.withdraw_wait() else {
            if queues.queue_or_create(rw.reader_queue_address()).withdraw(waiter.entry_index(), me)
            {
                rw.queued_readers.fetch_sub(1, SeqCst);
            }
            queues.remove_if_empty(rw.reader_queue_address());
            return;
        };
        drop(queues);
        if woken.is_operation_done
            && has_writer(rw.reader_count.fetch_sub(1, SeqCst).wrapping_sub(1))
        {
            self.finish_reader_unlock(on, rw);
        }
    }

    /// Withdraws the parked writer. The caller still has to add `WRITER_BIAS` back to the count, as if the writer had
    /// got the lock.
    pub fn withdraw_writer(&self, on: &impl WakeContext, rw: &RwState, me: TaskRef) {
        let mut queues = self.lock_root(rw.reader_queue_address());
        let waiter = on.waiter(me);
        if waiter.withdraw_wait().is_none() {
            queues.queue_or_create(rw.writer_queue_address()).withdraw(waiter.entry_index(), me);
            queues.remove_if_empty(rw.writer_queue_address());
        }
    }
}
