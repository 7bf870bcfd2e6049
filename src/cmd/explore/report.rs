//! The results of a search as text.

use super::search_results::{FailingRun, OutcomeRow, SearchResults, ShortenedFailure};
use std::fmt::Write as _;

/// The most lines of a story.
const MAX_STORY_LINES: usize = 60;
/// The most lines of the program's own output.
const MAX_OUTPUT_LINES: usize = 120;
/// The most outcomes that are listed.
const MAX_OUTCOMES: usize = 12;

/// The report of a search.
pub(super) fn report_text(results: &SearchResults) -> String {
    let mut report = Report { results, text: String::new() };
    if let Some(failure) = &results.failure {
        report.write_failure(failure);
        report.write_line("");
    }
    report.write_outcomes();
    report.text.extend(refusal_text(&results.refused).map(|message| message + "\n"));
    report.write_stored_schedules();
    report.write_line(&coverage_text(results));
    if results.departed > 0 {
        report.write_line(&format!(
            "{} runs departed from their own schedules: something that minigo does not control differs between runs",
            results.departed
        ));
    }
    report.text
}

/// The report of a failing run and of a passing one to compare; `None` if the run could not be shortened.
pub(super) fn explanation_text(failure: &FailingRun) -> Option<String> {
    let short = failure.short.as_ref()?;
    let mut lines = vec![failure.title.clone(), String::new()];
    lines.extend(story_lines(short));
    lines.push(String::new());
    Some(lines.join("\n"))
}

/// The story of a run, and its comparison with a passing run.
fn story_lines(short: &ShortenedFailure) -> Vec<String> {
    let mut lines = vec![short.report.takes.clone()];
    let (shown, repeats) = without_repetition(&short.story);
    let skipped = shown.len().saturating_sub(MAX_STORY_LINES);
    if skipped > 0 {
        lines.push(format!("  … {skipped} lines before"));
    }
    lines.extend(shown[skipped..].iter().map(|line| format!("  {line}")));
    if let Some(Repetition { lines: lines_per_repeat, repeats }) = repeats {
        let which = if lines_per_repeat == 1 {
            "this line".to_owned()
        } else {
            format!("these {lines_per_repeat} lines")
        };
        lines.push(format!("  … {which} {repeats} more times"));
    }
    if let Some(beside) = &short.report.beside {
        lines.push(String::new());
        lines.extend(beside.line_texts());
    }
    lines
}

/// A group of lines that repeats at the end of a story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Repetition {
    lines: usize,
    /// The number of repetitions after the first occurrence.
    repeats: usize,
}

/// Cuts the repetitions at the end of the lines: returns the lines up to the end of the first round if there are three
/// or more.
fn without_repetition(lines: &[String]) -> (&[String], Option<Repetition>) {
    for lines_per_repeat in 1..=MAX_STORY_LINES / 3 {
        let rounds = lines.rchunks_exact(lines_per_repeat);
        let Some(last) = rounds.clone().next() else { break };
        let count = rounds.take_while(|round| *round == last).count();
        if count >= 3 {
            let repeats = count - 1;
            let shown = &lines[..lines.len() - repeats * lines_per_repeat];
            return (shown, Some(Repetition { lines: lines_per_repeat, repeats }));
        }
    }
    (lines, None)
}

struct Report<'a> {
    results: &'a SearchResults,
    text: String,
}

impl Report<'_> {
    fn write_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn write_failure(&mut self, failure: &FailingRun) {
        self.write_line(&failure.title);
        let how = match &failure.stored {
            Some(path) => format!("found by the stored schedule {path}"),
            None => format!("found in run {}, after {:.2} s", failure.run, failure.after),
        };
        self.write_line(&how);
        match &failure.short {
            Some(short) => self.write_shortened_failure(short),
            // The failure is that shards printed different outputs, so it belongs to no single run.
            None if failure.points == 0 => {}
            None => self.write_line("The run did not fail again with the same schedule: something that minigo does not control differs between runs."),
        }
        if let Some(path) = &self.results.schedule {
            self.write_line("");
            self.write_line(&format!("schedule: {path}"));
            let words = &self.results.program;
            let test = words.iter().find_map(|word| word.strip_prefix("-test.run="));
            let command = match test.filter(|_| self.results.is_test) {
                Some(test) => format!("minigo test --explore -run='{test}'"),
                None => format!("minigo run --replay {path} {}", words.join(" ")),
            };
            self.write_line(&format!("replay: {command}"));
        }
    }

    fn write_shortened_failure(&mut self, short: &ShortenedFailure) {
        self.write_line("");
        story_lines(short).iter().for_each(|line| self.write_line(line));
        self.write_output("Standard output of this run:", &short.stdout);
        self.write_output("Standard error of this run:", &short.stderr);
    }

    fn write_output(&mut self, head: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.write_line("");
        self.write_line(head);
        for line in text.lines().take(MAX_OUTPUT_LINES) {
            self.write_line(&format!("  {line}"));
        }
        if text.lines().count() > MAX_OUTPUT_LINES {
            self.write_line("  …");
        }
    }

    fn write_outcomes(&mut self) {
        let rows = &self.results.outcomes;
        if rows.len() < 2 && self.results.failure.is_none() || rows.is_empty() {
            return;
        }
        self.write_line("results:");
        rows.iter().take(MAX_OUTCOMES).for_each(|outcome| self.write_line(&outcome_row(outcome)));
        if rows.len() > MAX_OUTCOMES {
            self.write_line(&format!("  … and {} others", rows.len() - MAX_OUTCOMES));
        }
    }

    fn write_stored_schedules(&mut self) {
        let SearchResults { replayed, stale, .. } = self.results;
        if *replayed > 0 {
            let schedules = if *replayed == 1 { "schedule" } else { "schedules" };
            self.write_line(&format!("{replayed} stored {schedules} did not fail"));
        }
        stale.iter().for_each(|line| self.write_line(line));
    }
}

/// The sentence about the operations that runs were refused; `None` if there are none.
pub(super) fn refusal_text(operations: &[String]) -> Option<String> {
    let all = operations.join(", ");
    let reason =
        "explored runs cannot reach the real world: their files, network and process are simulated";
    (!operations.is_empty()).then(|| format!("refused: {all} ({reason})"))
}

fn outcome_row(OutcomeRow { title, stdout, count, switches, .. }: &OutcomeRow) -> String {
    let what = title.as_deref().unwrap_or("passes");
    let mut lines = stdout.lines();
    let first = lines.next().unwrap_or("");
    let more = if lines.next().is_some() { " …" } else { "" };
    let printed =
        if first.is_empty() { String::new() } else { format!(", prints {first:?}{more}") };
    let noun = if *switches == 1 { "switch" } else { "switches" };
    format!("{count:>8} × {what}{printed} (from {switches} {noun} on)")
}

/// The last line of the report: the number of runs and the coverage of the interleavings.
pub(super) fn coverage_text(results: &SearchResults) -> String {
    let SearchResults { runs, redundant, seconds, points, earlier, .. } = results;
    let rate = (runs - earlier) as f64 / seconds.max(1e-9);
    let earlier = if *earlier > 0 {
        format!("{earlier} of them by earlier searches, ")
    } else {
        String::new()
    };
    let mut text = format!(
        "{runs} runs ({earlier}{redundant} cut short) of up to {points} steps, {rate:.0}/s: "
    );
    let found = results.failure.is_some();
    let of_shard = match results.shard {
        0 => String::new(),
        shard => format!(" of shard {shard} of {}", results.shards),
    };
    match (results.all, results.timers_last, results.preemptions) {
        (true, ..) => {
            let _ = write!(text, "every interleaving{of_shard} was seen");
        }
        (false, true, most) => {
            let _ = write!(text, "every interleaving{of_shard} was seen in which timers fire last");
            if let Some(n) = most {
                let _ =
                    write!(text, ", and every one with at most {n} preemptions or early timers");
            }
        }
        (false, false, Some(n)) => {
            let _ =
                write!(text, "every interleaving{of_shard} with at most {n} preemptions was seen");
        }
        (false, false, None) if found => {
            text.push_str("the search ended before all interleavings were seen");
        }
        (false, false, None) => text.push_str("not all interleavings were seen"),
    }
    if !found {
        if !results.all && results.pairs > 0 {
            let SearchResults { pairs, pairs_in_both_orders: both, .. } = results;
            let _ = write!(text, " ({both} of {pairs} pairs of dependent accesses in both orders)");
        }
        text.push_str(", none failed");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_repetition(text: &str) -> (String, Option<Repetition>) {
        let lines: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let (shown, rounds) = without_repetition(&lines);
        (shown.join(" "), rounds)
    }

    #[test]
    fn rounds_at_the_end_are_shown_once() {
        let rounds = |lines, repeats| Some(Repetition { lines, repeats });
        assert_eq!(split_repetition("a b c"), ("a b c".into(), None));
        assert_eq!(split_repetition("a b c b c"), ("a b c b c".into(), None));
        assert_eq!(split_repetition("a b c b c b c"), ("a b c".into(), rounds(2, 2)));
        assert_eq!(split_repetition("a b b b b"), ("a b".into(), rounds(1, 3)));
        assert_eq!(split_repetition("x b c b c b c b"), ("x b c b".into(), rounds(2, 2)));
    }
}
