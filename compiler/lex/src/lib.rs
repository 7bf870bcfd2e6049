//! Text to tokens, and to the pieces that are parsed by themselves; and the diagnostics through which every stage of
//! the compiler reports.
//!
//! ```text
//! text ─ token (logos) ─ lexer ─ semicolon ─ cut
//! ```
//!
//! A crate below the parser because the library's build script needs these modules and no grammar: what a build script
//! uses is compiled twice, once for the script and once for the binary. It knows no tree.

pub mod cut;
pub mod diagnostic;
pub mod hash;
pub mod lexer;
mod piece;
mod semicolon;
mod skim;
pub mod source;
pub mod table;
pub mod token;

pub use piece::{Keyword, Piece};
pub use semicolon::Semicolons;
