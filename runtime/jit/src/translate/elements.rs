//! Elements of slices, strings and arrays; slice expressions.

use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F64, I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Type, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Bits of the mask that says which bounds a slice expression has: low, high, max.
const HAS_LO: u16 = 1;
const HAS_HI: u16 = 2;
const HAS_MAX: u16 = 4;

impl Translator<'_> {
    /// Translates accesses to elements.
    pub(super) fn translate_element(&mut self, op: Op) -> TranslationResult {
        self.translate_element_load(op)
            .or_else(|| self.translate_word_load(op))
            .or_else(|| self.translate_element_store(op))
            .or_else(|| self.translate_element_update(op))
            .or_else(|| self.translate_slice(op))
    }

    /// Exits before this instruction unless `i`, unsigned, is below `len`.
    pub(super) fn exit_unless_in_bounds(&mut self, i: Value, len: Value) {
        if self.checked_indexes.insert((i, len)) {
            let out = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, i, len);
            self.side_exit_if(out);
        }
    }

    pub(super) fn scaled_index(&mut self, base: Value, i: Value, size: i64) -> Value {
        let off = match size {
            1 => i,
            size if size.count_ones() == 1 => {
                self.builder.ins().ishl_imm_s(i, i64::from(size.trailing_zeros()))
            }
            size => self.builder.ins().imul_imm_s(i, size),
        };
        self.builder.ins().iadd(base, off)
    }

    /// The address of element `i` of the slice or string in slots.
    pub(super) fn address_of_element(&mut self, x: Slot, i: Slot, size: i64) -> Value {
        let (base, len, i) = (self.read(x), self.read(Slot(x.0 + 1)), self.read(i));
        self.exit_unless_in_bounds(i, len);
        self.scaled_index(base, i, size)
    }

    /// The address of element `i`, if the instruction needs the address itself. Cranelift folds an addition to a base
    /// into each access, and then keeps base and index alive as long as the address; it does not fold a subtraction.
    fn element_address(&mut self, x: Slot, i: Slot, size: i64) -> Value {
        let (base, len, i) = (self.read(x), self.read(Slot(x.0 + 1)), self.read(i));
        self.exit_unless_in_bounds(i, len);
        let off = self.builder.ins().imul_imm_s(i, -size);
        self.builder.ins().isub(base, off)
    }

    /// Loads a byte of a slice or string.
    pub(super) fn load_u8_at(&mut self, x: Slot, i: Slot) -> Value {
        let at = self.address_of_element(x, i, 1);
        self.load_narrow(self.heap_flags, I8, false, at, 0)
    }

    /// The address of the element at a fixed distance from an index.
    fn element_address_at_distance(&mut self, x: Slot, i: Slot, size: i64) -> Value {
        let off = i64::from(self.ext_at(1).1 as i32);
        let (base, len, i) = (self.read(x), self.read(Slot(x.0 + 1)), self.read(i));
        let i = self.builder.ins().iadd_imm_s(i, off);
        self.exit_unless_in_bounds(i, len);
        self.scaled_index(base, i, size)
    }

    /// The address of an element of the slice or string whose header lies in memory.
    fn element_address_of_header(&mut self, ptr: Slot, i: Slot, size: i64) -> Value {
        let off = self.ext_at(1).1 as i32;
        let at = self.read_pointer(ptr);
        let base = self.builder.ins().load(I64, self.heap_flags, at, off);
        let len = self.builder.ins().load(I64, self.heap_flags, at, off + 8);
        let i = self.read(i);
        self.exit_unless_in_bounds(i, len);
        self.scaled_index(base, i, size)
    }

    /// The two summands of the address of an element of an array in memory: the pointer plus the scaled index, and the
    /// array's distance from the pointer.
    fn element_address_in_array(&mut self, ptr: Slot, i: Slot, size: i64) -> (Value, i32) {
        let (off, len) = self.ext_at(1);
        let at = self.read_pointer(ptr);
        let i = self.read(i);
        let out =
            self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, i, i64::from(len));
        self.side_exit_if(out);
        (self.scaled_index(at, i, size), off.into())
    }

    fn translate_element_load(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (dst, (at, off), ty, signed) = match op {
            O::IndexI8 { dst, x, i } => (dst, (self.address_of_element(x, i, 1), 0), I8, true),
            O::IndexU8 { dst, x, i } => (dst, (self.address_of_element(x, i, 1), 0), I8, false),
            O::IndexI16 { dst, x, i } => (dst, (self.address_of_element(x, i, 2), 0), I16, true),
            O::IndexU16 { dst, x, i } => (dst, (self.address_of_element(x, i, 2), 0), I16, false),
            O::IndexI32 { dst, x, i } => (dst, (self.address_of_element(x, i, 4), 0), I32, true),
            O::IndexU32 { dst, x, i } => (dst, (self.address_of_element(x, i, 4), 0), I32, false),
            O::IndexOffU8 { dst, x, i } => {
                (dst, (self.element_address_at_distance(x, i, 1), 0), I8, false)
            }
            O::IndexOffU32 { dst, x, i } => {
                (dst, (self.element_address_at_distance(x, i, 4), 0), I32, false)
            }
            O::IndexMemU8 { dst, ptr, i } => {
                (dst, (self.element_address_of_header(ptr, i, 1), 0), I8, false)
            }
            O::IndexArrU8 { dst, ptr, i } => {
                (dst, self.element_address_in_array(ptr, i, 1), I8, false)
            }
            O::IndexArrU32 { dst, ptr, i } => {
                (dst, self.element_address_in_array(ptr, i, 4), I32, false)
            }
            _ => return None,
        };
        let value = self.load_narrow(self.heap_flags, ty, signed, at, off);
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    fn translate_word_load(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (dst, (at, off), n) = match op {
            O::Index64 { dst, x, i } => (dst, (self.address_of_element(x, i, 8), 0), 1),
            O::Index128 { dst, x, i } => (dst, (self.address_of_element(x, i, 16), 0), 2),
            O::Index192 { dst, x, i } => (dst, (self.address_of_element(x, i, 24), 0), 3),
            O::IndexOff64 { dst, x, i } => (dst, (self.element_address_at_distance(x, i, 8), 0), 1),
            O::IndexMem64 { dst, ptr, i } => {
                (dst, (self.element_address_of_header(ptr, i, 8), 0), 1)
            }
            O::IndexArr64 { dst, ptr, i } => (dst, self.element_address_in_array(ptr, i, 8), 1),
            O::IndexIndex64 { dst, x, i } => {
                let (base, len) = self.preloaded_row(x, i).unwrap_or_else(|| {
                    let row = self.address_of_element(x, i, 24);
                    let word = |off| self.builder.ins().load(I64, self.heap_flags, row, off);
                    [0, 8].map(word).into()
                });
                let j = self.read(Slot(self.ext_at(1).0));
                self.exit_unless_in_bounds(j, len);
                (dst, (self.scaled_index(base, j, 8), 0), 1)
            }
            _ => return None,
        };
        self.load_words(dst, at, off, n)
    }

    fn translate_element_store(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let narrow = |t: &mut Self, at: Value, src: Slot, ty: Type| {
            let value = t.read(src);
            t.store_narrow(t.heap_flags, ty, value, at, 0);
            CONTINUES_WITH_NEXT
        };
        match op {
            O::SetIndex8 { x, i, src } => {
                let at = self.address_of_element(x, i, 1);
                narrow(self, at, src, I8)
            }
            O::SetIndex16 { x, i, src } => {
                let at = self.address_of_element(x, i, 2);
                narrow(self, at, src, I16)
            }
            O::SetIndex32 { x, i, src } => {
                let at = self.address_of_element(x, i, 4);
                narrow(self, at, src, I32)
            }
            O::SetIndexMem8 { ptr, i, src } => {
                let at = self.element_address_of_header(ptr, i, 1);
                narrow(self, at, src, I8)
            }
            O::SetIndex64 { x, i, src } => {
                let at = self.address_of_element(x, i, 8);
                self.store_words(at, 0, src, 1)
            }
            O::SetIndexMem64 { ptr, i, src } => {
                let at = self.element_address_of_header(ptr, i, 8);
                self.store_words(at, 0, src, 1)
            }
            _ => None,
        }
    }

    fn translate_element_update(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (O::AddIndex64 { x, i, src }
        | O::AddIndexF64 { x, i, src }
        | O::SubIndexF64 { x, i, src }) = op
        else {
            return None;
        };
        let at = self.address_of_element(x, i, 8);
        let value = if let O::AddIndex64 { .. } = op {
            let (old, by) = (self.builder.ins().load(I64, self.heap_flags, at, 0), self.read(src));
            self.builder.ins().iadd(old, by)
        } else {
            let (old, by) =
                (self.builder.ins().load(F64, self.heap_flags, at, 0), self.read_f64(src));
            if let O::AddIndexF64 { .. } = op {
                self.builder.ins().fadd(old, by)
            } else {
                self.builder.ins().fsub(old, by)
            }
        };
        self.builder.ins().store(self.heap_flags, value, at, 0);
        CONTINUES_WITH_NEXT
    }

    fn translate_slice(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::IndexAddr { dst, x, i } => {
                let at = self.element_address(x, i, i64::from(self.ext_at(1).1));
                self.non_nil_addresses.insert(at);
                self.write(dst, at);
                CONTINUES_WITH_NEXT
            }
            Op::CheckIndex { i, n } => {
                let (i, n) = (self.read(i), self.read(n));
                self.exit_unless_in_bounds(i, n);
                CONTINUES_WITH_NEXT
            }
            Op::SliceStr { dst, x, args } => self.slice_string(dst, x, args),
            Op::SliceSlice { dst, x, args } => self.slice_slice(dst, x, args),
            Op::SliceToArrayPtr { dst, a } => {
                let n = i64::from(self.ext_at(1).1);
                let (base, len) = (self.read(a), self.read(Slot(a.0 + 1)));
                let short = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, len, n);
                self.side_exit_if(short);
                self.write(dst, base);
                CONTINUES_WITH_NEXT
            }
            _ => None,
        }
    }

    /// A bound of a slice expression, or `without` if it has none.
    fn slice_bound(&mut self, mask: u16, bit: u16, args: Slot, at: u16, without: Value) -> Value {
        if mask & bit == 0 { without } else { self.read(Slot(args.0 + at)) }
    }

    /// Exits before this instruction unless `low <= high`, unsigned.
    fn exit_unless_ordered(&mut self, low: Value, high: Value) {
        let out = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, low, high);
        self.side_exit_if(out);
    }

    fn slice_string(&mut self, dst: Slot, x: Slot, args: Slot) -> TranslationResult {
        let mask = self.ext_at(1).0;
        let (base, len, zero) = (self.read(x), self.read(Slot(x.0 + 1)), self.constant(0));
        let lo = self.slice_bound(mask, HAS_LO, args, 0, zero);
        let hi = self.slice_bound(mask, HAS_HI, args, 1, len);
        self.exit_unless_ordered(hi, len);
        self.exit_unless_ordered(lo, hi);
        let moved = self.builder.ins().iadd(base, lo);
        // The pointer of an empty string must not point behind the text.
        let empty = self.builder.ins().icmp(IntCC::Equal, lo, hi);
        let base = self.builder.ins().select(empty, base, moved);
        let len = self.builder.ins().isub(hi, lo);
        self.write(dst, base);
        self.write(Slot(dst.0 + 1), len);
        CONTINUES_WITH_NEXT
    }

    fn slice_slice(&mut self, dst: Slot, x: Slot, args: Slot) -> TranslationResult {
        let (mask, size) = self.ext_at(1);
        let word = |t: &mut Self, i: u16| t.read(Slot(x.0 + i));
        let (base, len, cap, zero) =
            (word(self, 0), word(self, 1), word(self, 2), self.constant(0));
        let lo = self.slice_bound(mask, HAS_LO, args, 0, zero);
        let hi = self.slice_bound(mask, HAS_HI, args, 1, len);
        let max = self.slice_bound(mask, HAS_MAX, args, 2, cap);
        self.exit_unless_ordered(max, cap);
        self.exit_unless_ordered(hi, max);
        self.exit_unless_ordered(lo, hi);
        let moved = self.scaled_index(base, lo, size.into());
        let empty = self.builder.ins().icmp(IntCC::Equal, max, lo);
        let base = self.builder.ins().select(empty, base, moved);
        let (len, cap) = (self.builder.ins().isub(hi, lo), self.builder.ins().isub(max, lo));
        self.write(dst, base);
        self.write(Slot(dst.0 + 1), len);
        self.write(Slot(dst.0 + 2), cap);
        CONTINUES_WITH_NEXT
    }
}
