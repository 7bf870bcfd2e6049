//! Turns the output of a test program into events, one JSON object a line, as `go test -json` prints them.
//!
//! With `-test.v=test2json` the program marks the lines of package testing, as opposed to the output of tests: each
//! begins with ^V. An error stands between ^O and ^N. ^[ makes the next character an ordinary one.

use std::fmt::Write as _;

const MARKER: u8 = 0x16;
const ERROR_BEGIN: u8 = 0x0f;
const ERROR_END: u8 = 0x0e;
const ESCAPE: u8 = 0x1b;

/// The longest line of the program's output that is handled whole, and the longest output of a test in one event. The
/// values are Go's, so that the events are the same.
const MAX_INPUT_LINE: usize = 4096;
const MAX_EVENT_OUTPUT: usize = 1024;

const UPDATE_WORDS: [&str; 9] =
    ["RUN  ", "PAUSE", "CONT ", "NAME ", "PASS ", "FAIL ", "SKIP ", "ATTR ", "ARTIFACTS"];
const REPORT_WORDS: [&str; 4] = ["PASS", "FAIL", "SKIP", "BENCH"];

/// Turns the output of one package's program into events.
pub(super) struct Events {
    package: String,
    /// Whether the first event has been printed.
    started: bool,
    /// The test to which the next output belongs.
    current_test: String,
    /// The results of tests whose output may not be complete: they are printed later. A subtest's result follows its
    /// parent's.
    reports: Vec<Event>,
    result: Option<&'static str>,
    failed_build: Option<String>,
    input: LineSplitter,
    output: LineSplitter,
    /// Whether only lines with a mark count as lines of package testing.
    needs_marker: bool,
    is_in_error: bool,
    is_escaped: bool,
    is_framing: bool,
    /// The text of events that are not printed yet.
    unprinted_text: Vec<u8>,
}

/// An event's fields, without time and package.
#[derive(Default)]
struct Event {
    action: &'static str,
    test: String,
    elapsed: Option<f64>,
    output: Option<Vec<u8>>,
    output_type: &'static str,
    failed_build: Option<String>,
    key: String,
    value: String,
    path: String,
}

impl Events {
    pub(super) fn new(package: &str) -> Self {
        Self {
            package: package.to_owned(),
            started: false,
            current_test: String::new(),
            reports: Vec::new(),
            result: None,
            failed_build: None,
            input: LineSplitter::new(MAX_INPUT_LINE),
            output: LineSplitter::new(MAX_EVENT_OUTPUT),
            needs_marker: false,
            is_in_error: false,
            is_escaped: false,
            is_framing: false,
            unprinted_text: Vec::new(),
        }
    }

    /// The events for another piece of output.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Vec<u8> {
        for (line, whole) in self.input.add(bytes) {
            if whole { self.handle_line(&line) } else { self.write_output(&line) }
        }
        std::mem::take(&mut self.unprinted_text)
    }

    /// The events for a package that does not compile. The events of a package that does not compile are printed before
    /// the package's first event.
    pub(super) fn build_failure_events(&mut self, errors: &[u8]) -> Vec<u8> {
        let name = format!("{0} [{0}.test]", self.package);
        let mut text = String::new();
        for line in errors.split_inclusive(|byte| *byte == b'\n') {
            let (name, line) = (quoted(name.as_bytes()), quoted(line));
            let _ = writeln!(
                text,
                "{{\"ImportPath\":{name},\"Action\":\"build-output\",\"Output\":{line}}}"
            );
        }
        let quoted = quoted(name.as_bytes());
        let _ = writeln!(text, "{{\"ImportPath\":{quoted},\"Action\":\"build-fail\"}}");
        self.failed_build = Some(name);
        text.into_bytes()
    }

    /// The last events, after a program has run for `seconds`.
    pub(super) fn end_events(&mut self, passed: bool, seconds: f64) -> Vec<u8> {
        if !passed {
            self.result = Some("fail");
        } else if self.result != Some("skip") {
            self.result = Some("pass");
        }
        if let Some(rest) = self.input.take() {
            self.write_output(&rest);
        }
        self.flush();
        if let Some(action) = self.result {
            let failed_build = self.failed_build.take().filter(|_| action == "fail");
            let elapsed = Some((seconds * 1000.0).round() / 1000.0);
            self.print_event(Event { action, elapsed, failed_build, ..Event::default() });
        }
        std::mem::take(&mut self.unprinted_text)
    }

    fn handle_line(&mut self, line: &[u8]) {
        let has_mark = line.first() == Some(&MARKER);
        if self.needs_marker && !has_mark {
            self.write_output(line);
            return;
        }
        if has_mark {
            self.flush();
        }
        let mut line = &line[usize::from(has_mark)..];
        let mut bare = without_line_end(line);
        if bare == b"=== NAME" {
            line = b"=== NAME  \n";
            bare = b"=== NAME  ";
        }
        if bare == b"PASS" || bare == b"FAIL" || bare.starts_with(b"FAIL\t") {
            self.print_results(0);
            self.needs_marker = has_mark;
            self.write_framing(line);
            self.result = Some(if bare == b"PASS" { "pass" } else { "fail" });
            return;
        }
        let none = line.starts_with(b"?   \t") && bare.ends_with(b"\t[no test files]");
        if none && self.reports.is_empty() {
            self.result = Some("skip");
        }
        match Framing::of(line) {
            Framing::Update(action, rest) => self.handle_update(action, &rest, line, has_mark),
            Framing::Report(action, rest, depth) if depth <= self.reports.len() => {
                self.needs_marker = has_mark;
                self.print_results(depth);
                let (name, elapsed) = name_and_time(&rest);
                self.current_test.clone_from(&name);
                self.reports.push(Event { action, test: name, elapsed, ..Event::default() });
                self.write_framing(line);
            }
            Framing::Report(..) => self.write_output(line),
            Framing::None(depth) => {
                if let Some(report) = depth.checked_sub(1).and_then(|at| self.reports.get(at)) {
                    self.current_test.clone_from(&report.test);
                }
                self.write_output(line);
            }
        }
    }

    /// Handles a line such as `=== RUN   TestX`.
    fn handle_update(&mut self, action: &'static str, rest: &str, line: &[u8], has_mark: bool) {
        let mut event = Event { action, ..Event::default() };
        let mut name = rest;
        if action == "artifacts" {
            let (first, path) = rest.split_once(' ').unwrap_or((rest, ""));
            (name, event.path) = (first, path.to_owned());
        }
        if action == "attr" {
            let (first, pair) = rest.split_once(' ').unwrap_or((rest, ""));
            let (key, value) = pair.split_once(' ').unwrap_or((pair, ""));
            (name, event.key, event.value) = (first, key.to_owned(), value.to_owned());
        }
        self.needs_marker = has_mark;
        self.print_results(0);
        name.clone_into(&mut self.current_test);
        match action {
            // The line only names the test to which the next output belongs.
            "name" => {}
            "pause" => {
                self.write_framing(line);
                self.print_event(event);
            }
            _ => {
                self.print_event(event);
                self.write_framing(line);
            }
        }
    }

    /// Prints the results of all tests at this depth or deeper.
    fn print_results(&mut self, depth: usize) {
        self.current_test.clear();
        while self.reports.len() > depth {
            let report = self.reports.pop().unwrap_or_default();
            self.print_event(report);
        }
    }

    fn write_framing(&mut self, line: &[u8]) {
        self.is_framing = true;
        self.write_output(line);
        self.is_framing = false;
    }

    fn write_output(&mut self, bytes: &[u8]) {
        for (part, _) in self.output.add(bytes) {
            self.print_output(part);
        }
    }

    fn flush(&mut self) {
        if let Some(part) = self.output.take() {
            self.print_output(part);
        }
    }

    /// Prints a piece of output as events, with errors in events of their own.
    fn print_output(&mut self, bytes: Vec<u8>) {
        let mut kind = match (self.is_framing, self.is_in_error) {
            (true, _) => "frame",
            (false, true) => "error-continue",
            (false, false) => "",
        };
        let mut part = Vec::with_capacity(bytes.len());
        let mut bytes = bytes.into_iter().peekable();
        while let Some(byte) = bytes.next() {
            if std::mem::take(&mut self.is_escaped) {
                part.push(byte);
                continue;
            }
            match byte {
                ESCAPE => self.is_escaped = true,
                ERROR_BEGIN => {
                    self.write_output_part(&mut part, kind);
                    self.is_in_error = true;
                    kind = "error";
                }
                ERROR_END => {
                    part.extend(bytes.next_if_eq(&b'\n'));
                    self.write_output_part(&mut part, kind);
                    self.is_in_error = false;
                    kind = "";
                }
                byte => part.push(byte),
            }
        }
        self.write_output_part(&mut part, kind);
    }

    fn write_output_part(&mut self, part: &mut Vec<u8>, output_type: &'static str) {
        if !part.is_empty() {
            let output = Some(std::mem::take(part));
            self.print_event(Event { action: "output", output, output_type, ..Event::default() });
        }
    }

    /// Prints an event. An event without a test is about the current test.
    fn print_event(&mut self, event: Event) {
        if !std::mem::replace(&mut self.started, true) {
            self.print_event(Event { action: "start", ..Event::default() });
        }
        let of_package =
            event.action == "start" || event.elapsed.is_some() && event.test.is_empty();
        let test =
            if event.test.is_empty() && !of_package { &self.current_test } else { &event.test };
        let mut text = format!("{{\"Time\":\"{}\",\"Action\":\"{}\"", now(), event.action);
        let mut field = |name: &str, value: &[u8]| {
            let _ = write!(text, ",\"{name}\":{}", quoted(value));
        };
        let mut word = |name: &str, value: &str| {
            if !value.is_empty() {
                field(name, value.as_bytes());
            }
        };
        word("Package", &self.package);
        word("Test", test);
        if let Some(elapsed) = event.elapsed {
            let _ = write!(text, ",\"Elapsed\":{elapsed}");
        }
        let mut word = |name: &str, value: &[u8]| {
            if !value.is_empty() {
                let _ = write!(text, ",\"{name}\":{}", quoted(value));
            }
        };
        word("Output", event.output.as_deref().unwrap_or_default());
        word("OutputType", event.output_type.as_bytes());
        word("FailedBuild", event.failed_build.unwrap_or_default().as_bytes());
        word("Key", event.key.as_bytes());
        word("Value", event.value.as_bytes());
        word("Path", event.path.as_bytes());
        text.push_str("}\n");
        self.unprinted_text.extend_from_slice(text.as_bytes());
    }
}

/// The kind of an output line.
enum Framing {
    /// A line such as `=== RUN   TestX`: the action in lower case, and the rest of the line.
    Update(&'static str, String),
    /// The line with the result of a test, such as `--- PASS`, with the action in lower case, the rest of the line, and
    /// the test's depth in subtests.
    Report(&'static str, String, usize),
    /// Output of a test, indented by this many levels of subtests.
    None(usize),
}

impl Framing {
    fn of(line: &[u8]) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        let lower = |word: &str| match word.trim_end() {
            "RUN" => "run",
            "PAUSE" => "pause",
            "CONT" => "cont",
            "NAME" => "name",
            "PASS" => "pass",
            "FAIL" => "fail",
            "SKIP" => "skip",
            "ATTR" => "attr",
            "BENCH" => "bench",
            _ => "artifacts",
        };
        if let Some(rest) = line.strip_prefix(b"=== ") {
            for word in UPDATE_WORDS {
                if let Some(rest) =
                    rest.strip_prefix(word.as_bytes()).and_then(|r| r.strip_prefix(b" "))
                {
                    return Self::Update(lower(word), text(rest));
                }
            }
        }
        let (mut rest, mut depth) = (line, 0);
        while let Some(deeper) = rest.strip_prefix(b"    ") {
            (rest, depth) = (deeper, depth + 1);
        }
        if let Some(rest) = rest.strip_prefix(b"--- ") {
            for word in REPORT_WORDS {
                if let Some(rest) =
                    rest.strip_prefix(word.as_bytes()).and_then(|r| r.strip_prefix(b": "))
                {
                    return Self::Report(lower(word), text(rest), depth);
                }
            }
        }
        Self::None(depth)
    }
}

/// Splits `TestX (0.01s)` into name and time.
fn name_and_time(text: &str) -> (String, Option<f64>) {
    let Some((name, time)) = text.split_once(" (") else { return (text.to_owned(), None) };
    let time = time.strip_suffix("s)").and_then(|time| time.parse().ok());
    (name.to_owned(), time)
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n");
    line.map_or(&[], |line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// The current time with nanoseconds, in the local time zone.
fn now() -> String {
    let now = jiff::Zoned::now();
    let offset = if now.offset().is_zero() { "Z".into() } else { now.strftime("%:z").to_string() };
    let fraction = format!("{:09}", now.subsec_nanosecond());
    let fraction = match fraction.trim_end_matches('0') {
        "" => String::new(),
        digits => format!(".{digits}"),
    };
    format!("{}{fraction}{offset}", now.strftime("%Y-%m-%dT%H:%M:%S"))
}

/// A JSON string as encoding/json writes it.
fn quoted(bytes: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Divides bytes into lines. A line longer than `room` comes in parts. The name of a benchmark is a part of its own,
/// since its result follows much later.
struct LineSplitter {
    held_bytes: Vec<u8>,
    max_length: usize,
    /// Whether a part of the current line has been returned.
    is_mid_line: bool,
}

impl LineSplitter {
    fn new(room: usize) -> Self {
        Self { held_bytes: Vec::with_capacity(room), max_length: room, is_mid_line: false }
    }

    /// The lines that are now complete (`true`), and parts of lines (`false`).
    fn add(&mut self, mut bytes: &[u8]) -> Vec<(Vec<u8>, bool)> {
        let mut found = Vec::new();
        while !bytes.is_empty() {
            let (now, later) =
                bytes.split_at(bytes.len().min(self.max_length - self.held_bytes.len()));
            self.held_bytes.extend_from_slice(now);
            bytes = later;
            let mut from = 0;
            while from < self.held_bytes.len() {
                let rest = &self.held_bytes[from..];
                let Some(end) = end_of_line(rest) else {
                    let name = (!self.is_mid_line).then(|| benchmark_name_length(rest)).flatten();
                    if let Some(end) = name {
                        found.push((rest[..end].to_vec(), false));
                        self.is_mid_line = true;
                        from += end;
                    }
                    break;
                };
                found.push((rest[..end].to_vec(), !std::mem::take(&mut self.is_mid_line)));
                from += end;
            }
            if from == 0 && self.held_bytes.len() == self.max_length {
                from = whole_characters_length(&self.held_bytes);
                found.push((self.held_bytes[..from].to_vec(), false));
                self.is_mid_line = true;
            }
            self.held_bytes.drain(..from);
        }
        found
    }

    /// The unfinished last line.
    fn take(&mut self) -> Option<Vec<u8>> {
        (!self.held_bytes.is_empty()).then(|| std::mem::take(&mut self.held_bytes))
    }
}

/// The length of the first line: it ends with a newline or before the next mark.
fn end_of_line(bytes: &[u8]) -> Option<usize> {
    let newline = bytes.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
    let mark = bytes.iter().skip(1).position(|byte| *byte == MARKER).map(|at| at + 1);
    newline.into_iter().chain(mark).min()
}

/// The length of the benchmark name at the beginning of a line, with the tab behind it.
fn benchmark_name_length(line: &[u8]) -> Option<usize> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let name = std::str::from_utf8(&line[..tab]).ok()?.trim_end_matches(' ');
    let rest = name.strip_prefix("Benchmark")?;
    (!rest.starts_with(char::is_lowercase)).then_some(tab + 1)
}

/// The number of bytes before an incomplete character at the end.
fn whole_characters_length(bytes: &[u8]) -> usize {
    let last = (1..=bytes.len().min(3)).find(|back| bytes[bytes.len() - back] & 0xc0 != 0x80);
    let Some(back) = last else { return bytes.len() };
    let wanted = match bytes[bytes.len() - back] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    if back < wanted { bytes.len() - back } else { bytes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events without times and package.
    fn events(output: &[&str]) -> Vec<String> {
        let mut events = Events::new("p");
        let mut text = events.read(b"");
        output.iter().for_each(|part| text.extend(events.read(part.as_bytes())));
        text.extend(events.end_events(true, 0.0));
        let text = String::from_utf8(text).unwrap();
        let short = |line: &str| {
            let rest = line.split_once("\"Action\":").unwrap().1;
            rest.replace(",\"Package\":\"p\"", "").trim_end_matches('}').to_owned()
        };
        text.lines().map(short).collect()
    }

    #[test]
    fn lines_of_the_program_become_events() {
        let found =
            events(&["\x16=== RUN   TestA\nhel", "lo\n\x16--- PASS: TestA (0.01s)\n\x16PASS\n"]);
        assert_eq!(
            found[..7],
            [
                "\"start\"",
                "\"run\",\"Test\":\"TestA\"",
                "\"output\",\"Test\":\"TestA\",\"Output\":\"=== RUN   TestA\\n\",\"OutputType\":\"frame\"",
                "\"output\",\"Test\":\"TestA\",\"Output\":\"hello\\n\"",
                "\"output\",\"Test\":\"TestA\",\"Output\":\"--- PASS: TestA (0.01s)\\n\",\"OutputType\":\"frame\"",
                "\"pass\",\"Test\":\"TestA\",\"Elapsed\":0.01",
                "\"output\",\"Output\":\"PASS\\n\",\"OutputType\":\"frame\"",
            ]
        );
    }

    #[test]
    fn errors_are_told_apart() {
        let found = events(&["\x16=== RUN   T\n\x0f    a_test.go:3: no\x0e\n"]);
        assert_eq!(
            found[3],
            "\"output\",\"Test\":\"T\",\"Output\":\"    a_test.go:3: no\\n\",\"OutputType\":\"error\""
        );
    }

    #[test]
    fn long_lines_are_divided_between_characters() {
        let found = events(&["é".repeat(3000).as_str()]);
        assert!(found.len() > 5 && found.iter().all(|line| !line.contains('\u{fffd}')));
    }
}
