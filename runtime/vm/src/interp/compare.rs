//! Comparisons with a bool as the result.

use crate::goroutine::context::Cx;
use crate::goroutine::fault::Fault;
use crate::goroutine::registers::VmRegisters;
use crate::interp::arith::{binary, immediate};
use crate::interp::handler::{sem, slow};
use crate::interp::long_work;
use crate::native::work_parts::WORK_PART_BYTES;
use crate::types::equality::{self, NotComparable};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::RType;

binary! {
    Eq get set |a, b| u64::from(a == b);
    Ne get set |a, b| u64::from(a != b);
    LtI signed_slot set |a, b| u64::from(a < b);
    LeI signed_slot set |a, b| u64::from(a <= b);
    LtU get set |a, b| u64::from(a < b);
    LeU get set |a, b| u64::from(a <= b);
    EqF64 f64 set |a, b| u64::from(a == b);
    NeF64 f64 set |a, b| u64::from(a != b);
    LtF64 f64 set |a, b| u64::from(a < b);
    LeF64 f64 set |a, b| u64::from(a <= b);
    EqF32 f32 set |a, b| u64::from(a == b);
    NeF32 f32 set |a, b| u64::from(a != b);
    LtF32 f32 set |a, b| u64::from(a < b);
    LeF32 f32 set |a, b| u64::from(a <= b);
    EqC128 slot_pair set |a, b| u64::from(equal_complex(a, b));
}

immediate! {
    EqImm signed_slot |a, imm| u64::from(a == i64::from(imm));
    NeImm signed_slot |a, imm| u64::from(a != i64::from(imm));
    LtImm signed_slot |a, imm| u64::from(a < i64::from(imm));
    GtImm signed_slot |a, imm| u64::from(a > i64::from(imm));
}

sem! {
    EqStr(s, cx; dst, a, b) {
        let (a, b) = (s.slot_pair(a), s.slot_pair(b));
        if a[1] == b[1] && a[1] as usize > WORK_PART_BYTES && a[0] != b[0] {
            slow!(s, cx, compare_long_strings(cx, s.slot_address(dst), a[0], b[0], a[1], 0b010));
        } else {
            if a[1] == b[1] {
                s.charge_budget(a[1] as usize);
            }
            s.set(dst, u64::from(equal_strings(a, b)));
        }
    }
    LtStr(s, cx; dst, a, b) {
        let (a, b) = (s.slot_pair(a), s.slot_pair(b));
        let least = a[1].min(b[1]);
        if least as usize > WORK_PART_BYTES {
            let same = if a[1] < b[1] { 0b011 } else { 0b001 };
            slow!(s, cx, compare_long_strings(cx, s.slot_address(dst), a[0], b[0], least, same));
        } else {
            s.charge_budget(least as usize);
            s.set(dst, u64::from(string_bytes(&a) < string_bytes(&b)));
        }
    }
    LeStr(s, cx; dst, a, b) {
        let (a, b) = (s.slot_pair(a), s.slot_pair(b));
        let least = a[1].min(b[1]);
        if least as usize > WORK_PART_BYTES {
            let same = if a[1] <= b[1] { 0b011 } else { 0b001 };
            slow!(s, cx, compare_long_strings(cx, s.slot_address(dst), a[0], b[0], least, same));
        } else {
            s.charge_budget(least as usize);
            s.set(dst, u64::from(string_bytes(&a) <= string_bytes(&b)));
        }
    }
    EqIface(s, cx; dst, a, b) {
        let (x, y) = (s.slot_pair(a), s.slot_pair(b));
        if x[0] != y[0] {
            s.set(dst, 0);
        } else if x[0] == 0 {
            s.set(dst, 1);
        } else {
            slow!(s, cx, equal_ifaces(cx, s.slot_address(dst), s.slot_address(a).cast(), s.slot_address(b).cast()));
        }
    }
    EqTyped(s, cx; dst, a, b) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, equal_values(cx, s.slot_address(dst), ty, s.slot_address(a).cast(), s.slot_address(b).cast()));
    }
    EqMem(s, cx; dst, a, b) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, equal_values(cx, s.slot_address(dst), ty, s.get(a) as *const u8, s.get(b) as *const u8));
    }
}

/// Compares the first `len` bytes of two strings. The result is a bit of `yes`: the lowest bit for less, then equal,
/// then greater.
#[inline(never)]
fn compare_long_strings(cx: &mut Cx, dst: *mut u64, a: u64, b: u64, len: u64, yes: u64) -> bool {
    // SAFETY: the ranges are the bytes of strings.
    let order = unsafe { long_work::compare(cx, a as *const u8, b as *const u8, len as usize) };
    if order == long_work::INTERRUPTED {
        return false;
    }
    // SAFETY: the address is a slot of the frame.
    unsafe { *dst = yes >> (order + 1) & 1 };
    true
}

#[inline(always)]
fn string_bytes(s: &[u64; 2]) -> &[u8] {
    // SAFETY: the two slots hold a string.
    unsafe { equality::string_at(s.as_ptr().cast()) }
}

#[inline(always)]
fn equal_strings(a: [u64; 2], b: [u64; 2]) -> bool {
    a[1] == b[1] && (a[0] == b[0] || string_bytes(&a) == string_bytes(&b))
}

#[inline(always)]
fn equal_complex(a: [u64; 2], b: [u64; 2]) -> bool {
    f64::from_bits(a[0]) == f64::from_bits(b[0]) && f64::from_bits(a[1]) == f64::from_bits(b[1])
}

#[inline(never)]
fn equal_ifaces(cx: &mut Cx, dst: *mut u64, a: *const [u64; 2], b: *const [u64; 2]) -> bool {
    // SAFETY: both are interface values of this program, in the frame.
    match unsafe { equality::equal_interfaces(types(cx), *a, *b) } {
        Ok(equal) => {
            // SAFETY: the address is a slot of the frame.
            unsafe { *dst = u64::from(equal) };
            true
        }
        Err(NotComparable::Type(ty)) => cx.fail_with(Fault::Uncomparable(ty)),
        Err(NotComparable::TooDeep) => cx.overflow_stack(),
    }
}

#[inline(never)]
unsafe fn equal_values(cx: &mut Cx, dst: *mut u64, ty: u32, a: *const u8, b: *const u8) -> bool {
    let size = types(cx)[ty as usize].size;
    if size > 0 && ((a as u64) < 4096 || (b as u64) < 4096) {
        return cx.fail_with(Fault::Nil);
    }
    cx.registers.charge_budget(size as usize);
    // SAFETY: the compiler says that values of this type lie there.
    match unsafe { equality::values_equal(types(cx), TypeId(ty), a, b) } {
        Ok(equal) => {
            // SAFETY: the address is a slot of the frame.
            unsafe { *dst = u64::from(equal) };
            true
        }
        Err(NotComparable::Type(ty)) => cx.fail_with(Fault::Uncomparable(ty)),
        Err(NotComparable::TooDeep) => cx.overflow_stack(),
    }
}

fn types(cx: &Cx) -> &[RType] {
    cx.shared().image.types.current_types()
}
