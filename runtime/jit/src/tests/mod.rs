//! Tests of compiled functions against the meaning of their instructions.
//!
//! The tests evaluate Cranelift's intermediate representation as the translator emits it. So a test sees every word
//! that a side exit stores and needs no machine code; a few words stand for the machine, its heap and its scheduler.
//! (Machine code itself is compared with the interpreter in `vm/tests/tiers`.)

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod evaluate;
mod exits;
mod loops;
mod model;
mod moves;

use crate::Unit;
use crate::abi::{ContextLayout, Helper};
use crate::translate::{OutputFunction, TranslationPlan, translate};
use cranelift_codegen::ir::Function;
use cranelift_codegen::settings;
use cranelift_frontend::FunctionBuilderContext;
use evaluate::Environment;
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Tables;
use std::collections::BTreeMap;

// The addresses of the evaluator's memory areas. A callee's address is a base plus the callee's number.
const CONTEXT: u64 = 0x10_0000;
const FRAME: u64 = 0x20_0000;
const CODE: u64 = 0x30_0000;
const ENTRY_TABLE: u64 = 0x40_0000;
const HELPER_TABLE: u64 = 0x50_0000;
const HANDLER_TABLE: u64 = 0x60_0000;
const FIRST_HELPER_ADDRESS: u64 = 0x70_0000;
const FIRST_HANDLER_ADDRESS: u64 = 0x80_0000;
const FIRST_COMPILED_ADDRESS: u64 = 0x90_0000;

/// The start of the function's code, and the distance from it to the code of its callee.
const CODE_START: u32 = 1000;

/// Each word of the context has its own offset; [`ContextLayout::helper_arguments`] has five.
const LAYOUT: ContextLayout = ContextLayout {
    stack_end: 0,
    native_stack_limit: 8,
    code_start: 16,
    entries: 24,
    code_to_entry_distance: 32,
    globals: 40,
    strings: 48,
    call_caches: 56,
    method_cache: 64,
    implements_cache: 72,
    is_marking: 80,
    goroutine: 88,
    goroutine_number: 96,
    read_locks: 104,
    read_lock_sites: 112,
    handlers: 120,
    helpers: 128,
    helper_arguments: 136,
    helper_result: 176,
    pc: 184,
    frame_base: 192,
    budget: 200,
    type_descriptors: 208,
    race_goroutine: 216,
};

type Words = BTreeMap<u64, u64>;

/// The functions that the code calls, besides the helper for budgets.
trait Callees {
    /// Executes the handler of an instruction, given the frame, which it changes, and the instruction's index. Returns
    /// whether control continues behind the instruction; else the handler has ended the slice.
    fn run_handler(&mut self, op: Op, frame: &mut [u64], at: usize) -> bool {
        panic!("no handler for {op:?} at {at}: {frame:?}");
    }

    /// Executes a compiled function, given the budget and the arguments; returns the budget or status, and the results.
    fn run_compiled(&mut self, frame: &mut [u64], n: u64, args: &[u64]) -> Vec<u64> {
        panic!("nothing is called: {n} {args:?} {frame:?}");
    }
}

/// The callees of code that calls nothing.
struct NoCallees;

impl Callees for NoCallees {}

/// The way in which a function has ended.
#[derive(PartialEq, Eq, Debug)]
enum ExecutionEnd {
    /// The function returned these results and this budget.
    Returned(Vec<u64>, i64),
    /// The function took a side exit with a status; the next instruction and the budget are in the context.
    Left { status: i64, at: usize, budget: i64 },
    /// The function passed on the status of its callee.
    GivenOn(i64),
}

/// The place at which a function is entered.
#[derive(Clone, Copy)]
enum Entry {
    Beginning,
    /// The function is entered in the middle, at the instruction with this index.
    Middle(usize),
}

/// Returns a function with this code.
fn func(code: Vec<Op>, frame_slots: u32, arg_slots: u32, result_slots: u32) -> Func {
    Func { frame_slots, arg_slots, result_slots, code: code.into(), ..Func::default() }
}

/// A translated function.
struct TranslatedTest {
    /// The translated function, and its callees.
    funcs: Vec<Func>,
    entry: Entry,
    function: Function,
    entries: Vec<u32>,
}

impl TranslatedTest {
    /// Translates the first function.
    fn of(funcs: Vec<Func>, entry: Entry) -> Self {
        let (function, entries) = translate_func(&funcs, entry);
        Self { funcs, entry, function, entries }
    }

    /// Translates a function that calls none, with entry at its beginning.
    fn leaf_function(func: Func) -> Self {
        Self::of(vec![func], Entry::Beginning)
    }

    fn code(&self) -> &[Op] {
        &self.funcs[0].code
    }

    /// Runs the function on this frame, whose first slots are the arguments. Each time the budget is used up, the
    /// evaluator grants the next number of `more`; after the last one it grants nothing.
    fn run(
        &self,
        frame: &mut Vec<u64>,
        budget: i64,
        more: &[i64],
        callees: &mut dyn Callees,
    ) -> ExecutionEnd {
        let func = &self.funcs[0];
        let mut words = self.words(frame);
        let mut more = more.iter().copied();
        let mut call = |words: &mut Words, callee: u64, args: &[u64]| {
            call_function(words, func, callees, &mut more, callee, args)
        };
        let mut args = vec![FRAME, budget as u64, 0, 0, 0, 0];
        match self.entry {
            Entry::Beginning => {
                for (slot, arg) in args[2..].iter_mut().enumerate().take(func.arg_slots as usize) {
                    // The frame does not hold arguments that are passed in registers.
                    let stale = 0xdead_0000 + slot as u64;
                    *arg = words.insert(FRAME + slot as u64 * 8, stale).unwrap();
                }
            }
            Entry::Middle(pc) => {
                words.insert(CONTEXT + LAYOUT.budget as u64, budget as u64);
                let number = self.entries.iter().position(|&at| at as usize == pc).unwrap();
                args[1] = (-1 - number as i64) as u64;
            }
        }
        let mut world = Environment { words, pinned_register: CONTEXT, call: &mut call };
        let results = evaluate::run(&self.function, &args, &mut world);
        let words = world.words;
        *frame = slots(&words, frame.len());
        let context = |offset: i32| words[&(CONTEXT + offset as u64)] as i64;
        match results[0] as i64 {
            budget @ 0.. => ExecutionEnd::Returned(self.results(&results[1..], frame), budget),
            status if words.contains_key(&(CONTEXT + LAYOUT.pc as u64)) => {
                assert_eq!(context(LAYOUT.frame_base) as u64, FRAME);
                let at = (context(LAYOUT.pc) as u64 - CODE) / 8 - u64::from(CODE_START);
                ExecutionEnd::Left { status, at: at as usize, budget: context(LAYOUT.budget) }
            }
            status => ExecutionEnd::GivenOn(status),
        }
    }

    /// The results: the first ones from registers, the others from the frame.
    fn results(&self, registers: &[u64], frame: &[u64]) -> Vec<u64> {
        let count = self.funcs[0].result_slots as usize;
        let registers = &registers[..count.min(registers.len())];
        [registers, &frame[registers.len()..count]].concat()
    }

    /// The contents of memory before the run.
    fn words(&self, frame: &[u64]) -> Words {
        let mut words = Words::new();
        words.extend((0..).map(|slot| FRAME + slot * 8).zip(frame.iter().copied()));
        for (offset, word) in [
            (LAYOUT.stack_end, FRAME + 0x1_0000),
            (LAYOUT.native_stack_limit, 0),
            (LAYOUT.code_start, CODE),
            (LAYOUT.entries, ENTRY_TABLE),
            (LAYOUT.handlers, HANDLER_TABLE),
            (LAYOUT.helpers, HELPER_TABLE),
        ] {
            words.insert(CONTEXT + offset as u64, word);
        }
        for helper in 0..Helper::COUNT as u64 {
            words.insert(HELPER_TABLE + helper * 8, FIRST_HELPER_ADDRESS + helper);
        }
        for n in 1..self.funcs.len() as u64 {
            words.insert(ENTRY_TABLE + (n + 1) * u64::from(CODE_START) * 8, FIRST_COMPILED_ADDRESS);
        }
        for op in self.code() {
            let opcode = op.to_bits() & 0xffff;
            words.insert(HANDLER_TABLE + opcode * 8, FIRST_HANDLER_ADDRESS + opcode);
        }
        words
    }
}

fn translate_func(funcs: &[Func], entry: Entry) -> (Function, Vec<u32>) {
    let tables = Tables { funcs, call_sites: &[], selects: &[], natives: &[] };
    let entries: Vec<u32> = match entry {
        Entry::Beginning => vec![],
        Entry::Middle(pc) => vec![pc as u32],
    };
    let starts: Vec<u32> = (1..).map(|n| n * CODE_START).take(funcs.len()).collect();
    let unit = Unit {
        tables,
        types: &[],
        consts: &[],
        string_len: &|_| 0,
        function_starts: &starts,
        id: FuncId(0),
        func: &funcs[0],
        frame_slots: funcs[0].frame_slots,
        extra_entries: &entries,
        loops_only: false,
        is_replaceable: false,
        keeps_variables_in_frame: false,
        has_go_interface_layout: false,
        race_reporting: None,
    };
    let isa = cranelift_native::builder().unwrap();
    let isa = isa.finish(settings::Flags::new(settings::builder())).unwrap();
    let (mut function, mut context) = (Function::new(), FunctionBuilderContext::new());
    let plan = TranslationPlan::of(&unit);
    let frontend = isa.frontend_config();
    translate(
        &unit,
        &LAYOUT,
        &plan,
        OutputFunction { function: &mut function, context: &mut context, frontend },
    );
    (function, plan.entries())
}

/// The words of the frame's slots.
fn slots(words: &Words, count: usize) -> Vec<u64> {
    (0..count as u64).map(|slot| words[&(FRAME + slot * 8)]).collect()
}

/// Executes the function at an address.
fn call_function(
    words: &mut Words,
    func: &Func,
    callees: &mut dyn Callees,
    more: &mut dyn Iterator<Item = i64>,
    callee: u64,
    args: &[u64],
) -> Vec<u64> {
    let mut frame = slots(words, func.frame_slots as usize);
    let results = match callee {
        _ if callee == FIRST_HELPER_ADDRESS + Helper::Preserving as u64 => {
            let given: Vec<u64> =
                (0..5).map_while(|n| words.get(&granted_budget(n)).copied()).collect();
            let answer = call_function(words, func, callees, more, given[0], &given[1..]);
            words.insert(CONTEXT + LAYOUT.helper_result as u64, answer[0]);
            return vec![];
        }
        _ if callee == FIRST_HELPER_ADDRESS + Helper::Budget as u64 => {
            assert_eq!(args[0], CONTEXT);
            return vec![more.next().unwrap_or(-1) as u64];
        }
        FIRST_HANDLER_ADDRESS..FIRST_COMPILED_ADDRESS => {
            let [pc, r, n, cx] = args[..4] else { panic!("{args:?}") };
            assert_eq!((r, cx), (FRAME, CONTEXT));
            let at = ((pc - CODE) / 8) as usize - CODE_START as usize;
            let goes_on = callees.run_handler(func.code[at], &mut frame, at);
            let registers = if goes_on { LAYOUT.budget } else { LAYOUT.pc };
            words.insert(CONTEXT + registers as u64, if goes_on { n } else { pc });
            if !goes_on {
                words.insert(CONTEXT + LAYOUT.frame_base as u64, r);
                words.insert(CONTEXT + LAYOUT.budget as u64, n);
            }
            let next = at + 1 + func.code[at].ext_count();
            vec![if goes_on { CODE + (u64::from(CODE_START) + next as u64) * 8 } else { 0 }]
        }
        FIRST_COMPILED_ADDRESS => {
            let base = ((args[0] - FRAME) / 8) as usize;
            callees.run_compiled(&mut frame[base..], args[1], &args[2..])
        }
        _ => panic!("nothing lies at {callee:#x}"),
    };
    words.extend((0..).map(|slot| FRAME + slot * 8).zip(frame));
    results
}

fn granted_budget(n: u64) -> u64 {
    CONTEXT + LAYOUT.helper_arguments as u64 + n * 8
}
