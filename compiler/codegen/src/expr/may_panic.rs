//! Decides whether the evaluation of an expression may panic. Only an expression that cannot panic may be reordered
//! with other operands.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use crate::program::walk::any_expr;
use minigo_types::program::{BinaryOp, Builtin, Conversion, Expr, ExprKind};

impl<'p> FuncGen<'_, 'p> {
    /// Reports whether the evaluation of an expression may panic.
    pub(crate) fn may_panic(&mut self, e: &'p Expr) -> bool {
        self.may_panic_by(e, true)
    }

    /// Reports whether the evaluation of an expression may panic other than by a nil dereference. (A program cannot
    /// tell which of two nil pointers was dereferenced first.)
    pub(crate) fn may_panic_beyond_nil(&mut self, e: &'p Expr) -> bool {
        self.may_panic_by(e, false)
    }

    fn may_panic_by(&mut self, e: &'p Expr, by_nil: bool) -> bool {
        let g = &mut *self.program_gen;
        any_expr(e, |e| match &e.kind {
            ExprKind::Deref(x) => by_nil && !matches!(x.kind, ExprKind::Addr(_)),
            ExprKind::Index(x, i) => {
                let constant = matches!(i.kind, ExprKind::Const(_));
                !constant || g.layout_of(x.ty).shape != Shape::Array
            }
            ExprKind::Binary(BinaryOp::Quo | BinaryOp::Rem, _, y) => {
                let constant = matches!(y.kind, ExprKind::Const(_));
                !constant && matches!(g.layout_of(y.ty).shape, Shape::Int { .. })
            }
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, _, y) => {
                let constant = matches!(y.kind, ExprKind::Const(_));
                !constant && matches!(g.layout_of(y.ty).shape, Shape::Int { signed: true, .. })
            }
            ExprKind::Compare(_, x, _) => {
                let shape = g.layout_of(x.ty).shape;
                shape == Shape::Iface || shape.is_aggregate()
            }
            ExprKind::Convert(how, _) => {
                matches!(how, Conversion::SliceToArray | Conversion::SliceToArrayPointer)
            }
            ExprKind::Builtin(which, _) => {
                !matches!(which, Builtin::Len | Builtin::Cap | Builtin::Min | Builtin::Max)
            }
            ExprKind::MapIndex(..)
            | ExprKind::MapIndexOk(..)
            | ExprKind::Slice(_)
            | ExprKind::TypeAssert(_)
            | ExprKind::BoundInterfaceMethod(..)
            | ExprKind::Call(_)
            | ExprKind::Recv(_)
            | ExprKind::RecvOk(_)
            | ExprKind::MapLit(_)
            | ExprKind::Seq(..) => true,
            _ => false,
        })
    }

    /// Reports whether the evaluation of an lvalue's operands may panic; the assignment itself comes later.
    pub(crate) fn lvalue_may_panic(&mut self, to: &'p Expr) -> bool {
        match &to.kind {
            ExprKind::Field(x, _) => match &x.kind {
                ExprKind::Index(..) => true,
                _ => self.lvalue_may_panic(x),
            },
            ExprKind::Index(x, i) if self.shape(x.ty) == Shape::Array => {
                let in_memory = matches!(x.kind, ExprKind::Index(..) | ExprKind::Deref(_));
                in_memory || self.may_panic(i) || self.may_panic(x)
            }
            ExprKind::Index(x, y) | ExprKind::MapIndex(x, y) => {
                self.may_panic(x) || self.may_panic(y)
            }
            ExprKind::Deref(x) => self.may_panic(x),
            _ => false,
        }
    }
}
