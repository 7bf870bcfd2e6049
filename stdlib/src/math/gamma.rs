//! The Gamma function (Cephes) and the inverse error function (Wichura's algorithm AS241).
//!
//! The Gamma function and the inverse error function use tables of coefficients that no crate has in Go's form.

use super::exp::{exp, log, pow};
use super::trig::{polynomial_highest_first, sin};
use std::f64::consts::{LN_2, PI};

/// Returns the value of Stirling's formula for large x as two factors, since their product would overflow.
fn stirling_formula(x: f64) -> (f64, f64) {
    let s = [
        7.87311395793093628397e-04,
        -2.29549961613378126380e-04,
        -2.68132617805781232825e-03,
        3.47222221605458667310e-03,
        8.33333333333482257126e-02,
    ];
    if x > 200.0 {
        return (f64::INFINITY, 1.0);
    }
    let w = 1.0 / x;
    let w = 1.0 + w * polynomial_highest_first(w, &s);
    let mut y1 = exp(x);
    let mut y2 = 1.0;
    if x > 143.01608 {
        let v = pow(x, 0.5 * x - 0.25);
        (y1, y2) = (v, v / y1);
    } else {
        y1 = pow(x, x - 0.5) / y1;
    }
    (y1, 2.506628274631000502417 * w * y2)
}

/// Returns Gamma(x) for |x| > 33.
fn gamma_large(x: f64) -> f64 {
    let q = x.abs();
    if x >= 0.0 {
        let (a, b) = stirling_formula(x);
        return a * b;
    }
    let mut p = q.floor();
    let sign = if (p as i64) & 1 == 0 { -1.0 } else { 1.0 };
    let mut z = q - p;
    if z > 0.5 {
        p += 1.0;
        z = q - p;
    }
    z = q * sin(PI * z);
    if z == 0.0 {
        return f64::INFINITY.copysign(sign);
    }
    let (a, b) = stirling_formula(q);
    let z = z.abs();
    let d = z * a * b;
    sign * if d.is_infinite() { PI / z / a / b } else { PI / d }
}

pub(super) fn gamma(x: f64) -> f64 {
    let p = [
        1.60119522476751861407e-04,
        1.19135147006586384913e-03,
        1.04213797561761569935e-02,
        4.76367800457137231464e-02,
        2.07448227648435975150e-01,
        4.94214826801497100753e-01,
        9.99999999999999996796e-01,
    ];
    let q = [
        -2.31581873324120129819e-05,
        5.39605580493303397842e-04,
        -4.45641913851797240494e-03,
        1.18139785222060435552e-02,
        3.58236398605498653373e-02,
        -2.34591795718243348568e-01,
        7.14304917030273074085e-02,
        1.00000000000000000320e+00,
    ];
    let euler = 0.577_215_664_901_532_9;
    if x.is_nan() || x == f64::NEG_INFINITY || (x < 0.0 && x == x.floor()) {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return x;
    }
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x.abs() > 33.0 {
        return gamma_large(x);
    }
    let small = |z: f64, x: f64| {
        if x == 0.0 { f64::INFINITY } else { z / ((1.0 + euler * x) * x) }
    };
    let (mut x, mut z) = (x, 1.0);
    while x >= 3.0 {
        x -= 1.0;
        z *= x;
    }
    while x < 0.0 {
        if x > -1e-09 {
            return small(z, x);
        }
        z /= x;
        x += 1.0;
    }
    while x < 2.0 {
        if x < 1e-09 {
            return small(z, x);
        }
        z /= x;
        x += 1.0;
    }
    if x == 2.0 {
        return z;
    }
    x -= 2.0;
    z * polynomial_highest_first(x, &p) / polynomial_highest_first(x, &q)
}

/// The coefficients for the three ranges of AS241: numerator and denominator, highest power first.
const ERFINV_CENTRE: ([f64; 8], [f64; 8]) = (
    [
        8.8709406962545514830200e2,
        1.1819493347062294404278e4,
        2.3782041382114385731252e4,
        1.6235862515167575384252e4,
        4.8548868893843886794648e3,
        6.9706266534389598238465e2,
        4.7072688112383978012285e1,
        1.1975323115670912564578e0,
    ],
    [
        5.2264952788528545610e3,
        2.8729085735721942674e4,
        3.9307895800092710610e4,
        2.1213794301586595867e4,
        5.3941960214247511077e3,
        6.8718700749205790830e2,
        4.2313330701600911252e1,
        1.0000000000000000000e0,
    ],
);
const ERFINV_MIDDLE: ([f64; 8], [f64; 8]) = (
    [
        7.74545014278341407640e-4,
        2.27238449892691845833e-2,
        2.41780725177450611770e-1,
        1.27045825245236838258e0,
        3.64784832476320460504e0,
        5.76949722146069140550e0,
        4.63033784615654529590e0,
        1.42343711074968357734e0,
    ],
    [
        1.4859850019840355905497876e-9,
        7.7441459065157709165577218e-4,
        2.1494160384252876777097297e-2,
        2.0945065210512749128288442e-1,
        9.7547832001787427186894837e-1,
        2.3707661626024532365971225e0,
        2.9036514445419946173133295e0,
        1.4142135623730950488016887e0,
    ],
);
const ERFINV_TAIL: ([f64; 8], [f64; 8]) = (
    [
        2.01033439929228813265e-7,
        2.71155556874348757815e-5,
        1.24266094738807843860e-3,
        2.65321895265761230930e-2,
        2.96560571828504891230e-1,
        1.78482653991729133580e0,
        5.46378491116411436990e0,
        6.65790464350110377720e0,
    ],
    [
        2.891024605872965461538222e-15,
        2.010321207683943062279931e-7,
        2.611088405080593625138020e-5,
        1.112800997078859844711555e-3,
        2.103693768272068968719679e-2,
        1.936480946950659106176712e-1,
        8.482908416595164588112026e-1,
        1.414213562373095048801689e0,
    ],
);

pub(super) fn erfinv(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1.0 {
        return f64::NAN;
    }
    if x.abs() == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    let a = x.abs();
    let y = if a <= 0.85 {
        let r = 0.180625 - 0.25 * a * a;
        (a * polynomial_highest_first(r, &ERFINV_CENTRE.0))
            / polynomial_highest_first(r, &ERFINV_CENTRE.1)
    } else {
        let r = (LN_2 - log(1.0 - a)).sqrt();
        if r <= 5.0 {
            polynomial_highest_first(r - 1.6, &ERFINV_MIDDLE.0)
                / polynomial_highest_first(r - 1.6, &ERFINV_MIDDLE.1)
        } else {
            polynomial_highest_first(r - 5.0, &ERFINV_TAIL.0)
                / polynomial_highest_first(r - 5.0, &ERFINV_TAIL.1)
        }
    };
    y.copysign(x)
}
