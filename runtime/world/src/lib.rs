//! A simulated outside world for programs whose runs are searched, repeated and compared: files, pipes, sockets,
//! environment, process number and name of the host, behind the trait [`Host`](minigo_vm::host::Host).
//!
//! The tension: a run must not depend on other runs, or on changes of the real world during the run; but a program
//! needs its files, and there are thousands of runs. So a run reads the real files, its writes stay its own, and its
//! connections end inside it.
//!
//! # Shape
//! * An [`OutsideWorld`] is the part that all runs of a search share: the real files as they were when a run first
//!   accessed
//!   them, the environment, the names of operations that were refused.
//! * A [`World`] belongs to one run, and each run has a new one. A world stands above another host, which provides the
//!   clock, randomness and the standard streams.
//! * `fs` has its files: the real ones below, and written data in memory above them. A file is read from the disk when
//!   a path first leads to it; making a world costs no system call.
//! * `net` is its network: TCP, UDP and unix sockets that communicate in memory. The network does not use ports of the
//!   real machine.
//! * `state` has files, network, pipes, and the descriptors of all of them; `readiness_queue` has the reports for the
//!   scheduler, as a source of [readiness](minigo_sched::Readiness).
//! * `syscalls` has the system calls that a program makes by number. Calls that would reach the real world are refused.
//! * [`Choices`] decides between possible events, such as which of two descriptors is ready first. At present the
//!   choice is always the [usual](DefaultChoices) event.
//!
//! # Invariants
//! 1. A run is a function of the program, of the outside world's state, and of the answers of its [`Choices`]. No
//!    thread, no real time and no order of a hash table influences it.
//! 2. Nothing is written to the real file system, and nothing but files and standard input is read from the real world.
//! 3. No call waits. A call that would wait returns `EAGAIN`, or [`WOULD_WAIT`](minigo_vm::host::WOULD_WAIT) if the
//!    descriptor is in blocking mode: then other goroutines run, and the call is repeated.
//! 4. The file system does not know the network, nor does the network know files: the name of a socket is an id in a
//!    file.
//!
//! # Rejected
//! * *A directory of copies, or an overlay mounted in a namespace*: a run of 300 µs would begin with milliseconds of
//!   system calls, and a mount needs rights that a test machine does not give.
//! * *Real sockets on loopback*: they take ports, the kernel decides how much data fits and when it arrives, and the
//!   scheduler has to wait for its poller.
//!
//! The id of a file, a pipe or a socket stands for one object during a whole run (`ids`), so a stale id is an error and
//! never another object.
#![forbid(unsafe_code)]

mod choices;
mod descriptors;
mod devices;
mod fs;
mod ids;
mod locks;
mod net;
mod outside_world;
mod pipe;
mod readiness_queue;
mod refused_operations;
mod state;
mod syscalls;
mod world;

pub use choices::{ChoiceKind, Choices, DefaultChoices};
pub use outside_world::OutsideWorld;
pub use world::World;
