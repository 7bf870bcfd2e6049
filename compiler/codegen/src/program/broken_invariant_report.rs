//! Handles parts of the program that cannot be generated: reports an error with their line, and generates substitute
//! code.

use crate::invariant::catch_broken_invariant;
use crate::program::tables::ProgramGen;
use minigo_bytecode::operand::{self as bc, Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Pos;
use minigo_types::ty::Basic;
use std::rc::Rc;

impl<'p> ProgramGen<'p> {
    /// Generates a function or another part of the program. If an invariant is broken, reports the line being
    /// generated, or else `pos`, and returns false.
    pub(crate) fn generate_or_report(&mut self, pos: Pos, work: impl FnOnce(&mut Self)) -> bool {
        self.current_pos = pos;
        match catch_broken_invariant(|| work(self)) {
            Ok(()) => true,
            Err(what) => {
                self.report_broken_invariant(self.current_pos, &what);
                false
            }
        }
    }

    /// Reports a broken invariant in the code of `pos`.
    pub(crate) fn report_broken_invariant(&mut self, pos: Pos, what: &str) {
        let text =
            format!("internal compiler error: {what} (a bug of minigo, not of this program)");
        self.diagnostics.error_at(Code::InternalError, pos, text);
    }

    /// Gives a function that could not be generated code that panics with `text`: in a session its name has been
    /// declared, so it may be called.
    pub(crate) fn generate_panicking_body(&mut self, id: bc::FuncId, text: &str) {
        let k = self.string(&Rc::from(text.as_bytes()));
        let string = self.rtype(Basic::String.id()).0;
        let (text, value, go_layout) = (Slot(0), Slot(2), self.uses_go_interface_layout);
        let out = self.func_mut(id);
        out.code = vec![
            Op::Nop {},
            Op::LoadStr { dst: text, k },
            Op::BoxIface { dst: value, src: text },
            Op::Ext { a: 2, b: Wide::new(string) },
            if go_layout {
                Op::LoadDescriptor { dst: value, ty: Wide::new(string) }
            } else {
                Op::LoadType { dst: value, ty: Wide::new(string) }
            },
            Op::Panic { x: value },
        ]
        .into();
        out.frame_slots = out.arg_slots.max(out.result_slots).max(4);
    }
}
