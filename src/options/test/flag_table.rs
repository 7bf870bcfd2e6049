//! The flags of `minigo test`.

use clap::{Arg, ArgAction};

/// The receiver of a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FlagReceiver {
    /// The test program gets the flag, as `-test.name=value`.
    Program,
    /// `minigo run` gets the flag, as `--name=value`.
    Run,
    /// `minigo explore` gets the flag, as `--name=value`, if the command explores; otherwise the test program may have
    /// a flag of this name.
    Search,
    /// `minigo test` itself uses the flag.
    Command,
    /// The loader uses the flag, as in all commands that compile.
    Build,
    /// The flag is ignored: it is about how Go compiles.
    Nowhere,
}

/// A flag of `minigo test`.
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) is_boolean: bool,
    pub(super) receiver: FlagReceiver,
    help: &'static str,
}

const fn flag(name: &'static str, receiver: FlagReceiver, help: &'static str) -> Flag {
    Flag { name, is_boolean: false, receiver, help }
}

const fn switch(name: &'static str, receiver: FlagReceiver, help: &'static str) -> Flag {
    Flag { name, is_boolean: true, receiver, help }
}

pub(super) const FLAGS: &[Flag] = &[
    flag(
        "run",
        FlagReceiver::Program,
        "run only the tests, examples and fuzz targets that match the pattern",
    ),
    flag(
        "skip",
        FlagReceiver::Program,
        "run all tests, examples and fuzz targets except those that match the pattern",
    ),
    switch("v", FlagReceiver::Program, "print all tests as they run"),
    switch("json", FlagReceiver::Command, "print events as JSON"),
    switch(
        "short",
        FlagReceiver::Program,
        "ask long-running tests to shorten their run (testing.Short)",
    ),
    flag("count", FlagReceiver::Program, "run each test N times; 1 also disables cached results"),
    flag(
        "parallel",
        FlagReceiver::Program,
        "run at most N parallel tests of a package at the same time",
    ),
    flag("p", FlagReceiver::Command, "test N packages at a time"),
    flag(
        "timeout",
        FlagReceiver::Program,
        "end a test program with a panic after this time (default 10m; 0: no limit)",
    ),
    switch("failfast", FlagReceiver::Program, "start no further test after one has failed"),
    flag("shuffle", FlagReceiver::Program, "run tests in a random order: off, on, or a seed"),
    flag(
        "list",
        FlagReceiver::Program,
        "list tests, benchmarks, fuzz targets and examples that match the pattern",
    ),
    flag("bench", FlagReceiver::Program, "run the benchmarks that match the pattern"),
    switch("benchmem", FlagReceiver::Program, "print the allocations of benchmarks"),
    flag(
        "benchtime",
        FlagReceiver::Program,
        "run each benchmark for this time (1s) or this many iterations (100x)",
    ),
    flag("cpu", FlagReceiver::Program, "run tests with these values of GOMAXPROCS"),
    flag("fuzz", FlagReceiver::Program, "fuzz the target that matches the pattern"),
    flag(
        "fuzztime",
        FlagReceiver::Program,
        "fuzz for this time, or for this many iterations (100x)",
    ),
    flag(
        "fuzzminimizetime",
        FlagReceiver::Program,
        "the time or number of iterations for minimising a failing input",
    ),
    switch("fullpath", FlagReceiver::Program, "print full file paths in messages"),
    switch("cover", FlagReceiver::Command, "measure which statements the tests execute (coverage)"),
    flag(
        "covermode",
        FlagReceiver::Command,
        "the kind of coverage counter: set (executed or not, the default), count or atomic (how often)",
    ),
    flag(
        "coverpkg",
        FlagReceiver::Command,
        "measure coverage in the packages that these comma-separated patterns match",
    ),
    flag(
        "coverprofile",
        FlagReceiver::Command,
        "measure coverage, and write the count of each block of statements to this file",
    ),
    flag("cpuprofile", FlagReceiver::Program, "write a CPU profile to this file"),
    flag("memprofile", FlagReceiver::Program, "write a memory profile to this file"),
    flag(
        "memprofilerate",
        FlagReceiver::Program,
        "sample the memory profile once every N allocated bytes",
    ),
    flag(
        "blockprofile",
        FlagReceiver::Program,
        "write a profile of blocked goroutines to this file",
    ),
    flag(
        "blockprofilerate",
        FlagReceiver::Program,
        "sample the block profile once every N nanoseconds of waiting",
    ),
    flag(
        "mutexprofile",
        FlagReceiver::Program,
        "write a profile of the goroutines that hold contended mutexes to this file",
    ),
    flag(
        "mutexprofilefraction",
        FlagReceiver::Program,
        "sample one in N contention events of the mutex profile",
    ),
    flag("trace", FlagReceiver::Program, "write an execution trace, for go tool trace"),
    flag("outputdir", FlagReceiver::Command, "the directory for profiles and artifacts"),
    switch("artifacts", FlagReceiver::Program, "keep the artifacts of tests"),
    flag("tags", FlagReceiver::Build, "build tags that are set, divided by commas"),
    flag(
        "mod",
        FlagReceiver::Build,
        "where packages of other modules come from: readonly, vendor or mod",
    ),
    flag("modfile", FlagReceiver::Build, "read this file instead of go.mod"),
    flag("vet", FlagReceiver::Command, "off: do not run vet before the tests"),
    flag("C", FlagReceiver::Command, "change to this directory first"),
    flag("seed", FlagReceiver::Run, "make the runs reproducible; random draws a seed"),
    flag(
        "seeds",
        FlagReceiver::Run,
        "run with many seeds, such as 100, and stop at the first that fails",
    ),
    switch(
        "explore",
        FlagReceiver::Command,
        "search the interleavings of each test for one that fails, as minigo explore does",
    ),
    flag(
        "budget",
        FlagReceiver::Command,
        "with -explore: search the tests of a package for this time together (default: 10s for each test)",
    ),
    flag("runs", FlagReceiver::Search, "with -explore: make at most N runs of each test"),
    flag(
        "strategy",
        FlagReceiver::Search,
        "with -explore: search by auto, dpor, dfs, random, pct, pos or surw",
    ),
    flag(
        "fail-on",
        FlagReceiver::Search,
        "with -explore: output: count it as a failure if outputs differ",
    ),
    flag(
        "assert",
        FlagReceiver::Search,
        "with -explore: count output that REGEX does not match as a failure",
    ),
    flag("jobs", FlagReceiver::Command, "with -explore or -seeds: make N runs at a time"),
    flag(
        "format",
        FlagReceiver::Command,
        "with -explore: print the results as text, json, junit or github",
    ),
    flag("procs", FlagReceiver::Run, "how many goroutines run at the same time"),
    flag("without", FlagReceiver::Run, "mechanisms of the scheduler to switch off"),
    flag("quantum", FlagReceiver::Run, "how long a goroutine runs before it is asked to yield"),
    flag("max-memory", FlagReceiver::Run, "the most memory of a test program, such as 512MiB"),
    switch(
        "virtual-time",
        FlagReceiver::Run,
        "let time jump to the next timer when all goroutines wait",
    ),
    switch("race", FlagReceiver::Build, "report data races; a test in which one is found fails"),
    switch(
        "leaks",
        FlagReceiver::Run,
        "a test that leaks goroutines fails, and the goroutines are listed",
    ),
    flag("jit", FlagReceiver::Run, "compile hot functions to machine code: off, on or eager"),
    flag("lang", FlagReceiver::Run, "language version, such as go1.21"),
    flag("gcflags", FlagReceiver::Command, ""),
    flag(
        "ldflags",
        FlagReceiver::Build,
        "flags of Go's linker: -X importpath.name=value sets a variable",
    ),
    flag("asmflags", FlagReceiver::Nowhere, ""),
    flag("buildvcs", FlagReceiver::Nowhere, ""),
    switch("trimpath", FlagReceiver::Build, "name files by import paths and modules"),
    switch("a", FlagReceiver::Nowhere, ""),
];

/// Flags of `go test` that minigo does not have. Such flags are refused, since the result without them would be a wrong
/// answer.
pub(super) const REFUSED_FLAGS: &[(&str, &str)] = &[
    ("msan", "minigo has no memory sanitizer"),
    ("asan", "minigo has no address sanitizer"),
    ("c", "minigo does not write test programs to files"),
    ("o", "minigo does not write test programs to files"),
    ("exec", "minigo runs test programs itself"),
    ("overlay", "minigo has no overlay of source files"),
];

/// The lines about flags in the help text.
#[must_use]
pub fn help() -> String {
    let shown = FLAGS.iter().filter(|flag| !flag.help.is_empty());
    let lines = shown.map(|flag| {
        let name =
            if flag.is_boolean { flag.name.to_owned() } else { format!("{} …", flag.name) };
        format!("  -{name:<18} {}\n", flag.help)
    });
    format!("Flags, before or behind the packages:\n{}", lines.collect::<String>())
}

/// The flags as arguments of clap: for completions and manual pages.
pub fn clap_arguments() -> impl Iterator<Item = Arg> {
    let shown = FLAGS.iter().filter(|flag| !flag.help.is_empty());
    shown.map(|flag| {
        let arg = match flag.name {
            "v" | "p" | "C" => Arg::new(flag.name).short(flag.name.chars().next()),
            name => Arg::new(name).long(name),
        };
        let action = if flag.is_boolean { ArgAction::SetTrue } else { ArgAction::Set };
        arg.help(flag.help).action(action).value_name("VALUE")
    })
}
