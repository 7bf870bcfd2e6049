//! A compiled function: code, line table, and all that running, tracebacks and the collector need.

use crate::code::Code;
use crate::lazy::Lazy;
use crate::operand::{FuncId, Slot, TypeId};
use crate::ops::Op;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// How many slots before a frame's base belong to its call: the running closure at `base-2` and the return address at
/// `base-1`. The window of a call leaves room for these header slots.
pub const HEADER_SLOTS: u16 = 2;

/// The most slots a frame may have.
pub const MAX_FRAME_SLOTS: u32 = 60_000;

/// A compiled function: the fields needed to run it, its code, and its [`FuncDetail`], whose fields can be read like
/// its own.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Func {
    /// The slots of the frame, including the windows of calls (with their arguments). The VM ensures that the stack has
    /// these slots.
    pub frame_slots: u32,
    /// How many slots the arguments take, from slot 0 on.
    pub arg_slots: u32,
    /// How many slots the results take, from slot 0 on.
    pub result_slots: u32,
    /// The layout of a closure of the function after its first word.
    pub captures: CaptureLayout,
    /// The instruction at which control continues when a deferred call of this frame has recovered a panic: code that
    /// loads the results and returns. `Some` exactly for functions that defer.
    pub recover_pc: Option<u32>,
    /// Whether the function only adapts a call: tracebacks leave it out, and `recover` looks through it.
    pub is_wrapper: bool,
    /// The code. Every path ends in `ret`, a jump, `panic` or `unreachable`.
    #[serde(skip)]
    pub code: Code,
    /// The other properties. A stored program's detail is decoded when it is first requested: most runs never request
    /// it.
    #[serde(skip)]
    pub func_detail: Lazy<FuncDetail>,
}

/// The properties of a function that only tracebacks and the collector read.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct FuncDetail {
    /// The name as tracebacks print it: `main.(*T).M`.
    pub name: Arc<str>,
    /// The source file: index into `Program::files`.
    pub file: u32,
    /// The line of the declaration.
    pub line: u32,
    /// The lines of the code: entries sorted by `pc`, each valid up to the next entry.
    pub lines: Vec<LineEntry>,
    /// The instructions whose indexes have unsigned 64-bit types, sorted, for the messages of panics: each with 1 for
    /// an index expression, or, for a slice expression, the sum of 1 (low is unsigned), 2 (high is), 4 (max is).
    pub unsigned_operands: Vec<(u32, u8)>,
    /// The inlined calls in the code.
    pub inlined_calls: Vec<InlinedCall>,
    /// The variables, for debuggers and reports.
    pub vars: Vec<VarLocation>,
}

impl Default for Lazy<FuncDetail> {
    fn default() -> Self {
        FuncDetail::default().into()
    }
}

impl Deref for Func {
    type Target = FuncDetail;

    fn deref(&self) -> &FuncDetail {
        self.func_detail.get()
    }
}

impl DerefMut for Func {
    fn deref_mut(&mut self) -> &mut FuncDetail {
        self.func_detail.get_mut()
    }
}

/// An inlined call: the code is the callee's, the frame the caller's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InlinedCall {
    /// The callee.
    pub func: FuncId,
    /// The file of the call.
    pub file: u32,
    /// The line of the call.
    pub line: u32,
    /// The inlined call that contains this one.
    pub parent: Option<InlineId>,
}

/// The index of an [`InlinedCall`] in [`FuncDetail::inlined_calls`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InlineId(pub u32);

/// The source position of an instruction in one function: in the compiled function itself, or in a function inlined
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionOrigin {
    /// The inlined function; `None`: the function itself.
    pub func: Option<FuncId>,
    /// The file: index into `Program::files`.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// An entry of the line table: code from `pc` on comes from `line`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineEntry {
    /// The index of the first instruction.
    pub pc: u32,
    /// The line, from 1.
    pub line: u32,
    /// The file: index into `Program::files` (bodies of range-over-func loops and instances may come from another
    /// file).
    pub file: u32,
    /// The innermost inlined call that the code belongs to.
    pub inlined: Option<InlineId>,
}

/// The layout of a closure's memory after the word that names its function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CaptureLayout {
    /// The size in bytes, a multiple of 8, without the first word.
    pub size: u32,
    /// The words (counted after the first one) that may be pointers.
    pub pointer_words: Vec<u32>,
}

/// The place of a variable while the code from `scope_start_pc` to `scope_end_pc` runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VarLocation {
    /// The variable's name.
    pub name: Arc<str>,
    /// The variable's type.
    pub ty: TypeId,
    /// The variable's first slot; if boxed, the slot that holds its address.
    pub slot: Slot,
    /// Whether the variable lives in a heap cell.
    pub is_boxed: bool,
    /// The first instruction of the variable's scope.
    pub scope_start_pc: u32,
    /// The instruction after the last one of the variable's scope.
    pub scope_end_pc: u32,
}

impl Func {
    /// The file and line of the instruction at `pc`.
    #[must_use]
    pub fn line_at(&self, pc: u32) -> (u32, u32) {
        let at = self.lines.partition_point(|l| l.pc <= pc);
        at.checked_sub(1).map_or((self.file, self.line), |i| {
            let l = self.lines[i];
            (l.file, l.line)
        })
    }

    /// The unsigned indexes (see [`FuncDetail::unsigned_operands`]) of the instruction at `pc`, or of the instruction
    /// to which an `Ext` at `pc` belongs.
    #[must_use]
    pub fn unsigned_operands_at(&self, pc: u32) -> u8 {
        let mut at = pc as usize;
        while at > 0 && matches!(self.code.get(at), Some(Op::Ext { .. })) {
            at -= 1;
        }
        let found = self.unsigned_operands.binary_search_by_key(&(at as u32), |&(pc, _)| pc);
        found.map_or(0, |i| self.unsigned_operands[i].1)
    }

    /// The source positions of the instruction at `pc`: the innermost inlined function first, the function itself last.
    pub fn origins_at(&self, pc: u32) -> impl Iterator<Item = InstructionOrigin> + '_ {
        let at = self.lines.partition_point(|l| l.pc <= pc);
        let line = at.checked_sub(1).map(|i| self.lines[i]);
        let mut inlined = line.and_then(|l| l.inlined);
        let mut place = line.map_or((self.file, self.line), |l| (l.file, l.line));
        let mut ended = false;
        std::iter::from_fn(move || {
            if ended {
                return None;
            }
            let (file, line) = place;
            let Some(InlineId(id)) = inlined else {
                ended = true;
                return Some(InstructionOrigin { func: None, file, line });
            };
            let call = self.inlined_calls[id as usize];
            (place, inlined) = ((call.file, call.line), call.parent);
            Some(InstructionOrigin { func: Some(call.func), file, line })
        })
    }
}
