//! Go's modules, apart from the compiler: `go.mod` and `go.work`, versions, module proxies, the checksum database, the
//! module cache, and the commands that use and change them.
//!
//! * [`modfile`]: the format of the files, with comments; [`version`], [`release`], [`path`]: their values
//! * [`config`]: the settings; [`fetch`], [`proxy`]: downloads of modules
//! * [`sums`], [`sumdb`]: the verification of modules
//! * [`module_cache`], [`archive`], [`files`]: the module cache
//! * [`project`]: the main modules of a command; [`graph`]: the module graph;
//!   [`requirements`], [`minimal_requirements`]: its roots; [`load_packages`], [`imports`]: packages;
//!   [`query`]: version queries; [`update_requirements`]: changes of requirements
//! * [`tidy`], [`vendor`], [`why`] and others: the commands
//!
//! Error texts are the go command's, which users and tools know.

pub mod added_modules;
pub mod archive;
pub mod config;
pub mod diff;
pub mod fetch;
pub mod files;
pub mod get;
pub mod graph;
pub mod imports;
pub mod init;
pub mod load_packages;
pub mod minimal_requirements;
pub mod modfile;
pub mod module_cache;
pub mod path;
pub mod project;
pub mod proxy;
pub mod query;
pub mod release;
pub mod report_commands;
pub mod requirements;
pub mod rev_info;
pub mod sumdb;
pub mod sums;
pub mod tidy;
pub mod update_requirements;
pub mod vendor;
pub mod version;
pub mod why;
pub mod work;
