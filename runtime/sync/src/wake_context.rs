//! What the operations need from the code that performs them. It is a trait because loom models have a toy here
//! instead of a processor.

use crate::waiter::Waiter;
use minigo_sched::{OnP, Peer, Task, TaskRef};

/// Code that can reach waiters and wake tasks: it runs on a processor.
pub trait WakeContext {
    /// A task that was looked up.
    type Peer: Copy;
    /// Looks a task up.
    fn peer(&self, task: TaskRef) -> Self::Peer;
    /// Its waiter.
    fn waiter_of(&self, peer: Self::Peer) -> &Waiter;
    /// Makes it runnable if it is parked, next in turn.
    fn wake_peer(&mut self, peer: Self::Peer);
    /// The waiter of a task.
    #[inline]
    fn waiter(&self, task: TaskRef) -> &Waiter {
        self.waiter_of(self.peer(task))
    }
    /// Makes a parked task runnable, next in turn.
    #[inline]
    fn wake(&mut self, task: TaskRef) {
        self.wake_peer(self.peer(task));
    }
    /// A random number below `n`: in which order a select looks at its cases.
    fn random(&mut self, n: u32) -> u32;
    /// Which of `n` ready cases a select performs, where that is explored rather than left to [`random`](Self::random).
    #[inline]
    fn chosen(&mut self, n: u32) -> Option<u32> {
        let _ = n;
        None
    }
    /// The time in nanoseconds: for how long a task has waited for a mutex.
    fn now(&self) -> u64;
    /// For a detector of data races: under the channel's lock, the running task, or the claimed `peer`, puts an element
    /// into this place of the channel's buffer or takes it out. So the n-th receive happens after the n-th send, and
    /// before the (n + capacity)-th.
    #[inline]
    fn note_place(&self, channel: usize, place: usize, peer: Option<Self::Peer>) {
        let _ = (channel, place, peer);
    }
    /// For a detector of data races: the running task and the claimed one exchange a value without a buffer.
    #[inline]
    fn note_meeting(&self, channel: usize, peer: Self::Peer) {
        let _ = (channel, peer);
    }
    /// For a detector of data races: the running task is about to close the channel.
    #[inline]
    fn note_close(&self, channel: usize) {
        let _ = channel;
    }
    /// For a detector of data races: the running task, or the claimed one, receives since the channel is closed.
    #[inline]
    fn note_closed(&self, channel: usize, peer: Option<Self::Peer>) {
        let _ = (channel, peer);
    }
    /// These words were taken out of a ring or of another task's waiter: see [`Task::shade_received`].
    #[inline]
    fn shade_received(&mut self, words: &[u64]) {
        let _ = words;
    }
}

impl<'a, T: Task> WakeContext for OnP<'a, T>
where
    T::Shared: AsRef<Waiter>,
{
    type Peer = Peer<'a, T>;

    #[inline]
    fn peer(&self, task: TaskRef) -> Peer<'a, T> {
        OnP::peer(self, task)
    }

    #[inline]
    fn waiter_of(&self, peer: Peer<'a, T>) -> &Waiter {
        peer.shared().as_ref()
    }

    #[inline]
    fn wake_peer(&mut self, peer: Peer<'a, T>) {
        OnP::wake_peer(self, peer);
    }

    #[inline]
    fn random(&mut self, n: u32) -> u32 {
        OnP::random(self, n)
    }

    #[inline]
    fn chosen(&mut self, n: u32) -> Option<u32> {
        OnP::chosen(self, n)
    }

    fn now(&self) -> u64 {
        OnP::now(self)
    }

    #[inline]
    fn shade_received(&mut self, words: &[u64]) {
        T::shade_received(self.local(), words);
    }
}
