//! Accesses to unmapped memory: the handler of SIGSEGV and SIGBUS for threads that run Go code.
//!
//! A signal for a bad access can arrive in the middle of any operation, and the handler may do very little. Safe Go
//! code never makes a bad access; package unsafe, data races on slices, strings and interfaces, and files that shrink
//! under a mapping cause bad accesses.
//!
//! # What happens
//! A thread stores in a thread-local word which slice it runs ([`FaultWatch`]). The handler reads this word, and then
//! acts by who made the access:
//!
//! * **The instruction itself accessed the memory** ([`position`] determines that): no other operation is in progress,
//!   so the handler makes the interpreter leave with a bad access as the reason, as if the instruction had detected it.
//!   After that the fault is handled by ordinary code: the goroutine panics where Go allows it (addresses next to nil,
//!   `debug.SetPanicOnFault`), or ends the program with `fatal error: fault` and all goroutines.
//! * **Other code made the access** (a native, the runtime, an out-of-line call of an instruction): locks may be held
//!   and data half changed, so nothing is ever resumed. The thread stays in the handler and leaves the goroutine to the
//!   thread of [`Machine::run`](crate::Machine::run), which prints it ([`faulted_thread::FaultedThread`]); the process
//!   then ends with status 2. If that thread does not come within a second, the handler prints what it can by itself.
//! * **The thread runs no Go code:** the handler that was installed before is called. A thread may run no Go code also
//!   with several machines, which share one handler, and with embedders that have handlers of their own.
//!
//! Each thread that runs Go code has a stack of its own for the handler: its native stack may be what has overflowed.

pub(crate) mod fault_handler;
pub(crate) mod faulted_thread;
mod position;
mod signal_stack;
