//! The run-time types of a machine: those of the program, and those that reflection makes while it runs.
//!
//! A module of its own because type ids are all that values carry: everybody asks here what they mean.

use hashbrown::HashMap;
use minigo_bytecode::operand::{FuncId, MethodId, TypeId};
use minigo_bytecode::rtype::{Kind, MethodName, RMethod, RType};
use minigo_heap::Desc;
use parking_lot::RwLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// How many types reflection can make.
const MADE_MAX: usize = 1 << 16;

/// All types. Ids of the program's types are theirs in `Program::types`; made ones follow.
pub struct Types {
    own: Box<[RType]>,
    methods: Box<[MethodName]>,
    /// Made types, each leaked until drop, so that references to them can be handed out without a lock.
    made: Box<[AtomicPtr<RType>]>,
    made_len: AtomicU32,
    /// Made types by their text and kind, and the results of "does this type implement that interface".
    index: RwLock<Index>,
}

#[derive(Default)]
struct Index {
    by_string: HashMap<Box<str>, Vec<TypeId>>,
    implements: HashMap<(TypeId, TypeId), bool>,
}

impl Types {
    /// The types of a program.
    #[must_use]
    pub fn new(own: Vec<RType>, methods: Vec<MethodName>) -> Self {
        let mut index = Index::default();
        for (id, ty) in own.iter().enumerate().skip(1) {
            index.by_string.entry_ref(&*ty.string).or_default().push(TypeId(id as u32));
        }
        Self {
            own: own.into(),
            methods: methods.into(),
            made: (0..MADE_MAX).map(|_| AtomicPtr::default()).collect(),
            made_len: AtomicU32::new(0),
            index: RwLock::new(index),
        }
    }

    /// The type with this id.
    ///
    /// # Panics
    /// When there is no such type: an id always comes from here or from the program.
    #[inline]
    #[must_use]
    pub fn get(&self, id: TypeId) -> &RType {
        match self.own.get(id.0 as usize) {
            Some(ty) => ty,
            None => self.get_made(id),
        }
    }

    #[cold]
    fn get_made(&self, id: TypeId) -> &RType {
        let at = id.0 as usize - self.own.len();
        let ty = self.made.get(at).map_or(std::ptr::null_mut(), |t| t.load(Ordering::Acquire));
        assert!(!ty.is_null(), "type {} exists", id.0);
        // SAFETY: it was leaked from a box and is freed by drop only.
        unsafe { &*ty }
    }

    /// How many types there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.own.len() + self.made_len.load(Ordering::Acquire) as usize
    }

    /// Never: type 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The type that is identical to `ty`, which `same` decides among those with the same text; `ty` itself if there is none.
    pub fn intern(&self, ty: RType, same: impl Fn(&RType) -> bool) -> TypeId {
        let mut index = self.index.write();
        if let Some(ids) = index.by_string.get(&*ty.string)
            && let Some(&id) = ids.iter().find(|&&id| same(self.get(id)))
        {
            return id;
        }
        let at = self.made_len.load(Ordering::Relaxed);
        assert!((at as usize) < MADE_MAX, "reflection makes at most {MADE_MAX} types");
        let id = TypeId(self.own.len() as u32 + at);
        index.by_string.entry_ref(&*ty.string).or_default().push(id);
        self.made[at as usize].store(Box::into_raw(Box::new(ty)), Ordering::Release);
        self.made_len.store(at + 1, Ordering::Release);
        id
    }

    /// The name of a method.
    #[must_use]
    pub fn method_name(&self, id: MethodId) -> &MethodName {
        &self.methods[id.0 as usize]
    }

    /// The method of a type (no interface) that an interface call runs.
    #[must_use]
    pub fn find_method(&self, ty: TypeId, method: MethodId) -> Option<&RMethod> {
        self.get(ty).methods.iter().find(|m| m.method == method)
    }

    /// The function that a call of `method` runs on a value of type `ty`.
    #[must_use]
    pub fn method_func(&self, ty: TypeId, method: MethodId) -> Option<FuncId> {
        self.find_method(ty, method)?.func
    }

    /// Whether `ty` has all methods of the interface type `iface`.
    #[must_use]
    pub fn implements(&self, ty: TypeId, iface: TypeId) -> bool {
        if self.get(iface).methods.is_empty() {
            return true;
        }
        if let Some(&known) = self.index.read().implements.get(&(ty, iface)) {
            return known;
        }
        let answer = self.missing_method(ty, iface).is_none();
        self.index.write().implements.insert((ty, iface), answer);
        answer
    }

    /// The first method of `iface` that `ty` does not have.
    #[must_use]
    pub fn missing_method(&self, ty: TypeId, iface: TypeId) -> Option<MethodId> {
        let has = &self.get(ty).methods;
        let wants = &self.get(iface).methods;
        let missing =
            wants.iter().find(|w| !has.iter().any(|h| h.method == w.method && h.sig == w.sig));
        missing.map(|w| w.method)
    }

    /// How the heap describes an object of values of type `ty`.
    #[inline]
    #[must_use]
    pub fn desc(&self, ty: TypeId) -> Desc {
        if self.get(ty).has_pointers { desc_of(ty) } else { Desc::NO_SCAN }
    }

    /// Whether the type's values lie in the data word of an interface.
    #[inline]
    #[must_use]
    pub fn is_inline(&self, ty: TypeId) -> bool {
        self.get(ty).size <= 8
    }

    /// Whether the type is an interface.
    #[must_use]
    pub fn is_iface(&self, ty: TypeId) -> bool {
        self.get(ty).kind == Kind::Interface
    }
}

impl Drop for Types {
    fn drop(&mut self) {
        for ty in self.made.iter().map(|t| t.load(Ordering::Relaxed)).filter(|t| !t.is_null()) {
            // SAFETY: it came from `Box::into_raw`, and nobody can hold a reference any more.
            drop(unsafe { Box::from_raw(ty) });
        }
    }
}

/// An object of one or more values of a type that holds pointers.
#[must_use]
pub const fn desc_of(ty: TypeId) -> Desc {
    Desc(ty.0 << 2 | 1)
}

/// A closure of a function: first word its code, then captures.
#[must_use]
pub const fn desc_of_closure(func: FuncId) -> Desc {
    Desc(func.0 << 2 | 2)
}

/// An object of the VM itself, any word of which may be a pointer.
pub const DESC_ANY: Desc = Desc(3);
