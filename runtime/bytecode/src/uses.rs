//! The slots that an instruction reads and writes, with the widths that are in its `Ext` or follow from types.

use crate::operand::Use;
use crate::ops::{Op, WidthInputs};
use crate::program::{Program, Tables};
use crate::rtype::RType;

/// The operands of the `n`th `Ext` after `pc`; zeros if there is none.
#[must_use]
pub fn ext_at(code: &[Op], pc: usize, n: usize) -> (u16, u32) {
    match code.get(pc + n) {
        Some(Op::Ext { a, b }) => (*a, b.get()),
        _ => (0, 0),
    }
}

/// The factor that replaces the division of a number `x` below 2^32 by `d`, from 2 to 2^15: `x / d = x * reciprocal(d)
/// / 2^48`, rounded down.
///
/// The factor is larger than `2^48 / d` by at most 1, so the product is too large by at most `x`, and `x * d` is below
/// 2^48.
#[must_use]
pub fn reciprocal(d: u16) -> u64 {
    (1 << 48) / u64::from(d) + 1
}

/// Calls `visit` for each operand of the instruction at `pc` and of its `Ext`, with exact widths.
/// The arguments in the window of a call are reads too, where the callee is known.
pub fn visit_operands(program: &Program, code: &[Op], pc: usize, visit: impl FnMut(Use)) {
    uses_of(program.tables(), &program.types, code, pc, visit);
}

/// Like [`visit_operands`], for a program whose types the caller passes separately.
pub fn uses_of(
    program: Tables<'_>,
    types: &[RType],
    code: &[Op],
    pc: usize,
    mut visit: impl FnMut(Use),
) {
    let op = code[pc];
    let (a, b) = ext_at(code, pc, 1);
    op.exact_operands(&WidthInputs { ext_a: a.into(), ext_b: b, types }, &mut visit);
    for n in 1..=op.ext_count() {
        let (a, b) = ext_at(code, pc, n);
        op.ext_operands(n as i32, a, b, &mut visit);
    }
    let n = u32::from(a);
    match op {
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

/// Calls `visit` for each instruction that the one at `pc` may jump to.
pub fn visit_jumps(code: &[Op], pc: usize, mut visit: impl FnMut(i64)) {
    let mut operand = |operand| {
        if let Use::Jump(distance) = operand {
            visit(pc as i64 + 1 + i64::from(distance));
        }
    };
    code[pc].operands(&mut operand);
    for n in 1..=code[pc].ext_count() {
        let (a, b) = ext_at(code, pc, n);
        code[pc].ext_operands(n as i32, a, b, &mut operand);
    }
}

fn select_uses(program: Tables<'_>, table: u32, visit: &mut impl FnMut(Use)) {
    let Some(table) = program.selects.get(table as usize) else { return };
    for case in &table.cases {
        visit(Use::Read(case.channel, 1));
        let words = u32::from(case.value_slots);
        visit(if case.is_send {
            Use::Read(case.value, words)
        } else {
            Use::Write(case.value, words)
        });
        if let Some(ok) = case.ok_slot {
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
