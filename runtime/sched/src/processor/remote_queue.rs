//! The remote queue: tasks that other processors hand over to this one, because the network made them ready and this
//! processor should run them.
//!
//! Any thread may push to it; a local queue has one owner. The queue's length is read without the lock and obeys the
//! wake-up rule of the other queues (`tests/loom_spinning.rs` models it): stored before the sender checks whether a
//! worker has to be woken, read after a spinning worker has given back its processor.

use crate::primitives::loom::{AtomicU32, Mutex, Ordering};
use crate::processor::local_queue::{LocalQueue, PushResult};
use std::collections::VecDeque;

/// The numbers of tasks' slots, oldest first.
#[derive(Debug)]
pub struct RemoteQueue {
    tasks: Mutex<VecDeque<u32>>,
    /// The length of `tasks`; written under the lock of `tasks`.
    len: AtomicU32,
}

impl Default for RemoteQueue {
    fn default() -> Self {
        Self::new()
    }
}

impl RemoteQueue {
    /// Creates an empty queue.
    pub fn new() -> Self {
        Self { tasks: Mutex::new(VecDeque::new()), len: AtomicU32::new(0) }
    }

    /// Appends tasks. Afterwards the sender has to ensure that a worker looks at the queue.
    pub fn push(&self, more: &[u32]) {
        let mut tasks = self.tasks.lock();
        tasks.extend(more);
        // The lock publishes the tasks behind the numbers; the length only tells whether taking is worthwhile.
        self.len.store(tasks.len() as u32, Ordering::Relaxed);
    }

    /// Reports whether the queue seems empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The approximate length.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed) as usize
    }

    /// The queued tasks, oldest first.
    pub fn queued_tasks(&self) -> Vec<u32> {
        self.tasks.lock().iter().copied().collect()
    }

    /// For the owner: moves as many tasks as fit to the tail of its local queue.
    #[cold]
    pub fn move_to<const N: usize>(&self, queue: &mut LocalQueue<N>) {
        self.take_share(queue, |len| len);
    }

    /// For a thief with an empty queue: moves the older half there, rounded up, and returns one task that is not
    /// queued.
    pub fn steal_half<const N: usize>(&self, queue: &mut LocalQueue<N>) -> Option<u32> {
        if self.is_empty() {
            return None;
        }
        self.take_share(queue, |len| len.div_ceil(2));
        queue.pop()
    }

    /// Takes all tasks, because the owner is in a long slice.
    pub fn take_all(&self) -> Vec<u32> {
        let mut tasks = self.tasks.lock();
        self.len.store(0, Ordering::Relaxed);
        tasks.drain(..).collect()
    }

    fn take_share<const N: usize>(
        &self,
        queue: &mut LocalQueue<N>,
        share: impl Fn(usize) -> usize,
    ) {
        let mut tasks = self.tasks.lock();
        let n = share(tasks.len()).min(queue.free_entries());
        for task in tasks.drain(..n) {
            let pushed = queue.push(task);
            debug_assert_eq!(pushed, PushResult::Kept, "no more than there is room for");
        }
        self.len.store(tasks.len() as u32, Ordering::Relaxed);
    }
}
