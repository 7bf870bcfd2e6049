//! Machines of an embedder, and the calls that it makes.

use super::error::{Error, Panic};
use super::package::{Args, HostSide, Results};
use super::value::{Cx, Declarations, GoTypes};
use super::world::Captured;
use minigo_bytecode::rtype::Kind;
use minigo_vm::embed::{CallEnd, GoFunction, HostCall};
use minigo_vm::native::{NativeCx, Outcome};
use minigo_vm::{Drive, DriveOutcome, Driven, Interrupter};
use parking_lot::Mutex;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long the goroutines of a cancelled call may complete operations that others depend on, in ns. Goroutines that
/// have not ended by then end in the next drive.
const CANCELLED_END: u64 = 10_000_000;

/// How long the goroutines of a call that ends by an error other than its cancellation may complete such operations, in
/// ns: goroutines that have no memory would take it from the next call.
const LONGEST_END: u64 = 2_000_000_000;

/// The registered function that returns an error's text.
const ERROR_TEXT: &str = ".error";

/// The limits of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub(super) memory: usize,
    pub(super) wall: Option<Duration>,
    pub(super) output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

impl Limits {
    /// Sets no limit.
    #[must_use]
    pub fn new() -> Self {
        Self { memory: usize::MAX, wall: None, output: usize::MAX }
    }

    /// The most bytes that the machine may use: its heap, and for other memory of its goroutines. A call that needs
    /// more ends with [`Error::OutOfMemory`].
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// The longest time of a call. A longer one ends with [`Error::TimedOut`].
    #[must_use]
    pub fn wall(mut self, time: Duration) -> Self {
        self.wall = Some(time);
        self
    }

    /// The most bytes that the program may write to its standard streams in all: further writes fail with `no space
    /// left on device`.
    #[must_use]
    pub fn output(mut self, bytes: usize) -> Self {
        self.output = bytes;
        self
    }
}

/// The resources that a machine uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The bytes that the heap has taken from the system, and memory of goroutines outside it.
    pub memory: u64,
    /// The number of the program's goroutines.
    pub goroutines: usize,
    /// The bytes written to the standard streams.
    pub output: usize,
}

/// A machine that runs a module's program: its own heap, one processor, no thread.
pub struct Run {
    driven: Driven,
    side: Arc<HostSide>,
    output: Arc<Captured>,
    limits: Limits,
    cancel: Cancel,
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// Cancels a call, from any thread.
#[derive(Clone)]
pub struct Cancel {
    requested: Arc<AtomicBool>,
    interrupter: Interrupter,
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancel").field("requested", &self.requested).finish_non_exhaustive()
    }
}

impl Cancel {
    /// Ends the call: its goroutines stop where they are, and deferred calls do not run. The call returns
    /// [`Error::Cancelled`].
    pub fn now(&self) {
        self.requested.store(true, Ordering::SeqCst);
        self.interrupter.interrupt();
    }
}

/// A Go function with the types of its arguments and results in Rust.
pub struct Func<A, R> {
    /// The Rust side of the function's machine: no other machine has the same.
    side: Weak<HostSide>,
    function: GoFunction,
    error_text: GoFunction,
    types: PhantomData<fn(A) -> R>,
}

impl<A, R> Clone for Func<A, R> {
    fn clone(&self) -> Self {
        let (function, error_text) = (self.function, self.error_text);
        Self { side: self.side.clone(), function, error_text, types: PhantomData }
    }
}

impl<A, R> fmt::Debug for Func<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Func").field("function", &self.function).finish_non_exhaustive()
    }
}

impl Run {
    pub(super) fn new(
        driven: Driven,
        side: Arc<HostSide>,
        output: Arc<Captured>,
        limits: Limits,
    ) -> Result<Self, Error> {
        let cancel = Self::new_cancel(&driven);
        let mut run = Self { driven, side, output, limits, cancel };
        let main = Arc::new(Call::<(), ()>::main());
        run.driven.start_main(main.clone());
        run.complete(&*main, None)?;
        Ok(run)
    }

    fn new_cancel(driven: &Driven) -> Cancel {
        Cancel { requested: Arc::default(), interrupter: driven.interrupter() }
    }

    /// Finds an exported function of the program's package, whose type must be that of `A` and `R`.
    ///
    /// # Errors
    /// Returns [`Error::NoFunction`], [`Error::Mismatch`].
    pub fn func<A: Args, R: Results>(&self, name: &str) -> Result<Func<A, R>, Error> {
        let missing = || Error::NoFunction(name.to_owned());
        let function = self.driven.function(name).ok_or_else(missing)?;
        let error_text = self.driven.function(ERROR_TEXT).ok_or_else(missing)?;
        let names = &self.side.known.names;
        let types = GoTypes { types: self.driven.types(), names };
        let ty = types.get(function.ty);
        let (values, error) = match ty.results.split_last() {
            Some((last, values)) if R::FAILS && is_error(types, *last) => (values, true),
            _ => (&ty.results[..], false),
        };
        let fits = !ty.is_variadic
            && error == R::FAILS
            && A::are(types, &ty.params)
            && R::are(types, values);
        if fits {
            let side = Arc::downgrade(&self.side);
            return Ok(Func { side, function, error_text, types: PhantomData });
        }
        let mut declarations = Declarations { names: (**names).clone(), ..Declarations::default() };
        let (params, results) = (A::declare(&mut declarations), R::declare(&mut declarations));
        let results = match &results[..] {
            [] => String::new(),
            [one] => format!(" {one}"),
            several => format!(" ({})", several.join(", ")),
        };
        Err(Error::Mismatch {
            function: name.to_owned(),
            go: ty.string.to_string(),
            rust: format!("func({}){results}", params.join(", ")),
        })
    }

    /// Returns a handle that cancels the next call, or the call that runs.
    #[must_use]
    pub fn canceller(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Runs goroutines that calls have started until none can run, at most for `time`. Returns the time until the next
    /// timer of the program, if one runs.
    ///
    /// # Errors
    /// Returns the error of a goroutine: [`Error::Panic`], [`Error::Exited`], [`Error::OutOfMemory`].
    pub fn drive(&mut self, time: Duration) -> Result<Option<Duration>, Error> {
        let now = self.driven.now();
        let deadline = now.saturating_add(time.as_nanos() as u64);
        let end = self.driven.drive(false, deadline, &mut || false);
        self.stray_error()?;
        Ok(match end {
            Drive::Quiet(Some(timer)) => {
                Some(Duration::from_nanos(timer.saturating_sub(self.driven.now())))
            }
            Drive::Late => Some(Duration::ZERO),
            _ => None,
        })
    }

    /// Takes the bytes that the program has written to standard output since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.output.take_out()
    }

    /// Takes the bytes that the program has written to standard error since the last call. Panics are not among them.
    pub fn take_error_output(&mut self) -> Vec<u8> {
        self.output.take_err()
    }

    /// Returns the resources that the machine uses.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let machine = self.driven.machine();
        Usage {
            memory: machine.memory_in_use(),
            goroutines: machine.goroutines(),
            output: self.output.written(),
        }
    }

    /// Runs the goroutines until the call has ended; `number` is the call's.
    fn complete<A: Args, R: Results>(
        &mut self,
        call: &Call<A, R>,
        number: Option<u32>,
    ) -> Result<R, Error> {
        let cancel = std::mem::replace(&mut self.cancel, Self::new_cancel(&self.driven));
        let requested = cancel.requested.clone();
        let deadline = match self.limits.wall {
            Some(limit) => self.driven.now().saturating_add(limit.as_nanos() as u64),
            None => u64::MAX,
        };
        self.cancel = cancel;
        let end = self.driven.drive(true, deadline, &mut || {
            call.has_ended.load(Ordering::Relaxed) || requested.load(Ordering::SeqCst)
        });
        // The handle belongs to this call alone.
        self.cancel = Self::new_cancel(&self.driven);
        if call.has_ended.load(Ordering::Relaxed) {
            let result = call.result.lock().take();
            let result = result.unwrap_or(Err(Error::Broken("a call without a result".to_owned())));
            if result.is_err() {
                self.end(number, LONGEST_END);
            }
            return result;
        }
        let error = match end {
            Drive::Over => Error::Cancelled,
            Drive::Late => Error::TimedOut,
            Drive::Quiet(_) => Error::Deadlock,
            Drive::Ended(DriveOutcome::Deadlock | DriveOutcome::AllDone) => Error::Deadlock,
            Drive::Ended(other) => Error::Broken(format!("the machine has ended: {other:?}")),
        };
        let most = if error == Error::Cancelled { CANCELLED_END } else { LONGEST_END };
        self.end(number, most);
        Err(error)
    }

    /// Ends the goroutines of a call; those that cannot end at once do so in a later drive.
    fn end(&mut self, number: Option<u32>, most: u64) {
        if self.driven.end_goroutines(number) > 0 {
            let deadline = self.driven.now().saturating_add(most);
            let _ = self.driven.drive(false, deadline, &mut || false);
        }
    }

    /// Returns the error of a goroutine that has ended although its call had returned.
    fn stray_error(&mut self) -> Result<(), Error> {
        self.driven.take_strays().into_iter().find_map(error_of).map_or(Ok(()), Err)
    }
}

impl<A: Args, R: Results> Func<A, R> {
    /// Calls the function, and runs the machine's goroutines until it has returned. Goroutines that it has started
    /// stand still then, until the next call or [`Run::drive`].
    ///
    /// After an error the machine can be used: the goroutines that the call started have ended, variables have the
    /// values that they had then.
    ///
    /// # Errors
    /// Each of [`Error`] that does not concern compilation. A Go function's own error is part of `R`.
    pub fn call(&self, run: &mut Run, args: A) -> Result<R, Error> {
        if !std::ptr::eq(self.side.as_ptr(), Arc::as_ptr(&run.side)) {
            return Err(Error::WrongMachine);
        }
        run.stray_error()?;
        let call = Arc::new_cyclic(|me| Call {
            me: me.clone(),
            args: Some(args),
            function: Some((self.function, self.error_text)),
            side: Some(run.side.clone()),
            result: Mutex::new(None),
            has_ended: AtomicBool::new(false),
        });
        let number = run.driven.start(call.clone());
        run.complete(&*call, Some(number))
    }
}

/// A call on its way.
struct Call<A, R> {
    me: Weak<Self>,
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
        Self { me: Weak::new(), args, function, side, result, has_ended }
    }

    fn set(&self, result: Result<R, Error>) {
        self.result.lock().get_or_insert(result);
    }
}

// A function is called on the machine that it belongs to, so the addresses of its results are valid there.
impl<A: Args, R: Results> HostCall for Call<A, R> {
    fn begin(&self, cx: &mut NativeCx) -> Outcome<()> {
        let (Some(args), Some((function, error_text)), Some(side), Some(me)) =
            (&self.args, self.function, &self.side, self.me.upgrade())
        else {
            return Outcome::Return(());
        };
        let mut slots = Vec::with_capacity(8);
        args.push(&mut Cx { native: cx, known: &side.known }, &mut slots);
        let results = R::SLOTS + if R::FAILS { 2 } else { 0 };
        Outcome::call_go(function.func, slots, results, move |_, results| {
            let (values, error) = results.split_at(R::SLOTS);
            if let [word, data] = *error
                && word != 0
            {
                let text = move |_: &mut NativeCx, slots: &[u64]| {
                    // SAFETY: the function returns a string.
                    let text = unsafe { <String as super::value::Go>::read(slots.as_ptr().cast()) };
                    if let Some(failed) = R::failed(text) {
                        me.set(Ok(failed));
                    }
                    Outcome::Return(())
                };
                return Outcome::call_go(error_text.func, vec![word, data], 2, text);
            }
            // SAFETY: the function's type was compared with `R`.
            me.set(Ok(unsafe { R::load(values.as_ptr()) }));
            Outcome::Return(())
        })
    }

    fn ended(&self, end: CallEnd) {
        match error_of(end) {
            Some(error) => *self.result.lock() = Some(Err(error)),
            // The main goroutine has no results.
            None if self.function.is_none() => {
                // SAFETY: `R` is the unit type, which has no slots.
                self.set(Ok(unsafe { R::load(std::ptr::null()) }));
            }
            None => {}
        }
        self.has_ended.store(true, Ordering::Relaxed);
    }
}

/// Returns the error that an end is, unless the function has returned.
fn error_of(end: CallEnd) -> Option<Error> {
    Some(match end {
        CallEnd::Returned => return None,
        CallEnd::Crashed(crash) => Error::Panic(Box::new(Panic(*crash))),
        CallEnd::OutOfMemory => Error::OutOfMemory,
        CallEnd::Exited(status) => Error::Exited(status),
        CallEnd::Goexit => Error::Goexit,
        CallEnd::Terminated => Error::Cancelled,
    })
}

/// Reports whether a type is the predeclared type `error`.
fn is_error(types: GoTypes<'_>, id: minigo_bytecode::operand::TypeId) -> bool {
    let ty = types.get(id);
    ty.kind == Kind::Interface && *ty.name == *"error" && ty.pkg_path.is_empty()
}
