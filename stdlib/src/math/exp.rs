//! Exponentials, logarithms, powers, roots and hyperbolic functions with the results of Go on amd64.
//!
//! Go's `Exp` on amd64 is Shibata's method (SLEEF) with fused multiply-add, and powers and hyperbolic functions
//! (Cephes) build on it. Other libraries differ in the last digit.

use super::trig::{polynomial_highest_first, polynomial_lowest_first};
use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// From this number on, x and `sqrt(x*x + 1)` are the same double.
const LARGE_ARGUMENT: f64 = (1 << 28) as f64;

/// Returns `a * b + c`, fused if the processor supports that, as Go's own code does.
#[inline(always)]
fn multiply_add<const FUSED: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

#[inline(always)]
fn exp_body<const FUSED: bool>(x: f64) -> f64 {
    const LN2_FIRST: f64 = 0.69314718055966295651160180568695068359375;
    const LN2_REST: f64 = 0.28235290563031577122588448175013436025525412068e-12;
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x == f64::NEG_INFINITY {
        return 0.0;
    }
    if x > 7.09782712893384e+02 {
        return f64::INFINITY;
    }
    let k = (x * LOG2_E).round_ties_even();
    if k < -1100.0 {
        return 0.0;
    }
    let r = multiply_add::<FUSED>(-k, LN2_REST, multiply_add::<FUSED>(-k, LN2_FIRST, x)) * 0.0625;
    let taylor = [
        2.4801587301587301587e-5,
        1.9841269841269841270e-4,
        1.3888888888888888889e-3,
        8.3333333333333333333e-3,
        4.1666666666666666667e-2,
        1.6666666666666666667e-1,
        0.5,
        1.0,
    ];
    let mut sum = taylor[0];
    for c in &taylor[1..] {
        sum = multiply_add::<FUSED>(sum, r, *c);
    }
    // Compute e**16r - 1 from e**r - 1 by squaring four times: (1+y)**2 - 1 = y * (y + 2).
    let mut y = r * sum;
    for _ in 0..3 {
        y *= y + 2.0;
    }
    let fraction = if FUSED { y.mul_add(y + 2.0, 1.0) } else { y * (y + 2.0) + 1.0 };
    scale_by_power(fraction, k as i32)
}

/// Returns `fraction * 2**k` for a fraction near 1.
#[inline(always)]
fn scale_by_power(fraction: f64, k: i32) -> f64 {
    let power = |e: i32| f64::from_bits((e as u64) << 52);
    let biased = k + 0x3ff;
    if biased >= 0x7ff {
        f64::INFINITY
    } else if biased > 0 {
        fraction * power(biased)
    } else if biased < -52 {
        0.0
    } else {
        fraction * power(biased + 0x3fe) * power(1)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "fma")]
fn exp_fused(x: f64) -> f64 {
    exp_body::<true>(x)
}

/// Every aarch64 processor has fused multiply-add.
#[cfg(target_arch = "aarch64")]
pub(super) fn exp(x: f64) -> f64 {
    exp_body::<true>(x)
}

#[cfg(target_arch = "x86_64")]
pub(super) fn exp(x: f64) -> f64 {
    if std::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the feature.
        return unsafe { exp_fused(x) };
    }
    exp_body::<false>(x)
}

pub(super) fn exp2(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x > 1.0239999999999999e+03 {
        return f64::INFINITY;
    }
    if x < -1.0740e+03 {
        return 0.0;
    }
    let k = if x > 0.0 { (x + 0.5).trunc() } else { (x - 0.5).trunc() };
    let t = x - k;
    let (hi, lo) = (t * LN2_HIGH, -t * LN2_LOW);
    // The Remez approximation of FreeBSD's exp.
    let p = [
        4.13813679705723846039e-08,
        -1.65339022054652515390e-06,
        6.61375632143793436117e-05,
        -2.77777777770155933842e-03,
        1.66666666666666657415e-01,
    ];
    let r = hi - lo;
    let t = r * r;
    let c = r - t * polynomial_highest_first(t, &p);
    let y = 1.0 - ((lo - (r * c) / (2.0 - c)) - hi);
    ldexp(y, k as i64)
}

/// The coefficients of the logarithms, lowest power first (FreeBSD's e_log.c).
const LOG_COEFFICIENTS: [f64; 7] = [
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
];
const LN2_HIGH: f64 = 6.93147180369123816490e-01;
const LN2_LOW: f64 = 1.90821492927058770002e-10;

/// Returns the natural logarithm. As Go's assembly for amd64 does, this function takes exponent and fraction from the
/// bits of x even for denormal numbers. The computed logarithms of denormal numbers then lie between -709.8 and -709.1,
/// which programs can observe.
pub(super) fn log(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    if !x.is_finite() {
        return x;
    }
    let bits = x.to_bits();
    let mut fraction = f64::from_bits(bits & ((1 << 52) - 1) | 0.5f64.to_bits());
    let mut k = (bits >> 52) as f64 - 1022.0;
    if fraction <= SQRT_2 / 2.0 {
        fraction *= 2.0;
        k -= 1.0;
    }
    let f = fraction - 1.0;
    let s = f / (2.0 + f);
    let s2 = s * s;
    let s4 = s2 * s2;
    let odd = s2
        * polynomial_lowest_first(
            s4,
            &[LOG_COEFFICIENTS[0], LOG_COEFFICIENTS[2], LOG_COEFFICIENTS[4], LOG_COEFFICIENTS[6]],
        );
    let even = s4
        * polynomial_lowest_first(
            s4,
            &[LOG_COEFFICIENTS[1], LOG_COEFFICIENTS[3], LOG_COEFFICIENTS[5]],
        );
    let half_square = 0.5 * f * f;
    k * LN2_HIGH - ((half_square - (s * (half_square + (odd + even)) + k * LN2_LOW)) - f)
}

/// Returns `ln(1 + x)` after FreeBSD's s_log1p.c.
pub(super) fn log1p(x: f64) -> f64 {
    if x < -1.0 || x.is_nan() {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let a = x.abs();
    let near = a < 4.142135623730950488017e-01; // sqrt(2) - 1
    if near && a < 1.0 / (1u64 << 29) as f64 {
        return if a < 1.0 / (1u64 << 54) as f64 { x } else { x - x * x * 0.5 };
    }
    // 1 + x = 2**k * (1 + f) * (1 + c); c corrects the rounding error of the sum.
    let (f, k, c, tiny) =
        if near && x > -2.928932188134524755992e-01 { (x, 0.0, 0.0, false) } else { split_sum(x) };
    let half_square = 0.5 * f * f;
    if tiny {
        if f == 0.0 {
            return if k == 0.0 { 0.0 } else { k * LN2_HIGH + (c + k * LN2_LOW) };
        }
        let r = half_square * (1.0 - 0.66666666666666666 * f);
        return if k == 0.0 { f - r } else { k * LN2_HIGH - ((r - (k * LN2_LOW + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * polynomial_lowest_first(z, &LOG_COEFFICIENTS);
    if k == 0.0 {
        return f - (half_square - s * (half_square + r));
    }
    k * LN2_HIGH - ((half_square - (s * (half_square + r) + (k * LN2_LOW + c))) - f)
}

/// Splits 1 + x into `2**k * (1 + f)`; returns f, k, the correction for the sum's rounding error, and whether f is
/// below `2**-20`.
fn split_sum(x: f64) -> (f64, f64, f64, bool) {
    const SQRT_2_FRACTION: u64 = 0x0006_a09e_667f_3bcd;
    let exponent = |u: f64| (u.to_bits() >> 52) as f64 - 1023.0;
    let (u, mut k, c) = if x.abs() < (1u64 << 53) as f64 {
        let u = 1.0 + x;
        let k = exponent(u);
        (u, k, (if k > 0.0 { 1.0 - (u - x) } else { x - (u - 1.0) }) / u)
    } else {
        (x, exponent(x), 0.0)
    };
    let fraction = u.to_bits() & ((1 << 52) - 1);
    let (u, tiny) = if fraction < SQRT_2_FRACTION {
        (f64::from_bits(fraction | 1f64.to_bits()), fraction == 0)
    } else {
        k += 1.0;
        (f64::from_bits(fraction | 0.5f64.to_bits()), ((1u64 << 52) - fraction) >> 2 == 0)
    };
    (u - 1.0, k, c, tiny)
}

pub(super) fn log2(x: f64) -> f64 {
    let (fraction, exponent) = frexp(x);
    if fraction == 0.5 {
        return (exponent - 1) as f64;
    }
    log(fraction) * (1.0 / LN_2) + exponent as f64
}

pub(super) fn log10(x: f64) -> f64 {
    log(x) * 0.434_294_481_903_251_8 // 1 / ln 10
}

pub(super) fn frexp(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (fraction, exponent) = libm::frexp(x);
    (fraction, i64::from(exponent))
}

pub(super) fn ldexp(fraction: f64, exponent: i64) -> f64 {
    if fraction == 0.0 || !fraction.is_finite() {
        return fraction;
    }
    let (m, e) = frexp(fraction);
    let e = e.saturating_add(exponent);
    if e < -1074 {
        return 0f64.copysign(fraction);
    }
    if e > 1024 {
        return f64::INFINITY.copysign(fraction);
    }
    // m is in [0.5, 1). The first multiplication is exact and leads into the normal range; only the second one may
    // round.
    let power = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
    if e >= -1021 { (m * 2.0) * power(e - 1) } else { (m * power(e + 53)) * power(-53) }
}

fn is_odd(y: f64) -> bool {
    y.abs() < (1u64 << 53) as f64 && y.trunc() == y && (y as i64) & 1 == 1
}

/// Returns `x**y` for special values, which need no computation; none for others.
fn pow_special(x: f64, y: f64) -> Option<f64> {
    let result = if y == 0.0 || x == 1.0 {
        1.0
    } else if y == 1.0 {
        x
    } else if x.is_nan() || y.is_nan() {
        f64::NAN
    } else if x == 0.0 {
        let size = if y < 0.0 { f64::INFINITY } else { 0.0 };
        if is_odd(y) { size.copysign(x) } else { size }
    } else if y.is_infinite() {
        if x == -1.0 {
            1.0
        } else if (x.abs() < 1.0) == (y > 0.0) {
            0.0
        } else {
            f64::INFINITY
        }
    } else if x.is_infinite() {
        if x < 0.0 {
            return Some(if y < 0.0 {
                if is_odd(y) { -0.0 } else { 0.0 }
            } else if is_odd(y) {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            });
        }
        if y < 0.0 { 0.0 } else { f64::INFINITY }
    } else if y == 0.5 {
        x.sqrt()
    } else if y == -0.5 {
        1.0 / x.sqrt()
    } else {
        return None;
    };
    Some(result)
}

pub(super) fn pow(x: f64, y: f64) -> f64 {
    if let Some(result) = pow_special(x, y) {
        return result;
    }
    let (mut whole, mut part) = (y.abs().trunc(), y.abs().fract());
    if part != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    if whole >= (1u64 << 63) as f64 {
        return if x == -1.0 {
            1.0
        } else if (x.abs() < 1.0) == (y > 0.0) {
            0.0
        } else {
            f64::INFINITY
        };
    }
    // The result is mantissa * 2**exponent. The fractional part of y is computed by exp, the whole part by squaring.
    let (mut mantissa, mut exponent) = (1.0, 0i64);
    if part != 0.0 {
        if part > 0.5 {
            part -= 1.0;
            whole += 1.0;
        }
        mantissa = exp(part * log(x));
    }
    let (mut square, mut square_exponent) = frexp(x);
    let mut n = whole as i64;
    while n != 0 {
        if !(-(1 << 12)..=1 << 12).contains(&square_exponent) {
            exponent += square_exponent;
            break;
        }
        if n & 1 == 1 {
            mantissa *= square;
            exponent += square_exponent;
        }
        square *= square;
        square_exponent <<= 1;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        n >>= 1;
    }
    if y < 0.0 {
        mantissa = 1.0 / mantissa;
        exponent = -exponent;
    }
    ldexp(mantissa, exponent)
}

pub(super) fn sinh(x: f64) -> f64 {
    let p = [
        -0.2630563213397497062819489e+2,
        -0.2894211355989563807284660366e+4,
        -0.8991272022039509355398013511e+5,
        -0.6307673640497716991184787251e+6,
    ];
    let q = [
        1.0,
        -0.173678953558233699533450911e+3,
        0.1521517378790019070696485176e+5,
        -0.6307673640497716991212077277e+6,
    ];
    let a = x.abs();
    let y = if a > 21.0 {
        exp(a) * 0.5
    } else if a > 0.5 {
        let e = exp(a);
        (e - 1.0 / e) * 0.5
    } else {
        let sq = a * a;
        polynomial_highest_first(sq, &p) * a / polynomial_highest_first(sq, &q)
    };
    if x < 0.0 { -y } else { y.copysign(x) }
}

pub(super) fn cosh(x: f64) -> f64 {
    let a = x.abs();
    if a > 21.0 {
        return exp(a) * 0.5;
    }
    let e = exp(a);
    (e + 1.0 / e) * 0.5
}

pub(super) fn tanh(x: f64) -> f64 {
    let p = [-9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3];
    let q = [1.0, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3];
    let a = x.abs();
    if a > 0.5 * 8.8029691931113054295988e+01 {
        1f64.copysign(x)
    } else if a >= 0.625 {
        (1.0 - 2.0 / (exp(2.0 * a) + 1.0)).copysign(x)
    } else if x == 0.0 {
        x
    } else {
        let s = x * x;
        x + x * s * polynomial_highest_first(s, &p) / polynomial_highest_first(s, &q)
    }
}

pub(super) fn acosh(x: f64) -> f64 {
    if x < 1.0 || x.is_nan() {
        return f64::NAN;
    }
    if x >= LARGE_ARGUMENT {
        return log(x) + LN_2;
    }
    if x > 2.0 {
        return log(2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt()));
    }
    let t = x - 1.0;
    log1p(t + (2.0 * t + t * t).sqrt())
}

pub(super) fn asinh(x: f64) -> f64 {
    let a = x.abs();
    if a < 1.0 / LARGE_ARGUMENT || !x.is_finite() {
        return x;
    }
    let y = if a > LARGE_ARGUMENT {
        log(a) + LN_2
    } else if a > 2.0 {
        log(2.0 * a + 1.0 / ((a * a + 1.0).sqrt() + a))
    } else {
        log1p(a + a * a / (1.0 + (1.0 + a * a).sqrt()))
    };
    y.copysign(x)
}

pub(super) fn atanh(x: f64) -> f64 {
    let a = x.abs();
    if a > 1.0 || x.is_nan() {
        return f64::NAN;
    }
    if a == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    if a < 1.0 / LARGE_ARGUMENT {
        return x;
    }
    let y = if a < 0.5 {
        let twice = a + a;
        0.5 * log1p(twice + twice * a / (1.0 - a))
    } else {
        0.5 * log1p((a + a) / (1.0 - a))
    };
    y.copysign(x)
}

pub(super) fn cbrt(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    // FreeBSD's method: a guess from a third of the exponent, then a rational and a Newton step.
    let a = x.abs();
    let mut t = f64::from_bits(a.to_bits() / 3 + (715094163 << 32));
    if a < f64::MIN_POSITIVE {
        let scaled = (1u64 << 54) as f64 * a;
        t = f64::from_bits(scaled.to_bits() / 3 + (696219795 << 32));
    }
    let r = t * t / a;
    let s = 5.42857142857142815906e-01 + r * t;
    t *= 3.57142857142857150787e-01
        + 1.60714285714285720630e+00
            / (s + 1.41428571428571436819e+00 + -7.05306122448979611050e-01 / s);
    t = f64::from_bits((t.to_bits() & (0xF_FFFF_FFFC << 28)) + (1 << 30));
    let s = t * t;
    let r = a / s;
    let w = t + t;
    let r = (r - t) / (w + r);
    (t + t * r).copysign(x)
}

pub(super) fn hypot(p: f64, q: f64) -> f64 {
    let (p, q) = (p.abs(), q.abs());
    if p.is_infinite() || q.is_infinite() {
        return f64::INFINITY;
    }
    if p.is_nan() || q.is_nan() {
        return f64::NAN;
    }
    let (high, low) = if p > q { (p, q) } else { (q, p) };
    if high == 0.0 {
        return 0.0;
    }
    let ratio = low / high;
    (ratio * ratio + 1.0).sqrt() * high
}
