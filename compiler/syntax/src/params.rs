//! Parameter lists. Whether an identifier is a name or a type is known only at the end of the list.
//!
//! One algorithm, gc's `paramList`, handles parameters, results, receivers and type parameters.

#![allow(
    clippy::boxed_local,
    clippy::vec_box,
    reason = "symbols of the grammar are moved on every shift, and a boxed symbol is small"
)]

use crate::actions::{Context, bad_expr, new_expr};
use crate::ast::*;
use crate::diagnostic::Code;
use crate::source::Pos;

/// The parts of a function declaration.
pub(crate) struct FuncParts {
    pub(crate) pos: Pos,
    pub(crate) recv: Option<RawParams>,
    pub(crate) name: Ident,
    pub(crate) tparams: Option<Vec<Param>>,
    pub(crate) ty: Box<FuncType>,
    pub(crate) body: Option<Body>,
    pub(crate) end: Pos,
}

/// A parameter as written: `a int`, `int`, or `a` (whose type may follow a later parameter).
pub(crate) struct RawParam {
    name: Option<Ident>,
    ellipsis: Option<Pos>,
    ty: Option<Expr>,
}

impl RawParam {
    pub(crate) fn new(name: Option<Ident>, dots: Option<Pos>, ty: Expr) -> Box<Self> {
        let name = match (&name, dots, &ty.kind) {
            (None, None, ExprKind::Ident(n)) => {
                let name = Some(Ident { name: n.clone(), pos: ty.pos });
                return Box::new(Self { name, ellipsis: dots, ty: None });
            }
            _ => name,
        };
        Box::new(Self { name, ellipsis: dots, ty: Some(ty) })
    }

    fn pos(&self) -> Pos {
        let start = self.ellipsis.unwrap_or_else(|| self.ty.as_ref().map_or(Pos::NONE, |t| t.pos));
        self.name.as_ref().map_or(start, |n| n.pos)
    }
}

/// A parameter list as written, and the position of its closing bracket.
pub(crate) struct RawParams {
    pub(crate) params: Vec<Box<RawParam>>,
    pub(crate) end: Pos,
}

/// The kind of a parameter list.
#[derive(Clone, Copy, PartialEq)]
enum ParamListKind {
    Params,
    /// Receivers and results, which cannot be variadic.
    Plain,
    TypeParams,
}

impl Context<'_> {
    pub(crate) fn func_decl(&mut self, parts: FuncParts) -> Box<Decl> {
        let FuncParts { pos, recv, name, tparams, ty, body, end } = parts;
        let recv = recv.map(|list| {
            let at = name.pos;
            let list = self.params(list, ParamListKind::Plain);
            match list.len() {
                0 => self.diagnostics.error_at(Code::BadRecv, at, "method has no receiver"),
                1 => {}
                _ => {
                    self.diagnostics.error_at(Code::BadRecv, at, "method has multiple receivers");
                }
            }
            list
        });
        let tparams = tparams.unwrap_or_default();
        Box::new(Decl::Func(Box::new(FuncDecl { pos, recv, name, tparams, ty: *ty, body, end })))
    }

    pub(crate) fn func_type(
        &mut self,
        pos: Pos,
        params: RawParams,
        results: Option<RawParams>,
    ) -> Box<FuncType> {
        let params = self.params(params, ParamListKind::Params);
        let results = results.map_or_else(Vec::new, |list| self.params(list, ParamListKind::Plain));
        Box::new(FuncType { pos, params, results })
    }

    pub(crate) fn type_params(&mut self, list: Vec<Box<RawParam>>, end: Pos) -> Vec<Param> {
        self.params(RawParams { params: list, end }, ParamListKind::TypeParams)
    }

    /// Distributes types over names like gc's `paramList`.
    fn params(
        &mut self,
        RawParams { params: mut list, end }: RawParams,
        kind: ParamListKind,
    ) -> Vec<Param> {
        let named = list.iter().filter(|p| p.name.is_some() && p.ty.is_some()).count();
        if named == 0 && kind != ParamListKind::TypeParams {
            for param in &mut list {
                if let (Some(name), None) = (&param.name, &param.ty) {
                    param.ty = Some(ident_expr(name));
                    param.name = None;
                }
            }
        } else if named != list.len() {
            self.distribute_types(&mut list, named, kind, end);
        }
        self.check_ellipses(&mut list, kind);
        list.into_iter()
            .map(|p| {
                let pos = p.pos();
                let RawParam { name, ellipsis: dots, ty } = *p;
                let ty = ty.unwrap_or_else(|| bad_expr(pos));
                Param { pos, name, variadic: dots.is_some(), ty }
            })
            .collect()
    }

    fn distribute_types(
        &mut self,
        list: &mut [Box<RawParam>],
        named: usize,
        kind: ParamListKind,
        end: Pos,
    ) {
        let typed = list.iter().filter(|p| p.ty.is_some()).count();
        let count = list.len();
        let mut wrong = None;
        let mut last: Option<(Option<Pos>, Expr)> = None;
        for param in list.iter_mut().rev() {
            if let Some(ty) = &param.ty {
                last = Some((param.ellipsis, ty.clone()));
                if param.name.is_none() {
                    wrong = Some(ty.pos);
                    param.name = Some(Ident { name: "_".into(), pos: ty.pos });
                }
            } else if let Some((dots, ty)) = &last {
                param.ty = Some(ty.clone());
                param.ellipsis = *dots;
            } else {
                wrong = param.name.as_ref().map(|n| n.pos);
            }
        }
        let Some(mut at) = wrong else { return };
        let of_types = kind == ParamListKind::TypeParams;
        let message = if named == typed {
            at = end;
            if of_types { "missing type constraint" } else { "missing parameter type" }
        } else if !of_types {
            "missing parameter name"
        } else if count == 1 {
            "missing type parameter name or invalid array length"
        } else {
            "missing type parameter name"
        };
        self.syntax_error(at, message);
    }

    fn check_ellipses(&mut self, list: &mut [Box<RawParam>], kind: ParamListKind) {
        let count = list.len();
        let mut first = true;
        for (i, param) in list.iter_mut().enumerate() {
            let last = i + 1 == count;
            let Some(at) = param.ellipsis.filter(|_| kind != ParamListKind::Params || !last) else {
                continue;
            };
            if std::mem::take(&mut first) {
                let message = if kind == ParamListKind::Params {
                    "can only use ... with final parameter"
                } else {
                    "invalid use of ..."
                };
                self.diagnostics.error_at(Code::MisplacedDotDotDot, at, message);
            }
            param.ellipsis = None;
        }
    }
}

fn ident_expr(name: &Ident) -> Expr {
    let span = name.span();
    new_expr(span.start, ExprKind::Ident(name.name.clone()), span.end)
}
