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
    let mut all = arithmetic_natives();
    all.extend(transcendental_natives());
    all
}

fn arithmetic_natives() -> Vec<Native> {
    vec![
        Native::constant_time("Float64bits", |x: f64| x.to_bits()),
        Native::constant_time("Float64frombits", f64::from_bits),
        Native::constant_time("Float32bits", |x: f32| x.to_bits()),
        Native::constant_time("Float32frombits", f32::from_bits),
        Native::constant_time("Abs", |x: f64| x.abs()),
        Native::constant_time("Sqrt", |x: f64| x.sqrt()),
        Native::constant_time("Floor", |x: f64| x.floor()),
        Native::constant_time("Ceil", |x: f64| x.ceil()),
        Native::constant_time("Trunc", |x: f64| x.trunc()),
        Native::constant_time("Round", |x: f64| x.round()),
        Native::constant_time("RoundToEven", |x: f64| x.round_ties_even()),
        Native::constant_time("FMA", |x: f64, y: f64, z: f64| x.mul_add(y, z)),
        Native::constant_time("Frexp", exp::frexp),
        Native::constant_time("Ldexp", exp::ldexp),
        Native::constant_time("Mod", |x: f64, y: f64| x % y),
        Native::constant_time("Remainder", libm::remainder),
        Native::constant_time("Pow10", pow10),
    ]
}

fn transcendental_natives() -> Vec<Native> {
    vec![
        Native::constant_time("Exp", exp::exp),
        Native::constant_time("Exp2", exp::exp2),
        Native::constant_time("Expm1", libm::expm1),
        Native::constant_time("Log", exp::log),
        Native::constant_time("Log2", exp::log2),
        Native::constant_time("Log10", exp::log10),
        Native::constant_time("Log1p", exp::log1p),
        Native::constant_time("Pow", exp::pow),
        Native::constant_time("Cbrt", exp::cbrt),
        Native::constant_time("Hypot", exp::hypot),
        Native::constant_time("Sin", trig::sin),
        Native::constant_time("Cos", trig::cos),
        Native::constant_time("Tan", trig::tan),
        Native::constant_time("Asin", trig::asin),
        Native::constant_time("Acos", trig::acos),
        Native::constant_time("Atan", trig::atan),
        Native::constant_time("Atan2", trig::atan2),
        Native::constant_time("Sinh", exp::sinh),
        Native::constant_time("Cosh", exp::cosh),
        Native::constant_time("Tanh", exp::tanh),
        Native::constant_time("Asinh", exp::asinh),
        Native::constant_time("Acosh", exp::acosh),
        Native::constant_time("Atanh", exp::atanh),
        Native::constant_time("Erf", erf::erf),
        Native::constant_time("Erfc", erf::erfc),
        Native::constant_time("Erfinv", gamma::erfinv),
        Native::constant_time("Gamma", gamma::gamma),
        Native::constant_time("Lgamma", lgamma::lgamma),
        Native::constant_time("J0", bessel::j0),
        Native::constant_time("J1", bessel::j1),
        Native::constant_time("Y0", bessel::y0),
        Native::constant_time("Y1", bessel::y1),
    ]
}
