//! The run-time types of a machine: the program's types, and the types that reflection makes while the program runs.
//!
//! Values only carry type ids; this module has their meaning. [`equality`] compares and hashes values, [`value`] has Go
//! values as Rust types, [`show`] prints them, and [`shown_value`] lays out the values that a session shows.
//! [`identity`] determines when two types are identical, and [`descriptors`] has the memory that represents a type as a
//! Go pointer.

mod descriptors;
pub(crate) mod equality;
mod identity;
pub(crate) mod show;
pub(crate) mod shown_value;
pub mod value;

use crate::memory::table::{Owner, Table, TableFull, TableWriter};
use crate::types::descriptors::Descriptors;
use hashbrown::{HashMap, HashTable};
use minigo_bytecode::operand::{FuncId, MethodId, TypeId};
use minigo_bytecode::relocate::map_type;
use minigo_bytecode::rtype::{Kind, MethodName, RMethod, RType};
use minigo_bytecode::type_word::{ITAB_OFFSET, MAX_TYPES, TYPE_STRIDE};
use minigo_heap::Desc;
use parking_lot::RwLock;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};

/// The initial room for types that reflection makes.
const INITIAL_REFLECTED_TYPES: usize = 64;

/// All types. The program's types have their ids in `Program::types`; types made by reflection follow.
pub struct Types {
    /// The newest block of types: the types below `len` exist and never change. When the block is full, its types move
    /// to a block of twice the size, but the old block stays unchanged: so a slice of the types can be used without a
    /// lock while others are added. `len` is published after the block that has that many types, and must be read
    /// before `newest_block`.
    newest_block: AtomicPtr<RType>,
    len: AtomicU32,
    methods: Table<MethodName>,
    /// Whether reflection has made any type.
    has_reflected_types: AtomicBool,
    index: RwLock<TypeIndex>,
    descriptors: Arc<Descriptors>,
    /// Whether interface values have Go's layout.
    go_layout: bool,
    /// How many of the first types belong to another machine, and lie in its block until this machine adds types.
    shared_count: u32,
}

/// Results of searches, kept for later.
#[derive(Default)]
struct TypeIndex {
    /// The number of types for which the newest block has room.
    capacity: usize,
    /// The earlier blocks, with the number of types for which they have room. The newest block owns their types.
    outgrown_blocks: Vec<(*mut RType, usize)>,
    /// The types without names by their components. The index is made at the first request: most programs make no
    /// types.
    types_by_components: Option<HashTable<TypeId>>,
    /// The types that reflection has made.
    reflected_types: Vec<TypeId>,
    implements_cache: HashMap<(TypeId, TypeId), bool>,
}

// SAFETY: types are immutable once published, and published under the lock by a release store of `len`.
unsafe impl Send for Types {}

// SAFETY: as above.
unsafe impl Sync for Types {}

impl Types {
    /// The types of a program.
    #[must_use]
    pub fn new(own: Vec<RType>, methods: Vec<MethodName>) -> Self {
        Self::with_layout(own, Table::fixed(methods), false)
    }

    /// The types of a program; in Go's layout, the first words of interface values are addresses of descriptors.
    pub(crate) fn with_layout(
        own: Vec<RType>,
        methods: Table<MethodName>,
        go_layout: bool,
    ) -> Self {
        let len = own.len() as u32;
        let mut room = ManuallyDrop::new(Vec::with_capacity(own.len() + INITIAL_REFLECTED_TYPES));
        room.extend(own);
        let index = TypeIndex { capacity: room.capacity(), ..TypeIndex::default() };
        let types = Self {
            newest_block: AtomicPtr::new(room.as_mut_ptr()),
            len: AtomicU32::new(len),
            methods,
            has_reflected_types: AtomicBool::new(false),
            index: RwLock::new(index),
            descriptors: Arc::default(),
            go_layout,
            shared_count: 0,
        };
        if types.has_descriptors() {
            types.fill_descriptors(TypeId(0));
        }
        types
    }

    /// Returns these types, for another machine, together with the types that an earlier machine has left. The types
    /// belong to a complete program that has not run: reflection has made none.
    ///
    /// # Safety
    /// The owner holds these types. The types left by an earlier machine are of the same program, and no machine uses
    /// them.
    pub(crate) unsafe fn share_with(&self, owner: &Owner, left: Option<ReusableTypes>) -> Self {
        // SAFETY: the caller's promise.
        let methods = unsafe { self.methods.shared(owner) };
        if self.go_layout {
            return Self::with_layout(self.current_types().to_vec(), methods, true);
        }
        let len = self.current_types().len();
        let ReusableTypes { descriptors, reflected_types: made } = left.unwrap_or_default();
        let types = Self {
            newest_block: AtomicPtr::new(self.newest_block.load(Ordering::Acquire)),
            len: AtomicU32::new(len as u32),
            methods,
            has_reflected_types: AtomicBool::new(false),
            // No room: adding a type moves all types to a block of this machine.
            index: RwLock::new(TypeIndex { capacity: len, ..TypeIndex::default() }),
            descriptors,
            go_layout: false,
            shared_count: len as u32,
        };
        for ty in &*made {
            let _ = types
                .descriptor_address_of(types.add_reflected(&mut types.index.write(), ty.clone()));
        }
        types
    }

    /// All current types.
    #[inline(always)]
    #[must_use]
    pub fn current_types(&self) -> &[RType] {
        // This acquire is the partner of the release in `intern_type`: the block is the one that had that many types,
        // or a newer one.
        let len = self.len.load(Ordering::Acquire) as usize;
        let all = self.newest_block.load(Ordering::Acquire);
        // SAFETY: that many types exist, and neither they nor their block ever change.
        unsafe { std::slice::from_raw_parts(all, len) }
    }

    /// The type with this id.
    ///
    /// # Panics
    /// Panics when there is no such type: an id always comes from this table or from the program.
    #[inline]
    #[must_use]
    pub fn get(&self, id: TypeId) -> &RType {
        &self.current_types()[id.0 as usize]
    }

    /// The id of the type identical to `ty`, which has no name; adds `ty`, with its text, if there is none.
    pub fn intern_type(&self, mut ty: RType) -> TypeId {
        let mut index = self.index.write();
        self.has_reflected_types.store(true, Ordering::Relaxed);
        if let Some(known) = self.find(&mut index, &ty) {
            return known;
        }
        ty.string = self.text(&ty).into();
        self.add_reflected(&mut index, ty)
    }

    fn add_reflected(&self, index: &mut TypeIndex, ty: RType) -> TypeId {
        let id = self.push(index, ty);
        index.reflected_types.push(id);
        id
    }

    /// The identical type among the types without names.
    fn find(&self, index: &mut TypeIndex, ty: &RType) -> Option<TypeId> {
        let by_parts = index
            .types_by_components
            .get_or_insert_with(|| types_by_components(self.current_types()));
        by_parts.find(identity::hash(ty), |&id| identity::are_identical(ty, self.get(id))).copied()
    }

    /// Adds types of the program itself, one after the other, unless reflection has made any type. `map` gives the
    /// machine's ids of types in their descriptors.
    pub(crate) fn add_all(
        &self,
        types: Vec<RType>,
        map: impl Fn(TypeId) -> TypeId,
    ) -> Result<(), Vec<RType>> {
        let mut index = self.index.write();
        if self.has_reflected_types.load(Ordering::Relaxed) {
            return Err(types);
        }
        for mut ty in types {
            map_type(&mut ty, &map);
            self.push(&mut index, ty);
        }
        Ok(())
    }

    /// Adds a type of the program itself, or finds the identical type that reflection has made. The flag says whether
    /// the type is new.
    pub(crate) fn add(&self, ty: RType) -> (TypeId, bool) {
        let mut index = self.index.write();
        if ty.name.is_empty()
            && let Some(known) = self.find(&mut index, &ty)
        {
            return (known, false);
        }
        (self.push(&mut index, ty), true)
    }

    fn push(&self, index: &mut TypeIndex, mut ty: RType) -> TypeId {
        ty.is_in_data_word = ty.lies_in_data_word(self.go_layout);
        let at = self.len.load(Ordering::Relaxed);
        if let (Some(by_parts), true) = (&mut index.types_by_components, ty.name.is_empty()) {
            let hash_of = |id: &TypeId| identity::hash(self.get(*id));
            by_parts.insert_unique(identity::hash(&ty), TypeId(at), hash_of);
        }
        if at as usize == index.capacity {
            self.move_to_larger_block(index);
        }
        let all = self.newest_block.load(Ordering::Relaxed);
        // SAFETY: the place is within the room, it is not read before `len` includes it, and the lock is held.
        unsafe { all.add(at as usize).write(ty) };
        self.len.store(at + 1, Ordering::Release);
        self.fill_descriptors(TypeId(at));
        TypeId(at)
    }

    /// Adds names of methods.
    pub(crate) fn add_method_names(
        &self,
        writer: &TableWriter,
        names: impl IntoIterator<Item = MethodName>,
    ) -> Result<(), TableFull> {
        self.methods.append_entries(writer, names)
    }

    /// Changes a type's methods or texts. Discards the results of searches.
    ///
    /// # Safety
    /// No goroutine runs that reads this type.
    pub(crate) unsafe fn change_type(&self, id: TypeId, change: impl FnOnce(&mut RType)) {
        let mut index = self.index.write();
        index.implements_cache.clear();
        let all = self.newest_block.load(Ordering::Relaxed);
        assert!(id.0 < self.len.load(Ordering::Relaxed), "the type is in the table");
        // SAFETY: the caller's promise.
        let ty = unsafe { &mut *all.add(id.0 as usize) };
        change(ty);
        ty.is_in_data_word = ty.lies_in_data_word(self.go_layout);
        // SAFETY: the caller's promise.
        unsafe { self.descriptors.refill_changed(id, ty) };
    }

    /// Updates the texts of types made by reflection from the current texts of their components.
    ///
    /// # Safety
    /// No goroutine runs.
    pub(crate) unsafe fn update_reflected_texts(&self) {
        // A type is made after its components.
        let made = self.index.read().reflected_types.clone();
        for id in made {
            let text = self.text(self.get(id));
            // SAFETY: the caller's promise.
            unsafe { self.change_type(id, |ty| ty.string = text.into()) };
        }
    }

    /// Moves the types to a block of twice the size.
    #[cold]
    fn move_to_larger_block(&self, index: &mut TypeIndex) {
        let (old, full) = (self.newest_block.load(Ordering::Relaxed), index.capacity);
        let mut room = ManuallyDrop::new(Vec::<RType>::with_capacity(2 * full));
        // SAFETY: the old block is full and the new one larger. The copies are the types from now on: the types in the
        // old block are only read, never dropped.
        unsafe { room.as_mut_ptr().copy_from_nonoverlapping(old, full) };
        if full != self.shared_count as usize {
            index.outgrown_blocks.push((old, full));
        }
        index.capacity = room.capacity();
        self.newest_block.store(room.as_mut_ptr(), Ordering::Release);
    }

    /// The approximate cost in bytes of one more type with a text of `text` bytes; more than any memory if there can be
    /// no more types.
    #[must_use]
    pub fn memory_cost_of_type(&self, text: usize) -> usize {
        let len = self.current_types().len();
        if len as u64 >= MAX_TYPES {
            return usize::MAX / 2;
        }
        let full = len == self.index.read().capacity;
        let moved = if full { 2 * self.current_types().len() } else { 1 };
        moved * size_of::<RType>() + 2 * text + 256
    }

    /// The address of the memory that represents a type, in the layout of Go's descriptors; 0 for no type. The address
    /// stays valid as long as the machine.
    #[inline]
    #[must_use]
    pub fn descriptor_address_of(&self, id: TypeId) -> u64 {
        if id.0 == 0 { 0 } else { self.descriptors.descriptor_address(id, self.get(id)) }
    }

    /// Reports whether interface values have Go's layout.
    #[inline]
    #[must_use]
    pub fn has_go_layout(&self) -> bool {
        self.go_layout
    }

    /// The first word of an `any` that holds a value of this type; 0 for none.
    #[inline]
    #[must_use]
    pub fn interface_word(&self, id: TypeId) -> u64 {
        if self.go_layout { self.descriptor_address_of(id) } else { id.0.into() }
    }

    /// The first word of a value of the interface type `iface` with the dynamic type of `word`.
    #[inline]
    #[must_use]
    pub fn interface_word_in(&self, iface: TypeId, word: u64) -> u64 {
        if !self.go_layout || word == 0 {
            return word;
        }
        let without = word & !(TYPE_STRIDE - 1);
        if self.get(iface).methods.is_empty() { without } else { without + ITAB_OFFSET }
    }

    /// The address of the first descriptor, or 0 if interface values do not point to descriptors. Type `n` has the
    /// `n`th descriptor, and the first is zero.
    #[must_use]
    pub(crate) fn first_descriptor(&self) -> u64 {
        if self.go_layout { self.descriptors.base_address() } else { 0 }
    }

    /// Reports whether the system provides the addresses of descriptors, if interface values point to them.
    #[must_use]
    pub(crate) fn has_descriptors(&self) -> bool {
        !self.go_layout || self.descriptors.has_region()
    }

    /// Fills the descriptors of the types from `from` on, to which interface values may point from now on.
    fn fill_descriptors(&self, from: TypeId) {
        if self.go_layout {
            for id in from.0.max(1)..self.current_types().len() as u32 {
                let _filled = self.descriptor_address_of(TypeId(id));
            }
        }
    }

    /// The name of a method.
    #[must_use]
    pub fn method_name(&self, id: MethodId) -> &MethodName {
        &self.methods[id.0 as usize]
    }

    /// The method of a type (other than an interface) that an interface call runs.
    #[must_use]
    pub fn find_method(&self, ty: TypeId, method: MethodId) -> Option<&RMethod> {
        self.get(ty).methods.iter().find(|m| m.method == method)
    }

    /// The function that a call of `method` runs on a value of type `ty`.
    #[must_use]
    pub fn method_func(&self, ty: TypeId, method: MethodId) -> Option<FuncId> {
        self.find_method(ty, method)?.func
    }

    /// Reports whether `ty` has all methods of the interface type `iface`.
    #[must_use]
    pub fn implements(&self, ty: TypeId, iface: TypeId) -> bool {
        if self.get(iface).methods.is_empty() {
            return true;
        }
        if let Some(&known) = self.index.read().implements_cache.get(&(ty, iface)) {
            return known;
        }
        let answer = self.missing_method(ty, iface).is_none();
        self.index.write().implements_cache.insert((ty, iface), answer);
        answer
    }

    /// The first method of `iface` that `ty` lacks.
    #[must_use]
    pub fn missing_method(&self, ty: TypeId, iface: TypeId) -> Option<MethodId> {
        let has = &self.get(ty).methods;
        let wants = &self.get(iface).methods;
        let missing =
            wants.iter().find(|w| !has.iter().any(|h| h.method == w.method && h.sig == w.sig));
        missing.map(|w| w.method)
    }

    /// The heap descriptor of an object of values of type `ty`.
    #[inline]
    #[must_use]
    pub fn heap_desc(&self, ty: TypeId) -> Desc {
        if self.get(ty).has_pointers { desc_of(ty) } else { Desc::NO_SCAN }
    }

    /// Reports whether the type is an interface.
    #[must_use]
    pub fn is_iface(&self, ty: TypeId) -> bool {
        self.get(ty).kind == Kind::Interface
    }
}

/// The types that a machine leaves for another one at the same addresses.
#[derive(Clone, Default)]
pub(crate) struct ReusableTypes {
    pub(crate) descriptors: Arc<Descriptors>,
    /// The types that reflection has made.
    reflected_types: Arc<[RType]>,
}

impl Types {
    /// The types that this machine leaves for another one; `None` if interface values point to the descriptors.
    pub(crate) fn reusable_types(&self) -> Option<ReusableTypes> {
        let made = self.current_types()[self.shared_count as usize..].into();
        (!self.go_layout)
            .then(|| ReusableTypes { descriptors: self.descriptors.clone(), reflected_types: made })
    }
}

impl Drop for Types {
    fn drop(&mut self) {
        if self.shared_count != 0 {
            // The descriptors of types that another machine makes will lie at the same places.
            self.descriptors.clear_places(self.shared_count..*self.len.get_mut());
        }
        let (len, all) = (*self.len.get_mut() as usize, *self.newest_block.get_mut());
        let index = self.index.get_mut();
        let shared = self.shared_count as usize;
        // SAFETY: this value owns exactly these types.
        unsafe {
            std::ptr::slice_from_raw_parts_mut(all.add(shared), len - shared).drop_in_place();
        };
        if index.capacity != shared {
            // SAFETY: these are the parts of a vector that was taken apart; its types have been dropped.
            drop(unsafe { Vec::from_raw_parts(all, 0, index.capacity) });
        }
        for &(block, capacity) in &index.outgrown_blocks {
            // SAFETY: as above; the types of this block were moved to the newest one.
            drop(unsafe { Vec::from_raw_parts(block, 0, capacity) });
        }
    }
}

/// The descriptor of an object with one or more values of a type that has pointers.
#[must_use]
pub const fn desc_of(ty: TypeId) -> Desc {
    Desc(ty.0 << 2 | 1)
}

/// An index of all types without names.
fn types_by_components(all: &[RType]) -> HashTable<TypeId> {
    let mut index = HashTable::new();
    let hash_of = |id: &TypeId| identity::hash(&all[id.0 as usize]);
    for (id, ty) in all.iter().enumerate().skip(1).filter(|(_, ty)| ty.name.is_empty()) {
        index.insert_unique(identity::hash(ty), TypeId(id as u32), hash_of);
    }
    index
}

/// The descriptor of a closure of a function: its first word is its code, captures follow.
#[must_use]
pub const fn desc_of_closure(func: FuncId) -> Desc {
    Desc(func.0 << 2 | 2)
}

/// The descriptor of an object of the VM itself, any word of which may be a pointer.
pub const DESC_ANY: Desc = Desc(3);

/// The descriptor of a table of a map of type `map`: the table's index must not be taken for pointers. (The number 0,
/// which no type has, gives [`DESC_ANY`].)
pub(crate) const fn desc_of_table(map: TypeId) -> Desc {
    Desc(map.0 << 2 | 3)
}

/// The type of the map to which a table belongs; `None` if the object is no table.
pub(crate) const fn table_of(desc: Desc) -> Option<TypeId> {
    let is_table = desc.0 & 3 == 3 && desc.0 & Desc::IN_USE == 0 && desc.0 != DESC_ANY.0;
    if is_table { Some(TypeId(desc.0 >> 2)) } else { None }
}

/// The descriptor of a channel, whose elements lie outside the heap.
pub(crate) const DESC_CHAN: Desc = Desc(7 | Desc::IN_USE);
