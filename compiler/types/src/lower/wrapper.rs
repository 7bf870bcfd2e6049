//! Wrappers: the functions for method expressions and promoted methods.

use crate::checker::Checker;
use crate::expr::lookup::Member;
use crate::expr::operand::Operand;
use crate::ids::FuncId;
use crate::program::{Body, Call, Callee, Expr, ExprKind, Func, Stmt, StmtKind};
use crate::ty::{Signature, Type, TypeId};
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// Makes the function of type `ty` that calls the method `sel`, or its instance, on its first argument.
    pub(crate) fn method_wrapper(
        &mut self,
        (recv, sel, instance): (TypeId, &str, Option<FuncId>),
        ty: TypeId,
        sig: &Signature,
        pos: Pos,
    ) -> FuncId {
        let params: Vec<TypeId> = [recv].into_iter().chain(sig.params.iter().copied()).collect();
        let name = format!("{}.{sel}", self.types.runtime_name(recv));
        let func = self.new_wrapper(&name, ty, pos);
        let vars: Vec<_> = params.iter().map(|&ty| self.new_param(func, ty, pos)).collect();
        let mut args: Vec<Expr> = vars
            .iter()
            .zip(&params)
            .map(|(&var, &ty)| Expr { kind: ExprKind::Var(var), ty, pos })
            .collect();
        let recv = args.remove(0);
        let body = self.method_call_body(recv, (sel, instance), args, sig);
        self.funcs[func.0 as usize].params = vars;
        self.funcs[func.0 as usize].body = Body::Block(body);
        func
    }

    /// Makes the body `return recv.sel(args)`.
    pub(crate) fn method_call_body(
        &mut self,
        recv: Expr,
        (sel, instance): (&str, Option<FuncId>),
        mut args: Vec<Expr>,
        sig: &Signature,
    ) -> Vec<Stmt> {
        let (pos, pkg) = (recv.pos, self.context.pkg);
        let callee = match self.lookup_member(recv.ty, sel, pkg) {
            Member::Method { path, func, pointer_recv, .. } => {
                let x = Operand::without_source("", Default::default(), recv);
                let recv = self.receiver_arg(x, &path, pointer_recv);
                args.insert(0, recv);
                Callee::Func(instance.unwrap_or(func))
            }
            Member::InterfaceMethod { path, index, .. } => {
                Callee::Interface(self.walk_fields(recv, &path), index)
            }
            _ => return Vec::new(),
        };
        self.call_and_return(Call { callee, args }, sig, pos)
    }

    /// Makes the statements that execute a call and return its results.
    pub(crate) fn call_and_return(&mut self, call: Call, sig: &Signature, pos: Pos) -> Vec<Stmt> {
        let results = sig.results.to_vec();
        let ty = self.result_type(&results);
        let call = Expr { kind: ExprKind::Call(Box::new(call)), ty, pos };
        let stmt = |kind| Stmt { kind, pos };
        match &results[..] {
            [] => vec![stmt(StmtKind::Expr(call)), stmt(StmtKind::Return(Vec::new()))],
            [_] => vec![stmt(StmtKind::Return(vec![call]))],
            many => {
                let temps: Vec<_> = many.iter().map(|&ty| self.new_temporary(ty, pos)).collect();
                let values = temps
                    .iter()
                    .zip(many)
                    .map(|(&var, &ty)| Expr { kind: ExprKind::Var(var), ty, pos })
                    .collect();
                let temps = temps.into_iter().map(Some).collect();
                vec![stmt(StmtKind::VarTuple(temps, call)), stmt(StmtKind::Return(values))]
            }
        }
    }

    /// The type of a call with these results.
    pub(crate) fn result_type(&mut self, results: &[TypeId]) -> TypeId {
        match results {
            [one] => *one,
            many => self.types.intern(Type::Tuple(many.into())),
        }
    }

    /// Makes a synthetic function that has no parameters and no body yet.
    pub(crate) fn new_wrapper(&mut self, name: &str, sig: TypeId, pos: Pos) -> FuncId {
        let id = FuncId(self.funcs.len() as u32);
        let results = match self.types.get(sig) {
            Type::Signature(sig) => sig.results.to_vec(),
            _ => Vec::new(),
        };
        self.funcs.push(Func {
            name: name.into(),
            pkg: self.context.pkg,
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
            is_wrapper: true,
            is_replaceable: false,
        });
        self.note_synthetic_func(id);
        let vars = results.iter().map(|&ty| self.new_param(id, ty, pos)).collect();
        self.funcs[id.0 as usize].results = vars;
        id
    }
}
