//! Run-time type descriptors of the types that the code mentions, and of their component types.
//!
//! Descriptors are made on demand. The id of a descriptor is assigned at once; its contents are filled in after all
//! functions have been generated. Filling them in may request more types, and thunks of methods.

use crate::invariant::panic_broken_invariant;
use crate::program::layout::{Layout, Shape};
use crate::program::tables::ProgramGen;
use minigo_bytecode::operand as bc;
use minigo_bytecode::program::{KnownTypes, Program as BcProgram};
use minigo_bytecode::rtype::{Kind, RField, RMethod, RType};
use minigo_syntax::ast::ChanDir;
use minigo_types::program::{Body, PkgId, Program, UNRESOLVED};
use minigo_types::ty::methodset::{MethodEntry, MethodTarget};
use minigo_types::ty::{Basic, Field, Interface, Type, TypeId};

/// The types that have descriptors, and the descriptors that are still empty.
#[derive(Debug, Default)]
pub(crate) struct Descriptors {
    /// The number of descriptors, those that a session made for earlier inputs included.
    pub(crate) descriptor_count: u32,
    ids_by_type: Vec<bc::TypeId>,
    pending_types: Vec<TypeId>,
    /// The pointer types in the type table, by base type.
    pointer_types: Vec<Option<TypeId>>,
    /// The number of types before the session's current input.
    known_type_count: usize,
    /// The types that get descriptors for the session's current input, each with its index.
    pub(crate) described_types: Vec<(TypeId, u32)>,
    /// Whether values of a type are comparable, as far as that is known.
    comparability: Vec<Option<bool>>,
}

impl Descriptors {
    /// Extends the tables for new types.
    pub(crate) fn extend(&mut self, program: &Program, out: &mut BcProgram) {
        if self.descriptor_count == 0 {
            out.types.push(RType::new(Kind::Invalid, 0, 1, ""));
            self.descriptor_count = 1;
        }
        let (from, len) = (self.ids_by_type.len(), program.types.len());
        self.known_type_count = from;
        self.pointer_types.resize(len, None);
        for id in (from as u32..len as u32).map(TypeId) {
            if let Type::Pointer(elem) = program.types.get(id) {
                self.pointer_types[elem.0 as usize] = Some(id);
            }
        }
        self.ids_by_type.resize(len, bc::TypeId(0));
        self.comparability.resize(len, None);
    }
}

impl<'p> ProgramGen<'p> {
    /// The id of the run-time type of `ty`.
    pub(crate) fn rtype(&mut self, ty: TypeId) -> bc::TypeId {
        let known = self.descriptors.ids_by_type[ty.0 as usize];
        if known.0 != 0 {
            return known;
        }
        let id = self.next_rtype();
        self.descriptors.ids_by_type[ty.0 as usize] = id;
        self.descriptors.pending_types.push(ty);
        self.bytecode.types.push(RType::new(Kind::Invalid, 0, 1, ""));
        id
    }

    /// Assigns the next descriptor's id.
    pub(crate) fn next_rtype(&mut self) -> bc::TypeId {
        self.descriptors.descriptor_count += 1;
        bc::TypeId(self.descriptors.descriptor_count - 1)
    }

    /// Fills all descriptors.
    pub(crate) fn complete_types(&mut self) {
        if self.tables.base_sizes.types == 0 {
            self.bytecode.known_types = self.known_types();
        }
        self.fill_descriptors();
    }

    fn fill_descriptors(&mut self) {
        let mut described = Vec::new();
        while let Some(ty) = self.descriptors.pending_types.pop() {
            let descriptor = self.describe(ty);
            let id = self.rtype(ty);
            let place = id.0 - self.tables.base_sizes.types;
            self.bytecode.types[place as usize] = descriptor;
            described.push((ty, place));
        }
        for &(ty, place) in &described {
            if let Some(pointer) = self.descriptors.pointer_types[ty.0 as usize] {
                self.bytecode.types[place as usize].pointer_to =
                    self.descriptors.ids_by_type[pointer.0 as usize];
            }
        }
        self.descriptors.described_types = described;
    }

    /// Fills the descriptors that were requested since the last call.
    pub(crate) fn complete_new_types(&mut self) {
        let before = std::mem::take(&mut self.descriptors.described_types);
        self.fill_descriptors();
        self.descriptors.described_types.extend(before);
    }

    fn known_types(&mut self) -> KnownTypes {
        let mut known = KnownTypes {
            string: self.rtype(Basic::String.id()),
            int: self.rtype(Basic::Int.id()),
            error_method: self.method_id("Error", None),
            string_method: self.method_id("String", None),
            ..KnownTypes::default()
        };
        for id in (0..self.program.types.len() as u32).map(TypeId) {
            let Type::Named(named) = self.program.types.get(id) else { continue };
            let named = self.program.types.named_type(*named);
            let path = named.pkg.map(|p| &*self.program.package(p).path);
            let pointer = self.descriptors.pointer_types[id.0 as usize];
            match (path, &*named.name) {
                (None, "error") => known.error = self.rtype(id),
                (Some("runtime"), "errorString") => known.error_string = self.rtype(id),
                (Some("runtime"), "boundsError") => known.bounds_error = self.rtype(id),
                (Some("runtime"), "errorAddressString") => known.address_error = self.rtype(id),
                (Some("runtime"), "plainError") => known.plain_error = self.rtype(id),
                (Some("internal/runtime/maps"), "unhashableTypeError") => {
                    known.unhashable_error = self.rtype(id);
                }
                (Some("runtime"), "TypeAssertionError") => {
                    known.type_assertion_error = pointer.map_or(bc::TypeId(0), |p| self.rtype(p));
                }
                (Some("runtime"), "PanicNilError") => {
                    known.panic_nil_error = pointer.map_or(bc::TypeId(0), |p| self.rtype(p));
                }
                _ => {}
            }
        }
        known
    }

    fn describe(&mut self, ty: TypeId) -> RType {
        let layout = self.layout_of(ty);
        let kind = self.kind(ty, layout);
        let name = self.program.types.runtime_name(ty);
        let mut out = RType::new(kind, layout.size, layout.align, &name);
        out.is_regular_memory = layout.is_bytewise_comparable;
        out.has_pointers = layout.has_pointers;
        out.is_comparable = self.is_comparable(ty);
        out.is_in_data_word = out.lies_in_data_word(self.uses_go_interface_layout);
        if layout.has_pointers && !(layout.shape == Shape::Array && layout.size > 1024 * 8) {
            out.pointer_words = self.pointer_words(ty);
        }
        match self.program.types.get(ty) {
            Type::Named(named) => {
                out.name = self.program.types.reflect_name(*named).into();
                out.pkg_path = self.path(self.program.types.named_type(*named).pkg).into();
            }
            Type::Basic(basic) => {
                let (path, name) = basic.name().rsplit_once('.').unwrap_or(("", basic.name()));
                (out.pkg_path, out.name) = (path.into(), name.into());
            }
            _ => {}
        }
        self.describe_structure(ty, &mut out);
        if kind != Kind::Interface {
            out.methods = self.describe_methods(ty);
        }
        self.describe_pointer_to(ty);
        out
    }

    /// Describes the new pointer types whose base types got descriptors for earlier inputs of the session.
    pub(crate) fn describe_new_pointers(&mut self) {
        for id in (self.descriptors.known_type_count as u32
            ..self.descriptors.ids_by_type.len() as u32)
            .map(TypeId)
        {
            if let Type::Pointer(elem) = self.program.types.get(id)
                && self.descriptors.ids_by_type[elem.0 as usize].0 != 0
                && self.has_methods(id)
            {
                self.rtype(id);
            }
        }
    }

    /// Describes the pointer type to a described type, if the pointer type has methods.
    pub(crate) fn describe_pointer_to(&mut self, ty: TypeId) {
        // Reflection can take the address of any addressable value.
        if let Some(pointer) = self.descriptors.pointer_types[ty.0 as usize]
            && self.has_methods(pointer)
        {
            self.rtype(pointer);
        }
    }

    fn has_methods(&self, pointer: TypeId) -> bool {
        !self.program.types.method_set(pointer).is_empty()
    }

    fn describe_structure(&mut self, ty: TypeId, out: &mut RType) {
        match self.program.types.underlying_structure(ty) {
            Type::Pointer(elem) | Type::Slice(elem) => out.elem = self.rtype(*elem),
            Type::Array(elem, len) => {
                out.elem = self.rtype(*elem);
                out.len = *len;
            }
            Type::Map(key, value) => {
                out.key = self.rtype(*key);
                out.elem = self.rtype(*value);
            }
            Type::Chan(dir, elem) => {
                out.elem = self.rtype(*elem);
                out.chan_dir = match dir {
                    ChanDir::Recv => 1,
                    ChanDir::Send => 2,
                    ChanDir::Both => 3,
                };
            }
            Type::Struct(fields) => out.fields = self.describe_fields(ty, fields),
            Type::Signature(sig) => {
                out.params = sig.params.iter().map(|&p| self.rtype(p)).collect();
                out.results = sig.results.iter().map(|&r| self.rtype(r)).collect();
                out.is_variadic = sig.variadic;
            }
            Type::Interface(interface) => out.methods = self.describe_interface(interface),
            _ => {}
        }
    }

    fn describe_fields(&mut self, ty: TypeId, fields: &'p [Field]) -> Vec<RField> {
        let offsets = self.layouts.offsets(ty);
        fields
            .iter()
            .zip(offsets.iter())
            .map(|(f, &offset)| RField {
                name: (&*f.name).into(),
                pkg_path: self.path(f.pkg).into(),
                ty: self.rtype(f.ty),
                offset,
                tag: (&*f.tag).into(),
                is_embedded: f.embedded,
            })
            .collect()
    }

    fn describe_interface(&mut self, interface: &'p Interface) -> Vec<RMethod> {
        interface
            .methods
            .iter()
            .map(|m| RMethod {
                method: self.method_id(&m.name, m.pkg),
                sig: self.rtype(m.sig),
                func: None,
                promoted: None,
            })
            .collect()
    }

    pub(crate) fn describe_methods(&mut self, ty: TypeId) -> Vec<RMethod> {
        let entries = self.program.types.method_set(ty);
        let known =
            |entry: &&MethodEntry| !matches!(entry.target, MethodTarget::Func(UNRESOLVED, _));
        entries
            .iter()
            .filter(known)
            .map(|entry| {
                let unreached = matches!(entry.target, MethodTarget::Func(f, _)
                    if matches!(self.program.func(f).body, Body::Unreached));
                RMethod {
                    method: self.method_id(&entry.name, entry.pkg),
                    sig: self.rtype(entry.sig),
                    func: (!unreached).then(|| self.method_thunk(ty, entry)),
                    promoted: if unreached { None } else { self.promoted_thunks(ty, entry) },
                }
            })
            .collect()
    }

    fn path(&self, pkg: Option<PkgId>) -> &'p str {
        pkg.map_or("", |p| &*self.program.package(p).path)
    }

    fn kind(&mut self, ty: TypeId, layout: Layout) -> Kind {
        match self.program.types.underlying_structure(ty) {
            Type::Pointer(_) => Kind::Pointer,
            Type::Map(..) => Kind::Map,
            Type::Chan(..) => Kind::Chan,
            Type::Signature(_) => Kind::Func,
            Type::Basic(Basic::UnsafePointer) => Kind::UnsafePointer,
            Type::Basic(Basic::Int) => Kind::Int,
            Type::Basic(Basic::Uint) => Kind::Uint,
            Type::Basic(Basic::Uintptr) => Kind::Uintptr,
            _ => match layout.shape {
                Shape::Bool => Kind::Bool,
                Shape::Int { bytes: 1, signed: true } => Kind::Int8,
                Shape::Int { bytes: 2, signed: true } => Kind::Int16,
                Shape::Int { bytes: 4, signed: true } => Kind::Int32,
                Shape::Int { signed: true, .. } => Kind::Int64,
                Shape::Int { bytes: 1, .. } => Kind::Uint8,
                Shape::Int { bytes: 2, .. } => Kind::Uint16,
                Shape::Int { bytes: 4, .. } => Kind::Uint32,
                Shape::Int { .. } => Kind::Uint64,
                Shape::F32 => Kind::Float32,
                Shape::F64 => Kind::Float64,
                Shape::C64 => Kind::Complex64,
                Shape::C128 => Kind::Complex128,
                Shape::Str => Kind::String,
                Shape::Slice => Kind::Slice,
                Shape::Iface => Kind::Interface,
                Shape::Struct => Kind::Struct,
                Shape::Array => Kind::Array,
                Shape::Ptr | Shape::Tuple => Kind::Invalid,
            },
        }
    }

    fn is_comparable(&mut self, ty: TypeId) -> bool {
        if let Some(known) = self.descriptors.comparability[ty.0 as usize] {
            return known;
        }
        let comparable = match self.program.types.underlying_structure(ty) {
            Type::Slice(_) | Type::Map(..) | Type::Signature(_) => false,
            Type::Array(elem, _) => self.is_comparable(*elem),
            Type::Struct(fields) => fields.iter().all(|f| self.is_comparable(f.ty)),
            _ => true,
        };
        self.descriptors.comparability[ty.0 as usize] = Some(comparable);
        comparable
    }

    /// The indices of the words of a value that contain pointers.
    pub(crate) fn pointer_words(&mut self, ty: TypeId) -> Vec<u32> {
        let mut words = Vec::new();
        self.push_pointer_words(ty, 0, &mut words);
        words
    }

    /// The indices of the slots of a value that contain pointers.
    pub(crate) fn pointer_slots(&mut self, ty: TypeId) -> Vec<u32> {
        if self.layout_of(ty).is_indirect() { vec![0] } else { self.pointer_words(ty) }
    }

    fn push_pointer_words(&mut self, ty: TypeId, at: u64, words: &mut Vec<u32>) {
        let layout = self.layout_of(ty);
        if !layout.has_pointers {
            return;
        }
        let word = (at / 8) as u32;
        match layout.shape {
            Shape::Str | Shape::Ptr | Shape::Slice => words.push(word),
            Shape::Iface => words.push(word + 1),
            Shape::Struct => {
                let Type::Struct(fields) = self.program.types.underlying_structure(ty) else {
                    panic_broken_invariant("structs have fields")
                };
                let offsets = self.layouts.offsets(ty);
                for (field, offset) in fields.iter().zip(offsets.iter()) {
                    self.push_pointer_words(field.ty, at + offset, words);
                }
            }
            Shape::Array => {
                let Type::Array(elem, len) = *self.program.types.underlying_structure(ty) else {
                    panic_broken_invariant("arrays have elements")
                };
                let size = self.layout_of(elem).size;
                for i in 0..len {
                    self.push_pointer_words(elem, at + i * size, words);
                }
            }
            _ => {}
        }
    }
}
