//! `minigo explain`

use super::{FAILURE_STATUS, print_error};
use crate::options::Explain;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::suggest::nearest;
use std::io::{self, Write};

/// The width of the text in columns.
const WIDTH: usize = 80;

/// Explains an error code, or lists all codes.
#[must_use]
pub fn run(explain: &Explain) -> u8 {
    let mut out = io::stdout().lock();
    // A closed pipe is no failure: the pipe's reader needs no more output.
    let _ = match &explain.code {
        None => list_codes(&mut out),
        Some(name) => match Code::all().find(|code| code.name().eq_ignore_ascii_case(name)) {
            Some(code) => write_explanation(&mut out, code),
            None => return report_unknown(name),
        },
    };
    0
}

fn report_unknown(name: &str) -> u8 {
    let hint = match nearest(name, Code::all().map(Code::name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "`minigo explain` lists all codes".to_owned(),
    };
    print_error(&format!("minigo: {name} is no error code; {hint}"));
    FAILURE_STATUS
}

/// Writes a code's rule, its example, what to do, and a corrected example if there is one.
fn write_explanation(out: &mut impl Write, code: Code) -> io::Result<()> {
    let explanation = code.explanation();
    writeln!(out, "{}", explanation.name)?;
    write_prose(out, explanation.rule)?;
    if !explanation.example.is_empty() {
        write_program(out, "Wrong", explanation.example)?;
    }
    let mut parts = explanation.remedy.split("```go\n");
    write_prose(out, parts.next().unwrap_or_default())?;
    for part in parts {
        let (text, rest) = part.split_once("```").unwrap_or((part, ""));
        write_program(out, "Right", text)?;
        write_prose(out, rest)?;
    }
    Ok(())
}

/// Writes paragraphs, each below an empty line.
fn write_prose(out: &mut impl Write, text: &str) -> io::Result<()> {
    for paragraph in text.trim().split("\n\n").filter(|p| !p.is_empty()) {
        writeln!(out, "\n{}", wrap_text(paragraph, 0))?;
    }
    Ok(())
}

/// Writes a program, indented.
fn write_program(out: &mut impl Write, heading: &str, text: &str) -> io::Result<()> {
    writeln!(out, "\n{heading}:\n")?;
    for line in text.lines() {
        writeln!(out, "{}", format!("    {}", line.replace('\t', "    ")).trim_end())?;
    }
    Ok(())
}

/// Writes the codes by subject, each with the first sentence of its rule.
fn list_codes(out: &mut impl Write) -> io::Result<()> {
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
        writeln!(out, "  {:width$}  {}", explanation.name, wrap_text(summary, width + 4))?;
    }
    writeln!(out, "\n`minigo explain CODE` explains one code.")
}

/// The text broken into lines of [`WIDTH`] columns, all but the first indented. Code between back quotes, which never
/// contains a newline in the texts, is not broken.
fn wrap_text(text: &str, indent: usize) -> String {
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
