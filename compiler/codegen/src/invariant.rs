//! Broken invariants: the generator reports each as an error at a source line, never as a Rust panic.
//!
//! The checker has made all rules of the language explicit, so some cases cannot occur in any program. If one of these
//! cases occurs all the same, minigo has a bug. [`broken`] then unwinds to the start of the current function, because
//! the rest of its code would be meaningless. The compilation ends with an internal compiler error at the current line,
//! like gc's. Rust panics in this crate (such as an index out of range) end in the same way, but also print a message
//! of their own.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The payload of [`broken`]: the message about the case that must not occur.
struct BrokenInvariant(&'static str);

/// Stops the generation of the current function, because the invariant `what` does not hold.
#[cold]
pub(crate) fn panic_broken_invariant(what: &'static str) -> ! {
    // In contrast to a panic, `resume_unwind` prints nothing.
    resume_unwind(Box::new(BrokenInvariant(what)))
}

/// An `Option` that is `Some` for every program that the checker accepts.
pub(crate) trait OrBrokenInvariant<T> {
    /// Returns the value in `Some`; for `None`, calls [`broken`].
    fn or_broken_invariant(self, what: &'static str) -> T;
}

impl<T> OrBrokenInvariant<T> for Option<T> {
    #[inline]
    fn or_broken_invariant(self, what: &'static str) -> T {
        match self {
            Some(value) => value,
            None => panic_broken_invariant(what),
        }
    }
}

/// Calls `work`. Returns the broken invariant's message if one is found.
pub(crate) fn catch_broken_invariant<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // The caller drops or replaces all state that `work` has changed, except for diagnostics.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let text = |payload: &dyn std::any::Any| {
            let broken = payload.downcast_ref::<BrokenInvariant>().map(|b| b.0);
            let panicked = payload.downcast_ref::<&str>().copied();
            let formatted = payload.downcast_ref::<String>().map(|text| &**text);
            broken.or(panicked).or(formatted).unwrap_or("panicked").to_owned()
        };
        text(&*payload)
    })
}

#[cfg(test)]
mod tests {
    use super::{OrBrokenInvariant, catch_broken_invariant, panic_broken_invariant};

    #[test]
    fn a_broken_invariant_is_returned_as_an_error() {
        assert_eq!(catch_broken_invariant(|| 7), Ok(7));
        assert_eq!(
            catch_broken_invariant(|| panic_broken_invariant("maps have keys")),
            Err::<(), _>("maps have keys".into())
        );
        let none: Option<u8> = None;
        assert_eq!(
            catch_broken_invariant(|| none.or_broken_invariant("the folder exists")),
            Err("the folder exists".into())
        );
    }
}
