//! Rejects types whose values would contain themselves.

use crate::checker::Checker;
use crate::ty::{INVALID, NamedId, Type, TypeId};
use minigo_syntax::diagnostic::Code;

impl Checker<'_> {
    /// Reports the type if a value of it would contain another value of the same type.
    pub(crate) fn check_finite(&mut self, id: NamedId) {
        if self.named_info(id).has_finite_size {
            return;
        }
        let ty = self.types.intern(Type::Named(id));
        self.is_finite(ty, &mut Vec::new(), &mut Vec::new());
    }

    /// Reports whether values of `ty` have finite size. `nest` has the types that contain `ty` directly, `path` the
    /// types visited on the way; `path` is longer if a type argument is visited in place of a type parameter.
    pub(crate) fn is_finite(
        &mut self,
        ty: TypeId,
        nest: &mut Vec<NamedId>,
        path: &mut Vec<NamedId>,
    ) -> bool {
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
                    self.types.named_type(inst).args.get(at).copied()
                });
                let finite = arg.is_none_or(|arg| self.is_finite(arg, nest, path));
                nest.push(inst);
                finite
            }
            _ => true,
        }
    }

    pub(crate) fn is_finite_named(
        &mut self,
        id: NamedId,
        nest: &mut Vec<NamedId>,
        path: &mut Vec<NamedId>,
    ) -> bool {
        if self.named_info(id).has_finite_size {
            return true;
        }
        if nest.contains(&id) {
            let start = path.iter().position(|&n| n == id).unwrap_or_default();
            for &id in &path[start..] {
                self.invalidate_type(id);
            }
            self.report_infinite_type(&path[start..]);
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
        let args = self.types.named_type(id).args.clone();
        if !args.iter().any(|&a| self.mentions_param(a)) {
            self.named_info_mut(id).has_finite_size = true;
        }
        finite
    }

    /// Makes the type invalid, so that no further errors about it are reported; for an instance, all other instances
    /// too.
    pub(crate) fn invalidate_type(&mut self, id: NamedId) {
        self.types.named_mut(id).underlying = INVALID;
        let Some(generic) = self.named_info(id).generic else { return };
        self.generic_mut(generic).rhs = Some(INVALID);
        let instances: Vec<TypeId> = self.generic(generic).instances.values().copied().collect();
        for ty in instances {
            if let Type::Named(id) = *self.types.get(ty) {
                self.types.named_mut(id).underlying = INVALID;
                self.named_info_mut(id).has_finite_size = true;
            }
        }
    }

    pub(crate) fn report_infinite_type(&mut self, cycle: &[NamedId]) {
        let list: Vec<_> = cycle
            .iter()
            .map(|&id| {
                let named = self.types.named_type(id);
                let pkg = named.pkg.unwrap_or(self.context.pkg);
                let qualifier = crate::ty::print::Qualifier::Relative(pkg);
                (self.types.display_named(id, qualifier), named.pos)
            })
            .collect();
        let instance = |i: usize| !self.types.named_type(cycle[i]).args.is_empty();
        let first = (0..list.len()).min_by_key(|&i| (instance(i), list[i].1)).unwrap_or_default();
        self.report_cycle(Code::InvalidDeclCycle, &list, first, true);
    }
}
