//! Finds the operations on channels and locks that the remaining code of a goroutine could execute.
//!
//! This module reads instructions, where the other parts of a report read memory.
//!
//! # The question
//! Which operations would a goroutine execute if it alone continued, with memory as it is now? From the position of
//! each frame, the walk follows the reachable instructions, and with them the values of the slots ([`values`]): a send
//! whose channel operand has one known value counts as a send to that channel only. The walk follows calls with their
//! known arguments, also closures, goroutines that the code would start, and the deferred calls of the goroutine, whose
//! arguments exist already.
//!
//! # Uncertainty
//! * An effect on an unknown object ([`PossibleEffects::uncertain_effects`]): a channel out of a map, or received from
//!   another channel.
//! * A call of an unknown function, an interface's method or a func value: it may reach any function, so it counts as
//!   all effects of the program's functions ([`PossibleEffects::unknown_calls`]). Code beyond the limits of the walk
//!   counts as all effects too.
//! * Functions that the code makes into func values or passes on may be called or not: their effects count as
//!   uncertain.
//! * The conditions of branches are not evaluated, and the walk follows all branches. So the result has the effects
//!   that the goroutine *could* have.
//!
//! The goroutine cannot have any other effect.

pub(crate) mod effects;
mod stores;
mod values;

use crate::goroutine::frames::Frame;
use crate::goroutine::state::Goroutine;
use crate::goroutine::unwind_records::Callee;
use crate::image::Image;
use crate::report::possible_effects::effects::{
    SyncEffects, each_effect, each_jump, jump_targets, never_returns, operand_of_inlined,
};
use crate::report::possible_effects::values::{
    AbstractMemory, AbstractValue, Activation, Slots, is_library,
};
use crate::shared::Shared;
use hashbrown::{HashMap, HashSet};
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::{FuncId, Slot, Use};
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::type_word::type_of;
use minigo_bytecode::uses::{ext_at, uses_of};

/// The effects that a goroutine could have.
#[derive(Default)]
pub(crate) struct PossibleEffects {
    /// Effects on known channels and locks; each object is given by an address inside it.
    known_effects: Vec<(SyncEffects, u64)>,
    /// Effects on unknown objects; for sends and receives with the element size in words.
    uncertain_effects: Vec<(SyncEffects, Option<u16>)>,
    /// All effects of the program's functions, if the goroutine makes a call of an unknown function; else none.
    pub(crate) unknown_calls: SyncEffects,
    /// The offsets of the package-level variables that the goroutine's code names.
    pub(crate) globals: HashSet<u32>,
}

impl PossibleEffects {
    /// Reports whether the goroutine could have one of the effects `wanted` on the object of `size` bytes at `at`.
    pub(crate) fn could_affect(&self, wanted: SyncEffects, at: u64, size: u64) -> bool {
        self.known_effects
            .iter()
            .any(|(effect, word)| wanted.intersects(*effect) && word.wrapping_sub(at) < size)
    }

    /// Reports whether the goroutine's code has one of the effects `wanted` on an unknown object. For channels, `words`
    /// is the size of an element in words: an effect on a channel with another element size does not count.
    pub(crate) fn has_uncertain(&self, wanted: SyncEffects, words: Option<u16>) -> bool {
        let fits = |of: Option<u16>| of.is_none() || words.is_none() || of == words;
        self.uncertain_effects.iter().any(|(effect, of)| wanted.intersects(*effect) && fits(*of))
    }
}

/// Computes the effects that goroutines could have, one goroutine at a time.
pub(crate) struct EffectsReader<'s> {
    shared: &'s Shared,
    program_effects: Option<SyncEffects>,
}

impl<'s> EffectsReader<'s> {
    pub(crate) fn new(shared: &'s Shared) -> Self {
        Self { shared, program_effects: None }
    }

    /// The effects that a goroutine blocked at its position could have.
    pub(crate) fn possible_effects(&mut self, g: &Goroutine) -> PossibleEffects {
        self.follow_calls(|walk| {
            walk.follow_frames(g);
            walk.follow_deferred(g);
        })
    }

    /// The effects of a goroutine's deferred calls.
    pub(crate) fn deferred_effects(&mut self, g: &Goroutine) -> PossibleEffects {
        self.follow_calls(|walk| walk.follow_deferred(g))
    }

    fn follow_calls(&mut self, from: impl Fn(&mut CodeWalk<'_>)) -> PossibleEffects {
        let mut memory = AbstractMemory::new(self.shared);
        loop {
            let mut walk = CodeWalk::new(self.shared, memory);
            from(&mut walk);
            walk.finish_walk();
            let (mut effects, anything) = (walk.effects, walk.may_do_anything);
            memory = walk.memory;
            if memory.reset_values() {
                continue;
            }
            if anything {
                effects.unknown_calls = self.all_effects();
            }
            return effects;
        }
    }

    /// The effects of all functions of the program together.
    fn all_effects(&mut self) -> SyncEffects {
        let image = &self.shared.image;
        *self.program_effects.get_or_insert_with(|| {
            let mut all = SyncEffects::NONE;
            let funcs = &image.program.funcs;
            for func in funcs {
                all.add(SyncEffects::of_call(&func.name));
                for call in &func.inlined_calls {
                    all.add(SyncEffects::of_call(&funcs[call.func.0 as usize].name));
                }
                for &op in func.code.iter() {
                    each_effect(image, op, &Slots::default(), |effect, _, _| all.add(effect));
                }
            }
            all
        })
    }
}

/// A call that the walk must follow.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Call {
    func: FuncId,
    closure: AbstractValue,
    args: Vec<AbstractValue>,
}

/// The most instructions that are followed for a goroutine.
const MAX_STEPS: usize = 100_000;

/// The number of instructions after which no more library functions are followed: `fmt.Println` has more, and calls
/// anything.
const MAX_LIBRARY_STEPS: usize = 10_000;

/// If a function's number of instructions times its number of slots is greater, the walk does not track the values in
/// its slots.
const MAX_TRACKED_SLOTS: usize = 1 << 20;

/// The word of an interface that is a type number is below this.
const TYPE_LIMIT: u64 = 1 << 20;

/// The walk over the instructions that a goroutine can still reach.
struct CodeWalk<'s> {
    shared: &'s Shared,
    memory: AbstractMemory<'s>,
    effects: PossibleEffects,
    /// Whether an unknown function is called.
    may_do_anything: bool,
    /// The calls to follow: first those of the user's functions, then those of the library's functions.
    calls_to_follow: [Vec<(usize, Call)>; 2],
    followed_calls: HashSet<Call>,
    /// Func values that are stored, sent, or passed to natives.
    passed_on_functions: Vec<u64>,
    /// Whether the followed code is certainly called.
    is_certainly_called: bool,
    call_count: usize,
    step_count: usize,
}

impl<'s> CodeWalk<'s> {
    fn new(shared: &'s Shared, memory: AbstractMemory<'s>) -> Self {
        Self {
            shared,
            memory,
            effects: PossibleEffects::default(),
            may_do_anything: false,
            calls_to_follow: [Vec::new(), Vec::new()],
            followed_calls: HashSet::new(),
            passed_on_functions: Vec::new(),
            is_certainly_called: true,
            call_count: 0,
            step_count: 0,
        }
    }

    fn image(&self) -> &'s Image {
        &self.shared.image
    }

    /// Follows the code of a goroutine's frames.
    fn follow_frames(&mut self, g: &Goroutine) {
        if g.unwind_ref().is_some_and(|u| u.is_panicking()) {
            // During a panic it is unknown which frame will continue.
            self.may_do_anything = true;
            return;
        }
        for (i, frame) in g.frames(&self.shared.image).enumerate() {
            if self.image().has_pc(frame.pc as u64) {
                self.follow_frame(g, &frame, i == 0);
            } else {
                self.may_do_anything = true;
            }
        }
    }

    fn follow_frame(&mut self, g: &Goroutine, frame: &Frame<'_>, innermost: bool) {
        let image = self.image();
        let id = image.func_at(frame.pc);
        if id == image.program.entry {
            return;
        }
        let func = &image.program.funcs[id.0 as usize];
        let next = image.offset_of(frame.pc) - image.function_starts[id.0 as usize] as usize;
        let end = frame.end.min(frame.base + slot_count(func)).min(g.frame_words().len());
        let words = g.frame_words().get(frame.base..end).unwrap_or(&[]);
        let mut slots = Slots(words.iter().map(|&w| AbstractValue::Is(w)).collect());
        let closure = g
            .frame_words()
            .get(frame.base - 2)
            .map_or(AbstractValue::Any, |&w| AbstractValue::Is(w));
        self.call_count += 1;
        let activation = Activation { call_number: self.call_count, func, closure };
        // The instruction in which the goroutine is blocked has not written its results yet.
        if let Some(before) = next.checked_sub(1).filter(|_| innermost)
            && !matches!(func.code[before], Op::Ext { .. })
        {
            self.memory.step_instruction(activation, before, &mut slots);
        }
        self.follow_activation(activation, next, slots);
    }

    /// Follows the calls that a goroutine has deferred.
    fn follow_deferred(&mut self, g: &Goroutine) {
        let Some(unwind) = g.unwind_ref() else { return };
        let image = self.image();
        unwind.each_deferred(|callee, args| {
            let args = args.iter().map(|&w| AbstractValue::Is(w)).collect();
            match callee {
                Callee::Code(at) => {
                    match image.func_of(&raw const image.code[at as usize] as u64) {
                        Some(func) => self.follow_function(func, AbstractValue::Any, args),
                        None => self.may_do_anything = true,
                    }
                }
                Callee::Closure(f) => self.call_value(AbstractValue::Is(f), args),
            }
        });
    }

    /// Follows all calls, and then the functions that are made into values or passed on, of which it is unknown whether
    /// they are called.
    fn finish_walk(&mut self) {
        loop {
            while let Some((number, call)) = self.calls_to_follow.iter_mut().find_map(Vec::pop) {
                let func = &self.image().program.funcs[call.func.0 as usize];
                if self.step_count > MAX_LIBRARY_STEPS && is_library(self.image(), func.file) {
                    self.may_do_anything = true;
                    continue;
                }
                let slots = Slots(call.args);
                self.follow_activation(
                    Activation { call_number: number, func, closure: call.closure },
                    0,
                    slots,
                );
            }
            self.is_certainly_called = false;
            let made = self.memory.future_closures.iter().position(|made| !made.is_called);
            let handed_on = self.passed_on_functions.pop().map(AbstractValue::Is);
            let Some(f) = handed_on.or(made.map(|n| AbstractValue::FutureClosure(n as u32))) else {
                return;
            };
            self.call_value(f, Vec::new());
        }
    }

    /// Schedules a function to be followed, once for the same arguments.
    fn follow_function(
        &mut self,
        func: FuncId,
        closure: AbstractValue,
        mut args: Vec<AbstractValue>,
    ) {
        let of = &self.image().program.funcs[func.0 as usize];
        let effect = SyncEffects::of_call(&of.name);
        if effect != SyncEffects::NONE {
            self.note_effect(effect, args.first().copied().unwrap_or(AbstractValue::Any), None);
        }
        args.truncate(of.arg_slots as usize);
        args.iter_mut().for_each(|arg| *arg = self.pointers_only(*arg));
        while args.last() == Some(&AbstractValue::Any) {
            args.pop();
        }
        let call = Call { func, closure, args };
        if self.followed_calls.insert(call.clone()) {
            self.call_count += 1;
            self.calls_to_follow[usize::from(is_library(self.image(), of.file))]
                .push((self.call_count, call));
        }
    }

    /// Drops values of arguments that are not pointers: numbers would only make calls differ.
    fn pointers_only(&self, value: AbstractValue) -> AbstractValue {
        match value {
            AbstractValue::Is(w) if w >= TYPE_LIMIT && self.memory.word_at(w & !7).is_none() => {
                AbstractValue::Any
            }
            other => other,
        }
    }

    /// Follows the function of a func value.
    fn call_value(&mut self, value: AbstractValue, mut args: Vec<AbstractValue>) {
        match value {
            AbstractValue::Nil => {}
            AbstractValue::FutureClosure(n) => {
                let made = &mut self.memory.future_closures[n as usize];
                made.is_called = true;
                let func = made.func;
                self.follow_function(func, value, args);
            }
            AbstractValue::Is(w) => {
                let (code, image) = (self.memory.word_at(w), self.image());
                let word = |i: u64| self.memory.word_at(w + i * 8);
                if code == Some(image.enter_bound_pc() as u64)
                    && let (Some(method), Some(receiver)) = (word(1), word(2))
                    && let Some(func) = image.func_of(method)
                {
                    args.insert(0, AbstractValue::Is(receiver));
                    self.follow_function(func, AbstractValue::Any, args);
                } else if let Some(func) = code.and_then(|code| image.func_of(code)) {
                    self.follow_function(func, value, args);
                } else {
                    self.may_do_anything = true;
                }
            }
            _ => self.may_do_anything = true,
        }
    }

    /// Records an effect.
    fn note_effect(&mut self, effect: SyncEffects, object: AbstractValue, words: Option<u16>) {
        match object {
            AbstractValue::Nil | AbstractValue::New => {}
            AbstractValue::Is(w) | AbstractValue::IsOrNew(w) if self.is_certainly_called => {
                self.effects.known_effects.push((effect, w));
            }
            _ => self.effects.uncertain_effects.push((effect, words)),
        }
    }

    /// Follows a function from an instruction on: first computes the slots at each join, then records the instructions'
    /// effects.
    fn follow_activation(&mut self, activation: Activation<'_>, first: usize, mut slots: Slots) {
        let n = slot_count(activation.func);
        let tracked = if activation.func.code.len() * n > MAX_TRACKED_SLOTS { 0 } else { n };
        slots.0.resize(tracked, AbstractValue::Any);
        let joins = jump_targets(activation.func);
        let mut heads: HashMap<usize, Slots> = HashMap::new();
        let mut todo = Vec::new();
        let mut block = Some((first, slots.clone()));
        while let Some((pc, slots)) = block {
            for (to, slots) in self.follow_block(activation, pc, slots, &joins, false) {
                let known = heads.get_mut(&to);
                if known.is_some_and(|known| !known.join(&slots)) {
                    continue;
                }
                heads.entry(to).or_insert(slots);
                if !todo.contains(&to) {
                    todo.push(to);
                }
            }
            block = todo.pop().map(|pc| (pc, heads[&pc].clone()));
        }
        for (pc, slots) in heads.into_iter().chain([(first, slots)]) {
            self.follow_block(activation, pc, slots, &joins, true);
        }
    }

    /// Follows the instructions from `pc` to the next join. Returns the instructions where control continues, with the
    /// slots there; with `record_effects` the effects of the instructions are recorded.
    fn follow_block(
        &mut self,
        activation: Activation<'_>,
        mut pc: usize,
        mut slots: Slots,
        joins: &HashSet<usize>,
        act: bool,
    ) -> Vec<(usize, Slots)> {
        let code = &activation.func.code;
        let mut out = Vec::new();
        while pc < code.len() {
            self.step_count += 1;
            if self.step_count > MAX_STEPS {
                self.may_do_anything = true;
                return Vec::new();
            }
            if act {
                self.record_effects(activation, pc, &slots);
            }
            self.memory.step_instruction(activation, pc, &mut slots);
            each_jump(code, pc, |to| out.push((to, slots.clone())));
            if code[pc].ends_control_flow() || never_returns(self.image(), code[pc]) {
                break;
            }
            pc += 1 + code[pc].ext_count();
            if joins.contains(&pc) {
                out.push((pc, slots));
                break;
            }
        }
        out
    }

    /// Records the effects of an instruction, and the calls that it makes.
    fn record_effects(&mut self, activation: Activation<'_>, pc: usize, slots: &Slots) {
        let (image, code) = (self.image(), &activation.func.code);
        let op = code[pc];
        each_effect(image, op, slots, |effect, object, words| {
            self.note_effect(effect, object, words);
        });
        if let Some(object) = operand_of_inlined(op, slots) {
            for origin in activation.func.origins_at(pc as u32) {
                let name = origin.func.map(|f| &*image.program.funcs[f.0 as usize].name);
                let effect = name.map_or(SyncEffects::NONE, SyncEffects::of_call);
                if effect != SyncEffects::NONE {
                    self.note_effect(effect, object, None);
                }
            }
        }
        // The arguments of a followed call are known in the callee.
        let hands_on =
            !self.follow_call(code, pc, slots) && op.effects().has(Effects::PASSES_POINTERS);
        uses_of(image.program.tables(), image.types.current_types(), code, pc, |operand| {
            match operand {
                Use::Global(offset) => {
                    self.effects.globals.insert(offset);
                }
                Use::Read(slot, n) if hands_on => {
                    let words = (0..n as usize).map(|i| slots.get(slot, i));
                    let funcs = words.filter_map(|value| self.func_value(value));
                    self.passed_on_functions.extend(funcs.collect::<Vec<_>>());
                }
                _ => {}
            }
        });
    }

    /// Follows the call that an instruction makes, now or later. Returns false if the instruction makes no call, or
    /// calls a native.
    fn follow_call(&mut self, code: &[Op], pc: usize, slots: &Slots) -> bool {
        let args = |win: Slot| slots.0.get(usize::from(win.0)..).unwrap_or(&[]).to_vec();
        match code[pc] {
            Op::Call { win, func } | Op::GoFunc { win, func } | Op::DeferFunc { win, func } => {
                self.follow_function(FuncId(func.get()), AbstractValue::Any, args(win));
            }
            Op::CallClosure { win, f, .. }
            | Op::GoClosure { win, f }
            | Op::DeferClosure { win, f } => self.call_value(slots.get(f, 0), args(win)),
            Op::CallClosureArg { win, f, arg } => {
                let mut args = args(win);
                args.splice(..args.len().min(1), [slots.get(arg, 0)]);
                self.call_value(slots.get(f, 0), args);
            }
            Op::CallIface { win, x } => {
                let mut args = args(win);
                args.splice(..args.len().min(1), [slots.get(x, 1)]);
                self.call_method(slots.get(x, 0), ext_at(code, pc, 1).1, args);
            }
            _ => return false,
        }
        true
    }

    /// The word, if it is that of a func value.
    fn func_value(&self, value: AbstractValue) -> Option<u64> {
        let AbstractValue::Is(w) = value else { return None };
        let code = self.memory.word_at(w)?;
        let image = self.image();
        (code == image.enter_bound_pc() as u64 || image.func_of(code).is_some()).then_some(w)
    }

    /// Follows the method that an interface call reaches for a type.
    fn call_method(&mut self, ty: AbstractValue, site: u32, args: Vec<AbstractValue>) {
        let image = self.image();
        let method = image.program.call_sites[site as usize].method;
        match ty {
            AbstractValue::Nil => {}
            AbstractValue::Is(word)
                if (type_of(word).0 as usize) < image.types.current_types().len() =>
            {
                match image.types.method_func(type_of(word), method) {
                    Some(func) => self.follow_function(func, AbstractValue::Any, args),
                    None => self.may_do_anything = true,
                }
            }
            _ => self.may_do_anything = true,
        }
    }
}

fn slot_count(func: &Func) -> usize {
    func.frame_slots.max(func.arg_slots).max(func.result_slots) as usize
}
