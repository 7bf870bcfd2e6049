//! Commands about sources that do not run them: their documentation and their form.

use clap::Args;
use std::ffi::OsString;

/// `minigo doc`
#[derive(Debug, Args)]
pub struct Doc {
    /// Flags -all -c -cmd -short -src -u and -C DIR, then a package, a symbol, or both
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "NAME")]
    pub words: Vec<OsString>,
}

/// `minigo fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// Flags -d -e -l -r RULE -s -w, then files and directories; without any, standard input
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PATH")]
    pub words: Vec<OsString>,
}
