//! The options of the commands that debug a program.

use super::{Common, Jit, Run, Tests};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// `minigo debug`
#[derive(Debug, Args)]
pub struct Debug {
    /// Flags of all commands that compile.
    #[command(flatten)]
    pub common: Common,
    /// How many goroutines run Go code at the same time [default: $GOMAXPROCS, or the number of CPUs]
    #[arg(long, value_name = "N")]
    pub procs: Option<usize>,
    /// Whether hot functions are compiled to machine code [default: on]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub jit: Option<Jit>,
    /// Debug the tests of the package in this directory
    #[arg(long)]
    pub tests: bool,
    /// Debug the run with this seed, as `minigo run --seed N` makes it; it can be stepped through backwards
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Debug the run of a schedule that `minigo explore --out FILE` has written; it can be stepped through backwards
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "tests"])]
    pub replay: Option<PathBuf>,
    /// The program, and the arguments it gets
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    pub words: Vec<OsString>,
}

impl Debug {
    /// The program as `minigo run` runs it.
    #[must_use]
    pub fn as_run(&self) -> Run {
        let tested = self.words.first().filter(|_| self.tests);
        Run {
            common: self.common.clone(),
            procs: self.procs,
            jit: self.jit,
            debugged_tests: tested.map(|path| Tests::of(path.into())),
            words: self.words.clone(),
            ..Run::default()
        }
    }
}

/// `minigo dap`
#[derive(Debug, Args)]
pub struct Dap {
    /// Wait for the editor on this port of the loopback interface (0: any free one) instead of standard input. The
    /// request `launch` must then have the token that is printed
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
}
