//! Sizes, alignments and offsets, as gc has them on linux/amd64.

use crate::ty::{Basic, Field, Type, TypeId, Types};
use minigo_syntax::hash::HashMap;
use std::cell::RefCell;

/// The sizes and alignments computed so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layouts(RefCell<HashMap<TypeId, (u64, u64)>>);

impl Basic {
    /// The size of a value in bytes.
    #[must_use]
    pub fn size(self) -> u64 {
        match self {
            Self::Bool | Self::Int8 | Self::Uint8 | Self::UntypedBool => 1,
            Self::Int16 | Self::Uint16 => 2,
            Self::Int32 | Self::Uint32 | Self::Float32 => 4,
            Self::Complex128 | Self::String | Self::UntypedComplex | Self::UntypedString => 16,
            Self::Invalid => 0,
            _ => 8,
        }
    }
}

fn align_up(offset: u64, align: u64) -> u64 {
    offset.saturating_add(align - 1) / align * align
}

impl Types {
    /// The size of a value of the type in bytes; saturates.
    #[must_use]
    pub fn size_of(&self, ty: TypeId) -> u64 {
        self.layout(ty).0
    }

    /// The alignment of the type in bytes.
    #[must_use]
    pub fn align_of(&self, ty: TypeId) -> u64 {
        self.layout(ty).1
    }

    /// The offsets of a struct type's fields in bytes; empty for other types.
    #[must_use]
    pub fn field_offsets(&self, ty: TypeId) -> Vec<u64> {
        match self.underlying_structure(ty) {
            Type::Struct(fields) => self.struct_layout(fields).0,
            _ => Vec::new(),
        }
    }

    fn layout(&self, ty: TypeId) -> (u64, u64) {
        match self.get(ty) {
            Type::Basic(basic) => {
                let size = basic.size();
                let align = match basic {
                    Basic::Complex64 => 4,
                    _ => size.clamp(1, 8),
                };
                return (size, align);
            }
            Type::Slice(_) => return (24, 8),
            Type::Interface(_) => return (16, 8),
            Type::Named(_) | Type::Array(..) | Type::Struct(_) | Type::Tuple(_) => {}
            _ => return (8, 8),
        }
        if let Some(&known) = self.layouts.0.borrow().get(&ty) {
            return known;
        }
        // A type that contains itself has been reported as an error; this entry ends the recursion.
        self.layouts.0.borrow_mut().insert(ty, (0, 1));
        let layout = match self.get(ty) {
            Type::Named(id) => self.layout(self.named_type(*id).underlying),
            Type::Array(elem, len) => {
                let (size, align) = self.layout(*elem);
                (size.saturating_mul(*len), align)
            }
            Type::Struct(fields) => {
                let (_, size, align) = self.struct_layout(fields);
                (size, align)
            }
            Type::Tuple(list) => {
                let mut end = 0;
                for &ty in list {
                    let (size, align) = self.layout(ty);
                    end = align_up(end, align).saturating_add(size);
                }
                (align_up(end, 8), 8)
            }
            _ => (8, 8),
        };
        self.layouts.0.borrow_mut().insert(ty, layout);
        layout
    }

    /// The offsets, the size and the alignment of a struct.
    fn struct_layout(&self, fields: &[Field]) -> (Vec<u64>, u64, u64) {
        let mut offsets = Vec::with_capacity(fields.len());
        let (mut end, mut align) = (0u64, 1u64);
        for (i, field) in fields.iter().enumerate() {
            let (size, field_align) = self.layout(field.ty);
            end = align_up(end, field_align);
            offsets.push(end);
            align = align.max(field_align);
            end = end.saturating_add(size);
            // The address of an empty last field must not point past the object.
            if size == 0 && i + 1 == fields.len() && end > 0 {
                end += 1;
            }
        }
        (offsets, align_up(end, align), align)
    }

    /// Drops sizes that were computed while types were incomplete.
    pub(crate) fn forget_layouts(&mut self) {
        self.layouts.0.borrow_mut().clear();
    }
}
