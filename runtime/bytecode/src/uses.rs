//! What an instruction reads and writes, with the widths that stand in its `Ext` or follow from types.
//!
//! A module of its own between the table and those who need exact widths: verifier, liveness, race detection.

use crate::operand::{Slot, TypeId, Use};
use crate::ops::Op;
use crate::program::{PrintKind, Program};
use crate::rtype::RType;

/// The operands of the `n`th `Ext` after `pc`: zeros where there is none.
#[must_use]
pub fn ext(code: &[Op], pc: usize, n: usize) -> (u16, u32) {
    match code.get(pc + n) {
        Some(Op::Ext { a, b }) => (*a, b.get()),
        _ => (0, 0),
    }
}

/// What a number `x` below 2^32 is multiplied by in place of a division by `d`, from 2 to 2^15: `x / d = x * reciprocal(d) / 2^48`, rounded down.
///
/// It is larger than `2^48 / d` by at most 1, so the product is too large by at most `x`, and that times `d` is below 2^48.
#[must_use]
pub fn reciprocal(d: u16) -> u64 {
    (1 << 48) / u64::from(d) + 1
}

/// What the instruction's `Ext` says its `b` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtKind {
    /// A number.
    Number,
    /// A type.
    Type,
    /// A call site.
    Site,
    /// A jump distance, counted from after the `Ext`.
    Jump,
}

/// How many [`Op::Ext`] follow the instruction, and what `b` is in the last of them.
fn exts(op: Op) -> (usize, ExtKind) {
    match op {
        Op::AssertType { .. } => (2, ExtKind::Type),
        Op::ForAddLt { .. }
        | Op::ForAddLe { .. }
        | Op::JmpCas32 { .. }
        | Op::JmpReadLock { .. }
        | Op::JmpReadUnlock { .. }
        | Op::JmpLock { .. }
        | Op::JmpUnlock { .. } => (1, ExtKind::Jump),
        Op::BindIface { .. } | Op::CallIface { .. } => (1, ExtKind::Site),
        Op::AddrOffWide { .. }
        | Op::AtomicAddI32Imm { .. }
        | Op::DivImm { .. }
        | Op::RemImm { .. }
        | Op::Add3 { .. }
        | Op::Add3U32 { .. }
        | Op::MulAdd { .. }
        | Op::MulImmAdd { .. }
        | Op::MulAddToF64 { .. }
        | Op::AddF64Mem { .. }
        | Op::SubF64Mem { .. }
        | Op::MulF64Mem { .. }
        | Op::IndexMemU8 { .. }
        | Op::IndexMem64 { .. }
        | Op::IndexArrU8 { .. }
        | Op::IndexArrU32 { .. }
        | Op::IndexArr64 { .. }
        | Op::XorRotlU32 { .. }
        | Op::XorRotlU64 { .. }
        | Op::SetIndexMem8 { .. }
        | Op::SetIndexMem64 { .. }
        | Op::PartCopy { .. }
        | Op::IndexAddr { .. }
        | Op::IndexOffU8 { .. }
        | Op::IndexOffU32 { .. }
        | Op::IndexOff64 { .. }
        | Op::IndexIndex64 { .. }
        | Op::SliceStr { .. }
        | Op::SliceSlice { .. }
        | Op::SliceToArrayPtr { .. }
        | Op::GoFunc { .. }
        | Op::GoClosure { .. }
        | Op::DeferFunc { .. }
        | Op::DeferClosure { .. } => (1, ExtKind::Number),
        Op::StoreTyped { .. }
        | Op::CopyTyped { .. }
        | Op::MakeSlice { .. }
        | Op::Append { .. }
        | Op::AppendSlice { .. }
        | Op::AppendZeros { .. }
        | Op::Copy { .. }
        | Op::ClearSlice { .. }
        | Op::UnsafeSlice { .. }
        | Op::EqTyped { .. }
        | Op::EqMem { .. }
        | Op::MakeMap { .. }
        | Op::MapGet { .. }
        | Op::MapGetOk { .. }
        | Op::MapGetWord { .. }
        | Op::MapSetWord { .. }
        | Op::MapSet { .. }
        | Op::MapDelete { .. }
        | Op::MapIterKey { .. }
        | Op::MapIterValue { .. }
        | Op::BoxIface { .. }
        | Op::AssertTypeOk { .. }
        | Op::AssertIface { .. }
        | Op::AssertIfaceOk { .. }
        | Op::Unbox { .. }
        | Op::MakeChan { .. } => (1, ExtKind::Type),
        _ => (0, ExtKind::Type),
    }
}

/// How many [`Op::Ext`] follow the instruction.
#[must_use]
pub fn ext_count(op: Op) -> usize {
    exts(op).0
}

/// The kind of `b` in the `Ext` of an instruction that has one.
#[must_use]
pub fn ext_kind(op: Op) -> ExtKind {
    exts(op).1
}

/// Calls `visit` for each operand of the instruction at `pc`, all widths known.
/// The arguments in the window of a call are reads too, where the callee is known.
pub fn uses(program: &Program, code: &[Op], pc: usize, visit: impl FnMut(Use)) {
    uses_of(program, &program.types, code, pc, visit);
}

/// The same for a program whose types are kept elsewhere.
pub fn uses_of(
    program: &Program,
    types: &[RType],
    code: &[Op],
    pc: usize,
    mut visit: impl FnMut(Use),
) {
    let op = code[pc];
    let (a, b) = ext(code, pc, 1);
    let n = u32::from(a);
    let slots = |ty: u32| types.get(ty as usize).map_or(0, RType::slots);
    let key = || slots(types.get(b as usize).map_or(TypeId(0), |t| t.key).0);
    let mut at = 0;
    op.operands(|operand| {
        at += 1;
        visit(match operand {
            Use::Read(s, 0) => Use::Read(s, unknown_read(op, at, n, &key, &|| slots(b))),
            Use::Write(s, 0) => Use::Write(s, unknown_write(op, n)),
            other => other,
        });
    });
    match op {
        Op::PartCopy { .. } => visit(bytes(b, n)),
        Op::IndexIndex64 { .. }
        | Op::Add3 { .. }
        | Op::Add3U32 { .. }
        | Op::MulAdd { .. }
        | Op::MulAddToF64 { .. } => visit(Use::Read(Slot(a), 1)),
        Op::Call { win, func } => {
            let callee = program.funcs.get(func.get() as usize);
            visit(Use::Read(win, callee.map_or(0, |f| f.arg_slots)));
        }
        Op::CallNative { win, native } => {
            let callee = program.natives.get(native.get() as usize);
            visit(Use::Read(win, callee.map_or(0, |f| f.arg_slots)));
        }
        Op::CallClosure { win, n, .. } => visit(Use::Read(win, n.into())),
        Op::GoFunc { win, .. }
        | Op::GoClosure { win, .. }
        | Op::DeferFunc { win, .. }
        | Op::DeferClosure { win, .. } => visit(Use::Read(win, n)),
        Op::Select { table, .. } | Op::SelectOne { table, .. } => {
            select_uses(program, table.get(), &mut visit);
        }
        _ => {}
    }
}

/// The slots of which some of `n` bytes from byte `from` on are read.
fn bytes(from: u32, n: u32) -> Use {
    let first = from / 8;
    Use::Read(Slot(first as u16), (from + n).div_ceil(8) - first)
}

fn unknown_read(
    op: Op,
    operand: u32,
    n: u32,
    key: &dyn Fn() -> u32,
    elem: &dyn Fn() -> u32,
) -> u32 {
    match op {
        Op::StoreTyped { .. } | Op::EqTyped { .. } | Op::BoxIface { .. } => n,
        Op::Append { .. } => n * elem(),
        Op::MapSet { .. } if operand == 3 => n,
        Op::MapGet { .. } | Op::MapGetOk { .. } | Op::MapSet { .. } | Op::MapDelete { .. } => key(),
        Op::Print { kind, .. } => PrintKind::from_number(kind).map_or(0, PrintKind::slots),
        _ => 0,
    }
}

fn unknown_write(op: Op, n: u32) -> u32 {
    match op {
        Op::MapGetOk { .. } | Op::AssertTypeOk { .. } => n + 1,
        Op::MapGet { .. }
        | Op::MapIterKey { .. }
        | Op::MapIterValue { .. }
        | Op::AssertType { .. }
        | Op::Unbox { .. } => n,
        _ => 0,
    }
}

fn select_uses(program: &Program, table: u32, visit: &mut impl FnMut(Use)) {
    let Some(table) = program.selects.get(table as usize) else { return };
    for case in &table.cases {
        visit(Use::Read(case.ch, 1));
        let words = u32::from(case.words);
        visit(if case.send { Use::Read(case.val, words) } else { Use::Write(case.val, words) });
        if let Some(ok) = case.ok {
            visit(Use::Write(ok, 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::reciprocal;

    #[test]
    fn reciprocals_divide() {
        for d in 2..=1 << 15 {
            let last = u64::from(u32::MAX) / u64::from(d) * u64::from(d);
            for x in [0, 1, u64::from(d) - 1, u64::from(d), last - 1, last, u64::from(u32::MAX)] {
                let quotient = (u128::from(x) * u128::from(reciprocal(d))) >> 48;
                assert_eq!(quotient, u128::from(x / u64::from(d)), "{x} / {d}");
            }
        }
    }
}
