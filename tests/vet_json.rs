//! `minigo vet -json` prints the ends and the suggested fixes that go vet prints: the text beside each Go file of
//! `vet/json` has the real go vet's, written by `vet/json/bless.py`.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use support::{Dir, minigo};

#[test]
fn findings_and_fixes_are_those_of_go_vet() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vet/json");
    let mut names: Vec<String> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".go"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut wrong = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(dir.join(&name)).unwrap();
        let module =
            Dir::new("vet-json", &[("go.mod", "module main\n\ngo 1.27\n"), (&name, &text)]);
        let ran = minigo(&module.0, &["vet", "-json", "."], "");
        let found = lines_of(&ran.stdout, &name);
        let want = std::fs::read_to_string(dir.join(&name).with_extension("txt")).unwrap();
        if found != want {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The form of `vet/json/bless.py` for the output of `vet -json`.
fn lines_of(output: &str, file: &str) -> String {
    let packages: Value = serde_json::from_str(output).unwrap();
    let mut all = Vec::new();
    for (analysis, reports) in
        packages.as_object().unwrap().values().flat_map(|p| p.as_object().unwrap())
    {
        for report in reports.as_array().unwrap() {
            let place = |key: &str| {
                let text = report[key].as_str().unwrap();
                text[text.find(file).unwrap()..].to_owned()
            };
            let (start, end) = (place("posn"), place("end"));
            let numbers: Vec<u32> =
                start.split(':').skip(1).map(|part| part.parse().unwrap()).collect();
            let mut text = format!("{analysis} {start} {end} {}\n", report["message"]);
            for fix in report["suggested_fixes"].as_array().into_iter().flatten() {
                let none = if fix["edits"].is_null() { ": no edits" } else { "" };
                writeln!(text, "  {}{none}", fix["message"].as_str().unwrap()).unwrap();
                for edit in fix["edits"].as_array().into_iter().flatten() {
                    assert!(edit["filename"].as_str().unwrap().ends_with(file));
                    writeln!(text, "    {} {} {}", edit["start"], edit["end"], edit["new"])
                        .unwrap();
                }
            }
            all.push((analysis.clone(), numbers, report["message"].to_string(), text));
        }
    }
    all.sort();
    all.into_iter().map(|(.., text)| text).collect()
}
