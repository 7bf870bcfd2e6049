//! The interpreter: what an instruction does, and the drivers that run one after the other.
//!
//! Each instruction's meaning is written once, as an inlined function, in the files below by family; both
//! [drivers](driver) are generated from the instruction table. The state of a running goroutine is four words in
//! machine registers: `pc`, the frame's base `r`, the budget `n` ([`S`](crate::goroutine::registers::S)), and the
//! [context](crate::goroutine::context::Cx). [`handler`] has the macros that declare meanings, [`step`] is where a
//! seeded run can stop.
//!
//! # How long others wait
//! A stop of the world lasts until every goroutine that runs has used up its budget. Calls and turns of loops take a
//! tick, and what reads or writes 1 KB or more takes one for each 64 bytes
//! ([`S::weigh`](crate::goroutine::registers::S::weigh)); after a native the goroutine also looks whether it is to
//! yield. So loops of copies, comparisons or searches of 1 MB stop in 0.2 to 4 ms. What nothing interrupts is a single
//! instruction or native: the growth of a map to 4 million entries takes 100 ms (Go grows it by parts: 6), to sort a
//! million ints 45 (Go 4), to split a string into a million parts 70.
//!
//! # Rules for handlers
//! Nothing with `Drop` and no local whose address is taken lives at the jump. What is rare or long is a function of its
//! own, out of line: it leaves the interpreter ([`Cx::exit`](crate::goroutine::context::Cx) says why), or returns and
//! the handler goes on. Handlers never unwind.

pub(crate) mod accesses;
pub(crate) mod checked;
pub(crate) mod driver;
pub(crate) mod handler;

pub(crate) mod alloc;
mod arith;
mod atomic;
pub(crate) mod call;
pub(crate) mod chan;
mod collect;
mod compare;
pub(crate) mod compiled;
pub(crate) mod control;
mod element;
mod helpers;
pub(crate) mod iface;
pub(crate) mod long;
pub(crate) mod map;
pub(crate) mod memory;
pub(crate) mod new_chan;
mod number;
mod print;
mod select;
mod step;
mod strings;
pub(crate) mod watched;
