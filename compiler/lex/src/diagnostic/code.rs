//! The codes of diagnostics. Each is declared once, in a section of `compiler/lex/codes/*.md`: its rule, an example
//! that a test compiles, and a remedy. Type errors have the names that Go gives them (`internal/types/errors`).

/// The explanation that `minigo explain` prints for a [`Code`], in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The subject, such as constants: the heading of the section.
    pub subject: &'static str,
    /// The code's name, such as `UndeclaredName`.
    pub name: &'static str,
    /// The rule that the program breaks. The first sentence of the rule is also the entry in the list of all codes.
    pub rule: &'static str,
    /// A program that breaks the rule; empty if no program can, as for internal errors of minigo. Several files are
    /// separated by lines `-- name --`.
    pub example: &'static str,
    /// The remedy. A program between fences is a corrected version of the example.
    pub remedy: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/codes.rs"));

impl Code {
    /// The rule, the example and the remedy.
    #[must_use]
    pub fn explanation(self) -> &'static Explanation {
        &EXPLANATIONS[self as usize].1
    }

    /// The name, which is stable from version to version.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.explanation().name
    }

    /// All codes, subject by subject.
    pub fn all() -> impl Iterator<Item = Self> {
        EXPLANATIONS.iter().map(|(code, _)| *code)
    }
}
