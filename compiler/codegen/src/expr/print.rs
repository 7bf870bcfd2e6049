//! `print` and `println`.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use minigo_bytecode::operand::{PrintKind, Slot};
use minigo_bytecode::ops::Op;
use minigo_types::program::Expr;
use minigo_types::ty::TypeId;

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn print(&mut self, args: &'p [Expr], newline: bool) {
        let nothing = Slot(0);
        let values: Vec<(Slot, PrintKind)> = args
            .iter()
            .map(|arg| {
                let kind = self.print_kind(arg.ty);
                (self.operand(arg), kind)
            })
            .collect();
        for (i, (src, kind)) in values.into_iter().enumerate() {
            if newline && i > 0 {
                self.emit(Op::Print { src: nothing, kind: PrintKind::Space as u16 });
            }
            self.emit(Op::Print { src, kind: kind as u16 });
        }
        let last = if newline { PrintKind::Newline } else { PrintKind::Flush };
        self.emit(Op::Print { src: nothing, kind: last as u16 });
    }

    fn print_kind(&mut self, ty: TypeId) -> PrintKind {
        match self.shape(ty) {
            Shape::Bool => PrintKind::Bool,
            Shape::Int { signed: true, .. } => PrintKind::Int,
            Shape::Int { .. } => PrintKind::Uint,
            Shape::F32 => PrintKind::Float32,
            Shape::F64 => PrintKind::Float64,
            Shape::C64 => PrintKind::Complex64,
            Shape::C128 => PrintKind::Complex128,
            Shape::Str => PrintKind::String,
            Shape::Iface => PrintKind::Iface,
            Shape::Slice => PrintKind::Slice,
            _ => PrintKind::Pointer,
        }
    }
}
