//! The file system of a world: what is read falls through to the real files, what is written stays in memory.
//!
//! * [`lower`]: the real files, each looked at once; [`meta`], [`dirents`] and [`flags`]: the
//!   kernel's structures;
//! * [`content`]: a file's bytes, those written above the real ones; [`node`]: a file of whatever kind;
//! * [`tree`]: how paths lead to files; `open`, `names` and `attributes`: what is done with them.

pub(crate) mod content;
pub(crate) mod dirents;
pub(crate) mod flags;
pub(crate) mod lower;
pub(crate) mod meta;
pub(crate) mod node;
pub(crate) mod tree;

mod attributes;
mod names;
mod open;

pub(crate) use open::Opened;
