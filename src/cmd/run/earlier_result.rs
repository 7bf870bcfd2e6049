//! The result of an earlier run of the same tests, which is printed instead of running them.

use crate::cache::test_results::{self, TestEnvironment};
use crate::options::Run;
use minigo_vm::LinkedProgram;
use std::io::{self, Write as _};

/// The result of looking for an earlier test result.
pub(super) enum EarlierResult {
    /// An earlier result has been printed.
    Printed,
    /// The tests must run. Their result is stored under this name, if it can be stored.
    Open(Option<String>),
}

/// Prints the result of an earlier run, if this run would have the same result; calls `start` before that.
pub(super) fn print_earlier_result(
    run: &Run,
    program: &LinkedProgram,
    start: impl FnOnce() -> Result<(), u8>,
) -> Result<EarlierResult, u8> {
    let root = run.test_plan().and_then(|plan| plan.results_root.as_deref());
    let Some(root) = root else { return Ok(EarlierResult::Open(None)) };
    let Some(id) = test_results::run_id(program, run.arguments()) else {
        return Ok(EarlierResult::Open(None));
    };
    let directory = run.target().directory();
    let env = |name: &str| std::env::var_os(name);
    let around = TestEnvironment { directory: &directory, module_root: root, env: &env };
    let profile = test_results::coverage_profile_path(run.arguments());
    let found = test_results::find(&id, &around);
    let Some(found) = found.filter(|it| profile.is_none() || it.profile.is_some()) else {
        return Ok(EarlierResult::Open(Some(id.to_hex().to_string())));
    };
    start()?;
    if let (Some(file), Some(profile)) = (profile, found.profile) {
        // If the profile cannot be written, `minigo test` treats it as that of a program that could not write its
        // profile.
        let _ = std::fs::write(file, profile);
    }
    // If standard output is closed, `minigo test` has ended.
    let _ = io::stdout().write_all(&found.output).and_then(|()| io::stdout().flush());
    Ok(EarlierResult::Printed)
}
