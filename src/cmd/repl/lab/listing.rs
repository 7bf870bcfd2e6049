//! Which goroutines `:gs` lists, in which order; and many that are alike in one line.
//!
//! Goroutines are alike that differ in nothing but their numbers, how long they have waited, and which one of several
//! objects of one name they wait for.

use crate::cmd::decisions::names;
use std::collections::HashMap;
use std::time::Duration;

/// From how many goroutines on those that are alike stand in one line.
const MANY: usize = 24;

/// The columns that can be sorted by, and the word for all.
pub(super) const WORDS: &[&str] = &["all", "by", "id", "state", "since", "where", "count"];

/// By what a list is sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Id,
    State,
    /// Those that have waited longest first.
    Since,
    Where,
    /// The largest groups first.
    Count,
}

/// What is to be listed.
pub(super) struct Wanted {
    /// Each goroutine in a line of its own.
    all: bool,
    by: By,
    /// What a line must have in it, whether in upper or lower case.
    has: String,
}

impl Wanted {
    /// From the text behind `:gs`.
    ///
    /// # Errors
    /// There is no such column.
    pub(super) fn of(text: &str) -> Result<Self, String> {
        let mut wanted = Self { all: false, by: By::Id, has: String::new() };
        let (mut words, mut has) = (text.split_whitespace(), Vec::new());
        while let Some(word) = words.next() {
            match word {
                "all" => wanted.all = true,
                "by" => {
                    wanted.by = match words.next() {
                        Some("id") => By::Id,
                        Some("state") => By::State,
                        Some("since") => By::Since,
                        Some("where") => By::Where,
                        Some("count") => By::Count,
                        other => {
                            let other = other.unwrap_or("nothing");
                            return Err(format!(
                                "goroutines are sorted by id, state, since, where or count, not by {other}"
                            ));
                        }
                    }
                }
                word => has.push(word),
            }
        }
        wanted.has = has.join(" ").to_lowercase();
        Ok(wanted)
    }

    /// What a line must have in it.
    pub(super) fn text(&self) -> &str {
        &self.has
    }
}

/// A line of the list: a goroutine, or several that are alike.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) ids: Vec<u64>,
    pub(super) state: String,
    /// How long it has waited; of several, the one that has waited longest.
    pub(super) since: Option<Duration>,
    pub(super) p: String,
    pub(super) at: String,
    pub(super) waits: String,
    /// Where it was made, and by which goroutine.
    pub(super) made: Option<(String, u64)>,
}

impl Row {
    fn matches(&self, has: &str) -> bool {
        let cells = self.clone().cells();
        has.is_empty() || cells.join("  ").to_lowercase().contains(has)
    }

    /// What goroutines have in common that are alike.
    fn kind(&self) -> [String; 5] {
        let made = self.made.as_ref().map_or_else(String::new, |(place, _)| place.clone());
        let waits = unnumbered(&self.waits);
        [self.state.clone(), self.p.clone(), self.at.clone(), waits, made]
    }

    /// Takes one that is alike into the line.
    fn add(&mut self, other: &Self) {
        self.ids.extend(&other.ids);
        self.since = self.since.max(other.since);
        if self.waits != other.waits {
            self.waits = unnumbered(&self.waits);
        }
        if let (Some((_, by)), Some((_, others))) = (&mut self.made, &other.made)
            && by != others
        {
            *by = 0;
        }
    }

    /// The cells of its line.
    pub(super) fn cells(self) -> [String; 7] {
        let made = match &self.made {
            None => String::new(),
            Some((place, 0)) => place.clone(),
            Some((place, by)) => format!("{place} by G{by}"),
        };
        let ids = match &self.ids[..] {
            [id] => format!("G{id}"),
            ids => format!("{}{}", shortened(ids, PARTS), times(ids.len())),
        };
        [
            ids,
            self.state,
            self.since.map_or_else(String::new, since),
            self.p,
            self.at,
            self.waits,
            made,
        ]
    }
}

/// The lines of a list.
pub(super) fn rows(mut all: Vec<Row>, wanted: &Wanted) -> Vec<Row> {
    all.retain(|row| row.matches(&wanted.has));
    let mut rows: Vec<Row> = Vec::new();
    if wanted.all || all.len() < MANY {
        rows = all;
    } else {
        let mut kinds: HashMap<[String; 5], usize> = HashMap::new();
        for row in all {
            let at = *kinds.entry(row.kind()).or_insert(rows.len());
            match rows.get_mut(at) {
                Some(group) => group.add(&row),
                None => rows.push(row),
            }
        }
    }
    match wanted.by {
        By::Id => {}
        By::State => rows.sort_by(|a, b| a.state.cmp(&b.state)),
        By::Since => rows.sort_by_key(|row| std::cmp::Reverse(row.since)),
        By::Where => rows.sort_by(|a, b| a.at.cmp(&b.at)),
        By::Count => rows.sort_by_key(|row| std::cmp::Reverse(row.ids.len())),
    }
    rows
}

/// How many there are in a line: ` ×998`.
pub(super) fn times(n: usize) -> String {
    format!(" ×{n}")
}

/// How many goroutines, or runs of such, a column has room for.
const PARTS: usize = 3;

/// The numbers of goroutines, cut behind so many or runs of such.
pub(super) fn shortened(ids: &[u64], most: usize) -> String {
    let text = names('G', ids);
    let parts: Vec<&str> = text.split(' ').collect();
    match parts.len() > most {
        true => format!("{} …", parts[..most].join(" ")),
        false => text,
    }
}

/// A name without the number that tells it from others of that name: `ch #3`.
fn unnumbered(name: &str) -> String {
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

/// How long, in full seconds: a snapshot knows it to some 20 ms.
fn since(time: Duration) -> String {
    match time.as_secs() {
        0 => "<1s".into(),
        s @ 1..60 => format!("{s}s"),
        s @ 60..3600 => format!("{}m{:02}s", s / 60, s % 60),
        s => format!("{}h{:02}m", s / 3600, s / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::unnumbered;

    #[test]
    fn numbers_of_objects_are_left_out() {
        assert_eq!(unnumbered("ch #12; done #3, locked by G7"), "ch #…; done #…, locked by G7");
        assert_eq!(unnumbered("ch"), "ch");
    }
}
