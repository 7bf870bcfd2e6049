//! Escape analysis of function values: whether a variable that holds one is only called.

use crate::func::FuncGen;
use crate::program::inlining::Inlining;
use crate::program::walk::{Node, walk};
use minigo_syntax::hash::HashMap;
use minigo_types::program::{Body, Callee, Expr, ExprKind, FuncId, Stmt, StmtKind, VarId};
use minigo_types::ty::Type;

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn is_function(&self, var: VarId) -> bool {
        matches!(self.program.types.under(self.program.var(var).ty), Type::Signature(_))
    }

    /// Whether a variable is used for nothing but calls of it, in its function and in inlined ones that it is given to.
    pub(crate) fn is_called_only(&mut self, var: VarId) -> bool {
        let owner = self.program.var(var).owner;
        if self.g.static_closures.scanned.insert(owner) {
            self.scan(owner);
        }
        !self.g.static_closures.escaping.contains(&var)
    }

    /// Looks at all that happens to the variables of a function.
    fn scan(&mut self, owner: FuncId) {
        let program = self.program;
        let mut uses: HashMap<VarId, i32> = HashMap::default();
        let mut passed: Vec<(VarId, FuncId, VarId)> = Vec::new();
        let mut todo = vec![owner];
        while let Some(f) = todo.pop() {
            let Body::Block(body) = &program.func(f).body else { continue };
            walk(body.iter().map(Node::Stmt), &mut |node| {
                match node {
                    Node::Expr(Expr { kind: ExprKind::Var(var), .. }) => {
                        *uses.entry(*var).or_default() += 1;
                    }
                    Node::Expr(Expr { kind: ExprKind::Closure(f), .. }) => todo.push(*f),
                    Node::Expr(Expr { kind: ExprKind::Call(call), .. }) => match &call.callee {
                        Callee::Value(Expr { kind: ExprKind::Var(var), .. }) => {
                            *uses.entry(*var).or_default() -= 1;
                        }
                        Callee::Func(f) => {
                            let callee = program.func(*f);
                            let params = callee.recv.iter().chain(&callee.params);
                            for (&param, arg) in params.zip(&call.args) {
                                if let ExprKind::Var(var) = arg.kind {
                                    passed.push((var, *f, param));
                                }
                            }
                        }
                        _ => {}
                    },
                    // These need the values.
                    Node::Stmt(Stmt { kind: StmtKind::Go(e) | StmtKind::Defer(e), .. }) => {
                        walk([Node::Expr(e)], &mut |node| {
                            if let Node::Expr(Expr { kind: ExprKind::Var(var), .. }) = node {
                                *uses.entry(*var).or_default() += 2;
                            }
                            true
                        });
                    }
                    _ => {}
                }
                true
            });
        }
        for (var, callee, param) in passed {
            let inlined = self.is_function(var)
                && !program.var(param).reassigned
                && self.inlining_of(callee) != Inlining::Never
                && self.is_called_only(param);
            if inlined {
                *uses.entry(var).or_default() -= 1;
            }
        }
        let escaping =
            uses.into_iter().filter(|&(var, n)| n > 0 && program.var(var).owner == owner);
        self.g.static_closures.escaping.extend(escaping.map(|(var, _)| var));
    }
}
