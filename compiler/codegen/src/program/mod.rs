//! The program as a whole: the state that functions share during generation.
//!
//! * [`tables`]: the generated program, with its tables of constants, strings, natives, call sites, globals.
//! * [`layout`]: the representation of types in memory and slots; [`boxing`]: the variables that need a heap cell.
//! * [`location`]: the locations of variables; [`inlining`]: knowledge about inlining and static closures.
//! * [`descriptor`]: run-time types, made on demand. [`generator_state`]: the state that a session keeps from part to
//!   part.
//! * [`broken_invariant_report`]: the code for parts that cannot be generated. [`unfinished_func`]: functions that are
//!   optimised while others are generated.
//! * [`walk`], [`expr_forms`], [`frame_slice`]: queries about the typed program that need no context;
//!   [`interface_words`]: whether the program accesses the words of interface values.
//!
//! This module does not know how a function is generated; [`crate::func`] builds on it.

pub(crate) mod boxing;
mod broken_invariant_report;
pub(crate) mod descriptor;
pub(crate) mod expr_forms;
pub(crate) mod frame_slice;
pub(crate) mod generator_state;
pub(crate) mod inlining;
pub(crate) mod interface_words;
pub(crate) mod layout;
pub(crate) mod location;
pub(crate) mod tables;
pub(crate) mod unfinished_func;
pub(crate) mod walk;
