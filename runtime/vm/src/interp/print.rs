//! `print` and `println`.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{sem, slow};
use crate::types::show::append_value;
use minigo_bytecode::operand::PrintKind;
use minigo_bytecode::ops::Op;

sem! {
    Print(s, cx; src, kind) {
        slow!(s, cx, print(cx, s.slot_address(src), kind));
    }
}

/// Appends one operand to the goroutine's pending output; the operand that ends a print writes the output.
#[inline(never)]
unsafe fn print(cx: &mut Cx, src: *const u64, kind: u16) -> bool {
    let kind = PrintKind::from_number(kind).expect("the compiler emits kinds of the table");
    // SAFETY: an operand of this kind lies in `kind.slots()` slots of the frame.
    let words = unsafe { std::slice::from_raw_parts(src, kind.slot_count() as usize) };
    let out = &mut cx.g().unwind_record().print_output;
    append_value(out, kind, words);
    if matches!(kind, PrintKind::Newline | PrintKind::Flush) {
        let text = std::mem::take(out);
        write_stderr(cx, &text);
        cx.g().unwind_record().print_output = {
            let mut text = text;
            text.clear();
            text
        };
    }
    true
}

/// Writes all of `text` to standard error.
pub(crate) fn write_stderr(cx: &Cx, text: &[u8]) {
    cx.shared().write_stderr(text);
}
