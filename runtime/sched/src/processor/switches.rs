//! Mechanisms that can be switched off, to see what each buys.

/// Mechanisms that can be switched off, to see what each buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Off: one global queue.
    pub local_queues: bool,
    /// Off: a woken task goes to the tail of the local queue.
    pub runnext: bool,
    /// Off: an idle P takes nothing from the others.
    pub steal: bool,
    /// Off: a parked task keeps its thread and its P.
    pub park: bool,
    /// Off: a blocking call keeps its P.
    pub handoff: bool,
    /// Off: no task is asked to yield.
    pub preempt: bool,
    /// Off: a worker looks once and sleeps.
    pub spin: bool,
    /// Off: the global queue is looked at when the local one is empty.
    pub tick61: bool,
    /// Off: a task that waits for the network keeps a thread.
    pub netpoll: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            local_queues: true,
            runnext: true,
            steal: true,
            park: true,
            handoff: true,
            preempt: true,
            spin: true,
            tick61: true,
            netpoll: true,
        }
    }
}
