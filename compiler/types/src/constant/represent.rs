//! Representability: the values that fit into each basic type, and their typed form.

use super::float::fraction_to_ieee;
use super::{ConstValue, Real};
use crate::ty::Basic;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};
use std::rc::Rc;

/// A constant as a value of its type.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    /// A boolean.
    Bool(bool),
    /// An integer of any type, `uintptr` and `unsafe.Pointer` included, sign- or zero-extended to 64 bits.
    Int(u64),
    /// A float, rounded to its type.
    Float(f64),
    /// A complex number, its parts rounded to their type.
    Complex(f64, f64),
    /// A string of arbitrary bytes.
    Str(Rc<[u8]>),
}

/// The reason why a value is not representable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotRepresentable {
    /// The value has a fraction, but the type is an integer type.
    Truncated,
    /// The number is out of range.
    Overflows,
    /// The value is of another kind.
    Kind,
}

impl Basic {
    pub(crate) fn is_integer(self) -> bool {
        use Basic as B;
        matches!(
            self,
            B::Int
                | B::Int8
                | B::Int16
                | B::Int32
                | B::Int64
                | B::Uint
                | B::Uint8
                | B::Uint16
                | B::Uint32
                | B::Uint64
                | B::Uintptr
                | B::UntypedInt
                | B::UntypedRune
        )
    }

    pub(crate) fn is_unsigned(self) -> bool {
        use Basic as B;
        matches!(self, B::Uint | B::Uint8 | B::Uint16 | B::Uint32 | B::Uint64 | B::Uintptr)
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::Float32 | Self::Float64 | Self::UntypedFloat)
    }

    pub(crate) fn is_complex(self) -> bool {
        matches!(self, Self::Complex64 | Self::Complex128 | Self::UntypedComplex)
    }

    pub(crate) fn is_numeric(self) -> bool {
        self.is_integer() || self.is_float() || self.is_complex()
    }

    pub(crate) fn is_string(self) -> bool {
        matches!(self, Self::String | Self::UntypedString)
    }

    pub(crate) fn is_boolean(self) -> bool {
        matches!(self, Self::Bool | Self::UntypedBool)
    }

    pub(crate) fn is_untyped(self) -> bool {
        self >= Self::UntypedBool
    }

    /// The number of bits of a sized integer type.
    pub(crate) fn int_bits(self) -> Option<u32> {
        use Basic as B;
        match self {
            B::Int8 | B::Uint8 => Some(8),
            B::Int16 | B::Uint16 => Some(16),
            B::Int32 | B::Uint32 => Some(32),
            B::Int | B::Int64 | B::Uint | B::Uint64 | B::Uintptr => Some(64),
            _ => None,
        }
    }
}

impl ConstValue {
    /// The value as one of type `basic`, rounded if that is a float type; `None` if it is not representable.
    pub(crate) fn represented_as(&self, basic: Basic) -> Option<Self> {
        if self.is_unknown() {
            return Some(Self::Unknown);
        }
        if basic.is_integer() {
            let value = self.to_int();
            let Self::Int(n) = &value else { return None };
            return fits_type(n, basic).then_some(value);
        }
        if basic.is_float() {
            return self.to_float().round_part(basic);
        }
        if basic.is_complex() {
            let Self::Complex(z) = self.to_complex() else { return None };
            if basic == Basic::UntypedComplex {
                return Some(Self::Complex(z));
            }
            let part = if basic == Basic::Complex64 { Basic::Float32 } else { Basic::Float64 };
            return Some(Self::complex(z.re.round_part(part)?, z.im.round_part(part)?));
        }
        let fits = match self {
            Self::Str(_) => basic.is_string(),
            Self::Bool(_) => basic.is_boolean(),
            _ => false,
        };
        fits.then(|| self.clone())
    }

    fn round_part(&self, basic: Basic) -> Option<Self> {
        if basic == Basic::UntypedFloat {
            return (!self.is_unknown()).then(|| self.clone());
        }
        let value = if basic == Basic::Float32 { self.to_f32() } else { self.to_f64() };
        value.filter(|v| v.is_finite()).map(Self::float)
    }

    /// The nearest `float64`, which may be infinite; `None` if the value is no real number.
    pub(crate) fn to_f64(&self) -> Option<f64> {
        self.to_ieee(53, -1074)
    }

    fn to_f32(&self) -> Option<f64> {
        let value = self.to_ieee(24, -149)?;
        let too_large = value.abs() > f64::from(f32::MAX);
        Some(if too_large { f64::INFINITY * value.signum() } else { value })
    }

    fn to_ieee(&self, precision: u64, min_exp: i64) -> Option<f64> {
        match self.to_float() {
            Self::Float(Real::Fraction(value)) => {
                Some(fraction_to_ieee(&value, precision, min_exp))
            }
            Self::Float(Real::Float(value)) => Some(value.to_ieee(precision, min_exp)),
            _ => None,
        }
    }

    /// The value in the form of the typed program. The value must be representable in the basic type `basic`.
    pub(crate) fn to_const(&self, basic: Basic) -> Const {
        match self {
            Self::Bool(value) => Const::Bool(*value),
            Self::Str(bytes) => Const::Str(bytes.bytes()),
            _ if basic.is_integer() || basic == Basic::UnsafePointer => Const::Int(self.low_bits()),
            _ if basic.is_float() => Const::Float(self.to_f64().unwrap_or(0.0)),
            _ if basic.is_complex() => {
                let part = |v: Self| v.to_f64().unwrap_or(0.0);
                Const::Complex(part(self.real_part()), part(self.imaginary_part()))
            }
            _ => Const::Int(0),
        }
    }

    fn low_bits(&self) -> u64 {
        if let Self::Int(value) = self
            && let Some(bits) = value.to_i64().map(|n| n as u64).or_else(|| value.to_u64())
        {
            return bits;
        }
        let Self::Int(value) = self.to_int() else { return 0 };
        let mask: BigInt = (BigInt::one() << 64) - 1;
        (value & mask).to_u64().expect("the value is masked to 64 bits")
    }
}

fn fits_type(value: &BigInt, basic: Basic) -> bool {
    let Some(bits) = basic.int_bits() else { return true };
    if basic.is_unsigned() {
        return value.sign() != num_bigint::Sign::Minus && value.bits() <= u64::from(bits);
    }
    match value.to_i64() {
        Some(n) => {
            let min = i64::MIN >> (64 - bits);
            n >= min && n <= !min
        }
        None => false,
    }
}
