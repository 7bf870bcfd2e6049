//! minigo: runs Go without the toolchain.
//!
//! ```text
//! text ─ syntax ─ types ─ codegen ─ bytecode ─ vm on sched ─ exit status
//! ```
//!
//! [`pipeline`] is that line as code. [`loader`] reads files and finds packages, [`report`] shows what is wrong with them,
//! [`options`] reads the command line, [`cache`] keeps what was compiled, and [`cmd`] has one module a command.

pub mod cache;
pub mod cmd;
pub mod disk;
pub mod library;
pub mod loader;
pub mod modfile;
pub mod module;
pub mod options;
pub mod pipeline;
pub mod report;
pub mod seal;
pub mod select;
pub mod words;
