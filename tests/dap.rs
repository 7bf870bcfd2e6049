//! `minigo dap`: each `dap/*.in` is a script for a small client, and the `.out` beside it is what the server answers.
//! `MINIGO_BLESS=1 cargo test --test dap` writes the `.out` files; read the changes.
//!
//! A line of a script is a step:
//!
//! * `launch FILE JSON`: starts a server, and in it a program of `tests/debug`, with more arguments of the request.
//! * `break FILE JSON`: the file's breakpoints, a list of objects; `functions JSON`: the function breakpoints;
//!   `failures JSON`: the exception breakpoints.
//! * `run`: the program starts, and the client waits for a stop or the end. The client also waits for a stop or the end
//!   after `continue`, `next`, `stepIn`, `stepOut`, `stepBack`, `reverseContinue`.
//! * `stack`, `threads`, `locals`, `globals`: what the stopped goroutine has. `expand PATH`: the components of a
//!   variable.
//! * `who EXPRESSION`: goes back to the last write of a variable of the stopped goroutine.
//! * `send COMMAND JSON`: any request.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

#[path = "support/addresses.rs"]
mod addresses;
#[path = "support/transcripts.rs"]
mod transcripts;

use addresses::without_addresses;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// How long the client waits for a message before the test fails.
const PATIENCE: Duration = Duration::from_secs(120);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debug")
}

/// A client of a server.
struct Client {
    server: Option<Child>,
    output: Box<dyn Write>,
    messages: Receiver<Value>,
    seq: u64,
    /// The events that no step has taken.
    events: Vec<Value>,
    goroutine: u64,
    out: String,
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
fn reader(stream: impl Read + Send + 'static) -> Receiver<Value> {
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
                    // Output that does not follow the protocol fails the test.
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
    fn start() -> Self {
        let mut server = Command::new(MINIGO)
            .arg("dap")
            .current_dir(folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = Box::new(server.stdin.take().unwrap());
        let messages = reader(server.stdout.take().unwrap());
        Self::with(Some(server), output, messages)
    }

    fn with(server: Option<Child>, output: Box<dyn Write>, messages: Receiver<Value>) -> Self {
        Self {
            server,
            output,
            messages,
            seq: 0,
            events: Vec::new(),
            goroutine: 1,
            out: String::new(),
        }
    }

    /// Sends a request and returns the body of the answer, or its error.
    fn request(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        self.seq += 1;
        let message =
            json!({"seq": self.seq, "type": "request", "command": command, "arguments": arguments});
        let text = message.to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.output.flush().unwrap();
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
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

    /// Waits for one of these events. Collects the program's output that comes before the event.
    fn event(&mut self, wanted: &[&str]) -> Value {
        loop {
            let is = |event: &Value| wanted.iter().any(|name| event["event"] == *name);
            if let Some(at) = self.events.iter().position(is) {
                return self.events.remove(at);
            }
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// Writes the output of the program so far, each stream on its own, because the two streams are not ordered.
    fn write_output(&mut self, categories: &[&str]) {
        for category in categories {
            let of = |e: &&Value| e["event"] == "output" && e["body"]["category"] == *category;
            let texts = self.events.iter().filter(of);
            let text: String = texts.filter_map(|e| e["body"]["output"].as_str()).collect();
            for line in text.lines() {
                writeln!(self.out, "  {category}: {line}").unwrap();
            }
        }
        self.events.retain(|e| {
            e["event"] != "output" || !categories.iter().any(|c| e["body"]["category"] == *c)
        });
    }

    fn launch(&mut self, file: &str, more: &Value) {
        let mut arguments = json!({"program": folder().join(file)});
        for (key, value) in more.as_object().into_iter().flatten() {
            arguments[key] = value.clone();
        }
        let capabilities = self.request("initialize", json!({"adapterID": "minigo"})).unwrap();
        assert_eq!(capabilities["supportsConfigurationDoneRequest"], true);
        match self.request("launch", arguments) {
            Ok(_) => _ = self.event(&["initialized"]),
            Err(why) => {
                writeln!(self.out, "  error: {why}").unwrap();
                self.write_output(&["stdout", "stderr"]);
            }
        }
    }

    /// Waits until the program stops or ends, and writes where.
    fn wait(&mut self) {
        let event = self.event(&["stopped", "exited"]);
        let body = &event["body"];
        if event["event"] == "exited" {
            self.event(&["terminated"]);
            self.write_output(&["console", "stdout", "stderr"]);
            writeln!(self.out, "  exited with {}", body["exitCode"]).unwrap();
            return;
        }
        self.write_output(&["console"]);
        self.goroutine = body["threadId"].as_u64().unwrap();
        let text = body["text"].as_str().map(|text| format!(" ({text})")).unwrap_or_default();
        let hit = &body["hitBreakpointIds"];
        let hit = if hit.is_null() { String::new() } else { format!(" {hit}") };
        let top = self.frames(1).pop().unwrap();
        writeln!(
            self.out,
            "  {}{hit}{text} {}",
            body["reason"].as_str().unwrap(),
            frame_text(&top)
        )
        .unwrap();
    }

    fn frames(&mut self, levels: usize) -> Vec<Value> {
        let goroutine = self.goroutine;
        let body = self.request("stackTrace", json!({"threadId": goroutine, "levels": levels}));
        body.unwrap()["stackFrames"].as_array().unwrap().clone()
    }

    /// Returns the variables of a scope of the innermost frame in the user's code.
    fn scope(&mut self, number: usize) -> Vec<Value> {
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
            writeln!(self.out, "  {name} {ty} = {value}{more}").unwrap();
        }
    }

    /// Executes a line of a script.
    fn step(&mut self, line: &str) {
        writeln!(self.out, "> {line}").unwrap();
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
                let source = json!({"path": folder().join(file)});
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
                self.wait();
            }
            "continue" | "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue" => {
                let goroutine = self.goroutine;
                self.request(verb, json!({"threadId": goroutine})).unwrap();
                self.wait();
            }
            "stack" => {
                for frame in self.frames(0) {
                    writeln!(self.out, "  {}", frame_text(&frame)).unwrap();
                }
            }
            "threads" => self.write_threads(),
            "locals" => {
                let all = self.scope(0);
                self.write_variables(&all);
            }
            "globals" => {
                let all = self.scope(1);
                self.write_variables(&all);
            }
            "expand" => {
                let mut all = self.scope(0);
                for name in rest.split('.') {
                    let found = all.iter().find(|v| v["name"] == name).unwrap();
                    let reference = found["variablesReference"].clone();
                    all = self.variables(&reference);
                }
                self.write_variables(&all);
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

    fn write_threads(&mut self) {
        let body = self.request("threads", Value::Null).unwrap();
        for thread in body["threads"].as_array().unwrap() {
            let name = thread["name"].as_str().unwrap();
            let (_, name) = name.split_once(' ').unwrap();
            writeln!(self.out, "  {name}").unwrap();
        }
    }

    fn go_to_last_write(&mut self, expression: &str) {
        let frames = self.frames(0);
        let own = frames.iter().find(|f| f["presentationHint"].is_null()).unwrap();
        let arguments = json!({"expression": expression, "frameId": own["id"]});
        match self.request("minigo/who", arguments) {
            Ok(_) => self.wait(),
            Err(why) => writeln!(self.out, "  error: {why}").unwrap(),
        }
    }

    fn write_answer(&mut self, answer: Result<Value, String>) {
        match answer {
            Ok(mut body) => {
                if let Some(fields) = body.as_object_mut() {
                    fields.remove("variablesReference");
                }
                writeln!(self.out, "  {}", without_addresses(&body.to_string())).unwrap();
            }
            Err(why) => writeln!(self.out, "  error: {why}").unwrap(),
        }
    }

    fn write_breakpoints(&mut self, body: &Value) {
        for b in body["breakpoints"].as_array().unwrap() {
            match b["verified"] == true {
                true => writeln!(self.out, "  {} at line {}", b["id"], b["line"]).unwrap(),
                false => {
                    let why = b["message"].as_str().unwrap();
                    let why = why.replace(&format!("{}/", folder().display()), "");
                    writeln!(self.out, "  not set: {why}").unwrap();
                }
            }
        }
    }
}

fn frame_text(frame: &Value) -> String {
    let source = frame["source"]["name"].as_str().unwrap();
    let subtle = if frame["presentationHint"] == "subtle" { " subtle" } else { "" };
    format!("{} {source}:{}{subtle}", frame["name"].as_str().unwrap(), frame["line"])
}

#[test]
fn transcripts_are_as_they_were() {
    transcripts::compare("tests/dap", 5, |script, _| {
        let mut client = Client::start();
        script.lines().filter(|line| !line.is_empty()).for_each(|line| client.step(line));
        let _ = client.request("disconnect", Value::Null);
        let status = client.server.as_mut().unwrap().wait().unwrap();
        assert!(status.success());
        client.out.replace(&folder().display().to_string(), "DIR")
    });
}

/// A program that runs for ever is stopped, looked at while it runs, and ended.
#[test]
fn a_running_program_is_paused_and_ended() {
    let mut client = Client::start();
    client.launch("endless.go", &Value::Null);
    client.request("configurationDone", Value::Null).unwrap();
    assert!(client.request("stackTrace", json!({"threadId": 1})).is_err());
    // The program's thread may not have made the goroutine of main yet.
    while client.request("threads", Value::Null).unwrap()["threads"] == json!([]) {}
    for _ in 0..3 {
        client.request("pause", json!({"threadId": 1})).unwrap();
        let stopped = client.event(&["stopped"]);
        assert_eq!(stopped["body"]["reason"], "pause");
        client.goroutine = 1;
        let frames = client.frames(0);
        let func = frames.iter().any(|f| f["name"] == "main.main");
        assert!(func, "{frames:?}");
        client.request("continue", json!({"threadId": 1})).unwrap();
    }
    // A breakpoint that is set while the program runs.
    let source = json!({"path": folder().join("endless.go")});
    let set = json!({"source": source, "breakpoints": [{"line": 6}]});
    client.request("setBreakpoints", set).unwrap();
    assert_eq!(client.event(&["stopped"])["body"]["reason"], "breakpoint");
    client.request("disconnect", Value::Null).unwrap();
    assert!(client.server.as_mut().unwrap().wait().unwrap().success());
}

/// On a port, a launch needs the token; requests that run nothing do not.
#[test]
fn a_port_wants_the_token() {
    let mut server = Command::new(MINIGO)
        .args(["dap", "--port", "0"])
        .current_dir(folder())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let (first, second) = (lines.next().unwrap().unwrap(), lines.next().unwrap().unwrap());
    let address = first.strip_prefix("DAP server listening at: ").unwrap().to_owned();
    let token = second.strip_prefix("token: ").unwrap().to_owned();
    let stream = TcpStream::connect(address).unwrap();
    let messages = reader(stream.try_clone().unwrap());
    let mut client = Client::with(Some(server), Box::new(stream), messages);
    client.launch("plain.go", &Value::Null);
    assert!(client.out.contains("launch needs the token"), "{}", client.out);
    client.launch("plain.go", &json!({"token": "0"}));
    client.out.clear();
    client.launch("plain.go", &json!({"token": token}));
    client.step("run");
    assert!(
        client.out.ends_with("  stderr: text\n  stderr: 21\n  exited with 0\n"),
        "{}",
        client.out
    );
    client.request("disconnect", Value::Null).unwrap();
}
