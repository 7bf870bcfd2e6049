//! The debugger's commands.

use super::console::{Console, place_text, print, short};
use crate::debugger::breakpoint::Request;
use crate::debugger::{hit_rule, place};
use minigo_vm::debug::{HitRule, StepKind};

/// The most goroutines and frames that a list shows.
const LISTED: usize = 100;

/// A command of the debugger.
struct Command {
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    /// Executes the command with the text behind its name. Reports whether the user leaves.
    run: fn(&mut Console<'_>, &str) -> bool,
}

/// All commands, in the order of the help.
const COMMANDS: &[Command] = &[
    Command {
        names: &["break", "b"],
        arguments: "PLACE [if CONDITION]",
        help: "stops at a line (12, file.go:12) or function (work, (*T).Get, pkg.F)",
        run: |c, text| set_breakpoint(c, text, None),
    },
    Command {
        names: &["log"],
        arguments: "PLACE MESSAGE",
        help: "prints a message there, with the values of expressions in braces, and does not stop",
        run: |c, text| match text.split_once(char::is_whitespace) {
            Some((place, message)) => set_breakpoint(c, place, Some(message.trim().to_owned())),
            None => say("usage: :log PLACE MESSAGE"),
        },
    },
    Command {
        names: &["hits"],
        arguments: "RULE PLACE [if CONDITION]",
        help: "sets a breakpoint that stops at some arrivals: 5, >=5, %10",
        run: |c, text| match text.split_once(char::is_whitespace) {
            Some((rule, rest)) => match hit_rule(rule) {
                Ok(rule) => breakpoint_with(c, rest.trim(), rule, None),
                Err(why) => say(&why),
            },
            None => say("usage: :hits RULE PLACE"),
        },
    },
    Command {
        names: &["breaks"],
        arguments: "",
        help: "lists the breakpoints",
        run: |c, _| breakpoints(c),
    },
    Command {
        names: &["clear"],
        arguments: "[N]",
        help: "removes a breakpoint, or all of them",
        run: |c, text| clear(c, text),
    },
    Command {
        names: &["catch"],
        arguments: "panics|failures|nothing",
        help: "stops at all panics; or only where a panic, fatal error or deadlock ends the program",
        run: |c, text| catch(c, text),
    },
    Command {
        names: &["cont", "c", "continue"],
        arguments: "",
        help: "starts the program, or lets it go on",
        run: |c, _| {
            c.go_on();
            false
        },
    },
    Command {
        names: &["next", "n"],
        arguments: "",
        help: "executes a line",
        run: |c, _| {
            c.step(StepKind::Over);
            false
        },
    },
    Command {
        names: &["step", "s"],
        arguments: "",
        help: "executes a line, and stops in a function that it calls",
        run: |c, _| {
            c.step(StepKind::In);
            false
        },
    },
    Command {
        names: &["out", "o"],
        arguments: "",
        help: "goes on until the function has returned",
        run: |c, _| {
            c.step(StepKind::Out);
            false
        },
    },
    Command {
        names: &["bt", "where"],
        arguments: "",
        help: "lists the calls of the goroutine, innermost first",
        run: |c, _| backtrace(c),
    },
    Command {
        names: &["up"],
        arguments: "",
        help: "shows the caller",
        run: |c, _| select_frame(c, |frame| Some(frame + 1)),
    },
    Command {
        names: &["down"],
        arguments: "",
        help: "shows the called function",
        run: |c, _| select_frame(c, |frame| frame.checked_sub(1)),
    },
    Command {
        names: &["frame", "f"],
        arguments: "N",
        help: "shows call number N of :bt",
        run: |c, text| match text.parse() {
            Ok(number) => select_frame(c, |_| Some(number)),
            Err(_) => say("usage: :frame N"),
        },
    },
    Command {
        names: &["locals", "l"],
        arguments: "",
        help: "shows the variables of the frame",
        run: |c, _| locals(c),
    },
    Command {
        names: &["globals"],
        arguments: "[PACKAGE]",
        help: "shows the variables of the frame's package, or of another",
        run: |c, text| globals(c, text),
    },
    Command {
        names: &["print", "p"],
        arguments: "EXPRESSION",
        help: "shows a value; so does an expression alone",
        run: |c, text| evaluate(c, text),
    },
    Command {
        names: &["set"],
        arguments: "VARIABLE = EXPRESSION",
        help: "changes a variable, field or element",
        run: |c, text| set(c, text),
    },
    Command {
        names: &["goroutines", "gs"],
        arguments: "",
        help: "lists the goroutines",
        run: |c, _| goroutines(c),
    },
    Command {
        names: &["goroutine", "g"],
        arguments: "N",
        help: "shows goroutine N; steps are then its",
        run: |c, text| goroutine(c, text),
    },
    Command {
        names: &["list", "ls"],
        arguments: "",
        help: "shows the source around the line",
        run: |c, _| {
            if c.stands() {
                c.list();
            }
            false
        },
    },
    Command {
        names: &["quit", "q", "exit"],
        arguments: "",
        help: "ends the program and the debugger",
        run: |_, _| true,
    },
    Command {
        names: &["help", "h"],
        arguments: "",
        help: "lists the commands",
        run: |_, _| help(),
    },
];

/// Executes a line. Reports whether the user leaves.
pub(super) fn execute(console: &mut Console<'_>, line: &str) -> bool {
    let Some(command) = line.strip_prefix(':') else {
        return if line.is_empty() { false } else { evaluate(console, line) };
    };
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    match COMMANDS.iter().find(|known| known.names.contains(&name)) {
        Some(known) => (known.run)(console, rest.trim()),
        None => say(&format!("no command :{name}; :help lists the commands")),
    }
}

fn say(text: &str) -> bool {
    print(text);
    false
}

fn help() -> bool {
    for command in COMMANDS {
        let names: Vec<String> = command.names.iter().map(|name| format!(":{name}")).collect();
        let head = format!("{} {}", names.join(" "), command.arguments);
        print(&format!("{:<40} {}", head.trim_end(), command.help));
    }
    false
}

fn set_breakpoint(console: &mut Console<'_>, text: &str, log: Option<String>) -> bool {
    breakpoint_with(console, text, HitRule::Always, log)
}

fn breakpoint_with(
    console: &mut Console<'_>,
    text: &str,
    rule: HitRule,
    log: Option<String>,
) -> bool {
    if text.is_empty() {
        return say("usage: :break PLACE [if CONDITION]");
    }
    let (at, condition) = match text.split_once(" if ") {
        Some((at, condition)) => (at.trim(), Some(condition.trim().to_owned())),
        None => (text, None),
    };
    let file = console.file();
    let place = place(at, file.as_deref());
    console.set_breakpoint(Request { place, condition, rule, log });
    false
}

fn breakpoints(console: &Console<'_>) -> bool {
    if console.debugger.breakpoints().is_empty() {
        return say("no breakpoints");
    }
    for b in console.debugger.breakpoints() {
        let mut text = format!("{} {}:{}", b.number, short(&b.file), b.line);
        if let Some(condition) = &b.request.condition {
            text.push_str(&format!(" if {condition}"));
        }
        if let Some(log) = &b.request.log {
            text.push_str(&format!(" log {log}"));
        }
        print(&text);
    }
    false
}

fn clear(console: &mut Console<'_>, text: &str) -> bool {
    let number: Option<u32> = text.parse().ok();
    if !text.is_empty() && number.is_none() {
        return say("usage: :clear [N]");
    }
    let gone = console.debugger.remove_breakpoints(|b| number.is_none_or(|n| b.number == n));
    match gone {
        0 => say("no such breakpoint"),
        1 => say("removed 1 breakpoint"),
        n => say(&format!("removed {n} breakpoints")),
    }
}

fn catch(console: &Console<'_>, text: &str) -> bool {
    match text {
        "panics" => console.debugger.stop_at_failures(true, true),
        "failures" => console.debugger.stop_at_failures(false, true),
        "nothing" => console.debugger.stop_at_failures(false, false),
        _ => return say("usage: :catch panics, :catch failures or :catch nothing"),
    }
    false
}

fn backtrace(console: &mut Console<'_>) -> bool {
    if !console.stands() {
        return false;
    }
    let frames = console.debugger.frames(console.goroutine);
    for (number, frame) in frames.iter().enumerate().take(LISTED) {
        let mark = if number == console.frame { '>' } else { ' ' };
        print(&format!("{mark}{}", place_text(number, frame)));
    }
    if frames.len() > LISTED {
        print(&format!(" … ({} more)", frames.len() - LISTED));
    }
    false
}

fn select_frame(console: &mut Console<'_>, choose: impl Fn(usize) -> Option<usize>) -> bool {
    if !console.stands() {
        return false;
    }
    let count = console.debugger.frames(console.goroutine).len();
    match choose(console.frame).filter(|frame| *frame < count) {
        Some(frame) => {
            console.frame = frame;
            console.show_frame();
            false
        }
        None => say("no such frame"),
    }
}

fn locals(console: &mut Console<'_>) -> bool {
    if !console.stands() {
        return false;
    }
    let variables = console.debugger.variables(console.goroutine, console.frame);
    if variables.is_empty() {
        return say("no variables");
    }
    for variable in variables {
        let text = console.debugger.with(|stopped| match &variable.value {
            Some(value) => stopped.text(value),
            None => String::from("(not kept)"),
        });
        print(&format!("{} {} = {text}", variable.name, variable.ty));
    }
    false
}

fn globals(console: &mut Console<'_>, package: &str) -> bool {
    let frames = match console.debugger.is_stopped() {
        true => console.debugger.frames(console.goroutine),
        false => Vec::new(),
    };
    let own = frames.get(console.frame).map_or("main", |frame| frame.package()).to_owned();
    let package = if package.is_empty() { &own } else { package };
    let lines = console.debugger.with(|stopped| {
        let of = |variable: minigo_vm::debug::Variable| {
            let text = variable.value.map(|value| stopped.show(&value).text).unwrap_or_default();
            format!("{} {} = {text}", variable.name, variable.ty)
        };
        stopped.globals(package).into_iter().map(of).collect::<Vec<String>>()
    });
    if lines.is_empty() {
        return say(&format!("package {package} has no variables"));
    }
    lines.iter().for_each(|line| print(line));
    false
}

fn evaluate(console: &mut Console<'_>, text: &str) -> bool {
    if !console.stands() {
        return false;
    }
    match console.debugger.evaluate(console.goroutine, console.frame, text) {
        Ok(value) => {
            let text = console.debugger.with(|stopped| match &value {
                crate::debugger::expr::Operand::Value(value) => stopped.text(value),
                computed => computed.show(stopped).text,
            });
            print(&text);
        }
        Err(why) => print(&why),
    }
    false
}

fn set(console: &mut Console<'_>, text: &str) -> bool {
    let Some((target, value)) = text.split_once('=') else {
        return say("usage: :set VARIABLE = EXPRESSION");
    };
    if console.stands()
        && let Err(why) =
            console.debugger.assign(console.goroutine, console.frame, target.trim(), value.trim())
    {
        print(&why);
    }
    false
}

fn goroutines(console: &mut Console<'_>) -> bool {
    if !console.stands() {
        return false;
    }
    let all = console.debugger.with(|stopped| stopped.goroutines());
    for g in all.iter().take(LISTED) {
        let mark = if g.id == console.goroutine { '>' } else { ' ' };
        let place = format!("{} at {}:{}", g.func, short(&g.file), g.line);
        print(&format!("{mark}G{} [{}] {place}", g.id, g.state));
    }
    if all.len() > LISTED {
        print(&format!(" … ({} more)", all.len() - LISTED));
    }
    false
}

fn goroutine(console: &mut Console<'_>, text: &str) -> bool {
    if !console.stands() {
        return false;
    }
    let id = text.trim_start_matches('G').parse().unwrap_or(0);
    let frames = console.debugger.frames(id);
    if frames.is_empty() {
        return say(&format!("no goroutine {text}"));
    }
    console.goroutine = id;
    console.frame = frames.iter().position(|f| !f.library).unwrap_or(0);
    console.show_frame();
    false
}
