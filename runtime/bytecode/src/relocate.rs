//! Renumbering of types: in code and in descriptors.
//!
//! A machine creates types while it runs, so the types of code that is added later may get other numbers than the
//! compiler gave them.

use crate::operand::{TypeId, Wide};
use crate::ops::{Op, OperandKind};
use crate::rtype::RType;

/// The number of bits of the opcode.
const OPCODE_BITS: u32 = 16;

/// Replaces the types that the code uses.
pub fn map_types(code: &mut [Op], map: impl Fn(TypeId) -> TypeId) {
    let mut pc = 0;
    while pc < code.len() {
        let op = code[pc];
        code[pc] = map_operands(op, &map);
        for (n, kinds) in op.ext_kinds().iter().enumerate() {
            if kinds.contains(&OperandKind::Type)
                && let Some(Op::Ext { a, b }) = code.get(pc + 1 + n).copied()
            {
                // The first operand of an `Ext` is too narrow for a type.
                code[pc + 1 + n] = Op::Ext { a, b: Wide::new(map(TypeId(b.get())).0) };
            }
        }
        pc += 1 + op.ext_count();
    }
}

fn map_operands(op: Op, map: &impl Fn(TypeId) -> TypeId) -> Op {
    if !op.operand_kinds().contains(&OperandKind::Type) {
        return op;
    }
    let (mut bits, mut at) = (op.to_bits(), OPCODE_BITS);
    for kind in op.operand_kinds() {
        if *kind == OperandKind::Type {
            let ty = map(TypeId((bits >> at) as u32));
            bits = bits & !(u64::from(u32::MAX) << at) | u64::from(ty.0) << at;
        }
        at += kind.bits();
    }
    Op::from_bits(bits).expect("relocation changes operands only")
}

/// Replaces the types that a descriptor uses.
pub fn map_type(ty: &mut RType, map: impl Fn(TypeId) -> TypeId) {
    for id in [&mut ty.elem, &mut ty.key, &mut ty.pointer_to] {
        *id = map(*id);
    }
    ty.params.iter_mut().chain(&mut ty.results).for_each(|id| *id = map(*id));
    ty.fields.iter_mut().for_each(|field| field.ty = map(field.ty));
    ty.methods.iter_mut().for_each(|method| method.sig = map(method.sig));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operand::{Slot, Use};
    use crate::ops::DOCS;

    #[test]
    fn types_and_nothing_else_are_replaced() {
        for opcode in 0..DOCS.len() as u64 {
            let op = Op::from_bits(0x0123_0456_0789_0000 | opcode).unwrap();
            let mut code = vec![op];
            let ext = Op::Ext { a: 7, b: Wide::new(9) };
            code.extend((0..op.ext_count()).map(|_| ext));
            map_types(&mut code, |ty| TypeId(ty.0 + 1));
            let (mut before, mut after) = (Vec::new(), Vec::new());
            op.operands(|operand| before.push(operand));
            code[0].operands(|operand| after.push(operand));
            for (b, a) in before.iter().zip(&after) {
                match (b, a) {
                    (Use::Type(b), Use::Type(a)) => assert_eq!(b.0 + 1, a.0, "{op:?}"),
                    _ => assert_eq!(format!("{b:?}"), format!("{a:?}"), "{op:?}"),
                }
            }
            for (n, kinds) in op.ext_kinds().iter().enumerate() {
                let types = u32::from(kinds.contains(&OperandKind::Type));
                assert_eq!(code[1 + n], Op::Ext { a: 7, b: Wide::new(9 + types) }, "{op:?}");
            }
        }
        let new = |ty| Op::New { dst: Slot(3), ty: Wide::new(ty) };
        let mut code = [new(70_000)];
        map_types(&mut code, |ty| TypeId(ty.0 * 2));
        assert_eq!(code, [new(140_000)]);
    }
}
