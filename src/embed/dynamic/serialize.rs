//! Values of Rust types as [`Value`]s, and [`Value`]s as data of other formats.

use super::Value;
use crate::embed::value::Invalid;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::Display;

impl Error for Invalid {
    fn custom<T: Display>(text: T) -> Self {
        Self(text.to_string())
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nil => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Uint(value) => serializer.serialize_u64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::String(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serializer.serialize_bytes(value),
            Self::List(list) => serializer.collect_seq(list),
            Self::Map(entries) => {
                serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
            }
            Self::Struct(fields) => {
                serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

/// Makes values.
pub(super) struct ValueSerializer;

/// The parts of a value; the variant of an enum is the only entry of a map.
pub(super) struct CompoundSerializer<T> {
    variant: Option<&'static str>,
    parts: Vec<T>,
    key: Option<Value>,
}

impl<T> CompoundSerializer<T> {
    fn new(variant: Option<&'static str>) -> Self {
        Self { variant, parts: Vec::new(), key: None }
    }

    fn into_value(self, make: fn(Vec<T>) -> Value) -> Value {
        wrap_in_variant(self.variant, make(self.parts))
    }
}

fn wrap_in_variant(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(name) => Value::Map(vec![(name.into(), value)]),
        None => value,
    }
}

/// Implements the methods that make a value of one argument.
macro_rules! scalars {
    ($($method:ident($v:ident: $ty:ty) => $value:expr;)*) => { $(
        fn $method(self, $v: $ty) -> Result<Value, Invalid> {
            Ok($value)
        }
    )* };
}

impl Serializer for ValueSerializer {
    type Ok = Value;
    type Error = Invalid;
    type SerializeSeq = CompoundSerializer<Value>;
    type SerializeTuple = CompoundSerializer<Value>;
    type SerializeTupleStruct = CompoundSerializer<Value>;
    type SerializeTupleVariant = CompoundSerializer<Value>;
    type SerializeMap = CompoundSerializer<(Value, Value)>;
    type SerializeStruct = CompoundSerializer<(String, Value)>;
    type SerializeStructVariant = CompoundSerializer<(String, Value)>;

    scalars! {
        serialize_bool(v: bool) => Value::Bool(v);
        serialize_i8(v: i8) => Value::Int(v.into());
        serialize_i16(v: i16) => Value::Int(v.into());
        serialize_i32(v: i32) => Value::Int(v.into());
        serialize_i64(v: i64) => Value::Int(v);
        serialize_u8(v: u8) => Value::Uint(v.into());
        serialize_u16(v: u16) => Value::Uint(v.into());
        serialize_u32(v: u32) => Value::Uint(v.into());
        serialize_u64(v: u64) => Value::Uint(v);
        serialize_f32(v: f32) => Value::Float(v.into());
        serialize_f64(v: f64) => Value::Float(v);
        serialize_char(v: char) => Value::String(v.to_string());
        serialize_str(v: &str) => Value::String(v.to_owned());
        serialize_bytes(v: &[u8]) => Value::Bytes(v.to_vec());
        serialize_unit_struct(_name: &'static str) => Value::Nil;
    }

    fn serialize_i128(self, v: i128) -> Result<Value, Invalid> {
        let value = i64::try_from(v).map(Value::Int);
        value.or_else(|_| u64::try_from(v).map(Value::Uint)).map_err(Error::custom)
    }

    fn serialize_u128(self, v: u128) -> Result<Value, Invalid> {
        u64::try_from(v).map(Value::Uint).map_err(Error::custom)
    }

    fn serialize_unit(self) -> Result<Value, Invalid> {
        Ok(Value::Nil)
    }

    fn serialize_none(self) -> Result<Value, Invalid> {
        Ok(Value::Nil)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Invalid> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Invalid> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Invalid> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Invalid> {
        Ok(wrap_in_variant(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<CompoundSerializer<Value>, Invalid> {
        Ok(CompoundSerializer::new(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<CompoundSerializer<Value>, Invalid> {
        Ok(CompoundSerializer::new(None))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<CompoundSerializer<Value>, Invalid> {
        Ok(CompoundSerializer::new(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<CompoundSerializer<Value>, Invalid> {
        Ok(CompoundSerializer::new(Some(variant)))
    }

    fn serialize_map(
        self,
        _: Option<usize>,
    ) -> Result<CompoundSerializer<(Value, Value)>, Invalid> {
        Ok(CompoundSerializer::new(None))
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<CompoundSerializer<(String, Value)>, Invalid> {
        Ok(CompoundSerializer::new(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<CompoundSerializer<(String, Value)>, Invalid> {
        Ok(CompoundSerializer::new(Some(variant)))
    }
}

/// Implements a trait whose method adds an element.
macro_rules! elements {
    ($($of:ident $method:ident;)*) => { $(
        impl $of for CompoundSerializer<Value> {
            type Ok = Value;
            type Error = Invalid;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
                self.parts.push(value.serialize(ValueSerializer)?);
                Ok(())
            }

            fn end(self) -> Result<Value, Invalid> {
                Ok(self.into_value(Value::List))
            }
        }
    )* };
}

elements! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

/// Implements a trait whose method adds a field.
macro_rules! fields {
    ($($of:ident)*) => { $(
        impl $of for CompoundSerializer<(String, Value)> {
            type Ok = Value;
            type Error = Invalid;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Invalid> {
                self.parts.push((name.to_owned(), value.serialize(ValueSerializer)?));
                Ok(())
            }

            fn end(self) -> Result<Value, Invalid> {
                Ok(self.into_value(Value::Struct))
            }
        }
    )* };
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for CompoundSerializer<(Value, Value)> {
    type Ok = Value;
    type Error = Invalid;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Invalid> {
        self.key = Some(key.serialize(ValueSerializer)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        let key = self.key.take().ok_or_else(|| Invalid("a map's value without a key".into()))?;
        self.parts.push((key, value.serialize(ValueSerializer)?));
        Ok(())
    }

    fn end(self) -> Result<Value, Invalid> {
        Ok(self.into_value(Value::Map))
    }
}
