//! Notes in comments: `BUG(name): text`.

use super::sources::Sources;
use minigo_syntax::source::Span;

/// Returns the texts of all `BUG` notes.
pub(super) fn bug_notes(sources: &Sources) -> Vec<String> {
    let mut found = Vec::new();
    for group in sources.all_groups() {
        let begins = |span: &Span| {
            let text = sources.raw_text(*span);
            note_marker(text.get(2..).unwrap_or_default()).is_some()
        };
        let starts: Vec<usize> =
            (0..group.comments.len()).filter(|&at| begins(&group.comments[at])).collect();
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(group.comments.len());
            let text = sources.comments_text(&group.comments[start..end]);
            if let Some(("BUG", body)) = note_marker(&text) {
                let body = body.split([' ', '\t', '\r']).filter(|part| !part.is_empty());
                let body = body.collect::<Vec<_>>().join(" ");
                found.extend((!body.is_empty()).then_some(body));
            }
        }
    }
    found
}

/// If the text begins with a note's mark, returns the mark and the text behind it.
fn note_marker(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches([' ', '\t']);
    let (mark, rest) = text.split_once('(')?;
    let (name, rest) = rest.split_once(')')?;
    let is_mark = mark.len() > 1 && mark.bytes().all(|b| b.is_ascii_uppercase());
    (is_mark && !name.is_empty()).then(|| (mark, rest.strip_prefix(':').unwrap_or(rest)))
}
