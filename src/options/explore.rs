//! The flags of `minigo explore`.

use super::{Common, duration, jobs};
use clap::{Args, ValueEnum};
use minigo_vm::search::Shard;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How long a run may continue without progress, and how long a goroutine that could run may have to wait.
#[derive(Clone, Copy, Debug, Args)]
pub struct Patience {
    /// After how many steps goroutines take turns; a run of twice as many counts as hung
    #[arg(long, value_name = "N", default_value_t = Self::default().steps)]
    pub steps: usize,
    /// For how long, by the program's clock, a goroutine that could go on may have to wait: timers that are due by then
    /// may fire first
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10ms")]
    pub delay: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        // 10 ms: a time slice of Go's scheduler.
        Self { steps: 20_000, delay: Duration::from_millis(10) }
    }
}

/// `minigo explore`
#[derive(Clone, Debug, Args)]
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
    /// Search one of N disjoint parts only, such as 3/16; `merge` joins their results
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write the results to a file in this directory, and use what those of the same search there have found to race.
    /// The shard is, unless --shard says it, that of a Slurm array, an indexed Job of Kubernetes or a parallel CI job
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Run the schedules in this directory again first, and store the schedule of a failure there
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Go on where the last search of the same program with the same flags has stopped
    #[arg(long)]
    pub resume: bool,
    /// Search near this schedule first, for a failure that it has shown and that a change may have moved
    #[arg(long, value_name = "FILE")]
    pub near: Option<PathBuf>,
    /// Go on after a failure, and list all results
    #[arg(long)]
    pub keep_going: bool,
    /// Write the schedule of the failure, for `minigo run --replay`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a page that shows the failing run: its story, what the scheduler did, and a run that passes
    #[arg(long, value_name = "FILE.html")]
    pub xray: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// How long one run may take.
    #[command(flatten)]
    pub patience: Patience,
    /// Run the tests of the package in this directory, or in these files; the words are the name that the program gets
    /// and its arguments
    #[arg(long, hide = true, value_name = "PATH")]
    pub tests_of: Vec<PathBuf>,
    /// The import path of the package whose tests are run, if it belongs to a module that the one in the working
    /// directory depends on
    #[arg(long, hide = true, value_name = "PATH", requires = "tests_of")]
    pub import_path: Option<String>,
    /// The program, and the arguments it gets; or `merge`, and directories of results that are to be joined
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
    /// Each order of the accesses to one object as likely (selectively uniform random walk)
    Surw,
}

/// How a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// The XML of JUnit
    Junit,
    /// Annotations of GitHub's workflows
    Github,
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text
        .split_once('/')
        .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    let shard = numbers.and_then(|(number, count)| Shard::new(number, count));
    shard.ok_or_else(|| format!("{text} is no shard such as 3/16"))
}

/// A property in which runs can differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Difference {
    /// What they print on standard output
    Output,
}
