//! minigo: runs Go without the toolchain.
//!
//! ```text
//! text ─ syntax ─ types ─ codegen ─ bytecode ─ vm on sched ─ exit status
//! ```
//!
//! [`pipeline`] runs the compiler's stages. [`load`] finds packages and reads files, [`report`] prints diagnostics,
//! [`options`] is the command line, [`debug_settings`] is `MINIGODEBUG`, [`doc`] reads documentation, [`cache`] stores
//! compiled programs, [`app`] makes and reads programs that are files of their own, [`test_plan`] is the task of a test
//! process, and [`cmd`] has one module for each command. [`debugger`] stops programs and shows their variables.
//! [`session`] compiles and runs a program that grows by one input after the other: the REPL and embedders use
//! it. [`inspect`] describes the state of a program's goroutines and scheduler.

pub mod app;
mod atomic_file;
pub mod cache;
pub mod cmd;
pub mod debug_settings;
pub mod debugger;
pub mod doc;
pub mod embed;
pub mod errno;
pub mod link_values;
pub mod load;
pub mod options;
pub mod pipeline;
pub mod report;
pub mod session;
pub mod test_plan;

/// The state of a program's scheduler and goroutines at one moment: run queues with their goroutines, free lists and
/// timers; stack frames, variables and wait reasons. [`Session::inspect`](session::Session::inspect) and
/// [`Machine::inspect`](minigo_vm::Machine::inspect) return it as an [`Inspection`](inspect::Inspection).
///
/// ```
/// use minigo::inspect::{Detail, Status};
/// use minigo::session::{Options, Session, SyntaxStore};
///
/// let store = SyntaxStore::default();
/// let mut session = Session::new(&store, &Options::default()).unwrap();
/// session.eval("a", "c := make(chan int); go func() { c <- 1 }()");
/// let seen = session.inspect(Detail::SCHEDULER).scheduler;
/// assert!(seen.ps.iter().all(|p| p.queue.len() <= minigo::inspect::LOCAL_QUEUE_CAPACITY));
/// for p in seen.ps.iter().filter(|p| p.status == Status::Idle) {
///     assert!(seen.idle_ps.contains(&p.id));
/// }
/// ```
pub use minigo_vm::inspect;

/// The documentation page about embedding: its programs run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/using/embedding.md")]
struct EmbeddingPage;
