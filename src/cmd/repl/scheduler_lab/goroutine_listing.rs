//! Selects and sorts the goroutines that `:gs` lists, and combines many similar goroutines in one line.
//!
//! Goroutines are similar if they differ only in their numbers, in the time that they have waited, and in which of
//! several objects with the same name they wait for.

use crate::cmd::scheduler_decisions::goroutine_names;
use minigo_syntax::small_sort::SmallSort as _;
use std::collections::HashMap;
use std::time::Duration;

/// The number of goroutines from which on similar goroutines share a line.
const MIN_GOROUTINES_TO_GROUP: usize = 24;

/// The words that may follow `:gs`: `all`, `by`, and the columns to sort by.
pub(super) const ARGUMENT_WORDS: &[&str] = &["all", "by", "id", "state", "since", "where", "count"];

/// The column by which a list is sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SortColumn {
    Id,
    State,
    /// The goroutines that have waited longest come first.
    Since,
    Where,
    /// The largest groups come first.
    Count,
}

/// The arguments of `:gs`.
pub(super) struct GoroutineFilter {
    /// Whether each goroutine has a line of its own.
    lists_each: bool,
    sort_column: SortColumn,
    /// The text, in lower case, that a line must contain; case is ignored.
    filter_text: String,
}

impl GoroutineFilter {
    /// Parses the text behind `:gs`.
    ///
    /// # Errors
    /// Fails if the text names a column by which goroutines cannot be sorted.
    pub(super) fn parse_filter(text: &str) -> Result<Self, String> {
        let mut wanted =
            Self { lists_each: false, sort_column: SortColumn::Id, filter_text: String::new() };
        let (mut words, mut contains) = (text.split_whitespace(), Vec::new());
        while let Some(word) = words.next() {
            match word {
                "all" => wanted.lists_each = true,
                "by" => {
                    wanted.sort_column = match words.next() {
                        Some("id") => SortColumn::Id,
                        Some("state") => SortColumn::State,
                        Some("since") => SortColumn::Since,
                        Some("where") => SortColumn::Where,
                        Some("count") => SortColumn::Count,
                        other => {
                            let other = other.unwrap_or("nothing");
                            return Err(format!(
                                "cannot sort goroutines by {other}: use id, state, since, where or count"
                            ));
                        }
                    }
                }
                word => contains.push(word),
            }
        }
        wanted.filter_text = contains.join(" ").to_lowercase();
        Ok(wanted)
    }

    /// Returns the text that a line must contain.
    pub(super) fn text(&self) -> &str {
        &self.filter_text
    }
}

/// A line of the list: a goroutine, or several similar ones.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) ids: Vec<u64>,
    pub(super) state_text: String,
    /// The time for which the goroutine has waited; for several, the longest.
    pub(super) waiting_time: Option<Duration>,
    pub(super) processor: String,
    pub(super) position: String,
    pub(super) awaited_object: String,
    /// The position of the goroutine's `go` statement, and the creating goroutine, 0 if several differ.
    pub(super) creation: Option<(String, u64)>,
}

impl Row {
    fn matches_text(&self, contains: &str) -> bool {
        let cells = self.clone().into_cells();
        contains.is_empty() || cells.join("  ").to_lowercase().contains(contains)
    }

    /// Returns the properties that similar goroutines share.
    fn group_key(&self) -> [String; 5] {
        let made = self.creation.as_ref().map_or_else(String::new, |(place, _)| place.clone());
        let waits = without_object_number(&self.awaited_object);
        [self.state_text.clone(), self.processor.clone(), self.position.clone(), waits, made]
    }

    /// Adds a similar goroutine to the line.
    fn add(&mut self, other: &Self) {
        self.ids.extend(&other.ids);
        self.waiting_time = self.waiting_time.max(other.waiting_time);
        if self.awaited_object != other.awaited_object {
            self.awaited_object = without_object_number(&self.awaited_object);
        }
        if let (Some((_, by)), Some((_, others))) = (&mut self.creation, &other.creation)
            && by != others
        {
            *by = 0;
        }
    }

    /// Returns the line's cells.
    pub(super) fn into_cells(self) -> [String; 7] {
        let made = match &self.creation {
            None => String::new(),
            Some((place, 0)) => place.clone(),
            Some((place, by)) => format!("{place} by G{by}"),
        };
        let ids = match &self.ids[..] {
            [id] => format!("G{id}"),
            ids => format!("{}{}", shorten_ids(ids, MAX_ID_RANGES), multiplicity_text(ids.len())),
        };
        [
            ids,
            self.state_text,
            self.waiting_time.map_or_else(String::new, duration_text),
            self.processor,
            self.position,
            self.awaited_object,
            made,
        ]
    }
}

/// Returns the lines of a list.
pub(super) fn sort_rows(mut all: Vec<Row>, wanted: &GoroutineFilter) -> Vec<Row> {
    all.retain(|row| row.matches_text(&wanted.filter_text));
    let mut rows: Vec<Row> = Vec::new();
    if wanted.lists_each || all.len() < MIN_GOROUTINES_TO_GROUP {
        rows = all;
    } else {
        let mut kinds: HashMap<[String; 5], usize> = HashMap::new();
        for row in all {
            let at = *kinds.entry(row.group_key()).or_insert(rows.len());
            match rows.get_mut(at) {
                Some(group) => group.add(&row),
                None => rows.push(row),
            }
        }
    }
    match wanted.sort_column {
        SortColumn::Id => {}
        SortColumn::State => rows.small_sort_by(|a, b| a.state_text.cmp(&b.state_text)),
        SortColumn::Since => rows.small_sort_by_key(|row| std::cmp::Reverse(row.waiting_time)),
        SortColumn::Where => rows.small_sort_by(|a, b| a.position.cmp(&b.position)),
        SortColumn::Count => rows.small_sort_by_key(|row| std::cmp::Reverse(row.ids.len())),
    }
    rows
}

/// Returns the text for the number of goroutines in a line: ` ×998`.
pub(super) fn multiplicity_text(n: usize) -> String {
    format!(" ×{n}")
}

/// The number of goroutines, or of ranges of goroutines, for which a column has room.
const MAX_ID_RANGES: usize = 3;

/// Returns the names of goroutines, at most `most` names or ranges of names.
pub(super) fn shorten_ids(ids: &[u64], most: usize) -> String {
    let text = goroutine_names('G', ids);
    let parts: Vec<&str> = text.split(' ').collect();
    match parts.len() > most {
        true => format!("{} …", parts[..most].join(" ")),
        false => text,
    }
}

/// Replaces the number that distinguishes objects of the same name, as in `ch #3`, by an ellipsis.
fn without_object_number(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find(" #") {
        let behind = &rest[at + 2..];
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        out.push_str(&rest[..at]);
        if digits > 0 {
            out.push_str(" #…");
        } else {
            out.push_str(" #");
        }
        rest = &behind[digits..];
    }
    out.push_str(rest);
    out
}

/// Returns a time in whole seconds; a snapshot is accurate to about 20 ms.
fn duration_text(time: Duration) -> String {
    match time.as_secs() {
        0 => "<1s".into(),
        s @ 1..60 => format!("{s}s"),
        s @ 60..3600 => format!("{}m{:02}s", s / 60, s % 60),
        s => format!("{}h{:02}m", s / 3600, s / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::without_object_number;

    #[test]
    fn numbers_of_objects_are_left_out() {
        assert_eq!(
            without_object_number("ch #12; done #3, locked by G7"),
            "ch #…; done #…, locked by G7"
        );
        assert_eq!(without_object_number("ch"), "ch");
    }
}
