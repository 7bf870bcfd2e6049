//! `minigo explain`: each code has a rule, an example that is rejected because of it, and a remedy.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use minigo_syntax::diagnostic::Code;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use support::{Dir, ProcessResult, minigo};

/// The codes without an example, and the reasons.
const CODES_WITHOUT_EXAMPLE: &[(&str, &str)] = &[
    ("InvalidUTF8", "the descriptions themselves are UTF-8"),
    ("NestedTooDeeply", "the program would be thousands of lines long"),
    ("InternalError", "a program that causes an internal error shows a bug of the compiler"),
];

/// The codes that `minigo check` does not report for their examples: the command that rejects the example, and a part
/// of its message.
const CODES_OF_OTHER_COMMANDS: &[(&str, &str, &str)] = &[
    // The loader rejects the directory with the message of `go build`; the checker reports this only together with
    // other errors.
    ("MismatchedPkgName", "check", "found packages main (main.go) and mian (double.go)"),
    // A check allows functions that are implemented elsewhere, as `go vet` does.
    ("MissingBody", "run", "missing function body"),
    // The error is a limit of the code generator.
    ("ProgramTooLarge", "run", "package-level variables take more than 4 GiB"),
];

/// The largest length of a summary in the list of all codes.
const MAX_SUMMARY_LEN: usize = 112;

/// Returns the files of an example: a single one, or several, each below a line `-- name --`.
fn example_files(text: &str) -> Vec<(&str, String)> {
    let mut list = Vec::new();
    if !text.starts_with("-- ") {
        list.push(("main.go", String::new()));
    }
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("-- ").and_then(|rest| rest.trim_end().strip_suffix(" --")) {
            Some(name) => list.push((name, String::new())),
            None => list.last_mut().unwrap().1 += line,
        }
    }
    list
}

/// Runs a command of minigo on an example.
fn run(name: &str, command: &[&str], text: &str) -> ProcessResult {
    let files = example_files(text);
    let list: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let dir = Dir::new(name, &list);
    let has_module = list.iter().any(|(name, _)| *name == "go.mod");
    let names = list.iter().map(|(name, _)| *name);
    let target: Vec<&str> = if has_module { vec!["."] } else { names.collect() };
    minigo(&dir.0, &[command, &target].concat(), "")
}

/// Returns the codes that `minigo check` reports for an example, and checks that the exit status is right for them.
fn reported_codes(name: &str, text: &str) -> BTreeSet<String> {
    let ran = run(name, &["check", "--json"], text);
    let findings = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let findings: Vec<Value> = findings.collect();
    let fails = findings.iter().any(|f| f["severity"] == "error");
    assert_eq!(ran.status, Some(i32::from(fails)), "{name}: {}{}", ran.stdout, ran.stderr);
    findings.iter().map(|f| f["code"].as_str().unwrap().to_owned()).collect()
}

/// Returns the corrected programs in a remedy.
fn corrected_programs(remedy: &str) -> impl Iterator<Item = &str> {
    remedy.split("```go\n").skip(1).map(|part| part.split_once("```").unwrap().0)
}

#[test]
fn every_code_has_rule_example_and_remedy() {
    let without = |code: Code| CODES_WITHOUT_EXAMPLE.iter().any(|(name, _)| *name == code.name());
    for code in Code::all() {
        let explanation = code.explanation();
        let (name, rule) = (explanation.name, explanation.rule.replace('\n', " "));
        assert!(rule.ends_with('.'), "{name}: the rule must consist of sentences: {rule:?}");
        let summary = rule.split_inclusive(". ").next().unwrap();
        assert!(
            summary.len() <= MAX_SUMMARY_LEN,
            "{name}: the first sentence is long: {summary:?}"
        );
        assert_eq!(explanation.example.is_empty(), without(code), "{name}: its example");
        let remedy = explanation.remedy.split("```").next().unwrap().trim();
        assert!(remedy.ends_with('.'), "{name}: the remedy must consist of sentences: {remedy:?}");
    }
}

#[test]
fn descriptions_are_well_formed() {
    for entry in
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/compiler/lex/codes")).unwrap()
    {
        let path = entry.unwrap().path();
        let mut in_code = false;
        for (i, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            let at = format!("{}:{}", path.display(), i + 1);
            assert!(line.chars().count() <= 120, "{at}: longer than 120 columns");
            assert_eq!(line.trim_end(), line, "{at}: blanks at the end");
            assert!(!in_code || !line.starts_with(' '), "{at}: gofmt indents with tabs");
            in_code ^= line.starts_with("```");
            assert!(
                in_code || line.matches('`').count() % 2 == 0 || line.starts_with("```"),
                "{at}: divided code"
            );
        }
        assert!(!in_code, "{}: a block is not closed", path.display());
    }
}

#[test]
fn examples_are_refused_for_their_code() {
    for code in Code::all() {
        let (name, example) = (code.name(), code.explanation().example);
        if example.is_empty() {
            continue;
        }
        if let Some((_, command, message)) =
            CODES_OF_OTHER_COMMANDS.iter().find(|(other, ..)| *other == name)
        {
            let ran = run(name, &[*command], example);
            assert_eq!(ran.status, Some(1), "{name}: {}", ran.stderr);
            assert!(ran.stderr.contains(message), "{name}: {}", ran.stderr);
        } else {
            assert_eq!(reported_codes(name, example), BTreeSet::from([name.to_owned()]), "{name}");
        }
    }
}

#[test]
fn corrections_compile() {
    for code in Code::all() {
        for text in corrected_programs(code.explanation().remedy) {
            assert_eq!(
                reported_codes(code.name(), text),
                BTreeSet::new(),
                "{}:\n{text}",
                code.name()
            );
        }
    }
}

const INVALID_GO_EXPLANATION: &str = "\
InvalidGo

A `go` statement must call a function. Conversions and parenthesized calls are
not allowed.

Wrong:

    package main

    func main() {
        go func() {
            println(\"hello\")
        }
    }

Call the function: a function literal needs `()` after its body.

Right:

    package main

    func main() {
        go func() {
            println(\"hello\")
        }()
    }
";

#[test]
fn error_codes_are_found_in_upper_or_lower_case() {
    for name in ["InvalidGo", "invalidgo"] {
        let ran = minigo(Path::new("."), &["explain", name], "");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (INVALID_GO_EXPLANATION, ""));
        assert_eq!(ran.status, Some(0));
    }
}

#[test]
fn an_unknown_code_is_an_error() {
    let unknown = |name: &str, error: &str| {
        let ran = minigo(Path::new("."), &["explain", name], "");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", error));
        assert_eq!(ran.status, Some(1));
    };
    unknown(
        "UndeclaredNmae",
        "minigo: UndeclaredNmae is no error code; did you mean UndeclaredName?\n",
    );
    unknown("E0425", "minigo: E0425 is no error code; `minigo explain` lists all codes\n");
}

#[test]
fn without_a_code_all_are_listed() {
    let ran = minigo(Path::new("."), &["explain"], "");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.starts_with("Syntax\n  Syntax   "), "{}", ran.stdout);
    for line in ran.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let listed = ran.stdout.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let listed: Vec<&str> = listed.filter(|name| !name.is_empty()).collect();
    assert_eq!(listed, Code::all().map(Code::name).collect::<Vec<_>>());
}
