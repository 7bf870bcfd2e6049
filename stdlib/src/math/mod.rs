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

/// Returns 10**n, correctly rounded.
fn pow10(n: i64) -> f64 {
    if n < -323 {
        0.0
    } else if n > 308 {
        f64::INFINITY
    } else {
        format!("1e{n}").parse().expect("the text is a number")
    }
}

/// Returns the natives of package math, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    let mut all = simple_natives();
    all.extend(functions());
    all
}

fn simple_natives() -> Vec<Native> {
    vec![
        Native::constant("Float64bits", |x: f64| x.to_bits()),
        Native::constant("Float64frombits", f64::from_bits),
        Native::constant("Float32bits", |x: f32| x.to_bits()),
        Native::constant("Float32frombits", f32::from_bits),
        Native::constant("Abs", |x: f64| x.abs()),
        Native::constant("Sqrt", |x: f64| x.sqrt()),
        Native::constant("Floor", |x: f64| x.floor()),
        Native::constant("Ceil", |x: f64| x.ceil()),
        Native::constant("Trunc", |x: f64| x.trunc()),
        Native::constant("Round", |x: f64| x.round()),
        Native::constant("RoundToEven", |x: f64| x.round_ties_even()),
        Native::constant("FMA", |x: f64, y: f64, z: f64| x.mul_add(y, z)),
        Native::constant("Frexp", exp::frexp),
        Native::constant("Ldexp", exp::ldexp),
        Native::constant("Mod", |x: f64, y: f64| x % y),
        Native::constant("Remainder", libm::remainder),
        Native::constant("Pow10", pow10),
    ]
}

fn functions() -> Vec<Native> {
    vec![
        Native::constant("Exp", exp::exp),
        Native::constant("Exp2", exp::exp2),
        Native::constant("Expm1", libm::expm1),
        Native::constant("Log", exp::log),
        Native::constant("Log2", exp::log2),
        Native::constant("Log10", exp::log10),
        Native::constant("Log1p", exp::log1p),
        Native::constant("Pow", exp::pow),
        Native::constant("Cbrt", exp::cbrt),
        Native::constant("Hypot", exp::hypot),
        Native::constant("Sin", trig::sin),
        Native::constant("Cos", trig::cos),
        Native::constant("Tan", trig::tan),
        Native::constant("Asin", trig::asin),
        Native::constant("Acos", trig::acos),
        Native::constant("Atan", trig::atan),
        Native::constant("Atan2", trig::atan2),
        Native::constant("Sinh", exp::sinh),
        Native::constant("Cosh", exp::cosh),
        Native::constant("Tanh", exp::tanh),
        Native::constant("Asinh", exp::asinh),
        Native::constant("Acosh", exp::acosh),
        Native::constant("Atanh", exp::atanh),
        Native::constant("Erf", erf::erf),
        Native::constant("Erfc", erf::erfc),
        Native::constant("Erfinv", gamma::erfinv),
        Native::constant("Gamma", gamma::gamma),
        Native::constant("Lgamma", lgamma::lgamma),
        Native::constant("J0", bessel::j0),
        Native::constant("J1", bessel::j1),
        Native::constant("Y0", bessel::y0),
        Native::constant("Y1", bessel::y1),
    ]
}
