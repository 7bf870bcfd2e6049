//! `:explore`, `:explain`: search the interleavings of an input, by `minigo explore` in a separate process.

use crate::cmd::explore::SearchResults;
use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::{print_note, print_text};
use crate::cmd::repl::{Console, NextAction};
use minigo_syntax::session_input::{InputPart, parts_with_names};
use minigo_syntax::source::{Pos, Source, SourceMap, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

pub(super) const GROUP: Group = Group {
    heading: "Interleavings",
    commands: &[
        Command {
            name: "explore",
            arguments: "INPUT",
            completion: ArgumentCompletion::Go,
            help: "searches the interleavings of an input, run in a program with the session's declarations",
            execute: explore_input,
        },
        Command {
            name: "explain",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "shows the failing run of the last exploration, or of the last failed input, step by step",
            execute: show_explanation,
        },
    ],
};

/// The time limit for exploring an input.
const TIME_FLAG: &str = "--time=10s";

fn explore_input(console: &mut Console<'_>, input: &str) -> NextAction {
    if let Some(results) = explore_program_of_input(console, input) {
        print_text(&results.report());
        keep_explanation(console, &results);
    }
    NextAction::Next
}

/// Stores the explanation for `:explain` if a run has failed.
fn keep_explanation(console: &mut Console<'_>, results: &SearchResults) {
    console.failed_input = None;
    console.explanation = results.explanation();
    if console.explanation.is_some() && console.exit_status == 0 {
        console.exit_status = crate::cmd::FAILURE_STATUS;
    }
}

fn show_explanation(console: &mut Console<'_>, _: &str) -> NextAction {
    if let Some(input) = console.failed_input.clone() {
        let Some(results) = explore_program_of_input(console, &input) else {
            return NextAction::Next;
        };
        keep_explanation(console, &results);
        if console.explanation.is_none() {
            print_note(
                "the last failed input does not fail in a program of its own, in any interleaving that was searched:",
            );
            print_text(&results.report());
            return NextAction::Next;
        }
    }
    match &console.explanation {
        Some(text) => print_text(text),
        None => console.report_failure(
            "nothing has failed: :explore INPUT searches the interleavings of an input",
        ),
    }
    NextAction::Next
}

/// Explores an input; returns none after printing an error.
fn explore_program_of_input(console: &mut Console<'_>, input: &str) -> Option<SearchResults> {
    let found = explored_program_text(console, input).and_then(|text| run_program(&text));
    found.map_err(|why| console.report_failure(&why)).ok()
}

/// A directory that is removed when it is no longer needed.
struct TemporaryDirectory(PathBuf);

impl Drop for TemporaryDirectory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Explores the program `text`.
fn run_program(text: &str) -> Result<SearchResults, String> {
    let dir = std::env::temp_dir().join(format!("minigo-explore-{}", std::process::id()));
    let failed = |error: std::io::Error| format!("{}: {error}", dir.display());
    std::fs::create_dir_all(&dir).map_err(failed)?;
    let dir = TemporaryDirectory(dir);
    let file = dir.0.join("session.go");
    std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    let minigo = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = std::process::Command::new(minigo);
    command
        .args(["explore", "--format=json", TIME_FLAG])
        .arg(&file)
        .stdin(std::process::Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    // Remove the directory's path, so that inputs have the names that they have in the session.
    let named = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.replace(&format!("{}/", dir.0.display()), "")
    };
    SearchResults::parse(named(&output.stdout).as_bytes())
        .ok_or_else(|| named(&output.stderr).trim_end().to_owned())
}

/// A declaration of the session for the explored program.
struct KeptDeclaration {
    input_part: InputPart,
    /// The declaration's text, after a line directive with its position.
    text: String,
}

/// Returns a program with the session's declarations, whose main function is the input. Statements of other inputs are
/// left out, so variables have the values with which they were declared.
fn explored_program_text(console: &mut Console<'_>, input: &str) -> Result<String, String> {
    let package = console.session.package();
    if package != "main" {
        return Err(format!(
            "inputs are in package {package}: those of package main can be explored"
        ));
    }
    let runs_main = input.trim() == "main()";
    let mut kept: Vec<KeptDeclaration> = Vec::new();
    let mut keep = |name: &str, source: &Source, part: InputPart| {
        if part.declared_names.is_empty()
            || !runs_main && part.declared_names.iter().any(|name| name == "main")
        {
            return;
        }
        let again =
            |name: &String| !["_", "init"].contains(&&**name) && part.declared_names.contains(name);
        kept.retain(|known| !known.input_part.declared_names.iter().any(again));
        let text = declaration_text(name, source, &part);
        kept.push(KeptDeclaration { input_part: part, text });
    };
    for accepted in console.accepted_inputs.iter().filter(|accepted| accepted.text != input) {
        each_part(&accepted.name, &accepted.text, |source, part| {
            keep(&accepted.name, source, part);
        });
    }
    let mut qualifiers = Vec::new();
    let mut body = String::new();
    each_part(INPUT_NAME, input, |source, part| match part.is_statement {
        true => {
            body.push_str(&statement_text(INPUT_NAME, source, part.span));
            qualifiers.extend(part.qualifiers);
        }
        false => keep(INPUT_NAME, source, part),
    });
    qualifiers.extend(kept.iter().flat_map(|kept| kept.input_part.qualifiers.clone()));
    let mut imports = BTreeMap::new();
    for name in qualifiers {
        if let Some(path) = console.session.package_path(&name) {
            imports.insert(name, path);
        }
    }
    let mut text = "package main\n".to_owned();
    for (name, path) in imports {
        let _ = writeln!(text, "import {name} {path:?}");
    }
    kept.iter().for_each(|kept| text.push_str(&kept.text));
    if !runs_main {
        let _ = writeln!(text, "func main() {{\n{body}}}");
    }
    Ok(text)
}

/// The file name of an explored input in positions.
const INPUT_NAME: &str = "input";

/// Calls `visit` with the declarations and statements of an input.
fn each_part(name: &str, text: &str, mut visit: impl FnMut(&Source, InputPart)) {
    let mut map = SourceMap::new();
    let Ok(source) = map.add(name, text) else { return };
    parts_with_names(source).into_iter().for_each(|part| visit(source, part));
}

/// Returns a declaration in the form that files require.
fn declaration_text(name: &str, source: &Source, part: &InputPart) -> String {
    let Some(define) = part.define_span else { return statement_text(name, source, part.span) };
    // A statement `x := …` declares variables, which a file declares by `var`.
    let text = |from, to| &source.text[offset(source, from)..offset(source, to)];
    let names = text(part.span.start, define.start);
    let value = text(define.end, part.span.end);
    format!("{}var {names}={value}\n", line_directive(name, source, part.span))
}

/// Returns a statement or declaration, after a line directive with its position.
fn statement_text(name: &str, source: &Source, span: Span) -> String {
    let text = &source.text[offset(source, span.start)..offset(source, span.end)];
    format!("{}{text}\n", line_directive(name, source, span))
}

/// Returns the line directive for the text at `span`.
fn line_directive(name: &str, source: &Source, span: Span) -> String {
    let before = &source.text[..offset(source, span.start)];
    let line = before.matches('\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    format!("//line {name}:{line}:{column}\n")
}

fn offset(source: &Source, pos: Pos) -> usize {
    (pos.0 - source.base.0) as usize
}
