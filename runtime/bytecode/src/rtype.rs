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

/// Values of structs and arrays with more bytes lie in no slots: a slot holds the address of one in the heap, which is
/// not changed as long as a slot leads to it. So frames stay small, and no value is too large for one.
pub const LARGEST_IN_SLOTS: u64 = 1024;

/// A type at run time. Two are identical exactly when their ids are equal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RType {
    /// Its kind.
    pub kind: Kind,
    /// Bytes of a value in memory, as Go's on linux/amd64.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// As `%T` prints it: `main.T`, `[]int`.
    pub string: Arc<str>,
    /// The name of a defined or predeclared type, else empty.
    pub name: Arc<str>,
    /// The import path of a defined type's package, else empty.
    pub pkg_path: Arc<str>,
    /// Element of arrays, channels, maps, pointers, slices.
    pub elem: TypeId,
    /// Key of maps.
    pub key: TypeId,
    /// Length of arrays.
    pub len: u64,
    /// Direction of channels, as in package reflect: 1 receive, 2 send, 3 both.
    pub chan_dir: u8,
    /// Fields of structs.
    pub fields: Vec<RField>,
    /// Parameters of functions.
    pub params: Vec<TypeId>,
    /// Results of functions.
    pub results: Vec<TypeId>,
    /// Whether a function's last parameter is variadic.
    pub variadic: bool,
    /// Of an interface: its methods, sorted by name. Of another type: its method set, sorted by `MethodId`'s name.
    pub methods: Vec<RMethod>,
    /// The type with this type as element by `*`, if the program has it; reflection finds it here.
    pub pointer_to: TypeId,
    /// Whether `==` is defined: false for slices, maps, functions and what contains them. (Interfaces are, and may
    /// panic.)
    pub comparable: bool,
    /// Whether `==` and hashing are those of the bytes in memory: no floats, strings, interfaces, padding.
    pub plain: bool,
    /// Which words of a value hold pointers, in ascending order of the word's index; for arrays of more than 1,024
    /// words it is empty, and `elem`'s repeats.
    pub pointers: Vec<u32>,
    /// Whether a value holds any pointer at all.
    pub has_pointers: bool,
    /// Whether the data word of an interface is the value itself (padded with anything, or nothing at all of a value
    /// without size), not its address: see [`RType::lies_in_word`].
    pub in_word: bool,
}

/// A field of a struct.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RField {
    /// Its name.
    pub name: Arc<str>,
    /// The package path, if unexported; else empty.
    pub pkg_path: Arc<str>,
    /// Its type.
    pub ty: TypeId,
    /// Its offset in bytes.
    pub offset: u64,
    /// Its tag.
    pub tag: Arc<str>,
    /// Whether it is embedded.
    pub embedded: bool,
}

/// A method of a type or interface.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RMethod {
    /// Its name.
    pub method: MethodId,
    /// Its type, without receiver.
    pub sig: TypeId,
    /// What an interface call runs: it takes the interface's data word as first argument (one slot), then the method's
    /// arguments. `None` in interfaces, and for methods that no reachable code can call.
    pub func: Option<FuncId>,
    /// What runs instead where a struct made by reflection promotes the method of a value of up to eight bytes.
    pub promoted: Option<Promoted>,
}

/// A method of the first field of a struct: functions as [`RMethod::func`], which take what an interface holds of the
/// struct.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Promoted {
    /// For structs that lie in the word.
    pub of_word: FuncId,
    /// For larger ones, whose address is there.
    pub of_address: FuncId,
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
    /// A descriptor of `kind` with everything else empty.
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
            variadic: false,
            methods: Vec::new(),
            pointer_to: TypeId(0),
            comparable: true,
            plain: false,
            pointers: Vec::new(),
            has_pointers: false,
            in_word: size <= 8,
        }
    }

    /// Whether a value is one pointer: a pointer, channel, map, func, or a struct or array of one.
    #[must_use]
    pub fn is_pointer_shaped(&self) -> bool {
        self.size == 8 && self.has_pointers
    }

    /// Whether a value lies in the data word of an interface itself. In Go's layout only pointers do, and values
    /// without size, which lie anywhere; else all values that fit.
    #[must_use]
    pub fn lies_in_word(&self, go_layout: bool) -> bool {
        if go_layout { self.size == 0 || self.is_pointer_shaped() } else { self.size <= 8 }
    }

    /// How many slots a value takes in a frame.
    #[must_use]
    pub fn slots(&self) -> u32 {
        if self.is_indirect() { 1 } else { self.size.div_ceil(8) as u32 }
    }

    /// Whether a slot holds the address of a value: see [`LARGEST_IN_SLOTS`].
    #[must_use]
    pub fn is_indirect(&self) -> bool {
        self.size > LARGEST_IN_SLOTS
    }

    /// Whether slots of a value hold any pointer.
    #[must_use]
    pub fn has_pointers_in_slots(&self) -> bool {
        self.has_pointers || self.is_indirect()
    }
}
