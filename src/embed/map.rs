//! `HashMap` as Go's map.

use super::value::{Cx, Declarations, Go, GoTypes, Invalid, slots};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_vm::embed::GoMap;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

// SAFETY: a map is a pointer, `GoMap`.
unsafe impl<K, V, S> Go for HashMap<K, V, S>
where
    K: Go + Eq + Hash,
    V: Go,
    S: BuildHasher + Default + Send + Sync + 'static,
{
    const SIZE: usize = size_of::<GoMap>();
    const ALIGN: usize = align_of::<GoMap>();
    const HAS_POINTERS: bool = true;

    fn declare(declarations: &mut Declarations) -> String {
        let key = K::declare(declarations);
        format!("map[{key}]{}", V::declare(declarations))
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        let ty = types.get(id);
        let is_map = ty.kind == Kind::Map && ty.name.is_empty();
        is_map && K::is(types, ty.key) && V::is(types, ty.elem)
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        let ty = cx.known_types.find_type::<Self>(cx.native.types());
        let ty = ty.expect("the program has the types of its functions");
        let map = cx.native.make_map(ty, self.len());
        let (mut key_slots, mut value_slots) = (vec![0; slots::<K>()], vec![0; slots::<V>()]);
        for (key, value) in self {
            // SAFETY: the two vectors have the slots of a key and of a value.
            unsafe {
                key.write_slots(cx, key_slots.as_mut_ptr())?;
                value.write_slots(cx, value_slots.as_mut_ptr())?;
                let added = cx.native.set_map_entry(map, &key_slots, &value_slots);
                added.map_err(|_| Invalid::unhashable())?;
            }
        }
        // SAFETY: the caller keeps this function's contract.
        unsafe { to.cast::<GoMap>().write(map) };
        Ok(())
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        let map = unsafe { from.cast::<GoMap>().read() };
        // SAFETY: the map belongs to the machine, whose goroutines do not run.
        let count = unsafe { map.entry_count() };
        cx.read_referred_values::<(K, V), _>(count, || {
            let mut entries = Ok(Self::with_capacity_and_hasher(count, S::default()));
            let mut add = |key: *const u64, value: *const u64| {
                let Ok(read) = &mut entries else { return };
                // SAFETY: `key` and `value` point to the slots of the entry's key and value.
                match unsafe { (K::read(cx, key.cast()), V::read(cx, value.cast())) } {
                    (Ok(key), Ok(value)) => drop(read.insert(key, value)),
                    (Err(error), _) | (_, Err(error)) => entries = Err(error),
                }
            };
            // SAFETY: as above.
            unsafe { cx.native.each_map_entry(map, &mut add) };
            entries
        })
    }
}
