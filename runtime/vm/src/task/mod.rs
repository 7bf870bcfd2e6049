//! A goroutine as the scheduler's task: its `resume` is the interpreter.
//!
//! [`resume`] is one slice, from the scheduler's call to the [`Step`](minigo_sched::Step) that it gets back. A
//! goroutine's first slice gives it a stack ([`first_slice`]). [`interpreter_exit`] handles every reason for which the
//! interpreter leaves: a stack that must grow, a fault, a panic, a wait, a blocking call, the end.
//! [`embedder_call`] makes the calls of an embedder. [`memory_exhaustion`] handles the lack of memory. [`stepping`]
//! executes line by line, and [`stack_move`] moves stacks, for tests.

mod embedder_call;
mod first_slice;
mod goroutine_ending;
pub(crate) mod interpreter_exit;
mod memory_exhaustion;
mod resume;
mod stack_move;
pub(crate) mod stepping;
