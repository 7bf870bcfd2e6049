//! Machines of an embedder, and the calls that it makes.

use super::call::{Callee, StartedCall, TypedCallee, error_of};
use super::cancel::Cancel;
use super::error::Error;
use super::future::CallFuture;
use super::limits::{Limits, Usage};
use super::package::HostSide;
use super::signature::{Args, Results};
use super::spawned_call::Spawned;
use super::task_waking::TaskWaking;
use super::value::{Declarations, GoTypes};
use super::world::CapturedOutput;
use minigo_bytecode::rtype::Kind;
use minigo_vm::embed::GoFunction;
use minigo_vm::{DriveEnd, DrivenMachine};
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The registered function that returns an error's text.
const ERROR_TEXT_FUNCTION: &str = ".error";

/// A machine that runs a module's program: its own heap, one processor, no thread.
pub struct Run {
    pub(super) driven: DrivenMachine,
    pub(super) host_side: Arc<HostSide>,
    output: Arc<CapturedOutput>,
    pub(super) limits: Limits,
    /// The handle for the next call, or for the call that runs.
    cancel: Cancel,
    pub(super) task_waking: TaskWaking,
    /// The fuel that the calls so far have used.
    fuel_used: u64,
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// A Go function with the types of its arguments and results in Rust.
pub struct Func<A, R> {
    handle: FunctionHandle,
    types: PhantomData<fn(A) -> R>,
}

/// A Go function of a machine.
#[derive(Clone)]
pub(super) struct FunctionHandle {
    /// The Rust side of the function's machine: no other machine has the same.
    host_side: Weak<HostSide>,
    pub(super) function: GoFunction,
    /// The function that returns an error's text.
    error_text: GoFunction,
}

impl<A, R> Clone for Func<A, R> {
    fn clone(&self) -> Self {
        Self { handle: self.handle.clone(), types: PhantomData }
    }
}

impl<A, R> fmt::Debug for Func<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Func").field("function", &self.handle.function).finish_non_exhaustive()
    }
}

impl Run {
    pub(super) fn new(
        driven: DrivenMachine,
        side: Arc<HostSide>,
        output: Arc<CapturedOutput>,
        limits: Limits,
        waiting: TaskWaking,
    ) -> Result<Self, Error> {
        let cancel = Cancel::new(driven.interrupter(), waiting.waker.clone());
        let mut run = Self {
            driven,
            host_side: side,
            output,
            limits,
            cancel,
            task_waking: waiting,
            fuel_used: 0,
        };
        StartedCall::of_main(&mut run).complete(&mut run)?;
        Ok(run)
    }

    /// Makes a handle for the next call: a handle belongs to one call alone.
    pub(super) fn renew_canceller(&mut self) {
        self.cancel = Cancel::new(self.driven.interrupter(), self.task_waking.waker.clone());
    }

    /// Makes a handle for the next call, unless the last handle can serve it.
    pub(super) fn renew_used_canceller(&mut self) {
        if !self.cancel.is_unused() {
            self.renew_canceller();
        }
    }

    /// Finds an exported function of the program's package, whose type must be that of `A` and `R`.
    ///
    /// # Errors
    /// Returns [`Error::NoFunction`], [`Error::Mismatch`].
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = "package p; func Half(n int) float64 { return float64(n) / 2 }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let half = run.func::<(isize,), f64>("Half")?;
    /// assert_eq!(half.call(&mut run, (3,))?, 1.5);
    /// let error = run.func::<(String,), f64>("Half").unwrap_err();
    /// assert_eq!(error.to_string(), "Half has type func(int) float64, the caller expects func(string) float64");
    /// assert_eq!(run.func::<(), ()>("Third").unwrap_err(), Error::NoFunction("Third".to_owned()));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    pub fn func<A: Args, R: Results>(&self, name: &str) -> Result<Func<A, R>, Error> {
        let handle = self.function(name)?;
        let names = &self.host_side.known_types.names;
        let types = GoTypes { types: self.driven.types(), names };
        let ty = types.get(handle.function.ty);
        let (values, error) = match ty.results.split_last() {
            Some((last, values)) if R::RETURNS_ERROR && is_error_type(types, *last) => {
                (values, true)
            }
            _ => (&ty.results[..], false),
        };
        let fits = !ty.is_variadic
            && error == R::RETURNS_ERROR
            && A::match_types(types, &ty.params)
            && R::match_types(types, values);
        if fits {
            return Ok(Func { handle, types: PhantomData });
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

    /// Finds an exported function of the program's package.
    pub(super) fn function(&self, name: &str) -> Result<FunctionHandle, Error> {
        let find = |name| self.driven.function(name);
        let (Some(function), Some(error_text)) = (find(name), find(ERROR_TEXT_FUNCTION)) else {
            return Err(Error::NoFunction(name.to_owned()));
        };
        Ok(FunctionHandle { host_side: Arc::downgrade(&self.host_side), function, error_text })
    }

    /// Starts a call of a function, whose types are those of `callee`.
    pub(super) fn start<C: Callee>(
        &mut self,
        handle: &FunctionHandle,
        callee: C,
    ) -> Result<StartedCall<C>, Error> {
        self.check_owner(&handle.host_side)?;
        self.stray_goroutine_error()?;
        Ok(StartedCall::new(self, handle.function, handle.error_text, callee))
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
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    /// use std::time::Duration;
    ///
    /// let text = r#"
    ///     package p
    ///     import "time"
    ///     var done bool
    ///     func Start() { go func() { time.Sleep(time.Hour); done = true }() }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// run.func::<(), ()>("Start")?.call(&mut run, ())?;
    /// let timer = run.drive(Duration::from_millis(10))?.expect("a timer runs");
    /// assert!(timer > Duration::from_secs(3_500));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    pub fn drive(&mut self, time: Duration) -> Result<Option<Duration>, Error> {
        let now = self.driven.now();
        let deadline = now.saturating_add(time.as_nanos() as u64);
        self.driven.set_fuel(self.limits.fuel);
        let end = self.drive_metered(false, deadline, &mut || false);
        self.stray_goroutine_error()?;
        Ok(match end {
            DriveEnd::Quiet(Some(timer)) => {
                Some(Duration::from_nanos(timer.saturating_sub(self.driven.now())))
            }
            DriveEnd::Late => Some(Duration::ZERO),
            _ => None,
        })
    }

    /// Takes the bytes that the program has written to standard output since this method was last called.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.output.take_out()
    }

    /// Takes the bytes that the program has written to standard error since this method was last called. The messages
    /// of panics are not among the bytes.
    pub fn take_error_output(&mut self) -> Vec<u8> {
        self.output.take_err()
    }

    /// Returns the resources that the machine uses.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    ///
    /// let text = "package p; func Start(n int) { for range n { go func() { select {} }() } }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let before = run.usage().goroutines;
    /// run.func::<(isize,), ()>("Start")?.call(&mut run, (10,))?;
    /// run.drive(std::time::Duration::from_millis(1))?;
    /// assert_eq!(run.usage().goroutines - before, 10);
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn usage(&self) -> Usage {
        let machine = self.driven.machine();
        Usage {
            memory: machine.memory_in_use(),
            goroutines: machine.goroutine_count(),
            output: self.output.written_bytes(),
            fuel: self.fuel_used,
            abandoned: machine.abandoned_thread_count(),
        }
    }

    /// Drives the machine, and counts the fuel that this uses.
    pub(super) fn drive_metered(
        &mut self,
        waits: bool,
        deadline: u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> DriveEnd {
        let before = self.driven.fuel();
        let end = self.driven.drive(waits, deadline, is_over);
        self.fuel_used += before - self.driven.fuel();
        end
    }

    /// Ends the goroutines of a call; those that cannot end within `most` ns do so in a later drive.
    pub(super) fn end_call(&mut self, number: Option<u32>, most: u64) {
        self.renew_canceller();
        let deadline = self.driven.now().saturating_add(most);
        self.driven.end_goroutines(number, deadline);
    }

    /// Reports whether a handle with this Rust side belongs to the machine.
    pub(super) fn check_owner(&self, side: &Weak<HostSide>) -> Result<(), Error> {
        let is_own = std::ptr::eq(side.as_ptr(), Arc::as_ptr(&self.host_side));
        if is_own { Ok(()) } else { Err(Error::WrongMachine) }
    }

    /// Returns the error of a goroutine that has ended although its call had returned.
    fn stray_goroutine_error(&mut self) -> Result<(), Error> {
        if !self.driven.has_ends_without_call() {
            return Ok(());
        }
        self.driven.take_ends_without_call().into_iter().find_map(error_of).map_or(Ok(()), Err)
    }
}

impl<A: Args, R: Results> Func<A, R> {
    /// Calls the function, and runs the machine's goroutines until it has returned. Goroutines that the function has
    /// started stand still after the call, until the next call or [`Run::drive`].
    ///
    /// After an error the machine can be used: the goroutines that the call started have ended, variables have the
    /// values that they had at that moment.
    ///
    /// # Errors
    /// Returns any [`Error`] that does not concern compilation. A Go function's own error is part of `R`.
    pub fn call(&self, run: &mut Run, args: A) -> Result<R, Error> {
        self.start(run, args)?.complete(run)
    }

    /// Calls the function as [`call`](Self::call) does, but returns a future: polling it runs the machine's goroutines
    /// for some time, and no thread waits while they wait. A future that is dropped ends its call like [`Cancel::now`].
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    /// use std::pin::pin;
    /// use std::task::{Context, Poll, Waker};
    ///
    /// let text = "package p; func Double(n int) int { return 2 * n }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let double = run.func::<(isize,), isize>("Double")?;
    /// let mut call = pin!(double.call_async(&mut run, (21,)));
    /// let mut cx = Context::from_waker(Waker::noop());
    /// assert_eq!(call.as_mut().poll(&mut cx), Poll::Ready(Ok(42)));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    pub fn call_async<'r>(&self, run: &'r mut Run, args: A) -> CallFuture<'r, A, R> {
        let call = self.start(run, args);
        CallFuture::new(run, call)
    }

    /// Starts a goroutine that calls the function, as a `go` statement does. The goroutine runs while other calls or
    /// [`Run::drive`] run goroutines, and [`Spawned::join`] waits for its end.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    /// use std::time::Duration;
    ///
    /// let text = "package p; func Double(n int) int { return 2 * n }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let double = run.func::<(isize,), isize>("Double")?;
    /// let (one, two) = (double.spawn(&mut run, (1,))?, double.spawn(&mut run, (2,))?);
    /// run.drive(Duration::from_millis(10))?;
    /// assert!(one.has_ended());
    /// assert_eq!((one.join(&mut run)?, two.join(&mut run)?), (2, 4));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::WrongMachine`], and errors of goroutines that earlier calls have left behind.
    pub fn spawn(&self, run: &mut Run, args: A) -> Result<Spawned<A, R>, Error> {
        // Cancelling the next call must not cancel the spawned one.
        run.renew_canceller();
        let call = self.start(run, args)?;
        run.renew_canceller();
        Ok(Spawned::new(call, self.handle.host_side.clone()))
    }

    fn start(&self, run: &mut Run, args: A) -> Result<StartedCall<TypedCallee<A, R>>, Error> {
        run.start(&self.handle, TypedCallee::new(args))
    }
}

/// Reports whether a type is the predeclared type `error`.
pub(super) fn is_error_type(types: GoTypes<'_>, id: minigo_bytecode::operand::TypeId) -> bool {
    let ty = types.get(id);
    ty.kind == Kind::Interface && *ty.name == *"error" && ty.pkg_path.is_empty()
}
