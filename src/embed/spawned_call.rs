//! Calls that run concurrently with others, like those of `go` statements.

use super::call::{CallState, StartedCall, TypedCallee};
use super::cancel::Cancel;
use super::error::Error;
use super::package::HostSide;
use super::run::Run;
use super::signature::{Args, Results};
use std::fmt;
use std::sync::Weak;

/// A call that was started as a goroutine of its own: see [`Func::spawn`](super::Func::spawn). If this value is dropped
/// the goroutine continues, and its results are lost.
pub struct Spawned<A: Args, R: Results> {
    call: StartedCall<TypedCallee<A, R>>,
    /// The Rust side of the call's machine.
    host_side: Weak<HostSide>,
}

impl<A: Args, R: Results> fmt::Debug for Spawned<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spawned").finish_non_exhaustive()
    }
}

impl<A: Args, R: Results> Spawned<A, R> {
    pub(super) fn new(call: StartedCall<TypedCallee<A, R>>, side: Weak<HostSide>) -> Self {
        Self { call, host_side: side }
    }

    /// Reports whether the function has returned, or its goroutine has ended otherwise: then [`join`](Self::join)
    /// returns at once.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.call.has_ended()
    }

    /// Returns a handle that cancels the call while it is joined.
    #[must_use]
    pub fn canceller(&self) -> Cancel {
        self.call.canceller()
    }

    /// Runs the machine's goroutines until the function has returned, and returns its results. The limit on time counts
    /// from the call of `join`.
    ///
    /// # Errors
    /// As for [`Func::call`](super::Func::call).
    pub fn join(mut self, run: &mut Run) -> Result<R, Error> {
        run.check_owner(&self.host_side)?;
        self.call.begin_limits(run);
        self.call.complete(run)
    }

    /// Returns the results if the function has returned, and the call itself if it has not; runs no goroutine.
    ///
    /// # Errors
    /// The call, which has not ended, or belongs to another machine.
    pub fn try_join(mut self, run: &mut Run) -> Result<Result<R, Error>, Self> {
        if run.check_owner(&self.host_side).is_err() || !self.has_ended() {
            return Err(self);
        }
        match self.call.run_until(run, false, 0) {
            CallState::Ended(result) => Ok(result),
            CallState::Ready | CallState::Waits(_) => Err(self),
        }
    }
}
