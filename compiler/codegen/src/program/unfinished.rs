//! Functions whose code is being optimised: what is added to them then.

use crate::broken::{OrBroken, broken};
use crate::opt::arguments_of;
use crate::opt::beside::{Beside, Optimised};
use crate::program::location::Location;
use crate::program::tables::ProgramGen;
use minigo_bytecode::assembler::{Finished, Label};
use minigo_bytecode::func::{Inlined, VarLocation};
use minigo_bytecode::operand as bc;
use minigo_bytecode::ops::Op;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use minigo_types::program::{Body, VarId};

/// From this number of functions with bodies on, a thread to optimise them is worth its start.
const LARGE: usize = 1_000;

/// A named variable whose scope begins at a label, and perhaps ends at one.
pub(crate) struct NamedVar {
    pub(crate) var: VarId,
    pub(crate) location: Location,
    pub(crate) from: Label,
    pub(crate) to: Option<Label>,
}

/// What the table of functions gets with the code of one.
pub(crate) struct Unfinished {
    /// Where the function stands.
    pub(crate) pos: Pos,
    /// Where the code ends.
    pub(crate) end: Label,
    /// Where a recovered panic goes on.
    pub(crate) epilogue: Option<Label>,
    /// The named variables, and their types.
    pub(crate) named: Vec<(NamedVar, bc::TypeId)>,
    pub(crate) inlined: Vec<Inlined>,
}

impl ProgramGen<'_> {
    /// Optimises functions beside generating others from now on, if there are many.
    pub(crate) fn optimise_beside(&mut self) {
        let bodies = self.program.funcs.iter().filter(|f| matches!(f.body, Body::Block(_)));
        if bodies.count() >= LARGE {
            self.beside = Beside::start();
        }
    }

    /// Waits for the functions that are being optimised.
    pub(crate) fn finish_optimising(&mut self) {
        let Some(beside) = self.beside.take() else { return };
        for (id, optimised) in beside.finish() {
            let unfinished = self.unfinished.remove(&id);
            self.complete(unfinished.or_broken("each task leaves one"), optimised, id);
        }
    }

    /// Hands the code of a function over to the table, unless the passes have broken an invariant.
    pub(crate) fn complete(
        &mut self,
        unfinished: Unfinished,
        optimised: Result<Optimised, String>,
        id: bc::FuncId,
    ) {
        let Unfinished { pos, end, epilogue, named, inlined } = unfinished;
        let Optimised { code, frame } = match optimised {
            Ok(optimised) => optimised,
            Err(what) => {
                self.report_broken(pos, &what);
                return self.refuse(id, &what);
            }
        };
        let Finished { code, mut lines, unsigned, labels } = code;
        lines.shrink_to_fit();
        let at = |label: Label| labels[label.index()];
        let program = self.program;
        let location = |(n, ty): (NamedVar, bc::TypeId)| {
            let (slot, boxed) = match n.location {
                Location::Slots(slot) => (slot, false),
                Location::Cell(slot) => (slot, true),
                _ => broken("named variables have locations in slots"),
            };
            let name = (&*program.var(n.var).name).into();
            VarLocation { name, ty, slot, boxed, from: at(n.from), to: at(n.to.unwrap_or(end)) }
        };
        let out = self.made(id);
        out.code = code.into();
        out.lines = lines;
        out.unsigned = unsigned;
        out.inlined = inlined;
        out.frame_slots = frame;
        out.recover_pc = epilogue.map(at);
        out.vars = named.into_iter().map(location).collect();
    }

    /// How many slots the arguments of the calls in this code take, by where the calls are.
    pub(crate) fn arguments_of(&self, code: &[Op]) -> HashMap<usize, u32> {
        let tables = &self.tables;
        arguments_of(code, |op, a| match op {
            Op::Call { func, .. } => Some(tables.arg_slots[func.get() as usize]),
            Op::CallNative { native, .. } => Some(tables.native_arg_slots[native.get() as usize]),
            Op::CallClosure { n, .. } => Some(n.into()),
            // The first of them is not in the window yet.
            Op::CallClosureArg { .. } => Some(2),
            Op::GoFunc { .. } | Op::GoClosure { .. } => Some(u32::from(a)),
            _ => None,
        })
    }
}
