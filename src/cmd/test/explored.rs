//! `minigo test --explore`: the interleavings of each test are searched, one test after the other, each by a process of
//! `minigo explore`.

use super::{Flags, Package, Shown};
use crate::errno;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// For how long the interleavings of a test are searched, unless the flags say otherwise.
const BUDGET: &str = "10s";

/// Searches those of all tests of a package that the flags choose; tells whether none failed.
pub(super) fn test_package(package: &Package, flags: &Flags, shown: &mut Shown) -> bool {
    match try_package(package, flags, shown) {
        Ok(passed) => passed,
        Err(error) => {
            shown.error(format!("cannot run minigo again: {}\n", errno::text(&error)).as_bytes());
            false
        }
    }
}

fn try_package(package: &Package, flags: &Flags, shown: &mut Shown) -> io::Result<bool> {
    let began = Instant::now();
    let path = &package.path;
    let pattern = value_of(flags, "run").unwrap_or_else(|| ".".to_owned());
    let listed = command(package, flags, "run")?.arg(format!("-test.list={pattern}")).output()?;
    if !listed.status.success() {
        shown.error(&listed.stderr);
        shown.out(format!("FAIL\t{path} [build failed]\n").as_bytes());
        return Ok(false);
    }
    let mut passed = true;
    for test in tests_in(&listed.stdout) {
        let mut command = command(package, flags, "explore")?;
        command.arg(format!("-test.run=^{test}$")).args(["-test.timeout=0", "-test.count=1"]);
        let Output { status, stdout, stderr } = command.output()?;
        let text = String::from_utf8_lossy(&stdout);
        if status.success() {
            let line = text.lines().last().unwrap_or_default();
            shown.out(format!("--- PASS: {test}: {line}\n").as_bytes());
            let refusals = text.lines().filter(|line| line.starts_with("refused: "));
            refusals.for_each(|line| shown.out(format!("    {line}\n").as_bytes()));
            continue;
        }
        passed = false;
        shown.out(format!("--- FAIL: {test}\n").as_bytes());
        text.lines().for_each(|line| shown.out(format!("    {line}\n").as_bytes()));
        shown.error(&stderr);
        if flags.fail_fast {
            break;
        }
    }
    let verdict = if passed { "ok  " } else { "FAIL" };
    let seconds = began.elapsed().as_secs_f64();
    shown.out(format!("{verdict}\t{path}\t{seconds:.3}s\n").as_bytes());
    Ok(passed)
}

/// The names of tests and examples in a list that a test program has printed.
fn tests_in(list: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(list);
    let is_test = |line: &&str| line.starts_with("Test") || line.starts_with("Example");
    text.lines().filter(is_test).map(str::to_owned).collect()
}

/// The value that a flag of the test program has.
fn value_of(flags: &Flags, name: &str) -> Option<String> {
    let prefix = format!("-test.{name}=");
    let mut arguments = flags.arguments.iter().rev().map(|argument| argument.to_string_lossy());
    arguments.find_map(|argument| argument.strip_prefix(&prefix).map(str::to_owned))
}

/// A command on the package's tests, in its directory, without arguments of the test program.
fn command(package: &Package, flags: &Flags, name: &str) -> io::Result<Command> {
    let first = package.paths[0].as_path();
    let directory = if first.is_dir() { first } else { first.parent().unwrap_or(Path::new(".")) };
    let mut args: Vec<OsString> = vec![name.into(), "--error-format=go".into()];
    for path in &package.paths {
        args.push(format!("--tests-of={}", std::path::absolute(path)?.display()).into());
    }
    if package.of_dependency {
        args.push(format!("--import-path={}", package.path).into());
    }
    args.extend(flags.build_args());
    if name == "explore" {
        args.push(format!("--time={}", flags.budget.as_deref().unwrap_or(BUDGET)).into());
        args.extend(flags.jobs.map(|jobs| format!("--jobs={jobs}").into()));
    }
    let last = package.path.rsplit('/').next().unwrap_or("main");
    let program = PathBuf::from(format!("{last}.test"));
    let mut command = Command::new(std::env::current_exe()?);
    command.args(&args).arg("--").arg(program);
    command.current_dir(std::path::absolute(directory)?).stdin(Stdio::null());
    Ok(command)
}
