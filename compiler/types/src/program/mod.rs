//! The typed program: what the checker hands to code generation.
//!
//! It is desugared so far that no rule of Go's type system is left to apply: every implicit conversion is an
//! expression of its own, promoted fields are spelled out step by step, constants are values of their type, variadic
//! arguments are slices, method calls name the function they call, and captured variables are listed. Generic
//! functions appear as their instances only. It is immutable once the checker returns it.

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

/// A whole program, checked.
#[derive(Debug)]
pub struct Program {
    /// All types that the program mentions. Two ids are equal exactly when the types are identical.
    pub types: Types,
    /// All packages, each after those it imports.
    pub packages: Vec<Package>,
    /// All functions: declared ones, methods, closures, instances, and the synthetic ones that the checker adds.
    pub funcs: Vec<Func>,
    /// All local variables of all functions.
    pub vars: Vec<Var>,
    /// All package-level variables that something uses.
    pub globals: Vec<Global>,
    /// To call in this order before `main`: per package a synthetic function that initialises its variables in
    /// dependency order, then its `init` functions.
    pub inits: Vec<FuncId>,
    /// `main.main`; none when a package other than `main` was checked.
    pub main: Option<FuncId>,
}

/// A package.
#[derive(Clone, Debug)]
pub struct Package {
    /// The import path; `main` for the main package.
    pub path: Name,
    /// The name in its package clause.
    pub name: Name,
    /// Whether it belongs to the library, minigo's or Go's.
    pub library: bool,
}

/// A function with its body.
#[derive(Debug)]
pub struct Func {
    /// As tracebacks print it: `main.f`, `main.(*T).M`, `main.f.func1`, `main.F[...]`.
    pub name: Rc<str>,
    /// Where it was declared.
    pub pkg: PkgId,
    /// Where `func` stands.
    pub pos: Pos,
    /// The closing brace: the position of an implicit return.
    pub end: Pos,
    /// Its type, a `Signature`; the receiver is not part of it.
    pub sig: TypeId,
    /// The receiver, which is passed as the first argument.
    pub recv: Option<VarId>,
    /// The parameters in order; the variadic one is a slice. Blank and unnamed ones have a variable too.
    pub params: Vec<VarId>,
    /// The results in order; unnamed ones have a variable too.
    pub results: Vec<VarId>,
    /// The enclosing function's variables that it uses, if it is a closure.
    pub captures: Vec<VarId>,
    /// What it does.
    pub body: Body,
    /// Whether a `defer` statement stands in it (not in its closures).
    pub has_defer: bool,
    /// Whether `recover` is called in it (not in its closures).
    pub has_recover: bool,
    /// Whether it is synthetic and only adapts a call (a thunk of `go`/`defer`, a method expression): tracebacks leave
    /// it out and `recover` looks through it.
    pub wrapper: bool,
    /// Whether a later input of the session may put another function in its place: calls of it stay calls.
    pub replaceable: bool,
}

/// What a function does.
#[derive(Debug)]
pub enum Body {
    /// It has no body: a native of the library, to be found by package path and name.
    Native,
    /// A library function that nothing reaches: never checked, never called.
    Unreached,
    /// These statements.
    Block(Vec<Stmt>),
}

/// A local variable. It is declared in one function and may be used in closures inside it.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name; empty for temporaries and unnamed results.
    pub name: Name,
    /// Its type.
    pub ty: TypeId,
    /// Where it is declared.
    pub pos: Pos,
    /// The function that declares it.
    pub owner: FuncId,
    /// Whether a closure uses it.
    pub captured: bool,
    /// Whether its address is taken (`&x`, `x[:]` of an array, a method with pointer receiver).
    pub addressed: bool,
    /// Whether it is assigned to after its declaration, anywhere, `x.f = …` and `x[i] = …` of arrays included.
    pub reassigned: bool,
}

/// A package-level variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Name,
    /// Where it was declared.
    pub pkg: PkgId,
    /// Its type.
    pub ty: TypeId,
    /// Where it is declared.
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
