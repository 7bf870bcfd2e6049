//! A small client of the Debug Adapter Protocol, which executes the steps of a script: `tests/dap.rs` lists them.

#[path = "addresses.rs"]
mod addresses;

use addresses::without_addresses;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub(crate) const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// How long the client waits for a message before the test fails.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(120);

pub(crate) fn debug_script_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debug")
}

/// A client of a server.
pub(crate) struct Client {
    pub(crate) server: Option<Child>,
    request_writer: Box<dyn Write>,
    messages: Receiver<Value>,
    seq: u64,
    /// The events that no step has taken.
    events: Vec<Value>,
    pub(crate) goroutine: u64,
    pub(crate) transcript: String,
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            // The server has ended if all went well.
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// Reads messages until the stream ends.
pub(crate) fn spawn_message_reader(stream: impl Read + Send + 'static) -> Receiver<Value> {
    let (tell, messages) = channel();
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                if stream.read_line(&mut line).unwrap_or(0) == 0 {
                    return;
                }
                match line.trim().strip_prefix("Content-Length: ") {
                    Some(number) => length = number.parse().unwrap(),
                    None if line.trim().is_empty() => break,
                    // Anything that is not the protocol's fails the test.
                    None => panic!("not the protocol's: {line}"),
                }
            }
            let mut body = vec![0; length];
            if stream.read_exact(&mut body).is_err() {
                return;
            }
            if tell.send(serde_json::from_slice(&body).unwrap()).is_err() {
                return;
            }
        }
    });
    messages
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut server = Command::new(MINIGO)
            .arg("dap")
            .current_dir(debug_script_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = Box::new(server.stdin.take().unwrap());
        let messages = spawn_message_reader(server.stdout.take().unwrap());
        Self::from_streams(Some(server), output, messages)
    }

    pub(crate) fn from_streams(
        server: Option<Child>,
        output: Box<dyn Write>,
        messages: Receiver<Value>,
    ) -> Self {
        Self {
            server,
            request_writer: output,
            messages,
            seq: 0,
            events: Vec::new(),
            goroutine: 1,
            transcript: String::new(),
        }
    }

    /// Sends a request and returns the body of the answer, or its error.
    pub(crate) fn request(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        self.seq += 1;
        let message =
            json!({"seq": self.seq, "type": "request", "command": command, "arguments": arguments});
        let text = message.to_string();
        write!(self.request_writer, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.request_writer.flush().unwrap();
        loop {
            let message = self.messages.recv_timeout(MESSAGE_TIMEOUT).unwrap();
            if message["type"] == "event" {
                self.events.push(message);
                continue;
            }
            assert_eq!(message["request_seq"], self.seq);
            return match message["success"] == true {
                true => Ok(message["body"].clone()),
                false => Err(message["message"].as_str().unwrap().to_owned()),
            };
        }
    }

    /// Waits for one of these events. Output before it is collected.
    pub(crate) fn wait_for_event(&mut self, wanted: &[&str]) -> Value {
        loop {
            let is = |event: &Value| wanted.iter().any(|name| event["event"] == *name);
            if let Some(at) = self.events.iter().position(is) {
                return self.events.remove(at);
            }
            let message = self.messages.recv_timeout(MESSAGE_TIMEOUT).unwrap();
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// Writes the output of the program so far, each stream on its own: they are not ordered.
    fn write_output(&mut self, categories: &[&str]) {
        for category in categories {
            let of = |e: &&Value| e["event"] == "output" && e["body"]["category"] == *category;
            let texts = self.events.iter().filter(of);
            let text: String = texts.filter_map(|e| e["body"]["output"].as_str()).collect();
            for line in text.lines() {
                writeln!(self.transcript, "  {category}: {line}").unwrap();
            }
        }
        self.events.retain(|e| {
            e["event"] != "output" || !categories.iter().any(|c| e["body"]["category"] == *c)
        });
    }

    pub(crate) fn launch(&mut self, file: &str, more: &Value) {
        let mut arguments = json!({"program": debug_script_dir().join(file)});
        for (key, value) in more.as_object().into_iter().flatten() {
            arguments[key] = value.clone();
        }
        let capabilities = self.request("initialize", json!({"adapterID": "minigo"})).unwrap();
        assert_eq!(capabilities["supportsConfigurationDoneRequest"], true);
        match self.request("launch", arguments) {
            Ok(_) => _ = self.wait_for_event(&["initialized"]),
            Err(why) => {
                writeln!(self.transcript, "  error: {why}").unwrap();
                self.write_output(&["stdout", "stderr"]);
            }
        }
    }

    /// Waits until the program stops or ends, and writes where.
    fn write_next_stop(&mut self) {
        let event = self.wait_for_event(&["stopped", "exited"]);
        let body = &event["body"];
        if event["event"] == "exited" {
            self.wait_for_event(&["terminated"]);
            self.write_output(&["console", "stdout", "stderr"]);
            writeln!(self.transcript, "  exited with {}", body["exitCode"]).unwrap();
            return;
        }
        self.write_output(&["console"]);
        self.goroutine = body["threadId"].as_u64().unwrap();
        let text = body["text"].as_str().map(|text| format!(" ({text})")).unwrap_or_default();
        let hit = &body["hitBreakpointIds"];
        let hit = if hit.is_null() { String::new() } else { format!(" {hit}") };
        let top = self.frames(1).pop().unwrap();
        writeln!(
            self.transcript,
            "  {}{hit}{text} {}",
            body["reason"].as_str().unwrap(),
            frame_text(&top)
        )
        .unwrap();
    }

    pub(crate) fn frames(&mut self, levels: usize) -> Vec<Value> {
        let goroutine = self.goroutine;
        let body = self.request("stackTrace", json!({"threadId": goroutine, "levels": levels}));
        body.unwrap()["stackFrames"].as_array().unwrap().clone()
    }

    /// The variables of a scope of the innermost frame of the user.
    fn scope_variables(&mut self, number: usize) -> Vec<Value> {
        let frames = self.frames(0);
        let own = frames.iter().find(|f| f["presentationHint"].is_null()).unwrap();
        let scopes = self.request("scopes", json!({"frameId": own["id"]})).unwrap();
        let reference = scopes["scopes"][number]["variablesReference"].clone();
        self.variables(&reference)
    }

    fn variables(&mut self, reference: &Value) -> Vec<Value> {
        let body = self.request("variables", json!({"variablesReference": reference})).unwrap();
        body["variables"].as_array().unwrap().clone()
    }

    fn write_variables(&mut self, all: &[Value]) {
        for variable in all {
            let text = |name: &str| without_addresses(variable[name].as_str().unwrap());
            let more = if variable["variablesReference"] == 0 { "" } else { " +" };
            let (name, ty, value) = (text("name"), text("type"), text("value"));
            writeln!(self.transcript, "  {name} {ty} = {value}{more}").unwrap();
        }
    }

    /// Executes a line of a script.
    #[allow(clippy::too_many_lines, reason = "an arm for each word of the scripts")]
    pub(crate) fn execute_script_line(&mut self, line: &str) {
        writeln!(self.transcript, "> {line}").unwrap();
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let json_of = |text: &str| match text.is_empty() {
            true => Value::Null,
            false => serde_json::from_str::<Value>(text).unwrap(),
        };
        match verb {
            "launch" => {
                let (file, more) = rest.split_once(' ').unwrap_or((rest, ""));
                self.launch(file, &json_of(more));
            }
            "break" => {
                let (file, list) = rest.split_once(' ').unwrap();
                let source = json!({"path": debug_script_dir().join(file)});
                let arguments = json!({"source": source, "breakpoints": json_of(list)});
                let body = self.request("setBreakpoints", arguments).unwrap();
                self.write_breakpoints(&body);
            }
            "functions" => {
                let arguments = json!({"breakpoints": json_of(rest)});
                let body = self.request("setFunctionBreakpoints", arguments).unwrap();
                self.write_breakpoints(&body);
            }
            "failures" => {
                let filters = json!({"filters": json_of(rest)});
                self.request("setExceptionBreakpoints", filters).unwrap();
            }
            "run" => {
                self.request("configurationDone", Value::Null).unwrap();
                self.write_next_stop();
            }
            "continue" | "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue" => {
                let goroutine = self.goroutine;
                self.request(verb, json!({"threadId": goroutine})).unwrap();
                self.write_next_stop();
            }
            "stack" => {
                for frame in self.frames(0) {
                    writeln!(self.transcript, "  {}", frame_text(&frame)).unwrap();
                }
            }
            "threads" => self.write_threads(),
            "locals" => {
                let all = self.scope_variables(0);
                self.write_variables(&all);
            }
            "globals" => {
                let all = self.scope_variables(1);
                self.write_variables(&all);
            }
            "expand" => {
                let reference = self.variables_reference(rest);
                let all = self.variables(&reference);
                self.write_variables(&all);
            }
            "set" => {
                let (path, arguments) = rest.split_at(rest.find('{').unwrap());
                let mut arguments = json_of(arguments);
                arguments["variablesReference"] = self.variables_reference(path.trim());
                let answer = self.request("setVariable", arguments);
                self.write_answer(answer);
            }
            "complete" => self.write_completions(rest),
            "watch" => self.ask_for_data(rest),
            "data" => {
                let arguments = json!({"breakpoints": json_of(rest)});
                match self.request("setDataBreakpoints", arguments) {
                    Ok(body) => self.write_data_breakpoints(&body),
                    Err(why) => writeln!(self.transcript, "  error: {why}").unwrap(),
                }
            }
            "why" => {
                let answer = self.request("minigo/why", json!({"threadId": self.goroutine}));
                self.write_lines(answer, "lines");
            }
            "waits" => {
                let answer = self.request("minigo/waits", Value::Null);
                self.write_lines(answer, "waits");
            }
            "who" => self.go_to_last_write(rest),
            "evaluate" => {
                let frame = self.frames(1).pop().unwrap()["id"].clone();
                let arguments = json!({"expression": rest, "frameId": frame, "context": "watch"});
                let answer = self.request("evaluate", arguments);
                self.write_answer(answer);
            }
            "send" => {
                let (command, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
                let answer = self.request(command, json_of(arguments));
                self.write_answer(answer);
            }
            _ => panic!("{line}"),
        }
    }

    /// The reference of the components of a variable, or of a component of it; without a path, of the variables.
    fn variables_reference(&mut self, path: &str) -> Value {
        let frames = self.frames(0);
        let own = frames.iter().find(|f| f["presentationHint"].is_null()).unwrap();
        let scopes = self.request("scopes", json!({"frameId": own["id"]})).unwrap();
        let mut reference = scopes["scopes"][0]["variablesReference"].clone();
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let all = self.variables(&reference);
            let found = all.iter().find(|v| v["name"] == name).unwrap();
            reference = found["variablesReference"].clone();
        }
        reference
    }

    /// Asks whether the variable that an expression names can have a data breakpoint.
    fn ask_for_data(&mut self, name: &str) {
        let frames = self.frames(0);
        let own = frames.iter().find(|f| f["presentationHint"].is_null()).unwrap();
        let arguments = json!({"name": name, "frameId": own["id"]});
        let answer = self.request("dataBreakpointInfo", arguments);
        self.write_answer(answer);
    }

    fn write_data_breakpoints(&mut self, body: &Value) {
        for b in body["breakpoints"].as_array().unwrap() {
            match b["verified"] == true {
                true => writeln!(self.transcript, "  {}", b["id"]).unwrap(),
                false => {
                    writeln!(self.transcript, "  not set: {}", b["message"].as_str().unwrap())
                        .unwrap();
                }
            }
        }
    }

    fn write_completions(&mut self, text: &str) {
        let frame = self.frames(1).pop().unwrap()["id"].clone();
        let arguments = json!({"text": text, "column": text.len() + 1, "frameId": frame});
        let body = self.request("completions", arguments).unwrap();
        for target in body["targets"].as_array().unwrap() {
            let start = target["start"].as_u64().unwrap() as usize - 1;
            let length = target["length"].as_u64().unwrap() as usize;
            let (before, replaced) = text.split_at(start);
            let label = target["label"].as_str().unwrap();
            writeln!(self.transcript, "  {before}{label}{}", &replaced[length..]).unwrap();
        }
    }

    /// Writes the elements of a list. The numbers of goroutines other than the first vary.
    fn write_lines(&mut self, answer: Result<Value, String>, list: &str) {
        let body = answer.unwrap();
        for line in body[list].as_array().unwrap() {
            let text = match line {
                Value::String(text) => text.clone(),
                edge => {
                    let (from, to) = (&edge["threadId"], &edge["waitsFor"]);
                    let reason = edge["reason"].as_str().unwrap();
                    format!("goroutine {from} waits for {reason} goroutine {to}")
                }
            };
            writeln!(self.transcript, "  {}", without_numbers(&text)).unwrap();
        }
    }

    fn write_threads(&mut self) {
        let body = self.request("threads", Value::Null).unwrap();
        for thread in body["threads"].as_array().unwrap() {
            let name = thread["name"].as_str().unwrap();
            let (_, name) = name.split_once(' ').unwrap();
            writeln!(self.transcript, "  {}", without_numbers(name)).unwrap();
        }
    }

    fn go_to_last_write(&mut self, expression: &str) {
        let frames = self.frames(0);
        let own = frames.iter().find(|f| f["presentationHint"].is_null()).unwrap();
        let arguments = json!({"expression": expression, "frameId": own["id"]});
        match self.request("minigo/who", arguments) {
            Ok(_) => self.write_next_stop(),
            Err(why) => writeln!(self.transcript, "  error: {why}").unwrap(),
        }
    }

    fn write_answer(&mut self, answer: Result<Value, String>) {
        match answer {
            Ok(mut body) => {
                if let Some(fields) = body.as_object_mut() {
                    fields.remove("variablesReference");
                }
                writeln!(self.transcript, "  {}", without_addresses(&body.to_string())).unwrap();
            }
            Err(why) => writeln!(self.transcript, "  error: {why}").unwrap(),
        }
    }

    fn write_breakpoints(&mut self, body: &Value) {
        for b in body["breakpoints"].as_array().unwrap() {
            match b["verified"] == true {
                true => writeln!(self.transcript, "  {} at line {}", b["id"], b["line"]).unwrap(),
                false => {
                    let why = b["message"].as_str().unwrap();
                    let why = why.replace(&format!("{}/", debug_script_dir().display()), "");
                    writeln!(self.transcript, "  not set: {why}").unwrap();
                }
            }
        }
    }
}

/// The text without addresses and the numbers of goroutines other than the first.
fn without_numbers(text: &str) -> String {
    let mut out = without_addresses(text);
    for mark in ["goroutine ", "G"] {
        let mut parts = out.split(mark);
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.chars().take_while(char::is_ascii_digit).count();
            let is_shown = digits == 0 || &part[..digits] == "1";
            kept.push_str(mark);
            kept.push_str(if is_shown { &part[..digits] } else { "N" });
            kept.push_str(&part[digits..]);
        }
        out = kept;
    }
    out
}

fn frame_text(frame: &Value) -> String {
    let source = frame["source"]["name"].as_str().unwrap();
    let subtle = if frame["presentationHint"] == "subtle" { " subtle" } else { "" };
    format!("{} {source}:{}{subtle}", frame["name"].as_str().unwrap(), frame["line"])
}
