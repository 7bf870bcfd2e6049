//! Prints declarations in one line, as `go doc` lists them.

use super::package::{Func, Spec, ValueDecl};
use super::printer::Printer;
use minigo_syntax::ast::{Expr, ExprKind, FuncType, Param, TypeSpec};
use minigo_syntax::source::Span;

/// The text that stands for parts that are left out.
const ELLIPSIS: &str = "...";

/// The depth of nesting down to which types are shown.
const MAX_DEPTH: usize = 10;

/// The length in characters at which lists are cut.
const MAX_LIST_CHARS: usize = 80;

impl Printer<'_> {
    /// Returns the line of the first of these constants or variables for which `shown` holds.
    pub(super) fn value_line(
        self,
        decl: &ValueDecl<'_>,
        specs: &[Spec<'_>],
        shown: &dyn Fn(&str) -> bool,
    ) -> String {
        let trailer = if specs.len() > 1 { " ..." } else { "" };
        let mut ty = String::new();
        for (i, spec) in specs.iter().enumerate() {
            match (&spec.inherited_type, spec.ty) {
                (Some(inherited), _) => ty = format!(" {inherited}"),
                (None, Some(written)) => {
                    ty = format!(" {}", self.expr_line_at_depth(written, MAX_DEPTH - 1));
                }
                (None, None) if !spec.values.is_empty() => ty.clear(),
                (None, None) => {}
            }
            let name = &spec.names[0].name;
            if shown(name) {
                // As go doc does, use the spec's index as the value's index.
                let value =
                    spec.values.get(i).map(|value| self.expr_line_at_depth(value, MAX_DEPTH - 1));
                let value = value.map(|value| format!(" = {value}")).unwrap_or_default();
                return format!("{} {name}{ty}{value}{trailer}", decl.keyword.text());
            }
        }
        String::new()
    }

    /// Returns the line of a function or method.
    pub(super) fn func_line(self, func: &Func<'_>) -> String {
        // The function and its signature each count as one level.
        let depth = MAX_DEPTH - 2;
        let decl = func.decl;
        let recv = match (decl.recv.as_deref(), &func.receiver_name) {
            (Some([recv]), Some(receiver)) => match &recv.name {
                Some(name) => format!("({} {receiver}) ", name.name),
                None => format!("({receiver}) "),
            },
            (Some(recv), _) => match &self.fields(recv, depth)[..] {
                [] => String::new(),
                [one] => format!("({one}) "),
                _ => format!("({ELLIPSIS}) "),
            },
            (None, _) => String::new(),
        };
        let ty = self.signature(&decl.tparams, &decl.ty, depth);
        format!("func {recv}{}{ty}", decl.name.name)
    }

    /// Returns the line of a type.
    pub(super) fn type_line(self, spec: &TypeSpec) -> String {
        let equals = if spec.is_alias { " = " } else { " " };
        let parameters = self.type_parameters(&spec.tparams, MAX_DEPTH - 1);
        let ty = self.expr_line_at_depth(&spec.ty, MAX_DEPTH - 1);
        format!("type {}{parameters}{equals}{ty}", spec.name.name)
    }

    /// Returns an expression or a type in one line.
    pub(super) fn expr_line(self, expr: &Expr) -> String {
        self.expr_line_at_depth(expr, MAX_DEPTH)
    }

    fn expr_line_at_depth(self, expr: &Expr, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return ELLIPSIS.into() };
        match &expr.kind {
            ExprKind::FuncType(ty) => format!("func{}", self.signature(&[], ty, depth)),
            ExprKind::StructType(fields) if fields.is_empty() => "struct{}".into(),
            ExprKind::StructType(_) => "struct{ ... }".into(),
            ExprKind::InterfaceType(elements) if elements.is_empty() => "interface{}".into(),
            ExprKind::InterfaceType(_) => "interface{ ... }".into(),
            ExprKind::FuncLit(literal) => match depth.checked_sub(1) {
                None => format!("{ELLIPSIS} {{ ... }}"),
                Some(depth) => format!("func{} {{ ... }}", self.signature(&[], &literal.ty, depth)),
            },
            ExprKind::Composite(literal) => {
                let ty = literal
                    .ty
                    .as_ref()
                    .map(|ty| self.expr_line_at_depth(ty, depth))
                    .unwrap_or_default();
                if literal.elems.is_empty() {
                    format!("{ty}{{}}")
                } else {
                    format!("{ty}{{ ... }}")
                }
            }
            ExprKind::SliceType(element) => {
                format!("[]{}", self.expr_line_at_depth(element, depth))
            }
            ExprKind::ArrayType(length, element) => {
                let length =
                    length.as_ref().map_or(ELLIPSIS.into(), |n| self.expr_line_at_depth(n, depth));
                format!("[{length}]{}", self.expr_line_at_depth(element, depth))
            }
            ExprKind::MapType(key, value) => {
                format!(
                    "map[{}]{}",
                    self.expr_line_at_depth(key, depth),
                    self.expr_line_at_depth(value, depth)
                )
            }
            ExprKind::Call(call) => {
                let args =
                    call.args.iter().map(|arg| self.expr_line_at_depth(arg, depth)).collect();
                format!("{}({})", self.expr_line_at_depth(&call.func, depth), join_shortened(args))
            }
            ExprKind::Unary(op, x) => format!("{}{}", op.text(), self.expr_line_at_depth(x, depth)),
            ExprKind::Ident(name) => name.to_string(),
            _ => self.single_line(expr.span()),
        }
    }

    /// Returns the source text if it is a single line.
    fn single_line(self, span: Span) -> String {
        let text = self.sources.text_without_comments(span);
        if text.contains('\n') { ELLIPSIS.into() } else { text }
    }

    /// Returns type parameters, parameters and results.
    fn signature(self, tparams: &[Param], ty: &FuncType, depth: usize) -> String {
        let tparams = self.type_parameters(tparams, depth);
        let params = join_shortened(self.fields(&ty.params, depth));
        let results = self.fields(&ty.results, depth);
        let named = ty.results.iter().any(|result| result.name.is_some());
        match (results.len(), named) {
            (0, _) => format!("{tparams}({params})"),
            (1, false) => format!("{tparams}({params}) {}", results[0]),
            _ => format!("{tparams}({params}) ({})", join_shortened(results)),
        }
    }

    fn type_parameters(self, params: &[Param], depth: usize) -> String {
        match params {
            [] => String::new(),
            params => format!("[{}]", join_shortened(self.fields(params, depth))),
        }
    }

    /// Returns the texts of parameters; parameters that share a type form one text.
    fn fields(self, params: &[Param], depth: usize) -> Vec<String> {
        let same = |a: &Param, b: &Param| a.name.is_some() && a.ty.pos == b.ty.pos;
        let field = |params: &[Param]| {
            let first = &params[0];
            let ty = match first.variadic {
                false => self.expr_line_at_depth(&first.ty, depth),
                true => match self.single_line(first.ty.span()) {
                    dots if dots == ELLIPSIS => dots,
                    ty => format!("...{ty}"),
                },
            };
            let names =
                params.iter().filter_map(|param| Some(param.name.as_ref()?.name.to_string()));
            match names.collect::<Vec<_>>() {
                names if names.is_empty() => ty,
                names => format!("{} {ty}", join_shortened(names)),
            }
        };
        params.chunk_by(same).map(field).collect()
    }
}

/// Joins a list with commas; elements that do not fit are left out.
fn join_shortened(mut list: Vec<String>) -> String {
    let mut length = 0;
    let fits = list.iter().position(|text| {
        length += text.len() + ", ".len();
        length > MAX_LIST_CHARS
    });
    if let Some(at) = fits {
        list.truncate(at);
        list.push(ELLIPSIS.into());
    }
    list.join(", ")
}
