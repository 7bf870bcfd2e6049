//! Checks names and sentences that a reader sees alone: the draw of `tests/prose` shows an item without its neighbours.

use crate::rust_files;
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};

/// Names that do not tell what a function or a field is, even with its type. Names such as `tried_victims`,
/// `read_response` or `is_closed` tell what the item is.
const VAGUE_NAMES: &[&str] = &[
    "answered", "begun", "both", "called", "came", "caught", "drawn", "felt", "gone", "got",
    "heard", "it", "looked", "meant", "met", "one", "opened", "owed", "said", "spent", "them",
    "thought", "thrown", "told", "tried", "way", "ways", "went",
];

#[test]
fn names_tell_what_they_name() {
    let mut found = Vec::new();
    for path in rust_files() {
        let mut names = Names { path: &path, found: &mut found };
        names.visit_file(&syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap());
    }
    assert!(
        found.is_empty(),
        "names that tell nothing; name the thing and its state, as in `read_response`: {found:#?}"
    );
}

struct Names<'p, 'f> {
    path: &'p Path,
    found: &'f mut Vec<String>,
}

impl Names<'_, '_> {
    fn check(&mut self, name: &syn::Ident) {
        if VAGUE_NAMES.iter().any(|forbidden| name == forbidden) {
            let line = name.span().start().line;
            self.found.push(format!("{}:{line}: {name}", self.path.display()));
        }
    }
}

impl<'ast> Visit<'ast> for Names<'_, '_> {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.check(&signature.ident);
        visit::visit_signature(self, signature);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.check(name);
        }
        visit::visit_field(self, field);
    }
}

/// Beginnings of sentences that refer to the sentence before.
const BACKWARD_REFERENCES: &[&str] = &[
    "It ",
    "They ",
    "Likewise",
    "Otherwise",
    "Such a value ",
    "Such values ",
    "The former ",
    "The latter ",
    "The same for ",
    "So do ",
    "So does ",
    "So are ",
    "So is ",
];

/// `It` without a referent.
const ALLOWED_IT_SENTENCE_STARTS: &[&str] = &["It is not known ", "It is known ", "It is unknown "];

#[test]
fn sentences_of_comments_name_their_subject() {
    let mut found = Vec::new();
    for path in rust_files() {
        let text = fs::read_to_string(&path).unwrap();
        let mut before = "";
        for (n, line) in text.lines().enumerate() {
            let comment = comment(line).unwrap_or_default();
            // A sentence begins behind the end of another one, in the same line or in the line above.
            let ends = before.is_empty() || before.ends_with(['.', ':', '!', '?']);
            let inner = comment.match_indices(". ").map(|(at, end)| &comment[at + end.len()..]);
            let refers = |text: &str| {
                BACKWARD_REFERENCES.iter().any(|word| text.starts_with(word))
                    && !ALLOWED_IT_SENTENCE_STARTS.iter().any(|words| text.starts_with(words))
            };
            if ends && refers(comment) || inner.into_iter().any(refers) {
                found.push(format!("{}:{}: {comment}", path.display(), n + 1));
            }
            before = comment;
        }
    }
    assert!(
        found.is_empty(),
        "sentences whose subject or condition is in the sentence before; name it again: {found:#?}"
    );
}

/// Returns the text of a line that is a comment, without the mark of a list.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    let text = text.strip_prefix(['/', '!']).unwrap_or(text).trim();
    Some(text.strip_prefix("* ").unwrap_or(text))
}
