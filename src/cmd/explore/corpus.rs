//! Stored schedules of earlier failures, in a directory such as `testdata/schedules/TestName`. The stored schedules are
//! run again before the search begins, as Go's fuzzing runs its stored inputs.

use super::program::Program;
use super::search::FoundFailure;
use super::verdict::FailureConditions;
use super::{count_schedule_points, files, read_schedule};
use minigo_vm::SCHEDULE_VERSION;
use minigo_vm::search::{Plan, Policy, Schedule};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The extension of schedule files.
const EXTENSION: &str = "schedule";

/// The result of running the stored schedules.
#[derive(Default)]
pub(super) struct ReplayResult {
    /// The first schedule whose run failed.
    pub(super) found_failure: Option<FoundFailure>,
    /// The number of schedules whose runs passed.
    pub(super) passed_count: usize,
    /// For each schedule that the program no longer follows, a message that says where the run departs from it.
    pub(super) stale_messages: Vec<String>,
}

/// Runs the schedules of a directory up to the first that fails. The directory need not exist.
pub(super) fn replay(
    program: &Program,
    judge: &FailureConditions,
    dir: &Path,
) -> Result<ReplayResult, String> {
    let mut all = ReplayResult::default();
    let (mut races, steps) = (program.exploration.racing_instructions(), program.step_limit());
    let began = Instant::now();
    for path in files::list_files(dir, EXTENSION)? {
        let (shown, names) = (path.display(), &program.exploration.thread_names);
        program.set_turn_steps(steps);
        let file = read_schedule(program, &path)?;
        // A schedule names points by number, and the numbers depend on which instructions are points.
        program.exploration.set_races(program.instructions_at(&file.race_places));
        let policy = Policy::Schedule(Arc::new(file.schedule.clone()));
        let ran = program.run_plan(0, Plan { policy, ..Plan::default() }, Some(0));
        races.extend(ran.racing_instructions.iter().chain(&ran.explored.racing_instructions));
        if let Some(failure) = judge.failure_of(&ran, None) {
            all.found_failure = Some(FoundFailure {
                failure,
                schedule: Schedule::of(&ran.explored.trace),
                run_number: all.passed_count as u64 + 1,
                found_after: began.elapsed(),
                point_count: count_schedule_points(&ran.explored.trace),
                racing_instructions: ran.racing_instructions,
                stored_schedule_path: Some(shown.to_string()),
            });
            return Ok(all);
        }
        all.passed_count += 1;
        let departure = file.departure_message(&ran.explored, names);
        all.stale_messages.extend(departure.map(|message| format!("{shown}: {message}")));
    }
    program.set_point_rules_version(SCHEDULE_VERSION);
    program.set_turn_steps(steps);
    program.exploration.set_races(races);
    Ok(all)
}

/// Stores a schedule in a file named by the hash of its content; returns the path.
pub(super) fn store(dir: &Path, text: &str) -> Result<PathBuf, String> {
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let path = dir.join(format!("{}.{EXTENSION}", &hash[..16]));
    files::write_atomically(&path, text)?;
    Ok(path)
}
