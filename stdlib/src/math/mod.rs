//! Natives of package math and the packages below it.

#![allow(
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "the published coefficients, to the last digit"
)]

mod bessel;
pub(crate) mod big;
pub(crate) mod bits;
mod erf;
mod exp;
mod gamma;
mod lgamma;
pub(crate) mod rand;
mod trig;

use minigo_vm::native::Native;

/// 10**n, correctly rounded.
fn pow10(n: i64) -> f64 {
    if n < -323 {
        0.0
    } else if n > 308 {
        f64::INFINITY
    } else {
        format!("1e{n}").parse().expect("it is a number")
    }
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    let mut all = simple();
    all.extend(functions());
    all
}

fn simple() -> Vec<Native> {
    vec![
        Native::new("Float64bits", |x: f64| x.to_bits()),
        Native::new("Float64frombits", f64::from_bits),
        Native::new("Float32bits", |x: f32| x.to_bits()),
        Native::new("Float32frombits", f32::from_bits),
        Native::new("Abs", |x: f64| x.abs()),
        Native::new("Sqrt", |x: f64| x.sqrt()),
        Native::new("Floor", |x: f64| x.floor()),
        Native::new("Ceil", |x: f64| x.ceil()),
        Native::new("Trunc", |x: f64| x.trunc()),
        Native::new("Round", |x: f64| x.round()),
        Native::new("RoundToEven", |x: f64| x.round_ties_even()),
        Native::new("FMA", |x: f64, y: f64, z: f64| x.mul_add(y, z)),
        Native::new("Frexp", exp::frexp),
        Native::new("Ldexp", exp::ldexp),
        Native::new("Mod", |x: f64, y: f64| x % y),
        Native::new("Remainder", libm::remainder),
        Native::new("Pow10", pow10),
    ]
}

fn functions() -> Vec<Native> {
    vec![
        Native::new("Exp", exp::exp),
        Native::new("Exp2", exp::exp2),
        Native::new("Expm1", libm::expm1),
        Native::new("Log", exp::log),
        Native::new("Log2", exp::log2),
        Native::new("Log10", exp::log10),
        Native::new("Log1p", exp::log1p),
        Native::new("Pow", exp::pow),
        Native::new("Cbrt", exp::cbrt),
        Native::new("Hypot", exp::hypot),
        Native::new("Sin", trig::sin),
        Native::new("Cos", trig::cos),
        Native::new("Tan", trig::tan),
        Native::new("Asin", trig::asin),
        Native::new("Acos", trig::acos),
        Native::new("Atan", trig::atan),
        Native::new("Atan2", trig::atan2),
        Native::new("Sinh", exp::sinh),
        Native::new("Cosh", exp::cosh),
        Native::new("Tanh", exp::tanh),
        Native::new("Asinh", exp::asinh),
        Native::new("Acosh", exp::acosh),
        Native::new("Atanh", exp::atanh),
        Native::new("Erf", erf::erf),
        Native::new("Erfc", erf::erfc),
        Native::new("Erfinv", gamma::erfinv),
        Native::new("Gamma", gamma::gamma),
        Native::new("Lgamma", lgamma::lgamma),
        Native::new("J0", bessel::j0),
        Native::new("J1", bessel::j1),
        Native::new("Y0", bessel::y0),
        Native::new("Y1", bessel::y1),
    ]
}
