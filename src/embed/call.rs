//! A call of a Go function, from its start to its result.

use super::cancel::Cancel;
use super::error::{Error, Panic};
use super::package::HostSide;
use super::run::Run;
use super::signature::{Args, Results};
use super::value::{Cx, Go};
use minigo_vm::embed::{CallEnd, GoFunction, HostCall, Resource};
use minigo_vm::native::{NativeCx, Outcome};
use minigo_vm::{Drive, DriveOutcome};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How long the goroutines of a cancelled call may complete operations that others depend on, in ns. Goroutines that
/// have not ended by then end when the machine runs goroutines the next time.
const CANCELLED_END: u64 = 10_000_000;

/// How long the goroutines of a call that ends by an error other than its cancellation may complete operations that
/// others depend on, in ns: goroutines that ran out of memory would take memory from the next call.
const LONGEST_END: u64 = 2_000_000_000;

/// A call that has been started on a machine.
pub(super) struct StartedCall<A, R> {
    call: Arc<Call<A, R>>,
    /// The call's number; `None` for the main goroutine, which initialises the packages.
    number: Option<u32>,
    cancel: Cancel,
    /// When the call's time is over, on the machine's clock.
    pub(super) deadline: u64,
    /// Whether the goroutine has been asked to end.
    was_asked: bool,
}

/// The state of a call after goroutines have run.
pub(super) enum Turn<R> {
    Ended(Result<R, Error>),
    /// The goroutines can go on.
    Ready,
    /// No goroutine can run before this time of the machine's clock, or before an event from outside.
    Waits(Option<u64>),
}

impl<A: Args, R: Results> StartedCall<A, R> {
    /// The program's main goroutine.
    pub(super) fn main(run: &mut Run) -> Self {
        let call = Arc::new(Call::<A, R>::main());
        run.driven.start_main(call.clone());
        Self::started(run, call, None)
    }

    /// Starts a call of `function`; `error_text` is the function that returns an error's text.
    pub(super) fn new(
        run: &mut Run,
        function: GoFunction,
        error_text: GoFunction,
        args: A,
    ) -> Self {
        let call = Arc::new(Call {
            args: Some(args),
            function: Some((function, error_text)),
            side: Some(run.side.clone()),
            result: Mutex::new(None),
            has_ended: AtomicBool::new(false),
        });
        let number = run.driven.start(call.clone());
        Self::started(run, call, Some(number))
    }

    fn started(run: &mut Run, call: Arc<Call<A, R>>, number: Option<u32>) -> Self {
        let cancel = run.canceller();
        let mut started = Self { call, number, cancel, deadline: u64::MAX, was_asked: false };
        started.begin_limits(run);
        started
    }

    /// Gives the call, which is about to run, the machine's limits on time and fuel.
    pub(super) fn begin_limits(&mut self, run: &Run) {
        run.driven.set_fuel(run.limits.fuel);
        self.deadline = match run.limits.wall {
            Some(limit) => run.driven.now().saturating_add(limit.as_nanos() as u64),
            None => u64::MAX,
        };
    }

    /// Reports whether the call has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.call.has_ended.load(Ordering::Relaxed)
    }

    /// Returns a handle of the call.
    pub(super) fn canceller(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Runs goroutines until the call has ended.
    pub(super) fn complete(mut self, run: &mut Run) -> Result<R, Error> {
        loop {
            if let Turn::Ended(result) = self.turn(run, true, u64::MAX) {
                return result;
            }
        }
    }

    /// Runs goroutines until the call has ended or the machine's clock has reached `until`. If no goroutine can run,
    /// waits if `waits` is set, or else returns.
    pub(super) fn turn(&mut self, run: &mut Run, waits: bool, until: u64) -> Turn<R> {
        loop {
            let Self { call, cancel, was_asked, .. } = &*self;
            let end = run.drive_metered(waits, self.deadline.min(until), &mut || {
                call.has_ended.load(Ordering::Relaxed)
                    || cancel.ends()
                    || cancel.asks() && !was_asked
            });
            if self.has_ended() {
                return Turn::Ended(self.result(run));
            }
            let error = match end {
                Drive::Over if self.cancel.ends() => Error::Cancelled,
                Drive::Over => {
                    self.was_asked = true;
                    if let Some(number) = self.number {
                        run.driven.ask_to_end(number);
                    }
                    continue;
                }
                Drive::Late if until < self.deadline => return Turn::Ready,
                Drive::Late => Error::TimedOut,
                Drive::Quiet(timer) if !waits => return Turn::Waits(timer),
                Drive::Quiet(_) | Drive::Ended(DriveOutcome::Deadlock | DriveOutcome::AllDone) => {
                    Error::Deadlock
                }
                Drive::Ended(other) => Error::Broken(format!("the machine has ended: {other:?}")),
            };
            let most = if error == Error::Cancelled { CANCELLED_END } else { LONGEST_END };
            run.end_call(self.number, most);
            return Turn::Ended(Err(error));
        }
    }

    /// Ends the call, whose result is not wanted any more.
    pub(super) fn give_up(self, run: &mut Run) {
        run.end_call(self.number, CANCELLED_END);
    }

    /// Takes the result of the call, which has ended.
    fn result(&self, run: &mut Run) -> Result<R, Error> {
        let result = self.call.result.lock().take();
        match result.unwrap_or(Err(Error::Broken("a call without a result".to_owned()))) {
            Ok(result) => {
                run.renew_used_canceller();
                Ok(result)
            }
            Err(error) => {
                run.end_call(self.number, LONGEST_END);
                Err(if self.was_asked && error == Error::Goexit { Error::Cancelled } else { error })
            }
        }
    }
}

/// The part of a call that its goroutine knows.
struct Call<A, R> {
    args: Option<A>,
    /// The function, and the function that returns an error's text; `None` for the main goroutine.
    function: Option<(GoFunction, GoFunction)>,
    side: Option<Arc<HostSide>>,
    result: Mutex<Option<Result<R, Error>>>,
    has_ended: AtomicBool,
}

impl<A: Args, R: Results> Call<A, R> {
    fn main() -> Self {
        let (args, function, side) = (None, None, None);
        let (result, has_ended) = (Mutex::new(None), AtomicBool::new(false));
        Self { args, function, side, result, has_ended }
    }

    fn set(&self, result: Result<R, Error>) {
        self.result.lock().get_or_insert(result);
    }
}

// A function is called on the machine that it belongs to, so the addresses of its results are valid there.
impl<A: Args, R: Results> HostCall for Call<A, R> {
    fn begin(self: Arc<Self>, cx: &mut NativeCx) -> Outcome<bool> {
        let (Some(args), Some((function, error_text)), Some(side)) =
            (&self.args, self.function, self.side.clone())
        else {
            return Outcome::Return(false);
        };
        let mut slots = Vec::with_capacity(8);
        args.push(&mut Cx::new(cx, &side.known), &mut slots);
        let results = R::SLOTS + if R::FAILS { 2 } else { 0 };
        Outcome::call_go(function.func, slots, results, move |cx, results| {
            let (values, error) = results.split_at(R::SLOTS);
            if let [word, data] = *error
                && word != 0
            {
                let text = move |cx: &mut NativeCx, slots: &[u64]| {
                    let reading = Cx::new(cx, &side.known);
                    // SAFETY: the function returns a string.
                    let text = unsafe { <String as Go>::read(&reading, slots.as_ptr().cast()) };
                    if let Some(failed) = text.ok().and_then(R::failed) {
                        self.set(Ok(failed));
                    }
                    cx.call_returned();
                    Outcome::Return(true)
                };
                return Outcome::call_go(error_text.func, vec![word, data], 2, text);
            }
            let reading = Cx::new(cx, &side.known);
            // SAFETY: the function's type was compared with `R`.
            let result = unsafe { R::load(&reading, values.as_ptr()) };
            self.set(result.map_err(|invalid| Error::Invalid(invalid.0)));
            cx.call_returned();
            Outcome::Return(true)
        })
    }

    fn ended(&self, end: CallEnd) {
        match error_of(end) {
            Some(error) => *self.result.lock() = Some(Err(error)),
            // The main goroutine has no results.
            None if self.function.is_none() => R::none().into_iter().for_each(|r| self.set(Ok(r))),
            None => {}
        }
        self.has_ended.store(true, Ordering::Relaxed);
    }
}

/// Returns the error for the way in which a call has ended; `None` if the function has returned.
pub(super) fn error_of(end: CallEnd) -> Option<Error> {
    Some(match end {
        CallEnd::Returned => return None,
        CallEnd::Crashed(crash) => Error::Panic(Box::new(Panic(*crash))),
        CallEnd::Exhausted(Resource::Memory) => Error::OutOfMemory,
        CallEnd::Exhausted(Resource::Fuel) => Error::OutOfFuel,
        CallEnd::Exhausted(Resource::Goroutines) => Error::TooManyGoroutines,
        CallEnd::Exited(status) => Error::Exited(status),
        CallEnd::Goexit => Error::Goexit,
        CallEnd::Terminated => Error::Cancelled,
    })
}
