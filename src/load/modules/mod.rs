//! Modules as the go command sees them: the package at an import path, and the language version that it is written in.
//!
//! * [`module`]: a module, and the package that an import path denotes in its program
//! * [`main_modules`]: the module around a directory, or the workspace; whether `vendor` is used
//! * [`build_list`]: the selected versions, their sources, and whether the sources match `go.sum`
//! * [`downloads`]: fills the module cache from proxies
//! * [`mod_file`]: the contents of `go.mod` and `go.work`, whose format crate `minigo-modules` reads
//! * [`describe`]: the fields that `go list -m` prints for modules
//! * [`replacements`] reads `replace` lines, [`vendor`] reads `modules.txt`, [`mod_cache`] reads GOMODCACHE
//!
//! The module graph and `go.sum` are those of crate `minigo-modules`.

mod build_list;
pub mod describe;
pub mod downloads;
mod main_modules;
mod mod_cache;
pub mod mod_file;
pub mod module;
mod replacements;
mod vendor;

/// [`LANGUAGE_VERSION`] is the language version of the library, of packages outside modules, and of packages that are
/// given by their files. Messages name [`RELEASE`].
pub use minigo_syntax::release::{GO_RELEASE as RELEASE, LANGUAGE_VERSION};

/// The language version of a module without a `go` line.
const DEFAULT_LANGUAGE_VERSION: (u32, u32) = (1, 16);
