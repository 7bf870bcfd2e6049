//! Go's modules, apart from the compiler: `go.mod` and `go.work`, versions, module proxies, the checksum database, the module
//! cache, and the commands that change them.
//!
//! * [`modfile`]: the files' format, with comments; [`version`], [`release`], [`path`]: what stands in them
//! * [`config`]: the settings; [`fetch`], [`proxy`]: where modules come from
//! * [`sums`], [`sumdb`]: whether they are what they should be
//! * [`store`], [`archive`], [`files`]: the module cache
//!
//! Error texts are the go command's, which users and tools know.

pub mod archive;
pub mod config;
pub mod fetch;
pub mod files;
pub mod modfile;
pub mod path;
pub mod proxy;
pub mod release;
pub mod store;
pub mod sumdb;
pub mod sums;
pub mod version;
