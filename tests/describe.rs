//! `minigo completions` and `minigo man` list all commands, and also the flags of commands that parse their flags
//! themselves.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;
use std::process::Command;
use support::{Dir, minigo};

/// Returns the commands that `minigo --help` lists.
fn listed_commands() -> Vec<String> {
    let help = minigo(Path::new("."), &["--help"], "").stdout;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn completions_list_commands_and_flags() {
    let commands = listed_commands();
    assert!(commands.len() > 20, "{commands:?}");
    for shell in ["bash", "fish", "zsh"] {
        let ran = minigo(Path::new("."), &["completions", shell], "");
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{shell}");
        for name in &commands {
            assert!(ran.stdout.contains(name.as_str()), "{shell}: {name}");
        }
        // A flag of run, one of test, and one of build.
        for flag in ["max-memory", "coverprofile", "trimpath"] {
            assert!(ran.stdout.contains(flag), "{shell}: {flag}");
        }
        assert!(!ran.stdout.contains("launched") && !ran.stdout.contains("tests-of"), "{shell}");
    }
    let unknown = minigo(Path::new("."), &["completions", "csh"], "");
    assert_eq!(unknown.status, Some(2));
}

#[test]
fn bash_completes_commands_and_flags() {
    let dir = Dir::new("bash", &[("README", "")]);
    let script = minigo(Path::new("."), &["completions", "bash"], "").stdout;
    std::fs::write(dir.0.join("minigo.bash"), script).unwrap();
    let complete = |words: &str, at: usize| {
        let text = format!(
            "source ./minigo.bash; COMP_WORDS=({words}); COMP_CWORD={at}; \
             _minigo minigo \"${{COMP_WORDS[{at}]}}\" \"${{COMP_WORDS[{at} - 1]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let out = Command::new("bash").args(["-c", &text]).current_dir(&dir.0).output().unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    assert_eq!(complete("minigo expl", 1), "explore explain\n");
    assert_eq!(complete("minigo test --coverp", 2), "--coverpkg --coverprofile\n");
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = Dir::new("man", &[("README", "")]);
    let ran = minigo(&dir.0, &["man", "pages/man1"], "");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let page = |name: &str| std::fs::read_to_string(dir.0.join("pages/man1").join(name)).unwrap();
    for name in listed_commands() {
        assert!(page(&format!("minigo-{name}.1")).starts_with(".ie"), "{name}");
    }
    assert!(page("minigo.1").contains("minigo\\-explore(1)"));
    assert!(page("minigo-test.1").contains("coverprofile"));
    assert!(!dir.0.join("pages/man1/minigo-launched.1").exists());
    let ran = minigo(&dir.0, &["man", "README"], "");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.starts_with("minigo man: README: "), "{}", ran.stderr);
}
