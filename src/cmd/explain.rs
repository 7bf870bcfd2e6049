//! `minigo explain`

use super::{FAILED, print_error};
use crate::options::Explain;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::suggest::nearest;
use std::io::{self, Write};

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
    print_error(&format!("minigo: {name} is no code of an error; {hint}"));
    FAILED
}

/// The rule, the example indented, and what to do.
fn write(out: &mut impl Write, code: Code) -> io::Result<()> {
    let explanation = code.explanation();
    writeln!(out, "{}\n\n{}", explanation.name, explanation.rule)?;
    if !explanation.example.is_empty() {
        writeln!(out, "\nWrong:\n")?;
        for line in explanation.example.lines() {
            writeln!(out, "{}", format!("    {line}").trim_end())?;
        }
    }
    writeln!(out, "\n{}", explanation.remedy)
}

/// Each code with the first sentence of its rule.
fn list(out: &mut impl Write) -> io::Result<()> {
    let width = Code::all().map(|code| code.name().len()).max().unwrap_or_default();
    for code in Code::all() {
        let rule = code.explanation().rule.replace('\n', " ");
        let end = rule.find(". ").map_or(rule.len(), |at| at + 1);
        writeln!(out, "{:width$}  {}", code.name(), &rule[..end])?;
    }
    Ok(())
}
