//! Checks that wait until all types they look at are complete.

use crate::check::Checker;
use crate::generics::declare::GenericId;
use crate::program::PkgId;
use crate::ty::{Basic, NamedId, Type, TypeId};
use minigo_syntax::ast::Name;
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::Pos;

/// What gc takes for the size of the address space.
const MAX_SIZE: u64 = 1 << 50;
/// Elements of channels must be smaller.
const MAX_ELEM: u64 = 1 << 16;
/// Keys and elements of maps must be smaller.
const MAX_ENTRY: u64 = 1 << 31;

/// What has a limit to its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sized {
    /// An array.
    Array,
    /// The elements of a channel.
    ChanElem,
    /// The keys of a map.
    MapKey,
    /// The elements of a map.
    MapElem,
}

/// A check that waits.
#[derive(Clone, Debug)]
pub(crate) enum Later {
    /// A type parameter's constraint that was not complete must become an interface.
    Bound(TypeId),
    /// The defined type must be of finite size.
    Finite(NamedId),
    /// A struct's fields and methods must have different names.
    FieldsAndMethods(NamedId),
    /// A map's key type must be comparable.
    MapKey(PkgId, TypeId, Pos),
    /// The type of an embedded field must not be a pointer, and so on.
    Embedded(PkgId, TypeId, Pos),
    /// The type of a variable must not be a constraint.
    VarType(PkgId, TypeId, Pos),
    /// A type must not be larger than its use allows.
    Size(PkgId, Sized, TypeId, Pos),
    /// Type arguments must satisfy their constraints.
    Instance(Box<InstanceCheck>),
    /// A union's terms must be valid.
    Union(PkgId, Vec<UnionCheck>),
}

/// A term of a union, to be checked.
#[derive(Clone, Debug)]
pub(crate) struct UnionCheck {
    /// Its place.
    pub pos: Pos,
    /// Whether it is `~T`.
    pub tilde: bool,
    /// `T`
    pub ty: TypeId,
}

/// Type arguments, to be checked.
#[derive(Clone, Debug)]
pub(crate) struct InstanceCheck {
    /// The package from which they are seen.
    pub pkg: PkgId,
    /// What is instantiated.
    pub generic: GenericId,
    /// The arguments.
    pub args: Vec<TypeId>,
    /// Their places.
    pub at: Vec<Pos>,
    /// The place of the whole.
    pub pos: Pos,
}

impl Checker<'_> {
    /// Runs the checks that wait; they may cause others.
    pub(crate) fn run_later(&mut self) {
        while !self.later.is_empty() {
            let mut list = std::mem::take(&mut self.later);
            list.sort_by_key(|l| match l {
                Later::Bound(_) => 0,
                Later::Finite(_) => 1,
                _ => 2,
            });
            for check in list {
                let pkg = self.cx.pkg;
                self.run_check(check);
                self.cx.pkg = pkg;
            }
        }
    }

    /// Where gc reports a size that is found at `at`: the name that is declared, else the function.
    fn size_pos(&self, at: Pos) -> Pos {
        let object = self.path.last().copied().or(self.cx.decl);
        self.declaring.or_else(|| object.map(|obj| self.object(obj).pos)).unwrap_or(at)
    }

    /// Notes that the size of `ty`, which is written at `at`, has a limit.
    pub(crate) fn limit_size(&mut self, what: Sized, ty: TypeId, at: Pos) {
        if matches!(self.types.get(ty), Type::Named(_) | Type::Array(..) | Type::Struct(_)) {
            let pos = self.size_pos(at);
            self.later.push(Later::Size(self.cx.pkg, what, ty, pos));
        }
    }

    /// Checks sizes, if there are no errors; those of frames only if there are none among them.
    pub(crate) fn check_sizes(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let mut known = HashSet::default();
        for check in std::mem::take(&mut self.sizes) {
            let Later::Size(pkg, what, ty, pos) = check else { continue };
            let limit = match what {
                Sized::Array => MAX_SIZE,
                Sized::ChanElem => MAX_ELEM,
                Sized::MapKey | Sized::MapElem => MAX_ENTRY,
            };
            if self.types.size_of(ty) < limit || !known.insert((what, ty, pos)) {
                continue;
            }
            self.cx.pkg = pkg;
            let (code, message) = match what {
                Sized::Array => {
                    let shown = self.type_string(ty);
                    ("TypeTooLarge", format!("type {shown} larger than address space"))
                }
                Sized::ChanElem => {
                    ("InvalidChanElem", "channel element type too large (>64kB)".to_owned())
                }
                Sized::MapKey => ("TypeTooLarge", "map key type too large".to_owned()),
                Sized::MapElem => ("TypeTooLarge", "map element type too large".to_owned()),
            };
            self.error(code, pos, message);
        }
        for (pos, bytes) in std::mem::take(&mut self.large_frames) {
            if self.diags.has_errors() {
                return;
            }
            let large = format!("0 MB locals + {} MB args", bytes >> 20);
            self.error("StackFrame", pos, format!("stack frame too large (>1GB): {large}"));
        }
    }

    fn run_check(&mut self, check: Later) {
        match check {
            Later::Bound(param) => {
                let Type::TypeParam(param) = *self.types.get(param) else { return };
                let bound = self.types.param(param).constraint;
                let known = self.types.is_valid(self.types.underlying(bound));
                if known && !self.types.is_interface(bound) {
                    let constraint = self.single_type_interface(bound);
                    self.types.param_mut(param).constraint = constraint;
                }
            }
            Later::Finite(id) => self.check_finite(id),
            Later::FieldsAndMethods(id) => self.check_fields_and_methods(id),
            Later::MapKey(pkg, ty, pos) => {
                self.cx.pkg = pkg;
                if self.comparable(ty).is_err() {
                    let param = self.types.is_type_param(ty);
                    let why = if param { " (missing comparable constraint)" } else { "" };
                    let message = format!("invalid map key type {}{why}", self.type_string(ty));
                    self.error("IncomparableMapKey", pos, message);
                }
            }
            Later::Embedded(pkg, ty, pos) => {
                self.cx.pkg = pkg;
                self.check_embedded(ty, pos);
            }
            Later::VarType(pkg, ty, pos) => {
                self.cx.pkg = pkg;
                self.check_var_type(ty, pos);
            }
            Later::Size(..) => self.sizes.push(check),
            Later::Instance(check) => {
                self.cx.pkg = check.pkg;
                self.check_instance(&check);
            }
            Later::Union(pkg, terms) => {
                self.cx.pkg = pkg;
                self.check_union(&terms);
            }
        }
    }

    fn check_fields_and_methods(&mut self, id: NamedId) {
        let named = self.types.named(id);
        let Some(pkg) = named.pkg else { return };
        if self.package(pkg).library {
            return;
        }
        let Type::Struct(fields) = self.types.get(named.underlying) else { return };
        let mut clashes: Vec<(Name, Pos, Name)> = Vec::new();
        for method in &named.methods {
            if let Some(field) = fields.iter().find(|f| f.name == method.name && f.name != "_") {
                clashes.push((method.name.clone(), method.pos, field.name.clone()));
            }
        }
        let obj = self.named_info(id).obj;
        for (method, pos, field) in clashes {
            let mut message = format!("field and method with the same name {method}");
            if let Some(at) = obj.and_then(|o| self.field_pos(o, &field)) {
                let place = self.place(at);
                message.push_str(&format!("\n\t{place}: other declaration of {field}"));
            }
            self.error("DuplicateFieldAndMethod", pos, message);
        }
    }

    fn check_embedded(&mut self, ty: TypeId, pos: Pos) {
        let (base, pointer) = match self.types.get(ty) {
            Type::Pointer(base) => (*base, true),
            _ => (ty, false),
        };
        let message = match self.types.under(base) {
            Type::Basic(Basic::UnsafePointer) => "embedded field type cannot be unsafe.Pointer",
            Type::Pointer(_) => "embedded field type cannot be a pointer",
            Type::TypeParam(_) => "embedded field type cannot be a (pointer to a) type parameter",
            Type::Interface(_) if pointer => {
                "embedded field type cannot be a pointer to an interface"
            }
            _ => return,
        };
        let param = self.types.is_type_param(base);
        let code = if param { "MisplacedTypeParam" } else { "InvalidPtrEmbed" };
        self.error(code, pos, message);
    }

    pub(crate) fn check_var_type(&mut self, ty: TypeId, pos: Pos) {
        let Type::Interface(interface) = self.types.under(ty) else { return };
        let what = if interface.comparable {
            "is (or embeds) comparable"
        } else if interface.terms.is_some() {
            "contains type constraints"
        } else {
            return;
        };
        let ty = self.type_string(ty);
        let message = format!("cannot use type {ty} outside a type constraint: interface {what}");
        self.error("MisplacedConstraintIface", pos, message);
    }
}
