//! The flags of `minigo test`.

use clap::{Arg, ArgAction};

/// The receiver of a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
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
    pub(super) boolean: bool,
    pub(super) to: To,
    help: &'static str,
}

const fn flag(name: &'static str, to: To, help: &'static str) -> Flag {
    Flag { name, boolean: false, to, help }
}

const fn switch(name: &'static str, to: To, help: &'static str) -> Flag {
    Flag { name, boolean: true, to, help }
}

pub(super) const FLAGS: &[Flag] = &[
    flag(
        "run",
        To::Program,
        "run only the tests, examples and fuzz targets that match the pattern",
    ),
    flag("skip", To::Program, "run all but those that match the pattern"),
    switch("v", To::Program, "print all tests as they run"),
    switch("json", To::Command, "print events as JSON"),
    switch("short", To::Program, "tell long tests to run shorter"),
    flag("count", To::Program, "run each test N times; 1 also if the result is known (cached)"),
    flag("parallel", To::Program, "let N tests of a package run at a time"),
    flag("p", To::Command, "test N packages at a time"),
    flag(
        "timeout",
        To::Program,
        "end a test program that takes longer with a panic (10m; 0: never)",
    ),
    switch("failfast", To::Program, "start no further test after one has failed"),
    flag("shuffle", To::Program, "run tests in a random order: off, on, or a seed"),
    flag(
        "list",
        To::Program,
        "list tests, benchmarks, fuzz targets and examples that match the pattern",
    ),
    flag("bench", To::Program, "run the benchmarks that match the pattern"),
    switch("benchmem", To::Program, "print the allocations of benchmarks"),
    flag("benchtime", To::Program, "run each benchmark for so long (1s), or so many times (100x)"),
    flag("cpu", To::Program, "run tests with these values of GOMAXPROCS"),
    flag("fuzz", To::Program, "fuzz the target that matches the pattern"),
    flag("fuzztime", To::Program, "fuzz for so long, or so many times (100x)"),
    flag("fuzzminimizetime", To::Program, "spend so much on making a failing input smaller"),
    switch("fullpath", To::Program, "print whole paths of files"),
    switch("cover", To::Command, "measure which statements the tests run"),
    flag(
        "covermode",
        To::Command,
        "count that: set (whether, the default), count or atomic (how often)",
    ),
    flag(
        "coverpkg",
        To::Command,
        "measure it for the packages that the patterns name, divided by commas",
    ),
    flag(
        "coverprofile",
        To::Command,
        "measure it, and write how often each block of statements ran",
    ),
    flag("cpuprofile", To::Program, "write a profile of the time that functions take"),
    flag("memprofile", To::Program, "write a profile of what is allocated"),
    flag("memprofilerate", To::Program, "take a sample each so many bytes of that"),
    flag("blockprofile", To::Program, "write a profile of what goroutines wait for"),
    flag("blockprofilerate", To::Program, "take a sample each so many nanoseconds of that"),
    flag("mutexprofile", To::Program, "write a profile of who lets others wait for locks"),
    flag("mutexprofilefraction", To::Program, "take one in so many samples of that"),
    flag("trace", To::Program, "write an execution trace, for go tool trace"),
    flag("outputdir", To::Command, "write profiles and artifacts there"),
    switch("artifacts", To::Program, "keep the artifacts of tests"),
    flag("tags", To::Build, "build tags that are set, divided by commas"),
    flag("mod", To::Build, "where packages of other modules come from: readonly, vendor or mod"),
    flag("modfile", To::Build, "read this file instead of go.mod"),
    flag("vet", To::Command, "off: do not look for what is certainly wrong"),
    flag("C", To::Command, "go to this directory first"),
    flag("seed", To::Run, "make the runs reproducible; random draws a seed"),
    flag("seeds", To::Run, "run with many seeds, such as 100, and stop at the first that fails"),
    switch(
        "explore",
        To::Command,
        "search the interleavings of each test for one that fails, as minigo explore does",
    ),
    flag("budget", To::Command, "search those of a package's tests for so long (10s for each)"),
    flag("runs", To::Search, "with -explore: make at most N runs of each test"),
    flag(
        "strategy",
        To::Search,
        "with -explore: search by auto, dpor, dfs, random, pct, pos or surw",
    ),
    flag("fail-on", To::Search, "with -explore: output: take it for a failure if outputs differ"),
    flag(
        "assert",
        To::Search,
        "with -explore: take output that REGEX does not match for a failure",
    ),
    flag("jobs", To::Command, "with -explore or -seeds: make N runs at a time"),
    flag("format", To::Command, "print what is found as text, json, junit or github"),
    flag("procs", To::Run, "how many goroutines run at the same time"),
    flag("without", To::Run, "mechanisms of the scheduler to switch off"),
    flag("quantum", To::Run, "how long a goroutine runs before it is asked to yield"),
    flag("max-memory", To::Run, "the most memory of a test program, such as 512MiB"),
    switch("virtual-time", To::Run, "let time jump to the next timer when all goroutines wait"),
    switch("race", To::Build, "report data races, and let tests fail in which any was found"),
    switch("leaks", To::Run, "let a test fail that leaks goroutines, and name these"),
    flag("jit", To::Run, "compile hot functions to machine code: off, on or eager"),
    flag("lang", To::Run, "language version, such as go1.27"),
    flag("gcflags", To::Command, ""),
    flag("ldflags", To::Build, "flags of Go's linker: -X importpath.name=value sets a variable"),
    flag("asmflags", To::Nowhere, ""),
    flag("buildvcs", To::Nowhere, ""),
    switch("trimpath", To::Build, "name files by import paths and modules"),
    switch("a", To::Nowhere, ""),
];

/// Flags of `go test` that minigo does not have. They are refused, since the result without them would be a wrong
/// answer.
pub(super) const REFUSED: &[(&str, &str)] = &[
    ("msan", "minigo has no memory sanitizer"),
    ("asan", "minigo has no address sanitizer"),
    ("c", "minigo makes no files of test programs"),
    ("o", "minigo makes no files of test programs"),
    ("exec", "minigo runs test programs itself"),
    ("overlay", "minigo reads files as they are"),
];

/// The lines about flags in the help text.
#[must_use]
pub fn help() -> String {
    let shown = FLAGS.iter().filter(|flag| !flag.help.is_empty());
    let lines = shown.map(|flag| {
        let name = if flag.boolean { flag.name.to_owned() } else { format!("{} …", flag.name) };
        format!("  -{name:<18} {}\n", flag.help)
    });
    format!("Flags, before or behind the packages:\n{}", lines.collect::<String>())
}

/// The flags as arguments of clap: for completions and manual pages.
pub fn described() -> impl Iterator<Item = Arg> {
    let shown = FLAGS.iter().filter(|flag| !flag.help.is_empty());
    shown.map(|flag| {
        let arg = match flag.name {
            "v" | "p" | "C" => Arg::new(flag.name).short(flag.name.chars().next()),
            name => Arg::new(name).long(name),
        };
        let action = if flag.boolean { ArgAction::SetTrue } else { ArgAction::Set };
        arg.help(flag.help).action(action).value_name("VALUE")
    })
}
