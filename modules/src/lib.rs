//! Go's modules, apart from the compiler: `go.mod` and `go.work`, versions, module proxies, the checksum database, the
//! module cache, and the commands that change them.
//!
//! * [`modfile`]: the files' format, with comments; [`version`], [`release`], [`path`]: what stands in them
//! * [`config`]: the settings; [`fetch`], [`proxy`]: where modules come from
//! * [`sums`], [`sumdb`]: whether they are what they should be
//! * [`store`], [`archive`], [`files`]: the module cache
//! * [`project`]: the main modules of a command; [`graph`]: the module graph; [`load`], [`imports`]: packages;
//!   [`query`]: versions by their descriptions; [`update`]: how requirements change
//! * [`tidy`] and the like: the commands
//!
//! Error texts are the go command's, which users and tools know.

pub mod archive;
pub mod config;
pub mod diff;
pub mod fetch;
pub mod files;
pub mod get;
pub mod graph;
pub mod imports;
pub mod init;
pub mod load;
pub mod modfile;
pub mod path;
pub mod project;
pub mod proxy;
pub mod query;
pub mod release;
pub mod report;
pub mod store;
pub mod sumdb;
pub mod sums;
pub mod tidy;
pub mod update;
pub mod vendor;
pub mod version;
pub mod work;
