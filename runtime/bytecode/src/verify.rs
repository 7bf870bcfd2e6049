//! Checks the properties that the VM takes for granted: slots are in the frame, jumps stay inside the function, every
//! path ends, ids are in range.
//!
//! Runs in debug builds and tests, on whole programs, so that a mistake of code generation is found before the code
//! runs.

use crate::func::{Func, HEADER_SLOTS};
use crate::operand::{FuncId, Use};
use crate::ops::{Effects, Op};
use crate::program::Program;
use crate::uses::{ext_at, reciprocal, visit_operands};
use std::fmt;

/// A violation in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The function that contains the violation.
    pub func: FuncId,
    /// The index of the instruction.
    pub pc: u32,
    /// The description of the violation.
    pub violation: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {} at {}: {}", self.func.0, self.pc, self.violation)
    }
}

impl std::error::Error for Fault {}

/// Checks all functions.
///
/// # Errors
/// Returns the first [`Fault`].
pub fn verify(program: &Program) -> Result<(), Fault> {
    if program.entry.0 as usize >= program.funcs.len() {
        return Err(Fault {
            func: program.entry,
            pc: 0,
            violation: "the program has no entry function",
        });
    }
    for (id, func) in program.funcs.iter().enumerate() {
        if func.func_detail.try_get().is_none() {
            let violation = "the details of the function cannot be decoded";
            return Err(Fault { func: FuncId(id as u32), pc: 0, violation });
        }
        let mut checker = Checker { program, func, fault: None };
        checker.check_func();
        if let Some((pc, violation)) = checker.fault {
            return Err(Fault { func: FuncId(id as u32), pc, violation });
        }
    }
    Ok(())
}

struct Checker<'p> {
    program: &'p Program,
    func: &'p Func,
    fault: Option<(u32, &'static str)>,
}

impl Checker<'_> {
    fn check(&mut self, pc: usize, holds: bool, violation: &'static str) {
        if !holds && self.fault.is_none() {
            self.fault = Some((pc as u32, violation));
        }
    }

    fn check_func(&mut self) {
        let code = &self.func.code;
        let frame = self.func.frame_slots;
        self.check(0, !code.is_empty(), "the function has no code");
        let bounds = self.func.arg_slots <= frame && self.func.result_slots <= frame;
        self.check(0, bounds, "arguments and results do not fit into the frame");
        let mut pc = 0;
        while pc < code.len() && self.fault.is_none() {
            let op = code[pc];
            self.check(pc, !matches!(op, Op::Ext { .. }), "operands without an instruction");
            self.check_ext(pc, op);
            self.check_op(pc, op);
            let next = pc + 1 + op.ext_count();
            self.check(pc, next < code.len() || op.ends_control_flow(), "control runs off the end");
            pc = next;
        }
        if let Some(pc) = self.func.recover_pc {
            self.check_target(pc as usize, i64::from(pc));
        }
    }

    fn check_op(&mut self, pc: usize, op: Op) {
        let (program, func) = (self.program, self.func);
        let mut operands = Vec::new();
        visit_operands(program, &func.code, pc, |operand| operands.push(operand));
        for operand in operands {
            match operand {
                Use::Read(s, n) | Use::Write(s, n) => self.check_slots(pc, s.0, n),
                Use::Update(s) => self.check_slots(pc, s.0, 1),
                Use::Window(s) => {
                    self.check(pc, s.0 >= HEADER_SLOTS, "a window without room for its header");
                    self.check_slots(pc, s.0, 0);
                }
                Use::Jump(distance) => self.check_target(pc, pc as i64 + 1 + i64::from(distance)),
                Use::Imm(_) => {}
                Use::Global(off) => {
                    self.check(pc, off < program.globals_size.max(1), "no such global");
                }
                Use::Const(k) => self.check_id(pc, k.0, program.consts.len()),
                Use::Str(k) => self.check_id(pc, k.0, program.strings.len()),
                Use::Func(f) => self.check_id(pc, f.0, program.funcs.len()),
                Use::Type(t) => self.check_id(pc, t.0, program.types.len()),
                Use::Native(n) => self.check_id(pc, n.0, program.natives.len()),
                Use::Site(s) => self.check_id(pc, s.0, program.call_sites.len()),
                Use::Select(s) => self.check_id(pc, s.0, program.selects.len()),
            }
        }
        if op.effects().has(Effects::RETURNS) {
            self.check_slots(pc, 0, func.result_slots);
        }
        self.check_divisor(pc, op);
    }

    /// Checks the divisor of an instruction that divides by a multiplication, which exists for some divisors only.
    fn check_divisor(&mut self, pc: usize, op: Op) {
        let holds = match op {
            Op::DivImm { imm, .. } | Op::RemImm { imm, .. } => {
                let (low, high) = ext_at(&self.func.code, pc, 1);
                imm >= 2 && reciprocal(imm as u16) == u64::from(low) | u64::from(high) << 16
            }
            Op::DivPow2 { imm, .. } | Op::RemPow2 { imm, .. } => (1..=62).contains(&imm),
            _ => true,
        };
        self.check(pc, holds, "the divisor is out of range, or its reciprocal is wrong");
    }

    fn check_ext(&mut self, pc: usize, op: Op) {
        for n in 1..=op.ext_count() {
            let there = matches!(self.func.code.get(pc + n), Some(Op::Ext { .. }));
            self.check(pc, there, "the instruction's `Ext` is missing");
        }
    }

    fn check_slots(&mut self, pc: usize, slot: u16, n: u32) {
        let end = u32::from(slot) + n;
        self.check(pc, end <= self.func.frame_slots, "a register outside the frame");
    }

    fn check_id(&mut self, pc: usize, id: u32, len: usize) {
        self.check(pc, (id as usize) < len, "an id beyond the end of its table");
    }

    fn check_target(&mut self, pc: usize, to: i64) {
        let op = usize::try_from(to).ok().and_then(|to| self.func.code.get(to));
        let fine = op.is_some_and(|op| !matches!(op, Op::Ext { .. }));
        self.check(pc, fine, "a jump to a place where no instruction begins");
    }
}
