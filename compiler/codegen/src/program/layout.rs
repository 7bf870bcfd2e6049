//! The representation of types in memory and in slots: shapes, sizes, offsets.
//!

use minigo_bytecode::rtype::MAX_BYTES_IN_SLOTS;
use minigo_types::program::{Const, Expr, ExprKind};
use minigo_types::ty::{Basic, Type, TypeId, Types};
use std::rc::Rc;

/// Values of more bytes than this are copied from memory to memory, without passing through the frame.
pub(crate) const LARGE_VALUE_BYTES: u64 = 32;

/// The representation of a type's values, which selects the instructions that work on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A bool: one slot, 0 or 1.
    Bool,
    /// An integer: one slot, sign- or zero-extended.
    Int { bytes: u8, signed: bool },
    /// A `float32`: one slot.
    F32,
    /// A `float64`: one slot.
    F64,
    /// A `complex64`: one slot that holds two `float32`.
    C64,
    /// A `complex128`: two slots.
    C128,
    /// A string: pointer and length.
    Str,
    /// A slice: pointer, length and capacity.
    Slice,
    /// An interface: type and data.
    Iface,
    /// A pointer, channel, map or function: one slot.
    Ptr,
    /// A struct, in its memory layout.
    Struct,
    /// An array, in its memory layout.
    Array,
    /// A tuple: several values, one after the other.
    Tuple,
}

impl Shape {
    /// Reports whether the shape is an integer, bool or pointer: such values are compared as 64 bits.
    pub(crate) fn is_word(self) -> bool {
        matches!(self, Self::Bool | Self::Int { .. } | Self::Ptr)
    }

    /// Reports whether the shape is a struct or an array.
    pub(crate) fn is_aggregate(self) -> bool {
        matches!(self, Self::Struct | Self::Array)
    }

    /// Reports whether the shape is an unsigned integer of 64 bits, which needs unsigned comparisons and divisions.
    pub(crate) fn is_u64(self) -> bool {
        matches!(self, Self::Int { bytes: 8, signed: false } | Self::Ptr)
    }
}

/// The memory layout of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    pub(crate) size: u64,
    pub(crate) align: u32,
    pub(crate) has_pointers: bool,
    /// Whether `==` compares exactly the bytes of two values.
    pub(crate) is_bytewise_comparable: bool,
}

impl Layout {
    /// Reports whether a frame holds values of the type indirectly: the slot is the address of a heap value that is
    /// never modified.
    pub(crate) fn is_indirect(&self) -> bool {
        self.size > MAX_BYTES_IN_SLOTS && self.shape.is_aggregate()
    }

    /// The number of slots that a value occupies in a frame.
    pub(crate) fn slots(&self) -> u32 {
        if self.is_indirect() {
            return 1;
        }
        u32::try_from(self.size.div_ceil(8)).unwrap_or(u32::MAX / 4)
    }
}

/// The layouts and the offsets of struct fields, by type.
pub(crate) type KnownLayouts = (Vec<Option<Layout>>, Vec<Option<Rc<[u64]>>>);

/// The layouts computed so far.
#[derive(Debug)]
pub(crate) struct Layouts<'p> {
    types: &'p Types,
    by_type: Vec<Option<Layout>>,
    offsets: Vec<Option<Rc<[u64]>>>,
}

impl<'p> Layouts<'p> {
    /// Continues with layouts that were computed when there were fewer types.
    pub(crate) fn resume((mut known, mut offsets): KnownLayouts, types: &'p Types) -> Self {
        known.resize(types.len(), None);
        offsets.resize(types.len(), None);
        Self { types, by_type: known, offsets }
    }

    /// The layouts computed so far, to resume from.
    pub(crate) fn into_layouts(self) -> KnownLayouts {
        (self.by_type, self.offsets)
    }

    /// The layout of `ty`.
    pub(crate) fn layout_of(&mut self, ty: TypeId) -> Layout {
        if let Some(layout) = self.by_type[ty.0 as usize] {
            return layout;
        }
        let under = self.types.underlying(ty);
        let layout = if under == ty { self.compute(ty) } else { self.layout_of(under) };
        self.by_type[ty.0 as usize] = Some(layout);
        layout
    }

    /// The offsets of a struct's fields, in bytes.
    pub(crate) fn offsets(&mut self, ty: TypeId) -> Rc<[u64]> {
        let under = self.types.underlying(ty);
        self.offsets[under.0 as usize]
            .get_or_insert_with(|| self.types.field_offsets(under).into())
            .clone()
    }

    /// The element of the array `x` that a constant index selects. `None` if the index is out of range; in an instance
    /// of a generic function it may be, if the index became constant only with the type arguments. The instruction then
    /// panics.
    pub(crate) fn constant_element_index(&self, x: &Expr, i: &Expr) -> Option<u64> {
        match (&i.kind, self.types.underlying_structure(x.ty)) {
            (&ExprKind::Const(Const::Int(n)), &Type::Array(_, len)) => Some(n).filter(|&n| n < len),
            _ => None,
        }
    }

    fn compute(&mut self, ty: TypeId) -> Layout {
        let shape = match self.types.get(ty) {
            Type::Basic(basic) => basic_shape(*basic),
            Type::Pointer(_) | Type::Map(..) | Type::Chan(..) | Type::Signature(_) => Shape::Ptr,
            Type::Slice(_) => Shape::Slice,
            Type::Interface(_) => Shape::Iface,
            Type::Array(..) => Shape::Array,
            Type::Struct(_) => Shape::Struct,
            Type::Tuple(_) => Shape::Tuple,
            // Only variables of generic functions have such types; code is generated for the instances alone.
            Type::Named(_) | Type::TypeParam(_) => Shape::Ptr,
        };
        let mut layout = Layout {
            shape,
            size: self.types.size_of(ty),
            align: self.types.align_of(ty) as u32,
            has_pointers: self.has_pointers(ty),
            is_bytewise_comparable: shape.is_word(),
        };
        match self.types.get(ty) {
            Type::Array(elem, _) => {
                layout.is_bytewise_comparable = self.layout_of(*elem).is_bytewise_comparable;
            }
            Type::Struct(fields) => {
                // Every byte must belong to a field that `==` compares.
                let bytes: u64 = fields.iter().map(|f| self.layout_of(f.ty).size).sum();
                layout.is_bytewise_comparable = bytes == layout.size
                    && fields
                        .iter()
                        .all(|f| &*f.name != "_" && self.layout_of(f.ty).is_bytewise_comparable);
            }
            Type::Tuple(parts) => {
                let slots: u64 = parts.iter().map(|&p| u64::from(self.layout_of(p).slots())).sum();
                layout.size = slots * 8;
            }
            _ => {}
        }
        layout
    }
}

impl Layouts<'_> {
    /// Reports whether values of the type, which is not a defined type, hold pointers that the collector must trace.
    fn has_pointers(&mut self, ty: TypeId) -> bool {
        let types = self.types;
        match types.get(ty) {
            Type::Basic(basic) => matches!(basic, Basic::String | Basic::UnsafePointer),
            Type::Array(elem, len) => *len > 0 && self.layout_of(*elem).has_pointers,
            Type::Struct(fields) => fields.iter().any(|f| self.layout_of(f.ty).has_pointers),
            Type::Tuple(list) => list.iter().any(|&t| self.layout_of(t).has_pointers),
            _ => true,
        }
    }
}

fn basic_shape(basic: Basic) -> Shape {
    use Basic as B;
    let int = |bytes, signed| Shape::Int { bytes, signed };
    match basic {
        B::Bool | B::UntypedBool => Shape::Bool,
        B::Int | B::Int64 | B::UntypedInt => int(8, true),
        B::Int8 => int(1, true),
        B::Int16 => int(2, true),
        B::Int32 | B::UntypedRune => int(4, true),
        B::Uint | B::Uint64 | B::Uintptr => int(8, false),
        B::Uint8 => int(1, false),
        B::Uint16 => int(2, false),
        B::Uint32 => int(4, false),
        B::Float32 => Shape::F32,
        B::Float64 | B::UntypedFloat => Shape::F64,
        B::Complex64 => Shape::C64,
        B::Complex128 | B::UntypedComplex => Shape::C128,
        B::String | B::UntypedString => Shape::Str,
        B::UnsafePointer | B::UntypedNil | B::Invalid => Shape::Ptr,
    }
}
