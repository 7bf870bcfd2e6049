//! minigo: runs Go without the toolchain.
//!
//! ```text
//! text ─ syntax ─ types ─ codegen ─ bytecode ─ vm on sched ─ exit status
//! ```
//!
//! [`pipeline`] is that line as code. [`load`] finds packages and reads files, [`report`] prints diagnostics,
//! [`options`] is the command line, [`cache`] stores compiled programs, and [`cmd`] has one module for each command.
//! [`session`] is the same line for a program that grows by one input after the other: the REPL and embedders use it.
//! [`inspect`] is what can be seen of its goroutines.

pub mod cache;
pub mod cmd;
pub mod errno;
pub mod load;
pub mod options;
pub mod pipeline;
pub mod report;
pub mod session;

pub use minigo_vm::inspect;
