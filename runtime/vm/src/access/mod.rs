//! Accesses to memory that is not there: what the handler of SIGSEGV and SIGBUS does for threads that run Go code.
//!
//! Such a signal comes to the process, in the middle of anything, and next to nothing may be done there. Safe Go never
//! causes one; package unsafe, data races on slices, strings and interfaces, and files that shrink under a mapping do.
//!
//! # What happens
//! A thread says in a thread-local word which slice it runs ([`Watch`]). The handler finds it there, and then:
//!
//! * **The instruction itself touched the memory** ([`position`] finds out): nothing else is under way, so the
//!   interpreter is made to leave with this as its reason, as if the instruction had found it out. All else is ordinary
//!   code: the goroutine panics where Go lets it (addresses next to nil, `debug.SetPanicOnFault`), or ends the program
//!   with `fatal error: fault` and all goroutines.
//! * **Anything else did** (a native, the runtime, an instruction in a call out of line): locks may be held and data
//!   half changed, so nothing is ever resumed. The thread stays in the handler and lends the goroutine to the thread of
//!   [`Machine::run`](crate::Machine::run), which prints it ([`FaultedThread`]); the process ends with status 2. If
//!   that thread does not come for a second, the handler prints what it can by itself.
//! * **The thread runs no Go code:** the handler that was there before has its turn. So it is with several machines,
//!   which share one handler, and with embedders that have handlers of their own.
//!
//! Each thread that runs Go code has a stack of its own for the handler: its other one may be what is used up.

pub(crate) mod faulted;
pub(crate) mod handler;
mod position;
mod stack;
