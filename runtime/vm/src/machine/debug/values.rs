//! Variables as trees: values with their types, their components, and changes of them.
//!
//! A [`Value`] is a type and the address of a value of that type: in memory, or in the slots of a frame. A value is
//! valid during the stop in which it was made, and the methods detect values of earlier stops.

use crate::channel::chan_of;
use crate::machine::debug::StoppedMachine;
use crate::map::map_len;
use crate::report::value_text as texts;
use crate::types::value::GoStr;
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::TypeId;
pub use minigo_bytecode::rtype::Kind;
use minigo_bytecode::rtype::RType;
use minigo_bytecode::type_word::type_of;

/// Where a value lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValuePlace {
    /// In memory, in Go's layout.
    Memory,
    /// In slots: a number of less than eight bytes fills its slot.
    Slots,
    /// In memory that must not be written: a large value of which a slot holds the address, or a map's key.
    Fixed,
}

/// A value of the stopped program.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub(super) ty: TypeId,
    pub(super) address: u64,
    pub(super) place: ValuePlace,
    /// The stop in which the value was made.
    pub(super) stop_number: u64,
}

/// A variable of a frame or a package.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name; a package-level variable's is qualified.
    pub name: String,
    /// The type's text.
    pub ty: String,
    /// The value; `None` if the program no longer keeps it.
    pub value: Option<Value>,
}

/// A value as a line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueSummary {
    /// The value in Go syntax, cut off if it is long.
    pub text: String,
    /// The type's text; for an interface, followed by the dynamic type.
    pub ty: String,
    /// The number of the value's components.
    pub child_count: usize,
    /// Whether the components are the elements of a list, with the numbers from 0 as their names.
    pub is_indexed: bool,
}

/// A number, boolean, string or nil.
#[derive(Clone, PartialEq, Debug)]
pub enum NewValue {
    /// An integer.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// A boolean.
    Bool(bool),
    /// A string.
    Text(Vec<u8>),
    /// `nil`
    Nil,
}

/// The most characters of a value's line.
const MAX_LINE_CHARS: usize = 200;

impl StoppedMachine<'_> {
    pub(super) fn type_descriptor(&self, id: TypeId) -> &RType {
        self.shared().image.types.get(id)
    }

    pub(super) fn value_in_memory(&self, ty: TypeId, at: u64) -> Value {
        Value { ty, address: at, place: ValuePlace::Memory, stop_number: self.stop_number }
    }

    /// The number of bytes of a value, in memory or in slots.
    pub(super) fn size_of(&self, value: &Value) -> u64 {
        self.type_descriptor(value.ty).size
    }

    pub(super) fn word(&self, value: &Value, index: usize) -> u64 {
        // SAFETY: a value of this type lies there during this stop.
        unsafe { (value.address as *const u64).add(index).read_unaligned() }
    }

    /// Reports whether a value belongs to this stop.
    #[must_use]
    pub fn is_current(&self, value: &Value) -> bool {
        value.stop_number == self.stop_number
    }

    /// The kind of a value's type.
    #[must_use]
    pub fn kind(&self, value: &Value) -> Kind {
        self.type_descriptor(value.ty).kind
    }

    /// The text of a value's type.
    #[must_use]
    pub fn type_of(&self, value: &Value) -> String {
        self.type_descriptor(value.ty).string.to_string()
    }

    /// The whole value in Go syntax, on several lines if it is long.
    #[must_use]
    pub fn text(&self, value: &Value) -> String {
        if !self.is_current(value) {
            return String::from("(the value is from an earlier stop)");
        }
        let at = value.address as *const u8;
        // SAFETY: a value of this type lies there, and the world is stopped.
        unsafe { texts::memory_text(self.shared(), value.ty, at) }
    }

    /// The value as a line, and how many components it has.
    #[must_use]
    pub fn summarize(&self, value: &Value) -> ValueSummary {
        let mut ty = self.type_of(value);
        if let Some(inner) = self.dynamic_value(value) {
            ty = format!("{ty}({})", self.type_of(&inner));
        }
        let (children, indexed) = self.component_count(value);
        let text = to_one_line(&self.text(value));
        ValueSummary { text, ty, child_count: children, is_indexed: indexed }
    }

    /// How many components a value has, and whether they are numbered.
    fn component_count(&self, value: &Value) -> (usize, bool) {
        if !self.is_current(value) {
            return (0, false);
        }
        let ty = self.type_descriptor(value.ty);
        match ty.kind {
            Kind::Struct => (ty.fields.iter().filter(|f| &*f.name != "_").count(), false),
            Kind::Array => (ty.len as usize, true),
            Kind::Slice => (self.elements(value).1, true),
            Kind::Map => (self.entries(value).len(), false),
            Kind::Pointer => match self.pointee(value) {
                None => (0, false),
                Some(to) => match self.component_count(&to) {
                    (n, indexed) if self.is_composite(&to) => (n, indexed),
                    _ => (1, false),
                },
            },
            Kind::Interface => {
                self.dynamic_value(value).map_or((0, false), |inner| self.component_count(&inner))
            }
            _ => (0, false),
        }
    }

    fn is_composite(&self, value: &Value) -> bool {
        matches!(self.kind(value), Kind::Struct | Kind::Array | Kind::Slice | Kind::Map)
    }

    /// The components of a value from number `start` on, at most `count`: fields, elements, entries of a map; those of
    /// the value to which a pointer points or that an interface holds.
    #[must_use]
    pub fn children(&self, value: &Value, start: usize, count: usize) -> Vec<(String, Value)> {
        if !self.is_current(value) {
            return Vec::new();
        }
        let ty = self.type_descriptor(value.ty);
        match ty.kind {
            Kind::Struct => {
                let fields = ty.fields.iter().filter(|f| &*f.name != "_").skip(start).take(count);
                fields
                    .map(|f| (f.name.to_string(), self.component(value, f.ty, f.offset)))
                    .collect()
            }
            Kind::Array | Kind::Slice => {
                let (first, len) = self.elements(value);
                let end = len.min(start.saturating_add(count));
                let size = self.type_descriptor(ty.elem).size;
                let element = |i: usize| {
                    let at = self.component(&first, ty.elem, i as u64 * size);
                    (i.to_string(), at)
                };
                (start..end).map(element).collect()
            }
            Kind::Map => {
                let entries = self.entries(value).into_iter().skip(start).take(count);
                entries.map(|(key, value)| (to_one_line(&self.text(&key)), value)).collect()
            }
            Kind::Pointer => match self.pointee(value) {
                None => Vec::new(),
                Some(to) if self.is_composite(&to) => self.children(&to, start, count),
                Some(to) => vec![("*".to_owned(), to)],
            },
            Kind::Interface => self
                .dynamic_value(value)
                .map_or(Vec::new(), |inner| self.children(&inner, start, count)),
            _ => Vec::new(),
        }
    }

    /// A component in the memory of a value.
    fn component(&self, of: &Value, ty: TypeId, offset: u64) -> Value {
        let place = match of.place {
            // The components of a composite value in slots have Go's layout.
            ValuePlace::Slots if self.type_descriptor(ty).size < 8 => ValuePlace::Memory,
            place => place,
        };
        Value { ty, address: of.address + offset, place, stop_number: self.stop_number }
    }

    /// The first element of an array or slice, and how many there are. A slice that two goroutines write without a lock
    /// can have the pointer of one and the length of the other.
    pub(super) fn elements(&self, value: &Value) -> (Value, usize) {
        let ty = self.type_descriptor(value.ty);
        if ty.kind == Kind::Array {
            return (*value, ty.len as usize);
        }
        let (first, len) = (self.word(value, 0), self.word(value, 1));
        if first == 0 {
            return (self.value_in_memory(ty.elem, 0), 0);
        }
        let object = self.shared().heap.object_at(first as usize);
        let bytes = object.map_or(u64::MAX, |o| (o.base + o.size) as u64 - first);
        let len = len.min(bytes / self.type_descriptor(ty.elem).size.max(1));
        (self.value_in_memory(ty.elem, first), len as usize)
    }

    /// The keys and values of a map, in the order of the keys.
    fn entries(&self, value: &Value) -> Vec<(Value, Value)> {
        let ty = self.type_descriptor(value.ty);
        let map = self.word(value, 0);
        if map < NIL_PAGE_SIZE {
            return Vec::new();
        }
        // SAFETY: a map of this type; the world is stopped.
        let entries = unsafe { texts::sorted_entries(self.shared(), value.ty, map) };
        let in_slot = |id: TypeId, slot: *const u64, place: ValuePlace| match self
            .type_descriptor(id)
            .is_indirect()
        {
            true => Value {
                ty: id,
                // SAFETY: the slot of a live entry; that of a large value contains its address.
                address: unsafe { *slot },
                place: ValuePlace::Fixed,
                stop_number: self.stop_number,
            },
            false => Value { ty: id, address: slot as u64, place, stop_number: self.stop_number },
        };
        let entry = |(k, v)| {
            (in_slot(ty.key, k, ValuePlace::Fixed), in_slot(ty.elem, v, ValuePlace::Slots))
        };
        entries.into_iter().map(entry).collect()
    }

    /// The value to which a pointer points.
    #[must_use]
    pub fn pointee(&self, value: &Value) -> Option<Value> {
        let ty = self.type_descriptor(value.ty);
        if !self.is_current(value) || ty.kind != Kind::Pointer {
            return None;
        }
        let to = self.word(value, 0);
        (to >= NIL_PAGE_SIZE).then(|| self.value_in_memory(ty.elem, to))
    }

    /// The value that an interface holds.
    #[must_use]
    pub fn dynamic_value(&self, value: &Value) -> Option<Value> {
        if !self.is_current(value) || self.kind(value) != Kind::Interface {
            return None;
        }
        let (word, data) = (self.word(value, 0), self.word(value, 1));
        if word == 0 {
            return None;
        }
        let id = type_of(word);
        let ty = self.shared().image.types.current_types().get(id.0 as usize)?;
        let at = if ty.is_in_data_word { value.address + 8 } else { data };
        let is_there = ty.is_in_data_word || data >= NIL_PAGE_SIZE;
        is_there.then_some(Value {
            ty: id,
            address: at,
            place: ValuePlace::Fixed,
            stop_number: self.stop_number,
        })
    }

    /// The field with this name: of a struct, of the struct to which a pointer points, or of an embedded field.
    #[must_use]
    pub fn field(&self, value: &Value, name: &str) -> Option<Value> {
        let mut level = vec![*value];
        // Fields of outer structs hide fields of embedded structs.
        for _ in 0..8 {
            let mut inner = Vec::new();
            for mut value in std::mem::take(&mut level) {
                if !self.is_current(&value) {
                    return None;
                }
                value = self.dynamic_value(&value).unwrap_or(value);
                value = self.pointee(&value).unwrap_or(value);
                let ty = self.type_descriptor(value.ty);
                for field in ty.fields.iter().filter(|_| ty.kind == Kind::Struct) {
                    let part = self.component(&value, field.ty, field.offset);
                    if *field.name == *name {
                        return Some(part);
                    }
                    if field.is_embedded {
                        inner.push(part);
                    }
                }
            }
            level = inner;
        }
        None
    }

    /// The element of a list with this index. `None` if the value is no list, or has no such element.
    #[must_use]
    pub fn element(&self, value: &Value, index: i128) -> Option<Value> {
        let target = self.pointee(value).filter(|to| self.kind(to) == Kind::Array);
        let value = target.unwrap_or(*value);
        let is_list = matches!(self.kind(&value), Kind::Array | Kind::Slice);
        let index = usize::try_from(index).ok().filter(|_| is_list)?;
        self.children(&value, index, 1).pop().map(|(_, element)| element)
    }

    /// The value of a map for a key. `None` if the value is no map, or has no such entry.
    #[must_use]
    pub fn entry(&self, map: &Value, key: &NewValue) -> Option<Value> {
        if !self.is_current(map) || self.kind(map) != Kind::Map {
            return None;
        }
        let entries = self.entries(map).into_iter();
        let mut found = entries.filter(|(k, _)| self.scalar(k).is_some_and(|k| k == *key));
        found.next().map(|(_, value)| value)
    }

    /// The length of a string, list, map or channel.
    #[must_use]
    pub fn len(&self, value: &Value) -> Option<usize> {
        if !self.is_current(value) {
            return None;
        }
        match self.kind(value) {
            Kind::String => Some(self.word(value, 1) as usize),
            Kind::Array | Kind::Slice => Some(self.elements(value).1),
            Kind::Map => {
                let map = self.word(value, 0);
                let is_nil = map < NIL_PAGE_SIZE;
                // SAFETY: a map; the world is stopped.
                Some(if is_nil { 0 } else { unsafe { map_len(map as *const _) as usize } })
            }
            Kind::Chan => Some(chan_of(self.word(value, 0)).map_or(0, |channel| channel.len())),
            _ => None,
        }
    }

    /// The capacity of a list or channel.
    #[must_use]
    pub fn cap(&self, value: &Value) -> Option<usize> {
        match self.kind(value) {
            Kind::Slice if self.is_current(value) => Some(self.word(value, 2) as usize),
            Kind::Array => self.len(value),
            Kind::Chan if self.is_current(value) => {
                Some(chan_of(self.word(value, 0)).map_or(0, |channel| channel.cap()))
            }
            _ => None,
        }
    }

    /// The value as a number, boolean, string or nil; `None` for other values. For an interface, the value that it
    /// holds.
    #[must_use]
    pub fn scalar(&self, value: &Value) -> Option<NewValue> {
        if !self.is_current(value) {
            return None;
        }
        if let Some(inner) = self.dynamic_value(value) {
            return self.scalar(&inner);
        }
        let at = value.address as *const u8;
        let signed = |x: i64| NewValue::Int(x.into());
        let unsigned = |x: u64| NewValue::Int(x.into());
        // SAFETY: a value of this type lies there; memory is little-endian, so a slot begins with the value's bytes.
        Some(unsafe {
            match self.kind(value) {
                Kind::Bool => NewValue::Bool(*at != 0),
                Kind::Int | Kind::Int64 => signed(at.cast::<i64>().read_unaligned()),
                Kind::Int8 => signed(at.cast::<i8>().read().into()),
                Kind::Int16 => signed(at.cast::<i16>().read_unaligned().into()),
                Kind::Int32 => signed(at.cast::<i32>().read_unaligned().into()),
                Kind::Uint | Kind::Uint64 | Kind::Uintptr => {
                    unsigned(at.cast::<u64>().read_unaligned())
                }
                Kind::Uint8 => unsigned(at.read().into()),
                Kind::Uint16 => unsigned(at.cast::<u16>().read_unaligned().into()),
                Kind::Uint32 => unsigned(at.cast::<u32>().read_unaligned().into()),
                Kind::Float32 => NewValue::Float(at.cast::<f32>().read_unaligned().into()),
                Kind::Float64 => NewValue::Float(at.cast::<f64>().read_unaligned()),
                Kind::String => {
                    let (first, len) = (self.word(value, 0), self.word(value, 1) as usize);
                    NewValue::Text(GoStr::from_raw(first as *const u8, len).bytes().to_vec())
                }
                Kind::Slice
                | Kind::Map
                | Kind::Pointer
                | Kind::Func
                | Kind::Chan
                | Kind::Interface
                | Kind::UnsafePointer
                    if self.word(value, 0) == 0 =>
                {
                    NewValue::Nil
                }
                _ => return None,
            }
        })
    }

    /// The package-level variable with this qualified name.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<Value> {
        let image = &self.shared().image;
        let global = image.program.globals.iter().find(|global| *global.name == *name)?;
        Some(self.value_in_memory(global.ty, image.globals() as u64 + u64::from(global.offset)))
    }

    /// A package-level variable of a package whose import path ends with this name.
    #[must_use]
    pub fn global_of_package_named(&self, package: &str, name: &str) -> Option<Value> {
        let end = format!("/{package}.{name}");
        let mut globals = self.shared().image.program.globals.iter();
        let found = globals.find(|global| global.name.ends_with(&end))?;
        self.global(&found.name)
    }

    /// The package-level variables of a package, by its import path.
    #[must_use]
    pub fn globals(&self, package: &str) -> Vec<Variable> {
        let image = &self.shared().image;
        let of = |name: &str| {
            let rest = name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.'));
            rest.is_some_and(|name| !name.contains(['.', '/']) && name != "_")
        };
        let wanted = image.program.globals.iter().filter(|global| of(&global.name));
        let variable = |global: &minigo_bytecode::program::GlobalVar| Variable {
            name: global.name.to_string(),
            ty: self.type_descriptor(global.ty).string.to_string(),
            value: self.global(&global.name),
        };
        wanted.map(variable).collect()
    }
}

/// A value's text on one line, cut off if it is long.
fn to_one_line(text: &str) -> String {
    let mut line = String::new();
    for part in text.lines() {
        let part = part.trim_start();
        if part.starts_with('}') && line.ends_with(", ") {
            line.truncate(line.len() - 2);
        }
        line.push_str(part);
        if part.ends_with(',') {
            line.push(' ');
        }
    }
    if line.chars().count() > MAX_LINE_CHARS {
        line = line.chars().take(MAX_LINE_CHARS).collect();
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::to_one_line;

    #[test]
    fn lines_of_a_long_value_become_one() {
        let text = "[]main.T{\n    main.T{A: 1},\n    main.T{\n        A: 2,\n    },\n}";
        assert_eq!(to_one_line(text), "[]main.T{main.T{A: 1}, main.T{A: 2}}");
        assert_eq!(to_one_line("42"), "42");
    }
}
