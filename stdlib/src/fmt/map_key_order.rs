//! The order in which package fmt prints the entries of a map.
//!
//! The functions compare values in memory by their types; they print nothing.

use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_bytecode::type_word::type_of;
use minigo_vm::types::Types;
use std::cmp::Ordering;

/// Reads a `T` at `p`.
///
/// # Safety
/// A `T` lies at `p`.
unsafe fn read<T: Copy>(p: *const u8) -> T {
    // SAFETY: the caller promises that a `T` lies at `p`.
    unsafe { p.cast::<T>().read_unaligned() }
}

/// Compares two floats; NaNs sort first and are equal.
fn compare_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

/// Compares two values of type `ty`. Numbers and strings have their usual order; NaN, false and nil come first;
/// pointers are ordered by address, structs and arrays by their parts, and interfaces by type.
///
/// # Safety
/// Values of the type lie at `a` and `b`.
pub(crate) unsafe fn compare(types: &Types, ty: TypeId, a: *const u8, b: *const u8) -> Ordering {
    let t = types.get(ty);
    // SAFETY: the caller promises values of the type at `a` and `b`; parts lie in them by the layout of the type.
    unsafe {
        match t.kind {
            Kind::Int8 => read::<i8>(a).cmp(&read(b)),
            Kind::Int16 => read::<i16>(a).cmp(&read(b)),
            Kind::Int32 => read::<i32>(a).cmp(&read(b)),
            Kind::Int | Kind::Int64 => read::<i64>(a).cmp(&read(b)),
            Kind::Bool | Kind::Uint8 => read::<u8>(a).cmp(&read(b)),
            Kind::Uint16 => read::<u16>(a).cmp(&read(b)),
            Kind::Uint32 => read::<u32>(a).cmp(&read(b)),
            Kind::Uint | Kind::Uint64 | Kind::Uintptr => read::<u64>(a).cmp(&read(b)),
            Kind::Pointer | Kind::UnsafePointer | Kind::Chan => read::<u64>(a).cmp(&read(b)),
            Kind::Float32 => compare_floats(read::<f32>(a).into(), read::<f32>(b).into()),
            Kind::Float64 => compare_floats(read(a), read(b)),
            Kind::Complex64 => compare_floats(read::<f32>(a).into(), read::<f32>(b).into())
                .then_with(|| {
                    compare_floats(read::<f32>(a.add(4)).into(), read::<f32>(b.add(4)).into())
                }),
            Kind::Complex128 => compare_floats(read(a), read(b))
                .then_with(|| compare_floats(read(a.add(8)), read(b.add(8)))),
            Kind::String => string_bytes(a).cmp(string_bytes(b)),
            Kind::Struct => t
                .fields
                .iter()
                .map(|f| compare(types, f.ty, a.add(f.offset as usize), b.add(f.offset as usize)))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal),
            Kind::Array => {
                let size = types.get(t.elem).size as usize;
                (0..t.len as usize)
                    .map(|i| compare(types, t.elem, a.add(i * size), b.add(i * size)))
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal)
            }
            Kind::Interface => {
                compare_interfaces(types, &read::<[u64; 2]>(a), &read::<[u64; 2]>(b))
            }
            _ => Ordering::Equal,
        }
    }
}

/// Returns the bytes of the string at `p`.
///
/// # Safety
/// A string lies at `p`, and its bytes do not change.
unsafe fn string_bytes<'a>(p: *const u8) -> &'a [u8] {
    // SAFETY: the caller promises that a string lies at `p` and that its bytes do not change.
    unsafe {
        let (data, len) = (read::<*const u8>(p), read::<usize>(p.add(8)));
        if len == 0 { &[] } else { std::slice::from_raw_parts(data, len) }
    }
}

/// Compares two interface values: nil first, then by dynamic type, then by value.
///
/// # Safety
/// Both `a` and `b` are interface values.
unsafe fn compare_interfaces(types: &Types, a: &[u64; 2], b: &[u64; 2]) -> Ordering {
    let (ta, tb) = (type_of(a[0]), type_of(b[0]));
    if ta.0 == 0 || tb.0 == 0 {
        return (ta.0 != 0).cmp(&(tb.0 != 0));
    }
    if ta != tb {
        let (x, y) = (types.get(ta), types.get(tb));
        return kind_rank(x).cmp(&kind_rank(y)).then_with(|| x.string.cmp(&y.string));
    }
    let data = |word: &u64| match types.get(ta).is_in_data_word {
        true => std::ptr::from_ref(word).cast::<u8>(),
        false => *word as *const u8,
    };
    // SAFETY: the type says whether an interface holds the value in its data word, or at the address in that word.
    unsafe { compare(types, ta, data(&a[1]), data(&b[1])) }
}

/// Returns the rank of an interface key's dynamic type. Go does not specify the order of types; this is the order of
/// Go's linker.
fn kind_rank(t: &RType) -> u32 {
    if t.kind == Kind::Struct {
        return 100;
    }
    if !t.pkg_path.is_empty() || t.name.is_empty() {
        return 0;
    }
    match t.kind {
        Kind::String => 1,
        Kind::Int8 => 2,
        Kind::Uint8 => 3,
        Kind::Int16 => 4,
        Kind::Uint16 => 5,
        Kind::Int32 => 6,
        Kind::Uint32 => 7,
        Kind::Int64 => 8,
        Kind::Uint64 => 9,
        Kind::Int => 20,
        Kind::Uint => 21,
        Kind::Bool => 60,
        kind => 30 + kind as u32,
    }
}
