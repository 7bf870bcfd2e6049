//! The typed program: the checker's result and the input of code generation.
//!
//! The program is desugared: code generation has no rule of Go's type system left to apply. Every implicit conversion
//! is an expression of its own, promoted fields are spelled out step by step, constants are values of their type,
//! variadic arguments are slices, method calls name the function they call, and captured variables are listed. Generic
//! functions appear as their instances only. The program is immutable once the checker has returned it.

mod expr;
pub mod print;
mod stmt;
pub mod walk;

pub use crate::ids::{FuncId, GlobalId, PkgId, UNRESOLVED, VarId};
use crate::ty::{TypeId, Types};
pub use expr::*;
pub use minigo_syntax::ast::Name;
use minigo_syntax::source::Pos;
use std::rc::Rc;
pub use stmt::*;

/// A whole checked program.
#[derive(Debug)]
pub struct Program {
    /// All types that the program mentions. Two ids are equal exactly when the types are identical.
    pub types: Types,
    /// All packages; each stands after the packages that it imports.
    pub packages: Vec<Package>,
    /// All functions: declared functions, methods, closures, instances, and the synthetic functions that the checker
    /// adds.
    pub funcs: Vec<Func>,
    /// All local variables of all functions.
    pub vars: Vec<Var>,
    /// All package-level variables that the program uses.
    pub globals: Vec<Global>,
    /// The functions to call before `main`, in this order: for each package a synthetic function that initialises its
    /// variables in dependency order, then the package's `init` functions.
    pub inits: Vec<FuncId>,
    /// `main.main`; `None` if a package other than `main` was checked.
    pub main: Option<FuncId>,
}

/// A package.
#[derive(Clone, Debug)]
pub struct Package {
    /// The import path; `main` for the main package.
    pub path: Name,
    /// The name in the package clause.
    pub name: Name,
    /// Whether the package belongs to the library, minigo's or Go's.
    pub is_library: bool,
}

/// A function with its body.
#[derive(Debug)]
pub struct Func {
    /// The name as tracebacks print it: `main.f`, `main.(*T).M`, `main.f.func1`, `main.F[...]`.
    pub name: Rc<str>,
    /// The package that declares the function.
    pub pkg: PkgId,
    /// The position of `func`.
    pub pos: Pos,
    /// The position of the closing brace, which is that of an implicit return.
    pub end: Pos,
    /// The type: a `Signature`. The type does not include the receiver.
    pub sig: TypeId,
    /// The receiver, which is passed as the first argument.
    pub recv: Option<VarId>,
    /// The parameters in order; a variadic parameter is a slice. Blank and unnamed parameters have a variable too.
    pub params: Vec<VarId>,
    /// The results in order; unnamed results have a variable too.
    pub results: Vec<VarId>,
    /// For a closure, the variables of enclosing functions that it uses.
    pub captures: Vec<VarId>,
    /// The body.
    pub body: Body,
    /// Whether the body contains a `defer` statement, outside its function literals.
    pub has_defer: bool,
    /// Whether the body calls `recover`, outside its function literals.
    pub has_recover: bool,
    /// Whether the function is synthetic and only adapts a call (for `go`/`defer`, or a method expression): tracebacks
    /// omit it, and `recover` treats it as transparent.
    pub is_wrapper: bool,
    /// Whether a later input of the session may replace the function: calls of it must not be inlined.
    pub is_replaceable: bool,
}

/// The body of a function.
#[derive(Debug)]
pub enum Body {
    /// The function has no body: it is a native of the library, which is looked up by package path and name.
    Native,
    /// A library function that the program does not reach: it is never checked and never called.
    Unreached,
    /// The statements of the body.
    Block(Vec<Stmt>),
}

/// A local variable. One function declares the variable; the closures inside that function may use it.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name; empty for temporaries and unnamed results.
    pub name: Name,
    /// The type.
    pub ty: TypeId,
    /// The position of the declaration.
    pub pos: Pos,
    /// The function that declares the variable.
    pub owner: FuncId,
    /// Whether a closure uses the variable.
    pub is_captured: bool,
    /// Whether the variable's address is taken (by `&x`, by `x[:]` of an array, or by calling a method with pointer
    /// receiver).
    pub is_addressed: bool,
    /// Whether any statement assigns to the variable after its declaration; `x.f = …` and, for arrays, `x[i] = …`
    /// count.
    pub is_reassigned: bool,
}

/// A package-level variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name.
    pub name: Name,
    /// The package that declares the variable.
    pub pkg: PkgId,
    /// The type.
    pub ty: TypeId,
    /// The position of the declaration.
    pub pos: Pos,
}

impl Program {
    /// The function `id`.
    #[must_use]
    pub fn func(&self, id: FuncId) -> &Func {
        &self.funcs[id.0 as usize]
    }

    /// The variable `id`.
    #[must_use]
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0 as usize]
    }

    /// The package-level variable `id`.
    #[must_use]
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// The package `id`.
    #[must_use]
    pub fn package(&self, id: PkgId) -> &Package {
        &self.packages[id.0 as usize]
    }
}
