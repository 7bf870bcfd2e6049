//! The kinds of events.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// What happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $name,)* }

        impl Kind {
            /// Every kind, by number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The return of a call to the processor it had, or to another idle one.
            pub(crate) const fn returned(to_old: bool) -> Self {
                if to_old { Self::ReturnOld } else { Self::ReturnIdle }
            }

            /// Its name in traces and counts.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

kinds! {
    /// A task begins to exist and can run; `arg` is where ([`Place`](super::Place)); `mark` is what it says of itself.
    Create "create",
    /// A slice begins on worker `arg`; `mark` as for `Create`.
    Start "start",
    /// A slice ends: the task waits for a reason (`arg`), `mark` says where and for what.
    Park "park",
    /// The task did not park: it was woken meanwhile.
    Unpark "unpark",
    /// A slice ends: the task yields; `arg` is where it waits now.
    Yield "yield",
    /// A slice ends: the task was asked to yield; `arg` is where it waits now.
    Preempted "preempted",
    /// A slice ends: the processor has something else to do first; `arg` is where the task waits now.
    Displaced "displaced",
    /// A slice ends with the task.
    Done "done",
    /// A slice ends in a call that may block; `arg` is 1 for one that is known to last.
    Block "syscall.enter",
    /// The call has ended and the processor is still there.
    Unblock "syscall.exit",
    /// The call has ended, the processor was gone, but is idle again.
    ReturnOld "syscall.return.old",
    /// The call has ended, the processor is busy; another one was idle.
    ReturnIdle "syscall.return.idle",
    /// The call has ended, and no processor is idle: the task is in the global queue.
    ReturnQueued "syscall.return.queued",
    /// Something that tasks wait for was made: `object`, at `location`; without an object, the next task is made there.
    Made "made",
    /// A parked task becomes runnable; `arg` is where it waits.
    Wake "wake",
    /// The task came out of runnext and goes on with the time slice of the one before.
    Inherit "runnext",
    /// The task was pushed out of runnext by another one; `arg` is where it waits now.
    Kick "runnext.kick",
    /// The task came from the local queue.
    Local "local",
    /// The global queue came first because it was its turn.
    Tick61 "tick61",
    /// The global queue gave `arg` tasks: the one that is run, and those that are then [`Moved`](Self::Moved).
    Global "global",
    /// Half of a full local queue, `arg` tasks, went to the global one; then each is [`Moved`](Self::Moved).
    Overflow "overflow",
    /// `arg` is the victim; half of its queue: the one that is run, and those that are then [`Moved`](Self::Moved).
    Steal "steal",
    /// `arg` is the victim; what lay in its runnext.
    StealNext "steal.runnext",
    /// A task that can run waits elsewhere from now on: `arg` is where.
    Moved "moved",
    /// The worker begins to search.
    SpinStart "spin.start",
    /// The worker searches no more.
    SpinStop "spin.stop",
    /// Worker `arg` takes the processor.
    ProcStart "proc.start",
    /// The processor becomes idle.
    ProcIdle "proc.idle",
    /// The processor goes to another worker at once, for its own begins a long call.
    Handoff "handoff",
    /// sysmon, or a stop of the world, takes processor `arg` out of a blocking call.
    Retake "retake",
    /// A timer is due.
    Timer "timer",
    /// Timers of processor `arg`, another one, are run.
    TimerSteal "timer.steal",
    /// The poller made `arg` tasks runnable.
    Netpoll "netpoll",
    /// The task on processor `arg` is asked to yield.
    PreemptAsk "preempt.ask",
    /// Without parking: the waiting task keeps worker and processor.
    Kept "kept",
    /// A task stops the world.
    StopWorld "stop",
    /// No task runs any more.
    Stopped "stopped",
    /// The world goes on.
    StartWorld "go",
    /// The collector goes to phase `arg` ([`GcPhase`]).
    Gc "gc",
    /// There are `arg` processors.
    Procs "procs",
    /// The task is pinned to worker `arg`, which gets the processor too.
    Pinned "pinned",
    /// There are `arg` slots for tasks more than before.
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
    /// The stack of the task that runs has grown to `arg` bytes: it was copied.
    StackGrow "stack.grow",
    /// The task that runs says something: `object` is its number.
    Said "said",
    /// The task was there when recording began. It can run, and `arg` is where it waits; if it cannot, what follows
    /// says why.
    There "there",
}

pub(crate) const KINDS: usize = Kind::ALL.len();
