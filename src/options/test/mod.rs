//! The command line of `minigo test`: the flags of `go test`, and the flags of `minigo run` that make sense for tests.
//!
//! Flags may stand before, between and behind the packages; flags of the test program may have the prefix `test.`.
//! Flags that neither `minigo test` nor the test program knows, and all words after `-args`, go to the test program.

mod flag_table;

pub use flag_table::{clap_arguments, help};

use super::Format;
use super::coverage::Mode;
use super::explore::{RunDifference, SearchStrategy};
use super::go_flags::{self, BUILD_FLAGS, CommandLine};
use super::is_invoked_as_go;
use crate::load::go_env::{BuildFlags, GivenFlag};
use clap::ValueEnum as _;
use flag_table::{FLAGS, Flag, FlagReceiver, REFUSED_FLAGS};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The flags of `minigo test`, the packages, and the arguments of the test programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// The packages; an empty list means the package in the working directory.
    pub packages: Vec<String>,
    /// The arguments of each test program.
    pub arguments: Vec<OsString>,
    /// The flags of `minigo run` for each test program.
    pub run_flags: Vec<OsString>,
    /// Print events as JSON.
    pub json: bool,
    /// Print what tests print even if they pass.
    pub verbose: bool,
    /// Whether tests are listed only.
    pub list: bool,
    /// Whether to run benchmarks.
    pub bench: bool,
    /// The last flag that makes the program write a profile or a trace.
    pub profile_flag: Option<&'static str>,
    /// Whether to fuzz a target.
    pub fuzz: bool,
    /// Whether to search the interleavings of each test.
    pub explore: bool,
    /// How long the searches of all tests of a package may take together.
    pub budget: Option<Duration>,
    /// How the results of the searches are printed.
    pub format: Option<Format>,
    /// Whether to start no further package after one has failed.
    pub fail_fast: bool,
    /// How long a test program may run; `None` means without limit.
    pub timeout: Option<Duration>,
    /// How many packages are tested at a time.
    pub jobs: Option<usize>,
    /// The flags of `minigo explore` for the search of each test.
    pub search_flags: Vec<OsString>,
    /// How many runs of one search are made at a time.
    pub parallel_runs: Option<usize>,
    /// Whether to run vet first, and to fail if it reports anything.
    pub vet: bool,
    /// Show all errors of a package, not only the first ten.
    pub all_errors: bool,
    /// Whether the help of the test program is asked for.
    pub help: bool,
    /// The flags of coverage, if the executed statements are measured.
    pub cover: Option<CoverFlags>,
    /// The directory for files that the tests write, such as profiles.
    pub output_dir: Option<PathBuf>,
    /// The directory that `-C` names.
    pub directory: Option<String>,
    /// Flags that choose files and modules.
    pub build: BuildFlags,
    /// The other flags of all commands that build.
    pub build_line: CommandLine,
}

/// The flags about coverage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverFlags {
    /// The kind of the counters; `None` means `set`.
    pub mode: Option<Mode>,
    /// The packages whose statements are counted, as words; an empty list means each package under test.
    pub packages: Vec<String>,
    /// The file to which the profile is written.
    pub profile: Option<PathBuf>,
}

impl Flags {
    /// The flags that choose files and modules, as arguments of other commands.
    #[must_use]
    pub fn build_args(&self) -> Vec<OsString> {
        let BuildFlags { tags, module_mode, mod_file, race, ldflags, trimpath, .. } = &self.build;
        let mut args = Vec::new();
        args.extend(self.build.whole_file_names.then(|| OsString::from(WHOLE_FILE_NAMES)));
        let file = mod_file.as_ref().map(|file| file.display().to_string());
        for (name, value) in [("tags", tags), ("mod", module_mode), ("modfile", &file)] {
            args.extend(value.as_ref().map(|value| OsString::from(format!("--{name}={value}"))));
        }
        args.extend(ldflags.iter().map(|value| OsString::from(format!("--ldflags={value}"))));
        args.extend(race.then(|| OsString::from("--race")));
        args.extend(trimpath.then(|| OsString::from("--trimpath")));
        args
    }
}

/// The flag of `minigo run` for names as the go command has them, which is no flag of `minigo test`.
const WHOLE_FILE_NAMES: &str = "--whole-file-names";

/// The flags of `minigo run` about seeds.
const SEED_FLAGS: [&str; 4] = ["--seed=", "--seeds=", "--seed-limit=", "--jobs="];

impl Flags {
    /// Reports whether a seed decides about the runs.
    #[must_use]
    pub fn is_seeded(&self) -> bool {
        self.run_flags.iter().any(|word| word.to_string_lossy().starts_with("--seed"))
    }

    /// The flags of a `minigo test` command that makes the same run with another seed, without the packages.
    #[must_use]
    pub fn rerun_flags(&self) -> Vec<OsString> {
        let about_seeds = |word: &&OsString| {
            SEED_FLAGS.iter().any(|flag| word.to_string_lossy().starts_with(flag))
        };
        let mut words: Vec<OsString> =
            self.run_flags.iter().filter(|word| !about_seeds(word)).cloned().collect();
        words.extend(self.build_args().into_iter().filter(|word| word != WHOLE_FILE_NAMES));
        let given =
            self.arguments.iter().filter(|it| is_testing_flag(it) && *it != DEFAULT_TIMEOUT_FLAG);
        words.extend(given.map(|it| it.to_string_lossy().replacen("-test.", "-", 1).into()));
        words
    }

    /// The arguments of the test program that are not flags of package testing, behind `-args`.
    #[must_use]
    pub fn user_test_arguments(&self) -> Vec<OsString> {
        let own = || self.arguments.iter().filter(|it| !is_testing_flag(it)).cloned();
        let args = own().next().map(|_| OsString::from("-args"));
        args.into_iter().chain(own()).collect()
    }

    /// The path of a file that the run writes.
    #[must_use]
    pub fn output(&self, file: &Path) -> PathBuf {
        self.output_dir.as_deref().unwrap_or(Path::new("")).join(file)
    }
}

/// Reports whether an argument of a test program is a flag of package testing.
fn is_testing_flag(argument: &OsStr) -> bool {
    argument.as_encoded_bytes().starts_with(b"-test.")
}

/// How long a test program may run if no flag says it, as for the go command.
const DEFAULT_TEST_TIMEOUT: Duration = Duration::from_secs(600);
/// The default time limit as a flag of the test program.
const DEFAULT_TIMEOUT_FLAG: &str = "-test.timeout=10m0s";

/// The flags of `GOFLAGS` that are about tests, as words. Other flags belong to other commands or are read by the
/// loader.
#[must_use]
pub fn test_flags_of_goflags(flags: &[GivenFlag]) -> Vec<OsString> {
    let about_tests = |name: &str| {
        let known = FLAGS.iter().find(|flag| flag.name == name);
        known.is_some_and(|flag| flag.receiver != FlagReceiver::Build)
    };
    let chosen = flags.iter().filter(|(name, _)| about_tests(name));
    let word = |(name, value): &GivenFlag| match value {
        None => format!("-{name}").into(),
        Some(value) => format!("-{name}={value}").into(),
    };
    chosen.map(word).collect()
}

/// Reads the words behind `minigo test`.
///
/// # Errors
/// Returns a message that says which word is wrong.
pub fn parse(words: &[OsString]) -> Result<Flags, String> {
    let mut flags = Flags { timeout: Some(DEFAULT_TEST_TIMEOUT), vet: true, ..Flags::default() };
    flags.build.whole_file_names = is_invoked_as_go();
    let mut reader = Reader {
        words,
        explores: explores(words),
        packages: PackageListState::Before,
        follows_unknown_flag: false,
    };
    while let Some((word, rest)) = reader.words.split_first() {
        reader.words = rest;
        let pending = std::mem::take(&mut reader.follows_unknown_flag);
        match split_flag(word) {
            Some((name, value)) => reader.read_flag(&mut flags, word, name, value)?,
            None if word == "--" || !reader.is_package(pending) => {
                flags.arguments.push(word.clone());
                // The word behind a flag that minigo does not know may be the flag's value, and more flags may follow.
                if !pending || word == "--" {
                    flags.arguments.extend_from_slice(rest);
                    break;
                }
            }
            None => flags.packages.push(word.to_string_lossy().into_owned()),
        }
    }
    if let Some(runs) = flags.parallel_runs.filter(|_| !flags.explore) {
        let is_seeds = |word: &OsString| word.to_string_lossy().starts_with("--seeds=");
        if !flags.run_flags.iter().any(is_seeds) {
            return Err("-jobs can only be used with -explore or -seeds; -p N tests N packages at the same time".into());
        }
        flags.run_flags.push(format!("--jobs={runs}").into());
    }
    if flags.explore {
        let is_seed = |word: &OsString| word.to_string_lossy().starts_with("--seed=");
        flags.search_flags.extend(flags.run_flags.iter().filter(|word| is_seed(word)).cloned());
    }
    flags.build_line.check_build_kind().map_err(|error| error.why)?;
    let given = |name: &str| {
        let prefix = format!("-test.{name}=");
        flags.arguments.iter().any(|a| a.to_string_lossy().starts_with(&prefix))
    };
    let mut injected: Vec<OsString> = Vec::new();
    if flags.json {
        injected.push("-test.v=test2json".into());
    }
    if !given("timeout") {
        injected.push(DEFAULT_TIMEOUT_FLAG.into());
    }
    flags.help = flags.arguments.iter().take_while(|a| *a != "--").any(is_help);
    flags.arguments.splice(0..0, injected);
    Ok(flags)
}

fn is_help(word: &OsString) -> bool {
    ["-h", "-help", "--help"].iter().any(|help| word == help)
}

/// The name and the value of a word that has the form of a flag.
fn split_flag(word: &OsStr) -> Option<(&str, Option<&str>)> {
    let text = word.to_str()?;
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'))?;
    if name.is_empty() || name.starts_with(['-', '=']) {
        return None;
    }
    match name.split_once('=') {
        Some((name, value)) => Some((name, Some(value))),
        None => Some((name, None)),
    }
}

/// Reports whether the words have the flag `-explore`.
fn explores(words: &[OsString]) -> bool {
    let is_end = |word: &&OsString| matches!(split_flag(word), Some(("args", _)));
    let flags = words.iter().take_while(|word| !is_end(word)).filter_map(|word| split_flag(word));
    let explore = flags.filter(|(name, _)| *name == "explore").last();
    explore.is_some_and(|(_, value)| {
        value.is_none_or(|value| parse_bool("explore", value) == Ok(true))
    })
}

/// The position of the reader relative to the list of packages, which is one sequence of consecutive words.
#[derive(PartialEq, Eq)]
enum PackageListState {
    Before,
    Inside,
    Behind,
}

struct Reader<'w> {
    words: &'w [OsString],
    /// Whether the interleavings of tests are explored.
    explores: bool,
    packages: PackageListState,
    /// Whether the word before was a flag without a value that minigo does not know.
    follows_unknown_flag: bool,
}

impl Reader<'_> {
    /// Reports whether a word that is no flag belongs to the list of packages.
    fn is_package(&mut self, pending: bool) -> bool {
        let list = !pending && self.packages != PackageListState::Behind;
        if list {
            self.packages = PackageListState::Inside;
        }
        list
    }

    fn read_flag(
        &mut self,
        flags: &mut Flags,
        word: &OsString,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), String> {
        if self.packages == PackageListState::Inside {
            self.packages = PackageListState::Behind;
        }
        if name == "args" {
            flags.arguments.extend_from_slice(std::mem::take(&mut self.words));
            return Ok(());
        }
        let short = name.strip_prefix("test.").unwrap_or(name);
        if let Some((_, why)) = REFUSED_FLAGS.iter().find(|(refused, _)| *refused == short) {
            return Err(format!("minigo test: flag -{name}: {why}"));
        }
        let known = FLAGS.iter().find(|flag| flag.name == short);
        let known = known.filter(|flag| flag.receiver != FlagReceiver::Search || self.explores);
        let Some(known) =
            known.filter(|flag| name == short || flag.receiver == FlagReceiver::Program)
        else {
            if let Some(flag) = BUILD_FLAGS.iter().find(|flag| flag.name == name) {
                return self.read_build_flag(flags, flag, value);
            }
            // The words that follow may be the value of a flag that only the test program knows.
            self.packages = PackageListState::Behind;
            self.follows_unknown_flag = value.is_none();
            flags.arguments.push(word.clone());
            return Ok(());
        };
        let value = match value {
            Some(value) => value.to_owned(),
            None if known.is_boolean => "true".to_owned(),
            None => {
                let (next, rest) = self
                    .words
                    .split_first()
                    .ok_or_else(|| format!("flag needs an argument: -{name}"))?;
                self.words = rest;
                next.to_string_lossy().into_owned()
            }
        };
        store_flag(flags, known, name, &value)
    }
}

impl Reader<'_> {
    /// Reads a flag of all commands that build, which `minigo test` has no use for.
    fn read_build_flag(
        &mut self,
        flags: &mut Flags,
        flag: &'static go_flags::Flag,
        value: Option<&str>,
    ) -> Result<(), String> {
        let value = match value {
            Some(value) => value.to_owned(),
            None if flag.is_switch => "true".to_owned(),
            None => {
                let (next, rest) = self
                    .words
                    .split_first()
                    .ok_or_else(|| format!("flag needs an argument: -{}", flag.name))?;
                self.words = rest;
                next.to_string_lossy().into_owned()
            }
        };
        flag.accept("test", &value).map_err(|error| error.why)?;
        flags.build_line.add_flag(flag, value);
        Ok(())
    }
}

/// Stores the value of a flag that minigo knows.
fn store_flag(flags: &mut Flags, flag: &Flag, name: &str, value: &str) -> Result<(), String> {
    let json = flag.name == "v" && value == "test2json";
    let on = !flag.is_boolean || json || parse_bool(name, value)?;
    let wrong = || format!("invalid value {value:?} for flag -{name}: parse error");
    match flag.name {
        "v" => flags.verbose = on,
        "json" => flags.json = on,
        "explore" => flags.explore = on,
        "budget" => flags.budget = Some(go_duration(value).ok_or_else(wrong)?),
        "runs" => drop(value.parse::<u64>().map_err(|_| wrong())?),
        "strategy" => drop(SearchStrategy::from_str(value, false).map_err(|_| wrong())?),
        "fail-on" => drop(RunDifference::from_str(value, false).map_err(|_| wrong())?),
        "format" => flags.format = Some(Format::from_str(value, false).map_err(|_| wrong())?),
        "list" => flags.list = !value.is_empty(),
        "bench" => flags.bench = !value.is_empty(),
        "fuzz" => flags.fuzz = !value.is_empty(),
        "failfast" => flags.fail_fast = on,
        "timeout" => {
            let time = go_duration(value).ok_or_else(wrong)?;
            flags.timeout = Some(time).filter(|time| !time.is_zero());
        }
        "count" | "parallel" => drop(value.parse::<i64>().map_err(|_| wrong())?),
        "jobs" => {
            flags.parallel_runs = Some(value.parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?);
        }
        "p" => flags.jobs = Some(value.parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?),
        "race" => flags.build.race = on,
        "vet" => flags.vet = value != "off",
        "gcflags" => flags.all_errors = value.split([' ', '=']).any(|word| word == "-e"),
        "cover" if !on => flags.cover = None,
        "cover" | "covermode" | "coverpkg" | "coverprofile" => {
            store_cover_flag(flags.cover.get_or_insert_default(), flag.name, value)?;
        }
        "cpuprofile" | "memprofile" | "blockprofile" | "mutexprofile" | "trace"
            if !value.is_empty() =>
        {
            flags.profile_flag = Some(flag.name);
        }
        "outputdir" => flags.output_dir = Some(value.into()),
        "C" => flags.directory = Some(value.to_owned()),
        "tags" => flags.build.tags = Some(value.to_owned()),
        "ldflags" => flags.build.ldflags.push(value.to_owned()),
        "trimpath" => flags.build.trimpath = on,
        "mod" => flags.build.module_mode = Some(value.to_owned()),
        "modfile" => flags.build.mod_file = Some(value.into()),
        _ => {}
    }
    match flag.receiver {
        FlagReceiver::Program => {
            flags.arguments.push(format!("-test.{}={value}", flag.name).into());
        }
        FlagReceiver::Run if flag.is_boolean && on => {
            flags.run_flags.push(format!("--{}", flag.name).into());
        }
        FlagReceiver::Run if !flag.is_boolean => {
            flags.run_flags.push(format!("--{}={value}", flag.name).into());
        }
        FlagReceiver::Search => flags.search_flags.push(format!("--{}={value}", flag.name).into()),
        FlagReceiver::Run | FlagReceiver::Command | FlagReceiver::Build | FlagReceiver::Nowhere => {
        }
    }
    Ok(())
}

/// Stores the value of a flag about coverage.
fn store_cover_flag(cover: &mut CoverFlags, name: &str, value: &str) -> Result<(), String> {
    match name {
        "covermode" => {
            let modes = r#"valid modes are "set", "count", or "atomic""#;
            let wrong = || format!("invalid value {value:?} for flag -covermode: {modes}");
            let mode = Mode::named(value).filter(|mode| *mode != Mode::Fuzz);
            cover.mode = Some(mode.ok_or_else(wrong)?);
        }
        "coverpkg" => {
            let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
            cover.packages = words.map(str::to_owned).collect();
        }
        "coverprofile" => cover.profile = Some(value.into()).filter(|_| !value.is_empty()),
        _ => {}
    }
    Ok(())
}

/// A boolean as strconv.ParseBool reads it.
fn parse_bool(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        // Go's -v takes `test2json` too, so the error for a wrong value of -v has other words.
        _ if name.ends_with('v') => Err(format!(
            "invalid boolean value {value:?} for -{name}: invalid flag -test.v={value}"
        )),
        _ => Err(format!("invalid boolean value {value:?} for -{name}: parse error")),
    }
}

/// A duration in Go's form that is not negative, such as `1m30s` or `0`.
fn go_duration(text: &str) -> Option<Duration> {
    const UNITS: [(&str, f64); 7] = [
        ("ns", 1e-9),
        ("us", 1e-6),
        ("µs", 1e-6),
        ("ms", 1e-3),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3600.0),
    ];
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    if rest == "0" {
        return Some(Duration::ZERO);
    }
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..end].parse().ok()?;
        rest = &rest[end..];
        let end = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        seconds += number * UNITS.iter().find(|(name, _)| *name == &rest[..end])?.1;
        rest = &rest[end..];
    }
    (!text.is_empty()).then(|| Duration::try_from_secs_f64(seconds).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Flags, String> {
        parse(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    fn arguments(line: &str) -> String {
        let flags = parse_line(line).unwrap();
        let shown = flags.arguments.iter().map(|a| a.to_string_lossy().into_owned());
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn flags_stand_on_both_sides_of_the_packages() {
        let flags = parse_line("-v ./a ./b -run X --short -count=2").unwrap();
        assert_eq!(flags.packages, ["./a", "./b"]);
        assert!(flags.verbose && flags.timeout == Some(DEFAULT_TEST_TIMEOUT));
        assert_eq!(
            arguments("-v ./a ./b -run X --short -count=2"),
            "-test.timeout=10m0s -test.v=true -test.run=X -test.short=true -test.count=2"
        );
    }

    #[test]
    fn jobs_are_runs_of_a_search() {
        let flags = parse_line("--explore --jobs 1 .").unwrap();
        assert_eq!((flags.parallel_runs, flags.packages), (Some(1), vec![".".to_owned()]));
        assert!(parse_line("-seeds 10 -jobs=2").unwrap().run_flags.contains(&"--jobs=2".into()));
        assert!(parse_line("-jobs 1 .").is_err() && parse_line("-explore -jobs 0").is_err());
    }

    #[test]
    fn a_search_has_flags_of_its_own() {
        let flags =
            parse_line("-runs=3 -seed 7 -explore -strategy dpor . -fail-on=output").unwrap();
        let search = ["--runs=3", "--strategy=dpor", "--fail-on=output", "--seed=7"];
        assert_eq!(
            (flags.search_flags, flags.arguments.len()),
            (search.map(OsString::from).into(), 1)
        );
        assert!(
            parse_line("-explore -runs x").is_err()
                && parse_line("-explore -strategy best").is_err()
        );
        let flags = parse_line(". -explore=false -runs=3 -args -explore").unwrap();
        assert!(flags.search_flags.is_empty() && flags.arguments.contains(&"-runs=3".into()));
    }

    #[test]
    fn unknown_flags_are_passed_to_the_test_program() {
        assert_eq!(
            arguments(". -mine x -v y z -run"),
            "-test.timeout=10m0s -mine x -test.v=true y z -run"
        );
        assert_eq!(parse_line("-mine ./x").unwrap().packages, [""; 0]);
        assert_eq!(arguments("-timeout 1m . -args -v x"), "-test.timeout=1m -v x");
        assert_eq!(
            parse_line("-test.timeout=1m30s").unwrap().timeout,
            Some(Duration::from_secs(90))
        );
        assert_eq!(parse_line("-timeout 0").unwrap().timeout, None);
    }

    #[test]
    fn wrong_flags_are_refused() {
        assert_eq!(
            parse_line("-v=x").unwrap_err(),
            "invalid boolean value \"x\" for -v: invalid flag -test.v=x"
        );
        assert_eq!(parse_line("-run").unwrap_err(), "flag needs an argument: -run");
        assert!(
            parse_line("-timeout 3").is_err()
                && parse_line("-p 0").is_err()
                && parse_line("-asan").is_err()
        );
    }

    #[test]
    fn machine_flags_are_separate_from_test_flags() {
        let flags = parse_line("--leaks --seed 7 ./...").unwrap();
        assert_eq!(flags.run_flags, ["--leaks", "--seed=7"]);
        assert_eq!(flags.packages, ["./..."]);
    }
}
