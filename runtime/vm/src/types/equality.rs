//! Equality and hashing of Go values in memory, driven by their type descriptors.
//!
//! Maps, `==`, switches on interfaces and reflection share exactly these rules.

mod deep;

use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_bytecode::type_word::type_of;

/// Why values could not be compared or hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotComparable {
    /// A value of this type cannot be compared.
    Type(TypeId),
    /// The values are nested so deeply that Go's stack would overflow.
    TooDeep,
}

/// More deeply nested values are handled by [`deep`], which needs no native stack.
const MAX_NATIVE_DEPTH: u32 = 100;

/// Reads a value of type `T` at `p + offset`.
///
/// # Safety
/// A `T` must lie at `p + offset`, at any alignment.
#[inline(always)]
pub(crate) unsafe fn read<T: Copy>(p: *const u8, offset: usize) -> T {
    // SAFETY: the caller's promise.
    unsafe { p.add(offset).cast::<T>().read_unaligned() }
}

/// The bytes of a Go string whose two words lie at `p`.
///
/// # Safety
/// A string must lie at `p`; strings are never changed.
#[inline(always)]
pub(crate) unsafe fn string_at<'a>(p: *const u8) -> &'a [u8] {
    // SAFETY: the caller promises that a string lies at `p`.
    unsafe {
        let (data, len) = (read::<*const u8>(p, 0), read::<usize>(p, 8));
        if len == 0 { empty_bytes() } else { std::slice::from_raw_parts(data, len) }
    }
}

/// The bytes of an empty string or slice. The address of these bytes can be read, unlike that of `&[]`: the C library
/// also compares zero bytes at an unmapped address, but takes hundreds of cycles for it (microcode completes a masked
/// load that would fault).
#[inline(always)]
pub(crate) fn empty_bytes() -> &'static [u8] {
    /// Aligned for an element of any type.
    #[repr(align(64))]
    struct AlignedBuffer([u8; 64]);
    static ZERO_BYTES: AlignedBuffer = AlignedBuffer([0; 64]);
    &ZERO_BYTES.0[..0]
}

/// Reports whether two values of type `ty` in memory are equal, as by `==`.
///
/// # Errors
/// Returns [`NotComparable`] when an interface inside a value holds a type without `==`.
///
/// # Safety
/// Values of type `ty` must lie at `a` and `b`.
pub(crate) unsafe fn values_equal(
    types: &[RType],
    ty: TypeId,
    a: *const u8,
    b: *const u8,
) -> Result<bool, NotComparable> {
    // SAFETY: the caller's promise.
    unsafe { equal_at(types, ty, a, b, 0) }
}

pub(crate) unsafe fn equal_at(
    types: &[RType],
    ty: TypeId,
    a: *const u8,
    b: *const u8,
    depth: u32,
) -> Result<bool, NotComparable> {
    let t = &types[ty.0 as usize];
    // SAFETY: the caller promises that values of the type lie at both places.
    unsafe {
        if t.is_regular_memory {
            let size = t.size as usize;
            return Ok(std::slice::from_raw_parts(a, size) == std::slice::from_raw_parts(b, size));
        }
        Ok(match t.kind {
            Kind::Float32 => read::<f32>(a, 0) == read::<f32>(b, 0),
            Kind::Float64 => read::<f64>(a, 0) == read::<f64>(b, 0),
            Kind::Complex64 => read::<[f32; 2]>(a, 0) == read::<[f32; 2]>(b, 0),
            Kind::Complex128 => read::<[f64; 2]>(a, 0) == read::<[f64; 2]>(b, 0),
            Kind::String => string_at(a) == string_at(b),
            _ if depth > MAX_NATIVE_DEPTH => return deep::deep_equal(types, ty, a, b),
            Kind::Interface => {
                let (a, b) = (read(a, 0), read(b, 0));
                return equal_dynamic(types, a, b, depth + 1);
            }
            Kind::Array => {
                let size = types[t.elem.0 as usize].size as usize;
                for i in 0..t.len as usize {
                    if !equal_at(types, t.elem, a.add(i * size), b.add(i * size), depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            Kind::Struct => {
                for field in t.fields.iter().filter(|f| &*f.name != "_") {
                    let at = field.offset as usize;
                    if !equal_at(types, field.ty, a.add(at), b.add(at), depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            Kind::Slice | Kind::Map | Kind::Func => return Err(NotComparable::Type(ty)),
            _ => {
                let size = t.size as usize;
                std::slice::from_raw_parts(a, size) == std::slice::from_raw_parts(b, size)
            }
        })
    }
}

/// Reports whether two interface values are equal: the same dynamic type, and equal values of that type.
///
/// # Errors
/// Returns [`NotComparable`] when both have the same type and the type has no `==`.
///
/// # Safety
/// Both must be interface values (type id, data) of the program with these types.
pub(crate) unsafe fn equal_interfaces(
    types: &[RType],
    a: [u64; 2],
    b: [u64; 2],
) -> Result<bool, NotComparable> {
    // SAFETY: the caller's promise.
    unsafe { equal_dynamic(types, a, b, 0) }
}

unsafe fn equal_dynamic(
    types: &[RType],
    a: [u64; 2],
    b: [u64; 2],
    depth: u32,
) -> Result<bool, NotComparable> {
    if a[0] != b[0] {
        return Ok(false);
    }
    if a[0] == 0 {
        return Ok(true);
    }
    let ty = type_of(a[0]);
    let t = &types[ty.0 as usize];
    if !t.is_comparable {
        return Err(NotComparable::Type(ty));
    }
    // SAFETY: the type says whether the data words are the values or their addresses.
    unsafe { equal_at(types, ty, data_of(t, &a[1]), data_of(t, &b[1]), depth) }
}

/// The address of the value in an interface with the data word `*word`.
#[inline(always)]
pub(crate) fn data_of(t: &RType, word: &u64) -> *const u8 {
    if t.is_in_data_word { std::ptr::from_ref(word).cast() } else { *word as *const u8 }
}

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
/// Mixes a word into a hash: the two halves of a 128-bit product.
#[inline(always)]
pub(crate) fn mix_word(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(MULTIPLIER | 1);
    (product as u64) ^ (product >> 64) as u64
}

/// Hashes bytes.
#[inline]
pub(crate) fn hash_bytes(seed: u64, bytes: &[u8]) -> u64 {
    let mut hash = mix_word(seed, bytes.len() as u64);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks have 8 bytes"));
        hash = mix_word(hash.wrapping_add(MULTIPLIER), word);
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        hash = mix_word(hash.wrapping_add(MULTIPLIER), u64::from_le_bytes(last));
    }
    mix_word(hash, seed ^ 0x517c_c1b7_2722_0a95)
}

/// Hashes a float so that equal floats have equal hashes; a NaN equals nothing and may have any hash.
fn hash_float(seed: u64, f: f64) -> u64 {
    if f.is_nan() {
        // Each NaN is a key of its own: with one hash for all, maps of many NaNs would be slow. Any number that differs
        // between calls suffices as the hash.
        return mix_word(seed, minigo_sched::read_cycle_counter());
    }
    mix_word(seed, if f == 0.0 { 0 } else { f.to_bits() })
}

/// Hashes a value of type `ty` in memory; equal values have equal hashes.
///
/// # Errors
/// Returns [`NotComparable`] when the value contains (in an interface) a type without `==`.
///
/// # Safety
/// A value of type `ty` must lie at `p`.
pub(crate) unsafe fn hash(
    types: &[RType],
    ty: TypeId,
    p: *const u8,
    seed: u64,
) -> Result<u64, NotComparable> {
    // SAFETY: the caller's promise.
    unsafe { hash_at(types, ty, p, seed, 0) }
}

pub(crate) unsafe fn hash_at(
    types: &[RType],
    ty: TypeId,
    p: *const u8,
    seed: u64,
    depth: u32,
) -> Result<u64, NotComparable> {
    let t = &types[ty.0 as usize];
    // SAFETY: the caller promises that a value of the type lies at `p`.
    unsafe {
        if t.is_regular_memory {
            return Ok(hash_bytes(seed, std::slice::from_raw_parts(p, t.size as usize)));
        }
        Ok(match t.kind {
            Kind::Float32 => hash_float(seed, f64::from(read::<f32>(p, 0))),
            Kind::Float64 => hash_float(seed, read::<f64>(p, 0)),
            Kind::Complex64 => {
                let [re, im] = read::<[f32; 2]>(p, 0);
                hash_float(hash_float(seed, f64::from(re)), f64::from(im))
            }
            Kind::Complex128 => {
                let [re, im] = read::<[f64; 2]>(p, 0);
                hash_float(hash_float(seed, re), im)
            }
            Kind::String => hash_bytes(seed, string_at(p)),
            _ if depth > MAX_NATIVE_DEPTH => return deep::hash(types, ty, p, seed),
            Kind::Interface => {
                let [ty, word] = read::<[u64; 2]>(p, 0);
                let dynamic = type_of(ty);
                if dynamic.0 == 0 {
                    return Ok(mix_word(seed, 0));
                }
                let t = &types[dynamic.0 as usize];
                if !t.is_comparable {
                    return Err(NotComparable::Type(dynamic));
                }
                hash_at(
                    types,
                    dynamic,
                    data_of(t, &word),
                    mix_word(seed, dynamic.0.into()),
                    depth + 1,
                )?
            }
            Kind::Array => {
                let size = types[t.elem.0 as usize].size as usize;
                let mut sum = seed;
                for i in 0..t.len as usize {
                    sum = hash_at(types, t.elem, p.add(i * size), sum, depth + 1)?;
                }
                sum
            }
            Kind::Struct => {
                let mut sum = seed;
                for field in t.fields.iter().filter(|f| &*f.name != "_") {
                    sum = hash_at(types, field.ty, p.add(field.offset as usize), sum, depth + 1)?;
                }
                sum
            }
            Kind::Slice | Kind::Map | Kind::Func => return Err(NotComparable::Type(ty)),
            _ => hash_bytes(seed, std::slice::from_raw_parts(p, t.size as usize)),
        })
    }
}
