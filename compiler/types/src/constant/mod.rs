//! Exact values of constant expressions.
//!
//! Constants are computed as exact numbers, not as machine words: as integers of any size, as fractions, and as floats
//! of 512 bits where fractions would grow too large, as in Go's own compiler. This module knows basic types only to
//! decide whether a value is representable.

mod float;
pub(crate) mod key;
pub(crate) mod literal;
mod print;
pub(crate) mod represent;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use self::print::quote;
use float::BigFloat;
use minigo_syntax::ast::{BinaryOp, UnaryOp};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
pub(crate) use represent::NotRepresentable;
use std::cmp::Ordering;
use text::Text;

/// Fractions whose parts need more bits than this become floats.
const MAX_FRACTION_BITS: u64 = 4096;

/// The value of a constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConstValue {
    /// The result of an erroneous operation; it suppresses follow-on errors.
    Unknown,
    Bool(bool),
    Str(Text),
    Int(BigInt),
    Float(Real),
    Complex(Box<Complex>),
}

/// A real number that is not stored as an integer. Boxed, because such numbers are rare while constant values are moved
/// and stored by the thousand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Real {
    Fraction(Box<BigRational>),
    Float(Box<BigFloat>),
}

/// The parts of a complex number; each is an `Int` or a `Float`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Complex {
    pub(crate) re: ConstValue,
    pub(crate) im: ConstValue,
}

impl ConstValue {
    pub(crate) fn int(value: impl Into<BigInt>) -> Self {
        Self::Int(value.into())
    }

    pub(crate) fn str(bytes: impl AsRef<[u8]>) -> Self {
        Self::Str(Text::new(bytes.as_ref()))
    }

    pub(crate) fn float(value: f64) -> Self {
        BigRational::from_float(value).map_or(Self::Unknown, from_fraction)
    }

    pub(crate) fn complex(re: Self, im: Self) -> Self {
        if matches!(re, Self::Unknown) || matches!(im, Self::Unknown) {
            return Self::Unknown;
        }
        Self::Complex(Box::new(Complex { re, im }))
    }

    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    pub(crate) fn as_str(&self) -> Option<&Text> {
        match self {
            Self::Str(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(value) => value.to_i64(),
            _ => None,
        }
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Int(value) => value.to_u64(),
            _ => None,
        }
    }

    /// The number of bits of an integer's magnitude.
    pub(crate) fn bit_len(&self) -> u64 {
        match self {
            Self::Int(value) => value.bits(),
            _ => 0,
        }
    }

    /// The sign: -1, 0 or 1. For a complex number the sign is 0 exactly if the number is zero. An unknown value counts
    /// as nonzero.
    pub(crate) fn sign(&self) -> i32 {
        match self {
            Self::Int(value) => sign_of(value),
            Self::Float(Real::Fraction(value)) => sign_of(value.numer()),
            Self::Float(Real::Float(value)) => sign_of(&value.mant),
            Self::Complex(z) => z.re.sign() | z.im.sign(),
            _ => 1,
        }
    }

    pub(crate) fn real_part(&self) -> Self {
        match self {
            Self::Complex(z) => z.re.clone(),
            _ => self.clone(),
        }
    }

    pub(crate) fn imaginary_part(&self) -> Self {
        match self {
            Self::Complex(z) => z.im.clone(),
            Self::Unknown => Self::Unknown,
            _ => Self::int(0),
        }
    }

    /// The value as an integer, if it is one (or within a rounding error of one), else unknown.
    pub(crate) fn to_int(&self) -> Self {
        match self {
            Self::Int(_) => self.clone(),
            Self::Float(Real::Fraction(value)) if value.is_integer() => {
                Self::Int(value.numer().clone())
            }
            Self::Float(Real::Float(value)) => value.to_int().map_or(Self::Unknown, Self::Int),
            Self::Complex(z) if z.im.sign() == 0 => z.re.to_int(),
            _ => Self::Unknown,
        }
    }

    /// The value as a real number, if it is one, else unknown.
    pub(crate) fn to_float(&self) -> Self {
        match self {
            Self::Int(value) => int_to_real(value),
            Self::Float(_) => self.clone(),
            Self::Complex(z) if z.im.sign() == 0 => z.re.to_float(),
            _ => Self::Unknown,
        }
    }

    /// The value as a complex number, if it is a number, else unknown.
    pub(crate) fn to_complex(&self) -> Self {
        match self {
            Self::Int(_) | Self::Float(_) => Self::complex(self.clone(), Self::int(0)),
            Self::Complex(_) => self.clone(),
            _ => Self::Unknown,
        }
    }

    /// Computes `op x`. For `^`, `unsigned_bits` is the width of an unsigned type.
    pub(crate) fn unary(op: UnaryOp, x: &Self, unsigned_bits: Option<u32>) -> Self {
        match (op, x) {
            (UnaryOp::Plus, Self::Int(_) | Self::Float(_) | Self::Complex(_)) => x.clone(),
            (UnaryOp::Neg, Self::Int(value)) => Self::Int(-value),
            (UnaryOp::Neg, Self::Float(Real::Fraction(value))) => {
                Self::Float(Real::Fraction(Box::new(-&**value)))
            }
            (UnaryOp::Neg, Self::Float(Real::Float(value))) => {
                Self::Float(Real::Float(Box::new(value.neg())))
            }
            (UnaryOp::Neg, Self::Complex(z)) => {
                Self::complex(Self::unary(op, &z.re, None), Self::unary(op, &z.im, None))
            }
            (UnaryOp::Compl, Self::Int(value)) => {
                let flipped: BigInt = -value - 1;
                match unsigned_bits {
                    Some(bits) => {
                        let mask: BigInt = (BigInt::one() << bits) - 1;
                        Self::Int(flipped & mask)
                    }
                    None => Self::Int(flipped),
                }
            }
            (UnaryOp::Not, Self::Bool(value)) => Self::Bool(!value),
            _ => Self::Unknown,
        }
    }

    /// Computes `x op y` for an arithmetic or logical operator. With `integer_division`, `/` truncates to an integer.
    pub(crate) fn binary(op: BinaryOp, x: Self, y: &Self, integer_division: bool) -> Self {
        match (&x, y) {
            (Self::Str(s), Self::Str(t)) if op == BinaryOp::Add => Self::Str(s.join(t)),
            (Self::Bool(a), Self::Bool(b)) => match op {
                BinaryOp::LAnd => Self::Bool(*a && *b),
                BinaryOp::LOr => Self::Bool(*a || *b),
                _ => Self::Unknown,
            },
            (Self::Int(a), Self::Int(b)) => int_op(op, a, b, integer_division),
            (Self::Complex(_), _) | (_, Self::Complex(_)) => {
                match (x.to_complex(), y.to_complex()) {
                    (Self::Complex(a), Self::Complex(b)) => complex_op(op, &a, &b),
                    _ => Self::Unknown,
                }
            }
            _ => match (x.to_float(), y.to_float()) {
                (Self::Float(a), Self::Float(b)) => real_op(op, &a, &b),
                _ => Self::Unknown,
            },
        }
    }

    /// Computes `x << n` or `x >> n` for an integer.
    pub(crate) fn shift(op: BinaryOp, x: &Self, n: u64) -> Self {
        match (x, op) {
            (Self::Int(value), BinaryOp::Shl) => Self::Int(value << n),
            (Self::Int(value), BinaryOp::Shr) => Self::Int(value >> n),
            _ => Self::Unknown,
        }
    }

    /// Compares two values of one kind. The result is false if a value is unknown.
    pub(crate) fn compare(op: BinaryOp, x: &Self, y: &Self) -> bool {
        if let (Self::Complex(_), _) | (_, Self::Complex(_)) = (x, y) {
            let equal = Self::compare_order(&x.real_part(), &y.real_part())
                == Some(Ordering::Equal)
                && Self::compare_order(&x.imaginary_part(), &y.imaginary_part())
                    == Some(Ordering::Equal);
            return match op {
                BinaryOp::Eq => equal,
                BinaryOp::Ne => !equal,
                _ => false,
            };
        }
        let Some(order) = Self::compare_order(x, y) else { return false };
        match op {
            BinaryOp::Eq => order.is_eq(),
            BinaryOp::Ne => order.is_ne(),
            BinaryOp::Lt => order.is_lt(),
            BinaryOp::Le => order.is_le(),
            BinaryOp::Gt => order.is_gt(),
            BinaryOp::Ge => order.is_ge(),
            _ => false,
        }
    }

    fn compare_order(x: &Self, y: &Self) -> Option<Ordering> {
        match (x, y) {
            (Self::Bool(a), Self::Bool(b)) => Some(a.cmp(b)),
            (Self::Str(a), Self::Str(b)) => Some(a.bytes().cmp(&b.bytes())),
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(b)),
            _ => match (x.to_float(), y.to_float()) {
                (Self::Float(Real::Fraction(a)), Self::Float(Real::Fraction(b))) => Some(a.cmp(&b)),
                (Self::Float(a), Self::Float(b)) => Some(a.to_big().compare(&b.to_big())),
                _ => None,
            },
        }
    }
}

impl Real {
    fn to_big(&self) -> BigFloat {
        match self {
            Self::Fraction(value) => BigFloat::from_fraction(value),
            Self::Float(value) => (**value).clone(),
        }
    }
}

fn sign_of(value: &BigInt) -> i32 {
    match value.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

/// Makes a fraction, or a float if the fraction's parts have become too large.
fn from_fraction(value: BigRational) -> ConstValue {
    if value.numer().bits() < MAX_FRACTION_BITS && value.denom().bits() < MAX_FRACTION_BITS {
        ConstValue::Float(Real::Fraction(Box::new(value)))
    } else {
        ConstValue::Float(Real::Float(Box::new(BigFloat::from_fraction(&value))))
    }
}

fn int_to_real(value: &BigInt) -> ConstValue {
    if value.bits() < MAX_FRACTION_BITS {
        ConstValue::Float(Real::Fraction(Box::new(BigRational::from_integer(value.clone()))))
    } else {
        ConstValue::Float(Real::Float(Box::new(BigFloat::new(value.clone(), 0))))
    }
}

fn int_op(op: BinaryOp, a: &BigInt, b: &BigInt, integer_division: bool) -> ConstValue {
    ConstValue::Int(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Quo | BinaryOp::Rem if b.is_zero() => return ConstValue::Unknown,
        BinaryOp::Quo if integer_division => a / b,
        BinaryOp::Quo => return from_fraction(BigRational::new(a.clone(), b.clone())),
        BinaryOp::Rem => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::AndNot => a & (-b - 1_i32),
        _ => return ConstValue::Unknown,
    })
}

fn real_op(op: BinaryOp, a: &Real, b: &Real) -> ConstValue {
    if let (Real::Fraction(a), Real::Fraction(b)) = (a, b) {
        let (a, b) = (&**a, &**b);
        return from_fraction(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Quo if !b.is_zero() => a / b,
            _ => return ConstValue::Unknown,
        });
    }
    let (a, b) = (a.to_big(), b.to_big());
    let value = match op {
        BinaryOp::Add => a.add(&b),
        BinaryOp::Sub => a.add(&b.neg()),
        BinaryOp::Mul => a.mul(&b),
        BinaryOp::Quo if !b.mant.is_zero() => a.quo(&b),
        _ => return ConstValue::Unknown,
    };
    if value.is_huge() {
        return ConstValue::Unknown;
    }
    ConstValue::Float(Real::Float(Box::new(value)))
}

fn complex_op(op: BinaryOp, x: &Complex, y: &Complex) -> ConstValue {
    let (a, b, c, d) = (&x.re, &x.im, &y.re, &y.im);
    let calc = |op, x: &ConstValue, y: &ConstValue| ConstValue::binary(op, x.clone(), y, false);
    let (add, sub, mul, quo) = (BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Quo);
    match op {
        BinaryOp::Add | BinaryOp::Sub => ConstValue::complex(calc(op, a, c), calc(op, b, d)),
        BinaryOp::Mul => {
            let re = calc(sub, &calc(mul, a, c), &calc(mul, b, d));
            let im = calc(add, &calc(mul, b, c), &calc(mul, a, d));
            ConstValue::complex(re, im)
        }
        BinaryOp::Quo => {
            let square = calc(add, &calc(mul, c, c), &calc(mul, d, d));
            if square.sign() == 0 {
                return ConstValue::Unknown;
            }
            let re = calc(add, &calc(mul, a, c), &calc(mul, b, d));
            let im = calc(sub, &calc(mul, b, c), &calc(mul, a, d));
            ConstValue::complex(calc(quo, &re, &square), calc(quo, &im, &square))
        }
        _ => ConstValue::Unknown,
    }
}

/// `|value|` divided by `2^by`, and whether there is a remainder.
fn shift_right(value: &BigInt, by: u64) -> (BigInt, bool) {
    let magnitude = value.abs();
    let (quotient, rest) = magnitude.div_rem(&(BigInt::one() << by));
    (quotient, !rest.is_zero())
}
