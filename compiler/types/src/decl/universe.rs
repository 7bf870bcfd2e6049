//! The predeclared names, and package unsafe.

use crate::checker::Checker;
use crate::checker::named::NamedInfo;
use crate::constant::ConstValue;
use crate::ids::PkgId;
use crate::scope::ScopeId;
use crate::scope::object::{BuiltinFn, ObjId, Object, ObjectKind};
use crate::ty::{Basic, Interface, Method, Named, Signature, Type, TypeId};
use minigo_syntax::ast::Name;
use minigo_syntax::source::Pos;

/// The names of the predeclared basic types.
const PREDECLARED_TYPES: [(&str, Basic); 20] = [
    ("bool", Basic::Bool),
    ("byte", Basic::Uint8),
    ("complex128", Basic::Complex128),
    ("complex64", Basic::Complex64),
    ("float32", Basic::Float32),
    ("float64", Basic::Float64),
    ("int", Basic::Int),
    ("int16", Basic::Int16),
    ("int32", Basic::Int32),
    ("int64", Basic::Int64),
    ("int8", Basic::Int8),
    ("rune", Basic::Int32),
    ("string", Basic::String),
    ("uint", Basic::Uint),
    ("uint16", Basic::Uint16),
    ("uint32", Basic::Uint32),
    ("uint64", Basic::Uint64),
    ("uint8", Basic::Uint8),
    ("uintptr", Basic::Uintptr),
    ("", Basic::Invalid),
];

/// The predeclared functions.
const PREDECLARED_FUNCS: [(&str, BuiltinFn); 18] = [
    ("append", BuiltinFn::Append),
    ("cap", BuiltinFn::Cap),
    ("clear", BuiltinFn::Clear),
    ("close", BuiltinFn::Close),
    ("complex", BuiltinFn::Complex),
    ("copy", BuiltinFn::Copy),
    ("delete", BuiltinFn::Delete),
    ("imag", BuiltinFn::Imag),
    ("len", BuiltinFn::Len),
    ("make", BuiltinFn::Make),
    ("max", BuiltinFn::Max),
    ("min", BuiltinFn::Min),
    ("new", BuiltinFn::New),
    ("panic", BuiltinFn::Panic),
    ("print", BuiltinFn::Print),
    ("println", BuiltinFn::Println),
    ("real", BuiltinFn::Real),
    ("recover", BuiltinFn::Recover),
];

/// The functions of package unsafe.
const UNSAFE_FUNCS: [(&str, BuiltinFn); 8] = [
    ("Add", BuiltinFn::UnsafeAdd),
    ("Alignof", BuiltinFn::UnsafeAlignof),
    ("Offsetof", BuiltinFn::UnsafeOffsetof),
    ("Sizeof", BuiltinFn::UnsafeSizeof),
    ("Slice", BuiltinFn::UnsafeSlice),
    ("SliceData", BuiltinFn::UnsafeSliceData),
    ("String", BuiltinFn::UnsafeString),
    ("StringData", BuiltinFn::UnsafeStringData),
];

impl BuiltinFn {
    /// The name of the built-in function in messages.
    pub(crate) fn name(self) -> &'static str {
        let found = PREDECLARED_FUNCS.iter().find(|(_, b)| *b == self);
        match self {
            Self::UnsafeAdd => "unsafe.Add",
            Self::UnsafeAlignof => "unsafe.Alignof",
            Self::UnsafeOffsetof => "unsafe.Offsetof",
            Self::UnsafeSizeof => "unsafe.Sizeof",
            Self::UnsafeSlice => "unsafe.Slice",
            Self::UnsafeSliceData => "unsafe.SliceData",
            Self::UnsafeString => "unsafe.String",
            Self::UnsafeStringData => "unsafe.StringData",
            _ => found.map_or("", |(name, _)| name),
        }
    }
}

impl Checker<'_> {
    /// Declares the predeclared names.
    pub(crate) fn declare_universe(&mut self) {
        for (name, basic) in PREDECLARED_TYPES {
            if basic != Basic::Invalid {
                self.predeclare(name, ObjectKind::TypeName(basic.id()));
            }
        }
        self.declare_interfaces();
        for (name, value) in [("true", true), ("false", false)] {
            let ty = Basic::UntypedBool.id();
            self.predeclare(name, ObjectKind::Const { ty, value: ConstValue::Bool(value) });
        }
        self.predeclare("nil", ObjectKind::Nil);
        self.predeclare("iota", ObjectKind::Iota);
        for (name, builtin) in PREDECLARED_FUNCS {
            self.predeclare(name, ObjectKind::Builtin(builtin));
        }
    }

    /// Declares `any`, `error` and `comparable`.
    fn declare_interfaces(&mut self) {
        let empty = Interface { methods: [].into(), terms: None, comparable: false };
        self.universe.any = self.types.intern(Type::Interface(empty));
        self.predeclare("any", ObjectKind::TypeName(self.universe.any));

        let results = [Basic::String.id()].into();
        let sig = Signature { params: [].into(), results, variadic: false };
        let sig = self.types.intern(Type::Signature(sig));
        let method = Method { name: Name::new("Error"), pkg: None, sig };
        let error = Interface { methods: [method].into(), terms: None, comparable: false };
        self.universe.error = self.predeclare_named("error", error);
        let comparable = Interface { methods: [].into(), terms: None, comparable: true };
        self.universe.comparable = self.predeclare_named("comparable", comparable);
    }

    fn predeclare_named(&mut self, name: &str, interface: Interface) -> TypeId {
        let underlying = self.types.intern(Type::Interface(interface));
        let named = Named {
            name: Name::new(name),
            pkg: None,
            pos: Pos::NONE,
            underlying,
            methods: Vec::new(),
            args: [].into(),
            local_type: None,
        };
        let (_, ty) = self.new_named(named, NamedInfo::of_complete_type());
        self.predeclare(name, ObjectKind::TypeName(ty));
        ty
    }

    fn predeclare(&mut self, name: &str, kind: ObjectKind) {
        self.declare_in(self.universe.scope, None, name, kind);
    }

    fn declare_in(&mut self, scope: ScopeId, pkg: Option<PkgId>, name: &str, kind: ObjectKind) {
        let id = ObjId(self.objects.len() as u32);
        let name = Name::new(name);
        self.objects.push(Object::new(name.clone(), Pos::NONE, pkg, kind));
        self.scopes[scope.0 as usize].insert(name, id);
    }

    /// Fills the scope of package unsafe.
    pub(crate) fn declare_unsafe(&mut self, scope: ScopeId, pkg: PkgId) {
        let pointer = Basic::UnsafePointer.id();
        self.declare_in(scope, Some(pkg), "Pointer", ObjectKind::TypeName(pointer));
        for (name, builtin) in UNSAFE_FUNCS {
            self.declare_in(scope, Some(pkg), name, ObjectKind::Builtin(builtin));
        }
    }
}
