//! A call of a Go function, from its start to its result.

use super::cancel::Cancel;
use super::error::{Error, Panic};
use super::package::HostSide;
use super::run::Run;
use super::signature::{Args, Results};
use super::value::{Cx, Go, Invalid};
use minigo_vm::embed::{CallEnd, CalledFunction, GoFunction, HostCall, Resource};
use minigo_vm::native::NativeCx;
use minigo_vm::{DriveEnd, DriveOutcome};
use parking_lot::Mutex;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How long the goroutines of a cancelled call may complete operations that others depend on, in ns. Goroutines that
/// have not ended by then end when the machine runs goroutines the next time.
const CANCELLED_CALL_GRACE_NANOS: u64 = 10_000_000;

/// How long the goroutines of a call that ends by an error other than its cancellation may complete operations that
/// others depend on, in ns: goroutines that ran out of memory would take memory from the next call.
const FAILED_CALL_GRACE_NANOS: u64 = 2_000_000_000;

/// A function that is called, with its arguments.
pub(super) trait Callee: Send + Sync + 'static {
    type Results: Send + 'static;

    /// Appends the slots of the arguments.
    fn push_args(&self, cx: &mut Cx<'_>, into: &mut Vec<u64>) -> Result<(), Invalid>;

    /// Drops the arguments, which have been passed, if they can be noticed.
    fn drop_args(&self) {}

    /// The number of slots of the results, without the error's.
    fn result_slots(&self) -> usize;

    /// Whether the last result is an error.
    fn returns_error(&self) -> bool;

    /// Loads the results.
    ///
    /// # Safety
    /// The results lie in the slots.
    unsafe fn load(&self, cx: &Cx<'_>, slots: *const u64) -> Result<Self::Results, Invalid>;

    /// Returns the results of a function that returned an error with this text.
    fn results_from_error(&self, text: String) -> Option<Self::Results>;
}

/// A function whose types are known to Rust, with its arguments.
pub(super) struct TypedCallee<A, R> {
    /// The arguments, until they have been passed.
    args: Mutex<Option<A>>,
    results: PhantomData<fn() -> R>,
}

impl<A, R> TypedCallee<A, R> {
    pub(super) fn new(args: A) -> Self {
        Self { args: Mutex::new(Some(args)), results: PhantomData }
    }
}

impl<A: Args, R: Results> Callee for TypedCallee<A, R> {
    type Results = R;

    fn push_args(&self, cx: &mut Cx<'_>, into: &mut Vec<u64>) -> Result<(), Invalid> {
        self.args.lock().as_ref().map_or(Ok(()), |args| args.push(cx, into))
    }

    fn drop_args(&self) {
        let args = self.args.lock().take();
        drop(args);
    }

    fn result_slots(&self) -> usize {
        R::SLOTS
    }

    fn returns_error(&self) -> bool {
        R::RETURNS_ERROR
    }

    unsafe fn load(&self, cx: &Cx<'_>, slots: *const u64) -> Result<R, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { R::load(cx, slots) }
    }

    fn results_from_error(&self, text: String) -> Option<R> {
        R::from_error(text)
    }
}

/// A call that has been started on a machine.
pub(super) struct StartedCall<C: Callee> {
    call: Arc<Call<C>>,
    /// The call's number; `None` for the main goroutine, which initialises the packages.
    number: Option<u32>,
    cancel: Cancel,
    /// When the call's time is over, on the machine's clock.
    pub(super) deadline: u64,
    /// Whether the goroutine has been asked to end.
    was_asked_to_end: bool,
}

/// The state of a call after goroutines have run.
pub(super) enum CallState<R> {
    Ended(Result<R, Error>),
    /// The goroutines can go on.
    Ready,
    /// No goroutine can run before this time of the machine's clock, or before an event from outside.
    Waits(Option<u64>),
}

impl StartedCall<TypedCallee<(), ()>> {
    /// The program's main goroutine.
    pub(super) fn of_main(run: &mut Run) -> Self {
        let call = Arc::new(Call::new(None));
        // The main goroutine has no results that could be loaded.
        call.set_result(Ok(()));
        run.driven.start_main(call.clone());
        Self::new_started(run, call, None)
    }
}

impl<C: Callee> StartedCall<C> {
    /// Starts a call of `function`; `error_text` is the function that returns an error's text.
    pub(super) fn new(
        run: &mut Run,
        function: GoFunction,
        error_text: GoFunction,
        callee: C,
    ) -> Self {
        let side = run.host_side.clone();
        let call =
            Arc::new(Call::new(Some(Target { callee, function, error_text, host_side: side })));
        let number = run.driven.start(call.clone());
        Self::new_started(run, call, Some(number))
    }

    fn new_started(run: &mut Run, call: Arc<Call<C>>, number: Option<u32>) -> Self {
        let cancel = run.canceller();
        let mut started =
            Self { call, number, cancel, deadline: u64::MAX, was_asked_to_end: false };
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
    pub(super) fn complete(mut self, run: &mut Run) -> Result<C::Results, Error> {
        loop {
            if let CallState::Ended(result) = self.run_until(run, true, u64::MAX) {
                return result;
            }
        }
    }

    /// Runs goroutines until the call has ended or the machine's clock has reached `until`. If no goroutine can run,
    /// waits if `waits` is set, or else returns.
    pub(super) fn run_until(
        &mut self,
        run: &mut Run,
        waits: bool,
        until: u64,
    ) -> CallState<C::Results> {
        loop {
            let Self { call, cancel, was_asked_to_end: was_asked, .. } = &*self;
            let end = run.drive_metered(waits, self.deadline.min(until), &mut || {
                call.has_ended.load(Ordering::Relaxed)
                    || cancel.must_end()
                    || cancel.is_asked_to_end() && !was_asked
            });
            if self.has_ended() {
                return CallState::Ended(self.result(run));
            }
            let error = match end {
                DriveEnd::Over if self.cancel.must_end() => Error::Cancelled,
                DriveEnd::Over => {
                    self.was_asked_to_end = true;
                    if let Some(number) = self.number {
                        run.driven.request_goexit(number);
                    }
                    continue;
                }
                DriveEnd::Late if until < self.deadline => return CallState::Ready,
                DriveEnd::Late => Error::TimedOut,
                DriveEnd::Quiet(timer) if !waits => return CallState::Waits(timer),
                DriveEnd::Quiet(_)
                | DriveEnd::Ended(DriveOutcome::Deadlock | DriveOutcome::AllDone) => {
                    Error::Deadlock
                }
                DriveEnd::Ended(other) => {
                    Error::Broken(format!("the machine has ended: {other:?}"))
                }
            };
            let most = if error == Error::Cancelled {
                CANCELLED_CALL_GRACE_NANOS
            } else {
                FAILED_CALL_GRACE_NANOS
            };
            run.end_call(self.number, most);
            return CallState::Ended(Err(error));
        }
    }

    /// Ends the call, whose result is not wanted any more.
    pub(super) fn abandon(self, run: &mut Run) {
        run.end_call(self.number, CANCELLED_CALL_GRACE_NANOS);
    }

    /// Takes the result of the call, which has ended.
    fn result(&self, run: &mut Run) -> Result<C::Results, Error> {
        let result = self.call.result.lock().take();
        match result.unwrap_or_else(|| Err(Error::Broken("a call without a result".to_owned()))) {
            Ok(result) => {
                run.renew_used_canceller();
                Ok(result)
            }
            Err(error) => {
                run.end_call(self.number, FAILED_CALL_GRACE_NANOS);
                Err(if self.was_asked_to_end && error == Error::Goexit {
                    Error::Cancelled
                } else {
                    error
                })
            }
        }
    }
}

/// The part of a call that its goroutine knows.
struct Call<C: Callee> {
    /// The called function; `None` for the main goroutine.
    target: Option<Target<C>>,
    result: Mutex<Option<Result<C::Results, Error>>>,
    has_ended: AtomicBool,
}

struct Target<C> {
    callee: C,
    function: GoFunction,
    /// The function that returns an error's text.
    error_text: GoFunction,
    host_side: Arc<HostSide>,
}

impl<C: Callee> Call<C> {
    fn new(target: Option<Target<C>>) -> Self {
        Self { target, result: Mutex::new(None), has_ended: AtomicBool::new(false) }
    }

    fn set_result(&self, result: Result<C::Results, Error>) {
        self.result.lock().get_or_insert(result);
    }

    /// Makes the error that the function has returned the result: its text lies in these slots.
    fn set_error(&self, cx: &mut NativeCx, text: *const u64) {
        if let Some(Target { callee, host_side: side, .. }) = &self.target {
            // SAFETY: the function that was called returns a string.
            let text = unsafe { String::read(&Cx::new(cx, &side.known_types), text.cast()) };
            if let Some(results_from_error) =
                text.ok().and_then(|text| callee.results_from_error(text))
            {
                self.set_result(Ok(results_from_error));
            }
        }
    }
}

// A function is called on the machine that it belongs to, so the addresses of its results are valid there.
impl<C: Callee> HostCall for Call<C> {
    fn begin(&self, cx: &mut NativeCx, args: &mut Vec<u64>) -> Option<CalledFunction> {
        let Target { callee, function, host_side: side, .. } = self.target.as_ref()?;
        let mut writing = Cx::new(cx, &side.known_types);
        if let Err(invalid) = callee.push_args(&mut writing, args) {
            self.set_result(Err(Error::Invalid(invalid.0)));
            return None;
        }
        writing.connect_channels();
        callee.drop_args();
        let error_slots = if callee.returns_error() { 2 } else { 0 };
        let result_slots = callee.result_slots() + error_slots;
        Some(CalledFunction { func: function.func, result_slots })
    }

    fn take_results(
        &self,
        cx: &mut NativeCx,
        returned_count: u32,
        results: *const u64,
        args: &mut Vec<u64>,
    ) -> Option<CalledFunction> {
        let Target { callee, error_text, host_side: side, .. } = self.target.as_ref()?;
        if returned_count > 0 {
            self.set_error(cx, results);
            return None;
        }
        if callee.returns_error() {
            // SAFETY: the error's two slots follow those of the other results.
            let [word, data]: [u64; 2] =
                unsafe { results.add(callee.result_slots()).cast::<[u64; 2]>().read() };
            if word != 0 {
                args.extend([word, data]);
                return Some(CalledFunction { func: error_text.func, result_slots: 2 });
            }
        }
        let reading = Cx::new(cx, &side.known_types);
        // SAFETY: the function's type was compared with the types of the results.
        let result = unsafe { callee.load(&reading, results) };
        reading.connect_channels();
        self.set_result(result.map_err(|invalid| Error::Invalid(invalid.0)));
        None
    }

    fn on_end(&self, end: CallEnd) {
        if let Some(error) = error_of(end) {
            *self.result.lock() = Some(Err(error));
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
