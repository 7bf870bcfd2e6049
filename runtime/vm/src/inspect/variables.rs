//! The variables of a goroutine's frames, with their values.
//!
//! A variable has slots of its own while it is in scope, and the interpreter keeps its value there until the end of the
//! scope (`codegen::opt` removes no write to a named variable). But
//!
//! * the collector only scans slots that will be read: once no code reads a variable any more, the objects that its
//!   pointers referred to may be gone;
//! * machine code stores only those slots to the frame that will be read: in a function with machine code, the other
//!   slots may hold older values.
//!
//! So a slot that will not be read is only trusted if its function is interpreted and the slot holds no pointer or nil.
//! For a variable in any other slot that will not be read, only the name and type are shown.

use crate::goroutine::state::{Goroutine, Wait};
use crate::image::Image;
use crate::inspect::view::Variable;
use crate::report::value_text;
use crate::shared::Shared;
use hashbrown::HashSet;
use minigo_bytecode::func::VarLocation;
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::MAX_BYTES_IN_SLOTS;
use minigo_jit::abi::LOWEST_CODE_ENTRY;

/// A frame of the stack walk.
pub(crate) struct WalkedFrame {
    /// The next instruction, or the return address of the call that the frame has made.
    pub(crate) pc: *const Op,
    /// The frame's first slot.
    pub(crate) base: usize,
    /// Whether the frame is the innermost.
    pub(crate) is_innermost: bool,
    /// Whether the goroutine was stopped before the instruction at `pc`, rather than behind the previous instruction.
    pub(crate) stopped_before: bool,
}

/// The variables in scope of a frame of the goroutine, outer scopes first.
pub(super) fn variables_of(shared: &Shared, g: &Goroutine, walked: &WalkedFrame) -> Vec<Variable> {
    let image = &shared.image;
    let id = image.func_at(walked.pc);
    let func = &image.program.funcs[id.0 as usize];
    if func.vars.is_empty() {
        return Vec::new();
    }
    let next = image.offset_of(walked.pc) - image.function_starts[id.0 as usize] as usize;
    let at = if walked.stopped_before { next } else { next.saturating_sub(1) } as u32;
    let kept = ValidSlots::of(image, g, walked);
    let mut found: Vec<Variable> = Vec::new();
    for var in func.vars.iter().filter(|v| (v.scope_start_pc..v.scope_end_pc).contains(&at)) {
        let name = var.name.to_string();
        // An inner variable hides an outer variable of the same name.
        found.retain(|outer| outer.name != name);
        let ty = image.types.get(var.ty).string.to_string();
        let value = kept.holds_variable(shared, g, walked.base, var).then(|| {
            let from = walked.base + usize::from(var.slot.0);
            // SAFETY: the slots hold a value of the type, or its address; the objects that they refer to were kept,
            // since the slots will be read; the world is stopped.
            unsafe {
                match var.is_boxed {
                    true => {
                        value_text::memory_text(shared, var.ty, g.frame_words()[from] as *const u8)
                    }
                    false => {
                        value_text::slots_text(shared, var.ty, g.frame_words()[from..].as_ptr())
                    }
                }
            }
        });
        found.push(Variable { name, ty, value });
    }
    found
}

/// The slots of a frame that hold the values of their variables.
pub(crate) struct ValidSlots {
    /// The slots that the code behind the current position reads.
    live_slots: HashSet<u32>,
    /// Whether the other slots hold their last values too, except pointers.
    is_interpreted: bool,
}

impl ValidSlots {
    pub(crate) fn of(image: &Image, g: &Goroutine, walked: &WalkedFrame) -> Self {
        let id = image.func_at(walked.pc);
        let next = image.offset_of(walked.pc) - image.function_starts[id.0 as usize] as usize;
        Self {
            live_slots: find_live_slots(image, g, walked, next),
            is_interpreted: !is_compiled(image, id),
        }
    }

    /// Reports whether the slots of a variable of the frame at `base` hold its value.
    pub(crate) fn holds_variable(
        &self,
        shared: &Shared,
        g: &Goroutine,
        base: usize,
        var: &VarLocation,
    ) -> bool {
        let ty = shared.image.types.get(var.ty);
        let first = u32::from(var.slot.0);
        let width = if var.is_boxed { 1 } else { ty.slots() };
        let from = base + first as usize;
        let Some(slots) = g.frame_words().get(from..from + width as usize) else { return false };
        let holds_address = var.is_boxed || ty.size > MAX_BYTES_IN_SLOTS;
        let may_point = |i: u32| holds_address || ty.pointer_words.contains(&i);
        let is_kept = |(i, word): (u32, &u64)| {
            let trusted = self.is_interpreted && (!may_point(i) || *word == 0 && !holds_address);
            self.live_slots.contains(&(first + i)) || trusted
        };
        (0..).zip(slots).all(is_kept)
    }
}

/// Reports whether a function has machine code.
fn is_compiled(image: &Image, id: FuncId) -> bool {
    let first = image.function_starts[id.0 as usize] as usize;
    let len = image.program.funcs[id.0 as usize].code.len();
    (first..first + len).any(|at| image.entries.address(at) >= LOWEST_CODE_ENTRY)
}

/// The slots of a frame that will be read.
fn find_live_slots(
    image: &Image,
    g: &Goroutine,
    walked: &WalkedFrame,
    next: usize,
) -> HashSet<u32> {
    let func = &image.program.funcs[image.func_at(walked.pc).0 as usize];
    let of = if image.keeps_variables { Liveness::with_variables } else { Liveness::of };
    let live = of(image.program.tables(), image.types.current_types(), func);
    let mut kept = HashSet::new();
    // The result of a select is written where the goroutine continues: the slots that are live at the select are those
    // that are live before it.
    let select = walked.is_innermost && matches!(g.wait, Wait::Select { .. });
    live.for_each_live(if select { next.saturating_sub(1) } else { next }, |slot| {
        kept.insert(slot);
    });
    if walked.is_innermost
        && let Wait::Recv { dst, n, ok, .. } = g.wait
    {
        let slots = u32::from(n) + u32::from(ok);
        (dst..dst + slots).for_each(|slot| _ = kept.remove(&slot));
    }
    kept
}
