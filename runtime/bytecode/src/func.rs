//! A compiled function: code, line table, and what running, tracebacks and the collector need.

use crate::code::Code;
use crate::lazy::Lazy;
use crate::operand::{FuncId, Slot, TypeId};
use crate::ops::Op;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// How many slots before a frame's base belong to its call: the running closure (base - 2) and the return address
/// (base - 1). Windows leave room for them.
pub const HEADER_SLOTS: u16 = 2;

/// The most slots a frame may have.
pub const MAX_FRAME_SLOTS: u32 = 60_000;

/// A compiled function: what running it needs, its code, and its [`Detail`], whose fields read like its own.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Func {
    /// Slots of the frame, windows of calls (with the arguments) included. The VM makes sure that they are there.
    pub frame_slots: u32,
    /// Slots of the arguments, from slot 0 on.
    pub arg_slots: u32,
    /// Slots of the results, from slot 0 on.
    pub result_slots: u32,
    /// What a closure of the function holds after its first word.
    pub captures: CaptureLayout,
    /// Where to go on when a deferred call of this frame has recovered a panic: code that loads the results and
    /// returns. There exactly for functions that defer.
    pub recover_pc: Option<u32>,
    /// Whether it only adapts a call: tracebacks leave it out, `recover` looks through it.
    pub wrapper: bool,
    /// The code. Every path ends in `ret`, a jump, `panic` or `unreachable`.
    #[serde(skip)]
    pub code: Code,
    /// The rest. Of a stored program it is decoded when it is first asked for: most runs never do.
    #[serde(skip)]
    pub detail: Lazy<Detail>,
}

/// What of a function tracebacks and the collector look at.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Detail {
    /// As tracebacks print it: `main.(*T).M`.
    pub name: Arc<str>,
    /// The file it stands in: index into `Program::files`.
    pub file: u32,
    /// Line of the declaration.
    pub line: u32,
    /// Lines of the code: entries sorted by `pc`, each valid up to the next.
    pub lines: Vec<Line>,
    /// The instructions whose indexes are of unsigned types of 64 bits, for the texts of panics, sorted: of an index 1,
    /// of the bounds of a slice expression the sum of 1 (low), 2 (high), 4 (max).
    pub unsigned: Vec<(u32, u8)>,
    /// The calls in whose place their callees' code stands.
    pub inlined: Vec<Inlined>,
    /// The variables, for debuggers and reports.
    pub vars: Vec<VarLocation>,
}

impl Default for Lazy<Detail> {
    fn default() -> Self {
        Detail::default().into()
    }
}

impl Deref for Func {
    type Target = Detail;

    fn deref(&self) -> &Detail {
        self.detail.get()
    }
}

impl DerefMut for Func {
    fn deref_mut(&mut self) -> &mut Detail {
        self.detail.get_mut()
    }
}

/// A call that was inlined: the code is the callee's, the frame the caller's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inlined {
    /// Whose code it is.
    pub func: FuncId,
    /// File of the call.
    pub file: u32,
    /// Line of the call.
    pub line: u32,
    /// The inlined call that this one stands in.
    pub parent: Option<InlineId>,
}

/// Index of an [`Inlined`] in [`Func::inlined`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InlineId(pub u32);

/// Where an instruction comes from, seen from one of the functions it is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The inlined function; `None`: the function itself.
    pub func: Option<FuncId>,
    /// File, index into `Program::files`.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
}

/// Code from `pc` on comes from `line`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Index of an instruction.
    pub pc: u32,
    /// Line, from 1.
    pub line: u32,
    /// File, index into `Program::files` (bodies of range-over-func or instances may stand elsewhere).
    pub file: u32,
    /// The inlined call that it belongs to.
    pub inlined: Option<InlineId>,
}

/// The memory of a closure, after the word that names its function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CaptureLayout {
    /// Bytes, a multiple of 8, without the first word.
    pub size: u32,
    /// The words (counted after the first one) that may be pointers.
    pub pointers: Vec<u32>,
}

/// Where a variable lives while the code from `from` to `to` runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VarLocation {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: TypeId,
    /// Its first slot; if boxed, the slot that holds its address.
    pub slot: Slot,
    /// Whether it lives in a heap cell.
    pub boxed: bool,
    /// First instruction of its scope.
    pub from: u32,
    /// One past the last instruction of its scope.
    pub to: u32,
}

impl Func {
    /// File and line of the instruction `pc`.
    #[must_use]
    pub fn line_at(&self, pc: u32) -> (u32, u32) {
        let at = self.lines.partition_point(|l| l.pc <= pc);
        at.checked_sub(1).map_or((self.file, self.line), |i| {
            let l = self.lines[i];
            (l.file, l.line)
        })
    }

    /// Which indexes are unsigned, of the instruction at `pc` or the one that an `Ext` there belongs to.
    #[must_use]
    pub fn unsigned_at(&self, pc: u32) -> u8 {
        let mut at = pc as usize;
        while at > 0 && matches!(self.code.get(at), Some(Op::Ext { .. })) {
            at -= 1;
        }
        let found = self.unsigned.binary_search_by_key(&(at as u32), |&(pc, _)| pc);
        found.map_or(0, |i| self.unsigned[i].1)
    }

    /// Where the instruction `pc` comes from: the innermost inlined function first, the function itself last.
    pub fn origins_at(&self, pc: u32) -> impl Iterator<Item = Origin> + '_ {
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
                return Some(Origin { func: None, file, line });
            };
            let call = self.inlined[id as usize];
            (place, inlined) = ((call.file, call.line), call.parent);
            Some(Origin { func: Some(call.func), file, line })
        })
    }
}
