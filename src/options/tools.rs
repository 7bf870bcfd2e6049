//! The options of the commands that compile nothing: they work on sources, kept files and traces, or start programs.

use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// `minigo doc`
#[derive(Debug, Args)]
pub struct Doc {
    /// Flags -all -c -cmd -short -src -u and -C DIR, then a package, a symbol, or both
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "NAME")]
    pub words: Vec<OsString>,
}

/// A command whose line is read as the go command reads it: see [`go_flags`](super::go_flags).
#[derive(Debug, Args)]
pub struct GoCommandWords {
    /// Flags as for the go command, then packages
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PACKAGE")]
    pub words: Vec<OsString>,
}

/// `minigo fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// Flags -d -e -l -r RULE -s -w, then files and directories; without any, standard input
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PATH")]
    pub words: Vec<OsString>,
}

/// `minigo mod`, `minigo get` and `minigo work`, which take the go command's flags.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct GoCommand {
    /// The command's name, its flags and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD")]
    pub words: Vec<String>,
}

/// `minigo xray`
#[derive(Debug, Args)]
pub struct Xray {
    /// The trace
    pub trace: PathBuf,
    /// The page [default: TRACE with the extension .html]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `minigo completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// A shell whose completions minigo writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "each variant is the name of a shell")]
pub enum Shell {
    Bash,
    Fish,
    Zsh,
}

/// `minigo man`
#[derive(Debug, Args)]
pub struct Man {
    /// The directory, such as ~/.local/share/man/man1
    pub dir: PathBuf,
}

/// `minigo launched`
#[derive(Debug, Args)]
pub struct LaunchedArgs {
    /// The name that the program gets, instead of its file's
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<OsString>,
    /// The file, and the arguments of the program
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    pub words: Vec<OsString>,
}

/// `minigo tour`
#[derive(Debug, Args)]
pub struct Tour {
    /// The chapter to begin with
    #[arg(value_name = "CHAPTER", default_value = "1")]
    pub chapter: String,
    /// List the chapters
    #[arg(long)]
    pub list: bool,
}
