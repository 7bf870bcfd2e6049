//! Whether a program looks at the words of interface values.
//!
//! Foreign packages know that an interface value is two words, a pointer to the type and one to the value, and read or
//! make these through package unsafe: to take a value out without a copy, to use the type as a key, to put another
//! value in. Such a program has a conversion between `unsafe.Pointer` and a pointer to memory that holds interface
//! values (or a `reflect.Value`, which begins with the same words). Not every such conversion looks at the words: an
//! atomic pointer to a struct with an interface in it does not. A program with Go's layout is the same but slower, so
//! it is enough that none is missed.
//!
//! The words can also be reached without their type being named: from a field before them, by an address that is
//! reckoned, by package reflect. So a pointer to memory with addresses in it counts too, if it is made of an
//! `unsafe.Pointer` that leads farther than where it comes from, or where such pointers have no known place to come
//! from ([`Memory::is_of_unknown_place`]).
//!
//! The library does not count: it is written for both layouts. Functions are looked at as they are generated, so
//! generic ones with their type arguments, and only those that are reached.

use crate::program::walk::{Node, walk};
use minigo_syntax::hash::HashMap;
use minigo_types::program::{Body, Builtin, Callee, Conversion, Expr, ExprKind, Func, Program};
use minigo_types::ty::{Basic, Type, TypeId};

/// Whether a package that is not the library's has such a conversion.
pub(crate) fn are_looked_at(program: &Program) -> bool {
    let mut memory = Memory { program, known: HashMap::default() };
    let foreign = |f: &&Func| !program.package(f.pkg).library;
    let (mut unknown_place, mut takes_addresses) = (false, false);
    program.funcs.iter().filter(foreign).any(|f| match &f.body {
        Body::Block(body) => !walk(body.iter().map(Node::Stmt), &mut |node| match node {
            Node::Expr(e) => {
                unknown_place |= memory.is_of_unknown_place(e);
                takes_addresses |= memory.takes_addresses(e);
                !(memory.is_looked_at(e) || unknown_place && takes_addresses)
            }
            Node::Stmt(_) => true,
        }),
        Body::Native | Body::Unreached => false,
    })
}

/// How many pointers are followed: types can be pointers to themselves.
const DEEP: u32 = 8;

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
        match (types.under(x.ty), types.under(e.ty)) {
            (Type::Pointer(to), _) if self.is_unsafe(e.ty) => self.leads_to_words(*to, DEEP),
            (_, Type::Pointer(to)) if self.is_unsafe(x.ty) => {
                let beyond =
                    self.place_of(x).is_some_and(|from| types.size_of(*to) > types.size_of(from));
                self.leads_to_words(*to, DEEP) || beyond && self.has_addresses(*to)
            }
            _ => false,
        }
    }

    fn is_unsafe(&self, ty: TypeId) -> bool {
        matches!(self.program.types.under(ty), Type::Basic(Basic::UnsafePointer))
    }

    /// The type of what an `unsafe.Pointer` leads to, if the expression converts a pointer to one.
    fn place_of(&self, e: &Expr) -> Option<TypeId> {
        let ExprKind::Convert(Conversion::Same, x) = &e.kind else { return None };
        match self.program.types.under(x.ty) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Whether the expression makes an `unsafe.Pointer` of which no type says what lies there: of an address, by a
    /// distance from another one, or by package reflect.
    fn is_of_unknown_place(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Builtin(Builtin::UnsafeAdd, _) => true,
            ExprKind::Convert(Conversion::Same, x) => {
                let of = self.program.types.under(x.ty);
                self.is_unsafe(e.ty) && matches!(of, Type::Basic(Basic::Uintptr))
            }
            ExprKind::Call(call) => match call.callee {
                Callee::Func(id) => {
                    let f = self.program.func(id);
                    self.is_unsafe(e.ty) && &*self.program.package(f.pkg).path == "reflect"
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the expression makes a pointer to memory with addresses in it of an `unsafe.Pointer` that is not itself
    /// made there of a pointer.
    fn takes_addresses(&self, e: &Expr) -> bool {
        let ExprKind::Convert(Conversion::Same, x) = &e.kind else { return false };
        match self.program.types.under(e.ty) {
            Type::Pointer(to) if self.is_unsafe(x.ty) => {
                self.place_of(x).is_none() && self.has_addresses(*to)
            }
            _ => false,
        }
    }

    /// Whether a value of the type is, or begins with or has in it, an address.
    fn has_addresses(&self, ty: TypeId) -> bool {
        match self.program.types.under(ty) {
            Type::Basic(basic) => matches!(basic, Basic::UnsafePointer | Basic::Uintptr),
            Type::Array(elem, _) => self.has_addresses(*elem),
            Type::Struct(fields) => fields.iter().any(|f| self.has_addresses(f.ty)),
            Type::Pointer(_) | Type::Slice(_) => true,
            _ => false,
        }
    }

    /// As [`Self::holds_words`], for what is pointed to: a pointer, whose target counts too, or a func, whose
    /// parameters and results do.
    fn leads_to_words(&mut self, ty: TypeId, deep: u32) -> bool {
        match self.program.types.under(ty) {
            Type::Pointer(to) if deep > 0 => self.leads_to_words(*to, deep - 1),
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
