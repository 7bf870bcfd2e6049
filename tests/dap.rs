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
//! * `watch EXPRESSION`: asks whether the variable can have a data breakpoint; `data JSON`: the data breakpoints, a
//!   list of objects.
//! * `who EXPRESSION`: goes back to the last write of a variable of the stopped goroutine.
//! * `set PATH JSON`: the request `setVariable` for a component of a variable of the stopped goroutine; without a path,
//!   for a variable.
//! * `complete TEXT`: the names that can follow.
//! * `why`, `waits`: why the goroutine does not go on, and which goroutines wait for which.
//! * `send COMMAND JSON`: any request.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

#[path = "support/dap_client.rs"]
mod dap_client;
#[path = "support/transcripts.rs"]
mod transcripts;

use dap_client::{Client, MINIGO, debug_script_dir, spawn_message_reader};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn transcripts_are_as_they_were() {
    transcripts::compare_transcripts("tests/dap", 5, |script, _| {
        let mut client = Client::start();
        script
            .lines()
            .filter(|line| !line.is_empty())
            .for_each(|line| client.execute_script_line(line));
        let _ = client.request("disconnect", Value::Null);
        let status = client.server.as_mut().unwrap().wait().unwrap();
        assert!(status.success());
        client.transcript.replace(&debug_script_dir().display().to_string(), "DIR")
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
        let stopped = client.wait_for_event(&["stopped"]);
        assert_eq!(stopped["body"]["reason"], "pause");
        client.goroutine = 1;
        let frames = client.frames(0);
        let func = frames.iter().any(|f| f["name"] == "main.main");
        assert!(func, "{frames:?}");
        client.request("continue", json!({"threadId": 1})).unwrap();
    }
    // A breakpoint that is set while the program runs.
    let source = json!({"path": debug_script_dir().join("endless.go")});
    let set = json!({"source": source, "breakpoints": [{"line": 6}]});
    client.request("setBreakpoints", set).unwrap();
    assert_eq!(client.wait_for_event(&["stopped"])["body"]["reason"], "breakpoint");
    client.request("disconnect", Value::Null).unwrap();
    assert!(client.server.as_mut().unwrap().wait().unwrap().success());
}

/// On a port, a launch needs the token; requests that run nothing do not.
#[test]
fn a_launch_on_a_port_needs_the_token() {
    let mut server = Command::new(MINIGO)
        .args(["dap", "--port", "0"])
        .current_dir(debug_script_dir())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let (first, second) = (lines.next().unwrap().unwrap(), lines.next().unwrap().unwrap());
    let address = first.strip_prefix("DAP server listening at: ").unwrap().to_owned();
    let token = second.strip_prefix("token: ").unwrap().to_owned();
    let stream = TcpStream::connect(address).unwrap();
    let messages = spawn_message_reader(stream.try_clone().unwrap());
    let mut client = Client::from_streams(Some(server), Box::new(stream), messages);
    client.launch("plain.go", &Value::Null);
    assert!(client.transcript.contains("launch needs the token"), "{}", client.transcript);
    client.launch("plain.go", &json!({"token": "0"}));
    client.transcript.clear();
    client.launch("plain.go", &json!({"token": token}));
    client.execute_script_line("run");
    assert!(
        client.transcript.ends_with("  stderr: text\n  stderr: 21\n  exited with 0\n"),
        "{}",
        client.transcript
    );
    client.request("disconnect", Value::Null).unwrap();
}

/// The bytecode around a stop: as many instructions as are asked for, those outside of the program's code invalid.
#[test]
fn bytecode_is_shown() {
    let mut client = Client::start();
    client.launch("plain.go", &Value::Null);
    client.execute_script_line("break plain.go [{\"line\":4}]");
    client.execute_script_line("run");
    let frame = client.frames(1).pop().unwrap();
    let here = &frame["instructionPointerReference"];
    let mut code = |offset: i64, count: usize| {
        let arguments = json!({
            "memoryReference": here, "instructionOffset": offset, "instructionCount": count,
        });
        let body = client.request("disassemble", arguments).unwrap();
        let found = body["instructions"].as_array().unwrap().clone();
        assert_eq!(found.len(), count);
        found
    };
    let around = code(-2, 6);
    assert_eq!(around[2]["address"], *here);
    assert_eq!(around[2]["line"], 4);
    assert!(around.iter().all(|i| i["instruction"] != ""), "{around:?}");
    let before = code(-1 << 40, 3);
    assert!(before.iter().all(|i| i["presentationHint"] == "invalid"), "{before:?}");
    let behind = code(1 << 40, 3);
    assert!(behind.iter().all(|i| i["presentationHint"] == "invalid"), "{behind:?}");
    assert!(client.request("disassemble", json!({"memoryReference": "main"})).is_err());
    client.request("disconnect", Value::Null).unwrap();
}
