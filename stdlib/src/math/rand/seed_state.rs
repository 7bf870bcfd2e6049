//! Computes the state from which Go's additive generator is seeded: its state after 7.8e12 numbers, started with seed
//! 1.
//!
//! The build script runs this code, because the state can be computed and need not be stored as a table. The generator
//! s(n) = s(n-607) + s(n-273) is linear, so s(n) is a linear combination of the first 607 numbers. The coefficients are
//! those of x^n modulo x^607 - x^334 - 1; the power takes 43 squarings.

const LONG_LAG: usize = 607;
const SHORT_LAG: usize = 273;
const GENERATOR_STEPS: u64 = 7_800_000_000_000;

fn lcg(x: u64) -> u64 {
    x * 48271 % 0x7fff_ffff
}

/// Returns the product of two polynomials modulo the generator's polynomial.
fn multiply_polynomials(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0u64; 2 * LONG_LAG - 1];
    for (i, x) in a.iter().enumerate() {
        for (sum, y) in product[i..].iter_mut().zip(b) {
            *sum = sum.wrapping_add(x.wrapping_mul(*y));
        }
    }
    for k in (LONG_LAG..product.len()).rev() {
        let c = product[k];
        product[k - LONG_LAG] = product[k - LONG_LAG].wrapping_add(c);
        product[k - SHORT_LAG] = product[k - SHORT_LAG].wrapping_add(c);
    }
    product.truncate(LONG_LAG);
    product
}

/// Returns the index at which number n (from 0) is stored: the generator walks backwards through its state.
fn state_index_of_number(n: u64) -> usize {
    let back = (n % LONG_LAG as u64) as usize;
    (LONG_LAG - SHORT_LAG - 1 + LONG_LAG - back) % LONG_LAG
}

/// Returns the state, ordered by index.
pub(crate) fn seed_state() -> Vec<u64> {
    let mut x = 1;
    for _ in 0..20 {
        x = lcg(x);
    }
    let mut first = vec![0u64; LONG_LAG];
    for word in &mut first {
        for shift in [20, 10, 0] {
            x = lcg(x);
            *word ^= x << shift;
        }
    }
    // The numbers of the initial state in the order of the sequence, and behind them as many of the numbers that
    // follow.
    let mut numbers: Vec<u64> =
        (0..LONG_LAG as u64).map(|n| first[state_index_of_number(n)]).collect();
    for k in LONG_LAG..2 * LONG_LAG {
        numbers.push(numbers[k - LONG_LAG].wrapping_add(numbers[k - SHORT_LAG]));
    }
    let mut power = vec![0u64; LONG_LAG];
    power[0] = 1;
    let mut base = vec![0u64; LONG_LAG];
    base[1] = 1;
    let mut steps = GENERATOR_STEPS;
    while steps > 0 {
        if steps & 1 == 1 {
            power = multiply_polynomials(&power, &base);
        }
        base = multiply_polynomials(&base, &base);
        steps >>= 1;
    }
    let mut state = vec![0u64; LONG_LAG];
    for j in 0..LONG_LAG {
        let terms = power.iter().zip(&numbers[j..]).map(|(c, s)| c.wrapping_mul(*s));
        state[state_index_of_number(GENERATOR_STEPS + j as u64)] = terms.fold(0, u64::wrapping_add);
    }
    state
}
