//! The results of Rust functions that Go code calls.

use super::value::{Cx, Declarations, Go, Invalid, slots};
use std::fmt::Display;

/// The result of a Rust function that Go code calls: nothing, a value, or a `Result` of one, whose error becomes an
/// `error` with its text.
pub trait HostResult: Send + 'static {
    /// The number of slots of the native's results.
    #[doc(hidden)]
    const SLOTS: usize;
    /// Whether the function returns an error.
    #[doc(hidden)]
    const RETURNS_ERROR: bool;
    /// Returns the text of the value's type.
    #[doc(hidden)]
    fn declare(declarations: &mut Declarations) -> Option<String>;
    /// Stores the results.
    ///
    /// # Errors
    /// [`Invalid`] if the value has no form in Go.
    ///
    /// # Safety
    /// `to` points to `SLOTS` slots.
    #[doc(hidden)]
    unsafe fn store(&self, cx: &mut Cx<'_>, to: *mut u64) -> Result<(), Invalid>;
}

impl HostResult for () {
    const SLOTS: usize = 0;
    const RETURNS_ERROR: bool = false;

    fn declare(_: &mut Declarations) -> Option<String> {
        None
    }

    unsafe fn store(&self, _: &mut Cx<'_>, _: *mut u64) -> Result<(), Invalid> {
        Ok(())
    }
}

impl<T: Go> HostResult for T {
    const SLOTS: usize = slots::<T>();
    const RETURNS_ERROR: bool = false;

    fn declare(declarations: &mut Declarations) -> Option<String> {
        Some(T::declare(declarations))
    }

    unsafe fn store(&self, cx: &mut Cx<'_>, to: *mut u64) -> Result<(), Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { self.write_slots(cx, to) }
    }
}

impl<T: HostResult, E: Display + Send + 'static> HostResult for Result<T, E> {
    const SLOTS: usize = T::SLOTS + slots::<String>() + 1;
    const RETURNS_ERROR: bool = true;

    fn declare(declarations: &mut Declarations) -> Option<String> {
        const { assert!(!T::RETURNS_ERROR, "the T of a Result<T, E> must not be a Result") };
        T::declare(declarations)
    }

    unsafe fn store(&self, cx: &mut Cx<'_>, to: *mut u64) -> Result<(), Invalid> {
        // SAFETY: the caller keeps this function's contract; zero slots are the zero value and the empty string.
        unsafe {
            (0..Self::SLOTS).for_each(|at| to.add(at).write(0));
            match self {
                Ok(value) => value.store(cx, to),
                Err(error) => {
                    to.add(T::SLOTS + slots::<String>()).write(1);
                    error.to_string().write_slots(cx, to.add(T::SLOTS))
                }
            }
        }
    }
}
