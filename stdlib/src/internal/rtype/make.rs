//! Types made at run time.
//!
//! For a few kinds of types, this module repeats the compiler's computation of size and pointers. The machine gives the
//! new types their names.

use minigo_bytecode::operand::{FuncId, TypeId};
use minigo_bytecode::rtype::{Kind, RField, RMethod, RType};
use minigo_bytecode::type_word::type_of;
use minigo_vm::convert::{GoFunc, GoSlice, GoStr};
use minigo_vm::native::NativeCx;
use minigo_vm::types::Types;

/// The longest array in words whose pointers are listed one by one; longer arrays use their element's list.
const MAX_POINTER_WORDS: u64 = 1024;

/// Returns a type of one word that holds a pointer.
fn reference_type(kind: Kind) -> RType {
    let mut ty = RType::new(kind, 8, 8, "");
    ty.is_regular_memory = true;
    ty.pointer_words = vec![0];
    ty.has_pointers = true;
    ty
}

fn array_type(types: &Types, elem: TypeId, len: u64) -> RType {
    let e = types.get(elem);
    // The library has checked that the size does not overflow.
    let size = e.size.saturating_mul(len);
    let mut ty = RType::new(Kind::Array, size, e.align, "");
    (ty.elem, ty.len) = (elem, len);
    (ty.is_comparable, ty.is_regular_memory) = (e.is_comparable, e.is_regular_memory);
    ty.has_pointers = e.has_pointers && len > 0;
    if ty.has_pointers && size / 8 <= MAX_POINTER_WORDS {
        let words = (e.size / 8) as u32;
        ty.pointer_words = (0..len as u32)
            .flat_map(|i| e.pointer_words.iter().map(move |p| i * words + p))
            .collect();
    }
    ty
}

fn function_type(params: &[TypeId], results: &[TypeId], variadic: bool) -> RType {
    let mut ty = reference_type(Kind::Func);
    (ty.is_comparable, ty.is_regular_memory) = (false, false);
    (ty.params, ty.results, ty.is_variadic) = (params.to_vec(), results.to_vec(), variadic);
    ty
}

pub(super) fn make_type(cx: &mut NativeCx, kind: u64, n: u64, parts: GoSlice<u64>) -> TypeId {
    let parts: Vec<TypeId> = parts.iter().map(|id| type_of(*id)).collect();
    let text = parts.iter().map(|id| cx.type_descriptor(*id).string.len()).sum::<usize>();
    cx.require_memory(cx.types().memory_cost_of_type(text));
    let types = cx.types();
    let ty = match kind {
        k if k == Kind::Pointer as u64 => {
            let known = types.get(parts[0]).pointer_to;
            if known.0 != 0 {
                return known;
            }
            let mut ty = reference_type(Kind::Pointer);
            ty.elem = parts[0];
            ty
        }
        k if k == Kind::Slice as u64 => {
            let mut ty = reference_type(Kind::Slice);
            (ty.elem, ty.size) = (parts[0], 24);
            (ty.is_comparable, ty.is_regular_memory) = (false, false);
            ty
        }
        k if k == Kind::Array as u64 => array_type(types, parts[0], n),
        k if k == Kind::Chan as u64 => {
            let mut ty = reference_type(Kind::Chan);
            (ty.elem, ty.chan_dir) = (parts[0], n as u8);
            ty
        }
        k if k == Kind::Map as u64 => {
            let mut ty = reference_type(Kind::Map);
            (ty.key, ty.elem) = (parts[0], parts[1]);
            (ty.is_comparable, ty.is_regular_memory) = (false, false);
            ty
        }
        _ => {
            let (params, results) = parts.split_at((n as u32) as usize);
            function_type(params, results, n >> 32 != 0)
        }
    };
    types.intern_type(ty)
}

#[allow(
    clippy::too_many_arguments,
    reason = "the function has the parameters of its Go declaration"
)]
pub(super) fn make_struct(
    cx: &mut NativeCx,
    names: GoSlice<GoStr>,
    tags: GoSlice<GoStr>,
    field_types: GoSlice<u64>,
    embedded: GoSlice<bool>,
    pkg_path: GoStr,
    of_interface: GoFunc,
    of_word: GoFunc,
) -> TypeId {
    let texts = names.iter().chain(tags.iter()).map(|s| s.len());
    let types = field_types.iter().map(|id| cx.type_descriptor(type_of(*id)).string.len());
    let text = texts.chain(types).sum::<usize>() + 100 * names.len();
    cx.require_memory(cx.types().memory_cost_of_type(text));
    let types = cx.types();
    let mut ty = RType::new(Kind::Struct, 0, 1, "");
    ty.is_regular_memory = true;
    let mut ends_in_nothing = false;
    for i in 0..names.len() {
        let id = type_of(field_types[i]);
        let f = types.get(id);
        let (name, tag) = (names[i].lossy(), tags[i].lossy());
        // The library has checked that the offset does not overflow.
        let offset = ty.size.saturating_add(u64::from(f.align) - 1) / u64::from(f.align)
            * u64::from(f.align);
        ty.is_regular_memory &= f.is_regular_memory && offset == ty.size;
        ty.is_comparable &= f.is_comparable;
        ty.has_pointers |= f.has_pointers;
        ty.pointer_words.extend(f.pointer_words.iter().map(|p| (offset / 8) as u32 + p));
        ty.size = offset.saturating_add(f.size);
        ends_in_nothing = f.size == 0 && ty.size > 0;
        ty.align = ty.align.max(f.align);
        let exported = name.starts_with(char::is_uppercase);
        ty.fields.push(RField {
            name: name.as_str().into(),
            pkg_path: if exported { "".into() } else { pkg_path.lossy().into() },
            ty: id,
            offset,
            tag: tag.as_str().into(),
            is_embedded: embedded[i],
        });
    }
    // A pointer to a last field of size 0 must not point to the next object, so the struct gets a byte of padding.
    let size = ty.size + u64::from(ends_in_nothing);
    let size = size.checked_next_multiple_of(u64::from(ty.align)).unwrap_or(size);
    ty.is_regular_memory &= size == ty.size;
    ty.size = size;
    let refusals = [cx.function(of_interface), cx.function(of_word)];
    ty.methods = promoted_methods(cx.types(), &ty, refusals);
    cx.types().intern_type(ty)
}

/// Returns the methods that a struct's embedded fields promote. The library has checked that an embedded field that has
/// methods and is no interface is the struct's first field.
fn promoted_methods(types: &Types, ty: &RType, refusals: [Option<FuncId>; 2]) -> Vec<RMethod> {
    let mut methods: Vec<RMethod> = Vec::new();
    for field in ty.fields.iter().filter(|f| f.is_embedded) {
        let of = types.get(field.ty);
        for &method in &of.methods {
            // The func of a method takes the data word of an interface as receiver: a value up to the size of a word
            // with its sign extended, otherwise an address. The address of the first field is the struct's address. (In
            // Go's layout only pointers are held as values, and a struct with a pointer as its first field has no more
            // fields.)
            let signed = matches!(of.kind, Kind::Int8 | Kind::Int16 | Kind::Int32);
            let func = match (of.kind, method.promoted) {
                (Kind::Interface, _) => refusals[0],
                _ if matches!(of.size, 0 | 9..) || types.has_go_layout() => method.func,
                _ if of.size == ty.size && !signed => method.func,
                (_, Some(promoted)) if ty.size > 8 => Some(promoted.address_func),
                (_, promoted) => promoted.map(|promoted| promoted.word_func),
            };
            if methods.iter().all(|m| m.method != method.method) {
                methods.push(RMethod { func: func.or(refusals[1]), promoted: None, ..method });
            }
        }
    }
    methods.sort_by_key(|m| {
        let name = types.method_name(m.method);
        (name.name.clone(), name.pkg_path.clone())
    });
    methods
}
