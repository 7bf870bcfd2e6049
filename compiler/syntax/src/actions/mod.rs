//! The semantic actions of the grammar.
//!
//! The grammar accepts a superset of Go, so that it stays readable. The actions reject programs that the grammar
//! accepts but Go does not, with gc's messages. (The module `params` handles parameter lists.)

#![allow(
    clippy::boxed_local,
    clippy::vec_box,
    reason = "symbols of the grammar are moved on every shift, and a boxed symbol is small"
)]

use lalrpop_util::{ErrorRecovery, ParseError};

mod stmt;

pub(crate) use stmt::*;

use crate::ast::*;
use crate::diagnostic::Code;
use crate::diagnostic::Diagnostics;
use crate::expr_text::expr_text;
use crate::literal::decode_string;
use crate::source::{Pos, Span};
use crate::token::Token;
use crate::token_stream::TooDeep;

/// The result of a parse: a file, a body, or a declaration.
pub(crate) enum Root {
    File(Box<FileParts>),
    Body(Block),
    Decl(Box<Decl>),
}

/// The parts of a file that the grammar builds; the imports are in the context.
pub(crate) struct FileParts {
    pub(crate) package: Ident,
    pub(crate) decls: Vec<Decl>,
}

/// A point at which the grammar could not continue.
pub(crate) struct RecoveredError {
    /// The position of the unexpected token; `None` at the end of the text.
    pub(crate) error_pos: Option<Pos>,
    /// The expected terminals, as the grammar writes them.
    pub(crate) expected: Vec<String>,
}

/// The state that the actions share: the text and the errors found.
pub(crate) struct Context<'a> {
    text: &'a str,
    base: Pos,
    pub(crate) recovered_errors: Vec<RecoveredError>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) imports: Vec<Import>,
    /// The spans of `x.(type)` expressions that no type switch has claimed.
    type_guards_outside_switch: Vec<Span>,
    /// The number of types that are defined inside functions so far.
    pub(crate) local_type_count: u32,
}

impl<'a> Context<'a> {
    pub(crate) fn new(text: &'a str, base: Pos) -> Self {
        Self {
            text,
            base,
            recovered_errors: Vec::new(),
            diagnostics: Diagnostics::new(),
            imports: Vec::new(),
            type_guards_outside_switch: Vec::new(),
            local_type_count: 0,
        }
    }

    /// Records an error after which the parser continues.
    pub(crate) fn note_recovery(&mut self, e: ErrorRecovery<Pos, Token<'a>, TooDeep>) {
        self.record_parse_error(e.error);
    }

    /// Records an error of the grammar.
    pub(crate) fn record_parse_error(&mut self, error: ParseError<Pos, Token<'a>, TooDeep>) {
        match error {
            ParseError::UnrecognizedToken { token, expected } => {
                self.recovered_errors.push(RecoveredError { error_pos: Some(token.0), expected });
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                self.recovered_errors.push(RecoveredError { error_pos: None, expected });
            }
            ParseError::User { error: TooDeep(at) } => {
                self.diagnostics.error_at(
                    Code::NestedTooDeeply,
                    at,
                    "syntax error: nested too deeply",
                );
            }
            ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } => {
                unreachable!("LALRPOP reports neither lexer errors nor extra tokens here")
            }
        }
    }

    /// Reports a syntax error in text that the grammar accepts.
    pub(crate) fn syntax_error(&mut self, at: Pos, message: &str) {
        self.diagnostics.error_at(Code::Syntax, at, format!("syntax error: {message}"));
    }

    /// Reports each `x.(type)` outside of a type switch.
    pub(crate) fn report_type_guards(&mut self) {
        for span in std::mem::take(&mut self.type_guards_outside_switch) {
            self.diagnostics.error(
                Code::BadTypeKeyword,
                span,
                "invalid syntax tree: use of .(type) outside type switch",
            );
        }
    }

    /// Numbers the types that a declaration inside a function defines.
    pub(crate) fn number_local_types(&mut self, mut decl: Box<Decl>) -> Box<Decl> {
        if let Decl::Type(specs) = &mut *decl {
            for spec in specs.iter_mut().filter(|spec| !spec.is_alias) {
                self.local_type_count += 1;
                spec.local_number = self.local_type_count;
            }
        }
        decl
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
    /// Makes an import whose path is no string; `reported` if the literal itself is malformed and already reported.
    pub(crate) fn bad_import(&mut self, pos: Pos, path: Pos, reported: bool) -> Box<Import> {
        if !reported {
            self.syntax_error(path, "import path must be a string");
        }
        import(pos, None, pos, "", pos)
    }

    /// Adds the imports of one declaration; `first` if only imports precede it.
    pub(crate) fn add_imports(&mut self, at: Pos, specs: Vec<Box<Import>>, first: bool) {
        if !first {
            self.syntax_error(at, "imports must appear before other declarations");
        }
        // A spec that could not be parsed has no position.
        self.imports
            .extend(specs.into_iter().map(|s| *s).filter(|s| s.path_span.end != s.path_span.start));
    }
}

/// Unboxes the items of a list. The symbols of the grammar are boxed to keep the parser's stack small.
pub(crate) fn unbox_items<T>(list: Vec<Box<T>>) -> Vec<T> {
    list.into_iter().map(|item| *item).collect()
}

/// Numbers the specs of a group.
pub(crate) fn number_const_specs(list: Vec<Box<ConstSpec>>) -> Vec<ConstSpec> {
    let numbered = |(iota, spec): (usize, Box<ConstSpec>)| ConstSpec { iota: iota as u32, ..*spec };
    list.into_iter().enumerate().map(numbered).collect()
}

pub(crate) fn bad_const(pos: Pos) -> Box<ConstSpec> {
    Box::new(ConstSpec { pos, iota: 0, names: vec![], ty: None, values: vec![bad_expr(pos)] })
}

pub(crate) fn bad_var(pos: Pos) -> Box<VarSpec> {
    Box::new(VarSpec { pos, names: vec![], ty: None, values: vec![bad_expr(pos)] })
}

pub(crate) fn bad_type(pos: Pos) -> Box<TypeSpec> {
    let name = Ident { name: "_".into(), pos };
    Box::new(TypeSpec {
        pos,
        name,
        tparams: vec![],
        is_alias: false,
        ty: bad_expr(pos),
        local_number: 0,
    })
}

pub(crate) fn field(pos: Pos, names: Vec<Ident>, ty: Expr, tag: Option<&str>) -> Box<Field> {
    Box::new(Field { pos, names, ty, tag: tag.map(Name::from) })
}

pub(crate) fn bad_field(pos: Pos) -> Box<Field> {
    field(pos, vec![Ident { name: "_".into(), pos }], bad_expr(pos), None)
}

// ---------- types and expressions

pub(crate) fn new_expr(pos: Pos, kind: ExprKind, end: Pos) -> Expr {
    Expr { pos, end, kind }
}

pub(crate) fn bad_expr(pos: Pos) -> Expr {
    new_expr(pos, ExprKind::Bad, pos)
}

pub(crate) fn union_expr(l: Pos, mut terms: Vec<Box<UnionTerm>>, r: Pos) -> Expr {
    match terms.as_slice() {
        [only] if !only.tilde => terms.pop().map_or_else(|| bad_expr(l), |t| t.ty),
        _ => new_expr(l, ExprKind::Union(unbox_items(terms)), r),
    }
}

/// Makes `x op y`, where `x` is the whole expression on the left so far: its operators of lower precedence stay above
/// `op`. All operators of one precedence associate to the left.
pub(crate) fn binary(op: BinaryOp, op_pos: Pos, x: Expr, y: Expr) -> Expr {
    let (l, r) = (x.pos, y.end);
    match x.kind {
        ExprKind::Binary(mut outer) if outer.op.precedence() < op.precedence() => {
            let BinaryExpr { op: above, op_pos: at, x, y: left } = *outer;
            *outer = BinaryExpr { op: above, op_pos: at, x, y: binary(op, op_pos, left, y) };
            new_expr(l, ExprKind::Binary(outer), r)
        }
        _ => new_expr(l, ExprKind::Binary(Box::new(BinaryExpr { op, op_pos, x, y })), r),
    }
}

pub(crate) fn unary(l: Pos, op: UnaryOp, x: Expr) -> Expr {
    let end = x.end;
    new_expr(l, ExprKind::Unary(op, Box::new(x)), end)
}

pub(crate) fn star_expr(l: Pos, x: Expr) -> Expr {
    let end = x.end;
    new_expr(l, ExprKind::Star(Box::new(x)), end)
}

pub(crate) fn slice(l: Pos, x: Expr, lo: Option<Expr>, hi: Option<Expr>, r: Pos) -> Expr {
    new_expr(
        l,
        ExprKind::Slice(Box::new(SliceExpr { x, index: [lo, hi, None], is_full: false })),
        r,
    )
}

/// The arguments of a call, with the closing parenthesis.
pub(crate) struct Args {
    pub(crate) arguments: Vec<Expr>,
    pub(crate) ellipsis: Option<Pos>,
    pub(crate) rparen: Pos,
}

impl Args {
    pub(crate) fn bad_args(rparen: Pos) -> Self {
        Self { arguments: vec![bad_expr(rparen)], ellipsis: None, rparen }
    }
}

pub(crate) fn call_expr(l: Pos, func: Expr, args: Args, r: Pos) -> Expr {
    let Args { arguments: list, ellipsis, rparen } = args;
    new_expr(l, ExprKind::Call(Box::new(CallExpr { func, args: list, ellipsis, rparen })), r)
}

pub(crate) fn func_lit(l: Pos, ty: Expr, body: Block, r: Pos) -> Expr {
    let ExprKind::FuncType(ty) = ty.kind else { unreachable!("FuncType yields function types") };
    new_expr(l, ExprKind::FuncLit(Box::new(FuncLit { ty: *ty, body })), r)
}

/// The elements of a composite literal, with their braces.
pub(crate) struct LitValue {
    pub(crate) lbrace: Pos,
    pub(crate) table_span: Option<Span>,
    pub(crate) elems: Vec<Element>,
    pub(crate) end: Pos,
}

impl Context<'_> {
    pub(crate) fn array_type(&mut self, l: Pos, mut len: Vec<Expr>, elem: Expr, r: Pos) -> Expr {
        if len.len() > 1 {
            let comma = Pos(len[0].end.0);
            self.syntax_error(comma, "unexpected comma; expected ]");
            len.truncate(1);
        }
        let len = len.pop().unwrap_or_else(|| bad_expr(l));
        new_expr(l, ExprKind::ArrayType(Some(Box::new(len)), Box::new(elem)), r)
    }

    pub(crate) fn composite_literal(&mut self, l: Pos, ty: Option<Expr>, value: LitValue) -> Expr {
        let LitValue { lbrace, table_span: table, elems, end } = value;
        if let Some(ExprKind::Paren(inner)) = ty.as_ref().map(|t| &t.kind) {
            let inner = inner.unparen();
            if may_be_type(inner) {
                self.syntax_error(lbrace, "cannot parenthesize type in composite literal");
            }
        }
        if let Some(ty) = &ty
            && !may_be_type(ty.unparen())
        {
            self.syntax_error(lbrace, "unexpected { at end of statement");
        }
        new_expr(
            l,
            ExprKind::Composite(Box::new(CompositeLit { ty, lbrace, table_span: table, elems })),
            end,
        )
    }

    pub(crate) fn bad_named_func_lit(
        &mut self,
        l: Pos,
        name: Ident,
        ty: Box<FuncType>,
        body: Block,
        r: Pos,
    ) -> Expr {
        self.syntax_error(name.pos, &format!("unexpected name {}, expected (", name.name));
        new_expr(l, ExprKind::FuncLit(Box::new(FuncLit { ty: *ty, body })), r)
    }

    pub(crate) fn type_guard(&mut self, l: Pos, x: Expr, r: Pos) -> Expr {
        self.type_guards_outside_switch.push(Span::new(l, r));
        new_expr(l, ExprKind::TypeAssert(Box::new(x), None), r)
    }

    pub(crate) fn full_slice(
        &mut self,
        l: Pos,
        x: Expr,
        mut index: [Option<Expr>; 3],
        [colon, bracket]: [Pos; 2],
        r: Pos,
    ) -> Expr {
        if index[1].is_none() {
            index[1] = Some(new_expr(colon, ExprKind::Bad, colon));
            let text = "middle index required in 3-index slice";
            self.diagnostics.error_at(Code::InvalidSliceExpr, colon, text);
        }
        if index[2].is_none() {
            index[2] = Some(new_expr(bracket, ExprKind::Bad, bracket));
            let text = "final index required in 3-index slice";
            self.diagnostics.error_at(Code::InvalidSliceExpr, bracket, text);
        }
        new_expr(l, ExprKind::Slice(Box::new(SliceExpr { x, index, is_full: true })), r)
    }

    /// Makes `<-x`: a receive, unless `x` is a channel type; then the arrow belongs to the type.
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
                self.syntax_error(pos, &text);
                break;
            }
            let ExprKind::ChanType(dir, elem) = &mut at.kind else { break };
            let was = std::mem::replace(dir, ChanDir::Recv);
            match was {
                ChanDir::Both => break,
                ChanDir::Send => at = elem,
                ChanDir::Recv => {
                    self.syntax_error(l, "unexpected <-, expected chan");
                    break;
                }
            }
        }
        x
    }
}

/// Reports whether gc parses `x {` as the start of a composite literal.
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
