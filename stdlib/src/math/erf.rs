//! The error function and its complement, after FreeBSD's msun (s_erf.c), whose coefficients these are:
//!
//! > Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//! > Developed at SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
//! > software is freely granted, provided that this notice is preserved.
//!
//! Libraries differ in the last digits because their exponentials differ; this code uses Go's.

use super::exp::exp;
use super::trig::rational_function;

/// A number near erf(1) in single precision, to which [`MIDDLE_COEFFICIENTS`] adds the difference.
const ERF_1: f64 = 8.45062911510467529297e-01;

/// The coefficients of `(erf(x) - x) / x` as a function of x squared, for x up to 0.84375.
const NEAR_COEFFICIENTS: ([f64; 5], [f64; 6]) = (
    [
        1.28379167095512558561e-01,
        -3.25042107247001499370e-01,
        -2.84817495755985104766e-02,
        -5.77027029648944159157e-03,
        -2.37630166566501626084e-05,
    ],
    [
        1.0,
        3.97917223959155352819e-01,
        6.50222499887672944485e-02,
        5.08130628187576562776e-03,
        1.32494738004321644526e-04,
        -3.96022827877536812320e-06,
    ],
);

/// The coefficients of `erf(x) - ERF_1` as a function of x - 1, for x up to 1.25.
const MIDDLE_COEFFICIENTS: ([f64; 7], [f64; 7]) = (
    [
        -2.36211856075265944077e-03,
        4.14856118683748331666e-01,
        -3.72207876035701323847e-01,
        3.18346619901161753674e-01,
        -1.10894694282396677476e-01,
        3.54783043256182359371e-02,
        -2.16637559486879084300e-03,
    ],
    [
        1.0,
        1.06420880400844228286e-01,
        5.40397917702171048937e-01,
        7.18286544141962662868e-02,
        1.26171219808761642112e-01,
        1.36370839120290507362e-02,
        1.19844998467991074170e-02,
    ],
);

/// The coefficients of `ln(x * erfc(x)) + x * x + 0.5625` as a function of 1 / x squared, for x below 1/0.35; from
/// there on, `FARTHEST_COEFFICIENTS` holds.
const FAR_COEFFICIENTS: ([f64; 8], [f64; 9]) = (
    [
        -9.86494403484714822705e-03,
        -6.93858572707181764372e-01,
        -1.05586262253232909814e+01,
        -6.23753324503260060396e+01,
        -1.62396669462573470355e+02,
        -1.84605092906711035994e+02,
        -8.12874355063065934246e+01,
        -9.81432934416914548592e+00,
    ],
    [
        1.0,
        1.96512716674392571292e+01,
        1.37657754143519042600e+02,
        4.34565877475229228821e+02,
        6.45387271733267880336e+02,
        4.29008140027567833386e+02,
        1.08635005541779435134e+02,
        6.57024977031928170135e+00,
        -6.04244152148580987438e-02,
    ],
);
const FARTHEST_COEFFICIENTS: ([f64; 7], [f64; 8]) = (
    [
        -9.86494292470009928597e-03,
        -7.99283237680523006574e-01,
        -1.77579549177547519889e+01,
        -1.60636384855821916062e+02,
        -6.37566443368389627722e+02,
        -1.02509513161107724954e+03,
        -4.83519191608651397019e+02,
    ],
    [
        1.0,
        3.03380607434824582924e+01,
        3.25792512996573918826e+02,
        1.53672958608443695994e+03,
        3.19985821950859553908e+03,
        2.55305040643316442583e+03,
        4.74528541206955367215e+02,
        -2.24409524465858183362e+01,
    ],
);

fn polynomial_below_1(x: f64) -> f64 {
    rational_function(x * x, (&NEAR_COEFFICIENTS.0, &NEAR_COEFFICIENTS.1))
}

fn erfc_middle(x: f64) -> f64 {
    rational_function(x - 1.0, (&MIDDLE_COEFFICIENTS.0, &MIDDLE_COEFFICIENTS.1))
}

/// Returns erfc(x) for x from 1.25 on. `z` is the upper half of x, whose square is exact and forms the largest part of
/// the exponent.
fn erfc_large(x: f64) -> f64 {
    let s = 1.0 / (x * x);
    let exponent = if x < 1.0 / 0.35 {
        rational_function(s, (&FAR_COEFFICIENTS.0, &FAR_COEFFICIENTS.1))
    } else {
        rational_function(s, (&FARTHEST_COEFFICIENTS.0, &FARTHEST_COEFFICIENTS.1))
    };
    let z = f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000);
    exp(-z * z - 0.5625) * exp((z - x) * (z + x) + exponent) / x
}

pub(super) fn erf(x: f64) -> f64 {
    const MIN_UNSCALED_ARGUMENT: f64 = 2.848094538889218e-306;
    if x == 0.0 || x.is_nan() {
        return x;
    }
    let a = x.abs();
    let y = if a < MIN_UNSCALED_ARGUMENT {
        // Computed in eighths, since the product would underflow.
        0.125 * (8.0 * a + 1.02703333676410069053e+00 * a)
    } else if a < 1.0 / (1u64 << 28) as f64 {
        a + 1.28379167095512586316e-01 * a
    } else if a < 0.84375 {
        a + a * polynomial_below_1(a)
    } else if a < 1.25 {
        ERF_1 + erfc_middle(a)
    } else if a >= 6.0 {
        1.0
    } else {
        1.0 - erfc_large(a)
    };
    if x < 0.0 { -y } else { y }
}

pub(super) fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let (a, negative) = (x.abs(), x < 0.0);
    if a < 0.84375 {
        let y = if a < 1.0 / (1u64 << 56) as f64 {
            a
        } else if a < 0.25 {
            a + a * polynomial_below_1(a)
        } else {
            0.5 + (a * polynomial_below_1(a) + (a - 0.5))
        };
        return if negative { 1.0 + y } else { 1.0 - y };
    }
    if a < 1.25 {
        return if negative { 1.0 + ERF_1 + erfc_middle(a) } else { 1.0 - ERF_1 - erfc_middle(a) };
    }
    if negative {
        return if a > 6.0 { 2.0 } else { 2.0 - erfc_large(a) };
    }
    if a < 28.0 { erfc_large(a) } else { 0.0 }
}
