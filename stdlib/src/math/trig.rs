//! Sine, cosine, tangent and their inverses, after Moshier's Cephes library.
//!
//! Go's results come from the approximations of Cephes. Even `math.Sin(math.Pi)` differs in its last digit from other
//! libraries' results.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Evaluates a polynomial by Horner's rule, highest power first.
pub(super) fn polynomial_highest_first(x: f64, coefficients: &[f64]) -> f64 {
    coefficients[1..].iter().fold(coefficients[0], |sum, c| sum * x + c)
}

/// Evaluates a polynomial by Horner's rule, lowest power first.
pub(super) fn polynomial_lowest_first(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().copied().reduce(|sum, c| sum * x + c).unwrap_or(0.0)
}

/// Returns the quotient of two polynomials, lowest powers first.
pub(super) fn rational_function(x: f64, (numerator, denominator): (&[f64], &[f64])) -> f64 {
    polynomial_lowest_first(x, numerator) / polynomial_lowest_first(x, denominator)
}

const SIN_COEFFICIENTS: [f64; 6] = [
    1.58962301576546568060e-10,
    -2.50507477628578072866e-8,
    2.75573136213857245213e-6,
    -1.98412698295895385996e-4,
    8.33333333332211858878e-3,
    -1.66666666666666307295e-1,
];
const COS_COEFFICIENTS: [f64; 6] = [
    -1.13585365213876817300e-11,
    2.08757008419747316778e-9,
    -2.75573141792967388112e-7,
    2.48015872888517045348e-5,
    -1.38888888888730564116e-3,
    4.16666666666665929218e-2,
];

/// The bits of 4/pi; the first word is the part before the binary point.
const FOUR_OVER_PI: [u64; 20] = [
    0x0000000000000001,
    0x45f306dc9c882a53,
    0xf84eafa3ea69bb81,
    0xb6c52b3278872083,
    0xfca2c757bd778ac3,
    0x6e48dc74849ba5c0,
    0x0c925dd413a32439,
    0xfc3bd63962534e7d,
    0xd1046bea5d768909,
    0xd338e04d68befc82,
    0x7323ac7306a673e9,
    0x3908bf177bf25076,
    0x3ff12fffbc0b301f,
    0xde5e2316b414da3e,
    0xda6cfd9e4f96136e,
    0x9e8c7ecd3cbfd45a,
    0xea4f758fd7cbe2f6,
    0x7a0e73ef14a525d4,
    0xd7f6bf623f1aba10,
    0xac06608df8f6d757,
];

/// Reduces x >= 0. Returns the octant (even, below 8) and the rest, whose absolute value is at most pi/4.
fn reduce_argument(x: f64) -> (u64, f64) {
    if x >= f64::from(1u32 << 29) {
        return reduce_large(x);
    }
    let mut octant = (x * (4.0 / PI)) as u64;
    octant += octant & 1;
    let y = octant as f64;
    // pi/4 in three parts, so that the products are exact (Cody and Waite)
    let z = ((x - y * 7.85398125648498535156e-1) - y * 3.77489470793079817668e-8)
        - y * 2.69515142907905952645e-15;
    (octant & 7, z)
}

/// Reduces a large x, with as many bits of 4/pi as needed (Payne and Hanek).
fn reduce_large(x: f64) -> (u64, f64) {
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as usize + 61 - 1023 - 52;
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let (digit, shift) = (exponent / 64, exponent % 64);
    let word = |i: usize| {
        let pair =
            u128::from(FOUR_OVER_PI[digit + i]) << 64 | u128::from(FOUR_OVER_PI[digit + i + 1]);
        (pair << shift >> 64) as u64
    };
    let product = |w: u64| u128::from(w) * u128::from(mantissa);
    let low = product(word(1)) + (product(word(2)) >> 64);
    let mut whole = (u128::from(word(0).wrapping_mul(mantissa)) << 64).wrapping_add(low);
    let mut octant = (whole >> 125) as u64;
    whole <<= 3;
    let zeros = whole.leading_zeros().min(63);
    let fraction = (whole << (zeros + 1) >> 64) as u64 >> 12;
    let mut z = f64::from_bits(fraction | u64::from(1023 - (zeros + 1)) << 52);
    if octant & 1 == 1 {
        octant = (octant + 1) & 7;
        z -= 1.0;
    }
    (octant, z * FRAC_PI_4)
}

fn sin_poly(z: f64) -> f64 {
    let zz = z * z;
    z + z * zz * polynomial_highest_first(zz, &SIN_COEFFICIENTS)
}

fn cos_poly(z: f64) -> f64 {
    let zz = z * z;
    1.0 - 0.5 * zz + zz * zz * polynomial_highest_first(zz, &COS_COEFFICIENTS)
}

pub(super) fn sin(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return f64::NAN;
    }
    let (octant, z) = reduce_argument(x.abs());
    let y = if octant & 3 == 2 { cos_poly(z) } else { sin_poly(z) };
    if (x < 0.0) != (octant > 3) { -y } else { y }
}

pub(super) fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (octant, z) = reduce_argument(x.abs());
    let y = if octant & 3 == 2 { sin_poly(z) } else { cos_poly(z) };
    if octant == 2 || octant == 4 { -y } else { y }
}

pub(super) fn tan(x: f64) -> f64 {
    const NUMERATOR: [f64; 3] =
        [-1.30936939181383734205e4, 1.15351664838587416140e6, -1.79565251976484877988e7];
    const DENOMINATOR: [f64; 5] = [
        1.0,
        1.36812963470692954678e4,
        -1.32089234440210967447e6,
        2.50083801823357915839e7,
        -5.38695755929454629881e7,
    ];
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return f64::NAN;
    }
    let (octant, z) = reduce_argument(x.abs());
    let zz = z * z;
    let mut y = if zz > 1e-14 {
        z + z
            * (zz * polynomial_highest_first(zz, &NUMERATOR)
                / polynomial_highest_first(zz, &DENOMINATOR))
    } else {
        z
    };
    if octant & 2 == 2 {
        y = -1.0 / y;
    }
    if x < 0.0 { -y } else { y }
}

/// Returns the arc tangent of x in [0, 0.66].
fn atan_core(x: f64) -> f64 {
    const NUMERATOR: [f64; 5] = [
        -8.750608600031904122785e-01,
        -1.615753718733365076637e+01,
        -7.500855792314704667340e+01,
        -1.228866684490136173410e+02,
        -6.485021904942025371773e+01,
    ];
    const DENOMINATOR: [f64; 6] = [
        1.0,
        2.485846490142306297962e+01,
        1.650270098316988542046e+02,
        4.328810604912902668951e+02,
        4.853903996359136964868e+02,
        1.945506571482613964425e+02,
    ];
    let z = x * x;
    let z = z * polynomial_highest_first(z, &NUMERATOR) / polynomial_highest_first(z, &DENOMINATOR);
    x * z + x
}

/// Returns the arc tangent of x >= 0.
fn atan_positive(x: f64) -> f64 {
    /// The difference between pi/2 and the double nearest to it.
    const HALF_PI_LOW: f64 = 6.123233995736765886130e-17;
    const TAN_3PI_8: f64 = 2.41421356237309504880;
    if x <= 0.66 {
        atan_core(x)
    } else if x > TAN_3PI_8 {
        FRAC_PI_2 - atan_core(1.0 / x) + HALF_PI_LOW
    } else {
        FRAC_PI_4 + atan_core((x - 1.0) / (x + 1.0)) + 0.5 * HALF_PI_LOW
    }
}

pub(super) fn atan(x: f64) -> f64 {
    if x == 0.0 {
        x
    } else if x > 0.0 {
        atan_positive(x)
    } else {
        -atan_positive(-x)
    }
}

pub(super) fn asin(x: f64) -> f64 {
    if x == 0.0 {
        return x;
    }
    let a = x.abs();
    if a > 1.0 || a.is_nan() {
        return f64::NAN;
    }
    let root = (1.0 - a * a).sqrt();
    let y = if a > 0.7 { FRAC_PI_2 - atan_positive(root / a) } else { atan_positive(a / root) };
    if x < 0.0 { -y } else { y }
}

pub(super) fn acos(x: f64) -> f64 {
    FRAC_PI_2 - asin(x)
}

pub(super) fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if y == 0.0 {
        return if x.is_sign_negative() { PI.copysign(y) } else { 0f64.copysign(y) };
    }
    if x == 0.0 {
        return FRAC_PI_2.copysign(y);
    }
    if x.is_infinite() {
        let angle = match (x > 0.0, y.is_infinite()) {
            (true, true) => FRAC_PI_4,
            (true, false) => 0.0,
            (false, true) => 3.0 * FRAC_PI_4,
            (false, false) => PI,
        };
        return angle.copysign(y);
    }
    if y.is_infinite() {
        return FRAC_PI_2.copysign(y);
    }
    let q = atan(y / x);
    if x >= 0.0 {
        q
    } else if q <= 0.0 {
        q + PI
    } else {
        q - PI
    }
}
