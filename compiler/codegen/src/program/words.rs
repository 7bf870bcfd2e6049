//! Whether a program looks at the words of interface values.
//!
//! Foreign packages know that an interface value is two words, a pointer to the type and one to the value, and read or
//! make these through package unsafe: to take a value out without a copy, to use the type as a key, to put another
//! value in. Such a program has a conversion between `unsafe.Pointer` and a pointer to memory that holds interface
//! values (or a `reflect.Value`, which begins with the same words). Not every such conversion looks at the words: an
//! atomic pointer to a struct with an interface in it does not. A program with Go's layout is the same but slower, so
//! it is enough that none is missed.
//!
//! The library does not count: it is written for both layouts. Functions are looked at as they are generated, so
//! generic ones with their type arguments, and only those that are reached.

use crate::program::walk::{Node, walk};
use minigo_syntax::hash::HashMap;
use minigo_types::program::{Body, Conversion, Expr, ExprKind, Func, Program};
use minigo_types::ty::{Basic, Type, TypeId};

/// Whether a package that is not the library's has such a conversion.
pub(crate) fn are_looked_at(program: &Program) -> bool {
    let mut memory = Memory { program, known: HashMap::default() };
    let foreign = |f: &&Func| !program.package(f.pkg).library;
    program.funcs.iter().filter(foreign).any(|f| match &f.body {
        Body::Block(body) => !walk(body.iter().map(Node::Stmt), &mut |node| match node {
            Node::Expr(e) => !memory.is_looked_at(e),
            Node::Stmt(_) => true,
        }),
        Body::Native | Body::Unreached => false,
    })
}

/// Answers whether memory of a type holds interface values.
struct Memory<'p> {
    program: &'p Program,
    /// Whether it holds interface values; of a type that is being looked at: no, until that is known.
    known: HashMap<TypeId, bool>,
}

impl Memory<'_> {
    /// Whether the expression is a conversion through which the words of interface values can be seen.
    fn is_looked_at(&mut self, e: &Expr) -> bool {
        let ExprKind::Convert(Conversion::Same, x) = &e.kind else { return false };
        let types = &self.program.types;
        let is_unsafe = |ty: TypeId| matches!(types.under(ty), Type::Basic(Basic::UnsafePointer));
        match (types.under(x.ty), types.under(e.ty)) {
            (Type::Pointer(to), _) if is_unsafe(e.ty) => self.leads_to_words(*to),
            (_, Type::Pointer(to)) if is_unsafe(x.ty) => self.leads_to_words(*to),
            _ => false,
        }
    }

    /// As [`Self::holds_words`], for what is pointed to: a pointer, whose target counts too, or a func, whose
    /// parameters and results do.
    fn leads_to_words(&mut self, ty: TypeId) -> bool {
        match self.program.types.under(ty) {
            Type::Pointer(to) => self.holds_words(*to),
            Type::Signature(sig) => {
                sig.params.iter().chain(sig.results.iter()).any(|&ty| self.holds_words(ty))
            }
            _ => self.holds_words(ty),
        }
    }

    /// Whether a value of the type has interface values in it, or is a slice of some.
    fn holds_words(&mut self, ty: TypeId) -> bool {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        self.known.insert(ty, false);
        let holds = match self.program.types.under(ty) {
            Type::Interface(_) => true,
            Type::Array(elem, _) | Type::Slice(elem) => self.holds_words(*elem),
            Type::Struct(fields) => {
                self.is_reflect_value(ty) || fields.iter().any(|f| self.holds_words(f.ty))
            }
            _ => false,
        };
        self.known.insert(ty, holds);
        holds
    }

    fn is_reflect_value(&self, ty: TypeId) -> bool {
        let Type::Named(named) = self.program.types.get(ty) else { return false };
        let named = self.program.types.named(*named);
        let path = named.pkg.map(|pkg| &*self.program.package(pkg).path);
        path == Some("reflect") && &*named.name == "Value"
    }
}
