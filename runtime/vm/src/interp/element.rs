//! Elements of slices, strings and arrays: bounds check and access in one instruction.

use crate::collector::barrier::barrier;
use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::registers::prevent_conditional_move;
use crate::interp::handler::exit_nil;
use crate::interp::handler::{exit_index, leave, sem};
use crate::interp::memory::{
    load8, load16, load32, load64, pointer, store8, store16, store32, store64,
};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// The address of element `i` of `x`, after the bounds check.
macro_rules! element {
    ($s:ident, $cx:ident, $x:expr, $i:expr, $size:expr) => {{
        let i = $s.get($i);
        let [base, len] = $s.slot_pair($x);
        if i >= len {
            leave!($s, $cx, exit_index, i, len);
        }
        (base as *mut u8).wrapping_add(i as usize * $size)
    }};
}

/// Loads of one word or less.
macro_rules! loads {
    ($($name:ident $size:literal |$p:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, x, i) {
            let $p = element!(s, cx, x, i, $size);
            s.set(dst, $e);
        }
    )* } };
}

loads! {
    IndexI8 1 |p| (load8(p) as i8) as u64;
    IndexU8 1 |p| load8(p);
    IndexI16 2 |p| (load16(p) as i16) as u64;
    IndexU16 2 |p| load16(p);
    IndexI32 4 |p| (load32(p) as i32) as u64;
    IndexU32 4 |p| load32(p);
    Index64 8 |p| load64(p);
}

/// Loads at a constant offset from an index.
macro_rules! loads_off {
    ($($name:ident $size:literal |$p:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, x, i) {
            let (_, off) = s.read_ext_operands();
            let i = s.get(i).wrapping_add(off as i32 as u64);
            let [base, len] = s.slot_pair(x);
            if i >= len {
                leave!(s, cx, exit_index, i, len);
            }
            let $p = (base as *mut u8).wrapping_add(i as usize * $size);
            s.set(dst, $e);
        }
    )* } };
}

loads_off! {
    IndexOffU8 1 |p| load8(p);
    IndexOffU32 4 |p| load32(p);
    IndexOff64 8 |p| load64(p);
}

/// Loads from an array at an address.
macro_rules! loads_arr {
    ($($name:ident $size:literal |$p:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, ptr, i) {
            let (off, len) = s.read_ext_operands();
            let base = pointer!(s, cx, ptr, off);
            let i = s.get(i);
            if i >= u64::from(len) {
                leave!(s, cx, exit_index, i, u64::from(len));
            }
            let $p = base.wrapping_add(i as usize * $size);
            s.set(dst, $e);
        }
    )* } };
}

loads_arr! {
    IndexArrU8 1 |p| load8(p);
    IndexArrU32 4 |p| load32(p);
    IndexArr64 8 |p| load64(p);
}

/// The address of element `i` of the slice or string at an address, after the bounds check.
macro_rules! element_of {
    ($s:ident, $cx:ident, $ptr:expr, $i:expr, $size:expr) => {{
        let (_, off) = $s.read_ext_operands();
        let header = pointer!($s, $cx, $ptr, off);
        let i = $s.get($i);
        let (base, len) = (load64(header), load64(header.add(8)));
        if i >= len {
            leave!($s, $cx, exit_index, i, len);
        }
        (base as *mut u8).wrapping_add(i as usize * $size)
    }};
}

sem! {
    JmpIfIndex(s, cx; x, i, to) {
        if load8(element!(s, cx, x, i, 1)) != 0 {
            prevent_conditional_move();
            s.jump_by(isize::from(to));
        }
    }
    JmpIfNotIndex(s, cx; x, i, to) {
        if load8(element!(s, cx, x, i, 1)) == 0 {
            prevent_conditional_move();
            s.jump_by(isize::from(to));
        }
    }
    IndexMemU8(s, cx; dst, ptr, i) {
        let p = element_of!(s, cx, ptr, i, 1);
        s.set(dst, load8(p));
    }
    IndexMem64(s, cx; dst, ptr, i) {
        let p = element_of!(s, cx, ptr, i, 8);
        s.set(dst, load64(p));
    }
    SetIndexMem8(s, cx; ptr, i, src) {
        let p = element_of!(s, cx, ptr, i, 1);
        store8(p, s.get(src));
    }
    SetIndexMem64(s, cx; ptr, i, src) {
        let p = element_of!(s, cx, ptr, i, 8);
        store64(p, s.get(src));
    }
}

/// Stores of one slot.
macro_rules! stores {
    ($($name:ident $size:literal |$p:ident, $v:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; x, i, src) {
            let $p = element!(s, cx, x, i, $size);
            let $v = s.get(src);
            $e;
        }
    )* } };
}

stores! {
    SetIndex8 1 |p, v| store8(p, v);
    SetIndex16 2 |p, v| store16(p, v);
    SetIndex32 4 |p, v| store32(p, v);
    SetIndex64 8 |p, v| store64(p, v);
    AddIndex64 8 |p, v| store64(p, load64(p).wrapping_add(v));
    AddIndexF64 8 |p, v| store64(p, (f64::from_bits(load64(p)) + f64::from_bits(v)).to_bits());
    SubIndexF64 8 |p, v| store64(p, (f64::from_bits(load64(p)) - f64::from_bits(v)).to_bits());
}

sem! {
    SetIndexPtr(s, cx; x, i, src) {
        let p = element!(s, cx, x, i, 8);
        let v = s.get(src);
        barrier!(cx, p);
        store64(p, v);
    }
    SetIndexStr(s, cx; x, i, src) {
        let p = element!(s, cx, x, i, 16);
        let v = s.slot_pair(src);
        barrier!(cx, p);
        store64(p, v[0]);
        store64(p.add(8), v[1]);
    }
    SetIndexIface(s, cx; x, i, src) {
        let p = element!(s, cx, x, i, 16);
        let v = s.slot_pair(src);
        barrier!(cx, p.add(8));
        store64(p, v[0]);
        store64(p.add(8), v[1]);
    }
    Index128(s, cx; dst, x, i) {
        let p = element!(s, cx, x, i, 16);
        s.set_pair(dst, [load64(p), load64(p.add(8))]);
    }
    IndexIndex64(s, cx; dst, x, i) {
        let (j, _) = s.read_ext_operands();
        let row = element!(s, cx, x, i, 24);
        let (base, len) = (load64(row), load64(row.add(8)));
        let j = s.get(Slot(j));
        if j >= len {
            leave!(s, cx, exit_index, j, len);
        }
        s.set(dst, load64((base as *mut u8).wrapping_add(j as usize * 8)));
    }
    Index192(s, cx; dst, x, i) {
        let p = element!(s, cx, x, i, 24);
        s.set_triple(dst, [load64(p), load64(p.add(8)), load64(p.add(16))]);
    }
    SetIndexSlice(s, cx; x, i, src) {
        let p = element!(s, cx, x, i, 24);
        let v = s.slot_address(src);
        let v = [*v, *v.add(1), *v.add(2)];
        barrier!(cx, p);
        store64(p, v[0]);
        store64(p.add(8), v[1]);
        store64(p.add(16), v[2]);
    }
    IndexAddr(s, cx; dst, x, i) {
        let p = element!(s, cx, x, i, 1).wrapping_sub(s.get(i) as usize);
        let index = s.get(i) as usize;
        let (_, size) = s.read_ext_operands();
        s.set(dst, p.wrapping_add(index * size as usize) as u64);
    }
    CheckIndex(s, cx; i, n) {
        let (i, n) = (s.get(i), s.get(n));
        if i >= n {
            leave!(s, cx, exit_index, i, n);
        }
    }
}
