//! Values of a session as text: Go syntax, broken into lines when long.
//!
//! The values are read while the world is stopped. Pointers are followed a few levels deep and never in cycles; long
//! lists are cut. If package fmt would call a value's Error or String method, the value is recorded, and a goroutine
//! calls the method when the world runs again.

mod maps;
mod scalar;

use crate::image::Image;
use crate::shared::Shared;
use crate::types::shown_value::ShownValue;
pub(crate) use maps::sorted_entries;
use minigo_bytecode::growth::InputValue;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, MAX_BYTES_IN_SLOTS, RField, RType};
use minigo_bytecode::type_word::type_of;
use scalar::{is_text, number_text, quoted_text};

/// The most elements of a list that are shown.
const MAX_ELEMENTS: usize = 100;

/// The most components of a value that are shown in total.
const MAX_COMPONENTS: usize = 2_000;

/// The most bytes of a string that are shown.
pub(crate) const MAX_STRING_BYTES: usize = 4_000;

/// The most levels of pointers and interfaces that are followed.
const MAX_LEVELS: usize = 6;

/// The values and their types. For values that have a method for their text, the result includes their types and
/// addresses: the methods' results must be [filled in](ShownValue::fill_in_texts).
pub(crate) fn read_values(
    shared: &Shared,
    values: &[InputValue],
    methods: TextMethods,
) -> ReadValues {
    let mut read = ReadValues::default();
    for value in values {
        let mut reader = Reader::new(shared);
        reader.text_requests =
            (methods == TextMethods::Called).then(|| std::mem::take(&mut read.text_requests));
        let at = shared.image.globals().wrapping_add(value.offset as usize).cast_const();
        // SAFETY: the variable exists and has this type; the world is stopped.
        let shown = unsafe { reader.read_value(value.ty, at, true) };
        read.text_requests = reader.text_requests.unwrap_or_default();
        let ty = shared.image.types.get(value.ty).string.to_string();
        read.shown_values.push((shown, ty));
    }
    read
}

/// The value in an interface, as text.
///
/// # Safety
/// As for [`memory_text`]; `words` are an interface value's.
pub(crate) unsafe fn interface_text(shared: &Shared, words: *const u64) -> String {
    // SAFETY: the caller's promise.
    unsafe { Reader::new(shared).read_interface(words) }.layout_text()
}

/// Whether the methods of values are called for their texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextMethods {
    Called,
    Ignored,
}

/// The result of reading values.
#[derive(Default)]
pub(crate) struct ReadValues {
    /// The values, each with the name of its type.
    pub(crate) shown_values: Vec<(ShownValue, String)>,
    /// The values whose methods must be called.
    pub(crate) text_requests: Vec<TextRequest>,
}

/// A value whose method must be called for its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextRequest {
    pub(crate) ty: TypeId,
    pub(crate) address: *const u8,
}

/// The value in memory at `at`, as text.
///
/// # Safety
/// A value of the type lies at `at`, and no goroutine runs.
pub(crate) unsafe fn memory_text(shared: &Shared, ty: TypeId, at: *const u8) -> String {
    // SAFETY: the caller's promise.
    unsafe { Reader::new(shared).read_value(ty, at, true) }.layout_text()
}

/// The value in slots from `at` on, as text.
///
/// # Safety
/// As for [`memory_text`].
pub(crate) unsafe fn slots_text(shared: &Shared, ty: TypeId, at: *const u64) -> String {
    // SAFETY: the caller's promise.
    unsafe { Reader::new(shared).read_slot(ty, at) }.layout_text()
}

struct Reader<'i> {
    shared: &'i Shared,
    image: &'i Image,
    /// The number of components read so far.
    components_read: usize,
    /// The addresses of the pointers on the path to the current value.
    path: Vec<(u64, TypeId)>,
    /// The values whose methods must be called; `None` if no methods are called.
    text_requests: Option<Vec<TextRequest>>,
    access: FieldAccess,
}

/// Whether package fmt could access the value: it only calls methods of accessible values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FieldAccess {
    Open,
    /// An embedded field that is not exported. Programs can access the exported fields of such a field.
    Embedded,
    Hidden,
}

impl FieldAccess {
    /// The access to a field of a value with this access.
    fn of_field(self, field: &RField) -> Self {
        let exported = field.pkg_path.is_empty();
        match (self, exported, field.is_embedded) {
            (Self::Hidden, ..) | (_, false, false) => Self::Hidden,
            (_, false, true) => Self::Embedded,
            (_, true, _) => Self::Open,
        }
    }

    /// The access to a component that is not a field.
    fn of_part(self) -> Self {
        if self == Self::Open { Self::Open } else { Self::Hidden }
    }
}

impl<'i> Reader<'i> {
    fn new(shared: &'i Shared) -> Self {
        let image = &shared.image;
        Self {
            shared,
            image,
            components_read: 0,
            path: Vec::new(),
            text_requests: None,
            access: FieldAccess::Open,
        }
    }

    /// How many of `len` elements of `size` bytes exist from `first` on: a slice that two goroutines write without a
    /// lock can have the pointer of one and the length of the other.
    fn existing_elements(&self, first: u64, len: u64, size: u64) -> usize {
        let object = self.shared.heap.object_at(first as usize);
        let bytes = object.map_or(u64::MAX, |o| (o.base + o.size) as u64 - first);
        len.min(bytes / size.max(1)) as usize
    }

    fn type_descriptor(&self, ty: TypeId) -> &RType {
        self.image.types.get(ty)
    }

    /// The value in memory at `at`. `top`: the type is not part of the text, since the caller shows it.
    ///
    /// # Safety
    /// A value of the type lies at `at`, and no goroutine runs.
    unsafe fn read_value(&mut self, id: TypeId, at: *const u8, top: bool) -> ShownValue {
        self.components_read += 1;
        if self.components_read > MAX_COMPONENTS {
            return ShownValue::Text("…".into());
        }
        if let Some(number) = self.request_text(id, at) {
            return ShownValue::TextRequest(number);
        }
        let outer = self.access;
        if self.type_descriptor(id).kind != Kind::Struct {
            self.access = outer.of_part();
        }
        // SAFETY: the caller's promise.
        let shown = unsafe { self.read_components(id, at, top) };
        self.access = outer;
        shown
    }

    /// Records a value if it has a callable method that returns its text. Returns the value's number.
    fn request_text(&mut self, id: TypeId, at: *const u8) -> Option<usize> {
        let asked = self.text_requests.as_mut().filter(|_| self.access == FieldAccess::Open)?;
        let (types, ty) = (&self.image.types, self.image.types.get(id));
        if ty.kind == Kind::Interface {
            return None;
        }
        let tells = |method: &minigo_bytecode::rtype::RMethod| {
            let name = types.method_name(method.method);
            let sig = types.get(method.sig);
            let is_string = |ty: &TypeId| &*types.get(*ty).string == "string";
            method.func.is_some()
                && matches!(&*name.name, "Error" | "String")
                && sig.params.is_empty()
                && matches!(&sig.results[..], [only] if is_string(only))
        };
        ty.methods.iter().any(tells).then(|| {
            asked.push(TextRequest { ty: id, address: at });
            asked.len() - 1
        })
    }

    /// The value component by component.
    ///
    /// # Safety
    /// As for [`value`](Self::value).
    unsafe fn read_components(&mut self, id: TypeId, at: *const u8, top: bool) -> ShownValue {
        // SAFETY: the caller's promise, here and below.
        unsafe {
            let ty = self.image.types.get(id);
            match ty.kind {
                Kind::Struct => self.read_fields(ty, at),
                Kind::Array => self.read_list(ty, at, ty.len as usize),
                Kind::Slice => {
                    let words = at.cast::<u64>();
                    match *words {
                        0 => nil_value(ty, top),
                        first => {
                            let len = *words.add(1);
                            let len = self.existing_elements(
                                first,
                                len,
                                self.type_descriptor(ty.elem).size,
                            );
                            let bytes = self.bytes_as_text(ty, first as *const u8, len);
                            bytes.unwrap_or_else(|| self.read_list(ty, first as *const u8, len))
                        }
                    }
                }
                Kind::Map => self.read_map(id, *at.cast::<u64>(), top),
                Kind::Pointer => self.read_pointer(ty, *at.cast::<u64>(), top),
                Kind::Interface => self.read_interface(at.cast::<u64>()),
                Kind::Func => self.read_func(ty, *at.cast::<u64>(), top),
                Kind::Chan | Kind::UnsafePointer => match *at.cast::<u64>() {
                    0 => nil_value(ty, top),
                    to => ShownValue::Text(format!("({})({to:#x})", ty.string)),
                },
                _ => ShownValue::Text(self.scalar_text(ty, at)),
            }
        }
    }

    unsafe fn read_fields(&mut self, ty: &RType, at: *const u8) -> ShownValue {
        let (outer, mut list) = (self.access, Vec::new());
        // Blank fields are padding that no code uses.
        for field in ty.fields.iter().filter(|f| &*f.name != "_") {
            self.access = outer.of_field(field);
            // SAFETY: the caller's promise.
            let value = unsafe { self.read_value(field.ty, at.add(field.offset as usize), true) };
            list.push(ShownValue::Named(field.name.to_string(), Box::new(value)));
        }
        ShownValue::List(ty.string.to_string(), list)
    }

    /// The value in a slot of a map.
    unsafe fn read_slot(&mut self, id: TypeId, at: *const u64) -> ShownValue {
        let ty = self.type_descriptor(id);
        let large = ty.size > MAX_BYTES_IN_SLOTS && matches!(ty.kind, Kind::Struct | Kind::Array);
        // SAFETY: the caller's promise; a large value's slot contains its address.
        unsafe {
            let at = if large { *at as *const u8 } else { at.cast() };
            self.read_value(id, at, true)
        }
    }

    /// A slice of bytes that are text, as a conversion: `[]byte("text")`.
    unsafe fn bytes_as_text(&self, ty: &RType, first: *const u8, len: usize) -> Option<ShownValue> {
        if self.type_descriptor(ty.elem).kind != Kind::Uint8 || len == 0 {
            return None;
        }
        let shown = len.min(MAX_STRING_BYTES);
        // SAFETY: the caller's promise.
        let bytes = unsafe { std::slice::from_raw_parts(first, shown) };
        let text = quoted_text(bytes, len - shown);
        let ty = if &*ty.string == "[]uint8" { "[]byte" } else { &ty.string };
        is_text(bytes, shown < len).then(|| ShownValue::Text(format!("{ty}({text})")))
    }

    unsafe fn read_list(&mut self, ty: &RType, first: *const u8, len: usize) -> ShownValue {
        let size = self.type_descriptor(ty.elem).size as usize;
        let mut list = Vec::new();
        for i in 0..len {
            if i == MAX_ELEMENTS || self.components_read > MAX_COMPONENTS {
                list.push(ShownValue::Text(format!("… ({} more)", len - i)));
                break;
            }
            // SAFETY: the caller's promise.
            list.push(unsafe { self.read_value(ty.elem, first.add(i * size), true) });
        }
        ShownValue::List(ty.string.to_string(), list)
    }

    unsafe fn read_pointer(&mut self, ty: &RType, to: u64, top: bool) -> ShownValue {
        if to == 0 {
            return nil_value(ty, top);
        }
        let aggregate = matches!(
            self.type_descriptor(ty.elem).kind,
            Kind::Struct | Kind::Array | Kind::Slice | Kind::Map
        );
        let seen = self.path.contains(&(to, ty.elem));
        if !aggregate || seen || self.path.len() >= MAX_LEVELS {
            return ShownValue::Text(format!("({})({to:#x})", ty.string));
        }
        self.path.push((to, ty.elem));
        // SAFETY: a pointer points to a value of its element type.
        let shown = unsafe { self.read_value(ty.elem, to as *const u8, true) };
        self.path.pop();
        match shown {
            ShownValue::List(head, list) => ShownValue::List(format!("&{head}"), list),
            ShownValue::Text(text) => ShownValue::Text(format!("&{text}")),
            named => named,
        }
    }

    unsafe fn read_interface(&mut self, words: *const u64) -> ShownValue {
        // SAFETY: the caller's promise: two words; a small value is the second word, other values lie where it points.
        unsafe {
            if *words == 0 || self.path.len() >= MAX_LEVELS {
                return ShownValue::Text(if *words == 0 { "nil" } else { "…" }.into());
            }
            let id = type_of(*words);
            // An atomic.Value has another word in place of the type during its first store, and so may memory that the
            // program writes by unsafe pointers.
            let types = self.image.types.current_types();
            let Some(ty) =
                types.get(id.0 as usize).filter(|ty| ty.is_in_data_word || *words.add(1) != 0)
            else {
                return ShownValue::Text("?".into());
            };
            let at =
                if ty.is_in_data_word { words.add(1).cast() } else { *words.add(1) as *const u8 };
            self.path.push((0, id));
            let shown = self.read_value(id, at, false);
            self.path.pop();
            let plain = matches!(&*ty.string, "int" | "string" | "bool" | "float64");
            match (shown, ty.kind) {
                (
                    ShownValue::Text(text),
                    Kind::Pointer | Kind::Func | Kind::Chan | Kind::Slice | Kind::Map,
                ) => ShownValue::Text(text),
                (ShownValue::Text(text), _) if !plain => {
                    ShownValue::Text(format!("{}({text})", ty.string))
                }
                (shown, _) => shown,
            }
        }
    }

    unsafe fn read_func(&self, ty: &RType, value: u64, top: bool) -> ShownValue {
        if value == 0 {
            return nil_value(ty, top);
        }
        // SAFETY: a func value points to its code.
        let code = unsafe { *(value as *const u64) };
        match self.image.func_of(code) {
            Some(func) => {
                ShownValue::Text(self.image.program.funcs[func.0 as usize].name.to_string())
            }
            None => ShownValue::Text(format!("({})({value:#x})", ty.string)),
        }
    }
}

/// `nil`, with its type unless that is shown elsewhere.
fn nil_value(ty: &RType, top: bool) -> ShownValue {
    ShownValue::Text(if top { "nil".into() } else { format!("({})(nil)", ty.string) })
}

impl Reader<'_> {
    /// A value without components.
    unsafe fn scalar_text(&self, ty: &RType, at: *const u8) -> String {
        if ty.kind != Kind::String {
            // SAFETY: the caller's promise.
            return unsafe { number_text(ty, at) };
        }
        // SAFETY: the caller's promise: a string's words point to its bytes.
        unsafe {
            let words = at.cast::<u64>();
            let len = self.existing_elements(*words, *words.add(1), 1);
            let shown = len.min(MAX_STRING_BYTES);
            let bytes = match shown {
                0 => &[],
                n => std::slice::from_raw_parts(*words as *const u8, n),
            };
            quoted_text(bytes, len - shown)
        }
    }
}
