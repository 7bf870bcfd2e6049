//! Literals of basic types.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::operand::Operand;
use crate::ty::Basic;
use minigo_syntax::ast::{self, LiteralKind};
use minigo_syntax::diagnostic::Code;

/// The maximal number of characters of a number literal.
pub(crate) const MAX_LITERAL_LEN: usize = 10_000;

impl Checker<'_> {
    pub(crate) fn literal<'e>(
        &mut self,
        e: &'e ast::Expr,
        kind: LiteralKind,
        text: &str,
    ) -> Operand<'e> {
        let number = matches!(kind, LiteralKind::Int | LiteralKind::Float | LiteralKind::Imag);
        if number {
            self.check_literal_version(e, kind, text);
            if text.len() > MAX_LITERAL_LEN {
                let (head, len) = (&text[..10], text.len());
                let message = format!("excessively long constant: {head}... ({len} chars)");
                self.error_span(Code::InvalidConstVal, e.span(), message);
                return Operand::invalid(e);
            }
        }
        let value = ConstValue::from_literal(kind, text);
        if value.is_unknown() {
            let message = format!("malformed constant: {text}");
            self.error_span(Code::InvalidConstVal, e.span(), message);
            return Operand::invalid(e);
        }
        let basic = match kind {
            LiteralKind::Int => Basic::UntypedInt,
            LiteralKind::Float => Basic::UntypedFloat,
            LiteralKind::Imag => Basic::UntypedComplex,
            LiteralKind::Char => Basic::UntypedRune,
            LiteralKind::String => Basic::UntypedString,
        };
        let mut x = Operand::constant(e, value, basic.id());
        self.check_overflow(&mut x, e.pos, "");
        x
    }

    pub(crate) fn check_literal_version(&mut self, e: &ast::Expr, kind: LiteralKind, text: &str) {
        if self.allows_language(13) || text.len() <= 2 {
            return;
        }
        let what = match text.as_bytes() {
            _ if text.contains('_') => "underscore in numeric literal",
            [b'0', b'b' | b'B', ..] => "binary literal",
            [b'0', b'o' | b'O', ..] => "0o/0O-style octal literal",
            [b'0', b'x' | b'X', ..] if kind != LiteralKind::Int => {
                "hexadecimal floating-point literal"
            }
            _ => return,
        };
        self.require_language(13, e.pos, what);
    }
}
