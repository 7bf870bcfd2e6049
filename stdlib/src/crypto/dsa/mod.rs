//! Natives of crypto/dsa, by the crate `dsa`. Each native runs on a thread of its own, because the computation takes
//! long. Numbers are big-endian bytes.

use crate::crypto::random::SeededRandom;
use dsa::signature::hazmat::{PrehashVerifier, RandomizedPrehashSigner};
use dsa::{BoxedUint, Components, KeySize, Signature, SigningKey, VerifyingKey};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx, Outcome};

type Bytes = GoSlice<u8>;

fn to_number(bytes: &[u8]) -> BoxedUint {
    BoxedUint::from_be_slice_vartime(bytes)
}

/// Returns the big-endian bytes of `number`, padded with leading zeros to `length` bytes; `number` must fit into them.
fn fixed_length_bytes(number: &BoxedUint, length: usize) -> Vec<u8> {
    let bytes = number.to_be_bytes_trimmed_vartime();
    let mut padded = vec![0; length.saturating_sub(bytes.len())];
    padded.extend_from_slice(&bytes);
    padded
}

/// The parameter sizes, indexed by Go's `ParameterSizes`.
#[expect(deprecated, reason = "Go has the first size, too")]
const KEY_SIZES: [KeySize; 4] =
    [KeySize::DSA_1024_160, KeySize::DSA_2048_224, KeySize::DSA_2048_256, KeySize::DSA_3072_256];

/// The length of P in bytes for each parameter size.
const P_LENGTHS: [usize; 4] = [128, 256, 256, 384];

fn components(p: &[u8], q: &[u8], g: &[u8]) -> Option<Components> {
    Components::from_components_unchecked(to_number(p), to_number(q), to_number(g)).ok()
}

fn return_bytes(cx: &mut NativeCx, bytes: Option<Vec<u8>>) -> Outcome<Bytes> {
    Outcome::Return(bytes.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes)))
}

fn new_parameters(size: i64, seed: Bytes) -> Outcome<Bytes> {
    let mut drawn = SeededRandom::from_seed(&seed);
    let make = move || {
        let (size, length) = (KEY_SIZES[size as usize], P_LENGTHS[size as usize]);
        let Ok(made) = Components::try_generate_from_rng_with_key_size(&mut drawn, size);
        Some(
            [made.p().as_ref(), made.q().as_ref(), made.g().as_ref()]
                .map(|n| fixed_length_bytes(n, length))
                .concat(),
        )
    };
    Outcome::block(make, return_bytes)
}

fn new_key(p: Bytes, q: Bytes, g: Bytes, seed: Bytes) -> Outcome<Bytes> {
    let mut drawn = SeededRandom::from_seed(&seed);
    let [p, q, g] = [p, q, g].map(|n| n.to_vec());
    let make = move || {
        let components = components(&p, &q, &g)?;
        let Ok(key) = SigningKey::try_generate_from_rng_with_components(&mut drawn, components);
        Some(
            [
                fixed_length_bytes(key.verifying_key().y(), p.len()),
                fixed_length_bytes(key.x(), p.len()),
            ]
            .concat(),
        )
    };
    Outcome::block(make, return_bytes)
}

fn sign(
    p: Bytes,
    q: Bytes,
    g: Bytes,
    y: Bytes,
    x: Bytes,
    hash: Bytes,
    seed: Bytes,
) -> Outcome<Bytes> {
    let mut drawn = SeededRandom::from_seed(&seed);
    let [p, q, g, y, x, hash] = [p, q, g, y, x, hash].map(|n| n.to_vec());
    let make = move || {
        let public = VerifyingKey::from_components(components(&p, &q, &g)?, to_number(&y)).ok()?;
        let key = SigningKey::from_components(public, to_number(&x)).ok()?;
        let signature = key.sign_prehash_with_rng(&mut drawn, &hash).ok()?;
        Some(
            [
                fixed_length_bytes(signature.r(), p.len()),
                fixed_length_bytes(signature.s(), p.len()),
            ]
            .concat(),
        )
    };
    Outcome::block(make, return_bytes)
}

fn verify(
    p: Bytes,
    q: Bytes,
    g: Bytes,
    y: Bytes,
    hash: Bytes,
    r: Bytes,
    s: Bytes,
) -> Outcome<bool> {
    let [p, q, g, y, hash, r, s] = [p, q, g, y, hash, r, s].map(|n| n.to_vec());
    let make = move || {
        let key = VerifyingKey::from_components(components(&p, &q, &g)?, to_number(&y)).ok()?;
        let signature = Signature::from_components(to_number(&r), to_number(&s))?;
        key.verify_prehash(&hash, &signature).ok()
    };
    Outcome::block(make, |_, verdict: Option<()>| Outcome::Return(verdict.is_some()))
}

/// Returns the natives of package crypto/dsa, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::blocking("newParameters", new_parameters),
        Native::blocking("newKey", new_key),
        Native::blocking("sign", sign),
        Native::blocking("verify", verify),
    ]
}
