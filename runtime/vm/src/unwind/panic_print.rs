//! The texts of unrecovered panics, and the end of the program with them.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::unwind_records::{Callee, Panic, VmCall, VmCallKind};
use crate::native::slots::load_slots;
use crate::report::crash::{self, crash_program};
use crate::shared::settings::TracebackLevel;
use crate::types::{equality, show};
use crate::unwind::defer::{enter_callee, frame_top, running_base};
use crate::unwind::panic_values;
use minigo_bytecode::operand::PrintKind;
use minigo_bytecode::rtype::Kind;
use minigo_bytecode::type_word::type_of;
use minigo_sched::Step;

/// Ends the program with a fatal error that it caused itself: the interrupted panics are printed first.
pub(crate) fn fatal(cx: &mut Cx, text: &str) -> Step {
    let Panics { lines: mut message, signal, is_goexit: exiting } = panics_of(cx);
    if !message.is_empty() || exiting {
        message.push(b'\t');
    }
    message.extend(format!("fatal error: {}\n", text.replace('\n', "\n\t")).as_bytes());
    message.extend(signal);
    crash_program(cx, message, TracebackLevel::All)
}

/// Computes the texts of all panics, by calling Go's methods where there are some; then prints them and ends the
/// program.
pub(crate) fn print_panics(cx: &mut Cx) -> Option<Step> {
    let unwind = cx.g().unwind_record();
    unwind.prints_panics = true;
    for panic in &mut unwind.panics {
        // The methods are not deferred calls: they cannot recover these panics.
        panic.running_call_base = u32::MAX;
    }
    let all = unwind.panics.len();
    compute_panic_texts(cx, all)
}

/// Computes the texts of the first `count` panics, from the newest to the oldest as Go does.
pub(crate) fn compute_panic_texts(cx: &mut Cx, count: usize) -> Option<Step> {
    for i in (0..count).rev() {
        let panic = &cx.g().unwind_record().panics[i];
        if panic.is_goexit {
            continue;
        }
        let value = panic.value;
        if let Some(text) = panic_values::text_of(cx, value) {
            cx.g().unwind_record().panics[i].text = Some(text);
            continue;
        }
        if let Some(code) = text_method(cx, value) {
            let (base, pc) = (running_base(cx), cx.registers.pc);
            let at = frame_top(cx);
            // A method that panics is not called again.
            cx.g().unwind_record().panics[i].text =
                Some(b"(its text could not be determined)".to_vec());
            cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind: VmCallKind::Print(i) });
            let callee = Callee::Code(code);
            if enter_callee(cx, callee, at, &[value[1]]) {
                return None;
            }
            cx.exit = InterpreterExit::None;
            cx.g().unwind_record().vm_calls.pop();
        }
        let mut text = Vec::new();
        show_value(cx, value, &mut text);
        cx.g().unwind_record().panics[i].text = Some(text);
    }
    Some(print_and_exit(cx))
}

/// Ends the program: a method called for the text of a panic has panicked itself, and has not recovered.
pub(crate) fn panicked_while_printing(cx: &mut Cx, value: [u64; 2]) -> Step {
    let ty = cx.shared().image.types.get(type_of(value[0]));
    let mut what = Vec::new();
    if ty.kind == Kind::String && ty.pkg_path.is_empty() {
        show_value(cx, value, &mut what);
    } else {
        what.extend(format!("type {}", ty.string).as_bytes());
    }
    let text = format!("panic while printing panic value: {}", String::from_utf8_lossy(&what));
    crash::throw(cx, &text)
}

/// The code offset of `Error` or `String` of a panic's value.
fn text_method(cx: &Cx, value: [u64; 2]) -> Option<u32> {
    let image = &cx.shared().image;
    let known = image.program.known_types;
    let ty = type_of(value[0]);
    let find = |method| image.types.method_func(ty, method);
    let named = |name: &str, method| {
        let id: minigo_bytecode::operand::MethodId = method;
        let is = image.program.methods.get(id.0 as usize).is_some_and(|m| &*m.name == name);
        if is { find(id) } else { None }
    };
    let func =
        named("Error", known.error_method).or_else(|| named("String", known.string_method))?;
    Some(image.function_starts[func.0 as usize])
}

/// Prints all panics, oldest first, and the goroutine; the exit status is 2.
fn print_and_exit(cx: &mut Cx) -> Step {
    let Panics { mut lines, signal, .. } = panics_of(cx);
    lines.extend(signal);
    note_deadlock(cx);
    crash::crash_program(cx, lines, TracebackLevel::All)
}

/// If the panic is a bubble's deadlock, records the bubble, so that its goroutines are shown.
fn note_deadlock(cx: &mut Cx) {
    let shared = cx.shared();
    // SAFETY: nothing changes the goroutine during the call.
    let g = unsafe { &*cx.g };
    let Some(panic) = g.unwind_ref().and_then(|u| u.panics.last()) else { return };
    if panic.is_goexit || panic.value[0] == 0 {
        return;
    }
    let types = &shared.image.types;
    let ty = types.get(type_of(panic.value[0]));
    if ty.kind != Kind::Pointer {
        return;
    }
    let to = types.get(ty.elem);
    if &*to.pkg_path == "internal/synctest" && &*to.string == "synctest.deadlock" {
        // SAFETY: a value of that type begins with the bubble's number.
        let bubble = unsafe { *(panic.value[1] as *const u32) };
        shared.bubbles.note_deadlock(bubble);
    }
}

/// A goroutine's panics in the form of the report.
#[derive(Default)]
pub(crate) struct Panics {
    /// The panics' lines, oldest panic first.
    pub(crate) lines: Vec<u8>,
    /// The line about the signal, if a panic was caused by one.
    pub(crate) signal: Vec<u8>,
    /// Whether the last entry of the goroutine's panics is a `Goexit`.
    pub(crate) is_goexit: bool,
}

/// The panics in progress; a panic whose text was not computed is shown by its value.
pub(crate) fn panics_of(cx: &mut Cx) -> Panics {
    let mut all = Panics::default();
    let cx = &*cx;
    // SAFETY: nothing changes the goroutine during the call.
    let g = unsafe { &*cx.g };
    let panics = g.unwind_ref().map_or(&[][..], |u| &u.panics);
    for (i, panic) in panics.iter().enumerate() {
        all.is_goexit = panic.is_goexit;
        let before = i.checked_sub(1).map(|j| &panics[j]);
        if before.is_some_and(|b| is_repanic(cx, b, panic)) {
            continue;
        }
        // As in Go, a Goexit after a panic prints the tab too.
        if before.is_some_and(|b| !b.is_goexit) {
            all.lines.push(b'\t');
        }
        if !panic.is_goexit {
            let again = panics.get(i + 1).is_some_and(|next| is_repanic(cx, panic, next));
            show_panic(cx, panic, again, &mut all.lines);
        }
    }
    let access = |p: &Panic| Some(p.access?.signal_line(p.pc as u64).to_string());
    if let Some(line) = panics.iter().filter(|p| !p.is_goexit).find_map(access) {
        all.signal = line.into_bytes();
    }
    all
}

/// Reports whether a deferred call panicked again with the same value: the same interface, as in Go, where a constant
/// is converted to an interface once.
fn is_repanic(cx: &Cx, before: &Panic, after: &Panic) -> bool {
    let (one, other) = (before.value, after.value);
    if one == other || one[0] != other[0] || one[0] == 0 {
        return one == other;
    }
    // Equal constants share their bytes.
    let is_string = cx.shared().image.types.get(type_of(one[0])).kind == Kind::String;
    // SAFETY: the data word of an interface that holds a string points to the string.
    is_string && unsafe { *(one[1] as *const [u64; 2]) == *(other[1] as *const [u64; 2]) }
}

/// Appends the lines of a panic; `again`: the panic was recovered only to panic with the same value.
fn show_panic(cx: &Cx, panic: &Panic, again: bool, out: &mut Vec<u8>) {
    out.extend(b"panic: ");
    let mut shown = Vec::new();
    if panic.text.is_none() {
        show_value(cx, panic.value, &mut shown);
    }
    for &b in panic.text.as_ref().unwrap_or(&shown) {
        out.push(b);
        if b == b'\n' {
            out.push(b'\t');
        }
    }
    if panic.is_recovered {
        let how = if again { &b" [recovered, repanicked]"[..] } else { b" [recovered]" };
        out.extend(how);
    }
    out.push(b'\n');
}

/// Appends a panic's value as Go prints values without methods.
pub(crate) fn show_value(cx: &Cx, value: [u64; 2], out: &mut Vec<u8>) {
    let types = &cx.shared().image.types;
    if value[0] == 0 {
        out.extend(b"nil");
        return;
    }
    let ty = types.get(type_of(value[0]));
    let Some(kind) = print_kind(ty.kind) else {
        out.extend(format!("({}) {:#x}", ty.string, value[1]).as_bytes());
        return;
    };
    let mut slots = Vec::new();
    // SAFETY: the type says where the value lies; the value has at most two words.
    unsafe { load_slots(ty, equality::data_of(ty, &value[1]), &mut slots) };
    let words = [slots[0], slots.get(1).copied().unwrap_or(0)];
    let (before, after): (&[u8], &[u8]) = match kind {
        _ if ty.pkg_path.is_empty() => (b"", b""),
        PrintKind::String => (b"(\"", b"\")"),
        // Complex numbers have parentheses of their own.
        PrintKind::Complex64 | PrintKind::Complex128 => (b"", b""),
        _ => (b"(", b")"),
    };
    if !ty.pkg_path.is_empty() {
        out.extend(ty.string.as_bytes());
    }
    out.extend(before);
    show::append_value(out, kind, &words);
    out.extend(after);
}

/// How `print` shows values of this kind; `None` if it only shows an address.
fn print_kind(kind: Kind) -> Option<PrintKind> {
    Some(match kind {
        Kind::Bool => PrintKind::Bool,
        Kind::Int | Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Int64 => PrintKind::Int,
        Kind::Uint | Kind::Uint8 | Kind::Uint16 | Kind::Uint32 | Kind::Uint64 | Kind::Uintptr => {
            PrintKind::Uint
        }
        Kind::Float32 => PrintKind::Float32,
        Kind::Float64 => PrintKind::Float64,
        Kind::Complex64 => PrintKind::Complex64,
        Kind::Complex128 => PrintKind::Complex128,
        Kind::String => PrintKind::String,
        _ => return None,
    })
}
