//! Values of Go whose types Rust does not know: as values of `any`, and as arguments and results of functions of any
//! type.

mod call;
mod deserialize;
mod read;
mod serialize;
mod write;

pub use call::DynamicFunc;

use super::value::{Cx, Declarations, Go, GoTypes, Invalid};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_vm::native::convert::Iface;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value of Go.
///
/// In signatures `Value` stands for Go's `any`, and a [`DynamicFunc`] passes values to parameters of all types.
///
/// | `Value` | from Go | to `any` | to another type |
/// |---|---|---|---|
/// | `Nil` | nil pointers, interfaces, functions and channels | nil | nil |
/// | `Bool` | booleans | `bool` | booleans |
/// | `Int` | signed integers | `int` | integers that have the value, floats |
/// | `Uint` | unsigned integers | `uint` | integers that have the value, floats |
/// | `Float` | floats | `float64` | floats |
/// | `String` | strings; bytes that are not UTF-8 become U+FFFD | `string` | strings |
/// | `Bytes` | slices and arrays of bytes | `[]byte` | slices and arrays of bytes, strings |
/// | `List` | other slices and arrays; nil is empty | `[]any` | slices; arrays of this length |
/// | `Map` | maps; nil is empty | `map[string]any`; `map[any]any` if a key is no string | maps; structs |
/// | `Struct` | structs: their exported fields | `map[string]any` | structs; maps whose keys are strings |
///
/// A pointer to a value is the value. The name of a struct's field matches without regard to case and underscores, so
/// `user_id` is the field `UserID`; fields that have no value are zero, and a value without a field is an error.
/// Complex numbers, functions and channels have no form in Rust.
///
/// Values of Rust's types become a `Value`, and a `Value` becomes one of Rust's types, by serde:
///
/// ```
/// use minigo::embed::{Engine, Limits, Source, Value, World};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Order { id: u32, items: Vec<String> }
///
/// let text = r#"
///     package shop
///     type Order struct { ID uint32; Items []string }
///     func Add(o *Order, item string) Order { o.Items = append(o.Items, item); return *o }
/// "#;
/// let module = Engine::new().compile(Source::text("shop.go", text))?;
/// let mut run = module.start(&World::empty(), Limits::new())?;
/// let add = run.dynamic("Add")?;
/// assert_eq!(add.go_type(), "func(*shop.Order, string) shop.Order");
/// let order = Value::from_rust(&Order { id: 7, items: vec!["tea".into()] })?;
/// let results = add.call(&mut run, vec![order, "milk".into()])??;
/// let order: Order = results[0].to_rust()?;
/// assert_eq!(order, Order { id: 7, items: vec!["tea".into(), "milk".into()] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value {
    /// `nil`
    #[default]
    Nil,
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A slice or an array.
    List(Vec<Value>),
    /// The entries of a map, in no particular order.
    Map(Vec<(Value, Value)>),
    /// The fields of a struct, with their names.
    Struct(Vec<(String, Value)>),
}

impl Value {
    /// Returns the `Value` that stands for a Rust value.
    ///
    /// # Errors
    /// [`Invalid`] if the type's implementation of [`Serialize`] returns an error, with that error's text, and for
    /// integers that 64 bits do not hold.
    pub fn from_rust<T: Serialize + ?Sized>(value: &T) -> Result<Self, Invalid> {
        value.serialize(serialize::ValueSerializer)
    }

    /// Returns the Rust value for which this `Value` stands.
    ///
    /// # Errors
    /// [`Invalid`] if no Rust value of type `T` corresponds to this `Value`; the text says why.
    pub fn to_rust<T: DeserializeOwned>(&self) -> Result<T, Invalid> {
        T::deserialize(self)
    }

    /// Returns the kind of value for messages.
    fn describe(&self) -> String {
        match self {
            Self::Nil => "nil".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Uint(value) => value.to_string(),
            Self::Float(value) => value.to_string(),
            Self::String(_) => "a string".to_owned(),
            Self::Bytes(_) => "a list of bytes".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Map(_) => "a map".to_owned(),
            Self::Struct(_) => "a struct".to_owned(),
        }
    }
}

/// Reports whether a field's names in Go and in Rust are the same, without regard to case and underscores.
fn is_same_field(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    letters(one) == letters(other)
}

macro_rules! from {
    ($($ty:ty, $value:ident => $made:expr;)*) => { $(
        impl From<$ty> for Value {
            fn from($value: $ty) -> Self {
                $made
            }
        }
    )* };
}

from! {
    bool, value => Self::Bool(value);
    i32, value => Self::Int(value.into());
    i64, value => Self::Int(value);
    isize, value => Self::Int(value as i64);
    u32, value => Self::Uint(value.into());
    u64, value => Self::Uint(value);
    usize, value => Self::Uint(value as u64);
    f64, value => Self::Float(value);
    &str, value => Self::String(value.to_owned());
    String, value => Self::String(value);
    Vec<u8>, value => Self::Bytes(value);
    Vec<Value>, value => Self::List(value);
}

// SAFETY: an interface value is two words, `Iface`.
unsafe impl Go for Value {
    const SIZE: usize = size_of::<Iface>();
    const ALIGN: usize = align_of::<Iface>();
    const HAS_POINTERS: bool = true;

    fn declare(_: &mut Declarations) -> String {
        "any".to_owned()
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        let ty = types.get(id);
        ty.kind == Kind::Interface && ty.name.is_empty() && ty.methods.is_empty()
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { write::write_any(cx, self, to) }
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        // SAFETY: the caller keeps this function's contract.
        unsafe { read::read_interface(cx, from) }
    }
}
