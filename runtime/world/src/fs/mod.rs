//! The file system of a world: reads fall through to the real files, writes stay in memory.
//!
//! * [`real_files`]: the real files, each read once; [`meta`], [`dirents`] and [`flags`]: the kernel's structures;
//! * [`content`]: a file's bytes, written blocks above the real ones; [`node`]: a file of any kind;
//! * [`tree`]: how paths lead to files; `open`, `directory_operations` and `attributes`: the operations on files.

pub(crate) mod content;
pub(crate) mod dirents;
pub(crate) mod flags;
pub(crate) mod meta;
pub(crate) mod node;
pub(crate) mod real_files;
pub(crate) mod tree;

mod attributes;
mod directory_operations;
mod open;

pub(crate) use open::OpenResult;
