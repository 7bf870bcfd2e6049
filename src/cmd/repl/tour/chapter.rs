//! Divides the text of a chapter into steps: prose, inputs for the session, and claims about counters.
//!
//! A chapter is a Markdown file whose first line is the title. A code block marked `go` or `repl` contains inputs; one
//! marked `counts` contains one claim per line, such as `steal >= 1`. The reader can pause at each heading.

use super::counter_claims::CounterClaim;

/// A step of a chapter.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step<'t> {
    /// The text of a heading.
    Heading(&'t str),
    /// The text of some paragraphs.
    Prose(&'t str),
    /// Inputs and commands for the session.
    Inputs(&'t str),
    /// Claims about the counters' increase since the last command or the last step with claims.
    Counts(Vec<CounterClaim<'t>>),
}

/// Returns the title of a chapter, and the text behind it.
pub(super) fn split_title(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    (first.trim_start_matches('#').trim(), rest)
}

/// Returns the steps of a chapter's text without its title.
///
/// # Errors
/// Fails if the file has an unknown or unclosed code block, or a malformed claim.
pub(super) fn chapter_steps(text: &str) -> Result<Vec<Step<'_>>, String> {
    let mut steps = Vec::new();
    let mut rest = text;
    loop {
        let (prose, fenced) = rest.split_once("```").map_or((rest, None), |(p, f)| (p, Some(f)));
        push_prose(prose, &mut steps);
        let Some(fenced) = fenced else { return Ok(steps) };
        let (head, body) = fenced.split_once('\n').ok_or("a block of code has no lines")?;
        let (body, after) = body.split_once("```").ok_or("a block of code does not end")?;
        steps.push(match head.trim() {
            "go" | "repl" => Step::Inputs(body),
            "counts" => {
                Step::Counts(body.lines().map(CounterClaim::parse).collect::<Result<_, _>>()?)
            }
            other => return Err(format!("a block of code is marked {other:?}")),
        });
        rest = after;
    }
}

fn push_prose<'t>(text: &'t str, steps: &mut Vec<Step<'t>>) {
    for (i, part) in text.split("## ").enumerate() {
        let mut prose = part;
        if i > 0 {
            let (heading, below) = part.split_once('\n').unwrap_or((part, ""));
            steps.push(Step::Heading(heading.trim()));
            prose = below;
        }
        if !prose.trim().is_empty() {
            steps.push(Step::Prose(prose.trim()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_cut_into_steps() {
        let text = "\nAbout it.\n\n```go\nx := 1\n```\n\n## Question\n\nWhy?\n\n```counts\nsteal >= 1\n```\n";
        let steps = chapter_steps(text).unwrap();
        let claim = CounterClaim::parse("steal >= 1").unwrap();
        assert_eq!(
            steps,
            [
                Step::Prose("About it."),
                Step::Inputs("x := 1\n"),
                Step::Heading("Question"),
                Step::Prose("Why?"),
                Step::Counts(vec![claim]),
            ]
        );
    }

    #[test]
    fn malformed_chapters_are_refused() {
        for text in ["```go", "```go\nx", "```rust\nx\n```", "```counts\nsteal = 1\n```"] {
            assert!(chapter_steps(text).is_err(), "{text}");
        }
    }
}
