//! Escape analysis of function values: decides whether a variable that holds a function is only called.

use crate::func::FuncGen;
use crate::program::inlining::Inlining;
use crate::program::walk::{Node, walk};
use minigo_syntax::hash::HashMap;
use minigo_types::program::{
    Body, Call, Callee, Expr, ExprKind, FuncId, Program, Stmt, StmtKind, VarId,
};
use minigo_types::ty::Type;

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn has_func_type(&self, var: VarId) -> bool {
        matches!(
            self.program.types.underlying_structure(self.program.var(var).ty),
            Type::Signature(_)
        )
    }

    /// Reports whether all uses of a variable are calls of it, in its function and in the inlined functions that it is
    /// passed to.
    pub(crate) fn is_called_only(&mut self, var: VarId) -> bool {
        let owner = self.program.var(var).owner;
        if self.program_gen.static_closures.escape_scanned_funcs.insert(owner) {
            self.find_escapes(owner);
        }
        !self.program_gen.static_closures.escaping.contains(&var)
    }

    /// Examines all uses of the variables of a function.
    fn find_escapes(&mut self, owner: FuncId) {
        let program = self.program;
        let mut found = Uses {
            counts: HashMap::default(),
            args_to_params: Vec::new(),
            pending_closures: vec![owner],
        };
        while let Some(f) = found.pending_closures.pop() {
            let Body::Block(body) = &program.func(f).body else { continue };
            walk(body.iter().map(Node::Stmt), &mut |node| {
                found.note_uses(program, node);
                true
            });
        }
        let Uses { counts: mut uses, args_to_params, .. } = found;
        for (var, callee, param) in args_to_params {
            let inlined = self.has_func_type(var)
                && !program.var(param).is_reassigned
                && self.inlining_of(callee) != Inlining::Never
                && self.is_called_only(param);
            if inlined {
                *uses.entry(var).or_default() -= 1;
            }
        }
        let escaping =
            uses.into_iter().filter(|&(var, n)| n > 0 && program.var(var).owner == owner);
        self.program_gen.static_closures.escaping.extend(escaping.map(|(var, _)| var));
    }
}

/// The uses of the variables of a function and of its closures.
struct Uses {
    /// For each variable, the number of uses other than a call of it.
    counts: HashMap<VarId, i32>,
    /// The variables that are passed as arguments, each with the called function and the parameter.
    args_to_params: Vec<(VarId, FuncId, VarId)>,
    /// The closures that are still to be examined.
    pending_closures: Vec<FuncId>,
}

impl Uses {
    fn note_uses(&mut self, program: &Program, node: Node<'_>) {
        match node {
            Node::Expr(Expr { kind: ExprKind::Var(var), .. }) => self.count_use(*var, 1),
            Node::Expr(Expr { kind: ExprKind::Closure(f), .. }) => self.pending_closures.push(*f),
            Node::Expr(Expr { kind: ExprKind::Call(call), .. }) => self.note_call(program, call),
            // `go` and `defer` need the function values.
            Node::Stmt(Stmt { kind: StmtKind::Go(e) | StmtKind::Defer(e), .. }) => {
                walk([Node::Expr(e)], &mut |node| {
                    if let Node::Expr(Expr { kind: ExprKind::Var(var), .. }) = node {
                        self.count_use(*var, 2);
                    }
                    true
                });
            }
            _ => {}
        }
    }

    fn note_call(&mut self, program: &Program, call: &Call) {
        match &call.callee {
            Callee::Value(Expr { kind: ExprKind::Var(var), .. }) => self.count_use(*var, -1),
            Callee::Func(f) => {
                let callee = program.func(*f);
                let params = callee.recv.iter().chain(&callee.params);
                for (&param, arg) in params.zip(&call.args) {
                    if let ExprKind::Var(var) = arg.kind {
                        self.args_to_params.push((var, *f, param));
                    }
                }
            }
            _ => {}
        }
    }

    fn count_use(&mut self, var: VarId, n: i32) {
        *self.counts.entry(var).or_default() += n;
    }
}
