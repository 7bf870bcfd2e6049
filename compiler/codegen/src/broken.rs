//! Broken invariants: an error that names the line, never a Rust panic.
//!
//! The checker has spelled out all rules of the language, so there are cases that no program reaches. Where one is
//! reached all the same, minigo has a bug. [`broken`] then unwinds to the function that is being generated, whose other
//! code would mean nothing: the compilation ends with an internal compiler error at the line that was being generated,
//! as gc's does. Rust panics of this crate (an index out of range) end in the same way; only these print a message of
//! their own before.

use crate::program::tables::ProgramGen;
use minigo_bytecode::operand::{self as bc, Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Pos;
use minigo_types::ty::Basic;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// The payload of [`broken`]: which case no program should reach.
struct Broken(&'static str);

/// Gives up the function that is being generated: `what` does not hold.
#[cold]
pub(crate) fn broken(what: &'static str) -> ! {
    // Unlike a panic this prints nothing.
    resume_unwind(Box::new(Broken(what)))
}

/// Values that are there in every program that the checker lets through.
pub(crate) trait OrBroken<T> {
    /// The value; without one, gives up the function that is being generated.
    fn or_broken(self, what: &'static str) -> T;
}

impl<T> OrBroken<T> for Option<T> {
    #[inline]
    fn or_broken(self, what: &'static str) -> T {
        match self {
            Some(value) => value,
            None => broken(what),
        }
    }
}

/// Does `work`; if an invariant turns out to be broken, returns which one.
pub(crate) fn unless_broken<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // The caller drops all that `work` has changed, but for diagnostics, or replaces it.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let text = |payload: &dyn std::any::Any| {
            let broken = payload.downcast_ref::<Broken>().map(|b| b.0);
            let panicked = payload.downcast_ref::<&str>().copied();
            let formatted = payload.downcast_ref::<String>().map(|text| &**text);
            broken.or(panicked).or(formatted).unwrap_or("panicked").to_owned()
        };
        text(&*payload)
    })
}

impl<'p> ProgramGen<'p> {
    /// Generates a function or another part of the program. If an invariant turns out to be broken, reports the line
    /// that was being generated, or else `pos`, and returns false.
    pub(crate) fn guarded(&mut self, pos: Pos, work: impl FnOnce(&mut Self)) -> bool {
        self.at = pos;
        match unless_broken(|| work(self)) {
            Ok(()) => true,
            Err(what) => {
                self.report_broken(self.at, &what);
                false
            }
        }
    }

    /// Reports a broken invariant in the code of `pos`.
    pub(crate) fn report_broken(&mut self, pos: Pos, what: &str) {
        let text =
            format!("internal compiler error: {what} (a bug of minigo, not of this program)");
        self.diagnostics.error_at(Code::InternalError, pos, text);
    }

    /// Gives a function that could not be generated code that panics with `text`: in a session its name has been
    /// declared, and may be called.
    pub(crate) fn refuse(&mut self, id: bc::FuncId, text: &str) {
        let k = self.string(&Rc::from(text.as_bytes()));
        let string = self.rtype(Basic::String.id()).0;
        let (text, value, go_layout) = (Slot(0), Slot(2), self.go_layout);
        let out = self.made(id);
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

#[cfg(test)]
mod tests {
    use super::{OrBroken, broken, unless_broken};

    #[test]
    fn a_broken_invariant_is_a_value() {
        assert_eq!(unless_broken(|| 7), Ok(7));
        assert_eq!(
            unless_broken(|| broken("maps have keys")),
            Err::<(), _>("maps have keys".into())
        );
        let none: Option<u8> = None;
        assert_eq!(unless_broken(|| none.or_broken("it is there")), Err("it is there".into()));
    }
}
