//! Prints statements.

use super::Printer;
use crate::program::{
    Comm, Expr, For, Range, Select, Stmt, StmtKind, Switch, TargetId, TypeSwitch, VarId,
};

impl Printer<'_> {
    /// Prints statements, one on each line, and the closing brace.
    pub(super) fn block(&mut self, stmts: &[Stmt]) {
        self.depth += 1;
        for stmt in stmts {
            self.write_line_start();
            self.stmt(stmt);
        }
        self.depth -= 1;
        self.write_line_start();
        self.write_text("}");
    }

    fn write_braces(&mut self, stmts: &[Stmt]) {
        self.write_text("{");
        self.block(stmts);
    }

    fn write_target(&mut self, target: TargetId) {
        self.write_text(&format!("L{}: ", target.0));
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(x) => self.expr(x),
            StmtKind::Var(var, value) => {
                self.write_text("var ");
                self.write_var(*var);
                if let Some(value) = value {
                    self.write_text(" = ");
                    self.expr(value);
                }
            }
            StmtKind::VarTuple(vars, value) => {
                self.write_text("var ");
                self.write_tuple_vars(vars);
                self.write_text(" = ");
                self.expr(value);
            }
            StmtKind::AssignTuple(vars, value, assignment) => {
                self.write_text("var ");
                self.write_tuple_vars(vars);
                self.write_text(" = ");
                self.expr(value);
                self.write_text("; ");
                self.stmt(assignment);
            }
            StmtKind::Assign(place, value) => {
                self.write_assign(std::slice::from_ref(place), " = ", std::slice::from_ref(value));
            }
            StmtKind::AssignMany(places, values) => self.write_assign(places, " = ", values),
            StmtKind::AssignOp(op, place, value) => {
                self.expr(place);
                self.write_text(&format!(" {}= ", op.text()));
                self.expr(value);
            }
            StmtKind::Send(ch, value) => {
                self.expr(ch);
                self.write_text(" <- ");
                self.expr(value);
            }
            StmtKind::Return(values) => {
                self.write_text(if values.is_empty() { "return" } else { "return " });
                self.write_exprs(values);
            }
            StmtKind::Go(call) => {
                self.write_text("go ");
                self.expr(call);
            }
            StmtKind::Defer(call) => {
                self.write_text("defer ");
                self.expr(call);
            }
            StmtKind::DeferEach(list) => {
                self.write_text("defer each of ");
                self.expr(list);
            }
            StmtKind::Break(target) => self.write_text(&format!("break L{}", target.0)),
            StmtKind::Continue(target) => self.write_text(&format!("continue L{}", target.0)),
            StmtKind::Goto(label) => self.write_text(&format!("goto G{}", label.0)),
            StmtKind::Label(label) => self.write_text(&format!("G{}:", label.0)),
            _ => self.write_compound(stmt),
        }
    }

    /// Prints statements that contain other statements.
    fn write_compound(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Block(stmts) => self.write_braces(stmts),
            StmtKind::Breakable(target, stmts) => {
                self.write_target(*target);
                self.write_braces(stmts);
            }
            StmtKind::If(cond, then, otherwise) => {
                self.write_text("if ");
                self.expr(cond);
                self.write_text(" ");
                self.write_braces(then);
                if !otherwise.is_empty() {
                    self.write_text(" else ");
                    self.write_braces(otherwise);
                }
            }
            StmtKind::For(f) => self.for_stmt(f),
            StmtKind::Range(r) => self.write_range(r),
            StmtKind::Switch(s) => self.switch(s),
            StmtKind::TypeSwitch(s) => self.type_switch(s),
            StmtKind::Select(s) => self.select(s),
            _ => {}
        }
    }

    fn write_assign(&mut self, places: &[Option<Expr>], op: &str, values: &[Expr]) {
        for (i, place) in places.iter().enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            match place {
                Some(place) => self.expr(place),
                None => self.write_text("_"),
            }
        }
        self.write_text(op);
        self.write_exprs(values);
    }

    /// Prints the variables of a tuple: `a T, _, b U`.
    fn write_tuple_vars(&mut self, vars: &[Option<VarId>]) {
        for (i, var) in vars.iter().enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            match var {
                Some(var) => self.write_var(*var),
                None => self.write_text("_"),
            }
        }
    }

    /// Prints the statements of a `for` clause, between semicolons.
    fn clause(&mut self, stmts: &[Stmt]) {
        for (i, stmt) in stmts.iter().enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            self.stmt(stmt);
        }
    }

    fn for_stmt(&mut self, f: &For) {
        self.write_target(f.target);
        self.write_text("for ");
        if !f.init.is_empty() || !f.post.is_empty() {
            self.clause(&f.init);
            self.write_text("; ");
        }
        if let Some(cond) = &f.cond {
            self.expr(cond);
        }
        if !f.init.is_empty() || !f.post.is_empty() {
            self.write_text("; ");
            self.clause(&f.post);
        }
        self.write_text(" {");
        if !f.vars.is_empty() {
            let names: Vec<String> = f.vars.iter().map(|&v| self.name(v)).collect();
            self.write_text(&format!(" // each iteration has its own {}", names.join(", ")));
        }
        self.block(&f.body);
    }

    fn write_range(&mut self, r: &Range) {
        self.write_target(r.target);
        self.write_text("for ");
        if r.key.is_some() || r.value.is_some() {
            let parts: &[Option<VarId>] =
                if r.value.is_some() { &[r.key, r.value] } else { &[r.key] };
            self.write_tuple_vars(parts);
            self.write_text(" := ");
        }
        self.write_text("range ");
        self.expr(&r.x);
        self.write_text(" ");
        self.write_braces(&r.body);
    }

    fn switch(&mut self, s: &Switch) {
        self.write_target(s.target);
        self.write_text("switch {");
        for clause in &s.clauses {
            self.write_line_start();
            match &clause.conds {
                Some(conds) => {
                    self.write_text("case ");
                    self.write_exprs(conds);
                }
                None => self.write_text("default"),
            }
            self.write_text(":");
            self.clause_body(&clause.body, clause.fallthrough);
        }
        self.write_line_start();
        self.write_text("}");
    }

    fn clause_body(&mut self, body: &[Stmt], falls_through: bool) {
        self.depth += 1;
        for stmt in body {
            self.write_line_start();
            self.stmt(stmt);
        }
        if falls_through {
            self.write_line_start();
            self.write_text("fallthrough");
        }
        self.depth -= 1;
    }

    fn type_switch(&mut self, s: &TypeSwitch) {
        self.write_target(s.target);
        self.write_text("switch ");
        self.operand(&s.x);
        self.write_text(".(type) {");
        for clause in &s.clauses {
            self.write_line_start();
            match &clause.types {
                Some(types) => {
                    let types: Vec<String> = types
                        .iter()
                        .map(|ty| ty.map_or("nil".to_owned(), |ty| self.ty(ty)))
                        .collect();
                    self.write_text(&format!("case {}:", types.join(", ")));
                }
                None => self.write_text("default:"),
            }
            if let Some(var) = clause.bound_var {
                self.write_text(" var ");
                self.write_var(var);
            }
            self.clause_body(&clause.body, false);
        }
        self.write_line_start();
        self.write_text("}");
    }

    fn select(&mut self, s: &Select) {
        self.write_target(s.target);
        self.write_text("select {");
        for clause in &s.clauses {
            self.write_line_start();
            match &clause.comm {
                Comm::Send(ch, value) => {
                    self.write_text("case ");
                    self.expr(ch);
                    self.write_text(" <- ");
                    self.expr(value);
                }
                Comm::Recv(ch, value, ok) => {
                    self.write_text("case ");
                    if value.is_some() || ok.is_some() {
                        let parts: &[Option<VarId>] =
                            if ok.is_some() { &[*value, *ok] } else { &[*value] };
                        self.write_tuple_vars(parts);
                        self.write_text(" := ");
                    }
                    self.write_text("<-");
                    self.operand(ch);
                }
                Comm::Default => self.write_text("default"),
            }
            self.write_text(":");
            self.clause_body(&clause.body, false);
        }
        self.write_line_start();
        self.write_text("}");
    }
}
