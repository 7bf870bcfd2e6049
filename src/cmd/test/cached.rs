//! Results that are used again, as the go command does it: which runs have such a result, and the two ends of one.
//!
//! The test program's process, which compiles or loads the program, looks for the result and prints it instead of
//! running; the process of `minigo test`, which sees how a run ends, stores it.

use super::{Flags, Package};
use crate::cache::results::{self, Surroundings, TestResult};
use crate::options::Run;
use blake3::Hash;
use minigo_vm::Linked;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The flags of a test program with which a result may be used again, if they have the same values.
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

/// The flag that says where the profile is to be written.
const PROFILE: &str = "coverprofile";

/// The name and the value of a flag of the test program.
fn of_testing(argument: &OsStr) -> Option<(&str, &str)> {
    argument.to_str()?.strip_prefix("-test.")?.split_once('=')
}

/// The directory in which the files that a package's tests read count, if its result may be used again.
pub(super) fn root(package: &Package, flags: &Flags) -> Option<PathBuf> {
    let directory = package.paths.first().filter(|path| path.is_dir())?;
    let cacheable = |argument: &OsString| {
        let named = |(name, _)| CACHEABLE.contains(&name) || name == "outputdir";
        of_testing(argument).is_some_and(named)
    };
    // The flags of the machine are there to see different runs.
    let listed = !flags.packages.is_empty() && flags.run.is_empty();
    if !listed || !flags.arguments.iter().all(cacheable) {
        return None;
    }
    let module = || directory.ancestors().find(|dir| dir.join("go.mod").is_file());
    package.goroot.clone().or_else(|| module().map(Path::to_path_buf))
}

/// What is known of a result before the program runs.
pub(in crate::cmd) enum Before {
    /// It has been printed.
    Printed,
    /// It is to be stored under this name, if it has one.
    Open(String),
}

/// What the note of a program says that has printed an earlier result.
const CACHED: &str = "cached";

/// Prints the result of an earlier run, if it would be that of this one; `start` is called before.
pub(in crate::cmd) fn print_earlier(
    run: &Run,
    program: &Linked,
    start: impl FnOnce(&str) -> Result<(), u8>,
) -> Result<Before, u8> {
    let unknown = |name| Ok(Before::Open(name));
    let Some(root) = &run.results_of else { return unknown(String::new()) };
    let counts = |argument: &&OsString| {
        of_testing(argument).is_some_and(|(name, _)| CACHEABLE.contains(&name))
    };
    let arguments = run.arguments().iter().filter(counts).map(|it| it.as_encoded_bytes());
    let Some(id) = results::id(program, arguments) else { return unknown(String::new()) };
    let directory = run.target().directory();
    let env = |name: &str| std::env::var_os(name);
    let around = Surroundings { directory: &directory, root, env: &env };
    let profile = run.arguments().iter().filter_map(|argument| of_testing(argument));
    let profile = profile.filter(|(name, _)| *name == PROFILE).map(|(_, file)| file).next_back();
    let found = results::find(&id, &around);
    let Some(found) = found.filter(|it| profile.is_none() || it.profile.is_some()) else {
        return unknown(id.to_hex().to_string());
    };
    start(CACHED)?;
    if let (Some(file), Some(profile)) = (profile, found.profile) {
        // `minigo test` misses it in the profile of all packages, as one of a program that could not write it.
        let _ = std::fs::write(file, profile);
    }
    // If standard output is closed, `minigo test` has ended.
    let _ = io::stdout().write_all(&found.output).and_then(|()| io::stdout().flush());
    Ok(Before::Printed)
}

/// What has to be known of a run for its result to be stored.
pub(super) struct Asked {
    root: PathBuf,
    directory: PathBuf,
    /// What the test program's environment has that this process's has not.
    env: Vec<(OsString, Option<OsString>)>,
    log: PathBuf,
}

impl Asked {
    /// Has the program look for an earlier result, and else write down in `dir` what its tests ask of the system.
    pub(super) fn by(command: &mut Command, root: PathBuf, package: &Package, dir: &Path) -> Self {
        let env = command.get_envs();
        let env = env.map(|(name, value)| (name.to_owned(), value.map(OsStr::to_owned))).collect();
        let log = dir.join("testlog.txt");
        command.arg(format!("-test.testlogfile={}", log.display()));
        Self { root, directory: package.paths[0].clone(), env, log }
    }

    /// What was asked; `note` is what the program has noted at its start.
    pub(super) fn read(self, note: &str, profile: &Path) -> Option<Fresh> {
        let id = Hash::from_hex(note).ok()?;
        let log = std::fs::read_to_string(&self.log).ok()?;
        Some(Fresh { id, log, profile: std::fs::read(profile).ok(), asked: self })
    }
}

/// Whether a program that has noted this at its start has printed an earlier result.
pub(super) fn was_cached(note: &str) -> bool {
    note == CACHED
}

/// A result that is not stored yet.
pub(super) struct Fresh {
    id: Hash,
    log: String,
    profile: Option<Vec<u8>>,
    asked: Asked,
}

impl Fresh {
    /// Stores it with what the program has printed.
    pub(super) fn store(self, output: &[u8]) {
        let env = |name: &str| {
            let own = self.asked.env.iter().find(|(known, _)| known == name);
            own.map_or_else(|| std::env::var_os(name), |(_, value)| value.clone())
        };
        let Asked { root, directory, .. } = &self.asked;
        let around = Surroundings { directory, root, env: &env };
        let result = TestResult { output: output.to_vec(), profile: self.profile };
        results::store(&self.id, &around, &self.log, &result);
    }
}
