//! The lookup of fields and methods, through embedded fields too.

use crate::checker::Checker;
use crate::ids::{FuncId, PkgId};
use crate::ty::embedding::Embedding;
use crate::ty::{Field, Type, TypeId};
use minigo_syntax::suggest::equal_ignoring_case;

/// The result of looking up `x.name`.
#[derive(Clone, Debug)]
pub(crate) enum Member {
    /// A field. The path leads through embedded fields and ends with the field itself.
    Field {
        /// The numbers of the fields; pointers on the way are dereferenced.
        path: Vec<u32>,
        /// The field's type.
        ty: TypeId,
        /// Whether the path dereferences a pointer, `x` included.
        is_indirect: bool,
    },
    /// A declared method of a defined type.
    Method {
        /// The numbers of the embedded fields that lead to the receiver.
        path: Vec<u32>,
        /// The method.
        func: FuncId,
        /// Whether the method has a pointer receiver.
        pointer_recv: bool,
        /// The method's type without the receiver.
        sig: TypeId,
        /// Whether the path dereferences a pointer, `x` included.
        is_indirect: bool,
    },
    /// A method of an interface, or of a type parameter's constraint.
    InterfaceMethod {
        /// The numbers of the embedded fields that lead to the receiver.
        path: Vec<u32>,
        /// The method's index in the interface's sorted list of methods.
        index: u32,
        /// The method's type.
        sig: TypeId,
    },
    /// Several fields or methods with this name exist at the same depth.
    Ambiguous,
    /// No field or method has this name.
    NotFound,
}

/// A field or method found at one depth, before methods are resolved.
enum FoundMember {
    Field(Vec<u32>, TypeId, bool),
    Method(Vec<u32>, crate::ty::NamedId, usize, bool),
    Interface(Vec<u32>, u32, TypeId),
}

/// The name to look up, and how names are compared.
#[derive(Clone, Copy)]
struct LookupName<'n> {
    name: &'n str,
    pkg: PkgId,
    folds_case: bool,
}

impl LookupName<'_> {
    fn matches(&self, name: &str, pkg: Option<PkgId>) -> bool {
        if self.folds_case {
            return equal_ignoring_case(name, self.name);
        }
        name == self.name && pkg.is_none_or(|p| p == self.pkg)
    }
}

impl Checker<'_> {
    /// Looks up `x.name` for an `x` of type `ty`, as seen from package `pkg`.
    pub(crate) fn lookup_member(&mut self, ty: TypeId, name: &str, pkg: PkgId) -> Member {
        self.lookup_in_type(ty, LookupName { name, pkg, folds_case: false })
    }

    fn lookup_in_type(&mut self, ty: TypeId, wanted: LookupName<'_>) -> Member {
        if let Type::Named(id) = self.types.get(ty) {
            let under = self.types.named_type(*id).underlying;
            if let Type::Pointer(_) = self.types.get(under) {
                let member = self.find_member(under, wanted);
                return match member {
                    Member::Method { .. } | Member::InterfaceMethod { .. } => Member::NotFound,
                    other => other,
                };
            }
        }
        self.find_member(ty, wanted)
    }

    fn find_member(&mut self, ty: TypeId, wanted: LookupName<'_>) -> Member {
        if wanted.name == "_" {
            return Member::NotFound;
        }
        let (base, pointer) = self.types.deref(ty);
        if pointer
            && matches!(
                self.types.underlying_structure(base),
                Type::Interface(_) | Type::TypeParam(_)
            )
        {
            return Member::NotFound;
        }
        let mut embedding = Embedding::of(&self.types, base, pointer);
        let mut depth = embedding.deepest_types();
        while !depth.is_empty() {
            let mut found: Option<FoundMember> = None;
            for at in depth {
                let Some(hit) = self.search_members(&embedding, at, wanted) else { continue };
                if found.is_some() || embedding.embedded_types[at].is_multiple {
                    return Member::Ambiguous;
                }
                found = Some(hit);
            }
            if let Some(found) = found {
                return self.member_of(found);
            }
            depth = embedding.descend_level();
        }
        Member::NotFound
    }

    /// Looks up the name in the type of one level.
    fn search_members(
        &self,
        embedding: &Embedding<'_>,
        at: usize,
        wanted: LookupName<'_>,
    ) -> Option<FoundMember> {
        let level = &embedding.embedded_types[at];
        let path = || embedding.path(at);
        if let Type::Named(id) = self.types.get(level.ty) {
            let methods = &self.types.named_type(*id).methods;
            let matches = |m: &crate::ty::DeclaredMethod| {
                if !wanted.folds_case && m.name != wanted.name {
                    return false;
                }
                let exported = minigo_syntax::ast::is_exported(&m.name);
                wanted.matches(&m.name, (!exported).then_some(m.pkg))
            };
            if let Some(index) = methods.iter().position(matches) {
                return Some(FoundMember::Method(path(), *id, index, level.is_indirect));
            }
        }
        let mut under = self.types.underlying(level.ty);
        if let Type::TypeParam(param) = self.types.get(under) {
            under = self.types.underlying(self.types.param(*param).constraint);
        }
        match self.types.get(under) {
            Type::Struct(fields) => {
                let is =
                    |field: &Field| wanted.matches(&field.name, field.pkg) && field.name != "_";
                let found = match wanted.folds_case {
                    true => fields.iter().rposition(is).map(|i| i as u32),
                    false => self.types.field_named(under, wanted.name),
                };
                let i = found?;
                let field = Some(&fields[i as usize]).filter(|field| is(field))?;
                let path = path().into_iter().chain([i]).collect();
                Some(FoundMember::Field(path, field.ty, level.is_indirect))
            }
            Type::Interface(interface) => {
                let index =
                    interface.methods.iter().position(|m| wanted.matches(&m.name, m.pkg))?;
                let sig = interface.methods[index].sig;
                Some(FoundMember::Interface(path(), index as u32, sig))
            }
            _ => None,
        }
    }

    fn member_of(&mut self, found: FoundMember) -> Member {
        match found {
            FoundMember::Field(path, ty, indirect) => {
                Member::Field { path, ty, is_indirect: indirect }
            }
            FoundMember::Interface(path, index, sig) => {
                Member::InterfaceMethod { path, index, sig }
            }
            FoundMember::Method(path, id, index, indirect) => {
                let pointer_recv = self.types.named_type(id).methods[index].has_pointer_receiver;
                let (func, sig) = self.resolve_method(id, index);
                if func == crate::checker::named::UNRESOLVED {
                    return Member::NotFound;
                }
                Member::Method { path, func, pointer_recv, sig, is_indirect: indirect }
            }
        }
    }

    fn is_interface_pointer(&self, ty: TypeId) -> bool {
        let Type::Pointer(base) = self.types.underlying_structure(ty) else { return false };
        matches!(self.types.underlying_structure(*base), Type::Interface(_) | Type::TypeParam(_))
    }

    fn interface_pointer_error(&self, ty: TypeId) -> String {
        let shown = self.type_string(ty);
        match self.types.underlying_structure(ty) {
            Type::Pointer(base) if self.types.is_type_param(*base) => {
                format!("type {shown} is pointer to type parameter, not type parameter")
            }
            _ => format!("type {shown} is pointer to interface, not interface"),
        }
    }

    /// gc's message for a selector `expr.name` that denotes nothing: `x.foo undefined (…)`.
    pub(crate) fn lookup_error(
        &mut self,
        ty: TypeId,
        expr: &str,
        name: &str,
        pkg: PkgId,
    ) -> String {
        let undefined = format!("{expr}.{name} undefined");
        if self.is_interface_pointer(ty) {
            return format!("{undefined} ({})", self.interface_pointer_error(ty));
        }
        let shown = self.type_string(ty);
        let folded = self.lookup_in_type(ty, LookupName { name, pkg, folds_case: true });
        let missing = format!("type {shown} has no field or method {name}");
        let Some((other, what, owner)) = self.named_member(ty, &folded) else {
            return format!("{undefined} ({missing})");
        };
        let exported = minigo_syntax::ast::is_exported;
        let same_tail = without_first_letter(&other) == without_first_letter(name);
        let why = if owner == Some(pkg) || exported(name) && exported(&other) {
            format!("{missing}, but does have {what} {other}")
        } else if exported(name) && same_tail {
            format!("{missing}, but does have unexported {what} {other}")
        } else if !exported(name) && exported(&other) && same_tail {
            format!("{missing}, but does have {what} {other}")
        } else if name == other {
            format!("cannot refer to unexported {what} {other}")
        } else {
            missing
        };
        format!("{undefined} ({why})")
    }

    /// The name and the kind of a member of `ty`, and the package of the type that declares it.
    fn named_member(
        &self,
        ty: TypeId,
        member: &Member,
    ) -> Option<(String, &'static str, Option<PkgId>)> {
        match member {
            Member::Field { path, .. } => {
                let (last, way) = path.split_last()?;
                let (at, owner) = self.follow_path(ty, way)?;
                let Type::Struct(fields) = self.types.underlying_structure(at) else { return None };
                Some((fields.get(*last as usize)?.name.to_string(), "field", owner))
            }
            Member::Method { func, .. } => {
                let name = self.func_info.get(func)?.decl.name.name.to_string();
                Some((name, "method", Some(self.funcs[func.0 as usize].pkg)))
            }
            Member::InterfaceMethod { path, index, .. } => {
                let (at, owner) = self.follow_path(ty, path)?;
                let interface = self.interface_of(at)?;
                let method = interface.methods.get(*index as usize)?;
                Some((method.name.to_string(), "method", method.pkg.or(owner)))
            }
            Member::Ambiguous | Member::NotFound => None,
        }
    }

    /// The type at the end of a path of embedded fields, and the package of that type.
    fn follow_path(&self, ty: TypeId, path: &[u32]) -> Option<(TypeId, Option<PkgId>)> {
        let base = |ty: TypeId| match self.types.underlying_structure(ty) {
            Type::Pointer(base) => *base,
            _ => ty,
        };
        let mut at = base(ty);
        for &index in path {
            let Type::Struct(fields) = self.types.underlying_structure(at) else { return None };
            at = base(fields.get(index as usize)?.ty);
        }
        let owner = match self.types.get(at) {
            Type::Named(id) => self.types.named_type(*id).pkg,
            _ => Some(self.context.pkg),
        };
        Some((at, owner))
    }
}

/// The name without its first letter.
fn without_first_letter(name: &str) -> &str {
    let mut letters = name.chars();
    letters.next();
    letters.as_str()
}

/// Looks up a member without regard to the case of letters.
pub(crate) fn lookup_ignoring_case(
    checker: &mut Checker<'_>,
    ty: TypeId,
    name: &str,
    pkg: PkgId,
) -> Member {
    checker.find_member(ty, LookupName { name, pkg, folds_case: true })
}

impl Checker<'_> {
    /// Looks up a method for `implements`: in contrast to `lookup_member` it finds no methods in defined pointer types.
    pub(crate) fn lookup_method(&mut self, ty: TypeId, name: &str, pkg: PkgId) -> Member {
        self.find_member(ty, LookupName { name, pkg, folds_case: false })
    }

    /// The explanation for a pointer to an interface; `None` if `ty` is none.
    pub(crate) fn interface_pointer_cause(&self, ty: TypeId) -> Option<String> {
        self.is_interface_pointer(ty).then(|| self.interface_pointer_error(ty))
    }
}
