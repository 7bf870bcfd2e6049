//! The services that this crate's operations need from their caller. `WakeContext` is a trait because loom models have
//! a substitute for the processor.

use crate::waiter::Waiter;
use minigo_sched::{Peer, PeerWaker, ProcessorCx, Task, TaskRef};

/// A caller that can reach waiters and wake tasks: it runs on a processor.
pub trait WakeContext: PeerWaker {
    /// The waiter of a looked-up task.
    fn waiter_of(&self, peer: Self::Peer) -> &Waiter;
    /// The waiter of a task.
    #[inline]
    fn waiter(&self, task: TaskRef) -> &Waiter {
        self.waiter_of(self.peer(task))
    }
    /// Makes a parked task runnable: it is next in turn.
    #[inline]
    fn wake(&mut self, task: TaskRef) {
        self.wake_peer(self.peer(task));
    }
    /// Returns a random number below `n`, for the order in which a select tries its cases.
    fn random(&mut self, n: u32) -> u32;
    /// Returns which of `n` ready cases a select performs, if the choice is explored rather than
    /// [random](Self::random).
    #[inline]
    fn explored_choice(&mut self, n: u32) -> Option<u32> {
        let _ = n;
        None
    }
    /// The time in nanoseconds, to tell how long a task has waited for a mutex.
    fn now(&self) -> u64;
    /// Tells the race detector, under the channel's lock, that the running task, or the claimed `peer`, puts an element
    /// into this place of the channel's buffer or takes it out. So the n-th receive happens after the n-th send, and
    /// before the (n + capacity)-th send.
    #[inline]
    fn note_buffer_place(&self, channel: usize, place: usize, peer: Option<Self::Peer>) {
        let _ = (channel, place, peer);
    }
    /// Tells the race detector that the running task and the claimed one exchange a value without a buffer.
    #[inline]
    fn note_rendezvous(&self, channel: usize, peer: Self::Peer) {
        let _ = (channel, peer);
    }
    /// Tells the race detector that the running task is about to close the channel.
    #[inline]
    fn note_close(&self, channel: usize) {
        let _ = channel;
    }
    /// Tells the race detector that the running task, or the claimed one, receives because the channel is closed.
    #[inline]
    fn note_recv_from_closed(&self, channel: usize, peer: Option<Self::Peer>) {
        let _ = (channel, peer);
    }
    /// Called with words that were taken out of a ring or of another task's waiter: see [`Task::shade_received`].
    #[inline]
    fn shade_received(&mut self, words: &[u64]) {
        let _ = words;
    }
}

impl<'a, T: Task> WakeContext for ProcessorCx<'a, T>
where
    T::Shared: AsRef<Waiter>,
{
    #[inline]
    fn waiter_of(&self, peer: Peer<'a, T>) -> &Waiter {
        peer.shared().as_ref()
    }

    #[inline]
    fn random(&mut self, n: u32) -> u32 {
        ProcessorCx::random(self, n)
    }

    #[inline]
    fn explored_choice(&mut self, n: u32) -> Option<u32> {
        ProcessorCx::explored_choice(self, n)
    }

    fn now(&self) -> u64 {
        ProcessorCx::now(self)
    }

    #[inline]
    fn shade_received(&mut self, words: &[u64]) {
        T::shade_received(self.local_data(), words);
    }
}
