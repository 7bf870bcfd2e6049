//! Translation of bytecode to Cranelift's intermediate representation.
//!
//! [`registers`] holds slots in variables, [`exits`] has the side exits, [`handlers`] and [`calls`] the calls of
//! out-of-line code. Each other file translates one family of instructions, as in the instruction table.

mod atomics;
mod budget;
mod calls;
mod deferred;
mod elements;
mod exits;
mod fast_path;
mod floats;
mod handlers;
mod integers;
mod interfaces;
mod jumps;
mod memory;
mod moves;
mod objects;
mod race_reports;
mod registers;

use crate::Unit;
use crate::abi::{CompiledExitStatus, ContextLayout, REGISTER_ARGS, REGISTER_RESULTS};
use crate::control_flow::{ControlFlowInfo, next_pc};
use crate::counting_loops::{CountingLoop, MAX_ROWS, find_counting_loops};
use crate::dirty_slots::{self, DirtySlots};
use crate::slot_kinds::{SlotKind, SlotKinds};
use crate::slot_set::SlotSet;
use crate::translate::exits::Exits;
use crate::translate::fast_path::FastPath;
use crate::translate::registers::Registers;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    self, AbiParam, Block, ExtFuncData, ExternalName, FuncRef, InstBuilder, MemFlagsData, SigRef,
    Signature, SourceLoc, UserExternalName, UserFuncName, Value,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::ops::{Effects, Op};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Whether control continues behind an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Next,
    Ends,
}

/// The state of the translation of one function.
struct Translator<'a> {
    builder: FunctionBuilder<'a>,
    unit: &'a Unit<'a>,
    layout: &'a ContextLayout,
    liveness: &'a Liveness,
    control_flow: &'a ControlFlowInfo,
    /// The frame's base.
    frame_base: Value,
    /// The budget; in a counting loop, the value of the counter at which no budget is left, and `counter_bound` is the
    /// counter's bound: see [`budget`].
    budget: Variable,
    counter_bound: Variable,
    /// The address and length of each row of slices that the loop reads.
    row_variables: [[Variable; 2]; MAX_ROWS],
    /// The counter of the loop that the block is a part of.
    counting_loop: Option<CountingLoop>,
    counting_loops: &'a BTreeMap<usize, CountingLoop>,
    registers: Registers,
    /// The slots whose values may be newer in registers than in the frame.
    dirty_slots: SlotSet,
    /// The index of the instruction under translation.
    pc: usize,
    exits: Exits,
    /// The fast path, while the translator translates it.
    translated_fast_path: Option<FastPath>,
    /// Whether the function can be entered at its beginning, as a recursive call does.
    has_start_entry: bool,
    /// The instructions of the fast path, if recursive calls inline it.
    fast_path: Option<&'a BTreeSet<usize>>,
    /// The Cranelift block that begins at each instruction index.
    blocks: BTreeMap<usize, Block>,
    /// The function itself, for recursive calls.
    own_func: FuncRef,
    signatures: Signatures,
    frame_flags: MemFlagsData,
    heap_flags: MemFlagsData,
    /// The flags of accesses to the race detector's cells.
    cell_flags: MemFlagsData,
    /// The flags of accesses to the context and to data that stays the same while a program runs.
    constant_flags: MemFlagsData,
    /// Addresses that are known not to be nil in this block.
    non_nil_addresses: HashSet<Value>,
    /// Addresses that are a known distance from another address.
    known_distances: HashMap<Value, (Value, i32)>,
    /// Pairs of an index and a length of which the index is known to be in bounds in this block.
    checked_indexes: HashSet<(Value, Value)>,
    /// Accesses that were reported to the race detector in this block, with no synchronisation since.
    reported_accesses: HashSet<race_reports::WatchedAccess>,
    /// How many write barriers the code has so far.
    barrier_count: usize,
}

/// The signatures of the callees.
struct Signatures {
    /// The signatures of compiled functions, by the number of arguments in registers.
    call_signatures: [SigRef; REGISTER_ARGS + 1],
    /// The signatures of handlers, and of helpers by the number of arguments: all arguments are words.
    helper_signatures: [SigRef; 6],
    /// The signature of [`Helper::Preserving`](crate::abi::Helper::Preserving).
    preserving_signature: SigRef,
}

/// The results of analysing a function before its translation.
pub(crate) struct TranslationPlan {
    slot_count: usize,
    control_flow: ControlFlowInfo,
    kinds: SlotKinds,
    /// The counter of each block that is part of a counting loop.
    counting_loops: BTreeMap<usize, CountingLoop>,
    dirty_slots: DirtySlots,
    liveness: Liveness,
    /// The instructions of the fast path; empty if there is none.
    fast_path: BTreeSet<usize>,
}

impl TranslationPlan {
    pub(crate) fn of(unit: &Unit<'_>) -> Self {
        let func = unit.func;
        let slots = func.frame_slots.max(func.arg_slots).max(func.result_slots) as usize;
        let live = match unit.keeps_variables_in_frame {
            true => Liveness::with_variables(unit.tables, unit.types, func),
            false => Liveness::of(unit.tables, unit.types, func),
        };
        let shape = ControlFlowInfo::of(unit.code(), func.recover_pc, unit.extra_entries);
        let kinds = SlotKinds::of(unit, &shape, slots);
        let counters = find_counting_loops(unit, &shape, &kinds.by_slot);
        let dirty = DirtySlots::of(unit, &shape, slots);
        let guard = fast_path::find_fast_path(unit.code(), &kinds.by_slot);
        Self {
            slot_count: slots,
            control_flow: shape,
            kinds,
            counting_loops: counters,
            dirty_slots: dirty,
            liveness: live,
            fast_path: guard,
        }
    }

    /// The instructions in the middle of the function at which the interpreter can enter compiled code.
    pub(crate) fn entries(&self) -> Vec<u32> {
        self.control_flow.entries.keys().map(|&pc| pc as u32).collect()
    }

    /// Reports whether the function can be entered at its beginning.
    pub(crate) fn has_start_entry(&self) -> bool {
        self.dirty_slots.reached_blocks.contains(&0)
    }

    /// Reports whether there is a fast path through the function.
    pub(crate) fn has_fast_path(&self) -> bool {
        self.has_start_entry() && !self.fast_path.is_empty()
    }

    /// Reports whether recursive calls inline the fast path: only if all arguments and results are in registers, each
    /// of one kind.
    pub(crate) fn has_inline_fast_path(&self, unit: &Unit<'_>) -> bool {
        let in_registers = unit.func.arg_slots as usize <= REGISTER_ARGS
            && unit.func.result_slots as usize <= REGISTER_RESULTS
            && !self.kinds.by_slot.contains(&SlotKind::Both);
        self.has_fast_path() && !unit.is_replaceable && in_registers
    }
}

/// The destination of a translation.
pub(crate) struct OutputFunction<'a> {
    pub(crate) function: &'a mut ir::Function,
    pub(crate) context: &'a mut FunctionBuilderContext,
    pub(crate) frontend: TargetFrontendConfig,
}

/// Translates a function.
pub(crate) fn translate(
    unit: &Unit<'_>,
    layout: &ContextLayout,
    plan: &TranslationPlan,
    target: OutputFunction<'_>,
) {
    let frontend = target.frontend;
    let translator = Translator::new(unit, layout, plan, target);
    translator.run(&plan.dirty_slots, frontend);
}

/// Translates the fast path through a function, which calls nothing but the whole code of the same function.
pub(crate) fn translate_fast_path_function(
    unit: &Unit<'_>,
    layout: &ContextLayout,
    plan: &TranslationPlan,
    target: OutputFunction<'_>,
) {
    let frontend = target.frontend;
    let mut translator = Translator::new(unit, layout, plan, target);
    translator.build_fast_path(&plan.fast_path);
    translator.builder.seal_all_blocks();
    translator.builder.finalize(frontend);
}

fn call_signature(args: usize, results: usize) -> Signature {
    let mut signature = Signature::new(CallConv::Tail);
    signature.params.extend(vec![AbiParam::new(I64); 2 + args]);
    signature.returns.extend(vec![AbiParam::new(I64); 1 + results]);
    signature
}

fn helper_signature(args: usize, results: usize) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.extend(vec![AbiParam::new(I64); args]);
    signature.returns.extend(vec![AbiParam::new(I64); results]);
    signature
}

impl<'a> Translator<'a> {
    fn new(
        unit: &'a Unit<'a>,
        layout: &'a ContextLayout,
        plan: &'a TranslationPlan,
        target: OutputFunction<'a>,
    ) -> Self {
        let TranslationPlan {
            slot_count: slots,
            control_flow: shape,
            kinds,
            counting_loops: counters,
            liveness: live,
            ..
        } = plan;
        let OutputFunction { function, context, .. } = target;
        let results = (unit.func.result_slots as usize).min(REGISTER_RESULTS);
        let signature = call_signature(REGISTER_ARGS, results);
        *function = ir::Function::with_name_signature(UserFuncName::user(0, 0), signature);
        let mut b = FunctionBuilder::new(function, context);
        let calls =
            std::array::from_fn(|args| b.import_signature(call_signature(args, REGISTER_RESULTS)));
        let helpers = std::array::from_fn(|args| b.import_signature(helper_signature(args, 1)));
        let mut preserving = helper_signature(0, 0);
        preserving.call_conv = CallConv::PreserveAll;
        let preserving = b.import_signature(preserving);
        let name = b.func.declare_imported_user_function(UserExternalName::new(0, 0));
        let me = b.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature: calls[(unit.func.arg_slots as usize).min(REGISTER_ARGS)],
            colocated: true,
            patchable: false,
        });
        let mut region = |user_id, description: &str| {
            let data = ir::AliasRegionData { user_id, description: description.to_owned().into() };
            MemFlagsData::trusted().with_alias_region(Some(b.func.dfg.alias_regions.insert(data)))
        };
        let (frame, heap, cells) = (region(1, "frame"), region(2, "heap"), region(3, "cells"));
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        b.seal_block(entry);
        let params = b.block_params(entry).to_vec();
        let n = b.declare_var(I64);
        b.def_var(n, params[1]);
        let bound = b.declare_var(I64);
        let rows = std::array::from_fn(|_| [b.declare_var(I64), b.declare_var(I64)]);
        let registers = Registers::new(&mut b, kinds.clone(), *slots);
        let blocks = shape.leaders.iter().map(|&at| (at, b.create_block())).collect();
        Self {
            unit,
            layout,
            liveness: live,
            control_flow: shape,
            frame_base: params[0],
            budget: n,
            counter_bound: bound,
            row_variables: rows,
            counting_loop: None,
            counting_loops: counters,
            registers,
            dirty_slots: SlotSet::new(*slots),
            pc: 0,
            exits: Exits::default(),
            translated_fast_path: None,
            has_start_entry: plan.has_start_entry(),
            fast_path: plan.has_inline_fast_path(unit).then_some(&plan.fast_path),
            blocks,
            own_func: me,
            signatures: Signatures {
                call_signatures: calls,
                helper_signatures: helpers,
                preserving_signature: preserving,
            },
            frame_flags: frame,
            heap_flags: heap,
            cell_flags: cells,
            constant_flags: MemFlagsData::trusted(),
            non_nil_addresses: HashSet::new(),
            known_distances: HashMap::new(),
            checked_indexes: HashSet::new(),
            reported_accesses: HashSet::new(),
            barrier_count: 0,
            builder: b,
        }
    }

    fn run(mut self, dirty: &DirtySlots, frontend: TargetFrontendConfig) {
        self.translate_entry(dirty);
        let mut open = false;
        for &pc in &self.control_flow.op_indices {
            if let Some(&block) = self.blocks.get(&pc) {
                if open {
                    self.convert_to_block_kinds(pc);
                    self.builder.ins().jump(block, &[]);
                }
                open = self.begin_block(pc, block, dirty);
            }
            if !open {
                continue;
            }
            self.pc = pc;
            self.builder.set_srcloc(SourceLoc::new(pc as u32));
            open = self.translate_instruction(pc) == Flow::Next;
            dirty_slots::apply_op(self.unit, pc, &mut self.dirty_slots);
        }
        if open {
            self.builder.ins().trap(ir::TrapCode::unwrap_user(1));
        }
        let end = self.unit.code().len();
        if let Some(&block) = self.blocks.get(&end) {
            self.builder.switch_to_block(block);
            self.builder.ins().trap(ir::TrapCode::unwrap_user(1));
        }
        self.finish_exits();
        self.builder.seal_all_blocks();
        self.builder.finalize(frontend);
    }

    /// Begins a block; returns whether its instructions are to be translated. A block that is not translated exits to
    /// the interpreter at once.
    fn begin_block(&mut self, pc: usize, block: Block, dirty: &DirtySlots) -> bool {
        self.builder.switch_to_block(block);
        self.forget_value_facts();
        self.registers.begin_block(pc);
        self.counting_loop = self.counting_loop_at(pc);
        self.dirty_slots = dirty.at_block_start[&pc].clone();
        self.pc = pc;
        let reached = dirty.reached_blocks.contains(&pc);
        if !reached {
            self.side_exit_always(pc, CompiledExitStatus::Interpret);
        }
        reached
    }

    /// Continues in a block that gets no more predecessors. The slots hold the same values as before the jump, so known
    /// facts about values stay known.
    fn continue_in(&mut self, block: Block) {
        self.builder.seal_block(block);
        self.builder.switch_to_block(block);
    }

    /// Forgets all facts about values, because another block begins.
    fn forget_value_facts(&mut self) {
        self.non_nil_addresses.clear();
        self.checked_indexes.clear();
        self.reported_accesses.clear();
    }

    /// The code before the first instruction: takes one from the budget, enters the function in the middle if the
    /// caller asks for that, and checks that the stack has room for the frame.
    fn translate_entry(&mut self, dirty: &DirtySlots) {
        self.builder.set_srcloc(SourceLoc::new(0));
        let entry = self.builder.current_block().expect("the fast path has its first block");
        let args = self.builder.block_params(entry)[2..].to_vec();
        let whole = dirty.reached_blocks.contains(&0);
        self.dirty_slots = dirty.at_block_start[&0].clone();
        if whole {
            self.set_register_args(&args);
        }
        let given = self.load_budget();
        let left = self.builder.ins().iadd_imm_s(given, -1);
        self.set_budget(left);
        let over = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        let (slow, used_up, fresh) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(slow);
        self.builder.set_cold_block(used_up);
        self.builder.ins().brif(over, slow, &[], fresh, &[]);
        self.continue_in(slow);
        self.jump_to_entry(given, used_up);
        self.continue_in(used_up);
        if !whole {
            // The function is entered in the middle only.
            self.builder.ins().trap(ir::TrapCode::unwrap_user(1));
            self.continue_in(fresh);
            self.builder.ins().trap(ir::TrapCode::unwrap_user(1));
            return;
        }
        self.registers.hold_all_as_ints();
        self.counting_loop = None;
        self.store_args(&args);
        self.renew_budget(0);
        self.builder.ins().jump(fresh, &[]);
        self.continue_in(fresh);
        self.forget_value_facts();
        self.store_args(&args);
        self.check_stack_room();
        self.load_live_slots(0, args.len().min(self.unit.func.arg_slots as usize));
        self.convert_to_block_kinds(0);
        let first = self.blocks[&0];
        self.builder.ins().jump(first, &[]);
    }

    /// Translates one instruction; returns whether the next one follows.
    fn translate_instruction(&mut self, pc: usize) -> Flow {
        let op = self.unit.code()[pc];
        let is_told = self.report_accesses(op);
        let flow = if is_told { self.translate_op(op) } else { self.call_handler(op) };
        // An instruction that calls or waits may synchronise, and so may an instruction whose accesses only its handler
        // reports. (An inlined fast path is part of a call: its accesses were reported on only one of the paths that
        // join behind it.)
        let may_wait =
            Effects::ANY_EFFECT_BUT_POINTERS.or(Effects::TAKES_BUDGET).or(Effects::ALLOCATES);
        if !is_told || op.effects().has(may_wait) {
            self.reported_accesses.clear();
        }
        flow
    }

    /// Translates an instruction by its family, or as a call of its handler.
    fn translate_op(&mut self, op: Op) -> Flow {
        let families = [
            Self::translate_move,
            Self::translate_integer,
            Self::translate_float,
            Self::translate_jump,
            Self::translate_memory,
            Self::translate_element,
            Self::translate_call,
            Self::translate_object,
            Self::translate_interface,
            Self::translate_deferred,
            Self::translate_atomic,
        ];
        // The fast path translates only families that need no out-of-line code.
        let families = if self.translated_fast_path.is_some() { &families[..7] } else { &families };
        let before = self.barrier_count;
        match families.iter().find_map(|family| family(self, op)) {
            Some(flow) => {
                let stores =
                    op.effects().has(Effects::WRITES) && op.effects().has(Effects::PASSES_POINTERS);
                assert!(
                    !stores || self.barrier_count > before,
                    "{op:?} stores pointers without a barrier"
                );
                flow
            }
            None => self.call_handler(op),
        }
    }

    /// The index of the next instruction.
    fn next(&self) -> usize {
        next_pc(self.unit.code(), self.pc)
    }

    /// The operands of the `n`th `Ext` of this instruction.
    fn ext_at(&self, n: usize) -> (u16, u32) {
        minigo_bytecode::uses::ext_at(self.unit.code(), self.pc, n)
    }

    fn constant(&mut self, value: i64) -> Value {
        self.builder.ins().iconst(I64, value)
    }

    /// The context of the slice, from the pinned register.
    fn context_pointer(&mut self) -> Value {
        self.builder.ins().get_pinned_reg(I64)
    }

    /// Loads a word of the context.
    fn load_cx(&mut self, offset: i32) -> Value {
        let cx = self.context_pointer();
        self.builder.ins().load(I64, self.constant_flags, cx, offset)
    }

    fn store_cx(&mut self, value: Value, offset: i32) {
        let cx = self.context_pointer();
        self.builder.ins().store(self.constant_flags, value, cx, offset);
    }

    /// The address of an instruction of this function.
    fn instruction_address(&mut self, pc: usize) -> Value {
        let code = self.load_cx(self.layout.code_start);
        self.builder.ins().iadd_imm_s(code, (i64::from(self.unit.start()) + pc as i64) * 8)
    }
}

/// The result of a family's translation: `None` if the family does not have the instruction.
type TranslationResult = Option<Flow>;

/// The result for an instruction after which the next one follows.
const CONTINUES_WITH_NEXT: TranslationResult = Some(Flow::Next);

const _: () = assert!(size_of::<Op>() == 8);
