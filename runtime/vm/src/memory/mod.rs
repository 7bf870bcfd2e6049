//! Memory of the process, and moves of values within the Go heap.
//!
//! [`words`] copies values that a marking may be reading. [`memory_limit_allocator`] is an allocator that counts
//! allocations; when there is no memory, it ends the process with Go's message `out of memory` and status 2.
//! [`footprint`] returns memory that one phase needed and the next does not. [`recorded_accesses`] lists an
//! instruction's reads and writes, for a check against the table of instructions.

pub(crate) mod code_memory;
pub mod footprint;
pub(crate) mod memory_limit_allocator;
pub(crate) mod recorded_accesses;
pub(crate) mod table;
pub(crate) mod words;
