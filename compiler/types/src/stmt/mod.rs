//! Statements.
//!
//! A module of its own since it is the switch over all forms; switches, loops over ranges and assignments have files of
//! their own.

pub(crate) mod assign;
pub(crate) mod body;
pub(crate) mod labels;
pub(crate) mod range;
pub(crate) mod switch;
pub(crate) mod terminating;

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::Purpose;
use crate::expr::operand::{Mode, Operand, Role};
use crate::lower::range_func::Exit;
use crate::program::{
    BinaryOp as Op, Call, Callee, Comm, Expr, ExprKind, For, Select, SelectClause, Stmt,
    StmtKind as K,
};
use crate::scope::object::ObjectKind;
use crate::ty::Basic;
use minigo_syntax::ast::{
    self, BinaryOp, BranchKind, ExprKind as E, IncDec, Name, StmtKind as S, UnaryOp,
};
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// Checks a list of statements in the current scope.
    pub(crate) fn stmts(&mut self, list: &[ast::Stmt], out: &mut Vec<Stmt>) {
        for s in list {
            self.stmt(s, None, out);
        }
    }

    /// Checks a block in a scope of its own. What is kept of it has room for no more than what most blocks become.
    pub(crate) fn block(&mut self, block: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(block.len());
        self.open_scope();
        self.stmts(block, &mut out);
        self.leave_scope();
        out
    }

    /// Checks a statement; `label` is the label it has.
    pub(crate) fn stmt(&mut self, s: &ast::Stmt, label: Option<&Name>, out: &mut Vec<Stmt>) {
        let pos = s.pos;
        match &s.kind {
            S::Bad | S::Empty => {}
            S::Expr(e) => self.expr_stmt(e, out),
            S::Send(ch, value) => {
                if let Some((ch, value)) = self.send(ch, value) {
                    out.push(Stmt { kind: K::Send(ch, value), pos });
                }
            }
            S::IncDec(x, op) => self.inc_dec(x, *op, pos, out),
            S::Assign(lhs, rhs) => self.assign_stmt(lhs, rhs, pos, out),
            S::Define(names, rhs) => self.define_stmt(names, rhs, pos, out),
            S::OpAssign(op, sides) => self.op_assign(*op, &sides.0, &sides.1, pos, out),
            S::Decl(decl) => self.local_decl(decl, out),
            S::Labeled(name, inner) => {
                let id = self.label_id(&name.name);
                out.push(Stmt { kind: K::Label(id), pos });
                self.stmt(inner, Some(&name.name), out);
            }
            S::Go(e) => self.suspended_call("go", e, pos, out),
            S::Defer(e) => self.suspended_call("defer", e, pos, out),
            S::Return(values) => self.return_stmt(values, pos, out),
            S::Branch(kind, name) => {
                self.branch(*kind, name.as_ref().map(|n| &n.name), pos, out);
            }
            S::Block(block) => {
                let inner = self.block(&block.stmts);
                out.push(Stmt { kind: K::Block(inner), pos });
            }
            S::If(s) => self.if_stmt(s, pos, out),
            S::For(s) => self.for_stmt(s, label, pos, out),
            S::Range(s) => self.range_stmt(s, label, pos, out),
            S::Switch(s) => self.switch_stmt(s, label, pos, out),
            S::TypeSwitch(s) => self.type_switch(s, label, pos, out),
            S::Select(s) => self.select_stmt(s, label, pos, out),
        }
    }

    fn expr_stmt(&mut self, e: &ast::Expr, out: &mut Vec<Stmt>) {
        let (x, role) = self.raw_expr(e, None, false);
        let (code, problem) = match x.mode {
            Mode::Builtin(_) => ("UncalledBuiltin", "must be called"),
            Mode::TypeExpr => ("NotAnExpr", "is not an expression"),
            _ if role == Role::Statement => {
                if let Some(ir) = x.ir {
                    out.push(Stmt { kind: K::Expr(ir), pos: e.pos });
                }
                return;
            }
            _ => ("UnusedExpr", "is not used"),
        };
        let message = format!("{} {problem}", self.describe(&x));
        self.error_span(code, x.span(), message);
    }

    fn send(&mut self, ch: &ast::Expr, value: &ast::Expr) -> Option<(Expr, Expr)> {
        let channel = self.expr(ch);
        let v = self.generic_expr(value, None);
        if !channel.is_valid() || !v.is_valid() {
            return None;
        }
        let elem = self.chan_elem(ch.span(), &channel, false)?;
        let v = self.assign(v, Some(elem), Purpose::Text("send"))?;
        Some((self.take(channel), v))
    }

    fn inc_dec(&mut self, e: &ast::Expr, op: IncDec, pos: Pos, out: &mut Vec<Stmt>) {
        let x = self.expr(e);
        if !x.is_valid() {
            return;
        }
        if !self.types.all_basic(x.ty, Basic::is_numeric) {
            let sign = if op == IncDec::Inc { "++" } else { "--" };
            let ty = self.type_string(x.ty);
            let message = format!("invalid operation: {}{sign} (non-numeric type {ty})", x.text());
            self.error_span("NonNumericIncDec", x.span(), message);
            return;
        }
        if !self.check_assignable(e, &x) {
            return;
        }
        let basic = self.types.basic(x.ty).unwrap_or(Basic::Int);
        let ty = x.ty;
        let place = self.take(x);
        self.mark_assigned(&place);
        let one = crate::expr::operand::const_expr(&ConstValue::int(1), basic, ty, pos);
        let op = if op == IncDec::Inc { Op::Add } else { Op::Sub };
        out.push(Stmt { kind: K::AssignOp(op, place, one), pos });
    }

    fn op_assign(
        &mut self,
        op: BinaryOp,
        lhs: &ast::Expr,
        rhs: &ast::Expr,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let x = self.expr(lhs);
        let y = self.expr(rhs);
        let place = x.clone();
        let result = self.assign_operation(op, x, (lhs, rhs), y);
        if !place.is_valid() || !result.is_valid() || !self.check_assignable(lhs, &place) {
            return;
        }
        let ty = place.ty;
        let Some(value) = self.assign(result, Some(ty), Purpose::Text("assignment")) else {
            return;
        };
        let place = self.take(place);
        self.mark_assigned(&place);
        match value.kind {
            ExprKind::Binary(op, _, value) => {
                out.push(Stmt { kind: K::AssignOp(op, place, *value), pos });
            }
            _ => self.give_up(pos, || "cannot compile the assignment operation".to_owned()),
        }
    }

    /// Whether `x` (the checked `e`) can be assigned to.
    pub(crate) fn check_assignable(&mut self, e: &ast::Expr, x: &Operand<'_>) -> bool {
        if matches!(x.mode, Mode::Variable | Mode::MapIndex) {
            return true;
        }
        let shown = x.text();
        if let E::Selector(inner, _) = &e.unparen().kind
            && matches!(inner.unparen().kind, E::Index(..))
            && self.is_map_element(x)
        {
            let message = format!("cannot assign to struct field {shown} in map");
            self.error_span("UnaddressableFieldAssign", x.span(), message);
            return false;
        }
        let message =
            format!("cannot assign to {shown} (neither addressable nor a map index expression)");
        self.error_span("UnassignableOperand", x.span(), message);
        false
    }

    /// Whether `x` is a field of an element of a map.
    fn is_map_element(&self, x: &Operand<'_>) -> bool {
        let mut at = x.ir.as_ref();
        while let Some(Expr { kind: ExprKind::Field(inner, _), .. }) = at {
            at = Some(inner);
        }
        matches!(at, Some(Expr { kind: ExprKind::MapIndex(..), .. }))
    }

    fn if_stmt(&mut self, s: &ast::IfStmt, pos: Pos, out: &mut Vec<Stmt>) {
        self.open_scope();
        let mut before = Vec::new();
        if let Some(init) = &s.init {
            self.stmt(init, None, &mut before);
        }
        let cond = self.condition(&s.cond, "if");
        let then = self.block(&s.then.stmts);
        let mut els = Vec::with_capacity(usize::from(s.els.is_some()));
        if let Some(other) = &s.els {
            self.stmt(other, None, &mut els);
        }
        self.leave_scope();
        let stmt = Stmt { kind: K::If(cond, then, els), pos };
        push_scoped(before, stmt, out);
    }

    fn for_stmt(&mut self, s: &ast::ForStmt, label: Option<&Name>, pos: Pos, out: &mut Vec<Stmt>) {
        self.open_scope();
        let mut init = Vec::with_capacity(usize::from(s.init.is_some()));
        let mut vars = Vec::new();
        if let Some(stmt) = &s.init {
            self.stmt(stmt, None, &mut init);
            if self.allows(22) {
                let list = self.scope(self.cx.scope).list.clone();
                vars.extend(list.iter().filter_map(|(_, obj)| match self.object(*obj).kind {
                    ObjectKind::Var(var) => Some(var),
                    _ => None,
                }));
            }
        }
        let cond = s.cond.as_ref().map(|e| self.condition(e, "for"));
        let mut post = Vec::with_capacity(usize::from(s.post.is_some()));
        if let Some(stmt) = &s.post {
            self.stmt(stmt, None, &mut post);
        }
        let target = self.push_target(label.cloned(), true);
        let body = self.block(&s.body.stmts);
        self.cx.body.targets.pop();
        self.leave_scope();
        let stmt = For { target, vars, init, cond, post, body };
        out.push(Stmt { kind: K::For(Box::new(stmt)), pos });
    }

    /// `go f(x)`, `defer f(x)`
    fn suspended_call(
        &mut self,
        keyword: &'static str,
        e: &ast::Expr,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let is_go = keyword == "go";
        let code = if is_go { "InvalidGo" } else { "InvalidDefer" };
        let E::Call(_) = &e.kind else {
            if matches!(e.kind, E::Paren(_)) && matches!(e.unparen().kind, E::Call(_)) {
                let message = format!("expression in {keyword} must not be parenthesized");
                self.error_span(code, e.span(), message);
            } else {
                let message = format!("expression in {keyword} must be function call");
                self.error_span(code, e.span(), message);
            }
            self.use_expr(e, false);
            return;
        };
        let (x, role) = self.raw_expr(e, None, false);
        let (code, problem) = match role {
            Role::Conversion => (code, "requires function call, not conversion"),
            Role::Expression => ("UnusedResults", "discards result of"),
            Role::Statement => {
                if let Some(ir) = x.ir {
                    let call = self.plain_call(ir, out);
                    self.push_suspended(is_go, call, pos, out);
                }
                return;
            }
        };
        let message = format!("{keyword} {problem} {}", self.describe(&x));
        self.error_span(code, x.span(), message);
    }

    fn push_suspended(&mut self, is_go: bool, call: Expr, pos: Pos, out: &mut Vec<Stmt>) {
        if is_go {
            out.push(Stmt { kind: K::Go(call), pos });
        } else if self.cx.body.range_funcs.is_empty() {
            let func = self.current_func();
            self.funcs[func.0 as usize].has_defer = true;
            out.push(Stmt { kind: K::Defer(call), pos });
        } else {
            self.defer_outside(call, pos, out);
        }
    }

    /// The call as one of a function: built-in functions are wrapped into a closure over their evaluated arguments.
    fn plain_call(&mut self, ir: Expr, out: &mut Vec<Stmt>) -> Expr {
        match ir.kind {
            ExprKind::Seq(stmts, inner) => {
                out.extend(stmts);
                self.plain_call(*inner, out)
            }
            ExprKind::Call(_) => ir,
            ExprKind::Builtin(builtin, args) => {
                let args = args.into_iter().map(|arg| self.kept(arg, out)).collect();
                let inner = Expr { kind: ExprKind::Builtin(builtin, args), ..ir };
                self.thunk(inner)
            }
            _ => ir,
        }
    }

    /// A call of a made-up closure that evaluates `ir`, whose variables must be temporaries of the function at hand.
    pub(crate) fn thunk(&mut self, ir: Expr) -> Expr {
        let pos = ir.pos;
        let sig = crate::ty::Signature { params: [].into(), results: [].into(), variadic: false };
        let sig = self.types.intern(crate::ty::Type::Signature(sig));
        let func = self.new_closure(sig, pos, "wrap");
        self.cx.body.enclosing.push(func);
        self.capture_temps(&ir);
        self.cx.body.enclosing.pop();
        let recovers = matches!(&ir.kind, ExprKind::Builtin(crate::program::Builtin::Recover, _));
        let f = &mut self.funcs[func.0 as usize];
        f.wrapper = true;
        f.has_recover = recovers;
        f.body = crate::program::Body::Block(vec![Stmt { kind: K::Expr(ir), pos }]);
        let callee = Expr { kind: ExprKind::Closure(func), ty: sig, pos };
        let ty = self.result_type(&[]);
        let call = Call { callee: Callee::Value(callee), args: Vec::new() };
        Expr { kind: ExprKind::Call(Box::new(call)), ty, pos }
    }

    fn capture_temps(&mut self, ir: &Expr) {
        let mut parts: Vec<&Expr> = Vec::new();
        match &ir.kind {
            ExprKind::Builtin(_, args) => parts.extend(args),
            ExprKind::Call(call) => {
                parts.extend(&call.args);
                match &call.callee {
                    Callee::Value(f) | Callee::Interface(f, _) => parts.push(f),
                    Callee::Func(_) => {}
                }
            }
            _ => {}
        }
        for part in parts {
            if let ExprKind::Var(var) = part.kind {
                self.note_capture(var);
            }
        }
    }

    fn return_stmt(&mut self, values: &[ast::Expr], pos: Pos, out: &mut Vec<Stmt>) {
        let results = self.cx.body.results.clone();
        let named = results.first().is_some_and(|r| r.obj.is_some());
        if values.is_empty() && named {
            self.check_results_visible(&results, pos);
            self.leave_to(Exit::Return, pos, out);
            return;
        }
        let types: Vec<_> = results.iter().map(|r| r.ty).collect();
        let Some(values) = self.result_values(&types, values, pos, out) else { return };
        if self.cx.body.range_funcs.is_empty() {
            out.push(Stmt { kind: K::Return(values), pos });
            return;
        }
        let places: Vec<Option<Expr>> = results
            .iter()
            .map(|r| {
                self.vars[r.var.0 as usize].reassigned = true;
                Some(self.var_expr(r.var, pos))
            })
            .collect();
        if !places.is_empty() {
            out.push(Stmt { kind: K::AssignMany(places, values), pos });
        }
        self.leave_to(Exit::Return, pos, out);
    }

    fn check_results_visible(&mut self, results: &[crate::stmt::body::ResultVar], pos: Pos) {
        for result in results {
            let Some(obj) = result.obj else { continue };
            let name = self.object(obj).name.clone();
            let Some(found) = self.lookup(&name).filter(|&found| found != obj) else { continue };
            if name == "_" {
                continue;
            }
            let other = self.object(found);
            let (place, kind) = (self.place(other.pos), other.kind.clone());
            let what = match kind {
                ObjectKind::Var(var) => {
                    format!("var {name} {}", self.type_string(self.vars[var.0 as usize].ty))
                }
                ObjectKind::Const { .. } => format!("const {name}"),
                _ => format!("type {name}"),
            };
            let message = format!(
                "result parameter {name} not in scope at return\n\t{place}: inner declaration of {what}"
            );
            self.error("OutOfScopeResult", pos, message);
        }
    }

    fn branch(&mut self, kind: BranchKind, label: Option<&Name>, pos: Pos, out: &mut Vec<Stmt>) {
        let exit = match kind {
            BranchKind::Fallthrough => return,
            BranchKind::Goto => {
                let Some(name) = label else { return };
                Exit::Goto(name.clone(), self.label_id(name))
            }
            BranchKind::Break | BranchKind::Continue => {
                let is_continue = kind == BranchKind::Continue;
                let target = self.cx.body.targets.iter().rev().find(|t| match label {
                    Some(label) => t.label.as_ref() == Some(label),
                    None => t.is_loop || !is_continue,
                });
                let Some(target) = target else { return };
                if is_continue { Exit::Continue(target.id) } else { Exit::Break(target.id) }
            }
        };
        self.leave_to(exit, pos, out);
    }

    fn select_stmt(
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
                Some(comm) => self.comm(comm, &mut body),
            };
            if let Some(comm) = comm {
                self.stmts(&clause.body, &mut body);
                clauses.push(SelectClause { comm, body, pos: clause.pos });
            }
            self.leave_scope();
        }
        self.cx.body.targets.pop();
        let select = Select { target, clauses };
        out.push(Stmt { kind: K::Select(Box::new(select)), pos });
    }

    /// A communication; assignments of what is received go to the head of `body`.
    fn comm(&mut self, s: &ast::Stmt, body: &mut Vec<Stmt>) -> Option<Comm> {
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
        self.error("InvalidSelectCase", pos, message);
        None
    }
}

impl Checker<'_> {
    /// Splits the statements of `v, ok = <-ch` into the communication and what follows it.
    fn receive_clause(&mut self, stmts: Vec<Stmt>, body: &mut Vec<Stmt>) -> Comm {
        let mut comm = Comm::Default;
        for mut stmt in stmts {
            match &mut stmt.kind {
                K::VarTuple(vars, Expr { kind: ExprKind::RecvOk(ch), .. }) => {
                    let (value, ok) = (vars.first().copied(), vars.get(1).copied());
                    let ch = crate::expr::convert::take_expr(ch);
                    comm = Comm::Recv(ch, value.flatten(), ok.flatten());
                    continue;
                }
                K::Var(var, Some(Expr { kind: ExprKind::Recv(ch), .. })) => {
                    comm = Comm::Recv(crate::expr::convert::take_expr(ch), Some(*var), None);
                    continue;
                }
                K::Assign(None, Expr { kind: ExprKind::Recv(ch), .. }) => {
                    comm = Comm::Recv(crate::expr::convert::take_expr(ch), None, None);
                    continue;
                }
                K::Assign(_, value) => {
                    let received = match &mut value.kind {
                        ExprKind::Convert(_, inner) => &mut **inner,
                        _ => value,
                    };
                    if let ExprKind::Recv(ch) = &mut received.kind {
                        let ch = crate::expr::convert::take_expr(ch);
                        let var = self.temp(received.ty, received.pos);
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

/// Adds `stmt` after the statements `before` it that share its scope.
pub(crate) fn push_scoped(mut before: Vec<Stmt>, stmt: Stmt, out: &mut Vec<Stmt>) {
    if before.is_empty() {
        out.push(stmt);
        return;
    }
    let pos = stmt.pos;
    before.push(stmt);
    out.push(Stmt { kind: K::Block(before), pos });
}
