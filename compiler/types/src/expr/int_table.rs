//! Tables of integers, for whose elements no trees are made ([`minigo_syntax::table`]).

use crate::checker::Checker;
use crate::expr::operand::Operand;
use crate::program::ExprKind;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{self, CompositeLit, Element, LiteralKind};
use minigo_syntax::int_table::{Int, entries};
use minigo_syntax::source::Span;

/// The maximal ratio of an array's size to the bytes that its table gives.
const MAX_ARRAY_TO_TABLE_RATIO: u64 = 4;

/// The memory of a table's elements, and their number.
struct TableBytes {
    bytes: Box<[u8]>,
    element_count: u64,
}

impl Checker<'_> {
    /// Checks a composite literal of integers whose elements the parser has stored as a compact table. `open` is the
    /// type of the elements if the table determines the length. If the table has an error, the result is the literal
    /// with a tree for each element, to be checked as usual.
    pub(crate) fn table_literal<'e>(
        &mut self,
        e: &'e ast::Expr,
        lit: &CompositeLit,
        ty: TypeId,
        open: Option<TypeId>,
    ) -> Result<Operand<'e>, Option<CompositeLit>> {
        let Some(span) = lit.table_span else { return Err(None) };
        let (elem, len) = match (open, self.types.underlying_structure(ty)) {
            (Some(elem), _) => (elem, None),
            (None, Type::Array(elem, len)) => (*elem, Some(*len)),
            (None, Type::Slice(elem)) => (*elem, None),
            _ => return Err(Some(self.expand_table(lit, span))),
        };
        let Some(memory) = self.table_bytes(span, elem, len) else {
            return Err(Some(self.expand_table(lit, span)));
        };
        Ok(match (open, len) {
            (Some(elem), _) => {
                let ty = self.types.intern(Type::Array(elem, memory.element_count));
                Operand::value(e, ExprKind::IntArray(memory.bytes), ty)
            }
            (None, Some(_)) => Operand::value(e, ExprKind::IntArray(memory.bytes), ty),
            (None, None) => Operand::value(e, ExprKind::IntSlice(memory.bytes), ty),
        })
    }

    /// The memory of a table whose elements are of type `elem`. `None` if an element does not fit, occurs twice or is
    /// out of range, or if most of the memory would be zero.
    fn table_bytes(&self, table: Span, elem: TypeId, len: Option<u64>) -> Option<TableBytes> {
        let basic = self.types.basic(elem).filter(|basic| basic.is_integer())?;
        let bits = basic.int_bits()?;
        let largest = u64::MAX >> (64 - bits + u32::from(!basic.is_unsigned()));
        let size = bits as usize / 8;
        let (mut bytes, mut next) = (Vec::new(), 0);
        for entry in entries(self.sources.file_of(table.start)?.slice(table)) {
            let at = entry.key.map_or(next, |key| key.value);
            if at < next || len.is_some_and(|len| at >= len) || entry.value.value > largest {
                return None;
            }
            let from = usize::try_from(at).ok()?.checked_mul(size)?;
            if from > bytes.len() + size * 1024 {
                return None;
            }
            bytes.resize(from, 0);
            bytes.extend_from_slice(&entry.value.value.to_ne_bytes()[..size]);
            next = at + 1;
        }
        let whole = len.unwrap_or(next).checked_mul(size as u64)?;
        (whole <= MAX_ARRAY_TO_TABLE_RATIO * bytes.len() as u64)
            .then_some(TableBytes { bytes: bytes.into(), element_count: next })
    }

    /// The literal with a tree for each element of its table.
    fn expand_table(&self, lit: &CompositeLit, table: Span) -> CompositeLit {
        let mut lit = CompositeLit { table_span: None, ..lit.clone() };
        let Some(source) = self.sources.file_of(table.start) else { return lit };
        let text = source.slice(table);
        let offset = (table.start.0 - source.base.0) as usize;
        let tree = |int: Int| ast::Expr {
            pos: source.pos(offset + int.start),
            end: source.pos(offset + int.end),
            kind: ast::ExprKind::Literal(LiteralKind::Int, text[int.start..int.end].into()),
        };
        lit.elems.extend(
            entries(text)
                .map(|e| Element { key: e.key.map(tree).map(Box::new), value: tree(e.value) }),
        );
        lit
    }
}
