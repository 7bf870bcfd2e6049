//! `minigo test --explore`: searches the interleavings of each test, one test after the other, each in a process of
//! `minigo explore`.
//!
//! As in Go's fuzzing, failures are kept: their schedules are in `testdata/schedules/TestName` and are run again first.
//! A search that ended without a failure is continued by the next one.

use super::program::program_name;
use super::{Flags, Package, PackageOutput};
use crate::cmd::explore::{SearchResults, TestCase};
use crate::errno;
use crate::options::{Format, Tests};
use crate::test_plan::{Reports, TestAction, TestPlan};
use regex_automata::meta::Regex;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// How long the interleavings of each test are searched, unless the flags say otherwise.
const DEFAULT_BUDGET: Duration = Duration::from_secs(10);
/// The least time for one test, however many tests there are.
const MIN_TEST_SEARCH_TIME: Duration = Duration::from_millis(100);

/// The directory of the schedules of a package's failing tests.
const SCHEDULES_DIRECTORY: &str = "testdata/schedules";

/// Searches the interleavings of the tests of a package that the flags choose; returns whether none failed.
pub(super) fn test_package(package: &Package, flags: &Flags, shown: &mut PackageOutput) -> bool {
    match search_package_tests(package, flags, shown) {
        Ok(passed) => passed,
        Err(error) => {
            shown.write_stderr(
                format!("cannot run minigo again: {}\n", errno::text(&error)).as_bytes(),
            );
            false
        }
    }
}

fn search_package_tests(
    package: &Package,
    flags: &Flags,
    shown: &mut PackageOutput,
) -> io::Result<bool> {
    let began = Instant::now();
    let path = &package.path;
    let format = flags.format.or(flags.json.then_some(Format::Json));
    let is_text = matches!(format, None | Some(Format::Text));
    let run = Pattern::parse(&value_of(flags, "run").unwrap_or_else(|| ".".to_owned()));
    let listed = match list_tests(package, flags, &run)? {
        TestList::Tests(listed) => listed,
        TestList::Not { started, errors } => {
            // The output of a test program is that of `minigo test`; the compiler's errors are on standard error.
            let (step, verdict) = match started {
                true => ("[test program]", ""),
                false => ("[build failed]", " [build failed]"),
            };
            if started && is_text {
                shown.write_stdout(&errors);
            } else {
                shown.write_stderr(&errors);
            }
            if is_text {
                shown.write_stdout(format!("FAIL\t{path}{verdict}\n").as_bytes());
            } else {
                let text = String::from_utf8_lossy(&errors);
                shown.add_case(format, TestCase::of_unsearched_test(path, step, &text));
            }
            return Ok(false);
        }
    };
    let skip = value_of(flags, "skip").map(|skip| Pattern::parse(&skip));
    let mut tests = tests_in(&listed);
    tests.retain(|test| !skip.as_ref().is_some_and(|skip| skip.matches_whole_test(test)));
    let mut passed = true;
    for (at, test) in tests.iter().enumerate() {
        let time = match flags.budget {
            Some(all) => {
                let left = all.saturating_sub(began.elapsed());
                (left / (tests.len() - at) as u32).max(MIN_TEST_SEARCH_TIME)
            }
            None => DEFAULT_BUDGET,
        };
        let searched = search_test(package, flags, test, &run.for_test(test), time)?;
        let failed = searched.as_ref().map_or(true, |results| results.has_failed());
        passed &= !failed;
        match searched {
            Ok(results) => shown.add_case(format, TestCase::new(path, test, results)),
            Err(output) => {
                let text = [output.stdout, output.stderr].concat();
                let text = String::from_utf8_lossy(&text);
                shown.add_case(format, TestCase::of_unsearched_test(path, test, &text));
            }
        }
        if failed && flags.fail_fast {
            break;
        }
    }
    let verdict = if passed { "ok  " } else { "FAIL" };
    let seconds = began.elapsed().as_secs_f64();
    shown.print_verdict(is_text, &format!("{verdict}\t{path}\t{seconds:.3}s\n"));
    Ok(passed)
}

/// The list of a package's tests.
enum TestList {
    /// The output of the test program.
    Tests(Vec<u8>),
    /// The test program was not built, or it `started` and failed: for example, it does not know one of its flags.
    Not { started: bool, errors: Vec<u8> },
}

/// Lists the tests that the pattern `run` may match, by a run of the test program with all its other arguments: a flag
/// that it refuses is an error of the whole package.
fn list_tests(package: &Package, flags: &Flags, run: &Pattern) -> io::Result<TestList> {
    let listing = format!("-test.list={}", run.first_elements()).into();
    let (output, mut reports) =
        execute(package, &new_plan(package, flags, TestAction::Run, &[], [listing])?)?;
    if output.status.success() {
        return Ok(TestList::Tests(output.stdout));
    }
    let started = reports.next().is_some();
    let printed = if started { output.stdout } else { Vec::new() };
    Ok(TestList::Not { started, errors: [printed, output.stderr].concat() })
}

/// The arguments of the test program, without the flags that a search sets itself.
fn program_arguments(flags: &Flags) -> impl Iterator<Item = &OsString> {
    flags.arguments.iter().filter(|argument| {
        let argument = argument.to_string_lossy();
        let flag = argument.strip_prefix("-test.").and_then(|flag| flag.split('=').next());
        !flag.is_some_and(|flag| FLAGS_SET_BY_SEARCH.contains(&flag))
    })
}

/// Flags of the test program that the search sets itself.
const FLAGS_SET_BY_SEARCH: [&str; 7] =
    ["run", "count", "timeout", "v", "list", "testlogfile", "bench"];

/// Searches the interleavings of a test that the pattern `run` matches. The error is the output of the process if it
/// printed no results.
fn search_test(
    package: &Package,
    flags: &Flags,
    test: &str,
    run: &str,
    time: Duration,
) -> io::Result<Result<SearchResults, Output>> {
    let mut args: Vec<OsString> = vec!["--format=json".into(), "--resume".into()];
    args.push(format!("--corpus={SCHEDULES_DIRECTORY}/{test}").into());
    args.push(format!("--time={}us", time.as_micros()).into());
    args.extend(flags.parallel_runs.map(|runs| format!("--jobs={runs}").into()));
    args.extend(flags.search_flags.iter().cloned());
    let chosen =
        [format!("-test.run={run}").into(), "-test.timeout=0".into(), "-test.count=1".into()];
    let plan = new_plan(package, flags, TestAction::Explore, &args, chosen)?;
    let (output, _) = execute(package, &plan)?;
    Ok(SearchResults::parse(&output.stdout).ok_or(output))
}

/// The value of `-run` or `-skip`: a list of alternatives, each of which is a pattern for the test and, behind a slash,
/// patterns for its subtests.
struct Pattern(Vec<(String, Option<String>)>);

impl Pattern {
    fn parse(text: &str) -> Self {
        let alternatives = split_pattern(text, '|').into_iter().map(|one| {
            let mut elements = split_pattern(&one, '/').into_iter();
            let first = elements.next().unwrap_or_default();
            let rest: Vec<String> = elements.collect();
            (first, (!rest.is_empty()).then(|| rest.join("/")))
        });
        Self(alternatives.collect())
    }

    /// The pattern by which tests are listed: the alternatives without their patterns for subtests.
    fn first_elements(&self) -> String {
        let firsts: Vec<&str> = self.0.iter().map(|(first, _)| &**first).collect();
        firsts.join("|")
    }

    /// The patterns for subtests of those alternatives that match a test.
    fn matching(&self, test: &str) -> Vec<Option<&str>> {
        let matches = |pattern: &str| Regex::new(pattern).is_ok_and(|regex| regex.is_match(test));
        let found = self.0.iter().filter(|(first, _)| matches(first));
        found.map(|(_, rest)| rest.as_deref()).collect()
    }

    /// Reports whether the pattern matches a whole test, not only some of its subtests.
    fn matches_whole_test(&self, test: &str) -> bool {
        self.matching(test).contains(&None)
    }

    /// The pattern that matches this test alone.
    fn for_test(&self, test: &str) -> String {
        if self.matches_whole_test(test) {
            return format!("^{test}$");
        }
        let subtests = self.matching(test).into_iter().flatten();
        subtests.map(|rest| format!("^{test}$/{rest}")).collect::<Vec<_>>().join("|")
    }
}

/// Splits a pattern at separators outside of brackets, as package testing does.
fn split_pattern(pattern: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth, mut in_class, mut escaped) = (vec![String::new()], 0, false, false);
    for c in pattern.chars() {
        if c == separator && depth == 0 && !in_class && !escaped {
            parts.push(String::new());
            continue;
        }
        match c {
            _ if escaped => {}
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        parts.last_mut().expect("`parts` always has a last element").push(c);
    }
    parts
}

/// The names of the tests and examples in the list that a test program has printed.
fn tests_in(list: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(list);
    // Other lines were printed by `TestMain`.
    let is_test = |line: &&str| {
        let name = line.strip_prefix("Test").or_else(|| line.strip_prefix("Example"));
        name.is_some_and(|name| {
            !name.starts_with(char::is_lowercase)
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        })
    };
    text.lines().filter(is_test).map(str::to_owned).collect()
}

/// The value of a flag of the test program.
fn value_of(flags: &Flags, name: &str) -> Option<String> {
    let prefix = format!("-test.{name}=");
    let mut arguments = flags.arguments.iter().rev().map(|argument| argument.to_string_lossy());
    arguments.find_map(|argument| argument.strip_prefix(&prefix).map(str::to_owned))
}

/// The plan of an action on the package's tests, with the flags `more` and, before the user's arguments, the arguments
/// `first`.
fn new_plan<const N: usize>(
    package: &Package,
    flags: &Flags,
    action: TestAction,
    more: &[OsString],
    first: [OsString; N],
) -> io::Result<TestPlan> {
    let mut of_minigo: Vec<OsString> = vec!["--error-format=go".into()];
    of_minigo.extend(flags.build_args());
    of_minigo.extend_from_slice(more);
    let paths = package.paths.iter().map(std::path::absolute).collect::<io::Result<_>>()?;
    let import_path = package.is_of_dependency.then(|| package.path.clone());
    Ok(TestPlan {
        action,
        tests: Tests { paths, import_path, coverage: None },
        flags: of_minigo,
        name: program_name(package).into(),
        arguments: first.into_iter().chain(program_arguments(flags).cloned()).collect(),
        vet: false,
        results_root: None,
        repeated_by: None,
    })
}

/// Executes the plan in the package's directory; returns the output and the reports of the process.
fn execute(package: &Package, plan: &TestPlan) -> io::Result<(Output, Reports)> {
    let first = package.paths[0].as_path();
    let directory = if first.is_dir() { first } else { first.parent().unwrap_or(Path::new(".")) };
    let mut command = TestPlan::command()?;
    command.current_dir(std::path::absolute(directory)?);
    let (child, reports) = plan.start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    Ok((child.wait_with_output()?, reports))
}

impl PackageOutput {
    /// Prints a line about a package or test on standard output, or on standard error if standard output has a format
    /// for programs.
    fn print_verdict(&mut self, is_text: bool, line: &str) {
        if is_text {
            self.write_stdout(line.as_bytes());
        } else {
            self.write_stderr(line.as_bytes());
        }
    }

    /// Prints or keeps the results of one test.
    fn add_case(&mut self, format: Option<Format>, case: TestCase) {
        match format {
            Some(Format::Json) => self.write_stdout(case.json().as_bytes()),
            Some(Format::Github) => self.write_stdout(case.github_annotation().as_bytes()),
            Some(Format::Junit) => self.cases.push(case),
            None | Some(Format::Text) => self.write_stdout(case.text().as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_have_alternatives() {
        let pattern = Pattern::parse("TestSub/(a|b)|Te[s/|]tOne|TestTwo/c/d|TestTwo/e");
        assert_eq!(pattern.first_elements(), "TestSub|Te[s/|]tOne|TestTwo|TestTwo");
        assert_eq!(pattern.for_test("TestSub"), "^TestSub$/(a|b)");
        assert_eq!(pattern.for_test("TestOne"), "^TestOne$");
        assert_eq!(pattern.for_test("TestTwo"), "^TestTwo$/c/d|^TestTwo$/e");
        assert!(pattern.matches_whole_test("TestOne") && !pattern.matches_whole_test("TestSub"));
    }
}
