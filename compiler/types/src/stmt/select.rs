//! Sends and select statements.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::program::{Comm, Expr, ExprKind, Select, SelectClause, Stmt, StmtKind as K};
use minigo_syntax::ast::{self, ExprKind as E, Name, StmtKind as S, UnaryOp};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Pos;

impl Checker<'_> {
    pub(crate) fn send(&mut self, ch: &ast::Expr, value: &ast::Expr) -> Option<(Expr, Expr)> {
        let channel = self.expr(ch);
        let v = self.assigned_expr(value);
        if !channel.is_valid() || !v.is_valid() {
            return None;
        }
        let elem = self.chan_elem(ch.span(), &channel, false)?;
        let v = self.assign_converted(v, Some(elem), AssignmentPurpose::Text("send"))?;
        Some((self.typed_expr(channel), v))
    }

    pub(crate) fn select_stmt(
        &mut self,
        s: &ast::SelectStmt,
        label: Option<&Name>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let defaults: Vec<Pos> =
            s.clauses.iter().filter(|c| c.comm.is_none()).map(|c| c.pos).collect();
        self.check_defaults(&defaults);
        let target = self.push_target(label.cloned(), false);
        let mut clauses = Vec::new();
        for clause in &s.clauses {
            self.open_scope();
            let mut body = Vec::new();
            let comm = match &clause.comm {
                None => Some(Comm::Default),
                Some(comm) => self.check_comm(comm, &mut body),
            };
            if let Some(comm) = comm {
                self.stmts(&clause.body, &mut body);
                clauses.push(SelectClause { comm, body, pos: clause.pos });
            }
            self.leave_scope();
        }
        self.context.body.targets.pop();
        let select = Select { target, clauses };
        out.push(Stmt { kind: K::Select(Box::new(select)), pos });
    }

    /// Checks a communication. Assignments of the received values are added to the start of `body`.
    pub(crate) fn check_comm(&mut self, s: &ast::Stmt, body: &mut Vec<Stmt>) -> Option<Comm> {
        let receives = |e: &ast::Expr| matches!(e.unparen().kind, E::Unary(UnaryOp::Recv, _));
        match &s.kind {
            S::Send(ch, value) => {
                let sent = self.send(ch, value);
                return Some(match sent {
                    Some((ch, value)) => Comm::Send(ch, value),
                    None => Comm::Default,
                });
            }
            S::Expr(e) if receives(e) => {
                let (x, _) = self.raw_expr(e, None, false);
                return Some(match x.ir {
                    Some(Expr { kind: ExprKind::Recv(ch), .. }) => Comm::Recv(*ch, None, None),
                    _ => Comm::Default,
                });
            }
            S::Assign(_, rhs) | S::Define(_, rhs) if rhs.len() == 1 && receives(&rhs[0]) => {
                let mut stmts = Vec::new();
                self.stmt(s, None, &mut stmts);
                return Some(self.receive_clause(stmts, body));
            }
            _ => {}
        }
        let message = "select case must be send or receive (possibly with assignment)";
        let pos = match &s.kind {
            S::Expr(e) => crate::expr::call::call_pos(e),
            _ => s.pos,
        };
        self.error(Code::InvalidSelectCase, pos, message);
        None
    }

    /// Splits the statements of `v, ok = <-ch` into the communication and the statements that follow it.
    pub(crate) fn receive_clause(&mut self, stmts: Vec<Stmt>, body: &mut Vec<Stmt>) -> Comm {
        let mut comm = Comm::Default;
        for mut stmt in stmts {
            match &mut stmt.kind {
                K::VarTuple(vars, Expr { kind: ExprKind::RecvOk(ch), .. }) => {
                    let (value, ok) = (vars.first().copied(), vars.get(1).copied());
                    let ch = crate::expr::operand::take_expr(ch);
                    comm = Comm::Recv(ch, value.flatten(), ok.flatten());
                    continue;
                }
                K::AssignTuple(vars, Expr { kind: ExprKind::RecvOk(ch), .. }, _) => {
                    let (value, ok) = (vars.first().copied(), vars.get(1).copied());
                    let ch = crate::expr::operand::take_expr(ch);
                    comm = Comm::Recv(ch, value.flatten(), ok.flatten());
                    if let K::AssignTuple(.., assignment) = stmt.kind {
                        body.push(*assignment);
                    }
                    continue;
                }
                K::Var(var, Some(Expr { kind: ExprKind::Recv(ch), .. })) => {
                    comm = Comm::Recv(crate::expr::operand::take_expr(ch), Some(*var), None);
                    continue;
                }
                K::Assign(None, Expr { kind: ExprKind::Recv(ch), .. }) => {
                    comm = Comm::Recv(crate::expr::operand::take_expr(ch), None, None);
                    continue;
                }
                K::Assign(_, value) => {
                    let received = match &mut value.kind {
                        ExprKind::Convert(_, inner) => &mut **inner,
                        _ => value,
                    };
                    if let ExprKind::Recv(ch) = &mut received.kind {
                        let ch = crate::expr::operand::take_expr(ch);
                        let var = self.new_temporary(received.ty, received.pos);
                        received.kind = ExprKind::Var(var);
                        comm = Comm::Recv(ch, Some(var), None);
                    }
                }
                _ => {}
            }
            body.push(stmt);
        }
        comm
    }
}
