//! Stacks, scopes and variables as the protocol has them.
//!
//! The protocol names frames and values by numbers. The numbers are valid during one stop: when the program goes on,
//! all are forgotten.

use crate::debugger::expr::Operand;
use crate::debugger::{Debugger, Stop, StopReason};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_vm::debug::{Frame, StoppedMachine, Value as GoValue, Variable, WaitEdge};
use serde_json::{Value, json};
use std::path::Path;

/// The most goroutines in a list of threads. The goroutine that has stopped is always in the list.
const MAX_THREADS: usize = 1000;

/// The most components of a value that are sent without a count in the request.
const MAX_COMPONENTS: usize = 1000;

/// The most instructions in one answer.
const MAX_INSTRUCTIONS: usize = 10_000;

/// The most instructions between an address and the first one of an answer.
const MAX_INSTRUCTION_OFFSET: i64 = 1 << 24;

/// The most goroutines that the name of one that waits for them has.
const MAX_AWAITED_GOROUTINES: usize = 3;

/// The variables that a `variablesReference` of the protocol denotes.
#[derive(Clone)]
enum Reference {
    /// The variables of a frame.
    Locals(u64, usize),
    /// The variables of a package.
    Globals(String),
    /// The components of a value.
    Components(GoValue),
}

/// The frames and values that the protocol refers to by number during a stop.
#[derive(Default)]
pub(super) struct References {
    frames: Vec<(u64, usize)>,
    references: Vec<Reference>,
}

/// A number among the arguments of a request.
fn number_argument(a: &Value, name: &str) -> usize {
    a[name].as_u64().unwrap_or(0) as usize
}

impl References {
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.references.clear();
    }

    fn add_reference(&mut self, reference: Reference) -> usize {
        self.references.push(reference);
        self.references.len()
    }

    /// The goroutine and the frame with this number; without one, the innermost frame of the first goroutine.
    pub(super) fn frame(&self, a: &Value) -> Result<(u64, usize), String> {
        let Some(id) = a["frameId"].as_u64() else {
            return Ok(self.frames.first().copied().unwrap_or((1, 0)));
        };
        let found = (id as usize).checked_sub(1).and_then(|at| self.frames.get(at));
        found.copied().ok_or_else(|| String::from("the frame belongs to an earlier stop"))
    }

    pub(super) fn stack(&mut self, debugger: &mut Debugger, a: &Value) -> Value {
        let goroutine = a["threadId"].as_u64().unwrap_or(0);
        let (start, levels) = (number_argument(a, "startFrame"), number_argument(a, "levels"));
        let frames = debugger.frames(goroutine);
        let levels = if levels == 0 { frames.len() } else { levels };
        let shown = frames.iter().enumerate().skip(start).take(levels).map(|(at, frame)| {
            self.frames.push((goroutine, at));
            frame_json(frame, self.frames.len())
        });
        let shown: Vec<Value> = shown.collect();
        json!({"stackFrames": shown, "totalFrames": frames.len()})
    }

    pub(super) fn scopes(&mut self, debugger: &mut Debugger, a: &Value) -> Result<Value, String> {
        let (goroutine, at) = self.frame(a)?;
        let frames = debugger.frames(goroutine);
        let frame = frames.get(at).ok_or("there is no such frame")?;
        let package = frame.package().to_owned();
        let locals = self.add_reference(Reference::Locals(goroutine, at));
        let mut scopes = vec![json!({
            "name": "Locals", "presentationHint": "locals", "variablesReference": locals, "expensive": false,
        })];
        if !debugger.while_stopped(|stopped| stopped.globals(&package)).is_empty() {
            let globals = self.add_reference(Reference::Globals(package.clone()));
            scopes.push(json!({
                "name": format!("Package {package}"), "variablesReference": globals, "expensive": true,
            }));
        }
        Ok(json!({"scopes": scopes}))
    }

    fn reference(&self, a: &Value) -> Result<Reference, String> {
        let at = number_argument(a, "variablesReference").checked_sub(1);
        let found = at.and_then(|at| self.references.get(at)).cloned();
        found.ok_or_else(|| String::from("the variables belong to an earlier stop"))
    }

    /// The variables of a reference, by name.
    fn children(
        &self,
        debugger: &mut Debugger,
        a: &Value,
        (start, count): (usize, usize),
    ) -> Result<Vec<Variable>, String> {
        Ok(match self.reference(a)? {
            Reference::Locals(goroutine, frame) => debugger.variables(goroutine, frame),
            Reference::Globals(package) => debugger.while_stopped(|stopped| {
                let mut all = stopped.globals(&package);
                for variable in &mut all {
                    variable.name = variable.name[package.len() + 1..].to_owned();
                }
                all
            }),
            Reference::Components(value) => debugger.while_stopped(|stopped| {
                let parts = stopped.children(&value, start, count).into_iter();
                let of = |(name, value): (String, GoValue)| {
                    let ty = stopped.type_of(&value);
                    Variable { name, ty, value: Some(value) }
                };
                parts.map(of).collect()
            }),
        })
    }

    /// The variable of a reference with the name of the request.
    pub(super) fn named_child(
        &self,
        debugger: &mut Debugger,
        a: &Value,
    ) -> Result<GoValue, String> {
        let name = a["name"].as_str().unwrap_or_default();
        let all = self.children(debugger, a, (0, usize::MAX))?;
        let found = all.into_iter().rev().find(|variable| variable.name == name);
        let found = found.and_then(|variable| variable.value);
        found.ok_or_else(|| format!("{name} has no place in memory"))
    }

    pub(super) fn variables(
        &mut self,
        debugger: &mut Debugger,
        a: &Value,
    ) -> Result<Value, String> {
        let count = match number_argument(a, "count") {
            0 => MAX_COMPONENTS,
            count => count,
        };
        let all = self.children(debugger, a, (number_argument(a, "start"), count))?;
        let mut shown = Vec::new();
        for variable in all {
            shown.push(match variable.value {
                Some(value) => {
                    let mut entry = self.value_json(debugger, &Operand::Value(value), "value");
                    entry["name"] = json!(variable.name);
                    entry
                }
                None => json!({
                    "name": variable.name, "type": variable.ty, "variablesReference": 0,
                    "value": "(value not available: no code reads the variable any more)",
                }),
            });
        }
        Ok(json!({"variables": shown}))
    }

    /// A value with its type; `key` is the name of the field for its text.
    fn value_json(&mut self, debugger: &mut Debugger, operand: &Operand, key: &str) -> Value {
        let shown = debugger.while_stopped(|stopped| operand.show(stopped));
        let reference = match operand {
            Operand::Value(value) if shown.child_count > 0 => {
                self.add_reference(Reference::Components(*value))
            }
            _ => 0,
        };
        let mut entry = json!({"type": shown.ty, "variablesReference": reference});
        entry[key] = json!(shown.text);
        if shown.child_count > 0 {
            let kind = if shown.is_indexed { "indexedVariables" } else { "namedVariables" };
            entry[kind] = json!(shown.child_count);
        }
        entry
    }

    pub(super) fn evaluate(&mut self, debugger: &mut Debugger, a: &Value) -> Result<Value, String> {
        if !debugger.is_stopped() {
            return Err(String::from("the program is running"));
        }
        let (goroutine, frame) = self.frame(a)?;
        let text = a["expression"].as_str().unwrap_or_default();
        let value = debugger.evaluate(goroutine, frame, text)?;
        Ok(self.value_json(debugger, &value, "result"))
    }

    /// The names that can stand at the column of a text. Columns count UTF-16 units from 1.
    pub(super) fn completions(&self, debugger: &mut Debugger, a: &Value) -> Result<Value, String> {
        if !debugger.is_stopped() {
            return Err(String::from("the program is running"));
        }
        let (goroutine, frame) = self.frame(a)?;
        let (text, column) = (a["text"].as_str().unwrap_or_default(), number_argument(a, "column"));
        let before: Vec<u16> = text.encode_utf16().take(column.saturating_sub(1)).collect();
        let before = String::from_utf16_lossy(&before);
        let begun = before.rsplit(|c: char| c != '_' && !c.is_alphanumeric()).next();
        let length = begun.map_or(0, |begun| begun.encode_utf16().count());
        let found = debugger.completions(goroutine, frame, &before).into_iter();
        let target = |label| json!({"label": label, "start": column.saturating_sub(length), "length": length});
        Ok(json!({"targets": found.map(target).collect::<Vec<Value>>()}))
    }

    pub(super) fn set_expression(
        &mut self,
        debugger: &mut Debugger,
        a: &Value,
    ) -> Result<Value, String> {
        let (goroutine, frame) = self.frame(a)?;
        let text = |name: &str| a[name].as_str().unwrap_or_default();
        let set = debugger.assign(goroutine, frame, text("expression"), text("value"))?;
        Ok(self.value_json(debugger, &set, "value"))
    }

    pub(super) fn set_variable(
        &mut self,
        debugger: &mut Debugger,
        a: &Value,
    ) -> Result<Value, String> {
        let name = a["name"].as_str().unwrap_or_default();
        let target = self.named_child(debugger, a)?;
        let value = a["value"].as_str().unwrap_or_default();
        match self.reference(a)? {
            // By its name, so that a repetition of the run changes the variable too.
            Reference::Locals(goroutine, frame) => {
                debugger.assign(goroutine, frame, name, value)?;
            }
            _ => {
                let (goroutine, frame) = self.frame(&Value::Null)?;
                debugger.assign_to(goroutine, frame, &target, value)?;
            }
        }
        Ok(self.value_json(debugger, &Operand::Value(target), "value"))
    }
}

/// A file as the protocol names it. Files of the library have no path: editors cannot open them.
pub(super) fn source(file: &str) -> Value {
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
    match file.starts_with('/') {
        true => json!({"name": name, "path": file}),
        false => {
            json!({"name": name, "origin": "Go's library", "presentationHint": "deemphasize"})
        }
    }
}

fn frame_json(frame: &Frame, id: usize) -> Value {
    let name = match frame.is_inlined {
        true => format!("{} (inlined)", frame.func),
        false => frame.func.clone(),
    };
    let mut shown = json!({
        "id": id, "name": name, "line": frame.line, "column": 1, "source": source(&frame.file),
    });
    if let Some(at) = frame.instruction() {
        shown["instructionPointerReference"] = json!(format!("{at:#x}"));
    }
    if frame.is_library {
        shown["presentationHint"] = json!("subtle");
    }
    shown
}

/// The goroutines for which one waits, as the end of its thread's name.
fn awaited_goroutines_text(waits: &[WaitEdge], waiting: u64) -> String {
    let mut others: Vec<u64> =
        waits.iter().filter(|edge| edge.waiting == waiting).map(|edge| edge.waited_for).collect();
    others.small_sort();
    others.dedup();
    let names: Vec<String> =
        others.iter().take(MAX_AWAITED_GOROUTINES).map(|id| format!("G{id}")).collect();
    match others.len() {
        0 => String::new(),
        n if n > MAX_AWAITED_GOROUTINES => {
            format!(" waits for {} and {} more", names.join(", "), n - MAX_AWAITED_GOROUTINES)
        }
        _ => format!(" waits for {}", names.join(", ")),
    }
}

/// Why a goroutine waits, as lines of text.
pub(super) fn wait_reason(debugger: &mut Debugger, a: &Value) -> Result<Value, String> {
    let goroutine = a["threadId"].as_u64().unwrap_or(0);
    let lines = debugger.explain_wait(goroutine);
    let lines = lines.ok_or_else(|| format!("there is no goroutine {goroutine}"))?;
    Ok(json!({"lines": lines}))
}

/// Which goroutines wait for which.
pub(super) fn waits(debugger: &mut Debugger) -> Value {
    let edge = |edge: WaitEdge| json!({"threadId": edge.waiting, "waitsFor": edge.waited_for, "reason": edge.reason});
    json!({"waits": debugger.waits().into_iter().map(edge).collect::<Vec<Value>>()})
}

/// The goroutines as threads.
pub(super) fn threads(debugger: &mut Debugger, stop: Option<&Stop>) -> Value {
    let mut all = debugger.while_stopped(StoppedMachine::goroutines);
    let stopped = stop.map_or(0, |stop| stop.goroutine);
    if all.len() > MAX_THREADS {
        let kept = all.iter().position(|g| g.id == stopped).filter(|at| *at >= MAX_THREADS);
        let kept = kept.map(|at| all[at].clone());
        all.truncate(MAX_THREADS);
        all.extend(kept);
    }
    let waits = debugger.waits();
    let thread = |g: minigo_vm::debug::GoroutineSummary| {
        let state = if g.state == "running" { String::new() } else { format!(" [{}]", g.state) };
        let for_others = awaited_goroutines_text(&waits, g.id);
        json!({"id": g.id, "name": format!("G{} {}{state}{for_others}", g.id, g.func)})
    };
    json!({"threads": all.into_iter().map(thread).collect::<Vec<Value>>()})
}

/// Instructions of the bytecode. An address is the index of an instruction in the program's code.
pub(super) fn disassembly(debugger: &mut Debugger, a: &Value) -> Result<Value, String> {
    let reference = a["memoryReference"].as_str().unwrap_or_default();
    let digits = reference.strip_prefix("0x").unwrap_or_default();
    let from =
        usize::from_str_radix(digits, 16).map_err(|_| format!("{reference} is no address"))?;
    let offset = |name: &str| {
        a[name].as_i64().unwrap_or(0).clamp(-MAX_INSTRUCTION_OFFSET, MAX_INSTRUCTION_OFFSET)
    };
    let offset = offset("offset") + offset("instructionOffset");
    let count = number_argument(a, "instructionCount").min(MAX_INSTRUCTIONS);
    let (missing, code) = debugger.disassemble(from, offset, count);
    // The answer has as many as were asked for: those before the code's beginning or behind its end are invalid.
    let invalid = json!({"address": "0x0", "instruction": "", "presentationHint": "invalid"});
    let mut shown = vec![invalid.clone(); missing];
    shown.extend(code.iter().map(|i| {
        let mut entry = json!({
            "address": format!("{:#x}", i.at), "instruction": format!("{:>5}  {}", i.pc, i.text),
            "line": i.line,
            "location": source(&i.file),
        });
        if i.pc == 0 {
            entry["symbol"] = json!(i.func);
        }
        entry
    }));
    shown.resize(count, invalid);
    Ok(json!({"instructions": shown}))
}

/// The failure at which the program has stopped.
pub(super) fn exception(stop: Option<&Stop>) -> Value {
    let (id, text) = match stop.map(|stop| &stop.reason) {
        Some(StopReason::Panic(value)) => ("panic", format!("panic: {value}")),
        Some(StopReason::Crash(message)) => ("fatal error", message.clone()),
        Some(StopReason::Deadlock) => {
            ("deadlock", String::from("all goroutines are asleep - deadlock!"))
        }
        _ => ("none", String::from("the program has not failed")),
    };
    let mode = if id == "panic" { "always" } else { "unhandled" };
    json!({"exceptionId": id, "description": text, "breakMode": mode})
}

/// The lines of a range at which breakpoints can be.
pub(super) fn locations(debugger: &mut Debugger, a: &Value) -> Value {
    let file = file_of_path(debugger, a["source"]["path"].as_str().unwrap_or_default());
    let first = number_argument(a, "line") as u32;
    let last = a["endLine"].as_u64().map_or(first, |line| line as u32).min(first + 10_000);
    let lines = debugger.while_stopped(|stopped| {
        let has_code = |line: &u32| {
            stopped.places_of_line(&file, *line).is_some_and(|found| found.line == *line)
        };
        (first..=last).filter(has_code).collect::<Vec<u32>>()
    });
    let lines = lines.into_iter().map(|line| json!({"line": line}));
    json!({"breakpoints": lines.collect::<Vec<Value>>()})
}

/// The program's own files.
pub(super) fn sources(debugger: &mut Debugger) -> Value {
    let files = debugger.while_stopped(|stopped| stopped.files());
    json!({"sources": files.iter().map(|file| source(file)).collect::<Vec<Value>>()})
}

/// The file of the program that an editor calls by this path, perhaps through other symbolic links.
pub(super) fn file_of_path(debugger: &mut Debugger, path: &str) -> String {
    let real = |path: &str| std::fs::canonicalize(path).ok();
    let (files, wanted) = (debugger.while_stopped(|stopped| stopped.files()), real(path));
    let same = |file: &&String| *file == path || wanted.is_some() && real(file) == wanted;
    files.iter().find(same).cloned().unwrap_or_else(|| path.to_owned())
}
