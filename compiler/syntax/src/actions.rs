//! What the productions of the grammar call.
//!
//! A module of its own so that the grammar stays readable: here the superset it accepts is narrowed, with gc's
//! messages. (Parameter lists are in `params`.)

#![allow(
    clippy::boxed_local,
    clippy::vec_box,
    reason = "symbols of the grammar are moved on every shift: boxed they are small"
)]

use lalrpop_util::{ErrorRecovery, ParseError};

use crate::ast::*;
use crate::codes;
use crate::diagnostic::Diagnostics;
use crate::literal::decode_string;
use crate::source::{Pos, Span};
use crate::stream::TooDeep;
use crate::text::{expr_text, stmt_text};
use crate::token::Token;

/// What a parse yields: a file or a body.
pub(crate) enum Root {
    File(Box<Parts>),
    Body(Block),
    Decl(Box<Decl>),
}

/// A file as the grammar sees it; the imports are in the context.
pub(crate) struct Parts {
    pub(crate) package: Ident,
    pub(crate) decls: Vec<Decl>,
}

/// A place where the grammar could not go on.
pub(crate) struct Recovered {
    /// The token that did not fit; none at the end of the text.
    pub(crate) at: Option<Pos>,
    /// The terminals that would have fitted, as the grammar writes them.
    pub(crate) expected: Vec<String>,
}

/// What the productions share: the text, and what they find wrong.
pub(crate) struct Context<'a> {
    text: &'a str,
    base: Pos,
    pub(crate) recovered: Vec<Recovered>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) imports: Vec<Import>,
    /// Where `x.(type)` stands that no switch has claimed.
    guards: Vec<Span>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(text: &'a str, base: Pos) -> Self {
        Self {
            text,
            base,
            recovered: Vec::new(),
            diagnostics: Diagnostics::new(),
            imports: Vec::new(),
            guards: Vec::new(),
        }
    }

    /// Notes an error after which parsing goes on.
    pub(crate) fn recovered(&mut self, e: ErrorRecovery<Pos, Token<'a>, TooDeep>) {
        self.failed(e.error);
    }

    /// Notes an error of the grammar.
    pub(crate) fn failed(&mut self, error: ParseError<Pos, Token<'a>, TooDeep>) {
        match error {
            ParseError::UnrecognizedToken { token, expected } => {
                self.recovered.push(Recovered { at: Some(token.0), expected });
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                self.recovered.push(Recovered { at: None, expected });
            }
            ParseError::User { error: TooDeep(at) } => {
                self.diagnostics.error_at(codes::TOO_DEEP, at, "syntax error: nested too deeply");
            }
            ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } => {
                unreachable!("the lexer reports bad tokens itself and Root is followed by nothing")
            }
        }
    }

    /// Reports a syntax error that the grammar lets through.
    pub(crate) fn syntax(&mut self, at: Pos, message: &str) {
        self.diagnostics.error_at(codes::SYNTAX, at, format!("syntax error: {message}"));
    }

    /// Reports each `x.(type)` outside a switch.
    pub(crate) fn report_guards(&mut self) {
        for span in std::mem::take(&mut self.guards) {
            self.diagnostics.error(
                codes::TYPE_GUARD,
                span,
                "invalid syntax tree: use of .(type) outside type switch",
            );
        }
    }

    fn byte_at(&self, pos: Pos) -> Option<u8> {
        let at = pos.0.checked_sub(self.base.0)? as usize;
        self.text.as_bytes().get(at).copied()
    }
}

// ---------- declarations

pub(crate) fn import(
    pos: Pos,
    name: Option<Ident>,
    start: Pos,
    path: &str,
    end: Pos,
) -> Box<Import> {
    let path = String::from_utf8_lossy(&decode_string(path)).into_owned();
    Box::new(Import { pos, name, path: path.into(), path_span: Span::new(start, end) })
}

impl Context<'_> {
    /// An import whose path is no string; `reported` if the literal is malformed besides.
    pub(crate) fn bad_import(&mut self, pos: Pos, path: Pos, reported: bool) -> Box<Import> {
        if !reported {
            self.syntax(path, "import path must be a string");
        }
        import(pos, None, pos, "", pos)
    }

    /// Takes the imports of one declaration; `first` if no other declaration precedes it.
    pub(crate) fn imports(&mut self, at: Pos, specs: Vec<Box<Import>>, first: bool) {
        if !first {
            self.syntax(at, "imports must appear before other declarations");
        }
        // A spec that could not be parsed has no place.
        self.imports
            .extend(specs.into_iter().map(|s| *s).filter(|s| s.path_span.end != s.path_span.start));
    }
}

/// Takes what a list holds out of its boxes; symbols of the grammar are boxed to keep its stack slim.
pub(crate) fn unbox<T>(list: Vec<Box<T>>) -> Vec<T> {
    list.into_iter().map(|item| *item).collect()
}

/// Gives the specs of a group their index.
pub(crate) fn number(list: Vec<Box<ConstSpec>>) -> Vec<ConstSpec> {
    let numbered = |(iota, spec): (usize, Box<ConstSpec>)| ConstSpec { iota: iota as u32, ..*spec };
    list.into_iter().enumerate().map(numbered).collect()
}

pub(crate) fn bad_const(pos: Pos) -> Box<ConstSpec> {
    Box::new(ConstSpec { pos, iota: 0, names: vec![], ty: None, values: vec![bad(pos)] })
}

pub(crate) fn bad_var(pos: Pos) -> Box<VarSpec> {
    Box::new(VarSpec { pos, names: vec![], ty: None, values: vec![bad(pos)] })
}

pub(crate) fn bad_type(pos: Pos) -> Box<TypeSpec> {
    let name = Ident { name: "_".into(), pos };
    Box::new(TypeSpec { pos, name, tparams: vec![], alias: false, ty: bad(pos) })
}

pub(crate) fn field(pos: Pos, names: Vec<Ident>, ty: Expr, tag: Option<&str>) -> Box<Field> {
    Box::new(Field { pos, names, ty, tag: tag.map(Name::from) })
}

pub(crate) fn bad_field(pos: Pos) -> Box<Field> {
    field(pos, vec![Ident { name: "_".into(), pos }], bad(pos), None)
}

// ---------- types and expressions

pub(crate) fn ex(pos: Pos, kind: ExprKind, end: Pos) -> Expr {
    Expr { pos, end, kind }
}

pub(crate) fn bad(pos: Pos) -> Expr {
    ex(pos, ExprKind::Bad, pos)
}

pub(crate) fn union(l: Pos, mut terms: Vec<Box<UnionTerm>>, r: Pos) -> Expr {
    match terms.as_slice() {
        [only] if !only.tilde => terms.pop().map_or_else(|| bad(l), |t| t.ty),
        _ => ex(l, ExprKind::Union(unbox(terms)), r),
    }
}

pub(crate) fn binary(op: BinaryOp, op_pos: Pos, x: Expr, y: Expr) -> Expr {
    let (l, r) = (x.pos, y.end);
    ex(l, ExprKind::Binary(Box::new(BinaryExpr { op, op_pos, x, y })), r)
}

pub(crate) fn unary(l: Pos, op: UnaryOp, x: Expr) -> Expr {
    let end = x.end;
    ex(l, ExprKind::Unary(op, Box::new(x)), end)
}

pub(crate) fn star(l: Pos, x: Expr) -> Expr {
    let end = x.end;
    ex(l, ExprKind::Star(Box::new(x)), end)
}

pub(crate) fn slice(l: Pos, x: Expr, lo: Option<Expr>, hi: Option<Expr>, r: Pos) -> Expr {
    ex(l, ExprKind::Slice(Box::new(SliceExpr { x, index: [lo, hi, None], full: false })), r)
}

/// The arguments of a call.
pub(crate) struct Args {
    pub(crate) list: Vec<Expr>,
    pub(crate) ellipsis: Option<Pos>,
    pub(crate) rparen: Pos,
}

impl Args {
    pub(crate) fn bad(rparen: Pos) -> Self {
        Self { list: vec![bad(rparen)], ellipsis: None, rparen }
    }
}

pub(crate) fn call(l: Pos, func: Expr, args: Args, r: Pos) -> Expr {
    let Args { list, ellipsis, rparen } = args;
    ex(l, ExprKind::Call(Box::new(CallExpr { func, args: list, ellipsis, rparen })), r)
}

pub(crate) fn func_lit(l: Pos, ty: Expr, body: Block, r: Pos) -> Expr {
    let ExprKind::FuncType(ty) = ty.kind else { unreachable!("FuncType yields function types") };
    ex(l, ExprKind::FuncLit(Box::new(FuncLit { ty: *ty, body })), r)
}

/// The braces of a composite literal.
pub(crate) struct LitValue {
    pub(crate) lbrace: Pos,
    pub(crate) elems: Vec<Element>,
    pub(crate) end: Pos,
}

impl Context<'_> {
    pub(crate) fn array_type(&mut self, l: Pos, mut len: Vec<Expr>, elem: Expr, r: Pos) -> Expr {
        if len.len() > 1 {
            let comma = Pos(len[0].end.0);
            self.syntax(comma, "unexpected comma; expected ]");
            len.truncate(1);
        }
        let len = len.pop().unwrap_or_else(|| bad(l));
        ex(l, ExprKind::ArrayType(Some(Box::new(len)), Box::new(elem)), r)
    }

    pub(crate) fn composite(&mut self, l: Pos, ty: Option<Expr>, value: LitValue) -> Expr {
        let LitValue { lbrace, elems, end } = value;
        if let Some(ExprKind::Paren(inner)) = ty.as_ref().map(|t| &t.kind) {
            let inner = inner.unparen();
            if may_be_type(inner) {
                self.syntax(lbrace, "cannot parenthesize type in composite literal");
            }
        }
        if let Some(ty) = &ty
            && !may_be_type(ty.unparen())
        {
            self.syntax(lbrace, "unexpected { at end of statement");
        }
        ex(l, ExprKind::Composite(Box::new(CompositeLit { ty, lbrace, elems })), end)
    }

    pub(crate) fn nested_func(
        &mut self,
        l: Pos,
        name: Ident,
        ty: Box<FuncType>,
        body: Block,
        r: Pos,
    ) -> Expr {
        self.syntax(name.pos, &format!("unexpected name {}, expected (", name.name));
        ex(l, ExprKind::FuncLit(Box::new(FuncLit { ty: *ty, body })), r)
    }

    pub(crate) fn type_guard(&mut self, l: Pos, x: Expr, r: Pos) -> Expr {
        self.guards.push(Span::new(l, r));
        ex(l, ExprKind::TypeAssert(Box::new(x), None), r)
    }

    pub(crate) fn full_slice(
        &mut self,
        l: Pos,
        x: Expr,
        index: [Option<Expr>; 3],
        [colon, bracket]: [Pos; 2],
        r: Pos,
    ) -> Expr {
        if index[1].is_none() {
            let text = "middle index required in 3-index slice";
            self.diagnostics.error_at(codes::INVALID_LITERAL, colon, text);
        }
        if index[2].is_none() {
            let text = "final index required in 3-index slice";
            self.diagnostics.error_at(codes::INVALID_LITERAL, bracket, text);
        }
        if index[1].is_none() || index[2].is_none() {
            return ex(l, ExprKind::Bad, r);
        }
        ex(l, ExprKind::Slice(Box::new(SliceExpr { x, index, full: true })), r)
    }

    /// `<-x`: a receive, unless `x` is a channel type: then the arrow belongs to the type.
    pub(crate) fn receive(&mut self, l: Pos, mut x: Expr) -> Expr {
        if !matches!(x.kind, ExprKind::ChanType(..)) {
            return unary(l, UnaryOp::Recv, x);
        }
        x.pos = l;
        let mut at = &mut x;
        loop {
            if !matches!(at.kind, ExprKind::ChanType(..)) {
                let text = format!("unexpected {}, expected chan", expr_text(at));
                let pos = at.pos;
                self.syntax(pos, &text);
                break;
            }
            let ExprKind::ChanType(dir, elem) = &mut at.kind else { break };
            let was = std::mem::replace(dir, ChanDir::Recv);
            match was {
                ChanDir::Both => break,
                ChanDir::Send => at = elem,
                ChanDir::Recv => {
                    self.syntax(l, "unexpected <-, expected chan");
                    break;
                }
            }
        }
        x
    }
}

/// Whether gc takes `x {` for a composite literal.
fn may_be_type(x: &Expr) -> bool {
    match &x.kind {
        ExprKind::Ident(_)
        | ExprKind::Selector(..)
        | ExprKind::ArrayType(..)
        | ExprKind::SliceType(_)
        | ExprKind::MapType(..)
        | ExprKind::StructType(_)
        | ExprKind::Bad => true,
        ExprKind::Index(x, _) => may_be_type(x.unparen()),
        ExprKind::ChanType(..) | ExprKind::FuncType(_) | ExprKind::InterfaceType(_) => true,
        _ => false,
    }
}

// ---------- statements

pub(crate) fn st(pos: Pos, kind: StmtKind) -> Box<Stmt> {
    Box::new(Stmt { pos, kind })
}

/// A statement that could not be parsed, but for the block after it.
pub(crate) fn bad_block(l: Pos, block: Block, els: Option<Box<Stmt>>) -> Box<Stmt> {
    let _ = els;
    st(l, StmtKind::Block(Box::new(block)))
}

pub(crate) fn bad_if(l: Pos, then: Block, els: Option<Box<Stmt>>) -> Box<Stmt> {
    let els = els.map(|s| *s);
    st(l, StmtKind::If(Box::new(IfStmt { init: None, cond: bad(l), then, els })))
}

/// A clause of a switch or select.
pub(crate) trait Clause {
    /// Its statements.
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

/// What stands between the keyword and the block of `if` and `switch`.
pub(crate) struct Header {
    pub(crate) init: Option<Box<Stmt>>,
    pub(crate) semi: Option<Pos>,
    pub(crate) cond: Option<Box<Stmt>>,
}

/// What stands between `for` and its block.
#[allow(clippy::large_enum_variant, reason = "it is boxed by the grammar")]
pub(crate) enum ForHead {
    Ever,
    Cond(Box<Stmt>),
    Clauses(Option<Box<Stmt>>, Option<Box<Stmt>>, Option<Box<Stmt>>),
    Range(Vec<Expr>, bool, Expr),
}

/// The braces of a switch.
pub(crate) struct SwitchBody {
    pub(crate) lbrace: Pos,
    pub(crate) clauses: Vec<CaseClause>,
    pub(crate) rbrace: Pos,
}

/// `case a, b:` or `default:`
pub(crate) struct CaseHead {
    pub(crate) pos: Pos,
    pub(crate) list: Option<Vec<Expr>>,
    pub(crate) colon: Pos,
}

impl CaseHead {
    pub(crate) fn with(self, body: Vec<Box<Stmt>>, last: Option<Box<Stmt>>) -> Box<CaseClause> {
        let Self { pos, list, colon } = self;
        Box::new(CaseClause { pos, list, colon, body: clauses(body, last) })
    }
}

/// `case ch <- x:` or `default:`
pub(crate) struct CommHead {
    pub(crate) pos: Pos,
    pub(crate) comm: Option<Stmt>,
    pub(crate) colon: Pos,
}

impl CommHead {
    pub(crate) fn with(self, body: Vec<Box<Stmt>>, last: Option<Box<Stmt>>) -> Box<CommClause> {
        let Self { pos, comm, colon } = self;
        Box::new(CommClause { pos, comm, colon, body: clauses(body, last) })
    }
}

/// A list whose last item comes alone.
pub(crate) fn clauses<T>(list: Vec<Box<T>>, last: Option<Box<T>>) -> Vec<T> {
    list.into_iter().chain(last).map(|item| *item).collect()
}

impl Context<'_> {
    /// `a, b := x, y`
    pub(crate) fn define(&mut self, l: Pos, lhs: Vec<Expr>, rhs: Vec<Expr>) -> Box<Stmt> {
        let is_name = |x: &Expr| matches!(x.kind, ExprKind::Ident(_));
        for x in lhs.iter().filter(|x| !is_name(x)) {
            if matches!(x.kind, ExprKind::Bad) {
                continue;
            }
            let text = format!("non-name {} on left side of :=", expr_text(x));
            self.diagnostics.error(codes::BAD_DEFINE, x.span(), text);
        }
        // Without a name it is checked as an assignment, so that its operands count as used.
        if !lhs.iter().any(is_name) {
            return st(l, StmtKind::Assign(lhs, rhs));
        }
        let names = lhs.into_iter().map(|x| match x.kind {
            ExprKind::Ident(name) => Ident { name, pos: x.pos },
            _ => Ident { name: "_".into(), pos: x.pos },
        });
        st(l, StmtKind::Define(names.collect(), rhs))
    }

    /// The clauses of a switch or select; a label at the end of one but the last has no statement.
    pub(crate) fn clauses<C: Clause>(&mut self, list: Vec<Box<C>>, last: Option<Box<C>>) -> Vec<C> {
        let count = list.len() + usize::from(last.is_some());
        for clause in list.iter().take(count.saturating_sub(1)) {
            let mut end = clause.body().last();
            while let Some(Stmt { kind: StmtKind::Labeled(_, inner), .. }) = end {
                if let StmtKind::Empty = inner.kind
                    && self.clause_follows(inner.pos)
                {
                    self.syntax(inner.pos, "missing statement after label");
                }
                end = Some(inner);
            }
        }
        clauses(list, last)
    }

    /// Whether a clause of a switch begins after the colon at `pos`, blanks and comments aside.
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

    /// The operand of `go` and `defer`.
    pub(crate) fn call_operand(&mut self, keyword: &str, x: Expr) -> Expr {
        if let ExprKind::Paren(_) = x.kind {
            let text = format!("expression in {keyword} must not be parenthesized");
            self.diagnostics.error_at(codes::PARAMETERS, x.pos, text);
            let mut x = x;
            while let ExprKind::Paren(inner) = x.kind {
                x = *inner;
            }
            return x;
        }
        x
    }

    /// The expression of a condition; other statements are refused.
    fn value(&mut self, stmt: Stmt) -> Expr {
        match stmt.kind {
            StmtKind::Expr(x) => x,
            StmtKind::Bad => bad(stmt.pos),
            _ => {
                let text = format!("cannot use {} as value", stmt_text(&stmt));
                self.syntax(stmt.pos, &text);
                bad(stmt.pos)
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
            Some(stmt) => self.value(*stmt),
            None => {
                let at = semi.unwrap_or(l);
                if self.byte_at(at) == Some(b';') {
                    self.syntax(at, "missing condition in if statement");
                } else {
                    self.syntax(at, "unexpected newline, expected { after if clause");
                }
                bad(at)
            }
        };
        let (init, els) = (init.map(|s| *s), els.map(|s| *s));
        st(l, StmtKind::If(Box::new(IfStmt { init, cond, then, els })))
    }

    pub(crate) fn if_without_condition(
        &mut self,
        l: Pos,
        then: Block,
        els: Option<Box<Stmt>>,
    ) -> Box<Stmt> {
        self.syntax(then.pos, "missing condition in if statement");
        bad_if(l, then, els)
    }

    pub(crate) fn for_stmt(&mut self, l: Pos, head: Box<ForHead>, body: Block) -> Box<Stmt> {
        let plain = |init, cond, post, body| {
            st(l, StmtKind::For(Box::new(ForStmt { init, cond, post, body })))
        };
        match *head {
            ForHead::Ever => plain(None, None, None, body),
            ForHead::Cond(stmt) => {
                let cond = self.value(*stmt);
                plain(None, Some(cond), None, body)
            }
            ForHead::Clauses(init, cond, post) => {
                let cond = cond.map(|stmt| self.value(*stmt));
                if let Some(StmtKind::Define(..)) = post.as_ref().map(|s| &s.kind) {
                    let at = post.as_ref().map_or(l, |s| s.pos);
                    self.syntax(at, "cannot declare in post statement of for loop");
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
            self.diagnostics.error(codes::RANGE_VARIABLES, extra.span(), text);
        }
        if define {
            for var in vars.iter().take(2) {
                if !matches!(var.kind, ExprKind::Ident(_) | ExprKind::Bad) {
                    let text = format!("non-name {} on left side of :=", expr_text(var));
                    self.diagnostics.error(codes::BAD_DEFINE, var.span(), text);
                }
            }
        }
        let mut vars = vars.into_iter().map(|v| match v.kind {
            ExprKind::Ident(_) => v,
            _ if define => ex(v.pos, ExprKind::Ident("_".into()), v.end),
            _ => v,
        });
        let (key, value) = (vars.next(), vars.next());
        st(l, StmtKind::Range(Box::new(RangeStmt { key, value, define, x, body })))
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
                if names.len() == 1 && values.len() == 1 && is_guard(&values[0]) =>
            {
                let _ = pos;
                (names.pop(), values.pop())
            }
            Some(stmt) => (None, Some(self.value(stmt))),
        };
        match x {
            Some(Expr { kind: ExprKind::TypeAssert(x, None), pos, end }) => {
                self.guards.retain(|g| *g != Span::new(pos, end));
                let x = *x;
                let switch = TypeSwitchStmt { init, name, x, clauses, rbrace };
                st(l, StmtKind::TypeSwitch(Box::new(switch)))
            }
            tag => {
                let switch = SwitchStmt { init, tag, lbrace, clauses, rbrace };
                st(l, StmtKind::Switch(Box::new(switch)))
            }
        }
    }
}

/// Whether it is `x.(type)`.
fn is_guard(x: &Expr) -> bool {
    matches!(x.kind, ExprKind::TypeAssert(_, None))
}
