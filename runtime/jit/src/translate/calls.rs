//! Calls of compiled functions, and returns.

use crate::abi::{
    HASH_FACTOR, Helper, LOOKUP_CACHE_WORDS, LOWEST_CODE_ENTRY, METHOD_CACHE_CODE_BITS,
    METHOD_CACHE_TYPE_BITS, REGISTER_ARGS, REGISTER_RESULTS,
};
use crate::translate::{CONTINUES_WITH_NEXT, Flow, TranslationResult, Translator, fast_path};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::{Effects, Op};
use std::collections::BTreeSet;

/// The callee of a call.
enum Callee {
    /// The function under translation itself.
    Me,
    /// The function with this entry.
    At(Value),
}

impl Translator<'_> {
    /// Reports whether the function calls compiled code, so that the native stack may grow without bound.
    pub(super) fn calls_compiled_code(&self) -> bool {
        self.unit.code().iter().any(|op| op.effects().has(Effects::CALLS))
    }

    /// Translates calls and returns.
    pub(super) fn translate_call(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::Call { win, func } => self.call_function(win, func.get()),
            Op::CallClosure { win, f, n } => self.call_closure(win, f, None, usize::from(n)),
            Op::CallClosureArg { win, f, arg } => {
                self.call_closure(win, f, Some(arg), REGISTER_ARGS)
            }
            Op::CallIface { win, x } => self.call_method(win, x),
            Op::Ret {} => self.return_to_caller(None),
            Op::RetMov { src } => {
                let value = self.read(src);
                self.return_to_caller(Some(value))
            }
            Op::RetAdd { a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                let value = self.builder.ins().iadd(a, b);
                self.return_to_caller(Some(value))
            }
            _ => None,
        }
    }

    fn call_function(&mut self, win: Slot, func: u32) -> TranslationResult {
        let args = self.unit.tables.funcs[func as usize].arg_slots as usize;
        let callee = if func == self.unit.id.0 && self.has_start_entry && !self.unit.is_replaceable
        {
            Callee::Me
        } else {
            let entries = self.load_cx(self.layout.entries);
            let start = self.unit.function_starts[func as usize];
            let flags = self.constant_flags;
            let at = self.builder.ins().iadd_imm_s(entries, i64::from(start) * 8);
            let entry = self.builder.ins().load(I64, flags, at, 0);
            self.exit_unless_compiled(entry);
            Callee::At(entry)
        };
        let values = self.pass_arguments(win, args);
        match (callee, self.fast_path) {
            (Callee::Me, Some(places)) if self.has_room_for_inlined(places, win) => {
                self.call_self_inlined(win, places, &values)
            }
            (callee, _) => self.enter_callee(win, callee, &values),
        }
    }

    /// Reports whether the slots of an inlined fast path whose frame begins at `win` are all slots of this frame.
    fn has_room_for_inlined(&self, places: &BTreeSet<usize>, win: Slot) -> bool {
        usize::from(win.0) + fast_path::fast_path_slot_end(self.unit, places)
            <= self.registers.slot_count()
    }

    /// Calls the function itself, unless its inlined fast path reaches a return.
    fn call_self_inlined(
        &mut self,
        win: Slot,
        places: &BTreeSet<usize>,
        args: &[Value],
    ) -> TranslationResult {
        let (call, join) = (self.builder.create_block(), self.builder.create_block());
        let results = self.unit.func.result_slots as u16;
        (0..results).for_each(|_| {
            self.builder.append_block_param(join, I64);
        });
        self.inline_fast_path(places, win.0.into(), call, join);
        self.continue_in(call);
        self.enter_callee(win, Callee::Me, args);
        let slots = (0..results).map(|i| Slot(win.0 + i));
        let live = self.live_slots_at(self.next());
        let is_live = |slot: &Slot| live.contains(&usize::from(slot.0));
        let values: Vec<_> = slots
            .clone()
            .map(|slot| if is_live(&slot) { self.read(slot) } else { self.constant(0) }.into())
            .collect();
        self.builder.ins().jump(join, &values);
        self.continue_in(join);
        let params = self.builder.block_params(join).to_vec();
        for (slot, value) in slots.zip(params).filter(|(slot, _)| is_live(slot)) {
            self.write(slot, value);
        }
        CONTINUES_WITH_NEXT
    }

    fn call_closure(
        &mut self,
        win: Slot,
        f: Slot,
        arg: Option<Slot>,
        args: usize,
    ) -> TranslationResult {
        let f = self.read_pointer(f);
        let code = self.builder.ins().load(I64, self.heap_flags, f, 0);
        let entry = self.entry_of(code);
        self.exit_unless_compiled(entry);
        let values = match arg {
            None => self.pass_arguments(win, args),
            Some(first) => {
                let first = self.read(first);
                let more = self.possible_arguments(Slot(win.0 + 1), 1);
                std::iter::once(first).chain(more).collect()
            }
        };
        self.store_closure_in_frame(win, f);
        self.enter_callee(win, Callee::At(entry), &values)
    }

    fn call_method(&mut self, win: Slot, x: Slot) -> TranslationResult {
        let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
        let site = i64::from(self.ext_at(1).1);
        let nil = self.builder.ins().icmp_imm_s(IntCC::Equal, ty, 0);
        self.side_exit_if(nil);
        let sites = self.load_cx(self.layout.call_caches);
        let at = self.builder.ins().iadd_imm_s(sites, site * 8);
        let cached = self.builder.ins().load(I64, self.constant_flags, at, 0);
        let of = self.builder.ins().band_imm_s(cached, 0xffff_ffff);
        let low = if self.unit.has_go_interface_layout {
            self.builder.ins().band_imm_s(ty, 0xffff_ffff)
        } else {
            ty
        };
        let known = self.builder.ins().icmp(IntCC::Equal, of, low);
        let (miss, join) = (self.builder.create_block(), self.builder.create_block());
        self.builder.append_block_param(join, I64);
        let place = self.builder.ins().ushr_imm_s(cached, 32);
        self.builder.ins().brif(known, join, &[place.into()], miss, &[]);
        self.continue_in(miss);
        let ty = self.type_of(ty);
        self.find_method(ty, site, join);
        self.continue_in(join);
        let place = self.builder.block_params(join)[0];
        let entries = self.load_cx(self.layout.entries);
        let distance = self.builder.ins().ishl_imm_s(place, 3);
        let at = self.builder.ins().iadd(entries, distance);
        let entry = self.builder.ins().load(I64, self.constant_flags, at, 0);
        self.exit_unless_compiled(entry);
        let more = self.possible_arguments(Slot(win.0 + 1), REGISTER_ARGS - 1);
        let values: Vec<Value> = std::iter::once(data).chain(more).collect();
        self.store_stack_arguments(win);
        self.enter_callee(win, Callee::At(entry), &values)
    }

    /// Finds the method that a call site calls on a receiver whose type differs from the last receiver's: in the cache
    /// of methods that helpers have found, or by a helper. Jumps to `join` with the index of the method's first
    /// instruction.
    fn find_method(&mut self, ty: Value, site: i64, join: Block) {
        let key = self.builder.ins().iadd_imm_s(ty, site << METHOD_CACHE_TYPE_BITS);
        let answer = self.load_cached_word(self.layout.method_cache, key);
        let of = self.builder.ins().ushr_imm_s(answer, i64::from(METHOD_CACHE_CODE_BITS));
        let known = self.builder.ins().icmp(IntCC::Equal, of, key);
        let place = self.builder.ins().band_imm_s(answer, (1 << METHOD_CACHE_CODE_BITS) - 1);
        let ask = self.builder.create_block();
        self.builder.set_cold_block(ask);
        self.builder.ins().brif(known, join, &[place.into()], ask, &[]);
        self.continue_in(ask);
        let (cx, site) = (self.context_pointer(), self.constant(site));
        let place = self.call_helper_on_cold_path(Helper::Method, &[cx, ty, site]);
        self.builder.ins().jump(join, &[place.into()]);
    }

    /// The word of a cache of answers that belongs to a key.
    pub(super) fn load_cached_word(&mut self, table: i32, key: Value) -> Value {
        let table = self.load_cx(table);
        let spread = self.constant(HASH_FACTOR as i64);
        let spread = self.builder.ins().imul(key, spread);
        let at = self.builder.ins().ushr_imm_s(spread, i64::from(64 - LOOKUP_CACHE_WORDS.ilog2()));
        let at = self.builder.ins().ishl_imm_s(at, 3);
        let at = self.builder.ins().iadd(table, at);
        self.builder.ins().load(I64, self.constant_flags, at, 0)
    }

    /// The entry of the function whose code begins at an address.
    fn entry_of(&mut self, code: Value) -> Value {
        let distance = self.load_cx(self.layout.code_to_entry_distance);
        let at = self.builder.ins().iadd(code, distance);
        self.builder.ins().load(I64, self.constant_flags, at, 0)
    }

    /// Exits before this instruction if the callee is not compiled.
    fn exit_unless_compiled(&mut self, entry: Value) {
        let none =
            self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, entry, LOWEST_CODE_ENTRY as i64);
        self.side_exit_if(none);
    }

    /// The first arguments, for registers; stores the others in the frame.
    fn pass_arguments(&mut self, win: Slot, args: usize) -> Vec<Value> {
        let first = usize::from(win.0);
        self.store_slots(first + REGISTER_ARGS.min(args)..first + args);
        (0..args.min(REGISTER_ARGS)).map(|i| self.read(Slot(win.0 + i as u16))).collect()
    }

    /// The arguments from a slot on if their number is unknown: the live slots.
    fn possible_arguments(&mut self, from: Slot, count: usize) -> Vec<Value> {
        let live = self.live_slots_at(self.pc);
        let slots = (0..count as u16).map(|i| Slot(from.0 + i));
        let is_live = |slot: Slot| live.contains(&usize::from(slot.0));
        slots.map(|slot| if is_live(slot) { self.read(slot) } else { self.constant(0) }).collect()
    }

    /// Stores the arguments of a method that are not passed in registers: the live slots.
    fn store_stack_arguments(&mut self, win: Slot) {
        let first = usize::from(win.0) + REGISTER_ARGS;
        let rest: Vec<usize> =
            self.live_slots_at(self.pc).into_iter().filter(|slot| *slot >= first).collect();
        self.store_slots(rest);
    }

    /// Stores the closure in the header of a call's frame.
    fn store_closure_in_frame(&mut self, win: Slot, closure: Value) {
        self.builder.ins().store(
            self.frame_flags,
            closure,
            self.frame_base,
            Self::frame_offset(usize::from(win.0)) - 16,
        );
    }

    /// Calls a compiled function with its frame at `win`.
    fn enter_callee(&mut self, win: Slot, callee: Callee, args: &[Value]) -> TranslationResult {
        let (window, next) = (usize::from(win.0), self.next());
        let back = self.instruction_address(next);
        self.builder.ins().store(
            self.frame_flags,
            back,
            self.frame_base,
            Self::frame_offset(window) - 8,
        );
        let base = self.builder.ins().iadd_imm_s(self.frame_base, i64::from(win.0) * 8);
        let n = self.load_budget();
        let all: Vec<Value> = [base, n].into_iter().chain(args.iter().copied()).collect();
        let call = match callee {
            Callee::Me => self.builder.ins().call(self.own_func, &all),
            Callee::At(entry) => self.builder.ins().call_indirect(
                self.signatures.call_signatures[args.len()],
                entry,
                &all,
            ),
        };
        let (left, results) = match self.builder.inst_results(call) {
            [left, results @ ..] => (*left, results.to_vec()),
            [] => unreachable!("a call returns at least the budget"),
        };
        self.propagate_if_status(left, &[next], window);
        self.set_budget(left);
        for slot in self.live_slots_at(next).into_iter().filter(|slot| *slot >= window) {
            match results.get(slot - window) {
                Some(&value) => self.write(Slot(slot as u16), value),
                None => self.reload_slot(slot),
            }
        }
        CONTINUES_WITH_NEXT
    }

    /// Returns; `first` is the first slot of the results if it does not come from the frame.
    fn return_to_caller(&mut self, first: Option<Value>) -> TranslationResult {
        let results = self.unit.func.result_slots as usize;
        let mut values: Vec<Value> = (0..results.min(REGISTER_RESULTS) as u16)
            .map(|slot| match first {
                Some(value) if slot == 0 => value,
                _ => self.read(Slot(slot)),
            })
            .collect();
        if let Some(caller) = self.inline_return_block() {
            let values: Vec<_> = values.into_iter().map(Into::into).collect();
            self.builder.ins().jump(caller, &values);
            return Some(Flow::Ends);
        }
        values.insert(0, self.load_budget());
        self.store_slots(REGISTER_RESULTS..results.max(REGISTER_RESULTS));
        self.builder.ins().return_(&values);
        Some(Flow::Ends)
    }
}
