//! The REPL in a real terminal: each `repl/*.pty` is a script of what is typed and when, the `.screens` beside it what
//! the terminal then shows. `MINIGO_BLESS=1 cargo test --test repl_terminal` writes the latter; look at it.
//!
//! The steps of a script, one a line:
//!
//! ```text
//! > x := 1          types the text and Enter
//! + x               types the text
//! paste x := 1\nx   pastes the text, \n and \t in it
//! key ctrl-c        presses a key: ctrl-c ctrl-d ctrl-r tab enter up left
//! resize 40 12      makes the terminal 40 columns wide and 12 rows high
//! wait 1 : int      waits until the screen shows the text
//! screen            the screen is to look as it did
//! end 0             the session is to end with this status
//! ```
//!
//! Nothing here depends on how long something takes: a step waits until the screen shows what it should.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// How long a step may take, on a machine with other things to do.
const LIMIT: Duration = Duration::from_secs(60);

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn std::io::Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// `state` is where the history is kept.
    fn open(state: &Path, args: &[&str]) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(MINIGO);
        command.args(args);
        command.cwd(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl"));
        command.env("TERM", "xterm");
        command.env("XDG_STATE_HOME", state);
        command.env("EDITOR", "sed -i s/40/41/");
        for name in ["VISUAL", "GOTRACEBACK", "GOMAXPROCS", "NO_COLOR"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let keys = pair.master.take_writer().unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let (shown, mut from) = (screen.clone(), pair.master.try_clone_reader().unwrap());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = from.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..n]);
            }
        });
        Self { master: pair.master, child, keys, screen }
    }

    fn types(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// What is on the screen, without what depends on the code that was generated.
    fn shows(&self) -> String {
        let contents = self.screen.lock().unwrap().screen().contents();
        let lines: Vec<&str> = contents.lines().map(str::trim_end).collect();
        steady(lines.join("\n").trim_end())
    }

    /// Waits until the screen is as it should be.
    fn until(&self, what: &str, is_right: impl Fn(&str) -> bool) {
        let began = Instant::now();
        while !is_right(&self.shows()) {
            assert!(began.elapsed() < LIMIT, "no {what} on the screen:\n{}\n", self.shows());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn waits_for(&self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    fn ends(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(began.elapsed() < LIMIT, "it does not end:\n{}", self.shows());
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// The text without addresses and the numbers of goroutines.
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

fn state(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

/// Does a step; `screens` are what `screen` steps are to find, if that is known.
fn step(terminal: &mut Terminal, line: &str, screens: &mut Vec<String>, known: Option<&[String]>) {
    let (step, text) = line.split_once(' ').unwrap_or((line, ""));
    match step {
        ">" => terminal.types(&format!("{text}\r")),
        "+" => terminal.types(text),
        "paste" => terminal.types(&format!("\x1b[200~{}\x1b[201~", unescaped(text))),
        "key" => terminal.types(match text {
            "ctrl-c" => "\x03",
            "ctrl-d" => "\x04",
            "ctrl-r" => "\x12",
            "tab" => "\t",
            "enter" => "\r",
            "up" => "\x1b[A",
            "left" => "\x1b[D",
            other => panic!("no key {other}"),
        }),
        "resize" => {
            let (cols, rows) = text.split_once(' ').unwrap();
            let (cols, rows) = (cols.parse().unwrap(), rows.parse().unwrap());
            terminal.screen.lock().unwrap().screen_mut().set_size(rows, cols);
            terminal.master.resize(size(cols, rows)).unwrap();
        }
        "wait" => terminal.waits_for(text),
        "screen" => {
            match known {
                Some(known) => {
                    let wanted = known.get(screens.len()).expect("the screen was written");
                    terminal.until(&format!("screen like\n{wanted}\n"), |now| now == wanted);
                }
                // It is looked at by a person.
                None => std::thread::sleep(Duration::from_millis(700)),
            }
            screens.push(terminal.shows());
        }
        "end" => assert_eq!(terminal.ends().to_string(), text),
        other => panic!("no step {other}"),
    }
}

const BETWEEN: &str = "\n────────\n";

/// Plays a script; another part of it, in a session of its own, follows a line `again`.
fn play(name: &str) {
    let bless = std::env::var_os("MINIGO_BLESS").is_some();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl").join(name);
    let text = std::fs::read_to_string(script.with_extension("pty")).unwrap();
    let file = script.with_extension("screens");
    let known: Option<Vec<String>> = (!bless).then(|| {
        let all = std::fs::read_to_string(&file).unwrap();
        all.trim_end().split(BETWEEN).map(|s| s.trim_end().to_owned()).collect()
    });
    let mut screens = Vec::new();
    let state = state(name);
    for part in text.split("\nagain\n") {
        let mut terminal = Terminal::open(&state, &["repl"]);
        terminal.waits_for(">");
        for line in part.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            step(&mut terminal, line, &mut screens, known.as_deref());
        }
    }
    assert!(!screens.is_empty());
    if bless {
        std::fs::write(&file, screens.join(BETWEEN) + "\n").unwrap();
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

scripts! { interrupts failures output types completion resizing wide history several editing }

#[test]
fn three_hundred_pasted_lines_are_run() {
    let mut terminal = Terminal::open(&state("paste"), &["repl"]);
    terminal.waits_for(">");
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
    terminal.types(&format!("\x1b[200~{text}\x1b[201~"));
    terminal.types("\r");
    terminal.waits_for("1771 : int");
    terminal.types("step59(10)\r");
    terminal.waits_for("69 : int");
    terminal.types("\x04");
    assert_eq!(terminal.ends(), 0);
}
