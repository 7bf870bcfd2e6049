//! Declarations that refer to themselves.

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::decl::collect::DeclKind;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, NamedId, Type, TypeId};
use minigo_syntax::ast::ExprKind;
use minigo_syntax::hash::HashMap;

const INVALID: TypeId = Basic::Invalid.id();

impl Checker<'_> {
    /// Something needs an object whose declaration is under way.
    pub(crate) fn meet_grey(&mut self, obj: ObjId) {
        // A function's type is known to be one, and a variable's type may be: then there is no cycle.
        match self.object(obj).kind {
            ObjectKind::Func(_) | ObjectKind::GenericFunc(_) => return,
            ObjectKind::Global(id) if self.globals[id.0 as usize].ty != INVALID => return,
            ObjectKind::Const { ty, .. } if ty != INVALID => return,
            _ => {}
        }
        let valid = self.valid_cycle(obj);
        match self.object(obj).kind {
            ObjectKind::TypeName(_) if !valid => {
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

    /// Whether the cycle of declarations from `obj` to itself is allowed; reports it if not.
    pub(crate) fn valid_cycle(&mut self, obj: ObjId) -> bool {
        let Some(start) = self.path.iter().position(|&o| o == obj) else { return true };
        let cycle = self.path[start..].to_vec();
        let (mut values, mut definitions) = (0, 0);
        for &obj in &cycle {
            match self.object(obj).kind {
                ObjectKind::Const { .. } | ObjectKind::Global(_) => values += 1,
                ObjectKind::GenericType(_) => definitions += 1,
                ObjectKind::TypeName(_) => match self.decl_of(obj).map(|d| &d.kind) {
                    Some(DeclKind::Type(spec)) if spec.alias => {}
                    None if !self.is_local_definition(obj) => {}
                    _ => definitions += 1,
                },
                _ => {}
            }
        }
        if values == cycle.len() || values == 0 && definitions > 0 {
            return true;
        }
        self.cycle_error(&cycle);
        false
    }

    /// Whether a local type name is a definition, not an alias: the alias has no type while it is under way.
    fn is_local_definition(&self, obj: ObjId) -> bool {
        !matches!(self.object(obj).kind, ObjectKind::TypeName(INVALID))
    }

    /// The underlying type of `id` is needed while its declaration is under way.
    pub(crate) fn report_type_cycle(&mut self, id: NamedId) {
        let Some(obj) = self.named_info(id).obj else { return };
        let Some(start) = self.path.iter().position(|&o| o == obj) else { return };
        // Aliases are only names on the way.
        let mut cycle = self.path[start..].to_vec();
        let is_alias = |checker: &Self, obj: ObjId| match checker.decl_of(obj).map(|d| &d.kind) {
            Some(DeclKind::Type(spec)) => spec.alias,
            _ => false,
        };
        if cycle.iter().any(|&o| !is_alias(self, o)) {
            cycle.retain(|&o| !is_alias(self, o));
        }
        self.cycle_error(&cycle);
    }

    /// Reports a cycle of declarations.
    fn cycle_error(&mut self, cycle: &[ObjId]) {
        let list: Vec<_> = cycle
            .iter()
            .map(|&obj| {
                let object = self.object(obj);
                let name = self.qualified(object.pkg, &object.name);
                (name, object.pos)
            })
            .collect();
        let first = (0..list.len()).min_by_key(|&i| list[i].1).unwrap_or_default();
        let is_type = matches!(
            self.object(cycle[first]).kind,
            ObjectKind::TypeName(_) | ObjectKind::GenericType(_)
        );
        let code = "InvalidDeclCycle";
        self.report_cycle(code, &list, first, is_type);
    }

    fn report_cycle(
        &mut self,
        code: &'static str,
        list: &[(String, minigo_syntax::source::Pos)],
        first: usize,
        is_type: bool,
    ) {
        let (name, pos) = &list[first];
        if list.len() == 1 {
            let what =
                if is_type { "invalid recursive type:" } else { "invalid cycle in declaration:" };
            self.error(code, *pos, format!("{what} {name} refers to itself"));
            return;
        }
        let what =
            if is_type { "invalid recursive type" } else { "invalid cycle in declaration of" };
        let mut message = format!("{what} {name}");
        for step in 0..list.len() {
            let (from, at) = &list[(first + step) % list.len()];
            let (to, _) = &list[(first + step + 1) % list.len()];
            message.push_str(&format!("\n\t{}: {from} refers to {to}", self.place(*at)));
        }
        self.error(code, *pos, message);
    }

    /// Finds declarations that lead from name to name back to themselves: `type A B; type B A`.
    pub(crate) fn direct_cycles(&mut self, order: &[ObjId]) {
        let mut done: HashMap<ObjId, bool> = HashMap::default();
        for &start in order {
            let mut path: Vec<ObjId> = Vec::new();
            let mut at = start;
            while !done.contains_key(&at) {
                if let Some(from) = path.iter().position(|&o| o == at) {
                    let cycle = path[from..].to_vec();
                    self.object_mut(at).color = Color::Black;
                    self.object_mut(at).kind = ObjectKind::TypeName(INVALID);
                    self.cycle_error(&cycle);
                    break;
                }
                let Some(DeclKind::Type(spec)) = self.decl_of(at).map(|d| &d.kind) else { break };
                path.push(at);
                let ExprKind::Ident(name) = &spec.ty.kind else { break };
                let Some(pkg) = self.object(at).pkg else { break };
                let Some(next) = self.scope(self.package(pkg).scope).get(name) else { break };
                at = next;
            }
            done.extend(path.into_iter().map(|o| (o, true)));
        }
    }

    /// Reports the type if a value of it would contain another one.
    pub(crate) fn check_finite(&mut self, id: NamedId) {
        if self.named_info(id).finite {
            return;
        }
        let ty = self.types.intern(Type::Named(id));
        self.is_finite(ty, &mut Vec::new(), &mut Vec::new());
    }

    /// Whether a value of `ty` is of finite size. `nest` are the types that contain it directly, `path` those on the way,
    /// which is longer where a type argument is looked at in the place of a type parameter.
    fn is_finite(&mut self, ty: TypeId, nest: &mut Vec<NamedId>, path: &mut Vec<NamedId>) -> bool {
        match self.types.get(ty).clone() {
            Type::Array(elem, _) => self.is_finite(elem, nest, path),
            Type::Struct(fields) => fields.iter().all(|f| self.is_finite(f.ty, nest, path)),
            Type::Interface(interface) => {
                let terms = interface.terms.iter().flatten();
                terms.map(|t| t.ty).all(|t| self.is_finite(t, nest, path))
            }
            Type::Named(id) => self.is_finite_named(id, nest, path),
            Type::TypeParam(_) => {
                let Some(inst) = nest.pop() else { return true };
                let arg = self.named_info(inst).generic.and_then(|generic| {
                    let at = self.generic(generic).params.iter().position(|&p| p == ty)?;
                    self.types.named(inst).args.get(at).copied()
                });
                let finite = arg.is_none_or(|arg| self.is_finite(arg, nest, path));
                nest.push(inst);
                finite
            }
            _ => true,
        }
    }

    fn is_finite_named(
        &mut self,
        id: NamedId,
        nest: &mut Vec<NamedId>,
        path: &mut Vec<NamedId>,
    ) -> bool {
        if self.named_info(id).finite {
            return true;
        }
        if nest.contains(&id) {
            let start = path.iter().position(|&n| n == id).unwrap_or_default();
            for &id in &path[start..] {
                self.invalidate_type(id);
            }
            self.infinite_type(&path[start..]);
            return false;
        }
        let rhs = match self.named_info(id).generic {
            Some(generic) => self.generic(generic).rhs.unwrap_or(INVALID),
            None => self.named_info(id).rhs,
        };
        nest.push(id);
        path.push(id);
        let finite = self.is_finite(rhs, nest, path);
        path.pop();
        nest.pop();
        let args = self.types.named(id).args.clone();
        if !args.iter().any(|&a| self.mentions_param(a)) {
            self.named_info_mut(id).finite = true;
        }
        finite
    }

    /// Makes a type in error silent; of an instance all others too.
    fn invalidate_type(&mut self, id: NamedId) {
        self.types.named_mut(id).underlying = INVALID;
        let Some(generic) = self.named_info(id).generic else { return };
        self.generic_mut(generic).rhs = Some(INVALID);
        let instances: Vec<TypeId> = self.generic(generic).instances.values().copied().collect();
        for ty in instances {
            if let Type::Named(id) = *self.types.get(ty) {
                self.types.named_mut(id).underlying = INVALID;
                self.named_info_mut(id).finite = true;
            }
        }
    }

    fn infinite_type(&mut self, cycle: &[NamedId]) {
        let list: Vec<_> = cycle
            .iter()
            .map(|&id| {
                let named = self.types.named(id);
                let pkg = named.pkg.unwrap_or(self.cx.pkg);
                let qualifier = crate::ty::print::Qualifier::Relative(pkg);
                (self.types.display_named(id, qualifier), named.pos)
            })
            .collect();
        let instance = |i: usize| !self.types.named(cycle[i]).args.is_empty();
        let first = (0..list.len()).min_by_key(|&i| (instance(i), list[i].1)).unwrap_or_default();
        self.report_cycle("InvalidDeclCycle", &list, first, true);
    }
}
