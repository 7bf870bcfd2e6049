//! Memory of the process, and moves of values within the Go heap.
//!
//! [`words`] copies values that a marking may be looking at. [`strict`] is an allocator that counts what is allocated
//! and ends the process as a Go program ends when there is no memory; [`footprint`] gives back what one phase needed
//! and the next does not. [`accessed`] lists what an instruction reads and writes, for a check of the table.

pub(crate) mod accessed;
pub(crate) mod code_memory;
pub mod footprint;
pub(crate) mod strict;
pub(crate) mod table;
pub(crate) mod words;
