//! Semantic actions for statements: their heads, and the forms that the grammar cannot distinguish.

use super::{Context, bad_expr, new_expr};
use crate::ast::*;
use crate::diagnostic::Code;
use crate::expr_text::{expr_text, stmt_text};
use crate::source::{Pos, Span};

pub(crate) fn new_stmt(pos: Pos, kind: StmtKind) -> Box<Stmt> {
    Box::new(Stmt { pos, kind })
}

/// A statement of which only the block could be parsed.
pub(crate) fn bad_stmt_with_block(l: Pos, block: Block, els: Option<Box<Stmt>>) -> Box<Stmt> {
    let _ = els;
    new_stmt(l, StmtKind::Block(Box::new(block)))
}

pub(crate) fn bad_if(l: Pos, then: Block, els: Option<Box<Stmt>>) -> Box<Stmt> {
    let els = els.map(|s| *s);
    new_stmt(l, StmtKind::If(Box::new(IfStmt { init: None, cond: bad_expr(l), then, els })))
}

/// A clause of a switch or select.
pub(crate) trait Clause {
    /// The statements of the clause.
    fn body(&self) -> &[Stmt];
}

impl Clause for CaseClause {
    fn body(&self) -> &[Stmt] {
        &self.body
    }
}

impl Clause for CommClause {
    fn body(&self) -> &[Stmt] {
        &self.body
    }
}

/// The text between the keyword and the block of `if` and `switch`.
pub(crate) struct Header {
    pub(crate) init: Option<Box<Stmt>>,
    pub(crate) semi: Option<Pos>,
    pub(crate) cond: Option<Box<Stmt>>,
}

/// The text between `for` and its block.
#[allow(clippy::large_enum_variant, reason = "the grammar boxes the values")]
pub(crate) enum ForHead {
    Ever,
    Cond(Box<Stmt>),
    Clauses(Option<Box<Stmt>>, Option<Box<Stmt>>, Option<Box<Stmt>>),
    Range(Vec<Expr>, bool, Expr),
}

/// The body of a switch, with its braces.
pub(crate) struct SwitchBody {
    pub(crate) lbrace: Pos,
    pub(crate) clauses: Vec<CaseClause>,
    pub(crate) rbrace: Pos,
}

/// The head of a switch clause: `case a, b:` or `default:`.
pub(crate) struct CaseHead {
    pub(crate) pos: Pos,
    pub(crate) expressions: Option<Vec<Expr>>,
    pub(crate) colon: Pos,
}

impl CaseHead {
    pub(crate) fn with_body(
        self,
        body: Vec<Box<Stmt>>,
        last: Option<Box<Stmt>>,
    ) -> Box<CaseClause> {
        let Self { pos, expressions: list, colon } = self;
        Box::new(CaseClause { pos, list, colon, body: clauses(body, last) })
    }
}

/// The head of a select clause: `case ch <- x:` or `default:`.
pub(crate) struct CommHead {
    pub(crate) pos: Pos,
    pub(crate) comm: Option<Stmt>,
    pub(crate) colon: Pos,
}

impl CommHead {
    pub(crate) fn with_body(
        self,
        body: Vec<Box<Stmt>>,
        last: Option<Box<Stmt>>,
    ) -> Box<CommClause> {
        let Self { pos, comm, colon } = self;
        Box::new(CommClause { pos, comm, colon, body: clauses(body, last) })
    }
}

/// Appends the last clause, which the grammar delivers separately.
pub(crate) fn clauses<T>(list: Vec<Box<T>>, last: Option<Box<T>>) -> Vec<T> {
    list.into_iter().chain(last).map(|item| *item).collect()
}

impl Context<'_> {
    /// Makes the statement `a, b := x, y`.
    pub(crate) fn define(&mut self, l: Pos, lhs: Vec<Expr>, rhs: Vec<Expr>) -> Box<Stmt> {
        let is_name = |x: &Expr| matches!(x.kind, ExprKind::Ident(_));
        for x in lhs.iter().filter(|x| !is_name(x)) {
            if matches!(x.kind, ExprKind::Bad) {
                continue;
            }
            let text = format!("non-name {} on left side of :=", expr_text(x));
            self.diagnostics.error(Code::BadDecl, x.span(), text);
        }
        // Without a name on the left side the statement is checked as an assignment, so that its operands count as
        // used.
        if !lhs.iter().any(is_name) {
            return new_stmt(l, StmtKind::Assign(lhs, rhs));
        }
        let names = lhs.into_iter().map(|x| match x.kind {
            ExprKind::Ident(name) => Ident { name, pos: x.pos },
            _ => Ident { name: "_".into(), pos: x.pos },
        });
        new_stmt(l, StmtKind::Define(names.collect(), rhs))
    }

    /// Collects the clauses of a switch or select. A label at the end of any clause but the last has no statement.
    pub(crate) fn clauses<C: Clause>(&mut self, list: Vec<Box<C>>, last: Option<Box<C>>) -> Vec<C> {
        let count = list.len() + usize::from(last.is_some());
        for clause in list.iter().take(count.saturating_sub(1)) {
            let mut end = clause.body().last();
            while let Some(Stmt { kind: StmtKind::Labeled(_, inner), .. }) = end {
                if let StmtKind::Empty = inner.kind
                    && self.clause_follows(inner.pos)
                {
                    self.syntax_error(inner.pos, "missing statement after label");
                }
                end = Some(inner);
            }
        }
        clauses(list, last)
    }

    /// Reports whether a clause of a switch begins after the colon at `pos`, blanks and comments aside.
    fn clause_follows(&self, pos: Pos) -> bool {
        let Some(at) = pos.0.checked_sub(self.base.0) else { return false };
        let mut rest = &self.text[at as usize + 1..];
        loop {
            rest = rest.trim_start();
            let end = match rest.get(..2) {
                Some("//") => rest.find('\n'),
                Some("/*") => rest.find("*/").map(|i| i + 2),
                _ => break,
            };
            rest = end.map_or("", |i| &rest[i..]);
        }
        rest.starts_with("case") || rest.starts_with("default")
    }

    /// Checks the operand of `go` or `defer`.
    pub(crate) fn call_operand(&mut self, keyword: &str, x: Expr) -> Expr {
        if let ExprKind::Paren(_) = x.kind {
            let text = format!("expression in {keyword} must not be parenthesized");
            let code = if keyword == "go" { Code::InvalidGo } else { Code::InvalidDefer };
            self.diagnostics.error_at(code, x.pos, text);
            let mut x = x;
            while let ExprKind::Paren(inner) = x.kind {
                x = *inner;
            }
            return x;
        }
        x
    }

    /// The position at which gc reports a simple statement: that of its operator.
    fn operator_pos(&self, stmt: &Stmt) -> Pos {
        let left = match &stmt.kind {
            StmtKind::Send(x, _) | StmtKind::IncDec(x, _) => Some(x.end),
            StmtKind::Assign(left, _) => left.last().map(|x| x.end),
            StmtKind::OpAssign(_, pair) => Some(pair.0.end),
            StmtKind::Define(names, _) => names.last().map(|name| name.span().end),
            _ => None,
        };
        let Some(left) = left else { return stmt.pos };
        let rest = self.text.get((left.0 - self.base.0) as usize..).unwrap_or_default();
        let spaces = rest.len() - rest.trim_start().len();
        Pos(left.0 + spaces as u32)
    }

    /// The expression of a condition; reports an error for any other statement.
    fn condition_expr(&mut self, stmt: Stmt) -> Expr {
        match stmt.kind {
            StmtKind::Expr(x) => x,
            StmtKind::Bad => bad_expr(stmt.pos),
            _ => {
                let text = format!("cannot use {} as value", stmt_text(&stmt));
                self.syntax_error(self.operator_pos(&stmt), &text);
                bad_expr(stmt.pos)
            }
        }
    }

    pub(crate) fn if_stmt(
        &mut self,
        l: Pos,
        h: Box<Header>,
        then: Block,
        els: Option<Box<Stmt>>,
    ) -> Box<Stmt> {
        let Header { init, semi, cond } = *h;
        let cond = match cond {
            Some(stmt) => self.condition_expr(*stmt),
            None => {
                let at = semi.unwrap_or(l);
                if self.byte_at(at) == Some(b';') {
                    self.syntax_error(at, "missing condition in if statement");
                } else {
                    self.syntax_error(at, "unexpected newline, expected { after if clause");
                }
                bad_expr(at)
            }
        };
        let (init, els) = (init.map(|s| *s), els.map(|s| *s));
        new_stmt(l, StmtKind::If(Box::new(IfStmt { init, cond, then, els })))
    }

    pub(crate) fn if_without_condition(
        &mut self,
        l: Pos,
        then: Block,
        els: Option<Box<Stmt>>,
    ) -> Box<Stmt> {
        self.syntax_error(then.pos, "missing condition in if statement");
        bad_if(l, then, els)
    }

    pub(crate) fn for_stmt(&mut self, l: Pos, head: Box<ForHead>, body: Block) -> Box<Stmt> {
        let plain = |init, cond, post, body| {
            new_stmt(l, StmtKind::For(Box::new(ForStmt { init, cond, post, body })))
        };
        match *head {
            ForHead::Ever => plain(None, None, None, body),
            ForHead::Cond(stmt) => {
                let cond = self.condition_expr(*stmt);
                plain(None, Some(cond), None, body)
            }
            ForHead::Clauses(init, cond, post) => {
                let cond = cond.map(|stmt| self.condition_expr(*stmt));
                if let Some(StmtKind::Define(..)) = post.as_ref().map(|s| &s.kind) {
                    let at = post.as_ref().map_or(l, |s| self.operator_pos(s));
                    self.syntax_error(at, "cannot declare in post statement of for loop");
                }
                plain(init.map(|s| *s), cond, post.map(|s| *s), body)
            }
            ForHead::Range(vars, define, x) => self.range_stmt(l, vars, define, x, body),
        }
    }

    fn range_stmt(
        &mut self,
        l: Pos,
        vars: Vec<Expr>,
        define: bool,
        x: Expr,
        body: Block,
    ) -> Box<Stmt> {
        if let Some(extra) = vars.get(2) {
            let text = "range clause permits at most two iteration variables";
            self.diagnostics.error(Code::InvalidIterVar, extra.span(), text);
        }
        if define {
            for var in vars.iter().take(2) {
                if !matches!(var.kind, ExprKind::Ident(_) | ExprKind::Bad) {
                    let text = format!("non-name {} on left side of :=", expr_text(var));
                    self.diagnostics.error(Code::BadDecl, var.span(), text);
                }
            }
        }
        let mut vars = vars.into_iter().map(|v| match v.kind {
            ExprKind::Ident(_) => v,
            _ if define => new_expr(v.pos, ExprKind::Ident("_".into()), v.end),
            _ => v,
        });
        let (key, value) = (vars.next(), vars.next());
        new_stmt(l, StmtKind::Range(Box::new(RangeStmt { key, value, is_define: define, x, body })))
    }

    pub(crate) fn switch_stmt(
        &mut self,
        l: Pos,
        header: Option<Box<Header>>,
        body: SwitchBody,
    ) -> Box<Stmt> {
        let SwitchBody { lbrace, clauses, rbrace } = body;
        let (init, cond) = match header {
            Some(h) => (h.init.map(|s| *s), h.cond),
            None => (None, None),
        };
        let (name, x) = match cond.map(|s| *s) {
            None => (None, None),
            Some(Stmt { kind: StmtKind::Define(mut names, mut values), pos })
                if names.len() == 1 && values.len() == 1 && is_type_guard(&values[0]) =>
            {
                let _ = pos;
                (names.pop(), values.pop())
            }
            Some(stmt) => (None, Some(self.condition_expr(stmt))),
        };
        match x {
            Some(Expr { kind: ExprKind::TypeAssert(x, None), pos, end }) => {
                self.type_guards_outside_switch.retain(|g| *g != Span::new(pos, end));
                let x = *x;
                let switch = TypeSwitchStmt { init, name, x, clauses, rbrace };
                new_stmt(l, StmtKind::TypeSwitch(Box::new(switch)))
            }
            tag => {
                let switch = SwitchStmt { init, tag, lbrace, clauses, rbrace };
                new_stmt(l, StmtKind::Switch(Box::new(switch)))
            }
        }
    }
}

/// Reports whether the expression is `x.(type)`.
fn is_type_guard(x: &Expr) -> bool {
    matches!(x.kind, ExprKind::TypeAssert(_, None))
}
