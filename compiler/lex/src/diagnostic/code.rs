//! The kinds of findings. Each is declared once, in a section of `compiler/lex/codes/*.md`: its rule, an example
//! that a test compiles, and what to do. Errors of types have the names that Go gives them (`internal/types/errors`).

/// What `minigo explain` says of a [`Code`], in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// What it is about, such as constants: the heading it stands under.
    pub subject: &'static str,
    /// The code's name, such as `UndeclaredName`.
    pub name: &'static str,
    /// The rule that the program breaks; its first sentence stands alone in the list of all codes.
    pub rule: &'static str,
    /// A program that breaks it; empty where no text can, such as for errors of minigo itself. Several files are
    /// separated by lines `-- name --`.
    pub example: &'static str,
    /// What to do; a program between fences is a correction of the example.
    pub remedy: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/codes.rs"));

impl Code {
    /// Its rule, example and remedy.
    #[must_use]
    pub fn explanation(self) -> &'static Explanation {
        &EXPLANATIONS[self as usize].1
    }

    /// Its name, stable from version to version.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.explanation().name
    }

    /// All codes, subject by subject.
    pub fn all() -> impl Iterator<Item = Self> {
        EXPLANATIONS.iter().map(|(code, _)| *code)
    }
}
