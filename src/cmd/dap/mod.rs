//! `minigo dap`: the debugger for editors, by the Debug Adapter Protocol.
//!
//! The program runs in this process. Its standard output and error are pipes, whose bytes become `output` events, and
//! its standard input is empty: so nothing that it or a process of it prints reaches the protocol's stream. A process
//! serves one program and ends with it.
//!
//! * `wire`: messages as bytes; `session`: the requests; `debug_values`: stacks and variables as the protocol has them;
//!   `data`: data breakpoints.
//! * `launch`: the requests that choose the program; `attach_server`: the server of a program that `minigo run` runs;
//!   `relay`: the connection between an editor and such a server.

pub mod attach_server;
mod data;
mod debug_values;
mod launch;
mod relay;
mod session;
mod wire;

use super::print_error;
use crate::debugger::parse_hit_rule;
use crate::errno;
use crate::options::Dap;
use minigo_vm::debug::HitRule;
use serde_json::Value;
use session::{Incoming, Session};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Runs the command.
#[must_use]
pub fn run(dap: &Dap) -> u8 {
    let connected = match dap.port {
        Some(port) => accept(port),
        None => standard_streams(),
    };
    match connected {
        Ok((input, output, token)) => serve(input, output, token),
        Err(error) => print_error(&format!("minigo dap: {}", errno::text(&error))),
    }
}

/// The editor's requests, the stream for answers, and the token that `launch` must have.
type Connection = (Box<dyn Read + Send>, Box<dyn Write + Send>, Option<String>);

/// The process's own standard streams.
fn standard_streams() -> std::io::Result<Connection> {
    let input = File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?);
    let output = File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?);
    Ok((Box::new(input), Box::new(output), None))
}

/// A connection from this computer; other users of it do not know the token.
fn accept(port: u16) -> std::io::Result<Connection> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let token = new_token()?;
    let address = listener.local_addr()?;
    println_flushed(&format!("DAP server listening at: {address}\ntoken: {token}"))?;
    let (stream, _) = listener.accept()?;
    Ok((Box::new(stream.try_clone()?), Box::new(stream), Some(token)))
}

/// 32 random digits.
fn new_token() -> std::io::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(std::io::Error::other)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn println_flushed(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// A text among the arguments of a request. `None` if it is missing or blank.
fn text_argument(arguments: &Value, name: &str) -> Option<String> {
    let text = arguments[name].as_str().filter(|text| !text.trim().is_empty());
    text.map(str::to_owned)
}

/// The hit count of a breakpoint of a request.
fn hit_rule_argument(wanted: &Value) -> Result<HitRule, String> {
    text_argument(wanted, "hitCondition").map_or(Ok(HitRule::Always), |rule| parse_hit_rule(&rule))
}

/// Serves one session.
fn serve(input: Box<dyn Read + Send>, output: Box<dyn Write + Send>, token: Option<String>) -> u8 {
    let (tell, incoming) = channel();
    if let Err(error) = capture_output(&tell) {
        return print_error(&format!("minigo dap: {}", errno::text(&error)));
    }
    read_requests(input, tell.clone());
    Session::new(output, token, tell, None).serve(&incoming)
}

/// Starts a thread that reads the editor's requests.
fn read_requests(input: impl Read + Send + 'static, tell: Sender<Incoming>) {
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(request) = wire::read(&mut input) {
            if tell.send(Incoming::Request(request)).is_err() {
                return;
            }
        }
        // The session may be over.
        let _ = tell.send(Incoming::Closed);
    });
}

/// Sends the text that the process prints to the session as messages, and makes the process's standard input empty.
fn capture_output(tell: &Sender<Incoming>) -> std::io::Result<()> {
    let nothing = File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    let (from_out, out) = std::io::pipe()?;
    let (from_err, err) = std::io::pipe()?;
    rustix::stdio::dup2_stdout(&out)?;
    rustix::stdio::dup2_stderr(&err)?;
    for (stream, category) in [(from_out, "stdout"), (from_err, "stderr")] {
        let tell = tell.clone();
        thread::spawn(move || forward_output(stream, category, &tell));
    }
    Ok(())
}

/// Closes the writing ends of the output pipes, so that the threads that read the pipes see the end.
fn close_output() {
    if let Ok(nothing) = OpenOptions::new().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&nothing);
        let _ = rustix::stdio::dup2_stderr(&nothing);
    }
}

/// Sends the text that arrives in a pipe to the session. An incomplete character at the end of a read is sent when its
/// other bytes have arrived.
fn forward_output(mut stream: impl Read, category: &'static str, tell: &Sender<Incoming>) {
    let (mut buffer, mut kept) = (vec![0; 16 << 10], Vec::new());
    loop {
        let count = stream.read(&mut buffer).unwrap_or(0);
        kept.extend_from_slice(&buffer[..count]);
        let end = match std::str::from_utf8(&kept) {
            Err(error) if error.error_len().is_none() && count > 0 => error.valid_up_to(),
            _ => kept.len(),
        };
        let text = String::from_utf8_lossy(&kept[..end]).into_owned();
        kept.drain(..end);
        if !text.is_empty() && tell.send(Incoming::Output(category, text)).is_err() {
            return;
        }
        if count == 0 {
            let _ = tell.send(Incoming::OutputEnd);
            return;
        }
    }
}
