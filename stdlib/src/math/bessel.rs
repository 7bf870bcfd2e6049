//! Bessel functions of order 0 and 1, after FreeBSD's msun (e_j0.c, e_j1.c), whose coefficients these are:
//!
//! > Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//! > Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
//! > software is freely granted, provided that this notice is preserved.
//!
//! Libraries differ in the last digits because their sines and logarithms differ; this code uses Go's. Other orders are
//! computed by recurrence, in `bessel.go`.

use super::exp::log;
use super::trig::{cos, polynomial_lowest_first, rational_function, sin};
use std::f64::consts::FRAC_2_PI;

/// The coefficients of a numerator and a denominator, lowest power first.
type Rational = (&'static [f64], &'static [f64]);

const FRAC_1_SQRT_PI: f64 = 5.64189583547756279280e-01;

/// From this number on, the asymptotic factors P and Q are 1 and 0.
const HUGE_ARGUMENT: f64 = (1u128 << 127) as f64 * 4.0;

/// Returns the index of the approximation for x, from x = 2 on.
fn range_index(x: f64) -> usize {
    [8.0, 4.5454, 2.8571].iter().position(|&from| x >= from).unwrap_or(3)
}

/// The functions of one order far from 0. J is `sqrt(2/(pi x)) * (P * cos(x0) - DENOMINATOR * sin(x0))`, and Y has `P *
/// sin(x0) + Q * cos(x0)` in the brackets, with x0 = x - (2 order + 1) pi / 4.
struct AsymptoticForm {
    p: &'static [Rational; 4],
    q: &'static [Rational; 4],
    q_constant: f64,
    /// Returns `sqrt(2)` times the cosine and the sine of x0, for x >= 2.
    scaled_cos_sin: fn(f64) -> (f64, f64),
}

impl AsymptoticForm {
    /// Returns the factors P and Q at x.
    fn polynomial_factors(&self, x: f64) -> (f64, f64) {
        let z = 1.0 / (x * x);
        let p = 1.0 + rational_function(z, self.p[range_index(x)]);
        (p, (self.q_constant + rational_function(z, self.q[range_index(x)])) / x)
    }

    fn j(&self, x: f64) -> f64 {
        let (c, s) = (self.scaled_cos_sin)(x);
        if x > HUGE_ARGUMENT {
            return FRAC_1_SQRT_PI * c / x.sqrt();
        }
        let (p, q) = self.polynomial_factors(x);
        FRAC_1_SQRT_PI * (p * c - q * s) / x.sqrt()
    }

    fn y(&self, x: f64) -> f64 {
        let (c, s) = (self.scaled_cos_sin)(x);
        if x > HUGE_ARGUMENT {
            return FRAC_1_SQRT_PI * s / x.sqrt();
        }
        let (p, q) = self.polynomial_factors(x);
        FRAC_1_SQRT_PI * (p * s + q * c) / x.sqrt()
    }
}

/// Returns the sum and the difference of cosine and sine. The one that suffers cancellation is computed from the other
/// and the double angle, unless the double angle overflows.
fn scaled_cos_sin_0(x: f64) -> (f64, f64) {
    let (s, c) = (sin(x), cos(x));
    let (ss, cc) = (s - c, s + c);
    if x >= f64::MAX / 2.0 {
        return (cc, ss);
    }
    let z = -cos(x + x);
    if s * c < 0.0 { (z / ss, ss) } else { (cc, z / cc) }
}

fn scaled_cos_sin_1(x: f64) -> (f64, f64) {
    let (s, c) = (sin(x), cos(x));
    let (ss, cc) = (-s - c, s - c);
    if x >= f64::MAX / 2.0 {
        return (cc, ss);
    }
    let z = cos(x + x);
    if s * c > 0.0 { (z / ss, ss) } else { (cc, z / cc) }
}

const ASYMPTOTIC_FORM_0: AsymptoticForm =
    AsymptoticForm { p: &P_ZERO, q: &Q_ZERO, q_constant: -0.125, scaled_cos_sin: scaled_cos_sin_0 };
const ASYMPTOTIC_FORM_1: AsymptoticForm =
    AsymptoticForm { p: &P_ONE, q: &Q_ONE, q_constant: 0.375, scaled_cos_sin: scaled_cos_sin_1 };

pub(super) fn j0(x: f64) -> f64 {
    const NUMERATOR: [f64; 4] = [
        1.56249999999999947958e-02,
        -1.89979294238854721751e-04,
        1.82954049532700665670e-06,
        -4.61832688532103189199e-09,
    ];
    const DENOMINATOR: [f64; 5] = [
        1.0,
        1.56191029464890010492e-02,
        1.16926784663337450260e-04,
        5.13546550207318111446e-07,
        1.16614003333790000205e-09,
    ];
    if x.is_nan() {
        return x;
    }
    let x = x.abs();
    if x.is_infinite() {
        return 0.0;
    }
    if x >= 2.0 {
        return ASYMPTOTIC_FORM_0.j(x);
    }
    if x < 1.0 / 8192.0 {
        return if x < 1.0 / 134217728.0 { 1.0 } else { 1.0 - 0.25 * x * x };
    }
    let z = x * x;
    let quotient =
        z * polynomial_lowest_first(z, &NUMERATOR) / polynomial_lowest_first(z, &DENOMINATOR);
    if x < 1.0 {
        return 1.0 + z * (-0.25 + quotient);
    }
    let u = 0.5 * x;
    (1.0 + u) * (1.0 - u) + z * quotient
}

pub(super) fn y0(x: f64) -> f64 {
    const NUMERATOR: [f64; 7] = [
        -7.38042951086872317523e-02,
        1.76666452509181115538e-01,
        -1.38185671945596898896e-02,
        3.47453432093683650238e-04,
        -3.81407053724364161125e-06,
        1.95590137035022920206e-08,
        -3.98205194132103398453e-11,
    ];
    const DENOMINATOR: [f64; 5] = [
        1.0,
        1.27304834834123699328e-02,
        7.60068627350353253702e-05,
        2.59150851840457805467e-07,
        4.41110311332675467403e-10,
    ];
    if let Some(y) = y_special(x) {
        return y;
    }
    if x >= 2.0 {
        return ASYMPTOTIC_FORM_0.y(x);
    }
    if x <= 1.0 / 134217728.0 {
        return NUMERATOR[0] + FRAC_2_PI * log(x);
    }
    rational_function(x * x, (&NUMERATOR, &DENOMINATOR)) + FRAC_2_PI * j0(x) * log(x)
}

/// Returns the value of the functions of the second kind at special values of x, which need no computation; none for
/// other x.
fn y_special(x: f64) -> Option<f64> {
    if x < 0.0 || x.is_nan() {
        Some(f64::NAN)
    } else if x.is_infinite() {
        Some(0.0)
    } else if x == 0.0 {
        Some(f64::NEG_INFINITY)
    } else {
        None
    }
}

pub(super) fn j1(x: f64) -> f64 {
    const NUMERATOR: [f64; 4] = [
        -6.25000000000000000000e-02,
        1.40705666955189706048e-03,
        -1.59955631084035597520e-05,
        4.96727999609584448412e-08,
    ];
    const DENOMINATOR: [f64; 6] = [
        1.0,
        1.91537599538363460805e-02,
        1.85946785588630915560e-04,
        1.17718464042623683263e-06,
        5.04636257076217042715e-09,
        1.23542274426137913908e-11,
    ];
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() || x == 0.0 {
        return 0.0;
    }
    let a = x.abs();
    if a < 1.0 / 134217728.0 {
        // The result is positive for negative x too, as in Go.
        return 0.5 * a;
    }
    let y = if a >= 2.0 {
        ASYMPTOTIC_FORM_1.j(a)
    } else {
        let z = a * a;
        0.5 * a
            + z * polynomial_lowest_first(z, &NUMERATOR) * a
                / polynomial_lowest_first(z, &DENOMINATOR)
    };
    if x < 0.0 { -y } else { y }
}

pub(super) fn y1(x: f64) -> f64 {
    const NUMERATOR: [f64; 5] = [
        -1.96057090646238940668e-01,
        5.04438716639811282616e-02,
        -1.91256895875763547298e-03,
        2.35252600561610495928e-05,
        -9.19099158039878874504e-08,
    ];
    const DENOMINATOR: [f64; 6] = [
        1.0,
        1.99167318236649903973e-02,
        2.02552581025135171496e-04,
        1.35608801097516229404e-06,
        6.22741452364621501295e-09,
        1.66559246207992079114e-11,
    ];
    if let Some(y) = y_special(x) {
        return y;
    }
    if x >= 2.0 {
        return ASYMPTOTIC_FORM_1.y(x);
    }
    if x <= 1.0 / (1u64 << 54) as f64 {
        return -FRAC_2_PI / x;
    }
    x * rational_function(x * x, (&NUMERATOR, &DENOMINATOR))
        + FRAC_2_PI * (j1(x) * log(x) - 1.0 / x)
}

/// The coefficients of P of order 0, by range.
const P_ZERO: [Rational; 4] = [
    (
        &[
            0.00000000000000000000e+00,
            -7.03124999999900357484e-02,
            -8.08167041275349795626e+00,
            -2.57063105679704847262e+02,
            -2.48521641009428822144e+03,
            -5.25304380490729545272e+03,
        ],
        &[
            1.0,
            1.16534364619668181717e+02,
            3.83374475364121826715e+03,
            4.05978572648472545552e+04,
            1.16752972564375915681e+05,
            4.76277284146730962675e+04,
        ],
    ),
    (
        &[
            -1.14125464691894502584e-11,
            -7.03124940873599280078e-02,
            -4.15961064470587782438e+00,
            -6.76747652265167261021e+01,
            -3.31231299649172967747e+02,
            -3.46433388365604912451e+02,
        ],
        &[
            1.0,
            6.07539382692300335975e+01,
            1.05125230595704579173e+03,
            5.97897094333855784498e+03,
            9.62544514357774460223e+03,
            2.40605815922939109441e+03,
        ],
    ),
    (
        &[
            -2.54704601771951915620e-09,
            -7.03119616381481654654e-02,
            -2.40903221549529611423e+00,
            -2.19659774734883086467e+01,
            -5.80791704701737572236e+01,
            -3.14479470594888503854e+01,
        ],
        &[
            1.0,
            3.58560338055209726349e+01,
            3.61513983050303863820e+02,
            1.19360783792111533330e+03,
            1.12799679856907414432e+03,
            1.73580930813335754692e+02,
        ],
    ),
    (
        &[
            -8.87534333032526411254e-08,
            -7.03030995483624743247e-02,
            -1.45073846780952986357e+00,
            -7.63569613823527770791e+00,
            -1.11931668860356747786e+01,
            -3.23364579351335335033e+00,
        ],
        &[
            1.0,
            2.22202997532088808441e+01,
            1.36206794218215208048e+02,
            2.70470278658083486789e+02,
            1.53875394208320329881e+02,
            1.46576176948256193810e+01,
        ],
    ),
];
/// The coefficients of Q of order 0, by range.
const Q_ZERO: [Rational; 4] = [
    (
        &[
            0.00000000000000000000e+00,
            7.32421874999935051953e-02,
            1.17682064682252693899e+01,
            5.57673380256401856059e+02,
            8.85919720756468632317e+03,
            3.70146267776887834771e+04,
        ],
        &[
            1.0,
            1.63776026895689824414e+02,
            8.09834494656449805916e+03,
            1.42538291419120476348e+05,
            8.03309257119514397345e+05,
            8.40501579819060512818e+05,
            -3.43899293537866615225e+05,
        ],
    ),
    (
        &[
            1.84085963594515531381e-11,
            7.32421766612684765896e-02,
            5.83563508962056953777e+00,
            1.35111577286449829671e+02,
            1.02724376596164097464e+03,
            1.98997785864605384631e+03,
        ],
        &[
            1.0,
            8.27766102236537761883e+01,
            2.07781416421392987104e+03,
            1.88472887785718085070e+04,
            5.67511122894947329769e+04,
            3.59767538425114471465e+04,
            -5.35434275601944773371e+03,
        ],
    ),
    (
        &[
            4.37741014089738620906e-09,
            7.32411180042911447163e-02,
            3.34423137516170720929e+00,
            4.26218440745412650017e+01,
            1.70808091340565596283e+02,
            1.66733948696651168575e+02,
        ],
        &[
            1.0,
            4.87588729724587182091e+01,
            7.09689221056606015736e+02,
            3.70414822620111362994e+03,
            6.46042516752568917582e+03,
            2.51633368920368957333e+03,
            -1.49247451836156386662e+02,
        ],
    ),
    (
        &[
            1.50444444886983272379e-07,
            7.32234265963079278272e-02,
            1.99819174093815998816e+00,
            1.44956029347885735348e+01,
            3.16662317504781540833e+01,
            1.62527075710929267416e+01,
        ],
        &[
            1.0,
            3.03655848355219184498e+01,
            2.69348118608049844624e+02,
            8.44783757595320139444e+02,
            8.82935845112488550512e+02,
            2.12666388511798828631e+02,
            -5.31095493882666946917e+00,
        ],
    ),
];
/// The coefficients of P of order 1, by range.
const P_ONE: [Rational; 4] = [
    (
        &[
            0.00000000000000000000e+00,
            1.17187499999988647970e-01,
            1.32394806593073575129e+01,
            4.12051854307378562225e+02,
            3.87474538913960532227e+03,
            7.91447954031891731574e+03,
        ],
        &[
            1.0,
            1.14207370375678408436e+02,
            3.65093083420853463394e+03,
            3.69562060269033463555e+04,
            9.76027935934950801311e+04,
            3.08042720627888811578e+04,
        ],
    ),
    (
        &[
            1.31990519556243522749e-11,
            1.17187493190614097638e-01,
            6.80275127868432871736e+00,
            1.08308182990189109773e+02,
            5.17636139533199752805e+02,
            5.28715201363337541807e+02,
        ],
        &[
            1.0,
            5.92805987221131331921e+01,
            9.91401418733614377743e+02,
            5.35326695291487976647e+03,
            7.84469031749551231769e+03,
            1.50404688810361062679e+03,
        ],
    ),
    (
        &[
            3.02503916137373618024e-09,
            1.17186865567253592491e-01,
            3.93297750033315640650e+00,
            3.51194035591636932736e+01,
            9.10550110750781271918e+01,
            4.85590685197364919645e+01,
        ],
        &[
            1.0,
            3.47913095001251519989e+01,
            3.36762458747825746741e+02,
            1.04687139975775130551e+03,
            8.90811346398256432622e+02,
            1.03787932439639277504e+02,
        ],
    ),
    (
        &[
            1.07710830106873743082e-07,
            1.17176219462683348094e-01,
            2.36851496667608785174e+00,
            1.22426109148261232917e+01,
            1.76939711271687727390e+01,
            5.07352312588818499250e+00,
        ],
        &[
            1.0,
            2.14364859363821409488e+01,
            1.25290227168402751090e+02,
            2.32276469057162813669e+02,
            1.17679373287147100768e+02,
            8.36463893371618283368e+00,
        ],
    ),
];
/// The coefficients of Q of order 1, by range.
const Q_ONE: [Rational; 4] = [
    (
        &[
            0.00000000000000000000e+00,
            -1.02539062499992714161e-01,
            -1.62717534544589987888e+01,
            -7.59601722513950107896e+02,
            -1.18498066702429587167e+04,
            -4.84385124285750353010e+04,
        ],
        &[
            1.0,
            1.61395369700722909556e+02,
            7.82538599923348465381e+03,
            1.33875336287249578163e+05,
            7.19657723683240939863e+05,
            6.66601232617776375264e+05,
            -2.94490264303834643215e+05,
        ],
    ),
    (
        &[
            -2.08979931141764104297e-11,
            -1.02539050241375426231e-01,
            -8.05644828123936029840e+00,
            -1.83669607474888380239e+02,
            -1.37319376065508163265e+03,
            -2.61244440453215656817e+03,
        ],
        &[
            1.0,
            8.12765501384335777857e+01,
            1.99179873460485964642e+03,
            1.74684851924908907677e+04,
            4.98514270910352279316e+04,
            2.79480751638918118260e+04,
            -4.71918354795128470869e+03,
        ],
    ),
    (
        &[
            -5.07831226461766561369e-09,
            -1.02537829820837089745e-01,
            -4.61011581139473403113e+00,
            -5.78472216562783643212e+01,
            -2.28244540737631695038e+02,
            -2.19210128478909325622e+02,
        ],
        &[
            1.0,
            4.76651550323729509273e+01,
            6.73865112676699709482e+02,
            3.38015286679526343505e+03,
            5.54772909720722782367e+03,
            1.90311919338810798763e+03,
            -1.35201191444307340817e+02,
        ],
    ),
    (
        &[
            -1.78381727510958865572e-07,
            -1.02517042607985553460e-01,
            -2.75220568278187460720e+00,
            -1.96636162643703720221e+01,
            -4.23253133372830490089e+01,
            -2.13719211703704061733e+01,
        ],
        &[
            1.0,
            2.95333629060523854548e+01,
            2.52981549982190529136e+02,
            7.57502834868645436472e+02,
            7.39393205320467245656e+02,
            1.55949003336666123687e+02,
            -4.95949898822628210127e+00,
        ],
    ),
];
