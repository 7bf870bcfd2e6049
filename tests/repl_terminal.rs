//! The REPL in a real terminal: each `repl/*.pty` is a script of what is typed and when, the `.screens` beside it what
//! the terminal then shows. `MINIGO_BLESS=1 cargo test --test repl_terminal` writes the latter; look at it.
//!
//! The steps of a script, one a line:
//!
//! ```text
//! > x := 1          waits for an empty prompt, types the text and Enter, waits until the editor has taken the line
//! >> if x {         waits for an empty prompt, types the text and Enter; the input goes on
//! type x            waits for an empty prompt, types the text
//! + x               types the text
//! . x               types the text and Enter
//! paste x := 1\nx   pastes the text, \n and \t in it
//! key tab           presses a key: ctrl-c, left, …; several, one after the other
//! enter             presses Enter, waits until the editor has taken the line
//! give-up           presses Ctrl-C, waits until the editor has given the line up
//! resize 40 12      makes the terminal 40 columns wide and 12 rows high
//! signal TERM       sends the command a signal
//! wait 1 : int      waits until the screen shows the text
//! screen            the screen is to look as it did
//! end 0             the session is to end with this status, and to leave the terminal as it was
//! again             another session, with the history of this one
//! ```
//!
//! Nothing here depends on how long something takes: a step waits until the screen shows what it should.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

#[path = "support/terminal.rs"]
mod terminal;

use std::path::Path;
use std::time::Duration;
use terminal::{Terminal, state};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// The text without addresses, times and the numbers of goroutines.
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

/// What a key sends.
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

/// A script as it is played.
struct Play {
    terminal: Terminal,
    /// The screens that there have been.
    screens: Vec<String>,
    /// What they are to be, if that is known.
    known: Option<Vec<String>>,
}

impl Play {
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
                // Between two inputs Ctrl-D would be the terminal's, not the editor's.
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
            // It is looked at by a person.
            None => std::thread::sleep(Duration::from_millis(700)),
        }
        self.screens.push(steady(&self.terminal.shows()));
    }
}

const BETWEEN: &str = "\n────────\n";

/// Plays a script.
fn play(name: &str) {
    let bless = std::env::var_os("MINIGO_BLESS").is_some();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl").join(name);
    let text = std::fs::read_to_string(script.with_extension("pty")).unwrap();
    let file = script.with_extension("screens");
    let mut known: Option<Vec<String>> = (!bless).then(|| {
        let all = std::fs::read_to_string(&file).unwrap();
        all.trim_end().split(BETWEEN).map(|s| s.trim_end().to_owned()).collect()
    });
    let mut screens = Vec::new();
    let state = state(name);
    for part in text.split("\nagain\n") {
        let terminal = Terminal::open(&state, &[MINIGO, "repl"]);
        let mut play = Play { terminal, screens, known };
        for line in part.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            play.step(line);
        }
        (screens, known) = (play.screens, play.known);
    }
    assert!(!screens.is_empty());
    if bless {
        std::fs::write(&file, screens.join(BETWEEN) + "\n").unwrap();
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
files top tour }

#[test]
fn a_signal_that_ends_it_leaves_the_terminal_as_it_was() {
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
    let stat = format!("_, err := os.Stat({:?})", gate.to_str().unwrap());
    terminal.enters(&format!("for {{ if {stat}; err == nil {{ break }}; time.Sleep(1000) }}"));
    // The terminal shows what is typed while an input runs.
    terminal.types("6 * 7\rx := \"later\"\rx + ");
    terminal.waits_for("x + ");
    std::fs::write(gate, "").unwrap();
    terminal.waits_for("42 : int");
    terminal.types("x\r");
    terminal.waits_for("\"laterlater\" : string");
    // Keys that come together with the end of a line, or with Ctrl-C.
    terminal.is_ready();
    terminal.types("y := 1\ry + 1\rgiven up\x03y + 2\r");
    terminal.waits_for("3 : int");
    let shown = terminal.shows();
    assert!(shown.contains("2 : int") && !shown.contains("rror"), "{shown}");
    // They end with a line that is not UTF-8: what was typed before is kept.
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
        // Each may mention the next one.
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
    // A terminal that does not mark what is pasted. Declarations that mention later ones would be errors.
    let plain: Vec<String> = (0..300).map(|i| format!("total += {i}")).collect();
    terminal.is_ready();
    terminal.types(&(plain.join("\r") + "\rif total > 0 {\r\ttotal++\r\t}\rtotal\r"));
    terminal.waits_for("46622 : int");
    terminal.is_ready();
    terminal.types("\x04");
    assert_eq!(terminal.ends(), "0");
}
