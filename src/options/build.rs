//! Flags of all commands that compile: which files and modules a program is made of.

use crate::load::go_env::BuildFlags;
use clap::Args;
use std::path::PathBuf;

/// Flags that choose files and modules, as those of the go command; GOFLAGS may have them too.
#[derive(Clone, Debug, Default, Args)]
pub struct Build {
    /// Build tags that are set, divided by commas
    #[arg(long, value_name = "LIST")]
    pub tags: Option<String>,
    /// Where packages of other modules come from: readonly, vendor or mod
    #[arg(long = "mod", value_name = "MODE")]
    pub module_mode: Option<String>,
    /// Read this file instead of go.mod
    #[arg(long = "modfile", value_name = "FILE")]
    pub mod_file: Option<PathBuf>,
    /// Report data races on standard error: two goroutines access the same memory, one of them writes, and no
    /// synchronisation orders the accesses. The exit status is 66 if the program would end with 0 but has races.
    /// $GORACE and the build tag `race` work as in Go
    #[arg(long)]
    pub race: bool,
    /// Flags of Go's linker: -X importpath.name=value gives a string variable its value
    #[arg(long, value_name = "FLAGS")]
    pub ldflags: Vec<String>,
    /// Name files by import paths and modules instead of by their directories
    #[arg(long)]
    pub trimpath: bool,
    /// Name files by absolute paths in messages, as the go command does
    #[arg(long, hide = true)]
    pub whole_file_names: bool,
    /// Change to this directory first
    #[arg(short = 'C', value_name = "DIR")]
    pub directory: Option<PathBuf>,
    /// Flags that are only recorded in the build info.
    #[arg(skip)]
    pub recorded: Vec<(String, String)>,
    /// Whether minigo has made the module in the working directory for this command alone: settings about the user's
    /// own modules do not apply then.
    #[arg(skip)]
    pub is_temporary: bool,
}

impl Build {
    /// The flags for the loader.
    #[must_use]
    pub fn flags(&self) -> BuildFlags {
        let Self {
            tags,
            module_mode,
            mod_file,
            race,
            ldflags,
            trimpath,
            whole_file_names,
            recorded,
            is_temporary,
            ..
        } = self;
        BuildFlags {
            tags: tags.clone(),
            module_mode: module_mode.clone(),
            mod_file: mod_file.clone(),
            race: *race,
            ldflags: ldflags.clone(),
            trimpath: *trimpath,
            whole_file_names: *whole_file_names,
            recorded: recorded.clone(),
            is_temporary: *is_temporary,
            downloads: true,
        }
    }
}
