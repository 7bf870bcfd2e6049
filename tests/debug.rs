//! `minigo debug`: each `debug/*.in` is typed, and the `.out` beside it is what the debugger and the program print. The
//! first line of an input is the command line behind `minigo debug`. `MINIGO_BLESS=1 cargo test --test debug` writes
//! the `.out` files; read the changes.

#[path = "support/addresses.rs"]
mod addresses;
#[path = "support/transcripts.rs"]
mod transcripts;

use addresses::without_addresses;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

fn script_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debug")
}

/// Types `input`. Standard output and error go to one file, so that their order is that of a terminal.
fn run(args: &[&str], input: &str, name: &str) -> (String, i32) {
    let both = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("debug-{name}"));
    let file = std::fs::File::create(&both).expect("the folder exists");
    let mut child = Command::new(MINIGO)
        .arg("debug")
        .args(args)
        .current_dir(script_folder())
        .env_remove("GOTRACEBACK")
        .stdin(Stdio::piped())
        .stderr(file.try_clone().expect("there are descriptors"))
        .stdout(file)
        .spawn()
        .expect("minigo was built");
    // The debugger may leave before it has read all.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let status = child.wait().expect("it was started").code().unwrap_or(-1);
    let text = std::fs::read_to_string(both).expect("it was written");
    (without_numbers(&text).replace(&script_folder().display().to_string(), "DIR"), status)
}

/// The text without addresses and the numbers of goroutines other than the first: each P reserves several at a time.
fn without_numbers(text: &str) -> String {
    let mut out = without_addresses(text);
    for mark in ["goroutine ", "G"] {
        let mut parts = out.split(mark);
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.chars().take_while(char::is_ascii_digit).count();
            let first = digits == 0 || &part[..digits] == "1";
            kept.push_str(mark);
            kept.push_str(if first { &part[..digits] } else { "N" });
            kept.push_str(&part[digits..]);
        }
        out = kept;
    }
    out
}

#[test]
fn transcripts_are_as_they_were() {
    transcripts::compare_transcripts("tests/debug", 10, |input, name| {
        let (args, commands) = input.split_once('\n').unwrap_or((input, ""));
        let args: Vec<&str> = args.split_whitespace().collect();
        let (text, status) = run(&args, commands, name);
        format!("{text}exit status {status}\n")
    });
}

/// The variables that are in scope are shown, in each tier, also where no code reads them any more.
#[test]
fn every_tier_shows_the_same() {
    let input = ":break values.go:35\n:cont\n:locals\n:bt\n:cont\n";
    let (interpreted, _) = run(&["--jit=off", "values.go"], input, "tier-off");
    assert!(interpreted.contains("text string = \"héllo\\n\"\n"), "{interpreted}");
    assert!(!interpreted.contains("not kept"), "{interpreted}");
    for tier in ["--jit=on", "--jit=eager"] {
        assert_eq!(run(&[tier, "values.go"], input, "tier").0, interpreted, "{tier}");
    }
}

/// In each tier, the conditions of breakpoints stop the program at the same places.
#[test]
fn conditions_stop_alike_in_every_tier() {
    let input =
        std::fs::read_to_string(script_folder().join("conditions.in")).expect("it is there");
    let (_, commands) = input.split_once('\n').expect("it has commands");
    let (interpreted, _) = run(&["--jit=off", "conditions.go"], commands, "conditions-off");
    assert!(interpreted.contains("breakpoint 9"), "{interpreted}");
    for tier in ["--jit=on", "--jit=eager"] {
        let (text, _) = run(&[tier, "conditions.go"], commands, "conditions");
        assert_eq!(text, interpreted, "{tier}");
    }
}

/// A program that waits for an interrupt at its end is ended with the debugger.
#[test]
fn leaving_the_debugger_ends_the_program() {
    let (text, status) = run(&["plain.go"], ":break add\n:cont\n:quit\n", "leaving");
    assert_eq!(status, 0, "{text}");
    assert!(!text.contains("has ended"), "{text}");
}
