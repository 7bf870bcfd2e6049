//! Map lookups and receive operations.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::Expr;
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn map_get(&mut self, e: &'p Expr, m: &'p Expr, k: &'p Expr, dst: Slot, ok: bool) {
        let Type::Map(_, value) = self.program.types.underlying_structure(m.ty) else {
            panic_broken_invariant("maps are indexed")
        };
        let n = self.slots(*value);
        let rtype = self.rtype(m.ty);
        let m = self.operand(m);
        let key = self.string_view(k);
        self.set_pos(e.pos);
        let words = n == 1 && self.shape(k.ty).is_word();
        let op = match (ok, words) {
            (true, _) => Op::MapGetOk { dst, m, key },
            (false, true) => Op::MapGetWord { dst, m, key },
            (false, false) => Op::MapGet { dst, m, key },
        };
        self.emit_ext(op, n, rtype);
        self.zero_value_if_null(dst, *value);
    }

    /// Receives into `dst`. With `ok`, the slot after the value tells whether a value was received.
    pub(crate) fn receive(&mut self, e: &'p Expr, ch: &'p Expr, dst: Slot, ok: bool) {
        let (n, elem) = (self.chan_elem_slots(ch.ty) as u16, self.chan_elem(ch.ty));
        let ch = self.operand(ch);
        self.set_pos(e.pos);
        self.emit(if ok { Op::RecvOk { dst, ch, n } } else { Op::Recv { dst, ch, n } });
        self.zero_value_if_null(dst, elem);
    }

    fn chan_elem(&self, ty: TypeId) -> TypeId {
        let Type::Chan(_, elem) = self.program.types.underlying_structure(ty) else {
            panic_broken_invariant("channels have elements")
        };
        *elem
    }

    pub(crate) fn chan_elem_slots(&mut self, ty: TypeId) -> u32 {
        let elem = self.chan_elem(ty);
        self.slots(elem)
    }
}
