//! Go's modules, apart from the compiler: `go.mod` and `go.work`, versions, module proxies, the checksum database, the
//! module cache, and the commands that use and change them.
//!
//! * [`modfile`]: the format of the files, with comments; [`version`], [`release`], [`path`]: their values
//! * [`config`]: the settings; [`fetch`], [`proxy`]: downloads of modules
//! * [`sums`], [`sumdb`]: the verification of modules
//! * [`store`], [`archive`], [`files`]: the module cache
//! * [`project`]: the main modules of a command; [`graph`]: the module graph;
//!   [`requirements`], [`minimal`]: its roots; [`load`], [`imports`]: packages;
//!   [`query`]: version queries; [`update`]: changes of requirements
//! * [`tidy`], [`vendor`], [`why`] and others: the commands
//!
//! Error texts are the go command's, which users and tools know.

pub mod additions;
pub mod archive;
pub mod config;
pub mod diff;
pub mod fetch;
pub mod files;
pub mod get;
pub mod graph;
pub mod imports;
pub mod info;
pub mod init;
pub mod load;
pub mod minimal;
pub mod modfile;
pub mod path;
pub mod project;
pub mod proxy;
pub mod query;
pub mod release;
pub mod report;
pub mod requirements;
pub mod store;
pub mod sumdb;
pub mod sums;
pub mod tidy;
pub mod update;
pub mod vendor;
pub mod version;
pub mod why;
pub mod work;
