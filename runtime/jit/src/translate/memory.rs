//! Loads and stores through pointers, package-level variables, and parts of slots.

use crate::abi::Helper;
use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F64, I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::{Effects, Op, Place};

impl Translator<'_> {
    /// Translates loads and stores.
    pub(super) fn translate_memory(&mut self, op: Op) -> TranslationResult {
        self.translate_load(op)
            .or_else(|| self.translate_store(op))
            .or_else(|| self.translate_pointer_store(op))
            .or_else(|| self.translate_update(op))
            .or_else(|| self.translate_address(op))
            .or_else(|| self.translate_slot_part(op))
    }

    /// The address in a slot; exits if it is nil.
    pub(super) fn read_pointer(&mut self, slot: Slot) -> Value {
        let at = self.read(slot);
        self.exit_if_nil(at);
        at
    }

    /// Exits before this instruction if an address is nil.
    pub(super) fn exit_if_nil(&mut self, at: Value) {
        if self.non_nil_addresses.contains(&at) {
            return;
        }
        let nil = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, at, NIL_PAGE_SIZE as i64);
        self.side_exit_if(nil);
        self.non_nil_addresses.insert(at);
    }

    /// Loads a number of fewer than 64 bits, extended to a canonical slot.
    pub(super) fn load_narrow(
        &mut self,
        flags: MemFlagsData,
        ty: Type,
        signed: bool,
        at: Value,
        off: i32,
    ) -> Value {
        let (at, off) = self.base_and_distance(at, off);
        let ins = self.builder.ins();
        match (ty, signed) {
            (I8, false) => ins.uload8(I64, flags, at, off),
            (I8, true) => ins.sload8(I64, flags, at, off),
            (I16, false) => ins.uload16(I64, flags, at, off),
            (I16, true) => ins.sload16(I64, flags, at, off),
            (_, false) => ins.uload32(flags, at, off),
            (_, true) => ins.sload32(flags, at, off),
        }
    }

    /// Stores the lower bits of a word.
    pub(super) fn store_narrow(
        &mut self,
        flags: MemFlagsData,
        ty: Type,
        value: Value,
        at: Value,
        off: i32,
    ) {
        let (at, off) = self.base_and_distance(at, off);
        let ins = self.builder.ins();
        match ty {
            I8 => ins.istore8(flags, value, at, off),
            I16 => ins.istore16(flags, value, at, off),
            _ => ins.istore32(flags, value, at, off),
        };
    }

    /// Loads words into slots.
    pub(super) fn load_words(
        &mut self,
        dst: Slot,
        at: Value,
        off: i32,
        n: u16,
    ) -> TranslationResult {
        let (at, off) = self.base_and_distance(at, off);
        let load = |t: &mut Self, i: u16| {
            let ty = t.best_type_for_write(Slot(dst.0 + i));
            t.builder.ins().load(ty, t.heap_flags, at, off + i32::from(i) * 8)
        };
        let values: Vec<Value> = (0..n).map(|i| load(self, i)).collect();
        for (i, value) in (0..).zip(values) {
            self.write(Slot(dst.0 + i), value);
        }
        CONTINUES_WITH_NEXT
    }

    /// Stores slots as words.
    pub(super) fn store_words(
        &mut self,
        at: Value,
        off: i32,
        src: Slot,
        n: u16,
    ) -> TranslationResult {
        let (at, off) = self.base_and_distance(at, off);
        for i in 0..n {
            let value = self.read_as_held(Slot(src.0 + i));
            self.builder.ins().store(self.heap_flags, value, at, off + i32::from(i) * 8);
        }
        CONTINUES_WITH_NEXT
    }

    fn translate_load(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (dst, ptr, off, ty, signed) = match op {
            O::LoadI8 { dst, ptr, off } => (dst, ptr, off, I8, true),
            O::LoadU8 { dst, ptr, off } => (dst, ptr, off, I8, false),
            O::LoadI16 { dst, ptr, off } => (dst, ptr, off, I16, true),
            O::LoadU16 { dst, ptr, off } => (dst, ptr, off, I16, false),
            O::LoadI32 { dst, ptr, off } => (dst, ptr, off, I32, true),
            O::LoadU32 { dst, ptr, off } => (dst, ptr, off, I32, false),
            O::Load64 { dst, ptr, off } => return self.load_words_from_slot(dst, ptr, off, 1),
            O::Load128 { dst, ptr, off } => return self.load_words_from_slot(dst, ptr, off, 2),
            O::Load192 { dst, ptr, off } => return self.load_words_from_slot(dst, ptr, off, 3),
            O::LoadMem { dst, ptr, bytes } if bytes % 8 == 0 && bytes <= 64 => {
                return self.load_words_from_slot(dst, ptr, 0, bytes / 8);
            }
            _ => return None,
        };
        let at = self.read_pointer(ptr);
        let value = self.load_narrow(self.heap_flags, ty, signed, at, off.into());
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    fn load_words_from_slot(
        &mut self,
        dst: Slot,
        ptr: Slot,
        off: u16,
        n: u16,
    ) -> TranslationResult {
        let at = self.read_pointer(ptr);
        self.load_words(dst, at, off.into(), n)
    }

    fn translate_store(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (ptr, off, src, ty) = match op {
            O::Store8 { ptr, off, src } => (ptr, off, src, I8),
            O::Store16 { ptr, off, src } => (ptr, off, src, I16),
            O::Store32 { ptr, off, src } => (ptr, off, src, I32),
            O::Store64 { ptr, off, src } => return self.store_words_to_slot(ptr, off, src, 1),
            O::Store128 { ptr, off, src } => return self.store_words_to_slot(ptr, off, src, 2),
            O::Store192 { ptr, off, src } => return self.store_words_to_slot(ptr, off, src, 3),
            O::StoreMem { ptr, src, bytes } if bytes % 8 == 0 && bytes <= 64 => {
                return self.store_words_to_slot(ptr, 0, src, bytes / 8);
            }
            _ => return None,
        };
        let (at, value) = (self.read_pointer(ptr), self.read(src));
        self.store_narrow(self.heap_flags, ty, value, at, off.into());
        CONTINUES_WITH_NEXT
    }

    fn store_words_to_slot(&mut self, ptr: Slot, off: u16, src: Slot, n: u16) -> TranslationResult {
        let at = self.read_pointer(ptr);
        self.store_words(at, off.into(), src, n)
    }

    /// Translates the stores of pointers as the table of instructions describes them: the place of the access, and the
    /// words of the last operand.
    fn translate_pointer_store(&mut self, op: Op) -> TranslationResult {
        let effects = op.effects();
        if !effects.has(Effects::PASSES_POINTERS) || effects.has(Effects::ANY_EFFECT_BUT_POINTERS) {
            return None;
        }
        let (mut place, mut stored) = (None, None);
        op.visit_memory_accesses((0, 0), |touch| place = Some(touch.place));
        op.operands(|operand| {
            if let Use::Read(slot, n) = operand {
                stored = Some((slot, n as u16));
            }
        });
        let (src, n) = stored?;
        let (at, off) = match place? {
            Place::Pointer { pointer, offset } => (self.read_pointer(pointer), offset as i32),
            Place::Element { base, index, size, .. } => {
                (self.address_of_element(base, index, size.into()), 0)
            }
            Place::Global(off) => (self.global_address(off), 0),
            _ => return None,
        };
        let pointer = if effects.has(Effects::SECOND_STORED_WORD_IS_POINTER) { 8 } else { 0 };
        self.write_barrier(at, off + pointer);
        self.store_words(at, off, src, n)
    }

    /// The write barrier: tells a marking in progress of the pointer that is about to be overwritten.
    pub(super) fn write_barrier(&mut self, at: Value, off: i32) {
        self.barrier_count += 1;
        let cx = self.context_pointer();
        let marking =
            self.builder.ins().uload8(I64, self.constant_flags, cx, self.layout.is_marking);
        let (tell, go) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(tell);
        self.builder.ins().brif(marking, tell, &[], go, &[]);
        self.continue_in(tell);
        let word = self.builder.ins().load(I64, self.heap_flags, at, off);
        self.call_helper_on_cold_path(Helper::Shade, &[cx, word]);
        self.builder.ins().jump(go, &[]);
        self.continue_in(go);
    }

    fn translate_update(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (O::AddMem64 { ptr, off, src }
        | O::AddMemF64 { ptr, off, src }
        | O::SubMemF64 { ptr, off, src }) = op
        else {
            return None;
        };
        let at = self.read_pointer(ptr);
        let (at, off) = self.base_and_distance(at, off.into());
        let value = if let O::AddMem64 { .. } = op {
            let (old, by) =
                (self.builder.ins().load(I64, self.heap_flags, at, off), self.read(src));
            self.builder.ins().iadd(old, by)
        } else {
            let (old, by) =
                (self.builder.ins().load(F64, self.heap_flags, at, off), self.read_f64(src));
            if let O::AddMemF64 { .. } = op {
                self.builder.ins().fadd(old, by)
            } else {
                self.builder.ins().fsub(old, by)
            }
        };
        self.builder.ins().store(self.heap_flags, value, at, off);
        CONTINUES_WITH_NEXT
    }

    fn translate_address(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::AddrOff { dst, ptr, off } => self.write_field_address(dst, ptr, off.into()),
            Op::AddrOffWide { dst, ptr } => {
                let off = self.ext_at(1).1;
                self.write_field_address(dst, ptr, off.into())
            }
            Op::NilCheck { ptr } => {
                self.read_pointer(ptr);
                CONTINUES_WITH_NEXT
            }
            Op::GlobalAddr { dst, off } => {
                let at = self.global_address(off.get());
                self.non_nil_addresses.insert(at);
                self.write(dst, at);
                CONTINUES_WITH_NEXT
            }
            Op::LoadGlobal { dst, off } => {
                let at = self.global_address(off.get());
                self.load_words(dst, at, 0, 1)
            }
            Op::StoreGlobal { src, off } => {
                let at = self.global_address(off.get());
                self.store_words(at, 0, src, 1)
            }
            _ => None,
        }
    }

    fn write_field_address(&mut self, dst: Slot, ptr: Slot, off: i64) -> TranslationResult {
        let base = self.read_pointer(ptr);
        let at = self.builder.ins().iadd_imm_s(base, off);
        if let Ok(off) = i32::try_from(off) {
            let place = self.base_and_distance(base, off);
            self.known_distances.insert(at, place);
        }
        self.non_nil_addresses.insert(at);
        self.write(dst, at);
        CONTINUES_WITH_NEXT
    }

    /// Expresses `off` from `at` as a distance from the address from which `at` was made: accesses to one object then
    /// look alike.
    pub(super) fn base_and_distance(&self, at: Value, off: i32) -> (Value, i32) {
        match self.known_distances.get(&at) {
            Some(&(base, distance)) if distance.checked_add(off).is_some() => {
                (base, distance + off)
            }
            _ => (at, off),
        }
    }

    pub(super) fn global_address(&mut self, off: u32) -> Value {
        let globals = self.load_cx(self.layout.globals);
        self.builder.ins().iadd_imm_s(globals, i64::from(off))
    }

    fn translate_slot_part(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (dst, off, ty, signed) = match op {
            O::PartI8 { dst, off } => (dst, off, I8, true),
            O::PartU8 { dst, off } => (dst, off, I8, false),
            O::PartI16 { dst, off } => (dst, off, I16, true),
            O::PartU16 { dst, off } => (dst, off, I16, false),
            O::PartI32 { dst, off } => (dst, off, I32, true),
            O::PartU32 { dst, off } => (dst, off, I32, false),
            O::SetPart8 { src, off } => return self.store_slot_part(src, off.get(), I8),
            O::SetPart16 { src, off } => return self.store_slot_part(src, off.get(), I16),
            O::SetPart32 { src, off } => return self.store_slot_part(src, off.get(), I32),
            _ => return None,
        };
        let value =
            self.load_narrow(self.frame_flags, ty, signed, self.frame_base, off.get() as i32);
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    fn store_slot_part(&mut self, src: Slot, off: u32, ty: Type) -> TranslationResult {
        let value = self.read(src);
        self.store_narrow(self.frame_flags, ty, value, self.frame_base, off as i32);
        CONTINUES_WITH_NEXT
    }
}
