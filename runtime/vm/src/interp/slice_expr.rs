//! Slice expressions on slices and strings, and copies of elements.

use crate::collector::barrier::{barrier, fault_in};
use crate::goroutine::context::Cx;
use crate::goroutine::fault::{BoundsFault, Fault};
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{sem, slow};
use crate::interp::long_work;
use crate::native::work_parts::WORK_PART_BYTES;
use minigo_bytecode::ops::Op;

/// Bits of the mask that says which bounds a slice expression has.
const HAS_LO: u16 = 1;

const HAS_HI: u16 = 2;
const HAS_MAX: u16 = 4;
const IS_ARRAY: u16 = 8;
sem! {
    SliceStr(s, cx; dst, x, args) {
        let (mask, _) = s.read_ext_operands();
        let [base, len] = s.slot_pair(x);
        let [lo, hi] = s.slot_pair(args);
        let lo = if mask & HAS_LO == 0 { 0 } else { lo };
        let hi = if mask & HAS_HI == 0 { len } else { hi };
        if hi > len || lo > hi {
            let fault = if hi > len { BoundsFault::Length(hi, len) } else { BoundsFault::Low(lo, hi) };
            slow!(s, cx, cx.fail_with(Fault::Slice(fault)));
        }
        let base = if lo == hi { base } else { base + lo };
        s.set_pair(dst, [base, hi - lo]);
    }
    SliceSlice(s, cx; dst, x, args) {
        let (mask, size) = s.read_ext_operands();
        let x = *s.slot_address(x).cast::<[u64; 3]>();
        let args = *s.slot_address(args).cast::<[u64; 3]>();
        let lo = if mask & HAS_LO == 0 { 0 } else { args[0] };
        let hi = if mask & HAS_HI == 0 { x[1] } else { args[1] };
        let max = if mask & HAS_MAX == 0 { x[2] } else { args[2] };
        if max > x[2] || hi > max || lo > hi {
            slow!(s, cx, slice_fault(cx, mask, lo, hi, max, x[2]));
        }
        let base = if max == lo { x[0] } else { x[0] + lo * u64::from(size) };
        s.set_triple(dst, [base, hi - lo, max - lo]);
    }
    SliceToArrayPtr(s, cx; dst, a) {
        let [base, len] = s.slot_pair(a);
        let (_, n) = s.read_ext_operands();
        if len < u64::from(n) {
            slow!(s, cx, cx.fail_with(Fault::Slice(BoundsFault::Convert(u64::from(n), len))));
        }
        s.set(dst, base);
    }
    Copy(s, cx; dst, to, from) {
        let (_, ty) = s.read_ext_operands();
        let (to, from) = (s.slot_pair(to), s.slot_pair(from));
        let n = to[1].min(from[1]);
        if n > 0 {
            let info = *cx.type_infos.add(ty as usize);
            let bytes = n as usize * info.size as usize;
            let (to, from) = (to[0] as *mut u8, from[0] as *const u8);
            if bytes > WORK_PART_BYTES {
                fault_in(from, from.add(bytes - 1));
                fault_in(to, to.add(bytes - 1));
                slow!(s, cx, long_work::copy_memory(cx, to, from, bytes, ty));
            } else {
                barrier!(cx, to, bytes, ty);
                s.charge_budget(bytes);
                Cx::copy_values(to, from, bytes, info.desc);
            }
        }
        s.set(dst, n);
    }
    ClearSlice(s, cx; x) {
        let (_, ty) = s.read_ext_operands();
        let x = s.slot_pair(x);
        if x[1] > 0 {
            let info = *cx.type_infos.add(ty as usize);
            let bytes = x[1] as usize * info.size as usize;
            let to = x[0] as *mut u8;
            if bytes > WORK_PART_BYTES {
                fault_in(to, to.add(bytes - 1));
                slow!(s, cx, long_work::clear_memory(cx, to, bytes, ty));
            } else {
                barrier!(cx, to, bytes, ty);
                s.charge_budget(bytes);
                Cx::clear_values(to, bytes, info.desc);
            }
        }
    }
}

#[cold]
#[inline(never)]
fn slice_fault(cx: &mut Cx, mask: u16, lo: u64, hi: u64, max: u64, cap: u64) -> bool {
    let array = mask & IS_ARRAY != 0;
    let bounds = if mask & HAS_MAX != 0 {
        if max > cap {
            if array { BoundsFault::Length3(max, cap) } else { BoundsFault::Capacity3(max, cap) }
        } else if hi > max {
            BoundsFault::High3(hi, max)
        } else {
            BoundsFault::Low3(lo, hi)
        }
    } else if hi > cap {
        if array { BoundsFault::Length(hi, cap) } else { BoundsFault::Capacity(hi, cap) }
    } else {
        BoundsFault::Low(lo, hi)
    };
    cx.fail_with(Fault::Slice(bounds))
}
