//! Promotes variables of an input's statements to package-level variables, so that they persist.
//!
//! The statements of a session's input are checked as the body of a function. The variables of the body's outermost
//! block must be visible to later inputs. So after the check each such variable is replaced by a package-level
//! variable, in the body and in its closures, which then no longer capture it.

use crate::ids::{GlobalId, VarId};
use crate::program::{Body, Comm, Expr, ExprKind as K, Func, Stmt, StmtKind as S, Var};
use minigo_syntax::hash::HashMap;

/// Replaces the variables in the functions: the input's function and its closures.
pub(crate) fn promote_to_globals(
    funcs: &mut [Func],
    vars: &[Var],
    globals: &HashMap<VarId, GlobalId>,
) {
    if globals.is_empty() {
        return;
    }
    let pass = Promotion { vars, globals };
    for func in funcs {
        func.captures.retain(|var| !globals.contains_key(var));
        if let Body::Block(list) = &mut func.body {
            pass.promote_in(list);
        }
    }
}

struct Promotion<'p> {
    vars: &'p [Var],
    globals: &'p HashMap<VarId, GlobalId>,
}

impl Promotion<'_> {
    fn promote_in(&self, list: &mut Vec<Stmt>) {
        let mut at = 0;
        while at < list.len() {
            self.stmt(&mut list[at]);
            let later = self.assignments_of(&mut list[at]);
            let n = later.len();
            list.splice(at + 1..at + 1, later);
            at += 1 + n;
        }
    }

    fn stmt(&self, s: &mut Stmt) {
        s.each_operand_mut(|e| self.expr(e));
        match &mut s.kind {
            S::AssignTuple(.., assignment) => self.stmt(assignment),
            S::Block(list) | S::Breakable(_, list) => self.promote_in(list),
            S::If(_, then, other) => {
                self.promote_in(then);
                self.promote_in(other);
            }
            S::For(f) => {
                self.promote_in(&mut f.init);
                self.promote_in(&mut f.post);
                self.promote_in(&mut f.body);
            }
            S::Range(r) => self.promote_in(&mut r.body),
            S::Switch(s) => s.clauses.iter_mut().for_each(|c| self.promote_in(&mut c.body)),
            S::TypeSwitch(s) => s.clauses.iter_mut().for_each(|c| self.promote_in(&mut c.body)),
            S::Select(s) => {
                for clause in &mut s.clauses {
                    debug_assert!(
                        !self.receives_into_global(&clause.comm),
                        "a clause has a scope of its own"
                    );
                    self.promote_in(&mut clause.body);
                }
            }
            S::Var(var, value) => {
                let pos = s.pos;
                if let Some(to) = self.global_of(*var, pos) {
                    let zero = Expr { kind: K::Zero, ..to.clone() };
                    s.kind = S::Assign(Some(to), value.take().unwrap_or(zero));
                }
            }
            _ => {}
        }
    }

    fn receives_into_global(&self, comm: &Comm) -> bool {
        let Comm::Recv(_, value, ok) = comm else { return false };
        value.iter().chain(ok).any(|var| self.globals.contains_key(var))
    }

    /// For a statement that declares variables from a tuple, the assignments of the promoted variables that must follow
    /// it.
    fn assignments_of(&self, s: &mut Stmt) -> Vec<Stmt> {
        let S::VarTuple(targets, _) = &mut s.kind else { return Vec::new() };
        if !targets.iter().flatten().any(|var| self.globals.contains_key(var)) {
            return Vec::new();
        }
        // The tuple's values stay in the local variables, which no other statement mentions any more.
        let pos = s.pos;
        let assign = |&var: &VarId| {
            let to = self.global_of(var, pos)?;
            let value = Expr { kind: K::Var(var), ..to.clone() };
            Some(Stmt { kind: S::Assign(Some(to), value), pos })
        };
        targets.iter().flatten().filter_map(assign).collect()
    }

    fn global_of(&self, var: VarId, pos: minigo_syntax::source::Pos) -> Option<Expr> {
        let global = *self.globals.get(&var)?;
        let ty = self.vars[var.0 as usize].ty;
        Some(Expr { kind: K::Global(global), ty, pos })
    }

    fn expr(&self, e: &mut Expr) {
        match &mut e.kind {
            K::Var(var) => {
                if let Some(&global) = self.globals.get(var) {
                    e.kind = K::Global(global);
                }
            }
            K::MapLit(entries) => entries.iter_mut().for_each(|(key, value)| {
                self.expr(key);
                self.expr(value);
            }),
            K::Seq(list, value) => {
                self.promote_in(list);
                self.expr(value);
            }
            _ => e.each_operand_mut(|x| self.expr(x)),
        }
    }
}
