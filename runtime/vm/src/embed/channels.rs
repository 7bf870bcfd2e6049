//! Channels between an embedder and the program: a goroutine of package `internal/embed` passes the values between a
//! channel of the program and the embedder's [end](HostChannel).

use crate::goroutine::spawn::spawn;
use crate::goroutine::state::Goroutine;
use crate::interp::new_chan::new_chan;
use crate::native::NativeCx;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;
use minigo_sched::{ExternalWakeGuard, Handle, TaskRef};
use std::sync::Arc;

/// The direction of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The program receives from the channel.
    ToProgram,
    /// The program sends on the channel.
    ToEmbedder,
}

/// An embedder's end of a channel. The goroutine that passes the values calls the methods.
pub trait HostChannel: Send + Sync {
    /// Returns the next value for the program, or, for a channel to the embedder, memory for the next value. The value
    /// that the last call returned has been passed. `waiter` makes the waker of the goroutine, which waits if the
    /// result is [`ChannelStep::Wait`]. If there is no memory, the machine calls the method again.
    fn next(&self, cx: &mut NativeCx, waiter: &dyn Fn() -> GoroutineWaker) -> ChannelStep;

    /// For a channel to the embedder: takes the value in this memory. Results: [`ChannelStep::Passed`], or
    /// [`ChannelStep::Wait`], or [`ChannelStep::Invalid`].
    fn take_value(
        &self,
        cx: &mut NativeCx,
        value: *mut u8,
        waiter: &dyn Fn() -> GoroutineWaker,
    ) -> ChannelStep;
}

/// The result of a method of [`HostChannel`].
#[derive(Debug)]
pub enum ChannelStep {
    /// The address of a value, or of memory for a value, in the machine's heap.
    At(*mut u8),
    /// The value has been taken.
    Passed,
    /// The other side has no end any more.
    Closed,
    /// The goroutine waits for the waker.
    Wait,
    /// The value has no form on the other side: the goroutine panics with this text.
    Invalid(String),
}

/// Wakes a goroutine that waits for the embedder, from any thread. While the waker exists, the machine is not
/// deadlocked.
pub struct GoroutineWaker {
    handle: Handle<Goroutine>,
    task: TaskRef,
    _alive: ExternalWakeGuard<Goroutine>,
}

impl std::fmt::Debug for GoroutineWaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GoroutineWaker").field("task", &self.task).finish_non_exhaustive()
    }
}

impl GoroutineWaker {
    pub(crate) fn new(handle: Handle<Goroutine>, task: TaskRef) -> Self {
        let alive = handle.expect_external_wakes();
        Self { handle, task, _alive: alive }
    }

    /// Wakes the goroutine.
    pub fn wake(self) {
        self.handle.wake_in_drive(self.task);
    }
}

/// A [`HostChannel`] in the form in which [`Embedding`](crate::shared::embedding::Embedding), which does not know that
/// trait, keeps it.
pub(crate) struct TrackedChannel(pub(crate) Arc<dyn HostChannel>);

impl NativeCx {
    /// Makes an unbuffered channel of this type. The caller keeps the channel reachable.
    ///
    /// # Panics
    /// If the type is no channel's.
    pub fn make_channel(&mut self, ty: TypeId) -> u64 {
        new_chan(self, ty, 0).expect("a channel without a buffer is not too large")
    }

    /// Starts the goroutine that passes values between `channel`, of type `ty`, and the embedder's `end`. The goroutine
    /// belongs to the present call.
    pub fn connect_channel(
        &mut self,
        ty: TypeId,
        channel: u64,
        direction: Direction,
        end: Arc<dyn HostChannel>,
    ) {
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        let Some(embedding) = (unsafe { (*shared).embedding.as_deref() }) else { return };
        let name = match direction {
            Direction::ToProgram => ".feed",
            Direction::ToEmbedder => ".drain",
        };
        let func =
            self.registered_function(name).expect("package internal/embed registers it").func.0;
        let ty = self.types().descriptor_address_of(ty);
        let number = embedding.next_channel_number();
        let args = [ty, channel, u64::from(number)];
        // SAFETY: a func value points to its code, and the function has three parameters of one slot.
        let task =
            unsafe { spawn(self, *(func as *const *const Op), func, args.as_ptr(), args.len()) };
        embedding.add_channel(number, task, Arc::new(TrackedChannel(end)));
    }
}
