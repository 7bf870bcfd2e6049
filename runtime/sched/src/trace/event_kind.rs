//! The kinds of events.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// The kind of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $name,)* }

        impl Kind {
            /// Every kind, by number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The kind for a call that returned to the processor that it had, or else to an idle one.
            pub(crate) const fn call_return_kind(to_old: bool) -> Self {
                if to_old { Self::ReturnOld } else { Self::ReturnIdle }
            }

            /// The kind's name in traces and counts.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

kinds! {
    /// A task is created and can run; `arg` is where it waits ([`QueuePlace`](super::QueuePlace)); `mark` is its
    /// self-description.
    Create "create",
    /// A slice begins on worker `arg`; `mark` as for `Create`.
    Start "start",
    /// A slice ends: the task waits; `arg` is the reason; `mark` says where in the program, and for which object.
    Park "park",
    /// The task did not park, because it had been woken before.
    Unpark "unpark",
    /// A slice ends: the task yields; `arg` is where it waits now.
    Yield "yield",
    /// A slice ends: the task was asked to yield; `arg` is where it waits now.
    Preempted "preempted",
    /// A slice ends: the processor has to run another task first; `arg` is where this task waits now.
    Displaced "displaced",
    /// A slice ends with the task.
    Done "done",
    /// A slice ends in a call that may block; `arg` is 1 for a call that is known to take long.
    Block "syscall.enter",
    /// The call has ended, and the worker still has its processor.
    Unblock "syscall.exit",
    /// The call has ended; its processor had been taken away, but is idle again.
    ReturnOld "syscall.return.old",
    /// The call has ended; its processor is busy, but another one was idle.
    ReturnIdle "syscall.return.idle",
    /// The call has ended, and no processor is idle: the task is in the global queue.
    ReturnQueued "syscall.return.queued",
    /// An object on which tasks wait was made: `object`, at `location`; without an object, the next task is made there.
    Made "made",
    /// A parked task becomes runnable; `arg` is where it waits.
    Wake "wake",
    /// The task came out of runnext and continues the time slice of the task before it.
    Inherit "runnext",
    /// Another task displaced the task from runnext; `arg` is where it waits now.
    Kick "runnext.kick",
    /// The task came from the local queue.
    Local "local",
    /// The global queue came first because this was a 61st tick.
    Tick61 "tick61",
    /// The global queue gave `arg` tasks: the one that is run, and those that are then [`Moved`](Self::Moved).
    Global "global",
    /// Half of a full local queue, `arg` tasks, went to the global queue; a [`Moved`](Self::Moved) event follows for
    /// each.
    Overflow "overflow",
    /// The worker stole half of the queue of processor `arg`: the task that is run, and those that are then
    /// [`Moved`](Self::Moved).
    Steal "steal",
    /// The worker stole the task in runnext of processor `arg`.
    StealNext "steal.runnext",
    /// A runnable task waits elsewhere from now on: `arg` is where.
    Moved "moved",
    /// The worker begins to spin.
    SpinStart "spin.start",
    /// The worker stops spinning.
    SpinStop "spin.stop",
    /// Worker `arg` takes the processor.
    ProcStart "proc.start",
    /// The processor becomes idle.
    ProcIdle "proc.idle",
    /// The processor goes to another worker at once, because its own worker begins a long call.
    Handoff "handoff",
    /// sysmon, or a stop of the world, takes processor `arg` out of a blocking call.
    Retake "retake",
    /// A timer is due.
    Timer "timer",
    /// The worker runs timers of processor `arg`, which is not its own.
    TimerSteal "timer.steal",
    /// The netpoller made `arg` tasks runnable.
    Netpoll "netpoll",
    /// The task on processor `arg` is asked to yield.
    PreemptAsk "preempt.ask",
    /// With parking switched off: the waiting task keeps worker and processor.
    Kept "kept",
    /// A task stops the world.
    StopWorld "stop",
    /// The world has stopped: no task runs any more.
    Stopped "stopped",
    /// The world is started again.
    StartWorld "go",
    /// The collector goes to phase `arg` ([`GcPhase`]).
    Gc "gc",
    /// The number of processors is `arg` from now on.
    Procs "procs",
    /// The task is pinned to worker `arg`, which gets the processor too.
    Pinned "pinned",
    /// The scheduler has `arg` more slots for tasks.
    Slots "slots.new",
    /// Worker `arg` is started.
    ThreadNew "thread.new",
    /// Worker `arg` goes to sleep.
    ThreadIdle "thread.idle",
    /// Worker `arg` is woken.
    ThreadWake "thread.wake",
    /// Worker `arg` ends.
    ThreadExit "thread.exit",
    /// sysmon has found nothing to do for some time and pauses for `arg` µs from now on.
    SysmonSlow "sysmon.slow",
    /// All processors are idle: sysmon sleeps.
    SysmonSleep "sysmon.sleep",
    /// A processor is in use again: sysmon is woken.
    SysmonWake "sysmon.wake",
    /// The stack of the running task was copied to a larger one of `arg` bytes.
    StackGrow "stack.grow",
    /// The running task emits a message: `object` is its number.
    Said "said",
    /// The task existed when recording began. If it can run, `arg` is the queue in which it is; if not, the following
    /// event gives the reason.
    There "there",
}

pub(crate) const EVENT_KIND_COUNT: usize = Kind::ALL.len();
