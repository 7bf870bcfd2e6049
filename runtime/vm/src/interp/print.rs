//! `print` and `println`.

use super::{Cx, Op, S, print_float, sem, slow};
use minigo_bytecode::program::PrintKind;

sem! {
    Print(s, cx; src, kind) {
        slow!(s, cx, print(cx, s.at(src), kind));
    }
}

/// Appends one operand to the goroutine's pending output; what ends a print writes it.
#[inline(never)]
unsafe fn print(cx: &mut Cx, src: *const u64, kind: u16) -> bool {
    let kind = PrintKind::from_number(kind).expect("the compiler emits kinds of the table");
    // SAFETY: so many slots of the frame hold the operand.
    let words = unsafe { std::slice::from_raw_parts(src, kind.slots() as usize) };
    let out = &mut cx.g().unwind().printed;
    show(out, kind, words);
    if matches!(kind, PrintKind::Newline | PrintKind::Flush) {
        let text = std::mem::take(out);
        write_stderr(cx, &text);
        cx.g().unwind().printed = {
            let mut text = text;
            text.clear();
            text
        };
    }
    true
}

/// Writes to standard error, all of it.
pub(crate) fn write_stderr(cx: &Cx, text: &[u8]) {
    cx.shared().write_stderr(text);
}

/// Appends a value as `print` shows it.
pub(crate) fn show(out: &mut Vec<u8>, kind: PrintKind, words: &[u64]) {
    let hex = |out: &mut Vec<u8>, v: u64| out.extend(format!("{v:#x}").as_bytes());
    match kind {
        PrintKind::Bool => {
            let text: &[u8] = if words[0] & 1 == 0 { b"false" } else { b"true" };
            out.extend(text);
        }
        PrintKind::Int => out.extend((words[0] as i64).to_string().as_bytes()),
        PrintKind::Uint => out.extend(words[0].to_string().as_bytes()),
        PrintKind::Float32 => {
            print_float(out, f64::from(f32::from_bits(words[0] as u32)), true);
        }
        PrintKind::Float64 => print_float(out, f64::from_bits(words[0]), false),
        PrintKind::Complex64 => {
            let part = |w: u64| f64::from(f32::from_bits(w as u32));
            show_complex(out, part(words[0]), part(words[0] >> 32), true);
        }
        PrintKind::Complex128 => {
            show_complex(out, f64::from_bits(words[0]), f64::from_bits(words[1]), false);
        }
        PrintKind::String => {
            // SAFETY: the operand is a string.
            out.extend(unsafe { crate::rtype::string_at(words.as_ptr().cast()) });
        }
        PrintKind::Pointer => hex(out, words[0]),
        PrintKind::Iface => {
            out.push(b'(');
            hex(out, words[0]);
            out.push(b',');
            hex(out, words[1]);
            out.push(b')');
        }
        PrintKind::Slice => {
            out.extend(format!("[{}/{}]", words[1], words[2]).as_bytes());
            hex(out, words[0]);
        }
        PrintKind::Space => out.push(b' '),
        PrintKind::Newline => out.push(b'\n'),
        PrintKind::Flush => {}
    }
}

fn show_complex(out: &mut Vec<u8>, re: f64, im: f64, single: bool) {
    out.push(b'(');
    print_float(out, re, single);
    let at = out.len();
    print_float(out, im, single);
    if !matches!(out[at], b'+' | b'-') {
        out.insert(at, b'+');
    }
    out.extend(b"i)");
}
