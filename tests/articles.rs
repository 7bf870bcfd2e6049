//! Checks `docs/using/articles.md`, which compares articles about Go's scheduler with Go and minigo: every command in
//! it runs, and a line of the command's output has the parts that the page gives.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

/// A row of the page: the command, and the parts of one line of its output, in order.
struct CommandRow {
    command: String,
    output_parts: Vec<String>,
}

/// Returns the texts between backticks.
fn backquoted_texts(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows(page: &str) -> Vec<CommandRow> {
    let cells = page.lines().filter(|line| line.starts_with("| ")).map(|line| {
        line.trim_matches('|').split(" | ").map(str::trim).map(str::to_owned).collect::<Vec<_>>()
    });
    let rows = cells.skip(1).map(|cells| {
        assert_eq!(cells.len(), 4, "{cells:?}");
        let [command] = &backquoted_texts(&cells[1])[..] else { panic!("{cells:?}: a command") };
        CommandRow { command: command.clone(), output_parts: backquoted_texts(&cells[2]) }
    });
    rows.collect()
}

/// Returns the words of a command without the command's name; quoted words may contain spaces.
fn command_words(command: &str) -> Vec<String> {
    let rest = command.strip_prefix("minigo ").unwrap_or_else(|| panic!("{command}: minigo"));
    let mut words = Vec::new();
    for (i, part) in rest.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Reports whether a line contains all parts, one after the other.
fn contains_in_order(line: &str, parts: &[String]) -> bool {
    let after = |rest: Option<usize>, part: &String| {
        let from = rest?;
        Some(from + line[from..].find(part.as_str())? + part.len())
    };
    parts.iter().fold(Some(0), after).is_some()
}

#[test]
fn commands_show_what_the_page_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/using/articles.md")).unwrap();
    let rows = rows(&page);
    assert!(rows.len() >= 30, "{} rows", rows.len());
    let mut failed = Vec::new();
    for CommandRow { command, output_parts: parts } in rows {
        assert!(!parts.is_empty(), "{command}: the page gives no parts of the output to look for");
        let words = command_words(&command);
        let ran = support::minigo(root, &words.iter().map(String::as_str).collect::<Vec<_>>(), "");
        let output = format!("{}{}", ran.stdout, ran.stderr);
        if !output.lines().any(|line| contains_in_order(line, &parts)) {
            let end = output.lines().rev().take(5).collect::<Vec<_>>().join("\n");
            failed.push(format!("{command}: no line has {parts:?}; the last lines:\n{end}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
