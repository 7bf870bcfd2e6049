//! Slots in variables: reading, writing, loading from the frame, and converting slots of kind `Both` between blocks.

use crate::slot_kinds::{SlotKind, SlotKinds};
use crate::slot_set::SlotSet;
use crate::translate::Translator;
use cranelift_codegen::ir::types::{F64, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use minigo_bytecode::operand::Slot;

/// The variables that hold slots.
pub(super) struct Registers {
    kinds: SlotKinds,
    int_variables: Vec<Option<Variable>>,
    float_variables: Vec<Option<Variable>>,
    /// The slots of kind `Both` that are floats at this point.
    float_slots: SlotSet,
    /// The number added to the slots of instructions: not 0 for an inlined callee, whose frame begins at that slot.
    pub(super) inlined_frame_start: usize,
}

impl Registers {
    pub(super) fn new(b: &mut FunctionBuilder<'_>, kinds: SlotKinds, slots: usize) -> Self {
        let mut of = |wanted: [SlotKind; 2], ty: Type| -> Vec<Option<Variable>> {
            kinds
                .by_slot
                .iter()
                .map(|kind| wanted.contains(kind).then(|| b.declare_var(ty)))
                .collect()
        };
        let ints = of([SlotKind::Int, SlotKind::Both], I64);
        let floats = of([SlotKind::Float, SlotKind::Both], F64);
        Self {
            kinds,
            int_variables: ints,
            float_variables: floats,
            float_slots: SlotSet::new(slots),
            inlined_frame_start: 0,
        }
    }

    /// How many slots the function has.
    pub(super) fn slot_count(&self) -> usize {
        self.kinds.by_slot.len()
    }

    /// Sets the slots of kind `Both` to the kinds that all blocks agree on at `pc`.
    pub(super) fn begin_block(&mut self, pc: usize) {
        match self.kinds.float_slots_at.get(&pc) {
            Some(floats) => self.float_slots.clone_from(floats),
            None => self.hold_all_as_ints(),
        }
    }

    /// Holds all slots of kind `Both` as integers.
    pub(super) fn hold_all_as_ints(&mut self) {
        self.float_slots = SlotSet::new(self.kinds.by_slot.len());
    }

    fn kind(&self, slot: usize) -> SlotKind {
        self.kinds.by_slot.get(slot).copied().unwrap_or(SlotKind::Memory)
    }

    fn is_float(&self, slot: usize) -> bool {
        match self.kind(slot) {
            SlotKind::Float => true,
            SlotKind::Both => self.float_slots.contains(slot),
            SlotKind::Int | SlotKind::Memory => false,
        }
    }

    fn variable(&self, slot: usize, float: bool) -> Variable {
        let all = if float { &self.float_variables } else { &self.int_variables };
        all[slot].expect("slots in registers have variables of their kind")
    }
}

impl Translator<'_> {
    /// The offset of a slot from the frame's base in bytes.
    pub(super) fn frame_offset(slot: usize) -> i32 {
        slot as i32 * 8
    }

    pub(super) fn is_in_memory(&self, slot: usize) -> bool {
        self.registers.kind(slot) == SlotKind::Memory
    }

    /// The value of a slot in a register, of the kind that it has at this point.
    pub(super) fn register_value(&mut self, slot: usize) -> Value {
        let variable = self.registers.variable(slot, self.registers.is_float(slot));
        self.builder.use_var(variable)
    }

    fn as_bits(&mut self, value: Value, ty: Type) -> Value {
        if self.builder.func.dfg.value_type(value) == ty {
            return value;
        }
        self.builder.ins().bitcast(ty, MemFlagsData::new(), value)
    }

    /// The value of a slot as a word.
    pub(super) fn read(&mut self, slot: Slot) -> Value {
        self.read_as(slot, I64)
    }

    /// The value of a slot as a float.
    pub(super) fn read_f64(&mut self, slot: Slot) -> Value {
        self.read_as(slot, F64)
    }

    fn read_as(&mut self, slot: Slot, ty: Type) -> Value {
        let slot = self.registers.inlined_frame_start + usize::from(slot.0);
        if self.is_in_memory(slot) {
            return self.builder.ins().load(
                ty,
                self.frame_flags,
                self.frame_base,
                Self::frame_offset(slot),
            );
        }
        let held = self.register_value(slot);
        self.as_bits(held, ty)
    }

    /// The value of a slot, of the kind in which it is held.
    pub(super) fn read_as_held(&mut self, slot: Slot) -> Value {
        let at = self.registers.inlined_frame_start + usize::from(slot.0);
        let ty = if self.registers.is_float(at) { F64 } else { I64 };
        self.read_as(slot, ty)
    }

    /// Writes a value of either type to a slot.
    pub(super) fn write(&mut self, slot: Slot, value: Value) {
        let slot = self.registers.inlined_frame_start + usize::from(slot.0);
        let is_float = self.builder.func.dfg.value_type(value) == F64;
        match self.registers.kind(slot) {
            SlotKind::Memory => {
                self.builder.ins().store(
                    self.frame_flags,
                    value,
                    self.frame_base,
                    Self::frame_offset(slot),
                );
            }
            SlotKind::Both => {
                if is_float {
                    self.registers.float_slots.insert(slot);
                } else {
                    self.registers.float_slots.remove(slot);
                }
                self.builder.def_var(self.registers.variable(slot, is_float), value);
            }
            kind => {
                let float = kind == SlotKind::Float;
                let value = self.as_bits(value, if float { F64 } else { I64 });
                self.builder.def_var(self.registers.variable(slot, float), value);
            }
        }
    }

    /// The best type for a word that this instruction writes to a slot.
    pub(super) fn best_type_for_write(&self, slot: Slot) -> Type {
        let slot = self.registers.inlined_frame_start + usize::from(slot.0);
        let float = match self.registers.kind(slot) {
            SlotKind::Float => true,
            SlotKind::Both => self.registers.kinds.is_next_read_as_float(self.pc, slot),
            SlotKind::Int | SlotKind::Memory => false,
        };
        if float { F64 } else { I64 }
    }

    /// Loads a slot from the frame.
    pub(super) fn reload_slot(&mut self, slot: usize) {
        if self.is_in_memory(slot) {
            return;
        }
        let float = self.registers.is_float(slot);
        let ty = if float { F64 } else { I64 };
        let value = self.builder.ins().load(
            ty,
            self.frame_flags,
            self.frame_base,
            Self::frame_offset(slot),
        );
        self.builder.def_var(self.registers.variable(slot, float), value);
    }

    /// Loads the slots from `first` on that are live at `pc` from the frame.
    pub(super) fn load_live_slots(&mut self, pc: usize, first: usize) {
        for slot in self.live_slots_at(pc).into_iter().filter(|slot| *slot >= first) {
            self.reload_slot(slot);
        }
    }

    /// The slots that are live before an instruction.
    pub(super) fn live_slots_at(&self, pc: usize) -> Vec<usize> {
        let mut all = Vec::new();
        self.liveness.for_each_live(pc, |slot| all.push(slot as usize));
        all
    }

    /// Holds the slots of arguments that were passed in registers.
    pub(super) fn set_register_args(&mut self, args: &[Value]) {
        let count = self.unit.func.arg_slots as usize;
        for (slot, &value) in args.iter().enumerate().take(count) {
            if !self.is_in_memory(slot) {
                self.write(Slot(slot as u16), value);
            }
        }
    }

    /// Stores the register arguments whose slots are in the frame.
    pub(super) fn store_args(&mut self, args: &[Value]) {
        let count = self.unit.func.arg_slots as usize;
        for (slot, &value) in args.iter().enumerate().take(count) {
            if self.is_in_memory(slot) {
                self.write(Slot(slot as u16), value);
            }
        }
    }

    /// The slots of kind `Both` that are held differently in the block at `pc`.
    fn slots_to_convert(&self, pc: usize) -> Vec<usize> {
        let Some(there) = self.registers.kinds.float_slots_at.get(&pc) else { return Vec::new() };
        let differs = |slot: &usize| {
            let both = self.registers.kind(*slot) == SlotKind::Both;
            both && self.registers.float_slots.contains(*slot) != there.contains(*slot)
        };
        self.live_slots_at(pc).into_iter().filter(differs).collect()
    }

    /// Reports whether a value must be converted before a jump to the block at `pc`.
    pub(super) fn needs_conversion_for(&self, pc: usize) -> bool {
        !self.slots_to_convert(pc).is_empty() || self.counting_loop != self.counting_loop_at(pc)
    }

    /// Converts slots, and the budget, to the kinds of the block at `pc`. The translator's kinds of the slots at this
    /// point do not change.
    pub(super) fn convert_to_block_kinds(&mut self, pc: usize) {
        self.convert_budget_for_block(pc);
        for slot in self.slots_to_convert(pc) {
            let value = self.register_value(slot);
            let float = !self.registers.is_float(slot);
            let value = self.as_bits(value, if float { F64 } else { I64 });
            self.builder.def_var(self.registers.variable(slot, float), value);
        }
    }
}
