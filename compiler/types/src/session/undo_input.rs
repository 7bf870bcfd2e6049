//! Undoes an input that is in error.

use crate::checker::Checker;
use crate::ids::FuncId;
use crate::program::{Body, Expr, ExprKind, Stmt, StmtKind};
use crate::session::input::TableSizes;
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::hash::HashSet;

impl Checker<'_> {
    /// Undoes an input that is in error.
    pub(super) fn undo_input(&mut self, mark: &TableSizes) {
        let main = self.session_package();
        self.undo_added_methods();
        self.package_mut(main).scope = mark.scope;
        let packages = self.new_packages(mark);
        // The variables keep their numbers, and so their memory, but no name denotes them any more.
        for global in &mut self.globals[mark.globals..] {
            if global.pkg == main || packages.contains(&global.pkg) {
                global.ty = Basic::Bool.id();
            }
        }
        for func in &mut self.funcs[mark.funcs..] {
            if func.pkg == main || packages.contains(&func.pkg) {
                func.body = Body::Unreached;
            }
        }
        for pkg in packages {
            let package = self.package_mut(pkg);
            package.global_inits.clear();
            package.init_funcs.clear();
        }
        self.discard_instances(mark);
        let flows = &mut self.generics.instantiation_graph;
        flows.edges.truncate(mark.instantiation_edges);
        flows.local_vertices.retain(|vertex| flows.edges.iter().any(|edge| edge.to == *vertex));
        self.generics.generics.iter_mut().for_each(|g| g.has_endless_instances = false);
        self.generics.instantiation_limits.has_endless_instances = false;
        self.resolving.incomplete_types.clear();
        self.resolving.deferred_checks.clear();
        self.resolving.object_path.clear();
        self.resolving.depth = 0;
        self.backend_errors = Default::default();
        self.unreported_failure = None;
        self.bodies.untyped_consts.clear();
        self.bodies.discarded_generic_body_vars.clear();
        self.bodies.discarded_generic_body_funcs.clear();
    }

    /// Discards the instances of the library's generic functions for types of the input. The input's error may concern
    /// the input's types, so that the code of the instances would be meaningless.
    fn discard_instances(&mut self, mark: &TableSizes) {
        let of_input = |checker: &Self, args: &[TypeId]| {
            let mut known = HashSet::default();
            args.iter().any(|&ty| checker.mentions_new_type(ty, mark, &mut known))
        };
        let bad: Vec<FuncId> = (mark.funcs as u32..self.funcs.len() as u32)
            .map(FuncId)
            .filter(|f| self.func_info.get(f).is_some_and(|info| of_input(self, &info.args)))
            .collect();
        self.generics.func_instances.retain(|_, func| !bad.contains(func));
        let mut todo = bad;
        while let Some(func) = todo.pop() {
            let body = std::mem::replace(&mut self.funcs[func.0 as usize].body, Body::Unreached);
            if let Body::Block(mut list) = body {
                closures_of(&mut list, &mut todo);
            }
        }
    }

    /// Reports whether a type mentions a user's defined type that is not older than `mark`, or an invalid type.
    fn mentions_new_type(
        &self,
        ty: TypeId,
        mark: &TableSizes,
        known: &mut HashSet<TypeId>,
    ) -> bool {
        if !known.insert(ty) {
            return false;
        }
        let mut any =
            |list: &[TypeId]| list.iter().any(|&t| self.mentions_new_type(t, mark, known));
        match self.types.get(ty) {
            Type::Named(id) => {
                let named = self.types.named_type(*id);
                let own = named.pkg.is_some_and(|pkg| !self.package(pkg).is_library);
                own && id.0 as usize >= mark.named_types || any(&named.args)
            }
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => any(&[*e]),
            Type::Map(k, v) => any(&[*k, *v]),
            Type::Struct(fields) => fields.iter().any(|f| any(&[f.ty])),
            Type::Signature(sig) => any(&sig.params) || any(&sig.results),
            Type::Interface(i) => i.methods.iter().any(|m| any(&[m.sig])),
            Type::Tuple(list) => any(list),
            Type::Basic(basic) => *basic == crate::ty::Basic::Invalid,
            Type::TypeParam(_) => false,
        }
    }
}

/// Collects the closures that the statements make.
fn closures_of(list: &mut [Stmt], out: &mut Vec<FuncId>) {
    for s in list {
        s.each_operand_mut(|e| closures_in(e, out));
        match &mut s.kind {
            StmtKind::Block(list) | StmtKind::Breakable(_, list) => closures_of(list, out),
            StmtKind::If(_, then, other) => {
                closures_of(then, out);
                closures_of(other, out);
            }
            StmtKind::For(f) => {
                closures_of(&mut f.init, out);
                closures_of(&mut f.post, out);
                closures_of(&mut f.body, out);
            }
            StmtKind::Range(r) => closures_of(&mut r.body, out),
            StmtKind::Switch(s) => s.clauses.iter_mut().for_each(|c| closures_of(&mut c.body, out)),
            StmtKind::TypeSwitch(s) => {
                s.clauses.iter_mut().for_each(|c| closures_of(&mut c.body, out));
            }
            StmtKind::Select(s) => s.clauses.iter_mut().for_each(|c| closures_of(&mut c.body, out)),
            _ => {}
        }
    }
}

fn closures_in(e: &mut Expr, out: &mut Vec<FuncId>) {
    match &mut e.kind {
        ExprKind::Closure(func) => out.push(*func),
        ExprKind::MapLit(entries) => entries.iter_mut().for_each(|(key, value)| {
            closures_in(key, out);
            closures_in(value, out);
        }),
        ExprKind::Seq(list, value) => {
            closures_of(list, out);
            closures_in(value, out);
        }
        _ => e.each_operand_mut(|x| closures_in(x, out)),
    }
}
