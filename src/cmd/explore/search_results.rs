//! The results of a search or of one shard: data that is printed, stored in files, and merged with other shards'
//! results.

use super::compare_runs::{PassingRun, RunComparison, compare_runs};
use super::failure_story::{
    EventSelection, StoryLine, deviations_sentence, line_texts, story_lines,
};
use super::files;
use super::report;
use super::search::{FoundFailure, Outcome, Search, SearchStatistics};
use super::shorten::ShortenedRun;
use super::source::Sources;
use super::verdict::FailureKind;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_vm::ExploredResults;
use minigo_vm::search::{ChoiceStream, Schedule, Shard};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The results of a search. `--format json` prints the results in this form, and `--results` stores them in a file.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::cmd) struct SearchResults {
    /// The version of the format.
    pub(super) format: u32,
    /// The program and its arguments, as the user named them.
    pub(super) program: Vec<String>,
    /// Whether the program is that of a package's tests.
    pub(super) is_test: bool,
    /// A hash of the program and of all other inputs of the search. All shards of one search have the same hash.
    pub(super) search: String,
    /// The number of the shard, from 1; 0 means the results of all shards.
    pub(super) shard: u32,
    /// The number of shards.
    pub(super) shards: u32,
    pub(super) runs: u64,
    /// The number of runs that were cut short because an equivalent interleaving was seen before.
    pub(super) redundant: u64,
    /// How often the search started over because it found more racing memory accesses.
    pub(super) restarts: u32,
    /// The number of runs that departed from the run that they had to repeat.
    pub(super) departed: u64,
    pub(super) seconds: f64,
    /// The most steps of any run.
    pub(super) points: usize,
    /// Whether every interleaving was seen; for a shard, every interleaving of its part.
    pub(super) all: bool,
    /// Whether every interleaving was seen in which timers fire last.
    pub(super) timers_last: bool,
    /// Every interleaving with at most this many preemptions and early timers was seen.
    pub(super) preemptions: Option<usize>,
    /// The number of pairs of dependent accesses that were seen; for merged shards, the highest number of a shard.
    pub(super) pairs: usize,
    /// The number of pairs of dependent accesses that were seen in both orders.
    pub(super) pairs_in_both_orders: usize,
    /// The source positions of the racing instructions. The racing instructions are points of the runs.
    pub(super) races: Vec<String>,
    pub(super) outcomes: Vec<OutcomeRow>,
    pub(super) failure: Option<FailingRun>,
    /// Whether a run fails if its output differs from that of the first run.
    pub(super) compares: bool,
    /// The path of the failure's schedule file.
    pub(super) schedule: Option<String>,
    /// The operations of runs that the simulated world refused.
    pub(super) refused: Vec<String>,
    /// The number of runs that were made by earlier searches.
    pub(super) earlier: u64,
    /// The number of stored schedules that were run again first and passed.
    pub(super) replayed: usize,
    /// For each stored schedule that the program no longer follows, a message that says where the program departs from
    /// it.
    pub(super) stale: Vec<String>,
}

/// The runs with the same result.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct OutcomeRow {
    pub(super) count: u64,
    pub(super) kind: Option<String>,
    pub(super) title: Option<String>,
    pub(super) stdout: String,
    /// The fewest switches of a run with this result.
    pub(super) switches: usize,
}

/// A failing run.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FailingRun {
    pub(super) kind: String,
    pub(super) title: String,
    /// The number of the run, from 1.
    pub(super) run: u64,
    /// The seconds from the beginning of the search until the failure was found.
    pub(super) after: f64,
    /// The number of the run's steps.
    pub(super) points: usize,
    /// The path of the stored schedule, if the failure comes from one.
    pub(super) stored: Option<String>,
    /// The position in the program's own code at which the failure shows, as `file:line`.
    pub(super) place: Option<String>,
    /// The shortened run; `None` if the run did not fail again.
    #[serde(flatten)]
    pub(super) short: Option<ShortenedFailure>,
}

/// A failing run after shortening.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct ShortenedFailure {
    pub(super) switches: usize,
    /// The number of runs that shortening took.
    pub(super) runs_to_shorten: usize,
    pub(super) story: Vec<String>,
    /// The story in parts, for programs that read it.
    #[serde(flatten)]
    pub(super) report: FailureReport,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The text of the run's schedule file.
    pub(super) schedule: String,
}

/// The story of a run.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FailureReport {
    /// A sentence that says how many deviations the failure takes: `It takes one switch:`.
    pub(super) takes: String,
    #[serde(default)]
    pub(super) steps: Vec<StoryLine>,
    /// The comparison with a passing run, if one was found.
    #[serde(default)]
    pub(super) beside: Option<RunComparison>,
}

/// The version of the format of files.
const FORMAT_VERSION: u32 = 1;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl SearchResults {
    /// The results of a finished search.
    pub(super) fn of_search(search: &Search<'_>, shard: Shard) -> Self {
        let SearchStatistics {
            runs,
            redundant_runs: redundant,
            restarts,
            departed_runs: departed,
            longest_run: longest,
            coverage,
            time,
            ..
        } = search.current_statistics();
        let pairs = search.pairs();
        let mut outcomes = Vec::new();
        search.for_each_outcome(
            |Outcome { failure, stdout, count, fewest_deviations: shortest }| {
                outcomes.push(OutcomeRow {
                    count: *count,
                    kind: failure.as_ref().map(|failure| failure.kind.name().to_owned()),
                    title: failure.as_ref().map(|failure| failure.title.clone()),
                    stdout: text(stdout),
                    switches: *shortest,
                });
            },
        );
        Self {
            format: FORMAT_VERSION,
            program: search.command_words(),
            is_test: search.is_test(),
            search: search.identity_hash(),
            shard: if shard.has_other_shards() { shard.number() } else { 0 },
            shards: shard.shard_count(),
            runs,
            redundant,
            restarts,
            departed,
            seconds: time.as_secs_f64(),
            points: longest,
            all: coverage.is_complete,
            timers_last: coverage.is_complete_without_early_timers,
            preemptions: coverage.preemption_bound,
            pairs: pairs.total,
            pairs_in_both_orders: pairs.in_both_orders,
            races: search.race_places(),
            outcomes,
            failure: None,
            compares: search.compares_outcomes(),
            schedule: None,
            refused: search.refused_operations(),
            earlier: search.earlier_runs(),
            replayed: 0,
            stale: Vec::new(),
        }
    }

    /// The results that a process has printed as JSON.
    pub(in crate::cmd) fn parse(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }

    /// The results as text.
    pub(in crate::cmd) fn report(&self) -> String {
        report::report_text(self)
    }

    /// The explanation of the failure as text, if there is a failure that could be explained.
    pub(in crate::cmd) fn explanation(&self) -> Option<String> {
        report::explanation_text(self.failure.as_ref()?)
    }

    /// Reports whether a run has failed.
    pub(in crate::cmd) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The path of these results' file in a directory.
    fn path_in(&self, dir: &Path) -> PathBuf {
        let name = match self.shard {
            0 => "all.json".to_owned(),
            shard => format!("shard-{shard}-of-{}.json", self.shards),
        };
        dir.join(name)
    }

    /// Writes the results into a directory, which is made if it does not exist.
    pub(super) fn write(&self, dir: &Path) -> Result<(), String> {
        let path = self.path_in(dir);
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        files::write_atomically(&path, &text)
    }

    /// The results in a directory; an empty list if the directory does not exist.
    pub(super) fn read_all(dir: &Path) -> Result<Vec<(PathBuf, Self)>, String> {
        let paths = files::list_files(dir, "json")?;
        paths.into_iter().map(|path| Self::read(&path).map(|read| (path, read))).collect()
    }

    fn read(path: &Path) -> Result<Self, String> {
        let text = files::read(path)?;
        let read: Self = serde_json::from_str(&text).map_err(|error| {
            format!("{}: the file does not contain results of a search: {error}", path.display())
        })?;
        match read.format {
            FORMAT_VERSION => Ok(read),
            other => Err(format!(
                "{}: the results have format version {other}; this minigo reads version {FORMAT_VERSION}",
                path.display()
            )),
        }
    }

    /// The places at which earlier results of the same search have found races.
    pub(super) fn races_in(dir: &Path, search: &str) -> Result<Vec<String>, String> {
        let all = Self::read_all(dir)?;
        let same = all.into_iter().filter(|(_, results)| results.search == search);
        Ok(same.flat_map(|(_, results)| results.races).collect())
    }
}

impl FailingRun {
    /// Describes a failing run, and the shortened run if the failure could be repeated.
    pub(super) fn of_failure(
        found: &FoundFailure,
        short: Option<&ShortenedRun>,
        schedule: Option<String>,
    ) -> Self {
        let title = short.map_or(&found.failure.title, |short| &short.failure.title);
        let short =
            short.zip(schedule).map(|(short, schedule)| ShortenedFailure::of_run(short, schedule));
        Self {
            kind: found.failure.kind.name().to_owned(),
            title: title.clone(),
            run: found.run_number,
            after: found.found_after.as_secs_f64(),
            points: found.point_count,
            stored: found.stored_schedule_path.clone(),
            place: short.as_ref().and_then(ShortenedFailure::failure_place),
            short,
        }
    }
}

impl ShortenedFailure {
    /// Describes a shortened run; `schedule` is the text of its schedule file.
    fn of_run(short: &ShortenedRun, schedule: String) -> Self {
        let ShortenedRun { finished_run: ran, failure, .. } = short;
        let report = FailureReport::of_run(
            &ran.explored,
            &short.schedule,
            Some(failure.kind),
            short.passing_run.as_ref(),
        );
        Self {
            switches: short.schedule.len(),
            runs_to_shorten: short.runs,
            story: line_texts(&report.steps),
            report,
            stdout: text(&ran.stdout),
            stderr: text(&ran.stderr),
            schedule,
        }
    }

    /// The first position in the program's own code that the report on standard error names, or else the last one in
    /// the story.
    fn failure_place(&self) -> Option<String> {
        let of_report = self.stderr.split_whitespace().find_map(position_in);
        let of_story = || {
            let last = self.story.iter().rev();
            last.flat_map(|line| line.split_whitespace()).find_map(position_in)
        };
        of_report.or_else(of_story)
    }
}

impl FailureReport {
    /// The story of a run, which failed in the way `failed` unless that is `None`, and its comparison with a passing
    /// run.
    pub(super) fn of_run(
        ran: &ExploredResults,
        schedule: &Schedule,
        failed: Option<FailureKind>,
        passing: Option<&PassingRun>,
    ) -> Self {
        let events = &ran.events;
        let shown = EventSelection {
            shows_last: matches!(failed, Some(FailureKind::Deadlock | FailureKind::Leak)),
            shows_selects: schedule
                .value_picks
                .iter()
                .any(|pick| pick.stream == ChoiceStream::Select),
        };
        let mut sources = Sources::default();
        let mut steps = story_lines(events, &shown.shown_events(events), &mut sources);
        if !steps.iter().any(|line| line.goroutine_step().is_some()) {
            let last = EventSelection { shows_last: true, ..shown };
            steps = story_lines(events, &last.shown_events(events), &mut sources);
        }
        let beside = passing.and_then(|passing| compare_runs(events, passing, shown, &mut sources));
        Self { takes: deviations_sentence(schedule), steps, beside }
    }
}

/// The position `dir/file.go:12` in a word such as `dir/file.go:12:3`, unless the file is the library's.
fn position_in(word: &str) -> Option<String> {
    let (file, rest) = word.split_once(".go:")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_users = digits > 0 && !file.starts_with("$GOROOT") && !file.starts_with('<');
    is_users.then(|| format!("{file}.go:{}", &rest[..digits]))
}

/// Joins the results of the shards of one search. The second value lists the reasons why the results are not complete.
pub(super) fn merge_shards(
    all: Vec<(PathBuf, SearchResults)>,
) -> Result<(SearchResults, Vec<String>), String> {
    let mut shards: BTreeMap<u32, SearchResults> = BTreeMap::new();
    let mut first: Option<(PathBuf, SearchResults)> = None;
    for (path, results) in all {
        if let Some((other, first)) = &first
            && (&first.search, first.shards) != (&results.search, results.shards)
        {
            return Err(format!(
                "{} and {} are results of different searches",
                other.display(),
                path.display()
            ));
        }
        if results.shards > 1 && !(1..=results.shards).contains(&results.shard) {
            return Err(format!("{}: the search has no shard with this number", path.display()));
        }
        first.get_or_insert_with(|| (path, results.clone()));
        // If a shard was run several times, a failing result is kept, or else the one with more runs.
        let says = |it: &SearchResults| (it.has_failed(), it.runs);
        if shards.get(&results.shard).is_none_or(|known| says(known) <= says(&results)) {
            shards.insert(results.shard, results);
        }
    }
    let Some((_, first)) = first else { return Err("there are no results".to_owned()) };
    let mut lacking = Vec::new();
    let missing: Vec<String> = (1..=first.shards)
        .filter(|shard| first.shards > 1 && !shards.contains_key(shard))
        .map(|shard| shard.to_string())
        .collect();
    if !missing.is_empty() {
        lacking.push(format!(
            "the results of these shards (of {}) are missing: {}",
            first.shards,
            missing.join(", ")
        ));
    }
    let mut races: Vec<String> = shards.values().flat_map(|part| part.races.clone()).collect();
    races.small_sort();
    races.dedup();
    let apart = shards.values().any(|part| part.races.len() != races.len());
    if apart {
        lacking.push(
            "the shards have searched with different sets of known races: run them again with the same --results"
                .to_owned(),
        );
    }
    let parts: Vec<SearchResults> = shards.into_values().collect();
    let sum = |of: fn(&SearchResults) -> u64| parts.iter().map(of).sum();
    let most = |of: fn(&SearchResults) -> usize| parts.iter().map(of).max().unwrap_or(0);
    let whole = lacking.is_empty();
    let bound = parts.iter().map(SearchResults::preemption_bound).min().flatten();
    let pairs = parts.iter().max_by_key(|part| part.pairs);
    let merged = SearchResults {
        shard: 0,
        runs: sum(|part| part.runs),
        redundant: sum(|part| part.redundant),
        departed: sum(|part| part.departed),
        earlier: sum(|part| part.earlier),
        restarts: parts.iter().map(|part| part.restarts).sum(),
        seconds: parts.iter().map(|part| part.seconds).fold(0.0, f64::max),
        points: most(|part| part.points),
        all: whole && parts.iter().all(|part| part.all),
        timers_last: whole && parts.iter().all(|part| part.timers_last || part.all),
        preemptions: bound.filter(|bound| whole && *bound < usize::MAX),
        pairs: pairs.map_or(0, |part| part.pairs),
        pairs_in_both_orders: pairs.map_or(0, |part| part.pairs_in_both_orders),
        races,
        outcomes: joined_rows(&parts),
        failure: shortest_failure(&parts).or_else(|| differing_failure(&parts)),
        schedule: None,
        refused: sorted_union(parts.iter().flat_map(|part| &part.refused)),
        replayed: most(|part| part.replayed),
        stale: sorted_union(parts.iter().flat_map(|part| &part.stale)),
        ..first
    };
    Ok((merged, lacking))
}

impl SearchResults {
    /// The number of preemptions up to which every interleaving was seen. `None` sorts first, and `usize::MAX` (all)
    /// last.
    fn preemption_bound(&self) -> Option<usize> {
        if self.all { Some(usize::MAX) } else { self.preemptions }
    }
}

fn sorted_union<'a>(all: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut all: Vec<String> = all.cloned().collect();
    all.small_sort();
    all.dedup();
    all
}

fn joined_rows(parts: &[SearchResults]) -> Vec<OutcomeRow> {
    let mut rows: Vec<OutcomeRow> = Vec::new();
    for row in parts.iter().flat_map(|part| &part.outcomes) {
        let of = |row: &OutcomeRow| (row.kind.clone(), row.title.clone(), row.stdout.clone());
        let same = |known: &&mut OutcomeRow| of(known) == of(row);
        match rows.iter_mut().find(same) {
            Some(known) => {
                known.count += row.count;
                known.switches = known.switches.min(row.switches);
            }
            None => rows.push(row.clone()),
        }
    }
    rows.small_sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}

/// The failure that shards printed different outputs, if the search compares outputs. No shard alone can find that
/// failure.
fn differing_failure(parts: &[SearchResults]) -> Option<FailingRun> {
    let printed = |part: &SearchResults| {
        let passed = part.outcomes.iter().filter(|row| row.title.is_none());
        passed.map(|row| row.stdout.clone()).collect::<Vec<_>>()
    };
    let mut all: Vec<String> = parts.iter().flat_map(printed).collect();
    all.small_sort();
    all.dedup();
    let differs = all.len() > 1 && parts.iter().any(|part| part.compares);
    differs.then(|| FailingRun {
        kind: FailureKind::Differs.name().to_owned(),
        title: "the output differs between shards".to_owned(),
        run: 1,
        after: 0.0,
        points: 0,
        stored: None,
        place: None,
        short: None,
    })
}

/// The failure with the fewest switches; a failure that could not be shortened comes last.
fn shortest_failure(parts: &[SearchResults]) -> Option<FailingRun> {
    let failures = parts.iter().filter_map(|part| part.failure.as_ref());
    let switches =
        |failing: &&FailingRun| failing.short.as_ref().map_or(usize::MAX, |it| it.switches);
    failures.min_by_key(switches).cloned()
}
