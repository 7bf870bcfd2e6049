//! The options of the commands that show the compiler's diagnostics and intermediate results.

use super::CommonFlags;
use clap::{Args, ValueEnum};
use std::ffi::OsString;

/// `minigo check`
#[derive(Debug, Args)]
pub struct Check {
    /// Flags of all commands that compile.
    #[command(flatten)]
    pub common: CommonFlags,
    /// Print errors as JSON, one object on each line, to standard output: short for --error-format json
    #[arg(long, conflicts_with = "error_format")]
    pub json: bool,
    /// Exit with status 1 even if there are only warnings, as go vet does
    #[arg(long, conflicts_with = "no_vet")]
    pub strict: bool,
    /// Report errors only
    #[arg(long)]
    pub no_vet: bool,
    /// Report only the first ten errors of a package, as a build does
    #[arg(long, hide = true, conflicts_with = "all_errors")]
    pub first_errors: bool,
    /// Files of one package, or directories
    #[arg(required = true, value_name = "FILE")]
    pub words: Vec<OsString>,
}

/// `minigo explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// The code, as it stands in the brackets of an error on a terminal, such as UndeclaredName; without it all are
    /// listed
    pub code: Option<String>,
}

/// `minigo dump`
#[derive(Debug, Args)]
pub struct Dump {
    /// The stage whose output is shown
    #[arg(value_enum)]
    pub stage: Stage,
    /// Flags of all commands that compile.
    #[command(flatten)]
    pub common: CommonFlags,
    /// Show library packages too
    #[arg(long)]
    pub all: bool,
    /// Go files of one package, or a directory
    #[arg(required = true, value_name = "FILE")]
    pub words: Vec<OsString>,
}

impl Dump {
    /// The function to show, for a stage that shows one function, and the words that name the program.
    #[must_use]
    pub fn split_function(&self) -> (Option<&str>, &[OsString]) {
        match (self.stage, &*self.words) {
            (Stage::Asm, [func, files @ ..]) => (func.to_str(), files),
            (_, files) => (None, files),
        }
    }
}

/// A stage of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// The tokens, automatic semicolons included
    Tokens,
    /// The syntax tree
    Ast,
    /// The typed program
    Types,
    /// The bytecode
    Code,
    /// Bytecode and machine code of one function, whose name comes before the files: main.f, main.(*T).f
    Asm,
}
