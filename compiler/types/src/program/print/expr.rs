//! Prints expressions.

use super::Printer;
use crate::constant::quote;
use crate::program::{
    BinaryOp, Builtin, Call, Callee, CompareOp, Const, Expr, ExprKind, SliceOp, UnaryOp,
};
use crate::ty::{Basic, Type, TypeId};

impl BinaryOp {
    /// The operator as Go source writes it.
    pub(super) fn text(self) -> &'static str {
        let written = Self::SYNTAX_OPERATORS.iter().find(|(op, _)| *op == self);
        written.map_or("", |(_, written)| written.text())
    }
}

impl CompareOp {
    fn text(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl UnaryOp {
    fn text(self) -> &'static str {
        match self {
            Self::Neg => "-",
            Self::Compl => "^",
            Self::Not => "!",
        }
    }
}

impl Builtin {
    fn text(self) -> &'static str {
        match self {
            Self::Append | Self::AppendSlice => "append",
            Self::Cap => "cap",
            Self::Clear => "clear",
            Self::Close => "close",
            Self::Complex => "complex",
            Self::Copy => "copy",
            Self::Delete => "delete",
            Self::Imag => "imag",
            Self::Len => "len",
            Self::Make => "make",
            Self::Max => "max",
            Self::Min => "min",
            Self::Panic => "panic",
            Self::Print => "print",
            Self::Println => "println",
            Self::Real => "real",
            Self::Recover => "recover",
            Self::UnsafeAdd => "unsafe.Add",
            Self::UnsafeSlice => "unsafe.Slice",
            Self::UnsafeSliceData => "unsafe.SliceData",
            Self::UnsafeString => "unsafe.String",
            Self::UnsafeStringData => "unsafe.StringData",
        }
    }
}

impl Printer<'_> {
    pub(super) fn write_exprs(&mut self, exprs: &[Expr]) {
        for (i, x) in exprs.iter().enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            self.expr(x);
        }
    }

    /// Prints an operand of an operator, in parentheses if it contains an operator itself.
    pub(super) fn operand(&mut self, x: &Expr) {
        let simple = !matches!(
            x.kind,
            ExprKind::Binary(..)
                | ExprKind::Compare(..)
                | ExprKind::AndAnd(..)
                | ExprKind::OrOr(..)
                | ExprKind::Unary(..)
                | ExprKind::Deref(_)
                | ExprKind::Addr(_)
                | ExprKind::Recv(_)
                | ExprKind::RecvOk(_)
        );
        self.write_text(if simple { "" } else { "(" });
        self.expr(x);
        self.write_text(if simple { "" } else { ")" });
    }

    pub(super) fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Const(value) => self.write_constant(value, e.ty),
            ExprKind::Zero => self.write_wrapped("zero(", &self.ty(e.ty), ")"),
            ExprKind::Var(var) => {
                let name = self.name(*var);
                self.write_text(&name);
            }
            ExprKind::Global(global) => {
                let global = self.program.global(*global);
                let package = &self.program.package(global.pkg).name;
                self.write_wrapped(package, ".", &global.name);
            }
            ExprKind::Func(func) | ExprKind::Closure(func) => {
                self.write_text(&self.program.func(*func).name.clone());
            }
            ExprKind::Unary(op, x) => self.write_prefix(op.text(), x),
            ExprKind::Deref(x) => self.write_prefix("*", x),
            ExprKind::Addr(x) => self.write_prefix("&", x),
            ExprKind::Recv(x) | ExprKind::RecvOk(x) => self.write_prefix("<-", x),
            ExprKind::Binary(op, x, y) => self.write_infix(x, op.text(), y),
            ExprKind::Compare(op, x, y) => self.write_infix(x, op.text(), y),
            ExprKind::AndAnd(x, y) => self.write_infix(x, "&&", y),
            ExprKind::OrOr(x, y) => self.write_infix(x, "||", y),
            ExprKind::Convert(_, x) => {
                self.write_text(&self.ty_operand(e.ty));
                self.write_parentheses(x);
            }
            ExprKind::New(x) => {
                self.write_text("new");
                self.write_parentheses(x);
            }
            ExprKind::Call(call) => self.write_call(call),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, e.ty),
            ExprKind::Seq(stmts, value) => {
                self.write_text("{ ");
                for stmt in stmts {
                    self.stmt(stmt);
                    self.write_text("; ");
                }
                self.expr(value);
                self.write_text(" }");
            }
            _ => self.write_primary(e),
        }
    }

    /// Prints selectors, index expressions, assertions and composite values.
    fn write_primary(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Field(x, index) => {
                self.operand(x);
                let field = match self.program.types.underlying_structure(x.ty) {
                    Type::Struct(fields) => fields[*index as usize].name.to_string(),
                    _ => index.to_string(),
                };
                self.write_text(".");
                self.write_text(&field);
            }
            ExprKind::BoundMethod(x, func) => {
                self.write_text("bind(");
                self.expr(x);
                self.write_wrapped(", ", &self.program.func(*func).name.clone(), ")");
            }
            ExprKind::BoundInterfaceMethod(x, method) => {
                self.write_text("bind(");
                self.expr(x);
                self.write_wrapped(", ", &self.method(x.ty, *method), ")");
            }
            ExprKind::Index(x, y) | ExprKind::MapIndex(x, y) | ExprKind::MapIndexOk(x, y) => {
                self.operand(x);
                self.write_text("[");
                self.expr(y);
                self.write_text("]");
            }
            ExprKind::Slice(op) => self.slice(op),
            ExprKind::TypeAssert(x) => {
                self.operand(x);
                self.write_wrapped(".(", &self.ty(e.ty), ")");
            }
            ExprKind::TypeAssertOk(x) => {
                self.operand(x);
                let ty = match self.program.types.get(e.ty) {
                    Type::Tuple(parts) => self.ty(parts[0]),
                    _ => self.ty(e.ty),
                };
                self.write_wrapped(".(", &ty, ")");
            }
            ExprKind::StructLit(fields) => {
                let names: Vec<String> = match self.program.types.underlying_structure(e.ty) {
                    Type::Struct(all) => {
                        fields.iter().map(|(i, _)| all[*i as usize].name.to_string()).collect()
                    }
                    _ => fields.iter().map(|(i, _)| i.to_string()).collect(),
                };
                self.write_composite(e.ty, names.into_iter().zip(fields.iter().map(|(_, x)| x)));
            }
            ExprKind::ArrayLit(items) => {
                self.write_composite(e.ty, items.iter().map(|(i, x)| (i.to_string(), x)));
            }
            ExprKind::SliceLit(length, items) => {
                self.write_composite(e.ty, items.iter().map(|(i, x)| (i.to_string(), x)));
                if items.len() as u64 != *length {
                    self.write_text(&format!("[:{length}]"));
                }
            }
            ExprKind::IntArray(bytes) | ExprKind::IntSlice(bytes) => {
                let ty = self.ty(e.ty);
                self.write_text(&format!("{ty}{{{} bytes}}", bytes.len()));
            }
            ExprKind::MapLit(entries) => self.map(e.ty, entries),
            _ => {}
        }
    }

    fn write_composite<'e>(&mut self, ty: TypeId, parts: impl Iterator<Item = (String, &'e Expr)>) {
        self.write_text(&self.ty(ty));
        self.write_text("{");
        for (i, (key, x)) in parts.enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            self.write_text(&key);
            self.write_text(": ");
            self.expr(x);
        }
        self.write_text("}");
    }

    fn map(&mut self, ty: TypeId, entries: &[(Expr, Expr)]) {
        self.write_text(&self.ty(ty));
        self.write_text("{");
        for (i, (key, value)) in entries.iter().enumerate() {
            self.write_text(if i > 0 { ", " } else { "" });
            self.expr(key);
            self.write_text(": ");
            self.expr(value);
        }
        self.write_text("}");
    }

    fn slice(&mut self, op: &SliceOp) {
        self.operand(&op.x);
        self.write_text("[");
        for (i, bound) in [&op.lo, &op.hi, &op.max].into_iter().enumerate() {
            self.write_text(if i == 1 || i == 2 && bound.is_some() { ":" } else { "" });
            if let Some(bound) = bound {
                self.expr(bound);
            }
        }
        self.write_text("]");
    }

    fn write_call(&mut self, call: &Call) {
        match &call.callee {
            Callee::Func(func) => self.write_text(&self.program.func(*func).name.clone()),
            Callee::Value(f) => self.operand(f),
            Callee::Interface(x, method) => {
                self.operand(x);
                self.write_text(".");
                self.write_text(&self.method(x.ty, *method));
            }
        }
        self.write_text("(");
        self.write_exprs(&call.args);
        self.write_text(")");
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], ty: TypeId) {
        self.write_text(builtin.text());
        self.write_text("(");
        if builtin == Builtin::Make {
            self.write_text(&self.ty(ty));
            self.write_text(if args.is_empty() { "" } else { ", " });
        }
        self.write_exprs(args);
        self.write_text(if builtin == Builtin::AppendSlice { "...)" } else { ")" });
    }

    /// The name of the method with this index in an interface type.
    fn method(&self, ty: TypeId, index: u32) -> String {
        match self.program.types.underlying_structure(ty) {
            Type::Interface(interface) => interface.methods[index as usize].name.to_string(),
            _ => index.to_string(),
        }
    }

    fn write_constant(&mut self, value: &Const, ty: TypeId) {
        let (text, default) = match value {
            Const::Bool(b) => (b.to_string(), Basic::Bool),
            Const::Int(n) => (self.integer_text(*n, ty), Basic::Int),
            Const::Float(f) => (format!("{f:?}"), Basic::Float64),
            Const::Complex(re, im) => (format!("{re:?} + {im:?}i"), Basic::Complex128),
            Const::Str(bytes) => (quote(bytes), Basic::String),
        };
        if *self.program.types.get(ty) == Type::Basic(default) {
            self.write_text(&text);
        } else {
            self.write_text(&self.ty_operand(ty));
            self.write_wrapped("(", &text, ")");
        }
    }

    /// The integer that the bits represent in the type.
    fn integer_text(&self, bits: u64, ty: TypeId) -> String {
        match self.program.types.underlying_structure(ty) {
            Type::Basic(basic) if basic.is_unsigned() => bits.to_string(),
            _ => bits.cast_signed().to_string(),
        }
    }

    /// The text of a type in the position of a function, in parentheses where Go requires them.
    fn ty_operand(&self, ty: TypeId) -> String {
        let name = self.ty(ty);
        if name.starts_with(['*', '<']) || name.starts_with("func") {
            format!("({name})")
        } else {
            name
        }
    }

    fn write_prefix(&mut self, op: &str, x: &Expr) {
        self.write_text(op);
        self.operand(x);
    }

    fn write_infix(&mut self, x: &Expr, op: &str, y: &Expr) {
        self.operand(x);
        self.write_wrapped(" ", op, " ");
        self.operand(y);
    }

    fn write_parentheses(&mut self, x: &Expr) {
        self.write_text("(");
        self.expr(x);
        self.write_text(")");
    }

    fn write_wrapped(&mut self, before: &str, text: &str, after: &str) {
        self.write_text(before);
        self.write_text(text);
        self.write_text(after);
    }
}
