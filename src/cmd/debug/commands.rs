//! The debugger's commands.

use super::console::{Console, frame_text, print, short_path};
use crate::debugger::backwards::BackTarget;
use crate::debugger::breakpoint::BreakpointRequest;
use crate::debugger::{parse_hit_rule, parse_location};
use minigo_vm::debug::{HitRule, StepKind};

/// The most goroutines and frames that a list shows.
const MAX_LISTED_ROWS: usize = 100;

/// When a command can be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Availability {
    Always,
    /// While the program stands still, after it has started.
    Stopped,
}
use Availability::{Always, Stopped};

/// A command of the debugger.
struct Command {
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    availability: Availability,
    /// Executes the command with the text behind its name.
    run: fn(&mut Console, &str),
}

const fn command(
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    when: Availability,
    run: fn(&mut Console, &str),
) -> Command {
    Command { names, arguments, help, availability: when, run }
}

/// The names of the command that leaves the debugger.
const QUIT: &[&str] = &["quit", "q", "exit"];

/// All commands, in the order of the help.
#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    command(&["break", "b"], "PLACE [if CONDITION]",
        "stops at a line (12, file.go:12) or function (work, (*T).Get, pkg.F)", Always, set_breakpoint),
    command(&["log"], "PLACE MESSAGE",
        "prints a message there, with the values of expressions in braces, and does not stop", Always, set_log_point),
    command(&["hits"], "RULE PLACE [if CONDITION]",
        "sets a breakpoint that stops at some arrivals: 5, >=5, %10", Always, set_counted_breakpoint),
    command(&["watch", "w"], "VARIABLE [if CONDITION]",
        "stops behind each write of a variable, field or element", Stopped, watch),
    command(&["breaks"], "", "lists the breakpoints and watches", Always, |c, _| breakpoints(c)),
    command(&["clear"], "[N]", "removes a breakpoint or watch, or all of them", Always, clear),
    command(&["catch"], "panics|failures|nothing",
        "stops at all panics; or only where a panic, fatal error or deadlock ends the program", Always, catch),
    command(&["cont", "c", "continue"], "", "starts the program, or lets it go on", Always, |c, _| c.resume()),
    command(&["next", "n"], "", "executes a line", Always, |c, _| c.step(StepKind::Over)),
    command(&["step", "s"], "", "executes a line, and stops in a function that it calls", Always,
        |c, _| c.step(StepKind::In)),
    command(&["out", "o"], "", "goes on until the function has returned", Always, |c, _| c.step(StepKind::Out)),
    command(&["back"], "", "goes back to the previous line of the goroutine (with --seed or --replay)", Always,
        |c, _| c.go_back(BackTarget::Line)),
    command(&["rcont", "rc"], "", "goes back to the last stop at a breakpoint", Always,
        |c, _| c.go_back(BackTarget::Breakpoint)),
    command(&["who"], "VARIABLE", "goes back to the last write of a variable, field or element", Stopped, go_back_to_write),
    command(&["bt", "where"], "", "lists the calls of the goroutine, innermost first", Stopped,
        |c, _| backtrace(c)),
    command(&["up"], "", "shows the caller", Stopped, |c, _| select_frame(c, c.frame.checked_add(1))),
    command(&["down"], "", "shows the called function", Stopped, |c, _| select_frame(c, c.frame.checked_sub(1))),
    command(&["frame", "f"], "N", "shows call number N of :bt", Stopped, |c, text| select_frame(c, text.parse().ok())),
    command(&["locals", "l"], "", "shows the variables of the frame", Stopped, |c, _| locals(c)),
    command(&["globals"], "[PACKAGE]", "shows the variables of the frame's package, or of another", Always, globals),
    command(&["print", "p"], "EXPRESSION", "shows a value; so does an expression alone", Stopped, evaluate),
    command(&["set"], "VARIABLE = EXPRESSION", "changes a variable, field or element", Stopped, set),
    command(&["goroutines", "gs"], "", "lists the goroutines", Stopped, |c, _| goroutines(c)),
    command(&["goroutine", "g"], "N", "shows goroutine N; steps are then its", Stopped, goroutine),
    command(&["why"], "[N]", "explains why the goroutine, or goroutine N, does not continue", Stopped, explain_wait),
    command(&["waits"], "", "lists which goroutines wait for which", Stopped, |c, _| waits(c)),
    command(&["list", "ls"], "", "shows the source around the line", Stopped, |c, _| c.list_source()),
    command(QUIT, "", "ends the program and the debugger", Always, |_, _| ()),
    command(&["help", "h"], "", "lists the commands", Always, |_, _| help()),
];

/// Executes a line. Returns whether the command ends the debugger.
pub(super) fn execute(console: &mut Console, line: &str) -> bool {
    if line.is_empty() {
        return false;
    }
    // A text without a colon is an expression.
    let command = line.strip_prefix(':').unwrap_or("print");
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = if line.starts_with(':') { rest.trim() } else { line };
    match COMMANDS.iter().find(|known| known.names.contains(&name)) {
        Some(known) if known.availability == Always || console.check_stopped() => {
            (known.run)(console, rest);
        }
        Some(_) => {}
        None => print(&format!("no command :{name}; :help lists the commands")),
    }
    QUIT.contains(&name)
}

fn help() {
    for command in COMMANDS {
        let names: Vec<String> = command.names.iter().map(|name| format!(":{name}")).collect();
        let head = format!("{} {}", names.join(" "), command.arguments);
        print(&format!("{:<40} {}", head.trim_end(), command.help));
    }
}

fn set_breakpoint(console: &mut Console, text: &str) {
    set_breakpoint_with(console, text, HitRule::Always, None);
}

fn set_log_point(console: &mut Console, text: &str) {
    match text.split_once(char::is_whitespace) {
        Some((place, message)) => {
            let message = message.trim().to_owned();
            set_breakpoint_with(console, place, HitRule::Always, Some(message));
        }
        None => print("usage: :log PLACE MESSAGE"),
    }
}

fn set_counted_breakpoint(console: &mut Console, text: &str) {
    match text.split_once(char::is_whitespace).map(|(rule, rest)| (parse_hit_rule(rule), rest)) {
        Some((Ok(rule), rest)) => set_breakpoint_with(console, rest.trim(), rule, None),
        Some((Err(why), _)) => print(&why),
        None => print("usage: :hits RULE PLACE"),
    }
}

fn go_back_to_write(console: &mut Console, text: &str) {
    match text {
        "" => print("usage: :who VARIABLE"),
        _ => console.go_back(BackTarget::Write(text)),
    }
}

fn set_breakpoint_with(console: &mut Console, text: &str, rule: HitRule, log: Option<String>) {
    if text.is_empty() {
        return print("usage: :break PLACE [if CONDITION]");
    }
    let (at, condition) = match text.split_once(" if ") {
        Some((at, condition)) => (at.trim(), Some(condition.trim().to_owned())),
        None => (text, None),
    };
    let file = console.current_file();
    let place = parse_location(at, file.as_deref());
    console.set_breakpoint(BreakpointRequest { place, condition, rule, log });
}

fn watch(console: &mut Console, text: &str) {
    let (name, condition) = match text.split_once(" if ") {
        Some((name, condition)) => (name.trim(), Some(condition.trim().to_owned())),
        None => (text, None),
    };
    match name {
        "" => print("usage: :watch VARIABLE [if CONDITION]"),
        _ => console.watch(name, condition),
    }
}

fn breakpoints(console: &Console) {
    let data = console.debugger.data_breakpoints();
    if console.debugger.breakpoints().is_empty() && data.is_empty() {
        return print("no breakpoints");
    }
    for b in console.debugger.breakpoints() {
        let mut text = format!("{} {}:{}", b.number, short_path(&b.file), b.line);
        if let Some(condition) = &b.request.condition {
            text.push_str(&format!(" if {condition}"));
        }
        if let Some(log) = &b.request.log {
            text.push_str(&format!(" log {log}"));
        }
        print(&text);
    }
    for b in data {
        let mut text = format!("{} watch {}", b.number, b.request.name);
        if let Some(condition) = &b.request.condition {
            text.push_str(&format!(" if {condition}"));
        }
        print(&text);
    }
}

fn clear(console: &mut Console, text: &str) {
    let number: Option<u32> = text.parse().ok();
    if !text.is_empty() && number.is_none() {
        return print("usage: :clear [N]");
    }
    let is_meant = |known: u32| number.is_none_or(|n| known == n);
    let gone = console.debugger.remove_breakpoints(|b| is_meant(b.number));
    let watches = console.debugger.remove_data_breakpoints(|b| is_meant(b.number));
    let count = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let parts = [count(gone, "breakpoint", "breakpoints"), count(watches, "watch", "watches")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => print("no such breakpoint"),
        false => print(&format!("removed {}", parts.join(" and "))),
    }
}

fn catch(console: &mut Console, text: &str) {
    match text {
        "panics" => console.debugger.stop_at_failures(true, true),
        "failures" => console.debugger.stop_at_failures(false, true),
        "nothing" => console.debugger.stop_at_failures(false, false),
        _ => print("usage: :catch panics, :catch failures or :catch nothing"),
    }
}

fn backtrace(console: &mut Console) {
    let frames = console.debugger.frames(console.goroutine);
    for (number, frame) in frames.iter().enumerate().take(MAX_LISTED_ROWS) {
        let mark = if number == console.frame { '>' } else { ' ' };
        print(&format!("{mark}{}", frame_text(number, frame)));
    }
    if frames.len() > MAX_LISTED_ROWS {
        print(&format!(" … ({} more)", frames.len() - MAX_LISTED_ROWS));
    }
}

fn select_frame(console: &mut Console, frame: Option<usize>) {
    let count = console.debugger.frames(console.goroutine).len();
    match frame.filter(|frame| *frame < count) {
        Some(frame) => {
            console.frame = frame;
            console.show_frame();
        }
        None => print("no such frame"),
    }
}

fn locals(console: &mut Console) {
    let variables = console.debugger.variables(console.goroutine, console.frame);
    if variables.is_empty() {
        return print("no variables");
    }
    for variable in variables {
        let text = console.debugger.while_stopped(|stopped| match &variable.value {
            Some(value) => stopped.text(value),
            None => String::from("(not kept)"),
        });
        print(&format!("{} {} = {text}", variable.name, variable.ty));
    }
}

fn globals(console: &mut Console, package: &str) {
    let frames = match console.debugger.is_stopped() {
        true => console.debugger.frames(console.goroutine),
        false => Vec::new(),
    };
    let own = frames.get(console.frame).map_or("main", |frame| frame.package()).to_owned();
    let package = if package.is_empty() { &own } else { package };
    let lines = console.debugger.while_stopped(|stopped| {
        let of = |variable: minigo_vm::debug::Variable| {
            let text =
                variable.value.map(|value| stopped.summarize(&value).text).unwrap_or_default();
            format!("{} {} = {text}", variable.name, variable.ty)
        };
        stopped.globals(package).into_iter().map(of).collect::<Vec<String>>()
    });
    if lines.is_empty() {
        return print(&format!("package {package} has no variables"));
    }
    lines.iter().for_each(|line| print(line));
}

fn evaluate(console: &mut Console, text: &str) {
    match console.debugger.evaluate(console.goroutine, console.frame, text) {
        Ok(value) => {
            let text = console.debugger.while_stopped(|stopped| match &value {
                crate::debugger::expr::Operand::Value(value) => stopped.text(value),
                computed => computed.show(stopped).text,
            });
            print(&text);
        }
        Err(why) => print(&why),
    }
}

fn set(console: &mut Console, text: &str) {
    let Some((target, value)) = text.split_once('=') else {
        return print("usage: :set VARIABLE = EXPRESSION");
    };
    let (goroutine, frame) = (console.goroutine, console.frame);
    if let Err(why) = console.debugger.assign(goroutine, frame, target.trim(), value.trim()) {
        print(&why);
    }
}

fn goroutines(console: &mut Console) {
    let all = console.debugger.while_stopped(|stopped| stopped.goroutines());
    for g in all.iter().take(MAX_LISTED_ROWS) {
        let mark = if g.id == console.goroutine { '>' } else { ' ' };
        let place = format!("{} at {}:{}", g.func, short_path(&g.file), g.line);
        print(&format!("{mark}G{} [{}] {place}", g.id, g.state));
    }
    if all.len() > MAX_LISTED_ROWS {
        print(&format!(" … ({} more)", all.len() - MAX_LISTED_ROWS));
    }
}

fn explain_wait(console: &mut Console, text: &str) {
    let id = match text {
        "" => console.goroutine,
        _ => text.trim_start_matches('G').parse().unwrap_or(0),
    };
    match console.debugger.explain_wait(id) {
        Some(lines) => lines.iter().for_each(|line| print(line)),
        None => print(&format!("no goroutine {text}")),
    }
}

fn waits(console: &mut Console) {
    let edges = console.debugger.waits();
    for edge in edges.iter().take(MAX_LISTED_ROWS) {
        print(&format!("G{} waits for {} G{}", edge.waiting, edge.reason, edge.waited_for));
    }
    match edges.len() {
        0 => print("no goroutine is known to wait for another"),
        n if n > MAX_LISTED_ROWS => print(&format!("… ({} more)", n - MAX_LISTED_ROWS)),
        _ => {}
    }
}

fn goroutine(console: &mut Console, text: &str) {
    let id = text.trim_start_matches('G').parse().unwrap_or(0);
    let frames = console.debugger.frames(id);
    if frames.is_empty() {
        return print(&format!("no goroutine {text}"));
    }
    console.goroutine = id;
    console.frame = frames.iter().position(|f| !f.is_library).unwrap_or(0);
    console.show_frame();
}
