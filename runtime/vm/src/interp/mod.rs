//! The interpreter: the meanings of instructions, and the drivers that execute one after the other.
//!
//! Each instruction's meaning is written once, as an inlined function, in the files below by family; both
//! [drivers](dispatch) are generated from the instruction table. The state of a running goroutine is four words in
//! machine registers: `pc`, the frame's base `r`, the budget `n` ([`S`](crate::goroutine::registers::S)), and the
//! [context](crate::goroutine::context::Cx). [`handler`] has the macros that declare meanings, [`step`] is where a
//! seeded run can stop.
//!
//! # How long stops of the world wait
//! A stop of the world lasts until every running goroutine has used up its budget. Calls and loop iterations take a
//! tick, and an instruction that reads or writes 1 KB or more takes one for each 64 bytes
//! ([`S::charge_budget`](crate::goroutine::registers::S::charge_budget)); after a native the goroutine also checks
//! whether it should yield. So loops of copies, comparisons or searches of 1 MB stop in 0.2 to 4 ms. A single
//! instruction or native is never interrupted: growing a map to 4 million entries takes 100 ms (Go grows maps in parts:
//! 6), sorting a million ints 45 (Go 4), splitting a string into a million parts 70.
//!
//! # Rules for handlers
//! Nothing with `Drop` and no local whose address is taken lives at the jump. Rare or long work is a function of its
//! own, out of line: it leaves the interpreter ([`Cx::exit`](crate::goroutine::context::Cx) says why), or returns and
//! the handler continues. Handlers never unwind.

pub(crate) mod access_check;
pub(crate) mod accesses;
pub(crate) mod dispatch;
pub(crate) mod handler;

pub(crate) mod alloc;
mod arith;
mod atomic;
pub(crate) mod call;
pub(crate) mod chan;
mod compare;
pub(crate) mod compiled_code;
pub(crate) mod control;
pub(crate) mod debugger_stops;
mod element;
mod helpers;
pub(crate) mod iface;
pub(crate) mod long_work;
pub(crate) mod map;
pub(crate) mod memory;
pub(crate) mod new_chan;
mod number;
mod print;
pub(crate) mod race_handlers;
mod select;
mod slice_expr;
mod step;
mod strings;
