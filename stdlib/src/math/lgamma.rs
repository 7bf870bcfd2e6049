//! The logarithm of the Gamma function, after FreeBSD's msun (e_lgamma_r.c), whose coefficients these are:
//!
//! > Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//! > Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
//! > software is freely granted, provided that this notice is preserved.
//!
//! Libraries differ in the last digits because their sines and logarithms differ; this code uses Go's.

use super::exp::log;
use super::trig::{cos, polynomial_lowest_first, sin};
use std::f64::consts::PI;

/// The position of Gamma's minimum for x > 0, and the logarithm there as the sum of two numbers.
const GAMMA_MIN_POSITION: f64 = 1.46163214496836224576e+00;
const LGAMMA_MIN: f64 = -1.21486290535849611461e-01;
const LGAMMA_MIN_REST: f64 = -3.63867699703950536541e-18;

/// The coefficients near x = 2, for even and odd powers of 2 - x.
const NEAR_2_EVEN: [f64; 6] = [
    7.72156649015328655494e-02,
    6.73523010531292681824e-02,
    7.38555086081402883957e-03,
    1.19270763183362067845e-03,
    2.20862790713908385557e-04,
    2.52144565451257326939e-05,
];
/// See [`NEAR_2_EVEN`].
const NEAR_2_ODD: [f64; 6] = [
    3.22467033424113591611e-01,
    2.05808084325167332806e-02,
    2.89051383673415629091e-03,
    5.10069792153511336608e-04,
    1.08011567247583939954e-04,
    4.48640949618915160150e-05,
];
/// The coefficients near the minimum. Each list has every third power.
const NEAR_MINIMUM: [[f64; 5]; 3] = [
    [
        4.83836122723810047042e-01,
        -3.27885410759859649565e-02,
        6.10053870246291332635e-03,
        -1.40346469989232843813e-03,
        3.15632070903625950361e-04,
    ],
    [
        -1.47587722994593911752e-01,
        1.79706750811820387126e-02,
        -3.68452016781138256760e-03,
        8.81081882437654011382e-04,
        -3.12754168375120860518e-04,
    ],
    [
        6.46249402391333854778e-02,
        -1.03142241298341437450e-02,
        2.25964780900612472250e-03,
        -5.38595305356740546715e-04,
        3.35529192635519073543e-04,
    ],
];
/// The coefficients near x = 1, `NEAR_1_NUMERATOR` of the numerator and [`NEAR_1_DENOMINATOR`] of the denominator.
const NEAR_1_NUMERATOR: [f64; 6] = [
    -7.72156649015328655494e-02,
    6.32827064025093366517e-01,
    1.45492250137234768737e+00,
    9.77717527963372745603e-01,
    2.28963728064692451092e-01,
    1.33810918536787660377e-02,
];
/// See [`NEAR_1_NUMERATOR`].
const NEAR_1_DENOMINATOR: [f64; 6] = [
    1.0,
    2.45597793713041134822e+00,
    2.12848976379893395361e+00,
    7.69285150456672783825e-01,
    1.04222645593369134254e-01,
    3.21709242282423911810e-03,
];
/// The coefficients from x = 2 to 3, `FROM_2_NUMERATOR` of the numerator and [`FROM_2_DENOMINATOR`] of the denominator.
const FROM_2_NUMERATOR: [f64; 7] = [
    -7.72156649015328655494e-02,
    2.14982415960608852501e-01,
    3.25778796408930981787e-01,
    1.46350472652464452805e-01,
    2.66422703033638609560e-02,
    1.84028451407337715652e-03,
    3.19475326584100867617e-05,
];
/// See [`FROM_2_NUMERATOR`].
const FROM_2_DENOMINATOR: [f64; 7] = [
    1.0,
    1.39200533467621045958e+00,
    7.21935547567138069525e-01,
    1.71933865632803078993e-01,
    1.86459191715652901344e-02,
    7.77942496381893596434e-04,
    7.32668430744625636189e-06,
];
/// The coefficients of Stirling's series: the constant, then those of the squares of 1 / x.
const STIRLING_SERIES: [f64; 7] = [
    4.18938533204672725052e-01,
    8.33333333333329678849e-02,
    -2.77777777728775536470e-03,
    7.93650558643019558500e-04,
    -5.95187557450339963135e-04,
    8.36339918996282139126e-04,
    -1.63092934096575273989e-03,
];

/// Returns the logarithm of |Gamma(x)|, and the sign of Gamma(x).
pub(super) fn lgamma(x: f64) -> (f64, i64) {
    if !x.is_finite() {
        return (x, 1);
    }
    let a = x.abs();
    if a == 0.0 {
        return (f64::INFINITY, 1);
    }
    let negative = x < 0.0;
    if a < 1.0 / (1u128 << 70) as f64 {
        return (-log(a), if negative { -1 } else { 1 });
    }
    if !negative {
        return (lgamma_positive(a), 1);
    }
    // By reflection. From 2**52 on, all numbers are integers, where Gamma has poles.
    let t = if a >= (1u64 << 52) as f64 { 0.0 } else { minus_sin_pi(a) };
    if t == 0.0 {
        return (f64::INFINITY, 1);
    }
    (log(PI / (t * a).abs()) - lgamma_positive(a), if t < 0.0 { -1 } else { 1 })
}

fn lgamma_positive(x: f64) -> f64 {
    if x == 1.0 || x == 2.0 {
        0.0
    } else if x < 2.0 {
        lgamma_below_2(x)
    } else if x < 8.0 {
        let whole = x as i32;
        let y = x - f64::from(whole);
        let base = 0.5 * y
            + y * polynomial_lowest_first(y, &FROM_2_NUMERATOR)
                / polynomial_lowest_first(y, &FROM_2_DENOMINATOR);
        if whole == 2 {
            return base;
        }
        let product = (2..whole).rev().fold(1.0, |z, i| z * (y + f64::from(i)));
        base + log(product)
    } else if x < (1u64 << 58) as f64 {
        let z = 1.0 / x;
        (x - 0.5) * (log(x) - 1.0)
            + (STIRLING_SERIES[0] + z * polynomial_lowest_first(z * z, &STIRLING_SERIES[1..]))
    } else {
        x * (log(x) - 1.0)
    }
}

/// Returns the logarithm for x below 2. Up to 0.9, it is computed from the logarithm at x + 1.
fn lgamma_below_2(x: f64) -> f64 {
    const NEAR_MINIMUM_HALF_WIDTH: f64 = 0.27;
    const NEAR_MINIMUM_CENTRE: f64 = 1.461632144968362245;
    let (offset, base) = if x <= 0.9 { (1.0, -log(x)) } else { (0.0, 0.0) };
    let rest = if x >= NEAR_MINIMUM_CENTRE - offset + NEAR_MINIMUM_HALF_WIDTH {
        lgamma_near_2((2.0 - offset) - x)
    } else if x >= NEAR_MINIMUM_CENTRE - offset - NEAR_MINIMUM_HALF_WIDTH {
        lgamma_near_minimum(x - (GAMMA_MIN_POSITION - offset))
    } else {
        let y = x - (1.0 - offset);
        -0.5 * y
            + y * polynomial_lowest_first(y, &NEAR_1_NUMERATOR)
                / polynomial_lowest_first(y, &NEAR_1_DENOMINATOR)
    };
    base + rest
}

fn lgamma_near_2(y: f64) -> f64 {
    let z = y * y;
    (y * polynomial_lowest_first(z, &NEAR_2_EVEN) + z * polynomial_lowest_first(z, &NEAR_2_ODD))
        - 0.5 * y
}

fn lgamma_near_minimum(y: f64) -> f64 {
    let z = y * y;
    let [p1, p2, p3] =
        NEAR_MINIMUM.map(|coefficients| polynomial_lowest_first(z * y, &coefficients));
    LGAMMA_MIN + (z * p1 - (LGAMMA_MIN_REST - z * y * (p2 + y * p3)))
}

/// Returns `-sin(pi x)` for x in (0, 2**52), with the argument reduced exactly.
fn minus_sin_pi(x: f64) -> f64 {
    if x < 0.25 {
        return -sin(PI * x);
    }
    if x.floor() == x {
        return 0.0;
    }
    let x = x % 2.0;
    -match (x * 4.0) as i32 {
        0 => sin(PI * x),
        1 | 2 => cos(PI * (0.5 - x)),
        3 | 4 => sin(PI * (1.0 - x)),
        5 | 6 => -cos(PI * (x - 1.5)),
        _ => sin(PI * (x - 2.0)),
    }
}
