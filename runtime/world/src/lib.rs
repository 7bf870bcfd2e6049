//! A simulated outside world for programs whose runs are searched, repeated and compared: files, pipes, sockets,
//! environment, process number and name of the host, behind the trait [`Host`](minigo_vm::host::Host).
//!
//! The tension: a run must not depend on what other runs did, or on what the real world does meanwhile; but a program
//! wants its files, and there are thousands of runs. So files that a run reads are the real ones, those that it writes
//! are its own, and its connections end inside it.
//!
//! # Shape
//! * An [`Outside`] is what all runs of a search share: the real files as they were when a run looked first, the
//!   environment, the names of operations that were refused.
//! * A [`World`] is that of one run, made anew for each. It stands above another host, which has the clock, randomness
//!   and the standard streams.
//! * `fs` are its files: the real ones below, and what was written in memory above them. Files are read from the disk
//!   when a path leads there first; making a world costs no system call.
//! * `net` is its network: sockets of TCP, UDP and unix that talk in memory. It takes no ports.
//! * `state` has both, pipes, and the descriptors that lead to all of them; `ready` has what the scheduler is told of,
//!   as a source of [readiness](minigo_sched::Readiness).
//! * `calls` are the system calls that a program makes by number. Those that would reach the real world are refused.
//! * [`Choices`] decides what could as well happen otherwise: which of two descriptors is ready first. For now that is
//!   what [usually](Usual) happens.
//!
//! # Invariants
//! 1. A run is a function of the program, of what the outside was, and of the answers of its [`Choices`]. No thread, no
//!    real time and no order of a hash table decides anything.
//! 2. Nothing is written to the real file system, and nothing but files and standard input is read from the real world.
//! 3. No call waits. One that would gives `EAGAIN`, or [`RESTART`](minigo_vm::host::RESTART) where the descriptor is in
//!    blocking mode: then other goroutines go on, and it is made again.
//! 4. The file system does not know the network, nor the network files: a name of a socket is a number in a file.
//!
//! # Rejected
//! * *A directory of copies, or an overlay mounted in a namespace*: a run of 300 µs would begin with milliseconds of
//!   system calls, and a mount needs rights that a test machine does not give.
//! * *Real sockets on loopback*: ports are taken, the kernel decides how much fits and when it comes, and the scheduler
//!   has to wait for its poller.
//!
//! A number of a file, a pipe or a socket leads to one place for a whole run (`ids`), so a stale one is an error and
//! never somebody else's.
#![forbid(unsafe_code)]

mod calls;
mod choices;
mod descriptors;
mod devices;
mod fs;
mod ids;
mod locks;
mod net;
mod outside;
mod pipe;
mod ready;
mod refusals;
mod state;
mod world;

pub use choices::{Choice, Choices, Usual};
pub use outside::Outside;
pub use world::World;
