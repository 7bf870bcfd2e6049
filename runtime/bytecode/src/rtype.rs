//! Run-time type descriptors, as data: all that conversion, comparison, hashing, printing, reflection and the collector
//! need to know of a type.

use crate::operand::{FuncId, MethodId, TypeId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The kinds of types, numbered as in package reflect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Kind {
    Invalid,
    Bool,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Float32,
    Float64,
    Complex64,
    Complex128,
    Array,
    Chan,
    Func,
    Interface,
    Map,
    Pointer,
    Slice,
    String,
    Struct,
    UnsafePointer,
}

/// The size in bytes above which a struct or array does not lie in slots: one slot holds the address of its heap
/// object, and the object is not changed as long as a slot holds its address. So frames stay small, and no value is too
/// large for a frame.
pub const MAX_BYTES_IN_SLOTS: u64 = 1024;

/// A type at run time. Two types are identical exactly when their ids are equal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RType {
    /// The type's kind.
    pub kind: Kind,
    /// The size of a value in memory in bytes, as in Go on linux/amd64.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u32,
    /// The type as `%T` prints it: `main.T`, `[]int`.
    pub string: Arc<str>,
    /// The name of a defined or predeclared type, else empty.
    pub name: Arc<str>,
    /// The import path of a defined type's package, else empty.
    pub pkg_path: Arc<str>,
    /// The element type of an array, channel, map, pointer or slice.
    pub elem: TypeId,
    /// The key type of a map.
    pub key: TypeId,
    /// The length of an array.
    pub len: u64,
    /// The direction of a channel, as in package reflect: 1 receive, 2 send, 3 both.
    pub chan_dir: u8,
    /// The fields of a struct.
    pub fields: Vec<RField>,
    /// The parameter types of a function.
    pub params: Vec<TypeId>,
    /// The result types of a function.
    pub results: Vec<TypeId>,
    /// Whether a function's last parameter is variadic.
    pub is_variadic: bool,
    /// An interface's methods, or another type's method set, sorted by name.
    pub methods: Vec<RMethod>,
    /// The pointer type to this type, if the program has that type; reflection finds it here.
    pub pointer_to: TypeId,
    /// Whether `==` is defined: false for slices, maps, functions and types that contain them. (`is_comparable` is true
    /// for interfaces, whose comparison may panic.)
    pub is_comparable: bool,
    /// Whether `==` and hashing may use the bytes in memory: no floats, strings, interfaces, padding.
    pub is_regular_memory: bool,
    /// The indexes of the words of a value that hold pointers, ascending; empty for an array of more than 1,024 words,
    /// where the pointers of `elem` repeat.
    pub pointer_words: Vec<u32>,
    /// Whether a value holds any pointer at all.
    pub has_pointers: bool,
    /// Whether the data word of an interface holds the value itself, not its address (the bytes beyond the value's size
    /// are undefined): see [`RType::lies_in_data_word`].
    pub is_in_data_word: bool,
}

/// A field of a struct.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RField {
    /// The field's name.
    pub name: Arc<str>,
    /// The package path, if unexported; else empty.
    pub pkg_path: Arc<str>,
    /// The field's type.
    pub ty: TypeId,
    /// The field's offset in bytes.
    pub offset: u64,
    /// The field's tag.
    pub tag: Arc<str>,
    /// Whether the field is embedded.
    pub is_embedded: bool,
}

/// A method of a type or interface.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RMethod {
    /// The method's name.
    pub method: MethodId,
    /// The method's function type, without receiver.
    pub sig: TypeId,
    /// The function that an interface call runs: its first argument is the interface's data word (one slot), followed
    /// by the method's arguments. `None` in interfaces, and for methods that no reachable code can call.
    pub func: Option<FuncId>,
    /// The functions that run instead where a struct type made by reflection promotes this method; only for receivers
    /// of up to eight bytes.
    pub promoted: Option<PromotedMethod>,
}

/// Functions like [`RMethod::func`] for a method of a struct's first field: their first argument is the data word of an
/// interface that holds the struct.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PromotedMethod {
    /// The function for structs that lie in the data word.
    pub word_func: FuncId,
    /// The function for larger structs, whose address is in the data word.
    pub address_func: FuncId,
}

/// The name of a method.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MethodName {
    /// The name.
    pub name: Arc<str>,
    /// The package path, if unexported; else empty.
    pub pkg_path: Arc<str>,
}

impl RType {
    /// Returns a descriptor of `kind` with all other fields empty.
    #[must_use]
    pub fn new(kind: Kind, size: u64, align: u32, string: &str) -> Self {
        Self {
            kind,
            size,
            align,
            string: string.into(),
            name: "".into(),
            pkg_path: "".into(),
            elem: TypeId(0),
            key: TypeId(0),
            len: 0,
            chan_dir: 0,
            fields: Vec::new(),
            params: Vec::new(),
            results: Vec::new(),
            is_variadic: false,
            methods: Vec::new(),
            pointer_to: TypeId(0),
            is_comparable: true,
            is_regular_memory: false,
            pointer_words: Vec::new(),
            has_pointers: false,
            is_in_data_word: size <= 8,
        }
    }

    /// Reports whether a value is one pointer: a pointer, channel, map, func, or a struct or array of one such value.
    #[must_use]
    pub fn is_pointer_shaped(&self) -> bool {
        self.size == 8 && self.has_pointers
    }

    /// Reports whether a value lies in the data word of an interface itself. In Go's layout these are pointers and
    /// values of size zero; in minigo's layout they are all values of up to eight bytes.
    #[must_use]
    pub fn lies_in_data_word(&self, go_layout: bool) -> bool {
        if go_layout { self.size == 0 || self.is_pointer_shaped() } else { self.size <= 8 }
    }

    /// Returns how many slots a value takes in a frame.
    #[must_use]
    pub fn slots(&self) -> u32 {
        if self.is_indirect() { 1 } else { self.size.div_ceil(8) as u32 }
    }

    /// Reports whether a slot holds the address of a value: see [`MAX_BYTES_IN_SLOTS`].
    #[must_use]
    pub fn is_indirect(&self) -> bool {
        self.size > MAX_BYTES_IN_SLOTS
    }

    /// Reports whether the slots of a value hold any pointer.
    #[must_use]
    pub fn has_pointers_in_slots(&self) -> bool {
        self.has_pointers || self.is_indirect()
    }
}
