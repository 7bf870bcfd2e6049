//! [`Value`]s as values of Rust types, and data of other formats as [`Value`]s.

use super::Value;
use crate::embed::value::Invalid;
use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt::{self, Display};

impl Error for Invalid {
    fn custom<T: Display>(text: T) -> Self {
        Self(text.to_string())
    }
}

impl<'de> IntoDeserializer<'de, Invalid> for &'de Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for &'de Value {
    type Error = Invalid;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self {
            Value::Nil => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Int(value) => visitor.visit_i64(*value),
            Value::Uint(value) => visitor.visit_u64(*value),
            Value::Float(value) => visitor.visit_f64(*value),
            Value::String(value) => visitor.visit_borrowed_str(value),
            Value::Bytes(value) => visitor.visit_borrowed_bytes(value),
            Value::List(list) => visit_list(SeqDeserializer::new(list.iter()), visitor),
            Value::Map(entries) => {
                let pairs = entries.iter().map(|(key, value)| (key, value));
                visit_map(MapDeserializer::new(pairs), visitor)
            }
            Value::Struct(fields) => {
                let pairs = fields.iter().map(|(name, value)| (&**name, value));
                visit_map(MapDeserializer::new(pairs), visitor)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self {
            Value::Nil => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        visitor.visit_newtype_struct(self)
    }

    /// Bytes are also a list of numbers.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self {
            Value::Bytes(bytes) => visit_list(SeqDeserializer::new(bytes.iter().copied()), visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Invalid> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        self.deserialize_seq(visitor)
    }

    /// The names of Go's fields become those of Rust's.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        let Value::Struct(fields) = self else { return self.deserialize_any(visitor) };
        let pairs = fields.iter().map(|(name, value)| {
            let known = names.iter().copied().find(|known| super::is_same_field(known, name));
            (known.unwrap_or(name), value)
        });
        visit_map(MapDeserializer::new(pairs), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        let (name, value) = match self {
            Value::String(name) => (name, None),
            Value::Map(entries) => match &entries[..] {
                [(Value::String(name), value)] => (name, Some(value)),
                _ => {
                    return Err(Invalid(
                        "the variant of an enum must be a map with one entry".into(),
                    ));
                }
            },
            _ => return Err(Invalid(format!("{} is no variant of an enum", self.describe()))),
        };
        visitor.visit_enum(Variant { name, value })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct map
        identifier ignored_any
    }
}

/// Reports elements of which the visitor has read too few.
fn visit_list<'de, V: Visitor<'de>, I>(
    mut list: SeqDeserializer<I, Invalid>,
    visitor: V,
) -> Result<V::Value, Invalid>
where
    I: Iterator,
    I::Item: IntoDeserializer<'de, Invalid>,
{
    let value = visitor.visit_seq(&mut list)?;
    list.end()?;
    Ok(value)
}

fn visit_map<'de, V: Visitor<'de>, K, I>(
    mut map: MapDeserializer<'de, I, Invalid>,
    visitor: V,
) -> Result<V::Value, Invalid>
where
    K: IntoDeserializer<'de, Invalid>,
    I: Iterator<Item = (K, &'de Value)>,
{
    let value = visitor.visit_map(&mut map)?;
    map.end()?;
    Ok(value)
}

/// A variant of an enum, with its fields.
struct Variant<'de> {
    name: &'de str,
    value: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Invalid;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Invalid> {
        let name: StringDeserializer<Invalid> = self.name.to_owned().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> Variant<'de> {
    /// Returns the fields of a variant that has fields.
    fn fields(&self) -> Result<&'de Value, Invalid> {
        self.value
            .ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &"a variant's fields"))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Invalid;

    fn unit_variant(self) -> Result<(), Invalid> {
        self.value.map_or(Ok(()), <()>::deserialize)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Invalid> {
        seed.deserialize(self.fields()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, n: usize, visitor: V) -> Result<V::Value, Invalid> {
        self.fields()?.deserialize_tuple(n, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        self.fields()?.deserialize_struct("", names, visitor)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyVisitor)
    }
}

struct AnyVisitor;

/// Implements the methods that get a scalar.
macro_rules! visits {
    ($($method:ident($v:ident: $ty:ty) => $value:expr;)*) => { $(
        fn $method<E: Error>(self, $v: $ty) -> Result<Value, E> {
            Ok($value)
        }
    )* };
}

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    visits! {
        visit_bool(v: bool) => Value::Bool(v);
        visit_i64(v: i64) => Value::Int(v);
        visit_u64(v: u64) => Value::Uint(v);
        visit_f64(v: f64) => Value::Float(v);
        visit_str(v: &str) => Value::String(v.to_owned());
        visit_string(v: String) => Value::String(v);
        visit_bytes(v: &[u8]) => Value::Bytes(v.to_vec());
        visit_byte_buf(v: Vec<u8>) => Value::Bytes(v);
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nil)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nil)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }
}
