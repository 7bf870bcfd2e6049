//! Go as the scripting language of Rust programs: compile a Go package once, start many machines of it, call its
//! functions from Rust and Rust's from Go, within limits.
//!
//! ```
//! use minigo::embed::{Engine, Error, Limits, Package, Source, World};
//!
//! let host = Package::new("example.com/host").func("Double", |x: isize| 2 * x);
//! let text = r#"
//!     package rules
//!     import ("errors"; "example.com/host")
//!     func Price(n int) (int, error) {
//!         if n < 0 { return 0, errors.New("negative") }
//!         return host.Double(n), nil
//!     }
//! "#;
//! let rules = Engine::new().compile(Source::text("rules.go", text).with(&host))?;
//! let mut run = rules.start(&World::empty(), Limits::new().memory(64 << 20))?;
//! let price = run.func::<(isize,), Result<isize, String>>("Price")?;
//! assert_eq!(price.call(&mut run, (21,))?, Ok(42));
//! assert_eq!(price.call(&mut run, (-1,))?, Err("negative".to_owned()));
//! # Ok::<(), Error>(())
//! ```
//!
//! # How a machine runs
//! A machine has one processor and owns no thread. The machine's goroutines run on the thread of a call
//! ([`Func::call`], [`Run::drive`]) and stand still between calls. The threads of the [`Engine`] make blocking calls.
//!
//! # What protects the embedder
//! * The engine refuses `unsafe`, `syscall`, `//go:linkname`, conversions of values of type `unsafe.Pointer` and
//!   functions that have such a parameter (`reflect.NewAt`) in the program's package, so its code has Go's types,
//!   bounds and nil checks. The library's own code, the compiler and the Rust functions are trusted.
//! * A data race of Go code cannot tear a value: one thread runs all goroutines of a machine, and a goroutine is only
//!   stopped between two instructions, each of which reads or writes a whole value.
//! * The program reaches nothing of the real machine: its [`World`] has the files, the environment and the arguments
//!   that were added, connections end inside it, and standard output is the embedder's.
//!
//! A bug of minigo would be a hole: a program whose author may attack the embedder belongs into a process of its own
//! besides.

mod call;
mod cancel;
mod channel;
mod dynamic;
mod engine;
mod error;
mod future;
mod host_result;
mod limits;
mod map;
mod package;
mod run;
mod signature;
mod spawned_call;
mod task_waking;
mod threads;
mod value;
mod world;

pub use cancel::Cancel;
pub use channel::{Receiver, Sender, channel};
pub use dynamic::{DynamicFunc, Value};
pub use engine::{Engine, Module, Source};
pub use error::{CompileError, Error, Panic};
pub use future::CallFuture;
pub use host_result::HostResult;
pub use limits::{Limits, Usage};
pub use minigo_derive::Go;
pub use minigo_vm::embed::CrashFrame;
pub use package::{HostFn, Package};
pub use run::{Func, Run};
pub use signature::{Args, Results};
pub use spawned_call::Spawned;
pub use value::{Cx, Declarations, Go, GoTypes, Invalid};
pub use world::{Clock, World};

/// Names that code of `#[derive(Go)]` uses.
#[doc(hidden)]
pub mod derived {
    pub use minigo_bytecode::operand::TypeId;

    /// Returns the offset of a field behind others, each with its size and alignment.
    #[must_use]
    pub const fn offset(fields: &[(usize, usize)], field: usize) -> usize {
        let (mut at, mut number) = (0, 0);
        loop {
            at = round_up(at, fields[number].1);
            if number == field {
                return at;
            }
            at += fields[number].0;
            number += 1;
        }
    }

    /// Returns the size of a struct with these fields.
    #[must_use]
    pub const fn size(fields: &[(usize, usize)]) -> usize {
        let (mut at, mut largest, mut number) = (0, 1, 0);
        while number < fields.len() {
            let (size, align) = fields[number];
            assert!(size > 0, "a field of a derived struct has a size");
            at = round_up(at, align) + size;
            largest = if align > largest { align } else { largest };
            number += 1;
        }
        round_up(at, largest)
    }

    /// Returns the alignment of a struct whose fields have these alignments.
    #[must_use]
    pub const fn align(fields: &[usize]) -> usize {
        let (mut largest, mut number) = (1, 0);
        while number < fields.len() {
            largest = if fields[number] > largest { fields[number] } else { largest };
            number += 1;
        }
        largest
    }

    const fn round_up(at: usize, align: usize) -> usize {
        at.div_ceil(align) * align
    }
}
