//! What a search has found, in words or as JSON.

use super::search::{Figures, Found, Outcome, Search};
use super::shorten::Short;
use crate::options::{Explore, Format};
use minigo_vm::Told;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write as _;

/// The report of a search.
pub(super) struct Report<'a> {
    explore: &'a Explore,
    search: &'a Search<'a>,
    text: String,
    failure: serde_json::Value,
    /// What runs were refused.
    refused: Vec<String>,
}

/// The most lines of a story.
const MOST_LINES: usize = 60;
/// The most lines of the program's own output.
const MOST_OUTPUT: usize = 40;
/// The most outcomes that are listed.
const MOST_OUTCOMES: usize = 12;

impl<'a> Report<'a> {
    pub(super) fn new(explore: &'a Explore, search: &'a Search<'a>) -> Self {
        let (text, failure) = (String::new(), serde_json::Value::Null);
        Self { explore, search, text, failure, refused: Vec::new() }
    }

    /// Runs were refused these operations.
    pub(super) fn refused(&mut self, operations: Vec<String>) {
        self.refused = operations;
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A run has failed; `short` is the shortest that was found to fail in the same way.
    pub(super) fn found(&mut self, found: &Found, short: Option<Short>) {
        let title = short.as_ref().map_or(&found.failure.title, |short| &short.failure.title);
        self.line(title);
        let seconds = found.after.as_secs_f64();
        self.line(&format!("found in run {}, after {seconds:.2} s", found.run));
        self.failure = json!({
            "kind": found.failure.kind.name(),
            "title": title,
            "run": found.run,
            "points": found.points,
        });
        let Some(short) = short else {
            self.line("The run did not fail again with the same schedule: something that minigo does not control differs between runs.");
            return;
        };
        self.line("");
        let n = short.schedule.len();
        self.line(&match n {
            0 => "It fails without any switch that need not be:".to_owned(),
            1 => "It takes one switch:".to_owned(),
            n => format!("It takes {n} switches:"),
        });
        let lines = story(&short.ran.shown.told);
        let skipped = lines.len().saturating_sub(MOST_LINES);
        if skipped > 0 {
            self.line(&format!("  … {skipped} lines before"));
        }
        lines[skipped..].iter().for_each(|line| self.line(&format!("  {line}")));
        self.output("The program prints then, on standard output:", &short.ran.stdout);
        self.output("On standard error:", &short.ran.stderr);
        self.failure["switches"] = json!(n);
        self.failure["runs_to_shorten"] = json!(short.runs);
        self.failure["story"] = json!(lines);
        self.failure["stdout"] = json!(String::from_utf8_lossy(&short.ran.stdout));
        self.failure["stderr"] = json!(String::from_utf8_lossy(&short.ran.stderr));
        if let Some(path) = &self.explore.out {
            let words: Vec<_> = self.explore.words.iter().map(|w| w.to_string_lossy()).collect();
            self.line("");
            self.line(&format!(
                "replay: minigo run --replay {} {}",
                path.display(),
                words.join(" ")
            ));
        }
    }

    fn output(&mut self, head: &str, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        self.line("");
        self.line(head);
        let text = String::from_utf8_lossy(text);
        for line in text.lines().take(MOST_OUTPUT) {
            self.line(&format!("  {line}"));
        }
        if text.lines().count() > MOST_OUTPUT {
            self.line("  …");
        }
    }

    /// Prints it.
    pub(super) fn print(mut self) {
        let figures = self.search.figures();
        if self.explore.format == Format::Json {
            let text = self.json(&figures).to_string();
            let _ = writeln!(std::io::stdout(), "{text}");
            return;
        }
        if !self.text.is_empty() {
            self.line("");
        }
        let found = !self.failure.is_null();
        self.outcomes();
        if let Some(message) = refusal(&self.refused) {
            self.line(&message);
        }
        self.line(&coverage(&figures, found));
        if figures.departed > 0 {
            self.line(&format!(
                "{} runs departed from their own schedules: something that minigo does not control differs between runs",
                figures.departed
            ));
        }
        let _ = std::io::stdout().write_all(self.text.as_bytes());
    }

    fn outcomes(&mut self) {
        let mut rows = Vec::new();
        self.search.each_outcome(|outcome| rows.push(row(outcome)));
        if rows.len() < 2 && self.failure.is_null() {
            return;
        }
        let more = rows.len().saturating_sub(MOST_OUTCOMES);
        self.line("results:");
        rows.truncate(MOST_OUTCOMES);
        rows.iter().for_each(|row| self.line(row));
        if more > 0 {
            self.line(&format!("  … and {more} others"));
        }
    }

    fn json(&self, figures: &Figures) -> serde_json::Value {
        let mut outcomes = Vec::new();
        self.search.each_outcome(|outcome| {
            let failure = outcome.failure.as_ref();
            outcomes.push(json!({
                "count": outcome.count,
                "kind": failure.map(|failure| failure.kind.name()),
                "title": failure.map(|failure| &failure.title),
                "stdout": String::from_utf8_lossy(&outcome.stdout),
                "switches": outcome.shortest,
            }));
        });
        json!({
            "failure": self.failure,
            "runs": figures.runs,
            "redundant": figures.redundant,
            "restarts": figures.restarts,
            "departed": figures.departed,
            "seconds": figures.time.as_secs_f64(),
            "points": figures.longest,
            "all": figures.coverage.all,
            "preemptions": figures.coverage.preemptions,
            "outcomes": outcomes,
            "refused": self.refused,
        })
    }
}

/// How a report says what runs were refused; none if that is nothing.
pub(super) fn refusal(operations: &[String]) -> Option<String> {
    let all = operations.join(", ");
    let reason = "runs that are explored have files, a network and a process of their own";
    (!operations.is_empty()).then(|| format!("refused: {all} ({reason})"))
}

fn row(outcome: &Outcome) -> String {
    let Outcome { failure, stdout, count, shortest } = outcome;
    let what = failure.as_ref().map_or("passes", |failure| &failure.title);
    let text = String::from_utf8_lossy(stdout);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("");
    let more = if lines.next().is_some() { " …" } else { "" };
    let printed =
        if first.is_empty() { String::new() } else { format!(", prints {first:?}{more}") };
    let switches = if *shortest == 1 { "switch" } else { "switches" };
    format!("{count:>8} × {what}{printed} (from {shortest} {switches} on)")
}

fn coverage(figures: &Figures, found: bool) -> String {
    let Figures { runs, redundant, time, coverage, longest, .. } = figures;
    let rate = *runs as f64 / time.as_secs_f64().max(1e-9);
    let mut text =
        format!("{runs} runs ({redundant} cut short) of up to {longest} steps, {rate:.0}/s: ");
    let _ = match (coverage.all, coverage.preemptions, found) {
        (true, ..) => write!(text, "every interleaving was seen"),
        (false, Some(n), _) => {
            write!(text, "every interleaving with at most {n} preemptions was seen")
        }
        (false, None, true) => write!(text, "the search ended there"),
        (false, None, false) => write!(text, "not all interleavings were seen"),
    };
    if !found {
        text.push_str(", none failed");
    }
    text
}

/// What happens, a line each.
fn story(told: &[Told]) -> Vec<String> {
    let shared = |it: &Told| told.iter().any(|o| o.name == it.name && o.thread != it.thread);
    let shown: Vec<&Told> = told.iter().filter(|it| it.name.is_empty() || shared(it)).collect();
    let width = |of: fn(&Told) -> usize| shown.iter().map(|it| of(it)).max().unwrap_or(0);
    let (funcs, places) = (width(|it| it.func.len()), width(|it| it.place.len()));
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (at, it) in shown.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).map(|before| shown[before])
            && before.thread != it.thread
        {
            let was_there = shown[..at].iter().any(|other| other.thread == it.thread);
            let how = if was_there { "back to" } else { "switch to" };
            lines.push((format!("— {how} {} —", who(it)), 1));
        }
        let does = does(it);
        let mut line = format!("{:<5} {:<funcs$}  {:<places$}  {does}", who(it), it.func, it.place);
        if let Some(value) = &it.value {
            let _ = write!(line, " = {value}");
        }
        line.push_str(&lost(&shown[..at], it));
        match lines.last_mut().filter(|(last, _)| *last == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let again = |(line, count)| if count > 1 { format!("{line} ({count} times)") } else { line };
    lines.into_iter().map(again).collect()
}

/// What a goroutine does at a point: `reads x`, `mu.Lock`.
pub(super) fn does(it: &Told) -> String {
    match &it.method {
        Some(method) if it.name.is_empty() => method.clone(),
        Some(method) => format!("{}.{method}", it.name),
        None => format!("{} {}", it.verb, it.name).trim_end().to_owned(),
    }
}

fn who(it: &Told) -> String {
    match it.goroutine {
        0 => "main".to_owned(),
        id => format!("G{id}"),
    }
}

/// What a write is based on that another goroutine has changed since, if it is.
fn lost(before: &[&Told], it: &Told) -> String {
    if it.verb != "writes" || it.name.is_empty() {
        return String::new();
    }
    let same = |other: &&&Told| other.name == it.name;
    let Some(read) =
        before.iter().rposition(|o| same(&o) && o.thread == it.thread && o.verb == "reads")
    else {
        return String::new();
    };
    let between = &before[read + 1..];
    let changed = between.iter().find(|o| same(o) && o.thread != it.thread && o.verb == "writes");
    match (changed, &before[read].value) {
        (Some(other), Some(value)) => {
            format!(", from the {value} read above: {}'s update is lost", who(other))
        }
        _ => String::new(),
    }
}
