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

mod decl_piece;
pub mod decl_splitter;
pub mod diagnostic;
pub mod hash;
pub mod int_table;
pub mod lexer;
pub mod packed;
pub mod release;
mod semicolon;
mod skip_block;
pub mod small_sort;
pub mod source;
pub mod token;

pub use decl_piece::{DeclPiece, Keyword};
pub use semicolon::Semicolons;
