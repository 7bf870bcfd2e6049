//! Disassembly: code as text, derived from the table.

use crate::func::Func;
use crate::operand::Use;
use crate::ops::Op;
use crate::program::Program;
use std::fmt::Write as _;

/// One instruction at `pc` as text, without its line.
#[must_use]
pub fn instruction(program: &Program, pc: u32, op: Op) -> String {
    let mut text = format!("{:<14}", op.mnemonic());
    let mut sep = " ";
    op.operands(|operand| {
        text.push_str(sep);
        sep = ", ";
        push_operand(&mut text, program, pc, operand);
    });
    text.truncate(text.trim_end().len());
    text
}

fn push_operand(text: &mut String, program: &Program, pc: u32, operand: Use) {
    let written = match operand {
        Use::Read(s, n) | Use::Write(s, n) if n > 1 => write!(text, "r{}:{n}", s.0),
        Use::Read(s, _) | Use::Write(s, _) | Use::Update(s) | Use::Window(s) => {
            write!(text, "r{}", s.0)
        }
        Use::Imm(i) => write!(text, "#{i}"),
        Use::Jump(d) => write!(text, "->{}", i64::from(pc) + 1 + i64::from(d)),
        Use::Global(off) => write!(text, "g{off}"),
        Use::Const(k) => match program.consts.get(k.0 as usize) {
            Some(v) => write!(text, "{v:#x}"),
            None => write!(text, "k{}", k.0),
        },
        Use::Str(k) => match program.strings.get(k.0 as usize) {
            Some(s) => write!(text, "{:?}", String::from_utf8_lossy(s)),
            None => write!(text, "s{}", k.0),
        },
        Use::Func(f) => match program.funcs.get(f.0 as usize) {
            Some(func) => write!(text, "{}", func.name),
            None => write!(text, "f{}", f.0),
        },
        Use::Type(t) => match program.types.get(t.0 as usize) {
            Some(ty) => write!(text, "{}", ty.string),
            None => write!(text, "t{}", t.0),
        },
        Use::Native(n) => match program.natives.get(n.0 as usize) {
            Some(native) => write!(text, "{}.{}", native.package, native.name),
            None => write!(text, "n{}", n.0),
        },
        Use::Select(s) => write!(text, "select{}", s.0),
        Use::Site(s) => write!(text, "site{}", s.0),
    };
    written.expect("writing to a string cannot fail");
}

/// A whole function as text: a head, then a line per instruction.
#[must_use]
pub fn function(program: &Program, func: &Func) -> String {
    let mut text = format!(
        "func {} args={} results={} frame={}\n",
        func.name, func.arg_slots, func.result_slots, func.frame_slots
    );
    let mut last = 0;
    for (pc, &op) in func.code.iter().enumerate() {
        let pc = pc as u32;
        let (_, line) = func.line_at(pc);
        let shown = if line == last { String::new() } else { line.to_string() };
        last = line;
        let body = instruction(program, pc, op);
        writeln!(text, "{shown:>5} {pc:5}  {body}").expect("writing to a string cannot fail");
    }
    text
}
