//! Broken invariants: an error that names the line, never a Rust panic.
//!
//! The checker has spelled out all rules of the language, so there are cases that no program reaches. Where one is
//! reached all the same, minigo has a bug. [`broken`] then unwinds to the function that is being generated, whose other
//! code would mean nothing: the compilation ends with an internal compiler error at the line that was being generated,
//! as gc's does. Rust panics of this crate (an index out of range) end in the same way; only these print a message of
//! their own before.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

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
