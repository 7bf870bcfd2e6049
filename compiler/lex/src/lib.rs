//! The lexer: from the source text to tokens, and to declarations that are parsed one by one. The crate also has the
//! diagnostics through which every stage of the compiler reports.
//!
//! ```text
//! text ─ token (logos) ─ lexer ─ semicolon ─ cut
//! ```
//!
//! The crate is separate from the parser because the library's build script needs these modules but no grammar: the
//! dependencies of a build script are compiled twice, for the script and for the binary. This crate does not know
//! syntax trees.

pub mod cut;
pub mod diagnostic;
pub mod hash;
pub mod lexer;
mod piece;
pub mod release;
mod semicolon;
mod skim;
pub mod source;
pub mod table;
pub mod token;

pub use piece::{Keyword, Piece};
pub use semicolon::Semicolons;
