//! Detects declarations that refer to themselves.

use crate::checker::Checker;
use crate::checker::package::DeclKind;
use crate::constant::ConstValue;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{INVALID, NamedId};
use minigo_syntax::ast::ExprKind;
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Handles a reference to an object whose declaration is being checked.
    pub(crate) fn handle_unfinished_reference(&mut self, obj: ObjId) {
        // There is no cycle if the type is already known: a function's always is, a variable's may be.
        match self.object(obj).kind {
            ObjectKind::Func(_) | ObjectKind::GenericFunc(_) => return,
            ObjectKind::Global(id) if self.globals[id.0 as usize].ty != INVALID => return,
            ObjectKind::Const { ty, .. } if ty != INVALID => return,
            _ => {}
        }
        let valid = self.check_cycle(obj);
        match self.object(obj).kind {
            ObjectKind::TypeName(_) | ObjectKind::GenericType(_) if !valid => {
                self.object_mut(obj).kind = ObjectKind::TypeName(INVALID);
            }
            ObjectKind::Const { .. } if !valid => {
                let value = ConstValue::Unknown;
                self.object_mut(obj).kind = ObjectKind::Const { ty: INVALID, value };
            }
            ObjectKind::Global(id) if !valid => self.globals[id.0 as usize].ty = INVALID,
            _ => {}
        }
    }

    /// Reports whether the cycle of declarations from `obj` to itself is valid; if not, reports an error.
    pub(crate) fn check_cycle(&mut self, obj: ObjId) -> bool {
        let Some(start) = self.resolving.object_path.iter().position(|&o| o == obj) else {
            return true;
        };
        let cycle = self.resolving.object_path[start..].to_vec();
        let (mut values, mut definitions) = (0, 0);
        for &obj in &cycle {
            match self.object(obj).kind {
                ObjectKind::Const { .. } | ObjectKind::Global(_) => values += 1,
                ObjectKind::GenericType(_) if self.is_alias(obj) => {}
                ObjectKind::GenericType(_) => definitions += 1,
                ObjectKind::TypeName(_) => match self.decl_of(obj).map(|d| &d.kind) {
                    Some(DeclKind::Type(spec)) if spec.is_alias => {}
                    None if !self.is_local_definition(obj) => {}
                    _ => definitions += 1,
                },
                _ => {}
            }
        }
        if values == cycle.len() || values == 0 && definitions > 0 {
            return true;
        }
        self.report_decl_cycle(&cycle);
        false
    }

    /// Reports whether a package-level name is declared as an alias of a type.
    pub(crate) fn is_alias(&self, obj: ObjId) -> bool {
        matches!(self.decl_of(obj).map(|d| &d.kind), Some(DeclKind::Type(spec)) if spec.is_alias)
    }

    /// Reports whether a local type name is a definition and not an alias. During its check an alias has no type.
    fn is_local_definition(&self, obj: ObjId) -> bool {
        !matches!(self.object(obj).kind, ObjectKind::TypeName(INVALID))
    }

    /// Reports that the underlying type of `id` is needed during the check of its declaration.
    pub(crate) fn report_type_cycle(&mut self, id: NamedId) {
        let Some(obj) = self.named_info(id).obj else { return };
        let Some(start) = self.resolving.object_path.iter().position(|&o| o == obj) else { return };
        // The message lists no aliases, unless the cycle consists of aliases only.
        let mut cycle = self.resolving.object_path[start..].to_vec();
        if cycle.iter().any(|&o| !self.is_alias(o)) {
            cycle.retain(|&o| !self.is_alias(o));
        }
        self.report_decl_cycle(&cycle);
    }

    /// Reports a cycle of declarations.
    fn report_decl_cycle(&mut self, cycle: &[ObjId]) {
        let list: Vec<_> = cycle
            .iter()
            .map(|&obj| {
                let object = self.object(obj);
                let name = self.qualified_name(object.pkg, &object.name);
                (name, object.pos)
            })
            .collect();
        let first = (0..list.len()).min_by_key(|&i| list[i].1).unwrap_or_default();
        let is_type = matches!(
            self.object(cycle[first]).kind,
            ObjectKind::TypeName(_) | ObjectKind::GenericType(_)
        );
        let code = Code::InvalidDeclCycle;
        self.report_cycle(code, &list, first, is_type);
    }

    pub(crate) fn report_cycle(
        &mut self,
        code: Code,
        list: &[(String, Pos)],
        first: usize,
        is_type: bool,
    ) {
        let (name, pos) = &list[first];
        if list.len() == 1 {
            let what =
                if is_type { "invalid recursive type:" } else { "invalid cycle in declaration:" };
            let message = format!("{what} {name} refers to itself");
            let error = Diagnostic::error(code, Span::of_name(name, *pos), message);
            let help = format!("a value would contain itself: hold a pointer, `*{name}`");
            self.report(if is_type { error.with_help(help) } else { error });
            return;
        }
        let what =
            if is_type { "invalid recursive type" } else { "invalid cycle in declaration of" };
        let mut error = Diagnostic::error(code, Span::at(*pos), format!("{what} {name}"));
        for step in 0..list.len() {
            let (from, at) = &list[(first + step) % list.len()];
            let (to, _) = &list[(first + step + 1) % list.len()];
            error = error.with_go_compiler_label(Span::at(*at), format!("{from} refers to {to}"));
        }
        self.report(error);
    }

    /// Finds definitions that lead by name alone back to themselves: `type A B; type B A`.
    pub(crate) fn report_direct_cycles(&mut self, order: &[ObjId]) {
        let mut done: HashMap<ObjId, bool> = HashMap::default();
        for &start in order {
            let mut path: Vec<ObjId> = Vec::new();
            let mut at = start;
            while !done.contains_key(&at) {
                if let Some(from) = path.iter().position(|&o| o == at) {
                    let cycle = path[from..].to_vec();
                    self.object_mut(at).color = Color::Black;
                    self.object_mut(at).kind = ObjectKind::TypeName(INVALID);
                    self.report_decl_cycle(&cycle);
                    break;
                }
                let Some(DeclKind::Type(spec)) = self.decl_of(at).map(|d| &d.kind) else { break };
                path.push(at);
                let ExprKind::Ident(name) = &spec.ty.kind else { break };
                let Some(pkg) = self.object(at).pkg else { break };
                let Some(next) = self.declared_in(self.package(pkg).scope, name) else { break };
                at = next;
            }
            done.extend(path.into_iter().map(|o| (o, true)));
        }
    }
}
