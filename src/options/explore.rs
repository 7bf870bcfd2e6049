//! The flags of `minigo explore`.

use super::{CommonFlags, duration, jobs};
use crate::test_plan::PlannedTests;
use clap::{Args, ValueEnum};
use minigo_vm::search::Shard;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a run may continue without progress, and how long a goroutine that could run may have to wait.
#[derive(Clone, Copy, Debug, Args)]
pub struct ProgressLimits {
    /// The number of steps without progress after which goroutines take turns; after twice as many, the run counts as
    /// hung
    #[arg(long, value_name = "N", default_value_t = Self::default().steps)]
    pub steps: usize,
    /// How long, on the program's clock, a runnable goroutine may have to wait: timers that are due within this time
    /// may fire before it runs
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10ms")]
    pub delay: Duration,
}

impl Default for ProgressLimits {
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
    pub common: CommonFlags,
    /// How long to search, such as 60s or 500ms
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub time: Duration,
    /// How many runs to make at most
    #[arg(long, value_name = "N")]
    pub runs: Option<u64>,
    /// How many runs run at the same time [default: the number of CPUs]
    #[arg(short = 'j', long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// How to search
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    pub strategy: SearchStrategy,
    /// The seed of all random choices of the search
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Count it as a failure too if runs differ in this property
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<RunDifference>,
    /// Count it as a failure too if the standard output of a run does not match this regular expression
    #[arg(long, value_name = "REGEX")]
    pub assert: Option<String>,
    /// Search one of N disjoint parts only, such as 3/16; `merge` joins their results
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write the results to a file in this directory, and begin with the races that results of the same search in it
    /// have found. The shard is, unless --shard names it, that of a Slurm array, an indexed Job of Kubernetes or a
    /// parallel CI job
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Run the schedules in this directory again first, and store the schedule of a failure there
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Continue where the last search of the same program with the same flags stopped
    #[arg(long)]
    pub resume: bool,
    /// Search near this schedule first: a change of the program may have moved the failure that the schedule showed
    #[arg(long, value_name = "FILE")]
    pub near: Option<PathBuf>,
    /// Continue after a failure, and list all outcomes
    #[arg(long)]
    pub keep_going: bool,
    /// Write the schedule of the failure, for `minigo run --replay`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a page that shows the failing run: its story, the scheduler's decisions, and a passing run for comparison
    #[arg(long, value_name = "FILE.html")]
    pub xray: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// How long one run may take.
    #[command(flatten)]
    pub patience: ProgressLimits,
    /// The program, and the arguments it gets; or `merge`, and directories of results that are to be joined
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    pub words: Vec<OsString>,
    /// The tests that are explored; the words are the name and the arguments of their program.
    #[arg(skip)]
    pub tests: Option<Arc<PlannedTests>>,
}

/// How interleavings are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SearchStrategy {
    /// All strategies in turn, so that small programs are searched completely and large ones widely
    Auto,
    /// Every order of conflicting steps, each once (dynamic partial-order reduction)
    Dpor,
    /// Depth first: without preemptions, then with one, and so on
    Dfs,
    /// A random goroutine at each point
    Random,
    /// Priorities that fall at random points (probabilistic concurrency testing)
    Pct,
    /// Random priorities of accesses (partial-order sampling)
    Pos,
    /// Random, with each order of the accesses to one object equally likely (selectively uniform random walk)
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
    shard.ok_or_else(|| format!("{text} is not a shard such as 3/16 (the third of 16)"))
}

/// A property in which runs can differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RunDifference {
    /// The standard output
    Output,
}
