//! The command line as values; no other module reads flags.

pub mod build;
mod check;
pub mod coverage;
mod debug;
mod errors;
mod explore;
mod go_alias;
pub mod go_flags;
mod target;
pub mod test;
pub mod tools;
pub mod usage;
mod values;

use crate::test_plan::{self, PlannedTests, TestPlan};
use build::Build;
pub use check::{Check, Dump, Explain, Stage};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
pub use debug::{Attachable, Dap, Debug};
pub use errors::ErrorFormat;
pub use explore::{Explore, Format, ProgressLimits, RunDifference, SearchStrategy};
pub use go_alias::is_invoked_as_go;
use minigo_syntax::suggest::nearest;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use target::is_go_file;
pub use target::{EmbeddedProgram, Target, Tests};
use tools::{Completions, Doc, Fmt, GoCommand, GoCommandWords, LaunchedArgs, Man};
pub use tools::{Tour, Xray};
pub use values::{duration, memory_size};
use values::{jobs, language, memory_limit, seed, seeds};

/// minigo runs Go programs without the Go toolchain, on a scheduler you can watch.
#[derive(Debug, Parser)]
#[command(name = "minigo", disable_version_flag = true, max_term_width = 100)]
pub struct Cli {
    /// What to do; without a command, as `repl`.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Statements or an expression to run, instead of a command
    #[arg(short = 'e', value_name = "TEXT")]
    pub eval: Option<String>,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a Go program
    ///
    /// FILE is a Go file (several may follow each other), a directory with a package main, or `-` for
    /// standard input. A first line that begins with `#!` is skipped, so a Go file can be a script.
    /// Exit status: that of the program; 1 if it does not compile; 2 after a panic.
    Run(Box<Run>),
    /// Search the interleavings of a program for one that fails
    ///
    /// The program runs many times, each time with another order of the steps of its goroutines, until a run panics,
    /// deadlocks, leaks goroutines, has a data race or exits with a status other than 0; that run is then shortened and
    /// explained. Exit status: 0 if no run failed, 1 if one did.
    Explore(Box<Explore>),
    /// Build programs, each as one file that runs without minigo and without its sources
    ///
    /// The file is a copy of minigo with the compiled program, its embedded files and its machine code appended; all
    /// words of its command line belong to the program. Without -o, a single program is written to the working
    /// directory, and several packages are only compiled; -o names a file, or a directory for several programs. Flags
    /// are those of `go build`: -o -C -tags -mod -modfile -race -trimpath -ldflags '-X importpath.name=value' -buildvcs
    /// -v.
    Build(GoCommandWords),
    /// Build programs, and put them into GOBIN or the directory bin of GOPATH
    ///
    /// The flags are those of `minigo build` but for -o.
    Install(GoCommandWords),
    /// Report all errors of a package, and code that is certainly wrong, without running it
    ///
    /// The package need not be main, and functions may lack bodies. A package without errors gets the warnings of
    /// go vet: wrong Printf verbs, copied locks, unreachable code. Exit status 1 if there are errors.
    Check(Check),
    /// Test packages, as `go test` does
    ///
    /// A package is a directory, such as `.` or `./store`, or an import path; `./...` means all packages below a
    /// directory. Each is compiled with its test files and run as a process of its own in its directory. Exit status 1
    /// if a test fails or a package does not compile.
    #[command(after_long_help = test::help())]
    Test(Test),
    /// Print the documentation of a package or a symbol, as `go doc` does
    ///
    /// NAME is a package, a symbol or both: `fmt`, `fmt.Println`, `http.Server.Shutdown`, `./store.Open`, or `Open` in
    /// the package here. -all prints the whole documentation of a package, -src the source, -short one line for each
    /// symbol, -u unexported symbols too; -c makes lower case match only itself, -cmd shows the symbols of a program
    /// (package main).
    Doc(Doc),
    /// Format Go files, as gofmt does
    ///
    /// The command takes gofmt's flags: -l lists files that would change, -d shows how, -w writes them, -s simplifies
    /// code, -r 'PATTERN -> REPLACEMENT' replaces expressions.
    Fmt(Fmt),
    /// Explain the code of an error: the rule, an example, and what to do
    Explain(Explain),
    /// List packages or modules
    ///
    /// The flags are those of `go list` (-json[=FIELDS], -f TEMPLATE, -e, -deps, -test, -compiled, -find, and -m for
    /// modules) and the build flags. `minigo list std` lists the packages of minigo's own standard library, `minigo
    /// list -missing std` the packages that are taken from an installed Go.
    List(GoCommandWords),
    /// Report code that is certainly wrong in packages, as `go vet` does
    ///
    /// -json prints the findings as JSON; -NAME runs only that analysis, -NAME=false all others. Exit status 1 if there
    /// are findings.
    Vet(GoCommandWords),
    /// Run the commands of //go:generate lines
    ///
    /// Each command runs in the directory of its file; the command go is minigo itself. -run PATTERN and -skip PATTERN
    /// choose lines by regular expressions; -n only prints the commands, -x prints and runs them, -v prints the names
    /// of the files.
    Generate(GoCommandWords),
    /// Change the module: init, tidy, download, vendor, graph, verify, why, edit; as `go mod` does
    ///
    /// `minigo mod NAME --help` describes each of them. Modules come from the proxies in GOPROXY, never from version
    /// control, and are verified by go.sum and by the checksum database in GOSUMDB. GOMODCACHE, GOPRIVATE, GONOPROXY,
    /// GONOSUMDB, GOWORK and GOFLAGS (-modcacherw, -modfile) have the same effect as for the go command.
    Mod(GoCommand),
    /// Add, upgrade, downgrade or remove modules that the module requires, as `go get` does
    ///
    /// Each word is a package or a module, with a version query if wanted: `x.org/m@latest`, `x.org/m@v1.2`,
    /// `x.org/m@none`. -u also upgrades the packages that they import, -u=patch only to patch releases; -t also looks
    /// at the imports of their tests.
    Get(GoCommand),
    /// Change the workspace: init, use, edit, sync, vendor; as `go work` does
    Work(GoCommand),
    /// Debug a program in the terminal: breakpoints, steps, variables
    ///
    /// Commands begin with a colon; :help lists them, and any other text is an expression. The program starts with the
    /// first :cont, :next or :step. With --tests, FILE is a directory or test files, and the arguments are the test
    /// program's flags.
    Debug(Box<Debug>),
    /// Serve editors that speak the Debug Adapter Protocol, on standard input and output or on a port
    ///
    /// The editor starts one process for each program, with the request `launch`: program (a file or directory), args,
    /// env, cwd, mode (debug or test), stopOnEntry, tags.
    Dap(Dap),
    /// Show the output of a stage of the compiler for a program
    Dump(Dump),
    /// Try Go: each input runs at once, and its declarations stay
    ///
    /// Declarations, statements and expressions, one input after the other; packages of the library import themselves;
    /// :help lists commands. Standard input may be a pipe: then there is no prompt, and the exit status is 1 if an
    /// input does not compile, 2 if one panics, or that of os.Exit.
    Repl(Repl),
    /// Make a page from a trace that shows and replays the scheduler's decisions
    ///
    /// TRACE is a file that `minigo run --trace TRACE prog.go` wrote. The page is one file that needs no network. The
    /// page has a lane for each P and each goroutine, arrows from the goroutine that readies to the one that is
    /// readied, steals and hand-offs, and curves of the queues' lengths; it replays the scheduler's decisions one at a
    /// time, each with its rule and the contents of the queues. `minigo run --xray out.html prog.go` runs a program and
    /// makes its page. In the page, ? lists the keys.
    Xray(Xray),
    /// A tour of the scheduler's mechanisms, one in each chapter
    ///
    /// Each chapter runs a small program with the mechanism and without it, in a session that you can continue; `:next`
    /// begins the next chapter.
    Tour(Tour),
    /// Remove the compiled programs that `run` has kept, and the results and fuzzing inputs that `test` has kept
    ///
    /// `run` keeps what it has compiled in $MINIGOCACHE, else $XDG_CACHE_HOME/minigo, else ~/.cache/minigo, and
    /// compiles again when a file has changed. MINIGOCACHE=off keeps nothing. -testcache removes the results of tests
    /// only, -fuzzcache the fuzzing inputs.
    Clean(GoCommandWords),
    /// Print a shell's completions of minigo's commands and flags
    ///
    /// For bash: `minigo completions bash >~/.local/share/bash-completion/completions/minigo`; for zsh, a file
    /// `_minigo` in a directory of $fpath; for fish, `~/.config/fish/completions/minigo.fish`.
    Completions(Completions),
    /// Write the manual pages, a file for each command, to a directory
    Man(Man),
    /// Run a program that its own file has started
    #[command(hide = true)]
    Launched(LaunchedArgs),
    /// Execute the test plan that is sent on standard input
    #[command(hide = true)]
    Planned,
    /// Print or change the go command's variables
    ///
    /// Without names all variables are printed: -json as JSON, -changed only those whose value is not the default. -w
    /// NAME=VALUE sets a variable for all later commands, in the file that `go env -w` writes; -u NAME removes that
    /// setting.
    Env(GoCommandWords),
    /// Print the version of minigo and of the Go that it implements, or the versions of built programs
    ///
    /// -m also prints the programs' build info: package, modules, settings.
    Version(GoCommandWords),
}

/// `minigo run`
#[derive(Debug, Default, Args)]
#[group(id = "recorded", multiple = true)]
pub struct Run {
    /// Flags of all commands that compile.
    #[command(flatten)]
    pub common: CommonFlags,
    /// How many goroutines run Go code at the same time [default: $GOMAXPROCS, or the number of CPUs]
    #[arg(long, value_name = "N")]
    pub procs: Option<usize>,
    /// Mechanisms of the scheduler to switch off, to see the effect of each
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub without: Vec<SchedulerMechanism>,
    /// How long a goroutine runs before it is asked to yield, such as 10ms or 500us [default: 10ms]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub quantum: Option<Duration>,
    /// Make the run reproducible: the scheduler's choices, the time and random numbers derive from N; `random` draws a
    /// seed and prints it
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<Seed>,
    /// Print each decision of the scheduler with its rule and the queues after it, on standard error. The run is
    /// reproducible, as with --seed [default: 1], but time slices and the activity of Ms follow real time, as without a
    /// seed
    #[arg(long, conflicts_with = "seeds")]
    pub step: bool,
    /// Try many seeds, such as 1000 or 20..50, and stop at the first run that fails, hangs, or prints another output
    /// than the first run; with --leaks also at one that leaks goroutines. All runs get the same standard input
    #[arg(long, value_name = "RANGE", value_parser = seeds, conflicts_with = "seed")]
    pub seeds: Option<std::ops::Range<u64>>,
    /// How long a run of --seeds may take, such as 30s or 500ms: one that takes longer counts as hung
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub seed_limit: Duration,
    /// How many runs of --seeds run at the same time [default: the number of CPUs]
    #[arg(short = 'j', long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Run the schedule that `minigo explore --out FILE` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "seeds", "step"])]
    pub replay: Option<PathBuf>,
    /// If the run of --replay does not fail, search near its schedule, as `minigo explore --near FILE` does
    #[arg(long, requires = "replay")]
    pub search: bool,
    /// Let time jump to the next timer when all goroutines wait (implied by --seed)
    #[arg(long)]
    pub virtual_time: bool,
    /// The program's memory limit, such as 512MiB, for heap, stacks and buffers; a program that exceeds it ends with an
    /// error
    #[arg(long, value_name = "SIZE", value_parser = memory_limit)]
    pub max_memory: Option<usize>,
    /// Record the events of goroutines, threads (M) and processors (P), for ui.perfetto.dev and `minigo xray`: as JSON
    /// if FILE ends in .json, otherwise in a form a tenth of that size
    #[arg(long, value_name = "FILE", group = "recorded")]
    pub trace: Option<PathBuf>,
    /// Keep only the last TIME of the recording, such as 200ms
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "recorded")]
    pub trace_last: Option<Duration>,
    /// Write a page for any browser that shows and replays the scheduler's decisions
    #[arg(long, value_name = "FILE.html", group = "recorded")]
    pub xray: Option<PathBuf>,
    /// List the goroutines that are leaked or still blocked when the program ends; the leaked ones also on SIGUSR1
    #[arg(long)]
    pub leaks: bool,
    /// Whether hot functions are compiled to machine code [default: on]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub jit: Option<Jit>,
    /// Flags for attaching a debugger.
    #[command(flatten)]
    pub attachable: Attachable,
    /// Interpreter loop to use
    #[arg(long, value_enum, hide = true)]
    pub driver: Option<DriverKind>,
    /// The program, and the arguments it gets
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    pub words: Vec<OsString>,
    /// Whether the program was started by its own file: the first word is its name, the others are its arguments.
    #[arg(skip)]
    pub launched: bool,
    /// The package whose function Main is run; the first word is the name that the program gets.
    #[arg(skip)]
    pub own: Option<&'static str>,
    /// The tests that are run; the words are the name and the arguments of their program.
    #[arg(skip)]
    pub tests: Option<Arc<PlannedTests>>,
    /// The tests that a debugger runs; the words are as for `tests`.
    #[arg(skip)]
    pub debugged_tests: Option<Tests>,
}

impl Run {
    /// The program to run.
    #[must_use]
    pub fn target(&self) -> Target {
        if let Some(package) = self.own {
            return Target::Own(package);
        }
        match self.test_package() {
            Some(tests) => Target::Tests(tests.clone()),
            None => Target::split(&self.words).0,
        }
    }

    /// The package whose tests are run.
    #[must_use]
    pub fn test_package(&self) -> Option<&Tests> {
        self.debugged_tests.as_ref().or(self.test_plan().map(|plan| &plan.tests))
    }

    /// The plan of the tests that are run.
    #[must_use]
    pub fn test_plan(&self) -> Option<&TestPlan> {
        self.tests.as_ref().map(|tests| &tests.plan)
    }

    /// Reports whether warnings of vet keep the program from running.
    #[must_use]
    pub fn is_vetted(&self) -> bool {
        self.test_plan().is_some_and(|plan| plan.vet)
    }

    /// Reports whether minigo was called as `go run`: not by the program's own file, and not for `go test`.
    #[must_use]
    pub fn is_go_run(&self) -> bool {
        !self.launched && self.test_package().is_none() && is_invoked_as_go()
    }

    /// The program's arguments, without its name.
    #[must_use]
    pub fn arguments(&self) -> &[OsString] {
        let named = self.launched || self.own.is_some() || self.test_package().is_some();
        if named { self.words.get(1..).unwrap_or_default() } else { Target::split(&self.words).1 }
    }
}

/// A mechanism of the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SchedulerMechanism {
    /// Local run queues of the Ps; without them all goroutines share the global queue
    LocalQueues,
    /// runnext: without it, a readied goroutine is put at the tail of the local queue
    Runnext,
    /// Stealing half of another P's queue
    Steal,
    /// Parking of blocked goroutines: without it they keep their M and P
    Park,
    /// Handing off the P of a blocking system call
    Handoff,
    /// Asking goroutines to yield after their time slice
    Preempt,
    /// Spinning: Ms search for work for a while before they sleep
    Spin,
    /// Taking from the global queue first on every 61st scheduling
    Tick61,
    /// The netpoller: without it goroutines that wait for the network keep a thread
    Netpoll,
}

/// The value of `--seed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seed {
    /// The seed itself.
    Number(u64),
    /// A seed that minigo draws at random.
    Random,
}

/// The beginnings of the arguments that are about seeds and contain their value.
const SEED_FLAG_PREFIXES: [&[u8]; 5] =
    [b"--seed=", b"--seeds=", b"--seed-limit=", b"--jobs=", b"-j"];

/// The arguments `args` with `--seed` and without the other flags about seeds. The last `words` arguments are the
/// program's and are kept.
#[must_use]
pub fn with_seed(args: &[OsString], words: usize, seed: u64) -> Vec<OsString> {
    let (ours, program) = args.split_at(args.len().saturating_sub(words));
    let mut ours = ours.iter();
    let mut result: Vec<OsString> = ours.next().cloned().into_iter().collect();
    result.extend(["--seed".into(), seed.to_string().into()]);
    while let Some(flag) = ours.next() {
        match flag.as_encoded_bytes() {
            b"--seed" | b"--seeds" | b"--seed-limit" | b"--jobs" | b"-j" => drop(ours.next()),
            b if SEED_FLAG_PREFIXES.iter().any(|flag| b.starts_with(flag)) => {}
            _ => result.push(flag.clone()),
        }
    }
    result.extend_from_slice(program);
    result
}

/// When functions are compiled to machine code, the value of `--jit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Jit {
    /// Never: everything is interpreted
    Off,
    /// When they are hot
    On,
    /// When they are first called, for tests
    Eager,
}

/// The kind of loop with which the interpreter executes bytecode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DriverKind {
    /// Each handler tail-calls the next one through a table: fast.
    Tail,
    /// A loop around a `match`: for debug builds.
    Match,
}

/// `minigo repl`
#[derive(Debug, Default, Args)]
pub struct Repl {
    /// Go files to run first, as inputs; or a directory, whose package the inputs then belong to
    #[arg(value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// The memory limit of the session's program, such as 512MiB; an input that exceeds it fails, and the session
    /// continues
    #[arg(long, value_name = "SIZE", value_parser = memory_limit)]
    pub max_memory: Option<usize>,
}

/// `minigo test`
#[derive(Debug, Args)]
pub struct Test {
    /// Packages and flags; what follows -args goes to the test programs
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PACKAGE")]
    pub words: Vec<OsString>,
}

/// Flags of all commands that compile.
#[derive(Clone, Debug, Default, Args)]
pub struct CommonFlags {
    /// Language version, such as go1.21 [default: that of go.mod, or the newest]
    #[arg(long, value_name = "VERSION", value_parser = language)]
    pub lang: Option<(u32, u32)>,
    /// Flags that choose files and modules.
    #[command(flatten)]
    pub build: Build,
    /// Show all errors of a package, not only the first ten; `minigo check` always does
    #[arg(short = 'e', long)]
    pub all_errors: bool,
    /// The format of errors [default: pretty on a terminal, otherwise go]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub error_format: Option<ErrorFormat>,
}

/// `minigo FILE …` is short for `minigo run FILE …`, so that a script may begin with `#!/usr/bin/env minigo`.
fn insert_run(mut args: Vec<OsString>) -> Vec<OsString> {
    // Making clap's table of commands takes time, so it is made only if the word is the name of a file too.
    let is_command = |word: &OsString| {
        let commands = Cli::command();
        word == "help" || commands.get_subcommands().any(|c| word.to_str() == Some(c.get_name()))
    };
    let names_file = |word: &OsString| {
        let file = Path::new(word).metadata().is_ok_and(|it| it.is_file());
        let named = file || is_go_file(word);
        named && !word.as_encoded_bytes().starts_with(b"-") && !is_command(word)
    };
    if args.get(1).is_some_and(names_file) {
        args.insert(1, "run".into());
    }
    args
}

/// Reads the command line. If the command line is wrong, prints the reason and exits.
#[must_use]
pub fn parse(args: impl Iterator<Item = OsString>) -> Cli {
    let args: Vec<OsString> = args.collect();
    let args = match go_alias::translate_line(&args) {
        Some(args) => args,
        None => insert_run(with_two_dashes(args.into_iter())),
    };
    let cli = parse_quickly(&args).unwrap_or_else(|| Cli::parse_from(args));
    if let Some(unknown) = cli.unknown_flag() {
        unknown.exit();
    }
    cli
}

/// Cuts the flag `-C` with its directory from before the command.
pub fn take_directory_flag(
    args: impl Iterator<Item = OsString>,
) -> (Option<PathBuf>, Vec<OsString>) {
    let mut args: Vec<OsString> = args.collect();
    let Some(word) = args.get(1) else { return (None, args) };
    let text = word.as_encoded_bytes();
    let flag = text.strip_prefix(b"--").or_else(|| text.strip_prefix(b"-"));
    let (value, words) = match flag {
        Some(b"C") => match args.get(2) {
            Some(value) => (value.clone(), 2),
            None => return (None, args),
        },
        Some([b'C', b'=', value @ ..]) => (OsString::from_vec(value.to_vec()), 1),
        _ => return (None, args),
    };
    args.drain(1..=words);
    (Some(value.into()), args)
}

/// Reads a command that runs a program without the descriptions of the other commands: making those takes a fifth of
/// the start of a small program. Returns `None` for words that it cannot read; the parser of the whole command line
/// then prints the error.
fn parse_quickly(args: &[OsString]) -> Option<Cli> {
    let words = args.get(1..)?;
    match words.split_first()? {
        (word, rest) if word == test_plan::PLANNED_COMMAND && rest.is_empty() => {
            return Some(Cli { command: Some(Command::Planned), eval: None });
        }
        (word, _) if word != "run" => return None,
        _ => {}
    }
    let command = Run::augment_args(clap::Command::new("run"));
    let run = Run::from_arg_matches(&command.try_get_matches_from(words).ok()?).ok()?;
    Some(Cli { command: Some(Command::Run(Box::new(run))), eval: None })
}

impl Cli {
    /// The directory that the flag `-C` names: minigo changes to it before it does anything else.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        let common = match self.command.as_ref()? {
            Command::Run(run) => &run.common,
            Command::Debug(debug) => &debug.common,
            Command::Check(check) => &check.common,
            Command::Dump(dump) => &dump.common,
            Command::Explore(explore) => &explore.common,
            _ => return None,
        };
        common.build.directory.as_deref()
    }

    /// The error for a flag where the program's name should stand: the words after the name may begin with dashes, so
    /// clap takes an unknown flag for the name.
    fn unknown_flag(&self) -> Option<clap::Error> {
        let (name, words) = match self.command.as_ref()? {
            Command::Run(run) => ("run", &run.words),
            Command::Debug(debug) => ("debug", &debug.words),
            Command::Check(check) => ("check", &check.words),
            Command::Dump(dump) => ("dump", &dump.words),
            Command::Explore(explore) => ("explore", &explore.words),
            _ => return None,
        };
        let word = words.first()?.to_string_lossy();
        let flag = word.split('=').next().filter(|flag| flag.len() > 1 && flag.starts_with('-'))?;
        let mut command = Self::command();
        command.build();
        let command = command.find_subcommand_mut(name)?;
        let flags: Vec<String> =
            command.get_arguments().filter_map(Arg::get_long).map(|f| format!("--{f}")).collect();
        let near = nearest(flag, flags.iter().map(String::as_str));
        let tip = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let message = format!("unknown flag {flag}{tip} (the program's own flags follow its name)");
        Some(command.error(ErrorKind::UnknownArgument, message))
    }
}

/// Reports whether an argument is a long flag of the go command with one dash.
fn is_single_dash_go_flag(text: &str) -> bool {
    let name = text.strip_prefix('-').and_then(|rest| rest.split('=').next());
    name.is_some_and(|name| GO_FLAGS.contains(&name))
}

/// The long flags of the go command. The flags of `minigo test` are not among them: it reads its flags itself.
const GO_FLAGS: [&str; 6] = ["lang", "tags", "mod", "modfile", "testcache", "missing"];

/// Adds the second dash that clap wants to long flags with one dash, as Go's tools take them. The words after the
/// program are the program's and are kept.
fn with_two_dashes(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut ours, mut value, mut lists) = (true, false, false);
    let two = |(i, arg): (usize, OsString)| {
        let text = arg.to_string_lossy();
        lists |= i == 1 && text == "list";
        ours &= i < 2 || lists || value || text.starts_with('-');
        let spelled = ours && !value && is_single_dash_go_flag(&text);
        value = ours && !value && (text == "-C" || spelled && !text.contains('='));
        if spelled { format!("-{text}").into() } else { arg }
    };
    args.enumerate().map(two).collect()
}
