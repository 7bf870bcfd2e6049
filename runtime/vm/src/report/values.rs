//! Values of a session as text: Go syntax, laid out over lines when they are long.
//!
//! The values are read while the world stands still. Pointers are followed a few levels deep and never in circles; long
//! lists are cut.

use crate::image::Image;
use crate::map::Map;
use crate::map::iter::MapIter;
use crate::shared::Shared;
use crate::types::show::print_float;
use minigo_bytecode::growth::Value;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, LARGEST_IN_SLOTS, RType};
use std::fmt::Write as _;

/// How many elements of a list are shown.
const ELEMENTS: usize = 100;

/// How many parts of a value are shown in all.
const PARTS: usize = 2_000;

/// How many bytes of a string are shown.
const BYTES: usize = 4_000;

/// How many levels of pointers and interfaces are followed.
const LEVELS: usize = 6;

/// Longer lines are broken, where they can be.
const WIDTH: usize = 80;

/// The values and their types.
pub(crate) fn show(shared: &Shared, values: &[Value]) -> Vec<(String, String)> {
    let image = &shared.image;
    let one = |value: &Value| {
        let mut reader = Reader::new(shared);
        let at = image.globals().wrapping_add(value.offset as usize).cast_const();
        // SAFETY: the variable is there and has this type; the world stands still.
        let shown = unsafe { reader.value(value.ty, at, true) };
        let mut text = String::new();
        shown.write(&mut text, 0, 0);
        (text, image.types.get(value.ty).string.to_string())
    };
    values.iter().map(one).collect()
}

/// The value in memory at `at`, as text.
///
/// # Safety
/// A value of the type is there, and nothing changes.
pub(crate) unsafe fn in_memory(shared: &Shared, ty: TypeId, at: *const u8) -> String {
    // SAFETY: the caller's promise.
    let shown = unsafe { Reader::new(shared).value(ty, at, true) };
    let mut text = String::new();
    shown.write(&mut text, 0, 0);
    text
}

/// The value in slots from `at` on, as text.
///
/// # Safety
/// As for [`in_memory`].
pub(crate) unsafe fn in_slots(shared: &Shared, ty: TypeId, at: *const u64) -> String {
    // SAFETY: the caller's promise.
    let shown = unsafe { Reader::new(shared).in_slot(ty, at) };
    let mut text = String::new();
    shown.write(&mut text, 0, 0);
    text
}

/// A value as text, or as a list of such.
enum Shown {
    Text(String),
    /// What precedes the brace, then the elements.
    List(String, Vec<Shown>),
    /// `name: value`
    Named(String, Box<Shown>),
}

impl Shown {
    fn width(&self) -> usize {
        match self {
            Self::Text(text) => text.chars().count(),
            Self::List(head, list) => {
                head.len() + list.iter().map(|e| e.width() + 2).sum::<usize>()
            }
            Self::Named(name, value) => name.chars().count() + 2 + value.width(),
        }
    }

    fn write(&self, out: &mut String, indent: usize, column: usize) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Named(name, value) => {
                out.push_str(name);
                out.push_str(": ");
                value.write(out, indent, column + name.chars().count() + 2);
            }
            Self::List(head, list) => {
                out.push_str(head);
                out.push('{');
                if column + self.width() <= WIDTH {
                    for (i, element) in list.iter().enumerate() {
                        out.push_str(if i > 0 { ", " } else { "" });
                        element.write(out, indent, 0);
                    }
                } else {
                    for element in list {
                        let inner = indent + 4;
                        let _ = write!(out, "\n{:inner$}", "");
                        element.write(out, inner, inner);
                        out.push(',');
                    }
                    let _ = write!(out, "\n{:indent$}", "");
                }
                out.push('}');
            }
        }
    }
}

struct Reader<'i> {
    shared: &'i Shared,
    image: &'i Image,
    /// How many parts have been read.
    parts: usize,
    /// The addresses that the pointers on the way here lead to.
    path: Vec<(u64, TypeId)>,
}

impl<'i> Reader<'i> {
    fn new(shared: &'i Shared) -> Self {
        Self { shared, image: &shared.image, parts: 0, path: Vec::new() }
    }

    /// How many of `len` elements of `size` bytes there are from `first` on: a slice that two goroutines write without
    /// a lock can have the pointer of one and the length of the other.
    fn there_are(&self, first: u64, len: u64, size: u64) -> usize {
        let object = self.shared.heap.object_at(first as usize);
        let bytes = object.map_or(u64::MAX, |o| (o.base + o.size) as u64 - first);
        len.min(bytes / size.max(1)) as usize
    }

    fn get(&self, ty: TypeId) -> &RType {
        self.image.types.get(ty)
    }

    /// The value in memory at `at`. `top` says that its type is told elsewhere.
    ///
    /// # Safety
    /// A value of the type is there, and nothing changes.
    unsafe fn value(&mut self, id: TypeId, at: *const u8, top: bool) -> Shown {
        self.parts += 1;
        if self.parts > PARTS {
            return Shown::Text("…".into());
        }
        // SAFETY: the caller's promise, here and below.
        unsafe {
            let ty = self.image.types.get(id);
            match ty.kind {
                Kind::Struct => {
                    let mut list = Vec::new();
                    // Fields without a name are room that no code uses.
                    for field in ty.fields.iter().filter(|f| &*f.name != "_") {
                        let value = self.value(field.ty, at.add(field.offset as usize), true);
                        list.push(Shown::Named(field.name.to_string(), Box::new(value)));
                    }
                    Shown::List(ty.string.to_string(), list)
                }
                Kind::Array => self.list(ty, at, ty.len as usize),
                Kind::Slice => {
                    let words = at.cast::<u64>();
                    match *words {
                        0 => nil(ty, top),
                        first => {
                            let len = *words.add(1);
                            let len = self.there_are(first, len, self.get(ty.elem).size);
                            self.list(ty, first as *const u8, len)
                        }
                    }
                }
                Kind::Map => self.map(id, *at.cast::<u64>(), top),
                Kind::Pointer => self.pointer(ty, *at.cast::<u64>(), top),
                Kind::Interface => self.interface(at.cast::<u64>()),
                Kind::Func => self.func(ty, *at.cast::<u64>(), top),
                Kind::Chan | Kind::UnsafePointer => match *at.cast::<u64>() {
                    0 => nil(ty, top),
                    to => Shown::Text(format!("({})({to:#x})", ty.string)),
                },
                _ => Shown::Text(self.scalar(ty, at)),
            }
        }
    }

    /// A value as a slot of a map holds it.
    unsafe fn in_slot(&mut self, id: TypeId, at: *const u64) -> Shown {
        let ty = self.get(id);
        let large = ty.size > LARGEST_IN_SLOTS && matches!(ty.kind, Kind::Struct | Kind::Array);
        // SAFETY: the caller's promise; a large value's slot holds its address.
        unsafe {
            let at = if large { *at as *const u8 } else { at.cast() };
            self.value(id, at, true)
        }
    }

    unsafe fn list(&mut self, ty: &RType, first: *const u8, len: usize) -> Shown {
        let size = self.get(ty.elem).size as usize;
        let mut list = Vec::new();
        for i in 0..len {
            if i == ELEMENTS || self.parts > PARTS {
                list.push(Shown::Text(format!("… ({} more)", len - i)));
                break;
            }
            // SAFETY: the caller's promise.
            list.push(unsafe { self.value(ty.elem, first.add(i * size), true) });
        }
        Shown::List(ty.string.to_string(), list)
    }

    unsafe fn map(&mut self, id: TypeId, map: u64, top: bool) -> Shown {
        let ty = self.image.types.get(id);
        if map == 0 {
            return nil(ty, top);
        }
        let mut list = Vec::new();
        // SAFETY: the caller's promise.
        let entries = unsafe { MapIter::new(map as *const Map, 0) };
        // SAFETY: as above; the layout is that of its type.
        while unsafe { entries.next(self.image.types.all(), self.image.map_layout(id)) } == Ok(true)
        {
            if list.len() == ELEMENTS || self.parts > PARTS {
                list.push(("\u{10ffff}".into(), Shown::Text("…".into())));
                break;
            }
            let mut key = String::new();
            // SAFETY: a live entry's key and value lie where it says.
            let value = unsafe {
                self.in_slot(ty.key, entries.key()).write(&mut key, 0, 0);
                self.in_slot(ty.elem, entries.value())
            };
            list.push((key.clone(), Shown::Named(key, Box::new(value))));
        }
        let number = |key: &str| key.parse::<f64>().ok();
        list.sort_by(|(a, _), (b, _)| match (number(a), number(b)) {
            (Some(x), Some(y)) => x.total_cmp(&y),
            _ => a.cmp(b),
        });
        Shown::List(ty.string.to_string(), list.into_iter().map(|(_, shown)| shown).collect())
    }

    unsafe fn pointer(&mut self, ty: &RType, to: u64, top: bool) -> Shown {
        if to == 0 {
            return nil(ty, top);
        }
        let aggregate =
            matches!(self.get(ty.elem).kind, Kind::Struct | Kind::Array | Kind::Slice | Kind::Map);
        let seen = self.path.contains(&(to, ty.elem));
        if !aggregate || seen || self.path.len() >= LEVELS {
            return Shown::Text(format!("({})({to:#x})", ty.string));
        }
        self.path.push((to, ty.elem));
        // SAFETY: a pointer leads to a value of its element type.
        let shown = unsafe { self.value(ty.elem, to as *const u8, true) };
        self.path.pop();
        match shown {
            Shown::List(head, list) => Shown::List(format!("&{head}"), list),
            Shown::Text(text) => Shown::Text(format!("&{text}")),
            named => named,
        }
    }

    unsafe fn interface(&mut self, words: *const u64) -> Shown {
        // SAFETY: the caller's promise: two words; small values lie in the second, others where it leads.
        unsafe {
            if *words == 0 || self.path.len() >= LEVELS {
                return Shown::Text(if *words == 0 { "nil" } else { "…" }.into());
            }
            let id = TypeId(*words as u32);
            let ty = self.image.types.get(id);
            let at = if ty.size <= 8 { words.add(1).cast() } else { *words.add(1) as *const u8 };
            self.path.push((0, id));
            let shown = self.value(id, at, false);
            self.path.pop();
            let plain = matches!(&*ty.string, "int" | "string" | "bool" | "float64");
            match (shown, ty.kind) {
                (
                    Shown::Text(text),
                    Kind::Pointer | Kind::Func | Kind::Chan | Kind::Slice | Kind::Map,
                ) => Shown::Text(text),
                (Shown::Text(text), _) if !plain => Shown::Text(format!("{}({text})", ty.string)),
                (shown, _) => shown,
            }
        }
    }

    unsafe fn func(&self, ty: &RType, value: u64, top: bool) -> Shown {
        if value == 0 {
            return nil(ty, top);
        }
        // SAFETY: a func value leads to its code.
        let code = unsafe { *(value as *const u64) };
        match self.image.func_of(code) {
            Some(func) => Shown::Text(self.image.program.funcs[func.0 as usize].name.to_string()),
            None => Shown::Text(format!("({})({value:#x})", ty.string)),
        }
    }
}

/// `nil`, with its type where that is not told.
fn nil(ty: &RType, top: bool) -> Shown {
    Shown::Text(if top { "nil".into() } else { format!("({})(nil)", ty.string) })
}

impl Reader<'_> {
    /// A value without parts.
    unsafe fn scalar(&self, ty: &RType, at: *const u8) -> String {
        if ty.kind != Kind::String {
            // SAFETY: the caller's promise.
            return unsafe { number(ty, at) };
        }
        // SAFETY: the caller's promise: a string's bytes are where it says.
        unsafe {
            let words = at.cast::<u64>();
            let len = self.there_are(*words, *words.add(1), 1);
            let shown = len.min(BYTES);
            let bytes = match shown {
                0 => &[],
                n => std::slice::from_raw_parts(*words as *const u8, n),
            };
            quoted(bytes, len - shown)
        }
    }
}

/// A truth value or a number.
unsafe fn number(ty: &RType, at: *const u8) -> String {
    // SAFETY: the caller's promise: a value of this type is there.
    unsafe {
        match ty.kind {
            Kind::Bool => return (*at != 0).to_string(),
            Kind::Int | Kind::Int64 => return at.cast::<i64>().read_unaligned().to_string(),
            Kind::Int8 => return at.cast::<i8>().read().to_string(),
            Kind::Int16 => return at.cast::<i16>().read_unaligned().to_string(),
            Kind::Int32 => return at.cast::<i32>().read_unaligned().to_string(),
            Kind::Uint | Kind::Uint64 => return at.cast::<u64>().read_unaligned().to_string(),
            Kind::Uintptr => return format!("{:#x}", at.cast::<u64>().read_unaligned()),
            Kind::Uint8 => return at.read().to_string(),
            Kind::Uint16 => return at.cast::<u16>().read_unaligned().to_string(),
            Kind::Uint32 => return at.cast::<u32>().read_unaligned().to_string(),
            Kind::Float32 => return float(f64::from(at.cast::<f32>().read_unaligned()), true),
            Kind::Float64 => return float(at.cast::<f64>().read_unaligned(), false),
            Kind::Complex64 => {
                let at = at.cast::<f32>();
                let (re, im) = (at.read_unaligned(), at.add(1).read_unaligned());
                return complex(f64::from(re), f64::from(im), true);
            }
            Kind::Complex128 => {
                let at = at.cast::<f64>();
                return complex(at.read_unaligned(), at.add(1).read_unaligned(), false);
            }
            _ => {}
        }
    }
    "?".into()
}

/// A float as Go's `%v` shows it.
fn float(value: f64, single: bool) -> String {
    let mut out = Vec::new();
    print_float(&mut out, value, single);
    let text = String::from_utf8_lossy(&out).into_owned();
    // `print` writes large numbers with an exponent from a million on, `%v` from 10^21 on.
    let large = value.is_finite() && (1e6..1e21).contains(&value.abs());
    match large {
        true if single => format!("{}", value as f32),
        true => format!("{value}"),
        false => text,
    }
}

fn complex(re: f64, im: f64, single: bool) -> String {
    let im = float(im, single);
    let sign = if im.starts_with(['-', '+']) { "" } else { "+" };
    format!("({}{sign}{im}i)", float(re, single))
}

/// A string literal, of which `more` bytes are not shown.
fn quoted(bytes: &[u8], more: usize) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                c if c.is_control() => {
                    let _ = write!(out, "\\x{:02x}", u32::from(c));
                }
                c => out.push(c),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out.push('"');
    if more > 0 {
        let _ = write!(out, "… ({more} more bytes)");
    }
    out
}
