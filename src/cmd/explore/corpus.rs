//! Stored schedules: those of earlier failures, in a directory such as `testdata/schedules/TestName`. They are run
//! again before anything is searched, as Go's fuzzing does with its inputs.

use super::program::Program;
use super::search::Found;
use super::verdict::Judge;
use super::{files, points, read_schedule};
use minigo_vm::SCHEDULES;
use minigo_vm::search::{Plan, Policy, Schedule};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// How the names of the files end.
const ENDING: &str = "schedule";

/// What has come of the stored schedules.
#[derive(Default)]
pub(super) struct Replayed {
    /// The first that has failed.
    pub(super) found: Option<Found>,
    /// How many have not.
    pub(super) passed: usize,
    /// How those depart that the program does not follow any more.
    pub(super) stale: Vec<String>,
}

/// Runs all schedules of a directory, which need not exist, up to the first that fails.
pub(super) fn replay(program: &Program, judge: &Judge, dir: &Path) -> Result<Replayed, String> {
    let mut all = Replayed::default();
    let (mut races, steps) = (program.common.races(), program.steps());
    let began = Instant::now();
    for path in files::list(dir, ENDING)? {
        let (shown, names) = (path.display(), &program.common.names);
        program.set_steps(steps);
        let file = read_schedule(program, &path)?;
        // A point is named by its number, which depends on what else is one.
        program.common.set_races(program.instructions_at(&file.races));
        let policy = Policy::Schedule(Arc::new(file.schedule.clone()));
        let ran = program.run(0, Plan { policy, ..Plan::default() }, Some(0));
        races.extend(ran.races.iter().chain(&ran.shown.races));
        if let Some(failure) = judge.judge(&ran, None) {
            all.found = Some(Found {
                failure,
                schedule: Schedule::of(&ran.shown.trace),
                run: all.passed as u64 + 1,
                after: began.elapsed(),
                points: points(&ran.shown.trace),
                races: ran.races,
                stored: Some(shown.to_string()),
            });
            return Ok(all);
        }
        all.passed += 1;
        let departure = file.departure(&ran.shown, names);
        all.stale.extend(departure.map(|message| format!("{shown}: {message}")));
    }
    program.count_points_as(SCHEDULES);
    program.set_steps(steps);
    program.common.set_races(races);
    Ok(all)
}

/// Stores a schedule, named by its content; gives the path.
pub(super) fn store(dir: &Path, text: &str) -> Result<PathBuf, String> {
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let path = dir.join(format!("{}.{ENDING}", &hash[..16]));
    files::place(&path, text)?;
    Ok(path)
}
