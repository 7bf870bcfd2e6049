//! Prints types as Go source writes them in messages, and as `%T` prints them at run time.

use crate::ids::PkgId;
use crate::ty::{Basic, Field, Interface, NamedId, Signature, Term, Type, TypeId, Types};
use minigo_syntax::ast::{ChanDir, Name};

/// How package names are printed before the names of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Qualifier {
    /// For messages about this package: its own types are printed without a package name.
    Relative(PkgId),
    /// For run time: always with the package's name.
    Runtime,
    /// For type arguments inside [`Qualifier::Runtime`]: always with the package's path, before unexported names too,
    /// and with a number after a type that is declared inside a function.
    Argument,
    /// For messages about several packages: always with the package's path.
    Path,
    /// Like [`Qualifier::Runtime`], but with `byte` and `rune` where the program uses these names.
    Name,
}

/// The nesting depth at which types are cut off.
const MAX_DEPTH: usize = 60;

struct Printer<'t> {
    types: &'t Types,
    qualifier: Qualifier,
    /// Names to print for type parameters instead of their declared names.
    param_names: &'t [(TypeId, Name)],
    out: String,
    depth: usize,
}

impl Basic {
    /// The name of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid type",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Uint => "uint",
            Self::Uint8 => "uint8",
            Self::Uint16 => "uint16",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
            Self::Uintptr => "uintptr",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Complex64 => "complex64",
            Self::Complex128 => "complex128",
            Self::String => "string",
            Self::UnsafePointer => "unsafe.Pointer",
            Self::UntypedBool => "untyped bool",
            Self::UntypedInt => "untyped int",
            Self::UntypedRune => "untyped rune",
            Self::UntypedFloat => "untyped float",
            Self::UntypedComplex => "untyped complex",
            Self::UntypedString => "untyped string",
            Self::UntypedNil => "untyped nil",
        }
    }
}

impl Types {
    /// The text of the type with package names as `qualifier` says.
    #[must_use]
    pub fn display(&self, ty: TypeId, qualifier: Qualifier) -> String {
        let mut printer = Printer::new(self, qualifier, &[]);
        printer.ty(ty);
        printer.out
    }

    /// The text of the type with package names as `qualifier` says and with these names for type parameters.
    pub(crate) fn display_as(
        &self,
        ty: TypeId,
        qualifier: Qualifier,
        names: &[(TypeId, Name)],
    ) -> String {
        let mut printer = Printer::new(self, qualifier, names);
        printer.ty(ty);
        printer.out
    }

    /// The text of the defined type with package names as `qualifier` says.
    #[must_use]
    pub fn display_named(&self, id: NamedId, qualifier: Qualifier) -> String {
        let mut printer = Printer::new(self, qualifier, &[]);
        printer.write_named(id);
        printer.out
    }

    /// The name of the defined type as `reflect.Type.Name` returns it: `T`, `List[int]`.
    #[must_use]
    pub fn reflect_name(&self, id: NamedId) -> String {
        let qualifier = Qualifier::Runtime;
        let mut printer = Printer::new(self, qualifier, &[]);
        printer.write_unqualified(id);
        printer.out
    }

    /// The type as `%T` prints it: `main.T`, `[]uint8`.
    #[must_use]
    pub fn runtime_name(&self, ty: TypeId) -> String {
        self.display(ty, Qualifier::Runtime)
    }
}

impl<'t> Printer<'t> {
    fn new(types: &'t Types, qualifier: Qualifier, names: &'t [(TypeId, Name)]) -> Self {
        Self { types, qualifier, param_names: names, out: String::new(), depth: 0 }
    }

    fn ty(&mut self, id: TypeId) {
        if self.depth > MAX_DEPTH {
            self.out.push('…');
            return;
        }
        self.depth += 1;
        match self.types.get(id) {
            Type::Basic(basic) => self.write_basic(*basic),
            Type::Named(named) => self.write_named(*named),
            Type::TypeParam(param) => {
                let called = self.param_names.iter().find(|(ty, _)| *ty == id);
                let name = called.map_or(&self.types.param(*param).name, |(_, name)| name);
                self.out.push_str(name);
            }
            Type::Pointer(elem) => self.write_prefixed("*", *elem),
            Type::Slice(elem) => self.write_prefixed("[]", *elem),
            Type::Array(elem, len) => self.write_prefixed(&format!("[{len}]"), *elem),
            Type::Map(key, value) => {
                self.write_prefixed("map[", *key);
                self.write_prefixed("]", *value);
            }
            Type::Chan(dir, elem) => self.chan(*dir, *elem),
            Type::Struct(fields) => self.write_struct(fields),
            Type::Signature(sig) => {
                self.out.push_str("func");
                self.signature(sig);
            }
            Type::Interface(interface) => self.interface(interface),
            Type::Tuple(list) => self.write_types(list, false),
        }
        self.depth -= 1;
    }

    fn write_prefixed(&mut self, prefix: &str, elem: TypeId) {
        self.out.push_str(prefix);
        self.ty(elem);
    }

    fn write_basic(&mut self, basic: Basic) {
        let spelling = self.types.spelling;
        let name = match basic {
            _ if self.prints_runtime_names() => basic.name(),
            Basic::Uint8 if spelling.byte && !spelling.uint8 => "byte",
            Basic::Int32 if !spelling.int32 => "rune",
            _ => basic.name(),
        };
        self.out.push_str(name);
    }

    fn package(&mut self, pkg: PkgId) {
        let Some(package) = self.types.packages.get(pkg.0 as usize) else { return };
        match self.qualifier {
            Qualifier::Relative(at) if at == pkg => return,
            Qualifier::Relative(_) => {
                let same = self.types.packages.iter().filter(|p| p.name == package.name).count();
                if same > 1 && !self.types.has_unique_package_name(pkg) {
                    self.out.push_str(&format!("{:?}", package.path.as_str()));
                } else {
                    self.out.push_str(&package.name);
                }
            }
            Qualifier::Runtime | Qualifier::Name => self.out.push_str(&package.name),
            Qualifier::Path | Qualifier::Argument => self.out.push_str(&package.path),
        }
        self.out.push('.');
    }

    fn write_named(&mut self, id: NamedId) {
        let named = self.types.named_type(id);
        if let Some(pkg) = named.pkg {
            self.package(pkg);
        }
        self.write_unqualified(id);
    }

    fn write_unqualified(&mut self, id: NamedId) {
        let named = self.types.named_type(id);
        self.out.push_str(&named.name);
        let implicit = if self.prints_runtime_names() { named.implicit_args() } else { &[] };
        if !(implicit.is_empty() && named.args.is_empty()) {
            let inside =
                if self.prints_runtime_names() { Qualifier::Argument } else { self.qualifier };
            let outside = std::mem::replace(&mut self.qualifier, inside);
            for (i, &arg) in implicit.iter().chain(&named.args).enumerate() {
                self.out.push_str(match i {
                    0 => "[",
                    _ if inside != Qualifier::Argument => ", ",
                    _ if i == implicit.len() => ";",
                    _ => ",",
                });
                self.ty(arg);
            }
            self.out.push(']');
            self.qualifier = outside;
        }
        if let (Qualifier::Argument, Some(local)) = (self.qualifier, &named.local_type) {
            self.out.push_str(&format!("·{}", local.local_number));
        }
    }

    fn prints_runtime_names(&self) -> bool {
        matches!(self.qualifier, Qualifier::Runtime | Qualifier::Argument)
    }

    fn chan(&mut self, dir: ChanDir, elem: TypeId) {
        self.out.push_str(match dir {
            ChanDir::Both => "chan ",
            ChanDir::Send => "chan<- ",
            ChanDir::Recv => "<-chan ",
        });
        let inner_recv = matches!(self.types.get(elem), Type::Chan(ChanDir::Recv, _));
        if dir != ChanDir::Send && inner_recv && dir == ChanDir::Both {
            self.write_prefixed("(", elem);
            self.out.push(')');
        } else {
            self.ty(elem);
        }
    }

    fn write_struct(&mut self, fields: &[Field]) {
        let runtime = self.prints_runtime_names();
        self.out.push_str(match (runtime, fields.is_empty()) {
            (true, true) => "struct {",
            (true, false) => "struct { ",
            (false, _) => "struct{",
        });
        for (i, field) in fields.iter().enumerate() {
            if i > 0 {
                self.out.push_str("; ");
            }
            if self.qualifier == Qualifier::Argument {
                self.argument_field_name(field);
            } else if !field.embedded {
                self.out.push_str(&field.name);
                self.out.push(' ');
            }
            self.ty(field.ty);
            if !field.tag.is_empty() {
                self.out.push_str(&format!(" {:?}", field.tag.as_str()));
            }
        }
        self.out.push_str(if runtime && !fields.is_empty() { " }" } else { "}" });
    }

    /// Prints the name of a field before its type in a type argument. The name of an embedded field is omitted only if
    /// the type's text ends with the name.
    fn argument_field_name(&mut self, field: &Field) {
        if field.embedded {
            let (base, _) = self.types.deref(field.ty);
            if let Type::Named(id) = self.types.get(base) {
                let named = self.types.named_type(*id);
                let plain =
                    named.args.is_empty() && named.local_type.is_none() && named.pkg.is_some();
                if plain && named.name == field.name {
                    return;
                }
            }
        }
        if let Some(pkg) = field.pkg {
            self.package(pkg);
        }
        self.out.push_str(&field.name);
        self.out.push_str(if field.embedded { " = " } else { " " });
    }

    fn interface(&mut self, interface: &Interface) {
        let runtime = self.prints_runtime_names();
        let empty = interface.methods.is_empty() && interface.terms.is_none();
        if empty && !interface.comparable {
            let spelling = self.types.spelling;
            self.out.push_str(match (runtime, spelling.empty_interface && !spelling.any) {
                (true, _) => "interface {}",
                (false, true) => "interface{}",
                (false, false) => "any",
            });
            return;
        }
        // A constraint written as `~T | U` is printed without the interface around it.
        if let (Some(terms), true) = (&interface.terms, interface.methods.is_empty()) {
            self.write_terms(terms);
            return;
        }
        self.out.push_str(if runtime { "interface { " } else { "interface{" });
        let mut first = true;
        for method in &interface.methods {
            if !std::mem::take(&mut first) {
                self.out.push_str("; ");
            }
            if let Some(pkg) = method.pkg.filter(|_| runtime) {
                self.package(pkg);
            }
            self.out.push_str(&method.name);
            if let Type::Signature(sig) = self.types.get(method.sig) {
                self.signature(sig);
            }
        }
        if interface.comparable {
            if !std::mem::take(&mut first) {
                self.out.push_str("; ");
            }
            self.out.push_str("comparable");
        }
        if let Some(terms) = &interface.terms {
            if !std::mem::take(&mut first) {
                self.out.push_str("; ");
            }
            self.write_terms(terms);
        }
        self.out.push_str(if runtime { " }" } else { "}" });
    }

    fn write_terms(&mut self, terms: &[Term]) {
        for (i, term) in terms.iter().enumerate() {
            if i > 0 {
                self.out.push_str(" | ");
            }
            if term.has_tilde {
                self.out.push('~');
            }
            self.ty(term.ty);
        }
    }

    fn write_types(&mut self, list: &[TypeId], variadic: bool) {
        self.out.push('(');
        for (i, &ty) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            match self.types.get(ty) {
                Type::Slice(elem) if variadic && i + 1 == list.len() => {
                    self.write_prefixed("...", *elem);
                }
                _ => self.ty(ty),
            }
        }
        self.out.push(')');
    }

    fn signature(&mut self, sig: &Signature) {
        self.write_types(&sig.params, sig.variadic);
        match &*sig.results {
            [] => {}
            [one] => self.write_prefixed(" ", *one),
            many => {
                self.out.push(' ');
                self.write_types(many, false);
            }
        }
    }
}

impl Types {
    /// Reports whether no other package of the same name has a type in the table.
    fn has_unique_package_name(&self, pkg: PkgId) -> bool {
        let name = &self.packages[pkg.0 as usize].name;
        let others = |id: PkgId| id != pkg && self.packages[id.0 as usize].name == *name;
        let count = (0..self.named_type_count()).map(|i| NamedId(i as u32));
        !count.filter_map(|id| self.named_type(id).pkg).any(others)
    }
}
