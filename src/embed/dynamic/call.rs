//! Functions of Go whose types Rust does not know.

use super::{Value, read, write};
use crate::embed::call::Callee;
use crate::embed::error::Error;
use crate::embed::run::{FunctionHandle, Run, is_error_type};
use crate::embed::value::{Cx, GoTypes, Invalid};
use minigo_bytecode::operand::TypeId;
use std::fmt;
use std::sync::Arc;

/// A Go function that is called with [`Value`]s: see [`Run::dynamic`].
#[derive(Clone)]
pub struct DynamicFunc {
    handle: FunctionHandle,
    ty: Arc<FuncType>,
}

struct FuncType {
    text: Arc<str>,
    params: Vec<TypeId>,
    is_variadic: bool,
    /// The types of the results without the error's.
    results: Vec<TypeId>,
    /// The number of slots of the results without the error's.
    result_slots: usize,
    /// Whether the last result is an error.
    returns_error: bool,
}

impl fmt::Debug for DynamicFunc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicFunc").field("type", &self.ty.text).finish_non_exhaustive()
    }
}

impl Run {
    /// Finds an exported function of the program's package, whatever its type is.
    ///
    /// # Errors
    /// [`Error::NoFunction`]
    pub fn dynamic(&self, name: &str) -> Result<DynamicFunc, Error> {
        let handle = self.function(name)?;
        let types =
            GoTypes { types: self.driven.types(), names: &self.host_side.known_types.names };
        let ty = types.get(handle.function.ty);
        let (results, fails) = match ty.results.split_last() {
            Some((last, values)) if is_error_type(types, *last) => (values, true),
            _ => (&ty.results[..], false),
        };
        let ty = FuncType {
            text: ty.string.clone(),
            params: ty.params.clone(),
            is_variadic: ty.is_variadic,
            results: results.to_vec(),
            result_slots: results.iter().map(|ty| types.get(*ty).slots() as usize).sum(),
            returns_error: fails,
        };
        Ok(DynamicFunc { handle, ty: Arc::new(ty) })
    }
}

impl DynamicFunc {
    /// Returns the function's type in Go.
    #[must_use]
    pub fn go_type(&self) -> &str {
        &self.ty.text
    }

    /// Calls the function as [`Func::call`](crate::embed::Func::call) does. Arguments beyond those of a variadic
    /// function are the elements of its last parameter. If the function's last result is an error that is not nil, the
    /// inner result is that error's text.
    ///
    /// # Errors
    /// As for [`Func::call`](crate::embed::Func::call); [`Error::Invalid`] if there are too many or too few arguments,
    /// an argument is no value of its parameter's type, or a result has no form in Rust.
    pub fn call(
        &self,
        run: &mut Run,
        args: Vec<Value>,
    ) -> Result<Result<Vec<Value>, String>, Error> {
        let args = self.ty.pack_arguments(args)?;
        run.start(&self.handle, DynamicCallee { args, ty: self.ty.clone() })?.complete(run)
    }
}

impl FuncType {
    /// Returns an argument for each parameter.
    fn pack_arguments(&self, mut args: Vec<Value>) -> Result<Vec<Value>, Error> {
        let fixed = self.params.len() - usize::from(self.is_variadic);
        if self.is_variadic && args.len() >= fixed {
            let rest = args.split_off(fixed);
            args.push(if rest.is_empty() { Value::Nil } else { Value::List(rest) });
        }
        if args.len() == self.params.len() {
            return Ok(args);
        }
        let (count, text) = (args.len(), &self.text);
        Err(Error::Invalid(format!("{count} arguments for a function of type {text}")))
    }
}

/// A call with values.
struct DynamicCallee {
    args: Vec<Value>,
    ty: Arc<FuncType>,
}

impl Callee for DynamicCallee {
    type Results = Result<Vec<Value>, String>;

    fn push_args(&self, cx: &mut Cx<'_>, into: &mut Vec<u64>) -> Result<(), Invalid> {
        let mut pairs = self.args.iter().zip(&self.ty.params);
        pairs.try_for_each(|(arg, ty)| write::push_slots(cx, arg, *ty, into))
    }

    fn result_slots(&self) -> usize {
        self.ty.result_slots
    }

    fn returns_error(&self) -> bool {
        self.ty.returns_error
    }

    unsafe fn load(&self, cx: &Cx<'_>, slots: *const u64) -> Result<Self::Results, Invalid> {
        let mut next = slots;
        let results = self.ty.results.iter().map(|ty| {
            // SAFETY: the caller keeps this function's contract.
            unsafe {
                let value = read::read_slots(cx, *ty, next);
                next = next.add(cx.native.type_descriptor(*ty).slots() as usize);
                value
            }
        });
        results.collect::<Result<_, _>>().map(Ok)
    }

    fn results_from_error(&self, text: String) -> Option<Self::Results> {
        Some(Err(text))
    }
}
