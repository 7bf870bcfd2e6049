//! Atomic operations on words in memory, and the fast paths of locks.
//!
//! Instructions behind a locked instruction wait for it: so compiled code writes the record of a lock's holder before
//! the locked instruction, if possible.

use crate::abi::{
    DIGEST_FACTOR, LOCK_DIGEST_BITS, LOCK_SITE_BITS, LOCKER_BITS, MUTEX_LOCKED, MUTEX_STARVING,
    MUTEX_WOKEN,
};
use crate::translate::{CONTINUES_WITH_NEXT, Flow, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder, Type, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Translates atomic operations.
    pub(super) fn translate_atomic(&mut self, op: Op) -> TranslationResult {
        self.translate_atomic_load(op)
            .or_else(|| self.translate_atomic_store(op))
            .or_else(|| self.translate_atomic_update(op))
            .or_else(|| self.translate_exchange(op))
            .or_else(|| self.translate_lock(op))
            .or_else(|| self.translate_read_lock(op))
    }

    /// The address of a word; exits if the pointer is nil.
    fn word_address(&mut self, ptr: Slot, off: u16) -> Value {
        let at = self.read_pointer(ptr);
        self.builder.ins().iadd_imm_s(at, i64::from(off))
    }

    /// Extends a number of type `ty` to a word.
    fn widen(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        match (ty, signed) {
            (I64, _) => value,
            (_, true) => self.builder.ins().sextend(I64, value),
            (_, false) => self.builder.ins().uextend(I64, value),
        }
    }

    /// The lower bits of a word.
    fn narrow(&mut self, word: Value, ty: Type) -> Value {
        if ty == I64 { word } else { self.builder.ins().ireduce(ty, word) }
    }

    fn translate_atomic_load(&mut self, op: Op) -> TranslationResult {
        let (dst, ptr, off, ty, signed) = match op {
            Op::AtomicLoadI32 { dst, ptr, off } => (dst, ptr, off, I32, true),
            Op::AtomicLoadU32 { dst, ptr, off } => (dst, ptr, off, I32, false),
            Op::AtomicLoad64 { dst, ptr, off } => (dst, ptr, off, I64, true),
            _ => return None,
        };
        let at = self.word_address(ptr, off);
        let value = self.builder.ins().atomic_load(ty, self.heap_flags, at);
        let word = self.widen(value, ty, signed);
        self.write(dst, word);
        CONTINUES_WITH_NEXT
    }

    fn translate_atomic_store(&mut self, op: Op) -> TranslationResult {
        let (ptr, off, src, ty) = match op {
            Op::AtomicStore32 { ptr, off, src } => (ptr, off, src, I32),
            Op::AtomicStore64 { ptr, off, src } => (ptr, off, src, I64),
            _ => return None,
        };
        let (at, word) = (self.word_address(ptr, off), self.read(src));
        let value = self.narrow(word, ty);
        self.builder.ins().atomic_store(self.heap_flags, value, at);
        CONTINUES_WITH_NEXT
    }

    fn translate_atomic_update(&mut self, op: Op) -> TranslationResult {
        use AtomicRmwOp::{Add, Xchg};
        let (dst, ptr, off, ty, signed, how) = match op {
            Op::AtomicAddI32 { dst, ptr, off } => (dst, ptr, off, I32, true, Add),
            Op::AtomicAddU32 { dst, ptr, off } => (dst, ptr, off, I32, false, Add),
            Op::AtomicAdd64 { dst, ptr, off } => (dst, ptr, off, I64, true, Add),
            Op::AtomicSwapI32 { dst, ptr, off } => (dst, ptr, off, I32, true, Xchg),
            Op::AtomicSwapU32 { dst, ptr, off } => (dst, ptr, off, I32, false, Xchg),
            Op::AtomicSwap64 { dst, ptr, off } => (dst, ptr, off, I64, true, Xchg),
            Op::AtomicAddI32Imm { dst, ptr, off } => {
                let n = self.ext_at(1).1.cast_signed();
                let at = self.word_address(ptr, off);
                let sum = self.emit_add_i32(at, n);
                self.write(dst, sum);
                return CONTINUES_WITH_NEXT;
            }
            _ => return None,
        };
        let (at, word) = (self.word_address(ptr, off), self.read(dst));
        let value = self.narrow(word, ty);
        let old = self.builder.ins().atomic_rmw(ty, self.heap_flags, how, at, value);
        let new = if how == Add { self.builder.ins().iadd(old, value) } else { old };
        let word = self.widen(new, ty, signed);
        self.write(dst, word);
        CONTINUES_WITH_NEXT
    }

    /// Adds to a signed number of 32 bits; returns the sum.
    fn emit_add_i32(&mut self, at: Value, n: i32) -> Value {
        let by = self.builder.ins().iconst(I32, i64::from(n.cast_unsigned()));
        let old = self.builder.ins().atomic_rmw(I32, self.heap_flags, AtomicRmwOp::Add, at, by);
        let sum = self.builder.ins().iadd(old, by);
        self.builder.ins().sextend(I64, sum)
    }

    /// Replaces `old` by `new`; returns whether `old` was there.
    fn exchange_word(&mut self, at: Value, old: Value, new: Value) -> Value {
        let found = self.builder.ins().atomic_cas(self.heap_flags, at, old, new);
        self.builder.ins().icmp(IntCC::Equal, found, old)
    }

    fn translate_exchange(&mut self, op: Op) -> TranslationResult {
        let (dst, ptr, args, ty) = match op {
            Op::AtomicCas32 { dst, ptr, args } => (dst, ptr, args, I32),
            Op::AtomicCas64 { dst, ptr, args } => (dst, ptr, args, I64),
            Op::JmpCas32 { ptr, off, k } => {
                let at = self.word_address(ptr, off);
                let [old, new] =
                    [k & 255, k >> 8].map(|k| self.builder.ins().iconst(I32, i64::from(k)));
                let done = self.exchange_word(at, old, new);
                let (to, next) = (self.jump_target(), self.next());
                self.branch_on(done, to, next);
                return Some(Flow::Ends);
            }
            _ => return None,
        };
        let (at, old, new) = (self.read_pointer(ptr), self.read(args), self.read(Slot(args.0 + 1)));
        let (old, new) = (self.narrow(old, ty), self.narrow(new, ty));
        let done = self.exchange_word(at, old, new);
        let word = self.builder.ins().uextend(I64, done);
        self.write(dst, word);
        CONTINUES_WITH_NEXT
    }

    /// Continues if the condition holds; else the handler executes the instruction, and determines where control
    /// continues.
    fn continue_or_call_handler(&mut self, op: Op, quick: Value) {
        let (here, call_handler) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(call_handler);
        self.builder.ins().brif(quick, here, &[], call_handler, &[]);
        let dirty = self.dirty_slots.clone();
        self.continue_in(call_handler);
        self.begin_new_side_exit();
        self.run_handler(op, true);
        self.continue_in(here);
        self.dirty_slots = dirty;
        self.begin_new_side_exit();
    }

    fn jump_to_target(&mut self) -> TranslationResult {
        let to = self.jump_target();
        self.convert_to_block_kinds(to);
        let block = self.blocks[&to];
        self.builder.ins().jump(block, &[]);
        Some(Flow::Ends)
    }

    /// The site of a lock that this instruction takes, or that the frame's caller takes: see the VM's records of lock
    /// holders.
    fn lock_site(&mut self, up: u16) -> Value {
        if up == 0 {
            return self.constant(i64::from(self.unit.start()) + self.pc as i64 + 1);
        }
        let back = self.builder.ins().load(I64, self.frame_flags, self.frame_base, -8);
        let code = self.load_cx(self.layout.code_start);
        let distance = self.builder.ins().isub(back, code);
        self.builder.ins().ushr_imm_u(distance, 3)
    }

    fn translate_lock(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::JmpLock { ptr, off, up } => {
                let at = self.word_address(ptr, off);
                let note = self.holder_record(at, up);
                let done = self.try_flip_lock_bit(at, 0, (MUTEX_LOCKED, 0));
                self.continue_or_call_handler(op, done);
                self.write_holder_record(at, note);
            }
            Op::JmpUnlock { ptr, off } => {
                let at = self.word_address(ptr, off);
                // While a woken waiter competes for the mutex, clearing the lock bit suffices.
                let bits = MUTEX_LOCKED | MUTEX_WOKEN | MUTEX_STARVING;
                let done =
                    self.try_flip_lock_bit(at, MUTEX_LOCKED, (bits, MUTEX_LOCKED | MUTEX_WOKEN));
                self.continue_or_call_handler(op, done);
            }
            _ => return None,
        }
        self.jump_to_target()
    }

    /// Flips the lock bit of a mutex if its word is `word`, or if the bits `mask` of its word are `bits`. Returns
    /// whether the lock bit was flipped.
    fn try_flip_lock_bit(&mut self, at: Value, word: u16, (mask, bits): (u16, u16)) -> Value {
        let half = |t: &mut Self, word: u16| t.builder.ins().iconst(I16, i64::from(word));
        let (again, change, join) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(again);
        self.builder.set_cold_block(change);
        self.builder.append_block_param(join, I8);
        let (old, new) = (half(self, word), half(self, word ^ MUTEX_LOCKED));
        let found = self.builder.ins().atomic_cas(self.heap_flags, at, old, new);
        let done = self.builder.ins().icmp(IntCC::Equal, found, old);
        self.builder.ins().brif(done, join, &[done.into()], again, &[]);
        self.continue_in(again);
        let seen = self.builder.ins().band_imm_u(found, i64::from(mask));
        let fits = self.builder.ins().icmp_imm_u(IntCC::Equal, seen, i64::from(bits));
        self.builder.ins().brif(fits, change, &[], join, &[fits.into()]);
        self.continue_in(change);
        let flipped = self.builder.ins().bxor_imm_u(found, i64::from(MUTEX_LOCKED));
        let done = self.exchange_word(at, found, flipped);
        self.builder.ins().jump(join, &[done.into()]);
        self.continue_in(join);
        self.builder.block_params(join)[0]
    }

    /// The record for the mutex at `at`: the goroutine, the site, and a digest of the address.
    fn holder_record(&mut self, at: Value, up: u16) -> Value {
        let g = self.load_cx(self.layout.goroutine);
        let id = self.builder.ins().load(I64, self.heap_flags, g, self.layout.goroutine_number);
        let id = self.builder.ins().band_imm_s(id, (1 << LOCKER_BITS) - 1);
        let site = self.lock_site(up);
        let site = self.builder.ins().band_imm_s(site, (1 << LOCK_SITE_BITS) - 1);
        let site = self.builder.ins().ishl_imm_s(site, i64::from(LOCKER_BITS));
        let product = self.builder.ins().imul_imm_s(at, DIGEST_FACTOR.cast_signed());
        let digest = self.builder.ins().ushr_imm_u(product, i64::from(64 - LOCK_DIGEST_BITS));
        let digest = self.builder.ins().ishl_imm_s(digest, i64::from(LOCKER_BITS + LOCK_SITE_BITS));
        let note = self.builder.ins().bor(id, site);
        self.builder.ins().bor(note, digest)
    }

    /// Writes the record into the six bytes behind the mutex's word, unless it is there already: a store would delay
    /// the next locked instruction.
    fn write_holder_record(&mut self, at: Value, note: Value) {
        let low = self.builder.ins().uload32(self.heap_flags, at, 4);
        let high = self.builder.ins().uload16(I64, self.heap_flags, at, 2);
        let high = self.builder.ins().ishl_imm_s(high, 32);
        let there = self.builder.ins().bor(low, high);
        let differs = self.builder.ins().icmp(IntCC::NotEqual, there, note);
        let (store, go) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(differs, store, &[], go, &[]);
        self.continue_in(store);
        self.builder.ins().istore32(self.heap_flags, note, at, 4);
        let high = self.builder.ins().ushr_imm_u(note, 32);
        self.builder.ins().istore16(self.heap_flags, high, at, 2);
        self.builder.ins().jump(go, &[]);
        self.continue_in(go);
    }

    fn translate_read_lock(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::JmpReadLock { dst, ptr, off } => {
                let up = self.ext_at(1).0;
                let at = self.word_address(ptr, off);
                let g = self.load_cx(self.layout.goroutine);
                let first =
                    self.builder.ins().load(I64, self.heap_flags, g, self.layout.read_locks);
                let has_room = self.builder.ins().icmp_imm_s(IntCC::Equal, first, 0);
                self.continue_or_call_handler(op, has_room);
                let site = self.lock_site(up);
                self.builder.ins().store(self.heap_flags, at, g, self.layout.read_locks);
                self.builder.ins().istore32(self.heap_flags, site, g, self.layout.read_lock_sites);
                let readers = self.emit_add_i32(at, 1);
                // The sum is negative if a writer holds the lock or waits for it: then this fast path gives up.
                let refused = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, readers, 0);
                let (back, go) = (self.builder.create_block(), self.builder.create_block());
                self.builder.set_cold_block(back);
                self.builder.ins().brif(refused, back, &[], go, &[]);
                self.continue_in(back);
                let none = self.constant(0);
                self.builder.ins().store(self.heap_flags, none, g, self.layout.read_locks);
                self.builder.ins().jump(go, &[]);
                self.continue_in(go);
                self.store_reader_count(dst, readers)
            }
            Op::JmpReadUnlock { dst, ptr, off } => {
                let at = self.word_address(ptr, off);
                let g = self.load_cx(self.layout.goroutine);
                let first =
                    self.builder.ins().load(I64, self.heap_flags, g, self.layout.read_locks);
                let second =
                    self.builder.ins().load(I64, self.heap_flags, g, self.layout.read_locks + 8);
                let is_first = self.builder.ins().icmp(IntCC::Equal, first, at);
                let is_no_other = self.builder.ins().icmp_imm_s(IntCC::Equal, second, 0);
                let at_hand = self.builder.ins().band(is_first, is_no_other);
                self.continue_or_call_handler(op, at_hand);
                let none = self.constant(0);
                self.builder.ins().store(self.heap_flags, none, g, self.layout.read_locks);
                let readers = self.emit_add_i32(at, -1);
                self.store_reader_count(dst, readers)
            }
            _ => None,
        }
    }

    /// Writes the new count of readers; jumps unless there is a writer.
    fn store_reader_count(&mut self, dst: Slot, readers: Value) -> TranslationResult {
        self.write(dst, readers);
        self.dirty_slots.insert(dst.0.into());
        let reads = self.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, readers, 0);
        let (to, next) = (self.jump_target(), self.next());
        self.branch_on(reads, to, next);
        Some(Flow::Ends)
    }
}
