//! Finds out whether a program accesses the words of interface values.
//!
//! Foreign packages rely on the fact that an interface value is two words, a pointer to the type and a pointer to the
//! value. Foreign packages read or write the two words of interface values through package unsafe: to take a value out
//! without a copy, to use the type as a key, to store another value. A program that accesses these words contains a
//! conversion between `unsafe.Pointer` and a pointer to memory with interface values in it (or with a `reflect.Value`,
//! which begins with the same words). Not every conversion of this kind accesses the words: that of an atomic pointer
//! to a struct with an interface field does not. A false positive costs only speed, because the program then gets Go's
//! layout; so the analysis must not miss any access.
//!
//! A program can also reach the words without naming their type: from a field before them, by a computed address, or
//! through package reflect. So a conversion from `unsafe.Pointer` to a pointer to memory that contains addresses counts
//! too, if the same expression made the `unsafe.Pointer` from a pointer to a smaller type. The conversion also counts
//! if another expression made the `unsafe.Pointer` and the program makes any `unsafe.Pointer` to memory of unknown type
//! ([`InterfaceSearch::points_to_unknown_type`]).
//!
//! Conversions in the library do not count: the library is written for both layouts. Functions are examined as they are
//! generated: generic functions with their type arguments, and only functions that are reached.

use crate::program::walk::{Node, walk};
use minigo_syntax::hash::HashMap;
use minigo_types::program::{Body, Builtin, Callee, Conversion, Expr, ExprKind, Func, Program};
use minigo_types::ty::{Basic, Type, TypeId};

/// Reports whether any package outside of the library contains a conversion that gives access to the words of interface
/// values.
pub(crate) fn user_code_accesses_interface_words(program: &Program) -> bool {
    let mut memory = InterfaceSearch { program, holds_interfaces_by_type: HashMap::default() };
    let foreign = |f: &&Func| !program.package(f.pkg).is_library;
    let (mut unknown_place, mut takes_addresses) = (false, false);
    program.funcs.iter().filter(foreign).any(|f| match &f.body {
        Body::Block(body) => !walk(body.iter().map(Node::Stmt), &mut |node| match node {
            Node::Expr(e) => {
                unknown_place |= memory.points_to_unknown_type(e);
                takes_addresses |= memory.casts_to_pointer_to_addresses(e);
                !(memory.exposes_interface_words(e) || unknown_place && takes_addresses)
            }
            Node::Stmt(_) => true,
        }),
        Body::Native | Body::Unreached => false,
    })
}

/// The number of pointers that are followed: a type can be a pointer to itself.
const MAX_INDIRECTIONS: u32 = 8;

/// Determines whether memory of a type contains interface values.
struct InterfaceSearch<'p> {
    program: &'p Program,
    /// The results by type. The result for a type that is being examined is `false`.
    holds_interfaces_by_type: HashMap<TypeId, bool>,
}

impl InterfaceSearch<'_> {
    /// Reports whether the expression is a conversion that gives access to the words of interface values.
    fn exposes_interface_words(&mut self, e: &Expr) -> bool {
        let ExprKind::Convert(Conversion::Same, x) = &e.kind else { return false };
        let types = &self.program.types;
        match (types.underlying_structure(x.ty), types.underlying_structure(e.ty)) {
            (Type::Pointer(to), _) if self.is_unsafe_pointer(e.ty) => {
                self.target_holds_interfaces(*to, MAX_INDIRECTIONS)
            }
            (_, Type::Pointer(to)) if self.is_unsafe_pointer(x.ty) => {
                let beyond = self
                    .pointer_base(x)
                    .is_some_and(|from| types.size_of(*to) > types.size_of(from));
                self.target_holds_interfaces(*to, MAX_INDIRECTIONS)
                    || beyond && self.has_addresses(*to)
            }
            _ => false,
        }
    }

    fn is_unsafe_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.underlying_structure(ty), Type::Basic(Basic::UnsafePointer))
    }

    /// The pointer base type, if the expression converts a pointer to an `unsafe.Pointer`.
    fn pointer_base(&self, e: &Expr) -> Option<TypeId> {
        let ExprKind::Convert(Conversion::Same, x) = &e.kind else { return None };
        match self.program.types.underlying_structure(x.ty) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Reports whether the expression makes an `unsafe.Pointer` to memory of unknown type: from an address, by adding
    /// an offset, or through package reflect.
    fn points_to_unknown_type(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Builtin(Builtin::UnsafeAdd, _) => true,
            ExprKind::Convert(Conversion::Same, x) => {
                let of = self.program.types.underlying_structure(x.ty);
                self.is_unsafe_pointer(e.ty) && matches!(of, Type::Basic(Basic::Uintptr))
            }
            ExprKind::Call(call) => match call.callee {
                Callee::Func(id) => {
                    let f = self.program.func(id);
                    self.is_unsafe_pointer(e.ty) && &*self.program.package(f.pkg).path == "reflect"
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Reports whether the expression converts an `unsafe.Pointer` to a pointer to memory that contains addresses,
    /// unless the same expression has made the `unsafe.Pointer` from a pointer.
    fn casts_to_pointer_to_addresses(&self, e: &Expr) -> bool {
        let ExprKind::Convert(Conversion::Same, x) = &e.kind else { return false };
        match self.program.types.underlying_structure(e.ty) {
            Type::Pointer(to) if self.is_unsafe_pointer(x.ty) => {
                self.pointer_base(x).is_none() && self.has_addresses(*to)
            }
            _ => false,
        }
    }

    /// Reports whether a value of the type is or contains an address.
    fn has_addresses(&self, ty: TypeId) -> bool {
        match self.program.types.underlying_structure(ty) {
            Type::Basic(basic) => matches!(basic, Basic::UnsafePointer | Basic::Uintptr),
            Type::Array(elem, _) => self.has_addresses(*elem),
            Type::Struct(fields) => fields.iter().any(|f| self.has_addresses(f.ty)),
            Type::Pointer(_) | Type::Slice(_) => true,
            _ => false,
        }
    }

    /// Reports the same as [`Self::holds_interfaces`] for the target of a pointer. If the target is itself a pointer,
    /// its target counts too; if it is a function, its parameters and results count.
    fn target_holds_interfaces(&mut self, ty: TypeId, deep: u32) -> bool {
        match self.program.types.underlying_structure(ty) {
            Type::Pointer(to) if deep > 0 => self.target_holds_interfaces(*to, deep - 1),
            Type::Signature(sig) => {
                sig.params.iter().chain(sig.results.iter()).any(|&ty| self.holds_interfaces(ty))
            }
            _ => self.holds_interfaces(ty),
        }
    }

    /// Reports whether a value of the type contains interface values, or is a slice of values that do.
    fn holds_interfaces(&mut self, ty: TypeId) -> bool {
        if let Some(&known) = self.holds_interfaces_by_type.get(&ty) {
            return known;
        }
        self.holds_interfaces_by_type.insert(ty, false);
        let holds = match self.program.types.underlying_structure(ty) {
            Type::Interface(_) => true,
            Type::Array(elem, _) | Type::Slice(elem) => self.holds_interfaces(*elem),
            Type::Struct(fields) => {
                self.is_reflect_value(ty) || fields.iter().any(|f| self.holds_interfaces(f.ty))
            }
            _ => false,
        };
        self.holds_interfaces_by_type.insert(ty, holds);
        holds
    }

    fn is_reflect_value(&self, ty: TypeId) -> bool {
        let Type::Named(named) = self.program.types.get(ty) else { return false };
        let named = self.program.types.named_type(*named);
        let path = named.pkg.map(|pkg| &*self.program.package(pkg).path);
        path == Some("reflect") && &*named.name == "Value"
    }
}
