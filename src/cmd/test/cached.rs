//! Reuses results of earlier test runs, as the go command does: decides which runs can, prints a result, and prepares
//! storing one.
//!
//! The test program's process, which compiles or loads the program, looks for an earlier result and prints it instead
//! of running the tests. The process of `minigo test`, which sees how a run ends, stores the result.

use super::{Flags, Package};
use crate::cache::results::{self, TestEnvironment, TestResult};
use crate::options::Run;
use blake3::Hash;
use minigo_vm::Linked;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The flags of a test program that allow a result to be reused by runs with the same values.
const CACHEABLE: [&str; 11] = [
    "benchtime",
    "cpu",
    "list",
    "parallel",
    "run",
    "short",
    "skip",
    "timeout",
    "failfast",
    "v",
    "fullpath",
];

/// The flag that names the file for the coverage profile.
const PROFILE: &str = "coverprofile";

/// The name and value of a test program's flag.
fn of_testing(argument: &OsStr) -> Option<(&str, &str)> {
    argument.to_str()?.strip_prefix("-test.")?.split_once('=')
}

/// The directory whose files count as inputs of a package's tests; `None` if its result may not be reused.
pub(super) fn root(package: &Package, flags: &Flags) -> Option<PathBuf> {
    let directory = package.paths.first().filter(|path| path.is_dir())?;
    let cacheable = |argument: &OsString| {
        let named = |(name, _)| CACHEABLE.contains(&name) || name == "outputdir";
        of_testing(argument).is_some_and(named)
    };
    // Flags for the machine ask for different runs.
    let listed = !flags.packages.is_empty() && flags.run.is_empty();
    if !listed || !flags.arguments.iter().all(cacheable) {
        return None;
    }
    let module = || directory.ancestors().find(|dir| dir.join("go.mod").is_file());
    package.goroot.clone().or_else(|| module().map(Path::to_path_buf))
}

/// The result of looking for an earlier test result.
pub(in crate::cmd) enum EarlierResult {
    /// An earlier result has been printed.
    Printed,
    /// The tests must run. The result of the tests is stored under this name, which is empty if it cannot be stored.
    Open(String),
}

/// The note of a program that has printed an earlier result instead of running.
const CACHED: &str = "cached";

/// Prints the result of an earlier run, if this run would have the same result; calls `start` before that.
pub(in crate::cmd) fn print_earlier(
    run: &Run,
    program: &Linked,
    start: impl FnOnce(&str) -> Result<(), u8>,
) -> Result<EarlierResult, u8> {
    let unknown = |name| Ok(EarlierResult::Open(name));
    let Some(root) = &run.results_of else { return unknown(String::new()) };
    let counts = |argument: &&OsString| {
        of_testing(argument).is_some_and(|(name, _)| CACHEABLE.contains(&name))
    };
    let arguments = run.arguments().iter().filter(counts).map(|it| it.as_encoded_bytes());
    let Some(id) = results::id(program, arguments) else { return unknown(String::new()) };
    let directory = run.target().directory();
    let env = |name: &str| std::env::var_os(name);
    let around = TestEnvironment { directory: &directory, root, env: &env };
    let profile = run.arguments().iter().filter_map(|argument| of_testing(argument));
    let profile = profile.filter(|(name, _)| *name == PROFILE).map(|(_, file)| file).next_back();
    let found = results::find(&id, &around);
    let Some(found) = found.filter(|it| profile.is_none() || it.profile.is_some()) else {
        return unknown(id.to_hex().to_string());
    };
    start(CACHED)?;
    if let (Some(file), Some(profile)) = (profile, found.profile) {
        // If the profile cannot be written, `minigo test` treats it as that of a program that could not write its
        // profile.
        let _ = std::fs::write(file, profile);
    }
    // If standard output is closed, `minigo test` has ended.
    let _ = io::stdout().write_all(&found.output).and_then(|()| io::stdout().flush());
    Ok(EarlierResult::Printed)
}

/// The facts about a run that are needed to store its result.
pub(super) struct CacheRequest {
    root: PathBuf,
    directory: PathBuf,
    /// The variables that differ between the environment of the test program and that of this process.
    env: Vec<(OsString, Option<OsString>)>,
    log: PathBuf,
}

impl CacheRequest {
    /// Makes the program look for an earlier result and, if there is none, log in `dir` which files and variables its
    /// tests read.
    pub(super) fn by(command: &mut Command, root: PathBuf, package: &Package, dir: &Path) -> Self {
        let env = command.get_envs();
        let env = env.map(|(name, value)| (name.to_owned(), value.map(OsStr::to_owned))).collect();
        let log = dir.join("testlog.txt");
        command.arg(format!("-test.testlogfile={}", log.display()));
        Self { root, directory: package.paths[0].clone(), env, log }
    }

    /// Reads the log; `note` is the name that the program noted at its start.
    pub(super) fn read(self, note: &str, profile: &Path) -> Option<StorableResult> {
        let id = Hash::from_hex(note).ok()?;
        let log = std::fs::read_to_string(&self.log).ok()?;
        Some(StorableResult { id, log, profile: std::fs::read(profile).ok(), asked: self })
    }
}

/// Reports whether a program with this note has printed an earlier result.
pub(super) fn was_cached(note: &str) -> bool {
    note == CACHED
}

/// A result that can be stored.
pub(super) struct StorableResult {
    id: Hash,
    log: String,
    profile: Option<Vec<u8>>,
    asked: CacheRequest,
}

impl StorableResult {
    /// Stores the result with the program's output.
    pub(super) fn store(self, output: &[u8]) {
        let env = |name: &str| {
            let own = self.asked.env.iter().find(|(known, _)| known == name);
            own.map_or_else(|| std::env::var_os(name), |(_, value)| value.clone())
        };
        let CacheRequest { root, directory, .. } = &self.asked;
        let around = TestEnvironment { directory, root, env: &env };
        let result = TestResult { output: output.to_vec(), profile: self.profile };
        results::store_result(&self.id, &around, &self.log, &result);
    }
}
