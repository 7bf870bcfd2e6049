//! Deferred calls, panics, `recover`, `Goexit`, and all other calls made by the VM.
//!
//! # How it works
//! A deferred call is a [record](crate::goroutine::records) in a list of its goroutine. A function that defers runs its
//! records at its end ([`defer`]), each as a call that returns to the instruction `leave`: there the list of VM calls,
//! innermost last, says why the VM made the call ([`vm_call`]).
//!
//! A [`panic`] does not unwind: it runs the goroutine's records on top of the stack, last first. When one of these
//! calls has [recovered](recover), the frame that made the record continues at its `recover_pc`, and all frames above
//! it are discarded. Panics nest: a newer panic takes over the remaining records, and an older one is discarded with
//! the frame that it came from. A panic that is not recovered ends the program with its text ([`panic_print`];
//! [`panic_values`] has the values of run-time errors). [`reflected_func`] enters functions made by reflection.

pub(crate) mod defer;
pub(crate) mod panic;
pub(crate) mod panic_print;
pub(crate) mod panic_values;
pub(crate) mod recover;
pub(crate) mod reflected_func;
pub(crate) mod vm_call;
