//! Attaching to programs of `minigo run --debug-port`: editors come and go, directly or through `minigo dap`, and the
//! program goes on.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

#[path = "support/dap_client.rs"]
mod dap_client;

use dap_client::{Client, MINIGO, debug_script_dir, spawn_message_reader};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};

/// A program of `minigo run --debug-port`, and its address and token.
fn start_attachable_program(args: &[&str]) -> (Child, String, String) {
    let mut program = Command::new(MINIGO)
        .args(["run", "--debug-port", "0"])
        .args(args)
        .current_dir(debug_script_dir())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut errors = BufReader::new(program.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    let place = line.trim().strip_prefix("debugger: attach at ").unwrap();
    let (address, token) = place.split_once(", token ").unwrap();
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    (program, address.to_owned(), token.to_owned())
}

fn connect_client(address: &str) -> Client {
    let stream = TcpStream::connect(address).unwrap();
    let messages = spawn_message_reader(stream.try_clone().unwrap());
    Client::from_streams(None, Box::new(stream), messages)
}

/// A line of a program's output.
fn next_line(from: &mut impl BufRead) -> String {
    let mut line = String::new();
    from.read_line(&mut line).unwrap();
    line
}

/// An editor attaches to a running program, and leaves it; the program goes on, and another one attaches.
#[test]
fn editors_attach_to_a_running_program_and_leave_it() {
    let (mut program, address, token) = start_attachable_program(&["ticks.go"]);
    let mut output = BufReader::new(program.stdout.take().unwrap());
    assert_eq!(next_line(&mut output), "tick\n");
    for _ in 0..2 {
        let mut client = connect_client(&address);
        client.request("initialize", Value::Null).unwrap();
        let refused = client.request("attach", json!({"token": "0"})).unwrap_err();
        assert!(refused.contains("token"), "{refused}");
        client.request("attach", json!({"token": token})).unwrap();
        client.wait_for_event(&["initialized"]);
        client.execute_script_line("break ticks.go [{\"line\":10}]");
        client.execute_script_line("run");
        client.execute_script_line("next");
        assert!(
            client.transcript.ends_with("> next\n  step main.main ticks.go:11\n"),
            "{}",
            client.transcript
        );
        client.request("disconnect", Value::Null).unwrap();
        // The program runs at full speed again.
        for _ in 0..20 {
            assert_eq!(next_line(&mut output), "tick\n");
        }
    }
    let mut client = connect_client(&address);
    client.request("attach", json!({"token": token})).unwrap();
    client.request("disconnect", json!({"terminateDebuggee": true})).unwrap();
    assert!(!program.wait().unwrap().success());
}

/// A program waits for the editor, which attaches through `minigo dap`, and sees the program's end.
#[test]
fn a_program_waits_for_an_editor_that_attaches_through_dap() {
    let (mut program, address, token) = start_attachable_program(&["--debug-wait", "plain.go"]);
    let port: u64 = address.rsplit(':').next().unwrap().parse().unwrap();
    let mut client = Client::start();
    client.request("initialize", Value::Null).unwrap();
    for (arguments, why) in [
        (json!({"token": token}), "the port"),
        (json!({"port": port, "host": "192.168.0.1"}), "not this computer"),
    ] {
        let refused = client.request("attach", arguments).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
    let arguments = json!({"port": port, "token": token, "stopOnEntry": true});
    client.request("attach", arguments).unwrap();
    client.wait_for_event(&["initialized"]);
    client.execute_script_line("break plain.go [{\"line\":12}]");
    client.execute_script_line("run");
    client.execute_script_line("continue");
    client.execute_script_line("evaluate i*10 + n");
    // The program is compiled for a debugger: calls have frames of their own.
    client.execute_script_line("break plain.go [{\"line\":4}]");
    client.execute_script_line("continue");
    assert!(client.transcript.ends_with(" main.add plain.go:4\n"), "{}", client.transcript);
    client.execute_script_line("break plain.go []");
    client.execute_script_line("continue");
    assert!(
        client.transcript.contains("> run\n  entry main.main plain.go:"),
        "{}",
        client.transcript
    );
    assert!(client.transcript.ends_with("> continue\n  exited with 0\n"), "{}", client.transcript);
    assert!(program.wait().unwrap().success());
}

/// An editor that goes without a word leaves the program running.
#[test]
fn a_program_goes_on_without_an_editor_that_has_gone() {
    let (mut program, address, token) = start_attachable_program(&["ticks.go"]);
    let mut output = BufReader::new(program.stdout.take().unwrap());
    let stream = TcpStream::connect(&address).unwrap();
    let messages = spawn_message_reader(stream.try_clone().unwrap());
    let mut client = Client::from_streams(None, Box::new(stream.try_clone().unwrap()), messages);
    client.request("attach", json!({"token": token})).unwrap();
    client.execute_script_line("break ticks.go [{\"line\":10}]");
    client.execute_script_line("run");
    // The thread that reads the client's messages has the stream too.
    stream.shutdown(Shutdown::Both).unwrap();
    for _ in 0..50 {
        assert_eq!(next_line(&mut output), "tick\n");
    }
    program.kill().unwrap();
    program.wait().unwrap();
}

/// A client without the token keeps no editor from attaching; while an editor is attached, others are refused.
#[test]
fn a_client_without_the_token_is_in_nobodys_way() {
    let (mut program, address, token) = start_attachable_program(&["ticks.go"]);
    let silent = TcpStream::connect(&address).unwrap();
    let mut client = connect_client(&address);
    client.request("attach", json!({"token": token})).unwrap();
    let refused = connect_client(&address).request("attach", json!({"token": token})).unwrap_err();
    assert!(refused.contains("another editor is attached"), "{refused}");
    client.request("disconnect", json!({"terminateDebuggee": true})).unwrap();
    assert!(!program.wait().unwrap().success());
    drop(silent);
}

/// A client that only asks, without the token, is disconnected.
#[test]
fn a_client_has_few_requests_without_the_token() {
    let (mut program, address, _) = start_attachable_program(&["ticks.go"]);
    let mut stream = TcpStream::connect(&address).unwrap();
    let text = r#"{"seq":1,"type":"request","command":"threads"}"#;
    let message = format!("Content-Length: {}\r\n\r\n{text}", text.len());
    // The server may have closed the connection before it has received all.
    let _ = stream.write_all(message.repeat(1000).as_bytes());
    let mut answers = Vec::new();
    let _ = stream.read_to_end(&mut answers);
    let count = String::from_utf8_lossy(&answers).matches("\"success\":false").count();
    assert!(count <= 32, "{count}");
    program.kill().unwrap();
    program.wait().unwrap();
}
