//! `minigo explain`

use super::{FAILED, print_error};
use crate::options::Explain;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::suggest::nearest;
use std::io::{self, Write};

/// How many columns prose may take.
const WIDTH: usize = 80;

/// Explains a code, or lists them all.
#[must_use]
pub fn run(explain: &Explain) -> u8 {
    let mut out = io::stdout().lock();
    // A reader that has seen enough closes the pipe: no failure.
    let _ = match &explain.code {
        None => list(&mut out),
        Some(name) => match Code::all().find(|code| code.name().eq_ignore_ascii_case(name)) {
            Some(code) => write(&mut out, code),
            None => return unknown(name),
        },
    };
    0
}

fn unknown(name: &str) -> u8 {
    let hint = match nearest(name, Code::all().map(Code::name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "`minigo explain` lists them all".to_owned(),
    };
    print_error(&format!("minigo: there is no code {name}; {hint}"));
    FAILED
}

/// The rule, the example, what to do, and a correction if there is one.
fn write(out: &mut impl Write, code: Code) -> io::Result<()> {
    let explanation = code.explanation();
    writeln!(out, "{}", explanation.name)?;
    prose(out, explanation.rule)?;
    if !explanation.example.is_empty() {
        program(out, "Wrong", explanation.example)?;
    }
    let mut parts = explanation.remedy.split("```go\n");
    prose(out, parts.next().unwrap_or_default())?;
    for part in parts {
        let (text, rest) = part.split_once("```").unwrap_or((part, ""));
        program(out, "Right", text)?;
        prose(out, rest)?;
    }
    Ok(())
}

/// Paragraphs, each below an empty line.
fn prose(out: &mut impl Write, text: &str) -> io::Result<()> {
    for paragraph in text.trim().split("\n\n").filter(|p| !p.is_empty()) {
        writeln!(out, "\n{}", fill(paragraph, 0))?;
    }
    Ok(())
}

/// A program, indented.
fn program(out: &mut impl Write, heading: &str, text: &str) -> io::Result<()> {
    writeln!(out, "\n{heading}:\n")?;
    for line in text.lines() {
        writeln!(out, "{}", format!("    {}", line.replace('\t', "    ")).trim_end())?;
    }
    Ok(())
}

/// The codes subject by subject, each with the first sentence of its rule.
fn list(out: &mut impl Write) -> io::Result<()> {
    let width = Code::all().map(|code| code.name().len()).max().unwrap_or_default();
    let mut subject = "";
    for code in Code::all() {
        let explanation = code.explanation();
        if subject != explanation.subject {
            let gap = if subject.is_empty() { "" } else { "\n" };
            subject = explanation.subject;
            writeln!(out, "{gap}{subject}")?;
        }
        let rule = explanation.rule.replace('\n', " ");
        let summary = rule.split_inclusive(". ").next().unwrap_or_default();
        writeln!(out, "  {:width$}  {}", explanation.name, fill(summary, width + 4))?;
    }
    writeln!(out, "\n`minigo explain CODE` explains one of them.")
}

/// The text in lines of [`WIDTH`] columns, those after the first indented. Code between back quotes, which the texts
/// have in one line, is not divided.
fn fill(text: &str, indent: usize) -> String {
    let (mut out, mut column) = (String::new(), indent);
    let mut in_code = false;
    let words = text.split(|c: char| {
        in_code ^= c == '`';
        c.is_whitespace() && !in_code
    });
    for word in words.filter(|word| !word.is_empty()) {
        let len = word.chars().count();
        if !out.is_empty() && column + 1 + len > WIDTH {
            out += &format!("\n{:indent$}", "");
            column = indent;
        } else if !out.is_empty() {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += len;
    }
    out
}
