//! The flags of `minigo explore`.

use super::{Common, duration, jobs};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The default of [`Explore::steps`].
pub const DEFAULT_EXPLORE_STEPS: usize = 20_000;

/// `minigo explore`
#[derive(Debug, Args)]
pub struct Explore {
    /// Flags of all commands that compile.
    #[command(flatten)]
    pub common: Common,
    /// How long to search, such as 60s or 500ms
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub time: Duration,
    /// How many runs to make at most
    #[arg(long, value_name = "N")]
    pub runs: Option<u64>,
    /// How many runs go on at a time [default: the number of CPUs]
    #[arg(short = 'j', long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// How to search
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    pub strategy: SearchBy,
    /// What is chosen at random derives from N
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Take it for a failure too if runs differ in this
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<Difference>,
    /// Take it for a failure too if what a run prints on standard output does not match
    #[arg(long, value_name = "REGEX")]
    pub assert: Option<String>,
    /// Go on after a failure, and list all results
    #[arg(long)]
    pub keep_going: bool,
    /// Write the schedule of the failure, for `minigo run --replay`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// After how many steps goroutines take turns; a run of twice as many counts as hung
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EXPLORE_STEPS)]
    pub steps: usize,
    /// Run the tests of the package in this directory, or in these files; the words are the name that the program gets
    /// and its arguments
    #[arg(long, hide = true, value_name = "PATH")]
    pub tests_of: Vec<PathBuf>,
    /// The import path of the package whose tests are run, if it belongs to a module that the one in the working
    /// directory depends on
    #[arg(long, hide = true, value_name = "PATH", requires = "tests_of")]
    pub import_path: Option<String>,
    /// The program, and the arguments it gets
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    pub words: Vec<OsString>,
}

/// How interleavings are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SearchBy {
    /// By turns, so that small programs are searched wholly and large ones widely
    Auto,
    /// All orders of what conflicts, each once (dynamic partial-order reduction)
    Dpor,
    /// Depth first: without preemptions, then with one, and so on
    Dfs,
    /// Any goroutine at each point
    Random,
    /// Priorities that fall at random points (probabilistic concurrency testing)
    Pct,
    /// Random priorities of accesses (partial-order sampling)
    Pos,
}

/// How a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// What runs can differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Difference {
    /// What they print on standard output
    Output,
}
