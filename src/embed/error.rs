//! The errors of embedding.

use minigo_vm::embed::{Crash, CrashFrame};
use std::fmt;

/// An error of a compilation, of a start or of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program does not compile; the errors stand in the order of the text.
    Compile(Vec<CompileError>),
    /// The compilation took longer than its limit.
    CompilesTooLong,
    /// The package's name is the path of another package, or a file is too large; the text says which.
    Refused(String),
    /// The program cannot be linked or started; the text says why.
    Start(String),
    /// The program has no exported function of this name.
    NoFunction(String),
    /// The function has another type than the caller expects.
    Mismatch {
        /// The function's name.
        function: String,
        /// The type of the result in Go.
        go: String,
        /// The type that the caller's Rust types stand for.
        rust: String,
    },
    /// The function belongs to another machine.
    WrongMachine,
    /// A goroutine of the call panicked, or raised a fatal error.
    Panic(Box<Panic>),
    /// A goroutine of the call called `os.Exit` with this status.
    Exited(i32),
    /// The function called `runtime.Goexit`.
    Goexit,
    /// All goroutines wait, and no event can wake one.
    Deadlock,
    /// The call was cancelled.
    Cancelled,
    /// The call ran longer than the limit on time.
    TimedOut,
    /// The call needed more memory than the limit.
    OutOfMemory,
    /// The call used up its fuel.
    OutOfFuel,
    /// The call started more goroutines than the limit.
    TooManyGoroutines,
    /// The function returned a value that is no value of the caller's Rust type: an integer that is no variant of an
    /// enum. The text says which value.
    Invalid(String),
    /// The machine cannot run any more; the text says why.
    Broken(String),
}

/// An error in the text of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// The file's name; empty if the error has no place.
    pub file: String,
    /// The line, from 1; 0 if the error has no place.
    pub line: u32,
    /// The column in bytes, from 1; 0 if the error has no place.
    pub column: u32,
    /// The message, in Go's words.
    pub message: String,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "{}:{line}:{}: {}", self.file, self.column, self.message),
        }
    }
}

/// An unrecovered panic or a fatal error of a goroutine.
///
/// ```
/// use minigo::embed::{Engine, Error, Limits, Source, World};
///
/// let text = "package p\n\nfunc At(list []int, i int) int {\n\treturn list[i]\n}\n";
/// let module = Engine::new().compile(Source::text("p.go", text))?;
/// let mut run = module.start(&World::empty(), Limits::new())?;
/// let at = run.func::<(Vec<isize>, isize), isize>("At")?;
/// let Err(Error::Panic(panic)) = at.call(&mut run, (vec![1, 2], 5)) else { panic!("it returned") };
/// let text = "panic: runtime error: index out of range [5] with length 2";
/// assert!(panic.message().starts_with(text));
/// let frame = &panic.frames()[0];
/// assert_eq!((&*frame.function, &*frame.file, frame.line), ("p.At", "p.go", 4));
/// # Ok::<(), minigo::embed::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic(pub(crate) Crash);

impl Panic {
    /// Returns the text as Go prints it, without the trace: `panic: boom`.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the goroutine's stack in Go's format.
    #[must_use]
    pub fn trace(&self) -> &str {
        &self.0.trace
    }

    /// Returns the frames, the innermost first; at most 100.
    #[must_use]
    pub fn frames(&self) -> &[CrashFrame] {
        &self.0.frames
    }

    /// Returns the id of the goroutine.
    #[must_use]
    pub fn goroutine(&self) -> u64 {
        self.0.goroutine
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compile(errors) => {
                for (n, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if n == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Self::Refused(why) | Self::Start(why) | Self::Broken(why) | Self::Invalid(why) => {
                f.write_str(why)
            }
            Self::NoFunction(name) => write!(f, "the program has no exported function {name}"),
            Self::Mismatch { function, go, rust } => {
                write!(f, "{function} has type {go}, the caller expects {rust}")
            }
            Self::WrongMachine => f.write_str("the function belongs to another machine"),
            Self::Panic(panic) => f.write_str(panic.message()),
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Goexit => f.write_str("the function called runtime.Goexit"),
            Self::Deadlock => f.write_str("all goroutines are asleep - deadlock!"),
            Self::Cancelled => f.write_str("the call was cancelled"),
            Self::TimedOut => f.write_str("the call ran longer than its limit"),
            Self::CompilesTooLong => f.write_str("the compilation took longer than its limit"),
            Self::OutOfMemory => f.write_str("the call needed more memory than its limit"),
            Self::OutOfFuel => f.write_str("the call used up its fuel"),
            Self::TooManyGoroutines => {
                f.write_str("the call started more goroutines than the limit")
            }
        }
    }
}

impl std::error::Error for Error {}
