//! The REPL in a real terminal: each `repl/*.pty` is a script of keys and waits, and the `.screens` beside it contains
//! the expected screens. `MINIGO_BLESS=1 cargo test --test repl_terminal` writes the expected screens: read the
//! changes.
//!
//! The steps of a script, one per line:
//!
//! * `> x := 1` waits for an empty prompt, types the text and Enter, and waits until the editor has taken the line.
//! * `>> if x {` waits for an empty prompt, types the text and Enter; the input continues.
//! * `type x` waits for an empty prompt and types the text; `+ x` types the text, `. x` the text and Enter.
//! * `paste x := 1\nx` pastes the text, in which \n and \t stand for a line break and a tab.
//! * `key tab` presses a key (ctrl-c, left, …), or several keys one after the other.
//! * `enter` presses Enter, and waits until the editor has taken the line.
//! * `give-up` presses Ctrl-C, and waits until the editor has discarded the line.
//! * `resize 40 12` makes the terminal 40 columns wide and 12 rows high.
//! * `signal TERM` sends a signal to the command.
//! * `wait 1 : int` waits until the screen shows the text.
//! * `screen` compares the screen with the stored one.
//! * `end 0` waits for the end of the session, which must have this status and restore the terminal.
//! * `again` starts another session with the history of this one.
//!
//! No test here depends on time: a step waits until the screen shows the expected text.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

#[path = "support/terminal.rs"]
mod terminal;

use std::path::Path;
use std::time::Duration;
use terminal::{Terminal, state};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// Returns the text without addresses, times and the numbers of goroutines.
fn steady(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let marks = [("0x", "0x…"), ("goroutine ", "goroutine N")];
    while let Some((at, mark, instead)) =
        marks.iter().filter_map(|(m, i)| Some((rest.find(m)?, *m, *i))).min()
    {
        out.push_str(&rest[..at]);
        rest = &rest[at + mark.len()..];
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        out.push_str(if end == 0 { mark } else { instead });
        rest = &rest[end..];
    }
    out + rest
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

/// Returns the bytes that a key sends.
fn key(name: &str) -> String {
    if let Some(letter) = name.strip_prefix("ctrl-") {
        return char::from(letter.as_bytes()[0].to_ascii_uppercase() & 0x1f).to_string();
    }
    let sent = match name {
        "tab" => "\t",
        "enter" => "\r",
        "escape" => "\x1b",
        "backspace" => "\x7f",
        "delete" => "\x1b[3~",
        "up" => "\x1b[A",
        "down" => "\x1b[B",
        "right" => "\x1b[C",
        "left" => "\x1b[D",
        "home" => "\x1b[H",
        "end" => "\x1b[F",
        other => panic!("no key {other}"),
    };
    sent.to_owned()
}

/// A script that is being played.
struct PlayedScript {
    terminal: Terminal,
    /// The screens so far.
    screens: Vec<String>,
    /// The expected screens, unless they are to be written.
    known: Option<Vec<String>>,
}

impl PlayedScript {
    fn step(&mut self, line: &str) {
        let (step, text) = line.split_once(' ').unwrap_or((line, ""));
        let terminal = &mut self.terminal;
        match step {
            ">" => terminal.enters(text),
            ">>" => {
                terminal.is_ready();
                terminal.types(&format!("{text}\r"));
            }
            "type" => {
                terminal.is_ready();
                terminal.types(text);
            }
            "+" => terminal.types(text),
            "." => terminal.types(&format!("{text}\r")),
            "paste" => terminal.types(&format!("\x1b[200~{}\x1b[201~", unescaped(text))),
            "key" => {
                // Between two inputs, the terminal would handle Ctrl-D, not the editor.
                if text == "ctrl-d" {
                    terminal.is_ready();
                }
                terminal.types(&text.split(' ').map(key).collect::<String>());
            }
            "enter" => terminal.ends_line("\r"),
            "give-up" => terminal.ends_line("\x03"),
            "resize" => {
                let (cols, rows) = text.split_once(' ').unwrap();
                terminal.resizes(cols.parse().unwrap(), rows.parse().unwrap());
            }
            "signal" => terminal.signals(text),
            "wait" => terminal.waits_for(text),
            "screen" => self.screen(),
            "end" => {
                assert_eq!(terminal.ends(), text);
                terminal.waits_until_as_before();
            }
            other => panic!("no step {other}"),
        }
    }

    fn screen(&mut self) {
        match &self.known {
            Some(known) => {
                let wanted = known.get(self.screens.len()).expect("the screen was written");
                self.terminal.waits_for_screen(wanted, steady);
            }
            // There is no expected screen yet: this one is written for a person to check, so wait until the output has
            // arrived.
            None => std::thread::sleep(Duration::from_millis(700)),
        }
        self.screens.push(steady(&self.terminal.shows()));
    }
}

const SCREEN_SEPARATOR: &str = "\n────────\n";

/// Plays a script.
fn play(name: &str) {
    let bless = std::env::var_os("MINIGO_BLESS").is_some();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl").join(name);
    let text = std::fs::read_to_string(script.with_extension("pty")).unwrap();
    let file = script.with_extension("screens");
    let mut known: Option<Vec<String>> = (!bless).then(|| {
        let all = std::fs::read_to_string(&file).unwrap();
        all.trim_end().split(SCREEN_SEPARATOR).map(|s| s.trim_end().to_owned()).collect()
    });
    let mut screens = Vec::new();
    let state = state(name);
    for part in text.split("\nagain\n") {
        let terminal = Terminal::open(&state, &[MINIGO, "repl"]);
        let mut play = PlayedScript { terminal, screens, known };
        for line in part.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            play.step(line);
        }
        (screens, known) = (play.screens, play.known);
    }
    assert!(!screens.is_empty());
    if bless {
        std::fs::write(&file, screens.join(SCREEN_SEPARATOR) + "\n").unwrap();
    } else {
        assert_eq!(known.map(|known| known.len()), Some(screens.len()));
    }
}

macro_rules! scripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { play(stringify!($name)); })*

        #[test]
        fn each_script_is_played() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl");
            let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let mut names: Vec<String> = files
                .filter(|file| file.extension().is_some_and(|e| e == "pty"))
                .map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            names.sort();
            let mut played = vec![$(stringify!($name).to_owned()),*];
            played.sort();
            assert_eq!(names, played);
        }
    };
}

scripts! { interrupts failures output types completion resizing wide history several editing deadlock
files signals top tour }

#[test]
fn a_fatal_signal_restores_the_terminal_mode() {
    for (signal, name) in [("TERM", "Terminated"), ("HUP", "Hangup")] {
        let mut terminal = Terminal::open(&state(name), &[MINIGO]);
        terminal.is_ready();
        terminal.types("half");
        terminal.waits_for("> half");
        terminal.signals(signal);
        assert_eq!(terminal.ends(), name);
        terminal.waits_until_as_before();
    }
}

#[test]
fn keys_typed_ahead_are_kept() {
    let state = state("ahead");
    let gate = state.join("gate");
    let mut terminal = Terminal::open(&state, &[MINIGO]);
    terminal.enters("import (\"os\"; \"time\")");
    terminal.enters(&waits_for_file(&gate));
    // The terminal echoes typed text while an input runs.
    terminal.types("6 * 7\rx := \"later\"\rx + ");
    terminal.waits_for("x + ");
    std::fs::write(gate, "").unwrap();
    terminal.waits_for("42 : int");
    terminal.types("x\r");
    terminal.waits_for("\"laterlater\" : string");
    // Keys that arrive together with the end of a line, or with Ctrl-C.
    terminal.is_ready();
    terminal.types("y := 1\ry + 1\rgiven up\x03y + 2\r");
    terminal.waits_for("3 : int");
    let shown = terminal.shows();
    assert!(shown.contains("2 : int") && !shown.contains("rror"), "{shown}");
    // The keys end with a line that is not UTF-8; the text typed before it is kept.
    terminal.is_ready();
    terminal.types("y + 39");
    terminal.waits_for("> y + 39");
    terminal.types_bytes(b"\xff");
    terminal.waits_for("that is not UTF-8");
    terminal.types("\r");
    terminal.waits_for("40 : int");
    terminal.is_ready();
    terminal.types("\x04");
    assert_eq!(terminal.ends(), "0");
    terminal.waits_until_as_before();
}

#[test]
fn three_hundred_pasted_lines_are_run() {
    let mut text = String::from("total := 0\n");
    for i in 0..60 {
        // Each function mentions the next one.
        let next = if i < 59 { format!("step{}(n)", i + 1) } else { "n".to_owned() };
        text.push_str(&format!(
            "func step{i}(n int) int {{\n\tif n > 0 {{\n\t\tn += {i}\n\t}}\n\treturn {next}\n}}\n"
        ));
    }
    text.push_str("total = step0(1)\ntotal\n");
    assert!(text.lines().count() >= 300);
    let mut terminal = Terminal::open(&state("paste"), &[MINIGO]);
    terminal.is_ready();
    terminal.types(&format!("\x1b[200~{text}\x1b[201~"));
    terminal.ends_line("\r");
    terminal.waits_for("1771 : int");
    terminal.enters("step59(10)");
    terminal.waits_for("69 : int");
    // A terminal that does not mark pasted text. Declarations that mention later ones would be errors.
    let plain: Vec<String> = (0..300).map(|i| format!("total += {i}")).collect();
    terminal.is_ready();
    terminal.types(&(plain.join("\r") + "\rif total > 0 {\r\ttotal++\r\t}\rtotal\r"));
    terminal.waits_for("46622 : int");
    terminal.is_ready();
    terminal.types("\x04");
    assert_eq!(terminal.ends(), "0");
}

#[test]
fn ctrl_d_typed_ahead_ends_the_repl() {
    let state = state("end");
    let gate = state.join("gate");
    let mut terminal = Terminal::open(&state, &[MINIGO]);
    terminal.enters("import (\"os\"; \"time\")");
    let waits = waits_for_file(&gate);
    terminal.enters(&waits);
    // Ctrl-D behind an incomplete line does not end the session.
    terminal.types("x := 6\rx * 7\rx +\x04");
    terminal.waits_for("x +");
    std::fs::write(&gate, "").unwrap();
    terminal.waits_for("42 : int");
    terminal.types(" 1\r");
    terminal.waits_for("7 : int");
    std::fs::remove_file(&gate).unwrap();
    terminal.enters(&waits);
    terminal.types("x * 8\r\x04");
    terminal.waits_for("x * 8");
    std::fs::write(&gate, "").unwrap();
    assert_eq!(terminal.ends(), "0");
    terminal.waits_for("48 : int");
    terminal.waits_until_as_before();
}

#[test]
fn control_space_is_not_the_end() {
    let mut terminal = Terminal::open(&state("space"), &[MINIGO]);
    terminal.is_ready();
    terminal.types("\0");
    terminal.enters("6 * 7");
    terminal.waits_for("42 : int");
}

/// Returns an input that waits until the file exists.
fn waits_for_file(file: &Path) -> String {
    let stat = format!("_, err := os.Stat({:?})", file.to_str().unwrap());
    format!("for {{ if {stat}; err == nil {{ break }}; time.Sleep(1000) }}")
}

#[test]
fn the_repl_stops_and_continues_by_job_control() {
    let state = state("stop");
    let (stop, go) = (state.join("stop"), state.join("go"));
    let shell = ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"];
    let mut terminal = Terminal::open(&state, &shell);
    terminal.waits_for("$ ");
    terminal.types(&format!("{MINIGO}\r"));
    terminal.enters("x := 41");
    for n in 0..3 {
        terminal.is_ready();
        terminal.types("x +");
        terminal.waits_for_line("> x +");
        terminal.types("\x1a");
        terminal.waits_for_cursor("$ ");
        terminal.waits_until_as_before();
        terminal.types(&format!("echo stopped$((6 * {n}))\r"));
        terminal.waits_for(&format!("stopped{}", 6 * n));
        terminal.types("fg\r");
        terminal.waits_for_line("> x +");
        terminal.types(&format!(" {n}\r"));
        terminal.waits_for(&format!("{} : int", 41 + n));
    }
    // Another process stops the session while a line is typed.
    terminal.enters("import (\"os\"; \"time\"; \"syscall\")");
    terminal.enters("self, _ := os.FindProcess(os.Getpid())");
    terminal.enters(&format!(
        "go func() {{ {}; self.Signal(syscall.SIGSTOP) }}()",
        waits_for_file(&stop)
    ));
    terminal.is_ready();
    // Clear the output so far.
    terminal.types("\x0cx + 1");
    terminal.waits_for_line("> x + 1");
    std::fs::write(&stop, "").unwrap();
    terminal.waits_for_cursor("$ ");
    terminal.types("fg\r");
    terminal.waits_for_line("> x + 1");
    terminal.types("00\r");
    terminal.waits_for("141 : int");
    // While an input runs, Ctrl-Z is handled by the terminal.
    terminal.enters(&format!("println(\"it\", \"runs\"); {}", waits_for_file(&go)));
    terminal.waits_for("it runs");
    terminal.types("\x1a");
    terminal.waits_for_cursor("$ ");
    terminal.types("fg\r");
    std::fs::write(&go, "").unwrap();
    terminal.enters("x + 2");
    terminal.waits_for("43 : int");
    terminal.is_ready();
    terminal.types("\x04");
    terminal.waits_until_as_before();
    terminal.types("exit\r");
    assert_eq!(terminal.ends(), "0");
}

#[test]
fn top_refreshes_without_a_key() {
    let state = state("refresh");
    let gate = state.join("gate");
    let mut terminal = Terminal::open(&state, &[MINIGO]);
    terminal.enters("import (\"os\"; \"time\")");
    terminal.enters(&format!("go func() {{ {}; time.Sleep(time.Hour) }}()", waits_for_file(&gate)));
    terminal.enters(":top");
    terminal.waits_for("any key ends");
    std::fs::write(&gate, "").unwrap();
    // The timer was created after the view began, and its remaining time decreases.
    terminal.waits_for(" in 3599.");
    terminal.waits_for(" in 3598.");
    terminal.types("q");
    terminal.enters("6 * 7");
    terminal.waits_for("42 : int");
}
