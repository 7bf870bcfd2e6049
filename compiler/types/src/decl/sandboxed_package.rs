//! Confined packages: their code reaches memory only as Go's types allow.
//!
//! Refusing the import of package unsafe is not enough, because values of type `unsafe.Pointer` come from other
//! packages too, such as from `reflect.Value.UnsafePointer`, and a conversion to another pointer type names no package.
//! Methods with a parameter of type `unsafe.Pointer` need no check: they can be called by reflection anyway, so no such
//! method of the library reads or writes memory at the address that it gets.

use crate::checker::Checker;
use crate::input::PackageInput;
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{Decl, Expr};
use minigo_syntax::diagnostic::Code;

/// The packages that give access to memory, or to the process by raw system calls.
const FORBIDDEN_IMPORTS: &[&str] = &["unsafe", "syscall", "C"];

impl Checker<'_> {
    /// Reports imports, directives and declarations that a sandboxed package may not have.
    pub(crate) fn check_sandboxed(&mut self, input: &PackageInput) {
        if !input.is_sandboxed {
            return;
        }
        for file in &input.files {
            for import in &file.imports {
                if FORBIDDEN_IMPORTS.contains(&import.path.as_str()) {
                    let text = format!("import of {:?} is refused", import.path.as_str());
                    self.error_span(Code::BrokenImport, import.path_span, text);
                }
            }
            for link in &file.linknames {
                self.error(Code::BadDecl, link.pos, "//go:linkname is refused");
            }
            for decl in &file.decls {
                if let Decl::Func(func) = decl
                    && func.body.is_none()
                {
                    self.error(Code::MissingBody, func.name.pos, "missing function body");
                }
            }
        }
    }

    /// Reports the use of a function of another package that reads or writes memory at an `unsafe.Pointer`.
    pub(crate) fn check_sandboxed_use(&mut self, e: &Expr, used: ObjId) {
        let object = self.object(used);
        let (ObjectKind::Func(func), Some(pkg)) = (&object.kind, object.pkg) else { return };
        if pkg == self.context.pkg || !self.is_sandboxed() {
            return;
        }
        let Type::Signature(sig) = self.types.get(self.funcs[func.0 as usize].sig) else { return };
        if sig.params.iter().any(|&param| self.holds_unsafe_pointer(param)) {
            let text = format!(
                "use of {}.{} is refused: a parameter has type unsafe.Pointer",
                self.package(pkg).name,
                object.name
            );
            self.error_span(Code::UnexportedName, e.span(), text);
        }
    }

    /// Reports whether the package that is being checked is sandboxed.
    pub(crate) fn is_sandboxed(&self) -> bool {
        self.package(self.context.pkg).is_sandboxed
    }

    fn holds_unsafe_pointer(&self, ty: TypeId) -> bool {
        match self.types.underlying_structure(ty) {
            Type::Basic(basic) => *basic == Basic::UnsafePointer,
            Type::Pointer(elem) | Type::Slice(elem) => self.holds_unsafe_pointer(*elem),
            _ => false,
        }
    }
}
