//! Reuses results of earlier test runs, as the go command does: decides which runs can reuse a result, and stores the
//! results of the others.
//!
//! The test program's process, which compiles or loads the program, looks for an earlier result. This process, which
//! sees how a run ends, stores the result.

use super::{Flags, Package};
use crate::cache::test_results::{self, TestEnvironment, TestResult};
use crate::test_plan::TestPlan;
use blake3::Hash;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The directory whose files count as inputs of a package's tests; `None` if its result may not be reused.
pub(super) fn input_root(package: &Package, flags: &Flags) -> Option<PathBuf> {
    let directory = package.paths.first().filter(|path| path.is_dir())?;
    // With flags for the machine, such as `--seed`, the user wants the tests to run again.
    let listed = !flags.packages.is_empty() && flags.run_flags.is_empty();
    if !listed
        || !flags.arguments.iter().all(|argument| test_results::allows_result_reuse(argument))
    {
        return None;
    }
    let module = || directory.ancestors().find(|dir| dir.join("go.mod").is_file());
    package.goroot.clone().or_else(|| module().map(Path::to_path_buf))
}

/// The facts about a run that are needed to store its result.
pub(super) struct CacheRequest {
    input_root: PathBuf,
    directory: PathBuf,
    /// The variables that differ between the environment of the test program and that of this process.
    env: Vec<(OsString, Option<OsString>)>,
    log: PathBuf,
}

impl CacheRequest {
    /// Makes the program, which `command` starts, look for an earlier result and, if there is none, log in `dir` which
    /// files and variables its tests read.
    pub(super) fn prepare_log(
        command: &Command,
        plan: &mut TestPlan,
        root: PathBuf,
        package: &Package,
        dir: &Path,
    ) -> Self {
        let env = command.get_envs();
        let env = env.map(|(name, value)| (name.to_owned(), value.map(OsStr::to_owned))).collect();
        let log = dir.join("testlog.txt");
        plan.arguments.push(format!("-test.testlogfile={}", log.display()).into());
        plan.results_root = Some(root.clone());
        Self { input_root: root, directory: package.paths[0].clone(), env, log }
    }

    /// Reads the log; `name` is the name of the result that the program reported at its start.
    pub(super) fn read_log(self, name: &str, profile: &Path) -> Option<StorableResult> {
        let id = Hash::from_hex(name).ok()?;
        let log = std::fs::read_to_string(&self.log).ok()?;
        Some(StorableResult { id, log, profile: std::fs::read(profile).ok(), request: self })
    }
}

/// A result that can be stored.
pub(super) struct StorableResult {
    id: Hash,
    log: String,
    profile: Option<Vec<u8>>,
    request: CacheRequest,
}

impl StorableResult {
    /// Stores the result with the program's output.
    pub(super) fn store(self, output: &[u8]) {
        let env = |name: &str| {
            let own = self.request.env.iter().find(|(known, _)| known == name);
            own.map_or_else(|| std::env::var_os(name), |(_, value)| value.clone())
        };
        let CacheRequest { input_root: root, directory, .. } = &self.request;
        let around = TestEnvironment { directory, module_root: root, env: &env };
        let result = TestResult { output: output.to_vec(), profile: self.profile };
        test_results::store_result(&self.id, &around, &self.log, &result);
    }
}
