//! A goroutine as data: its stack and frames, the state that it uses while it runs, and the state of the processor that
//! it runs on.
//!
//! Read [`state`] first: the [`Goroutine`](state::Goroutine) itself, its shared half, and the event that it waits for.
//! The frames of a goroutine lie in a [`stack`]; [`frames`] is the one walk over them, and [`unwind_records`] are its
//! deferred calls and panics. During a slice, instructions and natives use the [`registers`] and the [`context`], until
//! the interpreter leaves with an [`exit`]. [`processor`] is the state that travels with a P. [`native_call`] is the
//! signature of natives, [`fault`] and [`access`] say how instructions fail, [`out_of_memory`] how an allocation fails,
//! [`spawn`] starts goroutines, [`alarm`] is the library's timer, and [`durable_wait`] says which waits end only from
//! inside a bubble. [`frames_in_memory`] is the proof that the frames of the running goroutine can be read.
//!
//! Nothing here runs a goroutine: [`task`](crate::task) does.

pub(crate) mod access;
pub(crate) mod alarm;
pub(crate) mod context;
pub(crate) mod debugger_stop;
pub(crate) mod durable_wait;
pub(crate) mod exit;
pub(crate) mod fault;
pub(crate) mod frames;
pub(crate) mod frames_in_memory;
pub(crate) mod fuel;
pub(crate) mod native_call;
pub(crate) mod out_of_memory;
pub(crate) mod processor;
pub(crate) mod registers;
pub(crate) mod spawn;
pub(crate) mod stack;
pub(crate) mod state;
pub(crate) mod unwind_records;
