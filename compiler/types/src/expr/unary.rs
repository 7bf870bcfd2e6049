//! Unary expressions.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::operand::{Mode, Operand, Origin, is_untyped, is_valid};
use crate::ids::VarId;
use crate::program::{Expr, ExprKind, UnaryOp as Op};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, ChanDir, ExprKind as E, UnaryOp};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{Pos, Span};

/// The maximal number of bits of an integer constant.
const MAX_INT_BITS: u64 = 512;

/// The maximal length of a constant string, in bytes.
const MAX_STRING_LEN: usize = 2_000_000_000;

impl Checker<'_> {
    /// Checks `op x`.
    pub(crate) fn unary<'e>(
        &mut self,
        e: &'e ast::Expr,
        op: UnaryOp,
        inner: &'e ast::Expr,
    ) -> Operand<'e> {
        let x = self.expr(inner);
        if !x.is_valid() {
            return Operand::invalid(e);
        }
        match op {
            UnaryOp::Addr => self.address(e, inner, x),
            UnaryOp::Recv => self.receive(e, x),
            UnaryOp::Tilde => {
                let integer = self.types.is_all_basic(x.ty, Basic::is_integer);
                let hint = if integer { " (use ^ for bitwise complement)" } else { "" };
                let message = format!("cannot use ~ outside of interface or type constraint{hint}");
                self.error_span(Code::UndefinedOp, e.span(), message);
                if !integer {
                    return Operand::invalid(e);
                }
                self.arithmetic_unary(e, UnaryOp::Compl, x)
            }
            _ => self.arithmetic_unary(e, op, x),
        }
    }

    fn arithmetic_unary<'e>(
        &mut self,
        e: &'e ast::Expr,
        op: UnaryOp,
        mut x: Operand<'e>,
    ) -> Operand<'e> {
        let defined = match op {
            UnaryOp::Compl => self.types.is_all_basic(x.ty, Basic::is_integer),
            UnaryOp::Not => self.types.is_all_basic(x.ty, Basic::is_boolean),
            _ => self.types.is_all_basic(x.ty, Basic::is_numeric),
        };
        if !defined || x.is_nil() {
            let what = self.describe(&x);
            let message =
                format!("invalid operation: operator {} not defined on {what}", op.text());
            self.error_span(Code::UndefinedOp, x.span(), message);
            return Operand::invalid(e);
        }
        if let Mode::Constant(value) = &x.mode {
            if !value.is_unknown() {
                let basic = self.types.basic(x.ty).filter(|b| b.is_unsigned());
                let bits = basic.and_then(Basic::int_bits);
                x.mode = Mode::Constant(ConstValue::unary(op, value, bits));
                x.origin = crate::expr::operand::Origin::Expr(e);
                let name = if op == UnaryOp::Compl { "bitwise complement " } else { "" };
                self.check_overflow(&mut x, e.pos, name);
            }
            return x;
        }
        let op = match op {
            UnaryOp::Neg => Op::Neg,
            UnaryOp::Not => Op::Not,
            UnaryOp::Compl => Op::Compl,
            _ => {
                x.mode = Mode::Value;
                return x;
            }
        };
        let ty = x.ty;
        let inner = self.take_operand_expr(x);
        let ir_ty = if is_untyped(inner.ty) { ty } else { inner.ty };
        let kind = ExprKind::Unary(op, Box::new(inner));
        let mut x = Operand::with_ir(e, Mode::Value, Expr { kind, ty: ir_ty, pos: e.pos });
        x.ty = ty;
        x
    }

    /// The expression of an operand; if the operand is an untyped constant, the type of the expression is set later.
    pub(crate) fn take_operand_expr(&mut self, x: Operand<'_>) -> Expr {
        if x.is_untyped() && x.is_constant() {
            return self.pending_const_expr(&x, false);
        }
        match x.ir {
            Some(ir) => ir,
            None => self.typed_expr(x),
        }
    }

    /// Reports a typed constant that its type cannot represent, or an untyped constant that is too large.
    pub(crate) fn check_overflow(&mut self, x: &mut Operand<'_>, at: Pos, operation: &str) {
        let Mode::Constant(value) = &x.mode else { return };
        if value.is_unknown() {
            self.error(Code::InvalidConstVal, at, "constant result is not representable");
            return;
        }
        if !is_untyped(x.ty) {
            if let Some(basic) = self.types.basic(x.ty) {
                let ty = x.ty;
                self.check_representable(x, basic, ty);
            }
            return;
        }
        if value.bit_len() > MAX_INT_BITS {
            self.error(Code::InvalidConstVal, at, format!("constant {operation}overflow"));
            x.mode = Mode::Constant(ConstValue::Unknown);
        } else if let ConstValue::Str(bytes) = value
            && bytes.len() > MAX_STRING_LEN
        {
            let len = bytes.len();
            let message =
                format!("constant string too long ({len} bytes > {MAX_STRING_LEN} bytes)");
            self.error(Code::InvalidConstVal, at, message);
            x.mode = Mode::Constant(ConstValue::Unknown);
        }
    }

    /// Checks `&x`.
    fn address<'e>(&mut self, e: &'e ast::Expr, inner: &ast::Expr, x: Operand<'e>) -> Operand<'e> {
        let literal = matches!(inner.unparen().kind, E::Composite(_));
        if !literal && x.mode != Mode::Variable {
            let message =
                format!("invalid operation: cannot take address of {}", self.describe(&x));
            self.error_span(Code::UnaddressableOperand, x.span(), message);
            return Operand::invalid(e);
        }
        let variable = x.mode == Mode::Variable;
        let ty = self.types.intern(Type::Pointer(x.ty));
        let ir = self.typed_expr(x);
        let kind = if variable {
            self.mark_addressed(&ir);
            ExprKind::Addr(Box::new(ir))
        } else {
            ExprKind::New(Box::new(ir))
        };
        Operand::value(e, kind, ty)
    }

    /// Checks `<-x`.
    fn receive<'e>(&mut self, e: &'e ast::Expr, x: Operand<'e>) -> Operand<'e> {
        let Some(elem) = self.chan_elem(x.span(), &x, true) else { return Operand::invalid(e) };
        self.context.body.has_call = true;
        let kind = ExprKind::Recv(Box::new(self.typed_expr(x)));
        Operand::with_ir(e, Mode::CommaOk, Expr { kind, ty: elem, pos: e.pos })
    }

    /// The element type of the channel `x`, which must permit the receive or the send.
    pub(crate) fn chan_elem(
        &mut self,
        span: Span,
        x: &Operand<'_>,
        receive: bool,
    ) -> Option<TypeId> {
        let refused = if receive { ChanDir::Send } else { ChanDir::Recv };
        let param = self.types.is_type_param(x.ty);
        let under = self.common_underlying_or_reason(x.ty, |ty| {
            let Some(ty) = ty else { return Some("no specific channel type".to_owned()) };
            match self.types.underlying_structure(ty) {
                Type::Chan(dir, _) if *dir != refused => None,
                Type::Chan(..) => {
                    let which = if receive { "send-only" } else { "receive-only" };
                    Some(format!("{which} channel {}", self.type_string(ty)))
                }
                _ => Some(format!("non-channel {}", self.type_string(ty))),
            }
        });
        let cause = match under.map(|under| self.types.get(under)) {
            Ok(&Type::Chan(_, elem)) => return is_valid(elem).then_some(elem),
            Ok(_) => String::new(),
            Err(why) => why,
        };
        let (verb, code) = if receive {
            ("receive from", Code::InvalidReceive)
        } else {
            ("send to", Code::InvalidSend)
        };
        let what = self.describe(x);
        let message = if param {
            format!("invalid operation: cannot {verb} {what}: {cause}")
        } else {
            format!("invalid operation: cannot {verb} {cause} {what}")
        };
        let error = Diagnostic::error(code, span, message);
        let error = match x.origin {
            Origin::Expr(e) => self.label_declaration(error, e),
            Origin::Named(..) => error,
        };
        self.report(error);
        None
    }

    /// Records that the address of an lvalue is taken.
    pub(crate) fn mark_addressed(&mut self, lvalue: &Expr) {
        if let Some(var) = self.root_var(lvalue) {
            self.vars[var.0 as usize].is_addressed = true;
        }
    }

    /// Records that an lvalue is assigned to.
    pub(crate) fn mark_assigned(&mut self, lvalue: &Expr) {
        if let Some(var) = self.root_var(lvalue) {
            self.vars[var.0 as usize].is_reassigned = true;
        }
    }

    /// The variable that contains an lvalue.
    fn root_var(&self, lvalue: &Expr) -> Option<VarId> {
        match &lvalue.kind {
            ExprKind::Var(var) => Some(*var),
            ExprKind::Field(x, _) => self.root_var(x),
            ExprKind::Index(x, _)
                if matches!(self.types.underlying_structure(x.ty), Type::Array(..)) =>
            {
                self.root_var(x)
            }
            _ => None,
        }
    }
}
