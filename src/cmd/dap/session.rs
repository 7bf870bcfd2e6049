//! A session: the requests of an editor for one program.

use super::attach_server::{AttachGuard, MOST_REQUESTS, RunningProgram, TOKEN_TIMEOUT};
use super::data::DataIds;
use super::debug_values::References;
use super::launch::LaunchedProgram;
use super::wire::{Request, Wire};
use super::{close_output, data, debug_values, hit_rule_argument, text_argument};
use crate::cmd::debug::Program;
use crate::debugger::backwards::BackTarget;
use crate::debugger::breakpoint::{BreakpointLocation, BreakpointRequest as Wanted};
use crate::debugger::{Debugger, Event, Stop, StopReason};
use minigo_vm::ExitStatus;
use minigo_vm::debug::StepKind;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How often a running program is asked whether it has stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How long the output of a program that has ended is waited for: processes that it has started may hold the pipes.
const LAST_OUTPUT_TIMEOUT: Duration = Duration::from_secs(1);

/// A message to the session from one of its threads.
pub(super) enum Incoming {
    Request(Request),
    Output(&'static str, String),
    /// One of the two output streams of the program has been read to its end.
    OutputEnd,
    /// A message of the server of a running program, for the editor.
    Relayed(Value),
    /// The server of the running program has closed its stream.
    RelayEnd,
    /// The program has ended.
    Ended(ExitStatus),
    /// The editor has closed its stream.
    Closed,
}

/// The parts of a session that do not need a program.
pub(super) struct Session {
    pub(super) wire: Wire,
    pub(super) token: Option<String>,
    pub(super) incoming_sender: Sender<Incoming>,
    /// The program that runs already in this process.
    running_program: Option<RunningProgram>,
}

/// A session with a program.
struct Debuggee {
    debugger: Debugger,
    program: Program,
    references: References,
    data_ids: DataIds,
    stop: Option<Stop>,
    /// Whether the program is to stop at its first line.
    stops_on_entry: bool,
    /// For a program that goes on when the session ends.
    attach_guard: Option<AttachGuard>,
    /// Whether the next stop is the one at the first line.
    is_entry_stop_next: bool,
    stops_at_panics: bool,
}

impl Session {
    pub(super) fn new(
        output: Box<dyn Write + Send>,
        token: Option<String>,
        sender: Sender<Incoming>,
        running: Option<RunningProgram>,
    ) -> Self {
        Self { wire: Wire::new(output), token, incoming_sender: sender, running_program: running }
    }

    /// Serves requests until the session ends. Returns the exit status of the process.
    pub(super) fn serve(mut self, incoming: &Receiver<Incoming>) -> u8 {
        // Other users of the computer can connect to the server of a running program: they may not hold its thread.
        let until = self.running_program.as_ref().map(|_| Instant::now() + TOKEN_TIMEOUT);
        let mut count = 0;
        while let Ok(next) = receive_message(incoming, until) {
            count += 1;
            if until.is_some() && count > MOST_REQUESTS {
                return 0;
            }
            match next {
                Incoming::Request(request) => match &*request.command {
                    "initialize" => self.wire.answer(&request, Ok(capabilities())),
                    "attach" if self.running_program.is_none() => match self.connect(&request) {
                        Ok(stream) => return self.relay_messages(stream, &request, incoming),
                        Err(why) => self.wire.answer(&request, Err(why)),
                    },
                    "launch" | "attach" => match self.launch_or_attach(&request) {
                        Ok(launched) => {
                            self.wire.answer(&request, Ok(Value::Null));
                            self.wire.send_event("initialized", json!({}));
                            return self.serve_debuggee(launched, incoming);
                        }
                        Err(why) => {
                            // The editor gets the compiler's messages as output events.
                            self.forward_pending_output(incoming);
                            self.wire.answer(&request, Err(why));
                        }
                    },
                    "disconnect" | "terminate" => {
                        self.wire.answer(&request, Ok(Value::Null));
                        return 0;
                    }
                    _ => self.wire.answer(&request, Err(String::from("no program is launched"))),
                },
                Incoming::Output(category, text) => self.send_output(category, &text),
                Incoming::Closed | Incoming::Ended(_) => return 0,
                _ => {}
            }
        }
        0
    }

    fn launch_or_attach(&self, request: &Request) -> Result<LaunchedProgram, String> {
        match (&self.running_program, &*request.command) {
            (None, _) => self.launch(request),
            (Some(running), "attach") => self.attach(running, request),
            _ => Err(String::from("the program runs already: attach to it")),
        }
    }

    pub(super) fn send_output(&mut self, category: &str, text: &str) {
        self.wire.send_event("output", json!({"category": category, "output": text}));
    }

    /// Sends the output that has arrived in the pipes to the editor.
    fn forward_pending_output(&mut self, incoming: &Receiver<Incoming>) {
        while let Ok(next) = incoming.recv_timeout(Duration::from_millis(50)) {
            if let Incoming::Output(category, text) = next {
                self.send_output(category, &text);
            }
        }
    }

    /// Serves requests for a program.
    fn serve_debuggee(mut self, launched: LaunchedProgram, incoming: &Receiver<Incoming>) -> u8 {
        let LaunchedProgram { machine, program, stops_on_entry, attach_guard: attached } = launched;
        let mut it = Debuggee {
            debugger: Debugger::new(machine),
            program,
            references: References::default(),
            data_ids: DataIds::default(),
            stop: None,
            stops_on_entry,
            attach_guard: attached,
            is_entry_stop_next: false,
            stops_at_panics: false,
        };
        loop {
            let runs = it.program.has_started() && !it.debugger.is_stopped();
            let next = match runs {
                true => incoming.recv_timeout(POLL_INTERVAL),
                false => incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(Incoming::Request(request)) => {
                    if !self.handle_request(&mut it, &request) {
                        return 0;
                    }
                }
                Ok(Incoming::Output(category, text)) => self.send_output(category, &text),
                Ok(Incoming::Ended(status)) if it.attach_guard.is_some() => {
                    return self.report_end(status);
                }
                Ok(Incoming::Ended(status)) => return self.end_session(status, incoming),
                Ok(Incoming::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    if it.attach_guard.is_some() {
                        it.debugger.release_program();
                    }
                    return 0;
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
            match it.debugger.wait(Duration::ZERO) {
                Some(Event::Stopped(stop)) => self.report_stop(&mut it, stop),
                Some(Event::Logged(lines)) => {
                    lines.iter().for_each(|line| self.send_output("console", &format!("{line}\n")));
                }
                None => {}
            }
        }
    }

    /// Reports a stop. Output that the program wrote shortly before the stop may be reported after the stop.
    fn report_stop(&mut self, it: &mut Debuggee, stop: Stop) {
        let mut body = json!({"threadId": stop.goroutine, "allThreadsStopped": true});
        let (reason, text) = match &stop.reason {
            StopReason::Breakpoints(numbers) => {
                body["hitBreakpointIds"] = json!(numbers);
                ("breakpoint", None)
            }
            StopReason::Step if it.is_entry_stop_next => ("entry", None),
            StopReason::Step => ("step", None),
            StopReason::Write => ("data breakpoint", None),
            StopReason::Writes(writes) => {
                body["hitBreakpointIds"] = writes.iter().map(|write| write.number).collect();
                ("data breakpoint", Some(data::writes_text(writes)))
            }
            StopReason::Pause => ("pause", None),
            StopReason::Panic(value) => ("exception", Some(format!("panic: {value}"))),
            StopReason::Crash(message) => ("exception", Some(message.clone())),
            StopReason::Deadlock => {
                ("exception", Some(String::from("all goroutines are asleep - deadlock!")))
            }
        };
        body["reason"] = json!(reason);
        if let Some(text) = text {
            body["description"] = json!(text);
            body["text"] = json!(text);
        }
        stop.notes.iter().for_each(|note| self.send_output("console", &format!("{note}\n")));
        (it.is_entry_stop_next, it.stop) = (false, Some(stop));
        self.wire.send_event("stopped", body);
    }

    /// Reports the end of the program, after the rest of its output, and serves requests until the editor leaves.
    fn end_session(mut self, status: ExitStatus, incoming: &Receiver<Incoming>) -> u8 {
        close_output();
        let mut open = 2;
        while open > 0
            && let Ok(next) = incoming.recv_timeout(LAST_OUTPUT_TIMEOUT)
        {
            match next {
                Incoming::Output(category, text) => self.send_output(category, &text),
                Incoming::OutputEnd => open -= 1,
                Incoming::Request(request) => self.refuse_request(&request),
                Incoming::Closed => return 0,
                _ => {}
            }
        }
        self.report_end(status);
        while let Ok(next) = incoming.recv() {
            match next {
                Incoming::Request(request) => {
                    self.refuse_request(&request);
                    if matches!(&*request.command, "disconnect" | "terminate") {
                        break;
                    }
                }
                Incoming::Closed => break,
                _ => {}
            }
        }
        0
    }

    /// Reports the end of the program. Returns the exit status of the session.
    fn report_end(&mut self, status: ExitStatus) -> u8 {
        self.wire.send_event("exited", json!({"exitCode": status.code()}));
        self.wire.send_event("terminated", json!({}));
        0
    }

    /// Answers a request after the program's end.
    fn refuse_request(&mut self, request: &Request) {
        let result = match &*request.command {
            "disconnect" | "terminate" => Ok(Value::Null),
            "threads" => Ok(json!({"threads": []})),
            _ => Err(String::from("the program has ended")),
        };
        self.wire.answer(request, result);
    }

    /// Goes back to an earlier moment of the run. If there is no such moment, the program stops where it stopped
    /// before, and the editor gets a message.
    fn go_back(
        &mut self,
        it: &mut Debuggee,
        request: &Request,
        here: (u64, usize),
        back: BackTarget<'_>,
    ) {
        if !it.debugger.is_stopped() {
            return self.wire.answer(request, Err(String::from("the program is running")));
        }
        let stood = it.stop.take();
        let went = it.debugger.go_back(&mut it.program, here, back);
        it.references.clear();
        match went {
            Ok(stop) => {
                self.wire.answer(request, Ok(Value::Null));
                if let BackTarget::Write(_) = back {
                    // The request is minigo's own: the editor does not know that the program has run.
                    let body = json!({"threadId": here.0, "allThreadsContinued": true});
                    self.wire.send_event("continued", body);
                }
                self.report_stop(it, stop);
            }
            Err(why) if matches!(back, BackTarget::Write(_)) || !it.debugger.can_go_back() => {
                it.stop = stood;
                self.wire.answer(request, Err(why));
            }
            Err(why) => {
                self.wire.answer(request, Ok(Value::Null));
                self.send_output("console", &format!("{why}\n"));
                if let Some(stop) = stood {
                    self.report_stop(it, stop);
                }
            }
        }
    }

    /// Serves a request. Returns false if the session ends with the request.
    fn handle_request(&mut self, it: &mut Debuggee, request: &Request) -> bool {
        let a = &request.arguments;
        let result = match &*request.command {
            "setBreakpoints" => it.set_line_breakpoints(a),
            "setFunctionBreakpoints" => it.set_function_breakpoints(a),
            "setExceptionBreakpoints" => it.set_exception_breakpoints(a),
            "setDataBreakpoints" => Ok(it.data_ids.set(&mut it.debugger, a)),
            "configurationDone" => {
                self.wire.answer(request, Ok(Value::Null));
                it.start();
                return true;
            }
            "continue" => {
                self.wire.answer(request, Ok(json!({"allThreadsContinued": true})));
                it.resume();
                return true;
            }
            "next" | "stepIn" | "stepOut" => {
                let kind = match &*request.command {
                    "next" => StepKind::Over,
                    "stepIn" => StepKind::In,
                    _ => StepKind::Out,
                };
                self.wire.answer(request, Ok(Value::Null));
                it.step(a["threadId"].as_u64().unwrap_or(0), kind);
                return true;
            }
            "stepBack" => {
                let goroutine = a["threadId"].as_u64().unwrap_or(0);
                self.go_back(it, request, (goroutine, 0), BackTarget::Line);
                return true;
            }
            "reverseContinue" => {
                self.go_back(it, request, (0, 0), BackTarget::Breakpoint);
                return true;
            }
            "minigo/who" => {
                let text = a["expression"].as_str().unwrap_or_default();
                match it.references.frame(a) {
                    Ok(here) => self.go_back(it, request, here, BackTarget::Write(text)),
                    Err(why) => self.wire.answer(request, Err(why)),
                }
                return true;
            }
            "pause" => {
                self.wire.answer(request, Ok(Value::Null));
                if it.program.has_started() && !it.debugger.is_stopped() {
                    let stop = it.debugger.pause();
                    self.report_stop(it, stop);
                }
                return true;
            }
            "disconnect" if it.attach_guard.is_some() && a["terminateDebuggee"] != true => {
                it.debugger.release_program();
                self.wire.answer(request, Ok(Value::Null));
                return false;
            }
            "disconnect" | "terminate" => {
                it.debugger.end_program();
                self.wire.answer(request, Ok(Value::Null));
                if request.command == "terminate" {
                    self.wire.send_event("terminated", json!({}));
                }
                return request.command == "terminate";
            }
            _ => it.inspect(request),
        };
        self.wire.answer(request, result);
        true
    }
}

/// Waits for the next message, with `until` for no longer than that.
fn receive_message(
    incoming: &Receiver<Incoming>,
    until: Option<Instant>,
) -> Result<Incoming, RecvTimeoutError> {
    let Some(until) = until else {
        return incoming.recv().map_err(|_| RecvTimeoutError::Disconnected);
    };
    let left = until.checked_duration_since(Instant::now()).ok_or(RecvTimeoutError::Timeout)?;
    incoming.recv_timeout(left)
}

impl Debuggee {
    fn start(&mut self) {
        if self.program.has_started() {
            return;
        }
        if self.stops_on_entry {
            self.is_entry_stop_next = self.debugger.run_to_function(1, "main.main");
        }
        self.program.start();
    }

    fn resume(&mut self) {
        self.references.clear();
        self.stop = None;
        self.debugger.resume();
    }

    fn step(&mut self, goroutine: u64, kind: StepKind) {
        self.references.clear();
        self.stop = None;
        if !self.debugger.step(goroutine, kind) {
            self.debugger.resume();
        }
    }

    /// Serves the requests that only inspect the program, or change variables.
    fn inspect(&mut self, request: &Request) -> Result<Value, String> {
        let a = &request.arguments;
        match &*request.command {
            "threads" => Ok(debug_values::threads(&mut self.debugger, self.stop.as_ref())),
            "stackTrace" if !self.debugger.is_stopped() => {
                Err(String::from("the program is running"))
            }
            "stackTrace" => Ok(self.references.stack(&mut self.debugger, a)),
            "scopes" => self.references.scopes(&mut self.debugger, a),
            "variables" => self.references.variables(&mut self.debugger, a),
            "setVariable" => self.references.set_variable(&mut self.debugger, a),
            "evaluate" => self.references.evaluate(&mut self.debugger, a),
            "setExpression" => self.references.set_expression(&mut self.debugger, a),
            "dataBreakpointInfo" => self.data_ids.info(&mut self.debugger, &self.references, a),
            "disassemble" => debug_values::disassembly(&mut self.debugger, a),
            "completions" => self.references.completions(&mut self.debugger, a),
            "minigo/why" => debug_values::wait_reason(&mut self.debugger, a),
            "minigo/waits" => Ok(debug_values::waits(&mut self.debugger)),
            "exceptionInfo" => Ok(debug_values::exception(self.stop.as_ref())),
            "breakpointLocations" => Ok(debug_values::locations(&mut self.debugger, a)),
            "loadedSources" => Ok(debug_values::sources(&mut self.debugger)),
            other => Err(format!("request {other} is not served")),
        }
    }

    fn set_line_breakpoints(&mut self, a: &Value) -> Result<Value, String> {
        let path = a["source"]["path"].as_str().ok_or("setBreakpoints needs source.path")?;
        let file = debug_values::file_of_path(&mut self.debugger, path);
        self.debugger.remove_breakpoints(
            |b| matches!(&b.request.place, BreakpointLocation::Line { file: known, .. } if *known == file),
        );
        let wanted = a["breakpoints"].as_array().cloned().unwrap_or_default();
        let set = wanted.iter().map(|b| {
            let line = b["line"].as_u64().unwrap_or(0) as u32;
            self.set_breakpoint(b, BreakpointLocation::Line { file: file.clone(), line })
        });
        Ok(json!({"breakpoints": set.collect::<Vec<Value>>()}))
    }

    fn set_function_breakpoints(&mut self, a: &Value) -> Result<Value, String> {
        self.debugger
            .remove_breakpoints(|b| matches!(b.request.place, BreakpointLocation::Function(_)));
        let wanted = a["breakpoints"].as_array().cloned().unwrap_or_default();
        let set = wanted.iter().map(|b| {
            let name = b["name"].as_str().unwrap_or_default().to_owned();
            self.set_breakpoint(b, BreakpointLocation::Function(name))
        });
        Ok(json!({"breakpoints": set.collect::<Vec<Value>>()}))
    }

    /// Sets a breakpoint of a request.
    fn set_breakpoint(&mut self, wanted: &Value, place: BreakpointLocation) -> Value {
        let refuse =
            |why: String| json!({"verified": false, "message": why, "line": wanted["line"]});
        let text = |name: &str| text_argument(wanted, name);
        let (condition, log) = (text("condition"), text("logMessage"));
        let set = hit_rule_argument(wanted)
            .and_then(|rule| self.debugger.set_breakpoint(Wanted { place, condition, rule, log }));
        match set {
            Ok(b) => json!({
                "id": b.number, "verified": true, "line": b.line, "source": debug_values::source(&b.file),
            }),
            Err(why) => refuse(why),
        }
    }

    fn set_exception_breakpoints(&mut self, a: &Value) -> Result<Value, String> {
        let filters = a["filters"].as_array().cloned().unwrap_or_default();
        let has = |name: &str| filters.iter().any(|filter| filter == name);
        self.stops_at_panics = has("panic");
        self.debugger.stop_at_failures(self.stops_at_panics, has("uncaught"));
        let verified = vec![json!({"verified": true}); filters.len()];
        Ok(json!({"breakpoints": verified}))
    }
}

/// The optional requests and arguments that the server supports, for the answer to `initialize`.
fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsStepBack": true,
        "supportsTerminateRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsCompletionsRequest": true,
        "supportsDisassembleRequest": true,
        "supportTerminateDebuggee": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsLoadedSourcesRequest": true,
        "supportsDelayedStackTraceLoading": true,
        "exceptionBreakpointFilters": [
            {"filter": "panic", "label": "All panics", "default": false},
            {"filter": "uncaught", "label": "Failures that end the program", "default": true},
        ],
    })
}
