//! Moves, constants and jumps.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::registers::prevent_conditional_move;
use crate::interp::handler::exit_budget;
use crate::interp::handler::leave;
use crate::interp::handler::{sem, tick};
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word::{ITAB_OFFSET, TYPE_STRIDE};

sem! {
    Nop(s, cx;) {}
    Weigh(s, cx; bytes) {
        s.charge_budget(usize::from(bytes));
    }
    Mov(s, cx; dst, src) {
        s.set(dst, s.get(src));
    }
    Mov2(s, cx; dst, src) {
        s.set_pair(dst, s.slot_pair(src));
    }
    Mov3(s, cx; dst, src) {
        let p = s.slot_address(src);
        s.set_triple(dst, [*p, *p.add(1), *p.add(2)]);
    }
    MovN(s, cx; dst, src, n) {
        s.slot_address(dst).copy_from(s.slot_address(src), usize::from(n));
    }
    LoadImm(s, cx; dst, imm) {
        s.set(dst, i64::from(imm.get_signed()) as u64);
    }
    LoadType(s, cx; dst, ty) {
        s.set(dst, ty.get().into());
    }
    LoadDescriptor(s, cx; dst, ty) {
        s.set(dst, cx.first_type_descriptor + u64::from(ty.get()) * TYPE_STRIDE);
    }
    LoadItab(s, cx; dst, ty) {
        s.set(dst, cx.first_type_descriptor + u64::from(ty.get()) * TYPE_STRIDE + ITAB_OFFSET);
    }
    LoadConst(s, cx; dst, k) {
        s.set(dst, *cx.constants.add(k.get() as usize));
    }
    LoadStr(s, cx; dst, k) {
        s.set_pair(dst, *cx.strings.add(k.get() as usize));
    }
    Zero(s, cx; dst, n) {
        s.slot_address(dst).write_bytes(0, usize::from(n));
    }
    Jmp(s, cx; to) {
        s.jump_by(to.get_signed() as isize);
    }
    JmpIf(s, cx; a, to) {
        if s.get(a) != 0 {
            prevent_conditional_move();
            s.jump_by(to.get_signed() as isize);
        }
    }
    JmpIfNot(s, cx; a, to) {
        if s.get(a) == 0 {
            prevent_conditional_move();
            s.jump_by(to.get_signed() as isize);
        }
    }
    Loop(s, cx; to) {
        s.jump_by(to.get_signed() as isize);
        tick!(s, cx);
    }
    LoopIf(s, cx; a, to) {
        if s.get(a) != 0 {
            s.jump_by(to.get_signed() as isize);
            tick!(s, cx);
        }
    }
    LoopIfNot(s, cx; a, to) {
        if s.get(a) == 0 {
            s.jump_by(to.get_signed() as isize);
            tick!(s, cx);
        }
    }
    ForLt(s, cx; i, n, to) {
        let v = s.signed_slot(i).wrapping_add(1);
        s.set(i, v as u64);
        if v < s.signed_slot(n) {
            s.jump_by(isize::from(to));
            tick!(s, cx);
        }
    }
    ForLe(s, cx; i, n, to) {
        let v = s.signed_slot(i).wrapping_add(1);
        s.set(i, v as u64);
        if v <= s.signed_slot(n) {
            s.jump_by(isize::from(to));
            tick!(s, cx);
        }
    }
    ForLtImm(s, cx; i, imm, to) {
        let v = s.signed_slot(i).wrapping_add(1);
        s.set(i, v as u64);
        if v < i64::from(imm) {
            s.jump_by(isize::from(to));
            tick!(s, cx);
        }
    }
    ForAddLt(s, cx; i, step, n) {
        let v = s.signed_slot(i).wrapping_add(s.signed_slot(step));
        s.set(i, v as u64);
        let (_, to) = s.read_ext_operands();
        if v < s.signed_slot(n) {
            s.jump_by(to as i32 as isize);
            tick!(s, cx);
        }
    }
    ForAddLe(s, cx; i, step, n) {
        let v = s.signed_slot(i).wrapping_add(s.signed_slot(step));
        s.set(i, v as u64);
        let (_, to) = s.read_ext_operands();
        if v <= s.signed_slot(n) {
            s.jump_by(to as i32 as isize);
            tick!(s, cx);
        }
    }
}

/// Comparisons of two slots, fused with a jump.
macro_rules! jumps {
    ($($name:ident $get:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; a, b, to) {
            let ($a, $b) = (s.$get(a), s.$get(b));
            if $e {
                prevent_conditional_move();
                s.jump_by(isize::from(to));
            }
        }
    )* } };
}

jumps! {
    JmpEq get |a, b| a == b;
    JmpNe get |a, b| a != b;
    JmpLt signed_slot |a, b| a < b;
    JmpLe signed_slot |a, b| a <= b;
    JmpLtU get |a, b| a < b;
    JmpLeU get |a, b| a <= b;
    JmpLtF64 f64 |a, b| a < b;
    JmpLeF64 f64 |a, b| a <= b;
    JmpNotLtF64 f64 |a, b| negate(a < b);
    JmpNotLeF64 f64 |a, b| negate(a <= b);
}

/// Comparisons with a number, fused with a jump.
macro_rules! jumps_imm {
    ($($name:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; a, imm, to) {
            let ($a, $b) = (s.signed_slot(a), i64::from(imm));
            if $e {
                prevent_conditional_move();
                s.jump_by(isize::from(to));
            }
        }
    )* } };
}

jumps_imm! {
    JmpEqImm |a, b| a == b;
    JmpNeImm |a, b| a != b;
    JmpLtImm |a, b| a < b;
    JmpLeImm |a, b| a <= b;
    JmpGtImm |a, b| a > b;
    JmpGeImm |a, b| a >= b;
}

/// Backward jumps with a comparison: loops.
macro_rules! loops {
    ($($name:ident $get:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; a, b, to) {
            let ($a, $b) = (s.$get(a), s.$get(b));
            if $e {
                s.jump_by(isize::from(to));
                tick!(s, cx);
            }
        }
    )* } };
}

loops! {
    LoopEq get |a, b| a == b;
    LoopNe get |a, b| a != b;
    LoopLt signed_slot |a, b| a < b;
    LoopLe signed_slot |a, b| a <= b;
    LoopLtU get |a, b| a < b;
    LoopLeU get |a, b| a <= b;
}

/// Backward jumps with a comparison with a number: loops.
macro_rules! loops_imm {
    ($($name:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; a, imm, to) {
            let ($a, $b) = (s.signed_slot(a), i64::from(imm));
            if $e {
                s.jump_by(isize::from(to));
                tick!(s, cx);
            }
        }
    )* } };
}

loops_imm! {
    LoopNeImm |a, b| a != b;
    LoopLtImm |a, b| a < b;
    LoopLeImm |a, b| a <= b;
    LoopGtImm |a, b| a > b;
    LoopGeImm |a, b| a >= b;
}

/// Instructions that check whether a number is in the range of a small integer type.
macro_rules! ranges {
    ($($name:ident $within:literal;)*) => { sem! { $(
        $name(s, cx; a, k, to) {
            let above = s.get(a).wrapping_sub(u64::from(k & 255));
            if (above <= u64::from(k >> 8)) == $within {
                prevent_conditional_move();
                s.jump_by(isize::from(to));
            }
        }
    )* } };
}

ranges! {
    JmpIn true;
    JmpNotIn false;
}

sem! {
    LoopIn(s, cx; a, k, to) {
        if s.get(a).wrapping_sub(u64::from(k & 255)) <= u64::from(k >> 8) {
            s.jump_by(isize::from(to));
            tick!(s, cx);
        }
    }
}

/// The complement of a comparison of floats, true for NaN: the opposite comparison is false for NaN.
#[inline(always)]
pub(crate) fn negate(b: bool) -> bool {
    !b
}
