//! Rust types as Go types: how their values lie in Go's memory, and how they are declared in Go.

use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, MAX_BYTES_IN_SLOTS, RType};
use minigo_vm::embed::{Direction, HostChannel};
use minigo_vm::native::NativeCx;
use minigo_vm::native::convert::{GoSlice, GoStr};
use minigo_vm::types::Types;
use parking_lot::Mutex;
use std::any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// The machine during a conversion of values. Only code of `#[derive(Go)]` uses this type.
#[allow(missing_debug_implementations, reason = "the fields are a machine's state")]
pub struct Cx<'a> {
    pub(crate) native: &'a mut NativeCx,
    pub(crate) known_types: &'a KnownTypes,
    /// The slices, maps, pointers and interfaces around the value that is being read or stored.
    depth: Cell<u32>,
    /// The size in Rust of the values that have been read, in bytes.
    read_byte_count: Cell<usize>,
    /// The channels among the values, whose goroutines start after the conversion.
    new_channels: RefCell<Vec<NewChannel>>,
}

/// A channel that has been passed between Rust and Go.
pub(super) struct NewChannel {
    pub(super) ty: TypeId,
    /// Go's channel.
    pub(super) channel: u64,
    pub(super) direction: Direction,
    pub(super) end: Arc<dyn HostChannel>,
}

/// The most slices, maps, pointers and interfaces inside each other in a value: a cyclic one has no end.
const MAX_DEPTH: u32 = 1_000;

/// The most bytes of a value that comes from Go: one whose parts refer to shared parts may be far larger in Rust.
const MAX_BYTES: usize = 1 << 30;

/// The types of a program that stand for Rust types.
pub(crate) struct KnownTypes {
    pub(crate) names: Arc<Names>,
    /// The types that were looked up, for one machine.
    found_types: Mutex<HashMap<any::TypeId, TypeId>>,
}

/// The names of declared types with their packages' import paths.
pub(crate) type Names = BTreeMap<any::TypeId, (String, String)>;

impl KnownTypes {
    pub(crate) fn new(names: Arc<Names>) -> Self {
        Self { names, found_types: Mutex::default() }
    }

    /// Finds the type of the program that `T` stands for: the program registers functions with all such types.
    pub(super) fn find_type<T: Go>(&self, types: &Types) -> Option<TypeId> {
        let key = any::TypeId::of::<T>();
        if let Some(id) = self.found_types.lock().get(&key) {
            return Some(*id);
        }
        let all = GoTypes { types, names: &self.names };
        let ids = (0..types.current_types().len()).map(|number| TypeId(number as u32));
        let id = ids.into_iter().find(|id| T::is(all, *id))?;
        self.found_types.lock().insert(key, id);
        Some(id)
    }
}

impl<'a> Cx<'a> {
    pub(crate) fn new(native: &'a mut NativeCx, known: &'a KnownTypes) -> Self {
        Self {
            native,
            known_types: known,
            depth: Cell::new(0),
            read_byte_count: Cell::new(0),
            new_channels: RefCell::default(),
        }
    }

    pub(super) fn add_channel(&self, channel: NewChannel) {
        self.new_channels.borrow_mut().push(channel);
    }

    /// Starts the goroutines of the channels among the converted values. A conversion that is repeated for want of
    /// memory has not come here before.
    pub(super) fn connect_channels(self) {
        let channels = self.new_channels.into_inner();
        if channels.is_empty() {
            return;
        }
        for NewChannel { ty, channel, direction, end } in channels {
            self.native.connect_channel(ty, channel, direction, end);
        }
    }

    /// Reads the `n` values of `T` to which a slice, a map or a pointer refers.
    pub(super) fn read_referred_values<T, V>(
        &self,
        n: usize,
        read: impl FnOnce() -> Result<V, Invalid>,
    ) -> Result<V, Invalid> {
        let bytes =
            self.read_byte_count.get().saturating_add(n.saturating_mul(size_of::<T>().max(1)));
        if self.depth.get() == MAX_DEPTH || bytes > MAX_BYTES {
            return Err(Invalid("a value from Go is nested too deeply or too large".to_owned()));
        }
        self.read_byte_count.set(bytes);
        self.depth.set(self.depth.get() + 1);
        let value = read();
        self.depth.set(self.depth.get() - 1);
        value
    }

    /// Stores the parts of a value that lies inside another one.
    pub(super) fn write_nested(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), Invalid>,
    ) -> Result<(), Invalid> {
        if self.depth.get() == MAX_DEPTH {
            return Err(Invalid("a value for Go is nested too deeply".to_owned()));
        }
        self.depth.set(self.depth.get() + 1);
        let written = write(self);
        self.depth.set(self.depth.get() - 1);
        written
    }

    /// The machine's types.
    pub(super) fn types(&self) -> &'a Types {
        // SAFETY: a conversion ends before the native returns, and so before the machine ends.
        unsafe { self.native.machine_types() }
    }

    /// Allocates `n` zeroed values of `T`.
    ///
    /// # Panics
    /// If the program does not have the Go type of `T`: no value of `T` can be passed to that program.
    pub(super) fn alloc<T: Go>(&mut self, n: usize) -> *mut u8 {
        if n == 0 || !T::HAS_POINTERS {
            let words = (n * T::SIZE).div_ceil(8).max(1);
            return self.native.new_slice::<u64>(words, words).ptr().cast();
        }
        let ty = self.known_types.find_type::<T>(self.native.types());
        self.native.alloc_values(ty.expect("the program has the types of its functions"), n)
    }
}

/// A value of Go that is no value of the Rust type, or a value of Rust that has no form in Go: the text says which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid(pub(crate) String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}

impl Invalid {
    /// A key of a map that has no `==` in Go.
    pub(super) fn unhashable() -> Self {
        Self("a list, a map or a struct is no key of a map in Go".to_owned())
    }

    /// An integer that is no variant of enum `name`.
    #[must_use]
    pub fn variant(name: &str, value: isize) -> Self {
        Self(format!("{name}({value}) is no variant of the Rust enum"))
    }
}

/// The declarations in Go that Rust types need. Only code of `#[derive(Go)]` uses this type.
#[derive(Default)]
pub struct Declarations {
    /// The import path of the package that is being declared.
    pub(crate) package: String,
    pub(crate) names: Names,
    /// The text of the declarations of `package`.
    pub(crate) text: String,
    /// The import paths of packages that the text uses.
    pub(crate) imports: Vec<String>,
}

impl Declarations {
    /// Returns the name of the struct type for `T` in the present package; declares the type if no package does.
    /// `fields` are names of fields with the texts of their types.
    pub fn struct_type<T: 'static>(
        &mut self,
        name: &str,
        fields: impl FnOnce(&mut Self) -> Vec<(&'static str, String)>,
    ) -> String {
        self.declare_type::<T>(name, |declarations| {
            let fields = fields(declarations);
            let lines = fields.into_iter().map(|(name, ty)| format!("\t{name} {ty}\n"));
            format!("type {name} struct {{\n{}}}\n\n", lines.collect::<String>())
        })
    }

    /// Returns the name of the integer type for enum `T` in the present package; declares the type and its constants if
    /// no package does.
    pub fn enum_type<T: 'static>(&mut self, name: &str, variants: &[(&str, isize)]) -> String {
        self.declare_type::<T>(name, |_| {
            let lines = variants.iter().map(|(of, value)| format!("\t{of} {name} = {value}\n"));
            format!("type {name} int\n\nconst (\n{})\n\n", lines.collect::<String>())
        })
    }

    /// Returns the name of the type for `T`; adds `text`, which declares the type, unless a package has it already.
    fn declare_type<T: 'static>(
        &mut self,
        name: &str,
        text: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let id = any::TypeId::of::<T>();
        if let Some((package, name)) = self.names.get(&id) {
            if *package == self.package {
                return name.clone();
            }
            let (package, name) = (package.clone(), name.clone());
            let number = self.imports.iter().position(|path| *path == package);
            let number = number.unwrap_or_else(|| {
                self.imports.push(package);
                self.imports.len() - 1
            });
            return format!("p{number}.{name}");
        }
        self.names.insert(id, (self.package.clone(), name.to_owned()));
        let text = text(self);
        self.text.push_str(&text);
        name.to_owned()
    }
}

/// The types of a program, for checks. Only code of `#[derive(Go)]` uses this type.
#[derive(Clone, Copy)]
pub struct GoTypes<'a> {
    pub(crate) types: &'a Types,
    pub(crate) names: &'a Names,
}

impl GoTypes<'_> {
    /// Returns a type.
    #[must_use]
    pub fn get(&self, id: TypeId) -> &RType {
        self.types.get(id)
    }

    /// Reports whether a type is the type that was declared for `T`.
    #[must_use]
    pub fn is_declared<T: 'static>(&self, id: TypeId) -> bool {
        let ty = self.types.get(id);
        let declared = self.names.get(&any::TypeId::of::<T>());
        declared.is_some_and(|(path, name)| *ty.pkg_path == **path && *ty.name == **name)
    }
}

/// A Rust type that stands for a Go type. `#[derive(minigo::Go)]` implements the trait for structs whose fields have
/// such types, and for enums whose variants have no fields.
///
/// Values are copied between Rust and Go.
///
/// | Rust | Go |
/// |---|---|
/// | `bool`, `f32`, `f64` | `bool`, `float32`, `float64` |
/// | `i8` … `i64`, `isize` | `int8` … `int64`, `int` |
/// | `u8` … `u64`, `usize` | `uint8` … `uint64`, `uint` |
/// | `String` | `string`; bytes that are not UTF-8 become U+FFFD in Rust |
/// | `Vec<T>` | `[]T`; nil is empty in Rust, empty in Rust is not nil |
/// | `Option<T>` | `*T`; `None` is nil |
/// | `HashMap<K, V>` | `map[K]V`; nil is empty in Rust, empty in Rust is not nil |
/// | [`Value`](super::Value) | `any` |
/// | [`Receiver<T>`](super::Receiver), [`Sender<T>`](super::Sender) | `<-chan T`, `chan<- T` |
/// | a derived struct | a struct type of the same fields |
/// | a derived enum | an `int` type with a constant for each variant |
///
/// # Safety
/// `SIZE` and `ALIGN` are those of the Go type that [`declare`](Self::declare) names, and `write` stores a whole value
/// of it.
pub unsafe trait Go: Send + Sync + Sized + 'static {
    /// The size of a value in Go's memory in bytes.
    const SIZE: usize;
    /// The alignment of a value in Go's memory in bytes.
    const ALIGN: usize;
    /// Whether a value has pointers for the collector.
    const HAS_POINTERS: bool;

    /// Returns the type's text in Go; declares the type if necessary.
    fn declare(declarations: &mut Declarations) -> String;

    /// Reports whether a type of the program is the type that `Self` stands for.
    fn is(types: GoTypes<'_>, id: TypeId) -> bool;

    /// Stores the value.
    ///
    /// # Errors
    /// [`Invalid`] if the value has no form in Go.
    ///
    /// # Safety
    /// `to` points to `SIZE` bytes, aligned to `ALIGN`, in which nothing is stored yet.
    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid>;

    /// Loads a value.
    ///
    /// # Errors
    /// [`Invalid`] if Go's value is none of the Rust type.
    ///
    /// # Safety
    /// A value of the Go type lies at `from`.
    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid>;

    /// Stores the value in slots: a scalar with its sign extended, any other value as in memory.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    ///
    /// # Safety
    /// `to` points to [`slots`] slots for the type.
    unsafe fn write_slots(&self, cx: &mut Cx<'_>, to: *mut u64) -> Result<(), Invalid> {
        for at in 0..slots::<Self>() {
            // SAFETY: the caller keeps this function's contract.
            unsafe { to.add(at).write(0) };
        }
        // SAFETY: the caller keeps this function's contract; a slot is aligned for every type.
        unsafe { self.write(cx, to.cast()) }
    }
}

/// Returns the number of slots for a value.
#[must_use]
pub(super) const fn slots<T: Go>() -> usize {
    const {
        assert!(
            T::SIZE as u64 <= MAX_BYTES_IN_SLOTS,
            "a value that is passed has at most 1,024 bytes"
        );
    };
    T::SIZE.div_ceil(8)
}

macro_rules! scalars {
    ($($ty:ty, $kind:ident, $name:literal, $v:ident => $slot:expr;)*) => { $(
        // SAFETY: Go has the same representation.
        unsafe impl Go for $ty {
            const SIZE: usize = size_of::<$ty>();
            const ALIGN: usize = align_of::<$ty>();
            const HAS_POINTERS: bool = false;

            fn declare(_: &mut Declarations) -> String {
                $name.to_owned()
            }

            fn is(types: GoTypes<'_>, id: TypeId) -> bool {
                let ty = types.get(id);
                ty.kind == Kind::$kind && ty.pkg_path.is_empty()
            }

            unsafe fn write(&self, _: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
                // SAFETY: the caller keeps this function's contract.
                unsafe { to.cast::<$ty>().write(*self) };
                Ok(())
            }

            unsafe fn read(_: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
                // SAFETY: the caller keeps this function's contract.
                Ok(unsafe { from.cast::<$ty>().read() })
            }

            unsafe fn write_slots(&self, _: &mut Cx<'_>, to: *mut u64) -> Result<(), Invalid> {
                let $v = *self;
                // SAFETY: the caller keeps this function's contract.
                unsafe { to.write($slot) };
                Ok(())
            }
        }
    )* };
}

scalars! {
    i8, Int8, "int8", v => v as u64;
    i16, Int16, "int16", v => v as u64;
    i32, Int32, "int32", v => v as u64;
    i64, Int64, "int64", v => v as u64;
    isize, Int, "int", v => v as u64;
    u8, Uint8, "uint8", v => u64::from(v);
    u16, Uint16, "uint16", v => u64::from(v);
    u32, Uint32, "uint32", v => u64::from(v);
    u64, Uint64, "uint64", v => v;
    usize, Uint, "uint", v => v as u64;
    f32, Float32, "float32", v => u64::from(v.to_bits());
    f64, Float64, "float64", v => v.to_bits();
}

// SAFETY: Go has the same representation.
unsafe impl Go for bool {
    const SIZE: usize = 1;
    const ALIGN: usize = 1;
    const HAS_POINTERS: bool = false;

    fn declare(_: &mut Declarations) -> String {
        "bool".to_owned()
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        let ty = types.get(id);
        ty.kind == Kind::Bool && ty.pkg_path.is_empty()
    }

    unsafe fn write(&self, _: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { to.write(u8::from(*self)) };
        Ok(())
    }

    unsafe fn read(_: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract. The lowest bit is Go's value.
        Ok(unsafe { from.read() & 1 != 0 })
    }
}

// SAFETY: a string is a pointer and a length, as `GoStr` says.
unsafe impl Go for String {
    const SIZE: usize = size_of::<GoStr>();
    const ALIGN: usize = 8;
    const HAS_POINTERS: bool = true;

    fn declare(_: &mut Declarations) -> String {
        "string".to_owned()
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        let ty = types.get(id);
        ty.kind == Kind::String && ty.pkg_path.is_empty()
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        let text = cx.native.string(self.as_bytes());
        // SAFETY: the caller keeps this function's contract.
        unsafe { to.cast::<GoStr>().write(text) };
        Ok(())
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        let text = unsafe { from.cast::<GoStr>().read() };
        cx.read_referred_values::<u8, _>(text.len(), || Ok(text.lossy()))
    }
}

// SAFETY: a slice is a pointer, a length and a capacity, as `GoSlice` says.
unsafe impl<T: Go> Go for Vec<T> {
    const SIZE: usize = size_of::<GoSlice<u8>>();
    const ALIGN: usize = 8;
    const HAS_POINTERS: bool = true;

    fn declare(declarations: &mut Declarations) -> String {
        format!("[]{}", T::declare(declarations))
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        let ty = types.get(id);
        ty.kind == Kind::Slice && ty.name.is_empty() && T::is(types, ty.elem)
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        let data = cx.alloc::<T>(self.len());
        for (at, element) in self.iter().enumerate() {
            // SAFETY: the new object has room for all elements.
            unsafe { element.write(cx, data.add(at * T::SIZE))? };
        }
        // SAFETY: the new object has `self.len()` elements; the caller keeps this function's contract.
        unsafe {
            to.cast::<GoSlice<u8>>().write(GoSlice::from_raw(data, self.len(), self.len()));
        }
        Ok(())
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        let slice = unsafe { from.cast::<GoSlice<u8>>().read() };
        let data = slice.ptr();
        // SAFETY: `at` is less than the slice's length.
        let element = |at| unsafe { T::read(cx, data.add(at * T::SIZE)) };
        cx.read_referred_values::<T, _>(slice.len(), || (0..slice.len()).map(element).collect())
    }
}

// SAFETY: a pointer is an address, nil is 0.
unsafe impl<T: Go> Go for Option<T> {
    const SIZE: usize = 8;
    const ALIGN: usize = 8;
    const HAS_POINTERS: bool = true;

    fn declare(declarations: &mut Declarations) -> String {
        format!("*{}", T::declare(declarations))
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        let ty = types.get(id);
        ty.kind == Kind::Pointer && ty.name.is_empty() && T::is(types, ty.elem)
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        let at = match self {
            None => std::ptr::null_mut(),
            Some(value) => {
                let at = cx.alloc::<T>(1);
                // SAFETY: the new object has room for the value.
                unsafe { value.write(cx, at)? };
                at
            }
        };
        // SAFETY: the caller keeps this function's contract.
        unsafe { to.cast::<*mut u8>().write(at) };
        Ok(())
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract; a pointer of Go that is not nil points to a value.
        unsafe {
            let at = from.cast::<*const u8>().read();
            if at.is_null() {
                return Ok(None);
            }
            cx.read_referred_values::<T, _>(1, || T::read(cx, at).map(Some))
        }
    }
}
