//! The program as a whole: what its functions share while they are generated.
//!
//! * [`tables`]: the program that is made, with its tables of constants, strings, natives, call sites, globals.
//! * [`layout`]: types as memory and slots; [`boxing`]: which variables need a heap cell of their own.
//! * [`location`]: where a variable lives; [`inlining`]: what is known about inlining and about static closures.
//! * [`descriptor`]: run-time types, made on demand. [`grown`]: what a session keeps from part to part.
//! * [`guarded`]: what stands for a part that cannot be generated. [`unfinished`]: functions that are optimised while
//!   others are generated.
//! * [`walk`], [`expr_forms`], [`stays`]: questions about the typed program that need no context; [`words`]: whether it
//!   looks at the words of interface values.
//!
//! Nothing here knows how a function is generated; [`crate::func`] builds on it.

pub(crate) mod boxing;
pub(crate) mod descriptor;
pub(crate) mod expr_forms;
pub(crate) mod grown;
mod guarded;
pub(crate) mod inlining;
pub(crate) mod layout;
pub(crate) mod location;
pub(crate) mod stays;
pub(crate) mod tables;
pub(crate) mod unfinished;
pub(crate) mod walk;
pub(crate) mod words;
