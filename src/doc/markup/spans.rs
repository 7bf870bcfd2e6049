//! Divides the lines of a comment into parts.

/// The kind of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    /// Indented lines.
    Code,
    /// A line `# Title`.
    Heading,
    /// Items with bullets or numbers.
    List,
    /// A line that looks like a title: the form of headings before Go 1.19.
    OldHeading,
    /// Any other text.
    Paragraph,
}

/// A part of a comment.
#[derive(Debug)]
pub(super) struct CommentPart {
    /// The index of the part's first line.
    pub(super) start: usize,
    /// The index behind the part's last line.
    pub(super) end: usize,
    /// The kind of the part.
    pub(super) kind: PartKind,
}

/// Returns the parts of a comment; empty lines between parts belong to none.
pub(super) fn parts_of(lines: &[String]) -> Vec<CommentPart> {
    let mut parts = Vec::new();
    // Lines before `indented_until` count as indented, because a list or code has begun within a paragraph.
    let (mut at, mut indented_until) = (0, 0);
    loop {
        while at < lines.len() && lines[at].is_empty() {
            at += 1;
        }
        if at >= lines.len() {
            return parts;
        }
        if at < indented_until || is_indented(&lines[at]) {
            let end = indented_end(lines, at, indented_until);
            let kind = if is_list(&lines[at]) { PartKind::List } else { PartKind::Code };
            parts.push(CommentPart { start: at, end: end.part_index, kind });
            at = end.read_line_count.max(end.part_index);
            continue;
        }
        let start = at;
        at += 1;
        while at < lines.len() && !lines[at].is_empty() && !is_indented(&lines[at]) {
            at += 1;
        }
        let end = unindented_end(lines, start, at, &mut indented_until);
        if end == start {
            at = start;
            continue;
        }
        let kind = match end - start {
            1 if is_heading(&lines[start]) => PartKind::Heading,
            1 if is_old_heading(lines, start) => PartKind::OldHeading,
            _ => PartKind::Paragraph,
        };
        parts.push(CommentPart { start, end, kind });
        at = end;
    }
}

/// The end of an indented part, and the line up to which the text has been read.
struct PartEnd {
    part_index: usize,
    read_line_count: usize,
}

fn indented_end(lines: &[String], start: usize, indented_until: usize) -> PartEnd {
    let mut flush_list = is_list(&lines[start]) && start < indented_until;
    let mut at = start + 1;
    while at < lines.len()
        && (lines[at].is_empty()
            || at < indented_until
            || is_indented(&lines[at])
            || flush_list && is_list(&lines[at]))
    {
        flush_list &= !lines[at].is_empty();
        at += 1;
    }
    let mut part = at;
    while part > start && lines[part - 1].is_empty() {
        part -= 1;
    }
    // Include the closing brace of code whose first and last line are not indented.
    if part < lines.len() && lines[part].starts_with('}') {
        part += 1;
    }
    PartEnd { part_index: part, read_line_count: part }
}

/// Returns the end of an unindented part. If the part's last lines begin a list or code that goes on, indented, at line
/// `next`, the part ends before them.
fn unindented_end(
    lines: &[String],
    start: usize,
    next: usize,
    indented_until: &mut usize,
) -> usize {
    let follows = next < lines.len() && !lines[next].is_empty() && !is_list(&lines[next]);
    let last = &lines[next - 1];
    if !follows {
        return next;
    }
    let mut end = next;
    if is_list(last) {
        *indented_until = next;
        end -= 1;
        while end > start && is_list(&lines[end - 1]) {
            end -= 1;
        }
    } else if last.ends_with(['{', '\\']) {
        *indented_until = next;
        end -= 1;
    }
    end
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

fn leading_space(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Removes the indentation that all lines share, and the empty lines at both ends.
pub(super) fn remove_indent(lines: &[&str]) -> Vec<String> {
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |at| at + 1);
    let lines = &lines[first..last];
    let Some(first) = lines.first() else { return Vec::new() };
    let mut prefix = leading_space(first);
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let common = prefix.bytes().zip(line.bytes()).take_while(|(a, b)| a == b).count();
        prefix = &prefix[..common];
    }
    let short = |line: &&str| {
        let line = line.strip_prefix(prefix).unwrap_or(line);
        if line.trim().is_empty() { String::new() } else { line.to_owned() }
    };
    let mut short: Vec<String> = lines.iter().map(short).collect();
    while short.last().is_some_and(String::is_empty) {
        short.pop();
    }
    let leading = short.iter().take_while(|line| line.is_empty()).count();
    short.drain(..leading);
    short
}

fn is_heading(line: &str) -> bool {
    (line.starts_with("# ") || line.starts_with("#\t")) && line.trim() != "#"
}

/// Reports whether a line is an old heading: a line between empty lines, before a paragraph, that begins with a capital
/// and has almost no punctuation.
fn is_old_heading(lines: &[String], at: usize) -> bool {
    let empty = |at: usize| lines.get(at).is_some_and(String::is_empty);
    let before = at > 0 && empty(at - 1);
    let after = empty(at + 1) && lines.get(at + 2).is_some_and(|line| !is_indented(line));
    if !before || !after {
        return false;
    }
    let line = lines[at].trim();
    let begins = line.chars().next().is_some_and(char::is_uppercase);
    let ends = line.chars().next_back().is_some_and(char::is_alphanumeric);
    if !begins || !ends || line.contains(|c| ";:!?+*/=[]{}_^°&§~%#@<\">\\".contains(c)) {
        return false;
    }
    let possessive = |rest: &str| rest == "s" || rest.starts_with("s ");
    let behind = |mark| line.match_indices(mark).map(|(at, _): (usize, &str)| &line[at + 1..]);
    behind("'").all(possessive) && behind(".").all(|r| !r.is_empty() && !r.starts_with(' '))
}

/// If the line begins a list item, returns the item's number (empty for a bullet) and the text behind it.
pub(super) fn list_marker(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let (number, rest) = match line.strip_prefix(['•', '*', '+', '-']) {
        Some(rest) => ("", rest),
        None => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            (&line[..digits], line[digits..].strip_prefix(['.', ')']).filter(|_| digits > 0)?)
        }
    };
    (is_indented(rest) && !rest.trim().is_empty()).then_some((number, rest))
}

fn is_list(line: &str) -> bool {
    list_marker(line).is_some()
}
