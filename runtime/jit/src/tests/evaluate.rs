//! Evaluates a function in Cranelift's intermediate representation, as far as the functions of the tests need it.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, Function, Inst, InstructionData, Opcode, Type, Value, types};
use std::collections::{BTreeMap, HashMap};

/// The effect of a call: takes the memory, the called address and the arguments; returns the results.
pub(super) type Callee<'w> = dyn FnMut(&mut BTreeMap<u64, u64>, u64, &[u64]) -> Vec<u64> + 'w;

/// The state that a function reads, writes and calls.
pub(super) struct Environment<'w> {
    /// The memory: words by address.
    pub(super) words: BTreeMap<u64, u64>,
    /// The pinned register.
    pub(super) pinned_register: u64,
    /// The effect of calls.
    pub(super) call: &'w mut Callee<'w>,
}

/// The most steps of a function: one that takes more hangs.
const MAX_STEPS: usize = 100_000;

/// Evaluates the function; returns its results.
pub(super) fn run(function: &Function, args: &[u64], world: &mut Environment<'_>) -> Vec<u64> {
    let entry = function.layout.entry_block().expect("the function has an entry block");
    let mut run = Run { function, values: HashMap::new(), world };
    run.enter(entry, args);
    let mut at = function.layout.first_inst(entry);
    for _ in 0..MAX_STEPS {
        let inst = at.expect("blocks end in a jump or a return");
        match run.step(inst) {
            NextStep::Follows => at = function.layout.next_inst(inst),
            NextStep::Jump(block) => at = function.layout.first_inst(block),
            NextStep::Returns(values) => return values,
        }
    }
    panic!("the function does not end: {}", function.display());
}

enum NextStep {
    Follows,
    Jump(Block),
    Returns(Vec<u64>),
}

struct Run<'r, 'w> {
    function: &'r Function,
    values: HashMap<Value, u64>,
    world: &'r mut Environment<'w>,
}

impl Run<'_, '_> {
    fn value(&self, value: Value) -> u64 {
        self.values[&self.function.dfg.resolve_aliases(value)]
    }

    fn enter(&mut self, block: Block, args: &[u64]) {
        let params = self.function.dfg.block_params(block);
        assert_eq!(params.len(), args.len(), "arguments of {block}");
        self.values.extend(params.iter().copied().zip(args.iter().copied()));
    }

    fn step(&mut self, inst: Inst) -> NextStep {
        let dfg = &self.function.dfg;
        let args: Vec<u64> = dfg.inst_args(inst).iter().map(|&arg| self.value(arg)).collect();
        let data = &dfg.insts[inst];
        let results = match data {
            InstructionData::Jump { .. } | InstructionData::Brif { .. } => {
                let taken = match data.opcode() {
                    Opcode::Brif => usize::from(args[0] == 0),
                    _ => 0,
                };
                return self.branch(inst, taken);
            }
            InstructionData::Trap { code, .. } => panic!("trap {code} at {inst}"),
            InstructionData::CallIndirect { .. } => {
                (self.world.call)(&mut self.world.words, args[0], &args[1..])
            }
            InstructionData::Load { .. } => vec![self.load(inst, args[0])],
            InstructionData::Store { .. } => {
                self.store(inst, args[0], args[1]);
                vec![]
            }
            InstructionData::MultiAry { opcode: Opcode::Return, .. } => {
                return NextStep::Returns(args);
            }
            _ => vec![self.compute(inst, &args)],
        };
        let named = dfg.inst_results(inst);
        assert_eq!(named.len(), results.len(), "results of {}", dfg.display_inst(inst));
        self.values.extend(named.iter().copied().zip(results));
        NextStep::Follows
    }

    fn branch(&mut self, inst: Inst, taken: usize) -> NextStep {
        let dfg = &self.function.dfg;
        let to =
            &dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables)[taken];
        let args = to.args(&dfg.value_lists).map(|arg| {
            let value = arg.as_value().expect("block arguments are values");
            self.value(value)
        });
        let args: Vec<u64> = args.collect();
        let block = to.block(&dfg.value_lists);
        self.enter(block, &args);
        NextStep::Jump(block)
    }

    /// The address of the word that an access of `inst` touches, and the shift within the word.
    fn word_and_shift(&self, inst: Inst, base: u64, ty: Type) -> (u64, u32) {
        let offset = self.function.dfg.insts[inst]
            .load_store_offset()
            .expect("the instruction accesses memory");
        let at = base.wrapping_add(i64::from(offset) as u64);
        assert!(at % 8 + u64::from(ty.bytes()) <= 8, "an access across words at {at:#x}");
        (at & !7, (at % 8) as u32 * 8)
    }

    fn load(&self, inst: Inst, base: u64) -> u64 {
        let dfg = &self.function.dfg;
        let ty = match dfg.insts[inst].opcode() {
            Opcode::Uload8 => types::I8,
            Opcode::Uload32 => types::I32,
            Opcode::Load => dfg.value_type(dfg.first_result(inst)),
            other => panic!("{other} is not evaluated"),
        };
        let (at, shift) = self.word_and_shift(inst, base, ty);
        let word = self.world.words.get(&at);
        let word = word.unwrap_or_else(|| panic!("nothing lies at {at:#x}"));
        (word >> shift) & mask(ty)
    }

    fn store(&mut self, inst: Inst, value: u64, base: u64) {
        let dfg = &self.function.dfg;
        assert_eq!(dfg.insts[inst].opcode(), Opcode::Store);
        let ty = dfg.value_type(dfg.inst_args(inst)[0]);
        let (at, shift) = self.word_and_shift(inst, base, ty);
        let word = self.world.words.entry(at).or_insert(0);
        *word = *word & !(mask(ty) << shift) | (value & mask(ty)) << shift;
    }

    fn compute(&self, inst: Inst, args: &[u64]) -> u64 {
        let dfg = &self.function.dfg;
        let of = |n: usize| dfg.value_type(dfg.inst_args(inst)[n]);
        let floats = || args.iter().map(|&bits| f64::from_bits(bits)).collect::<Vec<f64>>();
        match dfg.insts[inst] {
            InstructionData::UnaryImm { imm, .. } => imm.bits() as u64,
            InstructionData::UnaryIeee64 { imm, .. } => imm.bits(),
            InstructionData::IntCompare { cond, .. } => {
                assert_eq!(of(0), types::I64);
                u64::from(compare(cond, args[0], args[1]))
            }
            InstructionData::FloatCompare { cond, .. } => {
                let (a, b) = (floats()[0], floats()[1]);
                u64::from(match cond {
                    FloatCC::LessThan => a < b,
                    FloatCC::LessThanOrEqual => a <= b,
                    FloatCC::Equal => a == b,
                    other => panic!("{other} is not evaluated"),
                })
            }
            ref other => match other.opcode() {
                Opcode::GetPinnedReg => self.world.pinned_register,
                // The evaluated stack always has room.
                Opcode::GetStackPointer => u64::MAX >> 1,
                Opcode::Iadd => args[0].wrapping_add(args[1]),
                Opcode::Isub => args[0].wrapping_sub(args[1]),
                Opcode::Imul => args[0].wrapping_mul(args[1]),
                Opcode::Ineg => args[0].wrapping_neg(),
                Opcode::Ishl => args[0] << (args[1] & 63),
                Opcode::Urem => args[0] % args[1],
                Opcode::Smin => (args[0] as i64).min(args[1] as i64) as u64,
                Opcode::Smax => (args[0] as i64).max(args[1] as i64) as u64,
                Opcode::Uextend | Opcode::Bitcast => args[0],
                Opcode::Fadd => (floats()[0] + floats()[1]).to_bits(),
                opcode => panic!("{opcode} is not evaluated"),
            },
        }
    }
}

fn mask(ty: Type) -> u64 {
    u64::MAX >> (64 - ty.bits())
}

fn compare(cond: IntCC, a: u64, b: u64) -> bool {
    let (signed_a, signed_b) = (a as i64, b as i64);
    match cond {
        IntCC::Equal => a == b,
        IntCC::NotEqual => a != b,
        IntCC::SignedLessThan => signed_a < signed_b,
        IntCC::SignedGreaterThanOrEqual => signed_a >= signed_b,
        IntCC::SignedGreaterThan => signed_a > signed_b,
        IntCC::SignedLessThanOrEqual => signed_a <= signed_b,
        IntCC::UnsignedLessThan => a < b,
        IntCC::UnsignedGreaterThanOrEqual => a >= b,
        IntCC::UnsignedGreaterThan => a > b,
        IntCC::UnsignedLessThanOrEqual => a <= b,
    }
}
