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
use terminal::{Terminal, create_state_folder};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// Returns the text without addresses, times and the numbers of goroutines.
fn without_volatile_parts(text: &str) -> String {
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

fn unescape(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

/// Returns the bytes that a key sends.
fn key_bytes(name: &str) -> String {
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
    expected_screens: Option<Vec<String>>,
}

impl PlayedScript {
    fn execute_line(&mut self, line: &str) {
        let (step, text) = line.split_once(' ').unwrap_or((line, ""));
        let terminal = &mut self.terminal;
        match step {
            ">" => terminal.enter_line(text),
            ">>" => {
                terminal.wait_for_prompt();
                terminal.type_text(&format!("{text}\r"));
            }
            "type" => {
                terminal.wait_for_prompt();
                terminal.type_text(text);
            }
            "+" => terminal.type_text(text),
            "." => terminal.type_text(&format!("{text}\r")),
            "paste" => terminal.type_text(&format!("\x1b[200~{}\x1b[201~", unescape(text))),
            "key" => {
                // Between two inputs, the terminal would handle Ctrl-D, not the editor.
                if text == "ctrl-d" {
                    terminal.wait_for_prompt();
                }
                terminal.type_text(&text.split(' ').map(key_bytes).collect::<String>());
            }
            "enter" => terminal.type_and_wait_for_line_end("\r"),
            "give-up" => terminal.type_and_wait_for_line_end("\x03"),
            "resize" => {
                let (cols, rows) = text.split_once(' ').unwrap();
                terminal.resize(cols.parse().unwrap(), rows.parse().unwrap());
            }
            "signal" => terminal.send_signal(text),
            "wait" => terminal.wait_for_text(text),
            "screen" => self.check_screen(),
            "end" => {
                assert_eq!(terminal.wait_for_exit(), text);
                terminal.wait_for_original_mode();
            }
            other => panic!("no step {other}"),
        }
    }

    fn check_screen(&mut self) {
        match &self.expected_screens {
            Some(known) => {
                let wanted = known.get(self.screens.len()).expect("the screen was written");
                self.terminal.wait_for_screen(wanted, without_volatile_parts);
            }
            // There is no expected screen yet: this one is written for a person to check, so wait until the output has
            // arrived.
            None => std::thread::sleep(Duration::from_millis(700)),
        }
        self.screens.push(without_volatile_parts(&self.terminal.screen_text()));
    }
}

const SCREEN_SEPARATOR: &str = "\n────────\n";

/// Plays a script.
fn play_script(name: &str) {
    let bless = std::env::var_os("MINIGO_BLESS").is_some();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl").join(name);
    let text = std::fs::read_to_string(script.with_extension("pty")).unwrap();
    let file = script.with_extension("screens");
    let mut known: Option<Vec<String>> = (!bless).then(|| {
        let all = std::fs::read_to_string(&file).unwrap();
        all.trim_end().split(SCREEN_SEPARATOR).map(|s| s.trim_end().to_owned()).collect()
    });
    let mut screens = Vec::new();
    let state = create_state_folder(name);
    for part in text.split("\nagain\n") {
        let terminal = Terminal::open(&state, &[MINIGO, "repl"]);
        let mut play = PlayedScript { terminal, screens, expected_screens: known };
        for line in part.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            play.execute_line(line);
        }
        (screens, known) = (play.screens, play.expected_screens);
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
        $(#[test] fn $name() { play_script(stringify!($name)); })*

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
        let mut terminal = Terminal::open(&create_state_folder(name), &[MINIGO]);
        terminal.wait_for_prompt();
        terminal.type_text("half");
        terminal.wait_for_text("> half");
        terminal.send_signal(signal);
        assert_eq!(terminal.wait_for_exit(), name);
        terminal.wait_for_original_mode();
    }
}

#[test]
fn keys_typed_ahead_are_kept() {
    let state = create_state_folder("ahead");
    let gate = state.join("gate");
    let mut terminal = Terminal::open(&state, &[MINIGO]);
    terminal.enter_line("import (\"os\"; \"time\")");
    terminal.enter_line(&wait_for_file_input(&gate));
    // The terminal echoes typed text while an input runs.
    terminal.type_text("6 * 7\rx := \"later\"\rx + ");
    terminal.wait_for_text("x + ");
    std::fs::write(gate, "").unwrap();
    terminal.wait_for_text("42 : int");
    terminal.type_text("x\r");
    terminal.wait_for_text("\"laterlater\" : string");
    // Keys that arrive together with the end of a line, or with Ctrl-C.
    terminal.wait_for_prompt();
    terminal.type_text("y := 1\ry + 1\rgiven up\x03y + 2\r");
    terminal.wait_for_text("3 : int");
    let shown = terminal.screen_text();
    assert!(shown.contains("2 : int") && !shown.contains("rror"), "{shown}");
    // The keys end with a line that is not UTF-8; the text typed before it is kept.
    terminal.wait_for_prompt();
    terminal.type_text("y + 39");
    terminal.wait_for_text("> y + 39");
    terminal.type_bytes(b"\xff");
    terminal.wait_for_text("that is not UTF-8");
    terminal.type_text("\r");
    terminal.wait_for_text("40 : int");
    terminal.wait_for_prompt();
    terminal.type_text("\x04");
    assert_eq!(terminal.wait_for_exit(), "0");
    terminal.wait_for_original_mode();
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
    let mut terminal = Terminal::open(&create_state_folder("paste"), &[MINIGO]);
    terminal.wait_for_prompt();
    terminal.type_text(&format!("\x1b[200~{text}\x1b[201~"));
    terminal.type_and_wait_for_line_end("\r");
    terminal.wait_for_text("1771 : int");
    terminal.enter_line("step59(10)");
    terminal.wait_for_text("69 : int");
    // A terminal that does not mark pasted text. Declarations that mention later ones would be errors.
    let plain: Vec<String> = (0..300).map(|i| format!("total += {i}")).collect();
    terminal.wait_for_prompt();
    terminal.type_text(&(plain.join("\r") + "\rif total > 0 {\r\ttotal++\r\t}\rtotal\r"));
    terminal.wait_for_text("46622 : int");
    terminal.wait_for_prompt();
    terminal.type_text("\x04");
    assert_eq!(terminal.wait_for_exit(), "0");
}

#[test]
fn ctrl_d_typed_ahead_ends_the_repl() {
    let state = create_state_folder("end");
    let gate = state.join("gate");
    let mut terminal = Terminal::open(&state, &[MINIGO]);
    terminal.enter_line("import (\"os\"; \"time\")");
    let waits = wait_for_file_input(&gate);
    terminal.enter_line(&waits);
    // Ctrl-D behind an incomplete line does not end the session.
    terminal.type_text("x := 6\rx * 7\rx +\x04");
    terminal.wait_for_text("x +");
    std::fs::write(&gate, "").unwrap();
    terminal.wait_for_text("42 : int");
    terminal.type_text(" 1\r");
    terminal.wait_for_text("7 : int");
    std::fs::remove_file(&gate).unwrap();
    terminal.enter_line(&waits);
    terminal.type_text("x * 8\r\x04");
    terminal.wait_for_text("x * 8");
    std::fs::write(&gate, "").unwrap();
    assert_eq!(terminal.wait_for_exit(), "0");
    terminal.wait_for_text("48 : int");
    terminal.wait_for_original_mode();
}

#[test]
fn control_space_does_not_end_the_repl() {
    let mut terminal = Terminal::open(&create_state_folder("space"), &[MINIGO]);
    terminal.wait_for_prompt();
    terminal.type_text("\0");
    terminal.enter_line("6 * 7");
    terminal.wait_for_text("42 : int");
}

/// Returns an input that waits until the file exists.
fn wait_for_file_input(file: &Path) -> String {
    let stat = format!("_, err := os.Stat({:?})", file.to_str().unwrap());
    format!("for {{ if {stat}; err == nil {{ break }}; time.Sleep(1000) }}")
}

#[test]
fn the_repl_stops_and_continues_by_job_control() {
    let state = create_state_folder("stop");
    let (stop, go) = (state.join("stop"), state.join("go"));
    let shell = ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"];
    let mut terminal = Terminal::open(&state, &shell);
    terminal.wait_for_text("$ ");
    terminal.type_text(&format!("{MINIGO}\r"));
    terminal.enter_line("x := 41");
    for n in 0..3 {
        terminal.wait_for_prompt();
        terminal.type_text("x +");
        terminal.wait_for_line("> x +");
        terminal.type_text("\x1a");
        terminal.wait_for_cursor("$ ");
        terminal.wait_for_original_mode();
        terminal.type_text(&format!("echo stopped$((6 * {n}))\r"));
        terminal.wait_for_text(&format!("stopped{}", 6 * n));
        terminal.type_text("fg\r");
        terminal.wait_for_line("> x +");
        terminal.type_text(&format!(" {n}\r"));
        terminal.wait_for_text(&format!("{} : int", 41 + n));
    }
    // Another process stops the session while a line is typed.
    terminal.enter_line("import (\"os\"; \"time\"; \"syscall\")");
    terminal.enter_line("self, _ := os.FindProcess(os.Getpid())");
    terminal.enter_line(&format!(
        "go func() {{ {}; self.Signal(syscall.SIGSTOP) }}()",
        wait_for_file_input(&stop)
    ));
    terminal.wait_for_prompt();
    // Clear the output so far.
    terminal.type_text("\x0cx + 1");
    terminal.wait_for_line("> x + 1");
    std::fs::write(&stop, "").unwrap();
    terminal.wait_for_cursor("$ ");
    terminal.type_text("fg\r");
    terminal.wait_for_line("> x + 1");
    terminal.type_text("00\r");
    terminal.wait_for_text("141 : int");
    // While an input runs, Ctrl-Z is handled by the terminal.
    terminal.enter_line(&format!("println(\"it\", \"runs\"); {}", wait_for_file_input(&go)));
    terminal.wait_for_text("it runs");
    terminal.type_text("\x1a");
    terminal.wait_for_cursor("$ ");
    terminal.type_text("fg\r");
    std::fs::write(&go, "").unwrap();
    terminal.enter_line("x + 2");
    terminal.wait_for_text("43 : int");
    terminal.wait_for_prompt();
    terminal.type_text("\x04");
    terminal.wait_for_original_mode();
    terminal.type_text("exit\r");
    assert_eq!(terminal.wait_for_exit(), "0");
}

#[test]
fn top_refreshes_without_a_key() {
    let state = create_state_folder("refresh");
    let gate = state.join("gate");
    let mut terminal = Terminal::open(&state, &[MINIGO]);
    terminal.enter_line("import (\"os\"; \"time\")");
    terminal.enter_line(&format!(
        "go func() {{ {}; time.Sleep(time.Hour) }}()",
        wait_for_file_input(&gate)
    ));
    terminal.enter_line(":top");
    terminal.wait_for_text("any key ends");
    std::fs::write(&gate, "").unwrap();
    // The timer was created after the view began, and its remaining time decreases.
    terminal.wait_for_text(" in 3599.");
    terminal.wait_for_text(" in 3598.");
    terminal.type_text("q");
    terminal.enter_line("6 * 7");
    terminal.wait_for_text("42 : int");
}
