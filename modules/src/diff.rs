//! The difference of two texts, in the unified format.

use std::fmt::Write as _;

/// The number of unchanged lines that are shown around a change.
const CONTEXT_LINES: usize = 3;

/// The kind of a line in a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Same,
    Removed,
    Added,
}

/// The difference from `old` to `new`; empty if they are equal.
#[must_use]
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let script = edit_script(&a, &b);
    if script.iter().all(|(change, _)| *change == Change::Same) {
        return String::new();
    }
    let mut out = format!("diff current/{name} tidy/{name}\n--- current/{name}\n+++ tidy/{name}\n");
    let changed: Vec<usize> =
        (0..script.len()).filter(|at| script[*at].0 != Change::Same).collect();
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for at in changed {
        let (from, to) =
            (at.saturating_sub(CONTEXT_LINES), (at + CONTEXT_LINES + 1).min(script.len()));
        match groups.last_mut() {
            Some((_, end)) if *end >= from => *end = to,
            _ => groups.push((from, to)),
        }
    }
    for (from, to) in groups {
        let count = |range: &[(Change, &str)], without: Change| {
            range.iter().filter(|(change, _)| *change != without).count()
        };
        let (before, within) = (&script[..from], &script[from..to]);
        let place = |without: Change| {
            let (start, length) = (count(before, without), count(within, without));
            let start = if length == 0 { start } else { start + 1 };
            format!("{start},{length}")
        };
        let (a, b) = (place(Change::Added), place(Change::Removed));
        writeln!(out, "@@ -{a} +{b} @@").expect("a string");
        for (change, line) in within {
            let sign = match change {
                Change::Same => ' ',
                Change::Removed => '-',
                Change::Added => '+',
            };
            writeln!(out, "{sign}{line}").expect("a string");
        }
    }
    out
}

/// The lines of both texts with their kinds, computed from a longest common subsequence.
fn edit_script<'t>(a: &[&'t str], b: &[&'t str]) -> Vec<(Change, &'t str)> {
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = match a[i] == b[j] {
                true => common[(i + 1) * width + j + 1] + 1,
                false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            out.push((Change::Same, a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]
        {
            out.push((Change::Removed, a[i]));
            i += 1;
        } else {
            out.push((Change::Added, b[j]));
            j += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_with_their_context() {
        let wanted =
            "diff current/x tidy/x\n--- current/x\n+++ tidy/x\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n";
        assert_eq!(unified("x", "a\nb\nd\n", "a\nc\nd\n"), wanted);
        assert_eq!(unified("x", "a\n", "a\n"), "");
    }
}
