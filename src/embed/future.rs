//! Calls as futures.

use super::call::{CallState, StartedCall, TypedCallee};
use super::error::Error;
use super::run::Run;
use super::signature::{Args, Results};
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// The most time that a poll runs goroutines, in ns: other tasks on the executor's thread wait meanwhile.
const LONGEST_POLL: u64 = 500_000;

/// A call as a future: see [`Func::call_async`](super::Func::call_async).
pub struct CallFuture<'r, A: Args, R: Results> {
    run: &'r mut Run,
    state: State<A, R>,
}

enum State<A: Args, R: Results> {
    Started(StartedCall<TypedCallee<A, R>>),
    /// The call could not be started.
    Failed(Error),
    Ended,
}

impl<A: Args, R: Results> fmt::Debug for CallFuture<'_, A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallFuture").field("run", &self.run).finish_non_exhaustive()
    }
}

impl<'r, A: Args, R: Results> CallFuture<'r, A, R> {
    pub(super) fn new(
        run: &'r mut Run,
        call: Result<StartedCall<TypedCallee<A, R>>, Error>,
    ) -> Self {
        Self { run, state: call.map_or_else(State::Failed, State::Started) }
    }
}

impl<A: Args, R: Results> Future for CallFuture<'_, A, R> {
    type Output = Result<R, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { run, state } = self.get_mut();
        let call = match state {
            State::Started(call) => call,
            State::Failed(error) => {
                let error = error.clone();
                *state = State::Ended;
                return Poll::Ready(Err(error));
            }
            State::Ended => panic!("a future is not polled after it has returned its result"),
        };
        // An event that comes from now on wakes the task, also before this poll returns.
        run.task_waking.waker.set(cx.waker());
        let now = run.driven.now();
        match call.run_until(run, false, now.saturating_add(LONGEST_POLL)) {
            CallState::Ended(result) => {
                *state = State::Ended;
                return Poll::Ready(result);
            }
            CallState::Ready => run.task_waking.waker.wake(),
            CallState::Waits(timer) => {
                let until = timer.unwrap_or(u64::MAX).min(call.deadline);
                if until != u64::MAX {
                    let pause = Duration::from_nanos(until.saturating_sub(run.driven.now()));
                    run.task_waking.wake_after(pause);
                }
            }
        }
        Poll::Pending
    }
}

impl<A: Args, R: Results> Drop for CallFuture<'_, A, R> {
    fn drop(&mut self) {
        if let State::Started(call) = std::mem::replace(&mut self.state, State::Ended) {
            call.abandon(self.run);
        }
    }
}
