//! Functions: entering and leaving bodies, their variables and closures.
//!
//! Declared functions, function literals and the bodies of range-over-func loops share this code.

use crate::checker::Checker;
use crate::checker::body::{BodyContext, BranchTarget, ResultVar};
use crate::checker::func::{FuncSig, ParamInfo};
use crate::ids::{FuncId, VarId};
use crate::program::{Body, Expr, ExprKind, Func, LabelId, Stmt, StmtKind, TargetId, Var};
use crate::scope::ScopeId;
use crate::scope::object::{ObjId, Object, ObjectKind};
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast::{self, Name};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Checks the body of `func`, whose signature is in `self.func_info`, and stores the result in `self.funcs`.
    pub(crate) fn check_func_body(&mut self, func: FuncId, body: &ast::Block) {
        let info = &self.func_info[&func];
        let (recv, sig) = (info.recv.clone(), info.sig.clone());
        self.open_scope();
        if let Some(recv) = &recv {
            let (var, _) = self.declare_param(func, recv);
            self.funcs[func.0 as usize].recv = Some(var);
        }
        self.check_function(func, &sig, body);
    }

    /// Declares the parameters and results in the current scope, checks the body, and closes the scope.
    fn check_function(&mut self, func: FuncId, sig: &FuncSig, body: &ast::Block) {
        let params = sig.params.iter().map(|p| self.declare_param(func, p).0).collect();
        let mut results = Vec::new();
        for param in &sig.results {
            let (var, obj) = self.declare_param(func, param);
            let obj = param.name.as_ref().map(|_| obj);
            results.push(ResultVar { var, ty: param.ty, obj });
        }
        let f = &mut self.funcs[func.0 as usize];
        f.params = params;
        f.results = results.iter().map(|r| r.var).collect();
        f.end = body.rbrace;
        self.context.body.results = results;
        let mut out = Vec::with_capacity(body.stmts.len());
        self.check_branches(body);
        self.stmts(&body.stmts, &mut out);
        if !sig.results.is_empty() && !self.is_terminating_list(&body.stmts, None) {
            let span = Span::at(body.rbrace);
            let error = Diagnostic::error(Code::MissingReturn, span, "missing return");
            let types: Vec<TypeId> = sig.results.iter().map(|result| result.ty).collect();
            let results = self.types_summary(&types, false, false);
            self.report(
                error.with_label(format!("the end is reached without returning {results}")),
            );
        }
        self.leave_scope();
        self.funcs[func.0 as usize].body = Body::Block(out);
    }

    fn declare_param(&mut self, func: FuncId, param: &ParamInfo) -> (VarId, ObjId) {
        let name = param.name.as_ref().map_or_else(Name::default, |n| n.name.clone());
        let var = self.add_var(func, &name, param.ty, param.pos);
        let obj = ObjId(self.objects.len() as u32);
        let pos = param.name.as_ref().map_or(param.pos, |n| n.pos);
        let mut object =
            Object::new(name.clone(), pos, Some(self.context.pkg), ObjectKind::Var(var));
        object.is_used = true;
        self.objects.push(object);
        self.record_def(pos, obj);
        if !name.is_empty() && name != "_" {
            // A duplicate name has been reported with the signature.
            let scope = self.context.scope;
            self.scopes[scope.0 as usize].insert(name, obj);
        }
        (var, obj)
    }

    /// Makes a function literal with this signature.
    pub(crate) fn closure(
        &mut self,
        sig: &FuncSig,
        body: &ast::Block,
        pos: Pos,
        scope: ScopeId,
    ) -> FuncId {
        let func = self.new_closure(sig.ty, pos, "func");
        let mut enclosing = self.context.body.enclosing.clone();
        if enclosing.is_empty() {
            enclosing.extend(self.context.func);
        }
        enclosing.push(func);
        let inner = BodyContext { enclosing, ..BodyContext::default() };
        let outer = std::mem::replace(&mut self.context.body, inner);
        let at = std::mem::replace(&mut self.context.scope, scope);
        self.check_function(func, sig, body);
        self.context.scope = at;
        self.context.body = outer;
        func
    }

    /// Makes a closure of the current function, without a body yet.
    pub(crate) fn new_closure(&mut self, sig: TypeId, pos: Pos, kind: &'static str) -> FuncId {
        let outer = self.current_func();
        let count = self.bodies.closure_counts.entry((outer, kind)).or_insert(0);
        *count += 1;
        let count = *count;
        let (name, pkg) = match self.funcs.get(outer.0 as usize) {
            Some(f) => (f.name.to_string(), f.pkg),
            None => ("init".to_owned(), self.context.pkg),
        };
        let nested = self.context.body.enclosing.len() > 1 && kind == "func";
        if let (false, "func", Some(decl)) = (nested, kind, self.context.dependent_object)
            && outer == self.package(self.context.pkg).init
        {
            self.bodies.init_literals.push((self.context.pkg, decl, count));
        }
        let name = match kind {
            _ if nested => format!("{name}.{count}"),
            "func" => format!("{name}.func{count}"),
            _ => format!("{name}-{kind}{count}"),
        };
        let id = FuncId(self.funcs.len() as u32);
        self.funcs.push(Func {
            name: name.into(),
            pkg,
            pos,
            end: pos,
            sig,
            recv: None,
            params: Vec::new(),
            results: Vec::new(),
            captures: Vec::new(),
            body: Body::Block(Vec::new()),
            has_defer: false,
            has_recover: false,
            is_wrapper: false,
            is_replaceable: false,
        });
        self.note_synthetic_func(id);
        id
    }

    /// Records a synthetic function, which is discarded if the current body is.
    pub(crate) fn note_synthetic_func(&mut self, func: FuncId) {
        if self.context.has_opaque_type_params {
            self.bodies.discarded_generic_body_funcs.push(func);
        }
    }

    /// Discards the variables and functions made for a generic body with opaque type parameters: code generation must
    /// not see them.
    pub(crate) fn discard_generic_body(&mut self) {
        for var in std::mem::take(&mut self.bodies.discarded_generic_body_vars) {
            self.vars[var.0 as usize].ty = Basic::Int.id();
        }
        for func in std::mem::take(&mut self.bodies.discarded_generic_body_funcs) {
            self.funcs[func.0 as usize].body = Body::Unreached;
        }
    }

    /// Makes a local variable of the current function.
    pub(crate) fn new_var(&mut self, name: &str, ty: TypeId, pos: Pos) -> VarId {
        let func = self.current_func();
        self.add_var(func, name, ty, pos)
    }

    /// Makes an unnamed parameter or result of `func`.
    pub(crate) fn new_param(&mut self, func: FuncId, ty: TypeId, pos: Pos) -> VarId {
        self.add_var(func, "", ty, pos)
    }

    fn add_var(&mut self, owner: FuncId, name: &str, ty: TypeId, pos: Pos) -> VarId {
        let id = VarId(self.vars.len() as u32);
        if self.context.has_opaque_type_params {
            self.bodies.discarded_generic_body_vars.push(id);
        }
        let name = Name::from(name);
        self.vars.push(Var {
            name,
            ty,
            pos,
            owner,
            is_captured: false,
            is_addressed: false,
            is_reassigned: false,
        });
        id
    }

    /// The expression that reads a variable in the current function.
    pub(crate) fn var_expr(&mut self, var: VarId, pos: Pos) -> Expr {
        self.note_capture(var);
        Expr { kind: ExprKind::Var(var), ty: self.vars[var.0 as usize].ty, pos }
    }

    /// Closes a scope and empties it. Unused variables in the scope are reported, except in a session.
    pub(crate) fn leave_scope(&mut self) {
        if self.session_state.is_some() {
            return self.close_scope();
        }
        for (name, obj) in self.scopes[self.context.scope.0 as usize].take_names() {
            let object = self.object(obj);
            if matches!(object.kind, ObjectKind::Var(_)) && !object.is_used {
                let span = Span::of_name(&name, object.pos);
                let message = format!("declared and not used: {name}");
                let error = Diagnostic::error(Code::UnusedVar, span, message);
                self.report(error.with_help(format!("use it, remove it, or say `_ = {name}`")));
            }
        }
        self.close_scope();
    }

    /// Makes a target for `break` and `continue`.
    pub(crate) fn push_target(&mut self, label: Option<Name>, is_loop: bool) -> TargetId {
        self.bodies.branch_target_count += 1;
        let id = TargetId(self.bodies.branch_target_count);
        let func = self.current_func();
        self.context.body.targets.push(BranchTarget { id, label, is_loop, func });
        id
    }

    /// The label with this name, made on first use.
    pub(crate) fn label_id(&mut self, name: &Name) -> LabelId {
        if let Some(&id) = self.context.body.labels.get(name) {
            return id;
        }
        self.bodies.branch_target_count += 1;
        let id = LabelId(self.bodies.branch_target_count);
        self.context.body.labels.insert(name.clone(), id);
        id
    }

    /// Moves `ir` into a temporary that `out` declares.
    pub(crate) fn store_in_temporary(&mut self, ir: Expr, out: &mut Vec<Stmt>) -> Expr {
        let (ty, pos) = (ir.ty, ir.pos);
        let var = self.new_temporary(ty, pos);
        out.push(Stmt { kind: StmtKind::Var(var, Some(ir)), pos });
        Expr { kind: ExprKind::Var(var), ty, pos }
    }
}
