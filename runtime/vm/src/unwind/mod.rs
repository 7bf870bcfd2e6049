//! Deferred calls, panics, `recover`, `Goexit`, and all calls that the VM makes itself.
//!
//! # How it works
//! A deferred call is a [record](crate::goroutine::records) in a list of its goroutine. A function that defers runs its
//! records at its end ([`defer`]), each as a call that returns to the instruction `leave`: there the list of acts,
//! innermost last, says what the call was for ([`vm_call`]).
//!
//! A [`panic`] does not unwind: it runs the goroutine's records on top of the stack, last first. When one has
//! [recovered](recover), the frame that made the record goes on at its `recover_pc`, and all above is forgotten. Panics
//! nest: a newer one takes over the records that are left, and an older one is forgotten with the frame it came from.
//! One that nothing recovers ends the program with its text ([`print`]; [`value`] has the values of run-time errors).
//! [`made`] enters functions that reflection made.

pub(crate) mod defer;
pub(crate) mod made;
pub(crate) mod panic;
pub(crate) mod print;
pub(crate) mod recover;
pub(crate) mod value;
pub(crate) mod vm_call;
