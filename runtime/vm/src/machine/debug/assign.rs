//! Changes of variables: constants, copies of values of any type, and new objects.
//!
//! New objects come from the cache of a stopped processor. Nothing refers to such an object until it is assigned to a
//! variable, so an object that is not assigned during the same stop is garbage afterwards.

use crate::machine::debug::StoppedMachine;
use crate::machine::debug::values::{NewValue, Value, ValuePlace};
use crate::native::slots::load_slot;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_heap::Desc;

/// A type of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type(TypeId);

impl Type {
    pub(super) fn id(self) -> TypeId {
        self.0
    }
}

/// The most bytes of a new object.
const MAX_OBJECT_BYTES: usize = 1 << 30;

impl StoppedMachine<'_> {
    /// The type of a value.
    #[must_use]
    pub fn ty(&self, value: &Value) -> Type {
        Type(value.ty)
    }

    /// The type whose text is this, if the program has it: `main.T`, `[]int`.
    #[must_use]
    pub fn type_named(&self, text: &str) -> Option<Type> {
        let all = self.shared().image.types.current_types();
        let at = all.iter().position(|ty| *ty.string == *text && ty.kind != Kind::Invalid)?;
        Some(Type(TypeId(at as u32)))
    }

    /// The kind of a type.
    #[must_use]
    pub fn kind_of(&self, ty: Type) -> Kind {
        self.type_descriptor(ty.0).kind
    }

    /// The text of a type.
    #[must_use]
    pub fn type_text(&self, ty: Type) -> String {
        self.type_descriptor(ty.0).string.to_string()
    }

    /// The type of the elements of an array or slice, of the values of a map, or of the variable to which a pointer
    /// points; `None` for other types.
    #[must_use]
    pub fn elem(&self, ty: Type) -> Option<Type> {
        let ty = self.type_descriptor(ty.0);
        let has_elem = matches!(ty.kind, Kind::Array | Kind::Slice | Kind::Map | Kind::Pointer);
        has_elem.then_some(Type(ty.elem))
    }

    /// The length of the arrays of a type; 0 for other types.
    #[must_use]
    pub fn array_len(&self, ty: Type) -> usize {
        self.type_descriptor(ty.0).len as usize
    }

    /// Makes `count` zeroed values of a type, one behind the other on the heap, and returns the first.
    ///
    /// # Errors
    /// A message: there is not enough memory.
    pub fn make_values(&mut self, ty: Type, count: usize) -> Result<Value, String> {
        let types = &self.shared().image.types;
        let desc = types.heap_desc(ty.0);
        let size = (types.get(ty.0).size as usize).saturating_mul(count);
        let at = self.allocate(size, desc)?;
        Ok(self.value_in_memory(ty.0, at))
    }

    fn allocate(&mut self, size: usize, desc: Desc) -> Result<u64, String> {
        let shared = self.shared();
        if size > MAX_OBJECT_BYTES {
            return Err(format!("{size} bytes are too many"));
        }
        // All values of size 0 are the same variable.
        if size == 0 {
            return Ok(shared.zero_size_target.as_ptr() as u64);
        }
        let _account = shared.heap.enter_account();
        let mut made = None;
        self.world.each_local(|_, local| {
            if made.is_none() {
                made = Some(local.cache.alloc(size, desc));
            }
        });
        let made = made.and_then(Result::ok).map(|at| at as u64);
        made.ok_or_else(|| String::from("the program has no memory left"))
    }

    /// The value `index` values behind a value that [`make_values`](Self::make_values) has made.
    #[must_use]
    pub fn value_behind(&self, first: &Value, index: usize) -> Value {
        Value { address: first.address + index as u64 * self.size_of(first), ..*first }
    }

    /// Reports whether both values are pointers or channels, and equal; `None` if one is something else.
    #[must_use]
    pub fn same_pointers(&self, a: &Value, b: &Value) -> Option<bool> {
        let is = |v: &Value| {
            self.is_current(v)
                && matches!(self.type_descriptor(v.ty).kind, Kind::Pointer | Kind::Chan)
        };
        (is(a) && is(b) && a.ty == b.ty).then(|| self.word(a, 0) == self.word(b, 0))
    }

    /// Assigns a number, boolean, string or nil. An interface gets a value of the constant's default type.
    ///
    /// # Errors
    /// A message: the new value does not fit the type, or the value cannot be changed.
    pub fn set(&mut self, to: &Value, new: &NewValue) -> Result<(), String> {
        self.check_writable(to)?;
        let ty = self.type_descriptor(to.ty);
        if ty.kind == Kind::Interface && *new != NewValue::Nil {
            let name = match new {
                NewValue::Int(_) => "int",
                NewValue::Float(_) => "float64",
                NewValue::Bool(_) => "bool",
                _ => "string",
            };
            let default = self.type_named(name);
            let default = default.ok_or_else(|| format!("the program has no type {name}"))?;
            let value = self.make_values(default, 1)?;
            self.set(&value, new)?;
            return self.copy(to, &value);
        }
        let Some(words) = words_of(ty, new) else {
            return Err(format!("the value does not fit type {}", ty.string));
        };
        self.write(to, &words);
        Ok(())
    }

    /// Assigns a copy of a value.
    ///
    /// # Errors
    /// A message: Go does not allow the assignment, or the value cannot be changed.
    pub fn copy(&mut self, to: &Value, from: &Value) -> Result<(), String> {
        self.check_writable(to)?;
        if !self.is_current(from) {
            return Err(String::from(
                "the value is from an earlier stop: the program has run since",
            ));
        }
        if self.type_descriptor(to.ty).kind == Kind::Interface && to.ty != from.ty {
            return self.copy_to_interface(to, from);
        }
        if to.ty != from.ty {
            let (to, from) =
                (&self.type_descriptor(to.ty).string, &self.type_descriptor(from.ty).string);
            return Err(format!("a value of type {from} cannot be assigned to type {to}"));
        }
        let words = self.words(from);
        self.write(to, &words);
        Ok(())
    }

    fn copy_to_interface(&mut self, to: &Value, from: &Value) -> Result<(), String> {
        if self.type_descriptor(from.ty).kind == Kind::Interface && self.word(from, 0) == 0 {
            self.write(to, &[0, 0]);
            return Ok(());
        }
        let from = self.dynamic_value(from).unwrap_or(*from);
        let types = &self.shared().image.types;
        if !types.implements(from.ty, to.ty) {
            let (to, from) =
                (&self.type_descriptor(to.ty).string, &self.type_descriptor(from.ty).string);
            return Err(format!("type {from} does not implement {to}"));
        }
        let ty = types.get(from.ty);
        let (size, in_word) = (ty.size as usize, ty.is_in_data_word);
        let data = match size {
            0 => types.first_descriptor(),
            _ if in_word => self.words(&from)[0],
            _ => {
                let words = self.words(&from);
                let object = self.make_values(Type(from.ty), 1)?;
                self.write(&object, &words);
                object.address
            }
        };
        let types = &self.shared().image.types;
        let word = types.interface_word_in(to.ty, types.interface_word(from.ty));
        self.write(to, &[word, data]);
        Ok(())
    }

    /// Makes a pointer point to a variable.
    ///
    /// # Errors
    /// A message: the pointer has another type, or the variable lies in a frame, to which no pointer may point.
    pub fn set_pointer(&mut self, to: &Value, variable: &Value) -> Result<(), String> {
        self.check_writable(to)?;
        let pointed = self.type_descriptor(variable.ty).string.clone();
        if self.type_descriptor(to.ty).kind == Kind::Interface {
            let wanted = format!("*{pointed}");
            let ty = self.type_named(&wanted);
            let ty = ty.ok_or_else(|| format!("the program has no type {wanted}"))?;
            let pointer = self.make_values(ty, 1)?;
            self.set_pointer(&pointer, variable)?;
            return self.copy(to, &pointer);
        }
        let ty = self.type_descriptor(to.ty);
        if ty.kind != Kind::Pointer || ty.elem != variable.ty {
            let to = &ty.string;
            return Err(format!("a value of type *{pointed} cannot be assigned to type {to}"));
        }
        if variable.place != ValuePlace::Memory || self.byte_in_stack(variable.address).is_some() {
            let why = "the variable lies in its function's frame: no pointer may point to it";
            return Err(String::from(why));
        }
        self.write(to, &[variable.address]);
        Ok(())
    }

    /// Makes a slice of values that [`make_values`](Self::make_values) has made.
    ///
    /// # Errors
    /// A message: the slice has other elements, or cannot be changed.
    pub fn set_slice(&mut self, to: &Value, first: &Value, len: usize) -> Result<(), String> {
        self.check_writable(to)?;
        let ty = self.type_descriptor(to.ty);
        if ty.kind != Kind::Slice || ty.elem != first.ty {
            return Err(format!("the value does not fit type {}", ty.string));
        }
        self.write(to, &[first.address, len as u64, len as u64]);
        Ok(())
    }

    /// The part `low..high` of a slice, as a slice of the same type. `high`: by default the length.
    ///
    /// # Errors
    /// A message: the bounds are out of range, or the value is no slice.
    pub fn slice(&self, of: &Value, low: usize, high: Option<usize>) -> Result<Value, String> {
        if !self.is_current(of) || self.type_descriptor(of.ty).kind != Kind::Slice {
            return Err(format!("a value of type {} is not sliced here", self.type_of(of)));
        }
        let capacity = self.word(of, 2) as usize;
        let (first, len) = self.elements(of);
        let high = high.unwrap_or(len);
        if low > high || high > capacity {
            let bounds = format!("slice bounds {low}:{high} are out of range");
            return Err(format!("{bounds}: the capacity is {capacity}"));
        }
        // A slice without capacity does not point behind its array.
        let from = if low == capacity { 0 } else { low as u64 };
        let at = first.address + from * self.size_of(&first);
        let words = Box::new([at, (high - low) as u64, (capacity - low) as u64]);
        let at = words.as_ptr() as u64;
        self.temporaries.lock().push(words);
        Ok(Value { address: at, place: ValuePlace::Fixed, ..*of })
    }

    fn check_writable(&self, value: &Value) -> Result<(), String> {
        if !self.is_current(value) {
            return Err(String::from(
                "the value is from an earlier stop: the program has run since",
            ));
        }
        if value.place == ValuePlace::Fixed {
            return Err(String::from("this value cannot be changed in place"));
        }
        Ok(())
    }

    /// The value as slots have it: a number of less than eight bytes fills a word.
    fn words(&self, value: &Value) -> Vec<u64> {
        let (ty, from) = (self.type_descriptor(value.ty), value.address as *const u8);
        let size = ty.size as usize;
        let mut words = vec![0_u64; size.div_ceil(8)];
        // SAFETY: a value of this type lies there during this stop. Memory is little-endian, so a slot begins with the
        // value's bytes.
        unsafe {
            match size {
                0 => {}
                1..=8 => words[0] = load_slot(ty, from),
                _ => words.as_mut_ptr().cast::<u8>().copy_from(from, size),
            }
        }
        words
    }

    /// Writes a value of which `words` are the slots.
    fn write(&mut self, to: &Value, words: &[u64]) {
        let ty = self.type_descriptor(to.ty);
        let size = ty.size as usize;
        let bytes = if to.place == ValuePlace::Slots { size.next_multiple_of(8) } else { size };
        if ty.has_pointers {
            self.shade_old_words(to.address, size / 8);
        }
        // SAFETY: a value of this type lies there, in memory that may be written; no goroutine runs.
        unsafe { (to.address as *mut u8).copy_from(words.as_ptr().cast(), bytes) };
    }

    /// The write barrier: while a collection marks, it must still find what the old words refer to.
    fn shade_old_words(&mut self, at: u64, words: usize) {
        let mut first = true;
        self.world.each_local(|_, local| {
            if std::mem::take(&mut first) && local.cache.is_marking() {
                for i in 0..words {
                    // SAFETY: the words of the value that is about to be overwritten.
                    let old = unsafe { (at as *const u64).add(i).read() };
                    local.cache.marker().mark_word(old);
                }
            }
        });
    }
}

/// A constant as the slots of a type; `None` if it does not fit.
fn words_of(ty: &RType, new: &NewValue) -> Option<[u64; 3]> {
    let word = match (ty.kind, new) {
        (Kind::Bool, NewValue::Bool(b)) => u64::from(*b),
        (Kind::Float64, NewValue::Float(x)) => x.to_bits(),
        (Kind::Float64, NewValue::Int(n)) => (*n as f64).to_bits(),
        (Kind::Float32, NewValue::Float(x)) => (*x as f32).to_bits().into(),
        (Kind::Float32, NewValue::Int(n)) => (*n as f32).to_bits().into(),
        (Kind::String, NewValue::Text(bytes)) => {
            // A string that a person typed: it stays for the rest of the process.
            let bytes: &'static [u8] = Vec::leak(bytes.clone());
            return Some([bytes.as_ptr() as u64, bytes.len() as u64, 0]);
        }
        (kind, NewValue::Int(n)) => integer(kind, *n)?,
        (
            Kind::Slice
            | Kind::Map
            | Kind::Pointer
            | Kind::Func
            | Kind::Chan
            | Kind::Interface
            | Kind::UnsafePointer,
            NewValue::Nil,
        ) => 0,
        _ => return None,
    };
    Some([word, 0, 0])
}

/// The slot of an integer of a kind; `None` if the kind has no such number.
fn integer(kind: Kind, n: i128) -> Option<u64> {
    let signed = |min: i64, max: i64| {
        i64::try_from(n).ok().filter(|n| (min..=max).contains(n)).map(|n| n as u64)
    };
    let unsigned = |max: u64| u64::try_from(n).ok().filter(|n| *n <= max);
    match kind {
        Kind::Int | Kind::Int64 => signed(i64::MIN, i64::MAX),
        Kind::Int8 => signed(i8::MIN.into(), i8::MAX.into()),
        Kind::Int16 => signed(i16::MIN.into(), i16::MAX.into()),
        Kind::Int32 => signed(i32::MIN.into(), i32::MAX.into()),
        Kind::Uint | Kind::Uint64 | Kind::Uintptr => unsigned(u64::MAX),
        Kind::Uint8 => unsigned(u8::MAX.into()),
        Kind::Uint16 => unsigned(u16::MAX.into()),
        Kind::Uint32 => unsigned(u32::MAX.into()),
        _ => None,
    }
}
