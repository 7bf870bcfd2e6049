//! The arguments and results of Go functions that Rust calls.

use super::value::{Cx, Declarations, Go, GoTypes, Invalid, slots};
use minigo_bytecode::operand::TypeId;

/// The arguments of a Go function: a tuple of up to eight values.
pub trait Args: Send + Sync + 'static {
    /// Returns the texts of the types.
    #[doc(hidden)]
    fn declare(declarations: &mut Declarations) -> Vec<String>;
    /// Reports whether these are the types of the parameters.
    #[doc(hidden)]
    fn match_types(types: GoTypes<'_>, params: &[TypeId]) -> bool;
    /// Appends the slots of the arguments.
    ///
    /// # Errors
    /// [`Invalid`] if an argument has no form in Go.
    #[doc(hidden)]
    fn push(&self, cx: &mut Cx<'_>, into: &mut Vec<u64>) -> Result<(), Invalid>;
}

macro_rules! arguments {
    ($(($($t:ident $n:tt),*))*) => { $(
        impl<$($t: Go),*> Args for ($($t,)*) {
            #[allow(unused_variables, reason = "a tuple without elements declares no type")]
            fn declare(declarations: &mut Declarations) -> Vec<String> {
                vec![$($t::declare(declarations)),*]
            }

            #[allow(unused_variables, reason = "a tuple without elements compares no type")]
            fn match_types(types: GoTypes<'_>, params: &[TypeId]) -> bool {
                let expected = [$($n),*].len() as usize;
                params.len() == expected $(&& $t::is(types, params[$n]))*
            }

            #[allow(unused_variables, reason = "a tuple without elements has no slots")]
            fn push(&self, cx: &mut Cx<'_>, into: &mut Vec<u64>) -> Result<(), Invalid> {
                $(
                    let at = into.len();
                    into.resize(at + slots::<$t>(), 0);
                    // SAFETY: the list has room for the value behind that index.
                    unsafe { self.$n.write_slots(cx, into.as_mut_ptr().add(at))? };
                )*
                Ok(())
            }
        }
    )* };
}

arguments! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

impl Args for () {
    fn declare(_: &mut Declarations) -> Vec<String> {
        Vec::new()
    }

    fn match_types(_: GoTypes<'_>, params: &[TypeId]) -> bool {
        params.is_empty()
    }

    fn push(&self, _: &mut Cx<'_>, _: &mut Vec<u64>) -> Result<(), Invalid> {
        Ok(())
    }
}

/// The results of a Go function: nothing, a value, a tuple of values, or a `Result`, whose error comes from the
/// function's last result, an `error`, as text.
pub trait Results: Send + Sized + 'static {
    /// The number of results apart from the error.
    #[doc(hidden)]
    const RESULT_COUNT: usize;
    /// Whether the last result is an error.
    #[doc(hidden)]
    const RETURNS_ERROR: bool;
    /// The number of slots without the error's.
    #[doc(hidden)]
    const SLOTS: usize;
    /// Returns the texts of the types.
    #[doc(hidden)]
    fn declare(declarations: &mut Declarations) -> Vec<String>;
    /// Reports whether these are the types of the results apart from the error.
    #[doc(hidden)]
    fn match_types(types: GoTypes<'_>, results: &[TypeId]) -> bool;
    /// Loads the results.
    ///
    /// # Errors
    /// [`Invalid`] if a result is no value of its Rust type.
    ///
    /// # Safety
    /// The results lie in the slots.
    #[doc(hidden)]
    unsafe fn load(cx: &Cx<'_>, slots: *const u64) -> Result<Self, Invalid>;
    /// Returns the results of a function that returned an error with this text.
    #[doc(hidden)]
    fn from_error(text: String) -> Option<Self>;
}

impl Results for () {
    const RESULT_COUNT: usize = 0;
    const RETURNS_ERROR: bool = false;
    const SLOTS: usize = 0;

    fn declare(_: &mut Declarations) -> Vec<String> {
        Vec::new()
    }

    fn match_types(_: GoTypes<'_>, results: &[TypeId]) -> bool {
        results.is_empty()
    }

    unsafe fn load(_: &Cx<'_>, _: *const u64) -> Result<Self, Invalid> {
        Ok(())
    }

    fn from_error(_: String) -> Option<Self> {
        None
    }
}

impl<T: Go> Results for T {
    const RESULT_COUNT: usize = 1;
    const RETURNS_ERROR: bool = false;
    const SLOTS: usize = slots::<T>();

    fn declare(declarations: &mut Declarations) -> Vec<String> {
        vec![T::declare(declarations)]
    }

    fn match_types(types: GoTypes<'_>, results: &[TypeId]) -> bool {
        matches!(results, [only] if T::is(types, *only))
    }

    unsafe fn load(cx: &Cx<'_>, slots: *const u64) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { T::read(cx, slots.cast()) }
    }

    fn from_error(_: String) -> Option<Self> {
        None
    }
}

macro_rules! results {
    ($(($($t:ident $n:tt),*))*) => { $(
        impl<$($t: Go),*> Results for ($($t,)*) {
            const RESULT_COUNT: usize = [$($n),*].len();
            const RETURNS_ERROR: bool = false;
            const SLOTS: usize = 0 $(+ slots::<$t>())*;

            fn declare(declarations: &mut Declarations) -> Vec<String> {
                vec![$($t::declare(declarations)),*]
            }

            fn match_types(types: GoTypes<'_>, results: &[TypeId]) -> bool {
                results.len() == Self::RESULT_COUNT $(&& $t::is(types, results[$n]))*
            }

            #[allow(unused_assignments, reason = "nothing is loaded behind the last value")]
            unsafe fn load(cx: &Cx<'_>, slots: *const u64) -> Result<Self, Invalid> {
                let mut next = slots;
                Ok(($({
                    // SAFETY: the caller keeps this function's contract.
                    let value = unsafe { $t::read(cx, next.cast()) }?;
                    // SAFETY: the caller keeps this function's contract.
                    next = unsafe { next.add(self::slots::<$t>()) };
                    value
                },)*))
            }

            fn from_error(_: String) -> Option<Self> {
                None
            }
        }
    )* };
}

results! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
}

impl<T: Results, E: From<String> + Send + 'static> Results for Result<T, E> {
    const RESULT_COUNT: usize = T::RESULT_COUNT;
    const RETURNS_ERROR: bool = true;
    const SLOTS: usize = T::SLOTS;

    fn declare(declarations: &mut Declarations) -> Vec<String> {
        const { assert!(!T::RETURNS_ERROR, "the value of a result is no result") };
        let mut all = T::declare(declarations);
        all.push("error".to_owned());
        all
    }

    fn match_types(types: GoTypes<'_>, results: &[TypeId]) -> bool {
        T::match_types(types, results)
    }

    unsafe fn load(cx: &Cx<'_>, slots: *const u64) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { T::load(cx, slots) }.map(Ok)
    }

    fn from_error(text: String) -> Option<Self> {
        Some(Err(E::from(text)))
    }
}
