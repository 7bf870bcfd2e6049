//! Natives of crypto/rsa, by the crate `rsa`. Numbers are big-endian.
//!
//! Operations with a private key take milliseconds and more, so they run without a P.

use crate::crypto::random::SeededRandom;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::MIN_BLOCKING_COST;
use minigo_vm::native::{Native, NativeCx, Outcome};
use rsa::hazmat::{rsa_decrypt_and_check, rsa_encrypt};
use rsa::traits::{PrivateKeyParts, PublicKeyParts, SignatureScheme};
use rsa::{BoxedUint, Pkcs1v15Sign, PrivateKey, Pss, PublicKey};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

type Bytes = GoSlice<u8>;

/// The estimated cost of an operation with a key, which takes some tenths of a millisecond and more. The value is above
/// the threshold from which an operation runs without a P.
const KEY_OPERATION_COST: usize = MIN_BLOCKING_COST + 1;

/// The limit of the length of a modulus in bits.
const MAX_BITS: usize = 16384;

fn to_number(bytes: &[u8]) -> BoxedUint {
    BoxedUint::from_be_slice_vartime(bytes)
}

fn public_key(n: &[u8], e: i64) -> Option<PublicKey> {
    PublicKey::new_with_size_limits(to_number(n), BoxedUint::from(e as u64), 2..=MAX_BITS).ok()
}

/// Makes a private key of its joined parts: modulus, private exponent, primes, each preceded by its length in four
/// bytes.
fn private_key(parts: &[u8], e: i64) -> Option<PrivateKey> {
    let mut numbers = Vec::new();
    let mut rest = parts;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (part, next) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        numbers.push(to_number(part));
        rest = next;
    }
    let mut numbers = numbers.into_iter();
    let (n, d) = (numbers.next()?, numbers.next()?);
    PrivateKey::from_components(n, BoxedUint::from(e as u64), d, numbers.collect()).ok()
}

/// Runs `work` on a private key without a P, and passes a generator of random numbers to it; returns nil if `work`
/// fails.
fn with_private_key(
    cx: &mut NativeCx,
    parts: Bytes,
    e: i64,
    work: impl FnOnce(&PrivateKey, &mut SeededRandom) -> Option<Vec<u8>> + Send + 'static,
) -> Outcome<Bytes> {
    let (parts, random) = (parts.to_vec(), SeededRandom::new(cx));
    cx.compute_without_p_if_long(
        KEY_OPERATION_COST,
        [],
        move || work(&private_key(&parts, e)?, &mut random?),
        |cx, result| Outcome::Return(result.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes))),
    )
}

/// Runs `$job` with `$hash` as the type of the hash function that is named `$name`.
macro_rules! with_hash {
    ($name:expr, $hash:ident => $job:expr) => {
        match $name {
            "SHA-1" => {
                type $hash = Sha1;
                $job
            }
            "SHA-224" => {
                type $hash = Sha224;
                $job
            }
            "SHA-256" => {
                type $hash = Sha256;
                $job
            }
            "SHA-384" => {
                type $hash = Sha384;
                $job
            }
            "SHA-512" => {
                type $hash = Sha512;
                $job
            }
            _ => None,
        }
    };
}

fn generate_key(cx: &mut NativeCx, bits: i64, seed: Bytes) -> Outcome<Bytes> {
    let mut random = SeededRandom::from_seed(&seed);
    let work = move || {
        let key =
            PrivateKey::new_with_exp_unchecked(&mut random, bits as usize, 65537u64.into()).ok()?;
        let mut out = Vec::new();
        for part in
            [key.n().as_ref(), key.d()].into_iter().chain(key.primes().iter().map(AsRef::as_ref))
        {
            let bytes = part.to_be_bytes_trimmed_vartime();
            out.extend((bytes.len() as u32).to_be_bytes());
            out.extend(&*bytes);
        }
        Some(out)
    };
    cx.compute_without_p_if_long(usize::MAX, [], work, return_bytes)
}

fn sign_pkcs1(
    cx: &mut NativeCx,
    parts: Bytes,
    e: i64,
    prefix: Bytes,
    hashed: Bytes,
) -> Outcome<Bytes> {
    let scheme = Pkcs1v15Sign { hash_len: None, prefix: prefix.to_vec().into() };
    let hashed = hashed.to_vec();
    with_private_key(cx, parts, e, move |key, random| {
        key.sign_with_rng(random, scheme, &hashed).ok()
    })
}

fn verify_pkcs1(
    cx: &mut NativeCx,
    n: Bytes,
    e: i64,
    prefix: Bytes,
    hashed: Bytes,
    sig: Bytes,
) -> Outcome<bool> {
    let scheme = Pkcs1v15Sign { hash_len: None, prefix: prefix.to_vec().into() };
    let (n, hashed, sig) = (n.to_vec(), hashed.to_vec(), sig.to_vec());
    let work =
        move || public_key(&n, e).is_some_and(|key| key.verify(scheme, &hashed, &sig).is_ok());
    cx.compute_without_p_if_long(KEY_OPERATION_COST, [], work, |_, verified| {
        Outcome::Return(verified)
    })
}

fn sign_pss(
    cx: &mut NativeCx,
    parts: Bytes,
    e: i64,
    hash: GoStr,
    salt: i64,
    hashed: Bytes,
    seed: Bytes,
) -> Outcome<Bytes> {
    let (hash, hashed) = (hash.to_vec(), hashed.to_vec());
    let mut random = SeededRandom::from_seed(&seed);
    with_private_key(cx, parts, e, move |key, _| {
        with_hash!(std::str::from_utf8(&hash).ok()?, H => {
            key.sign_with_rng(&mut random, Pss::<H>::new_with_salt(salt as usize), &hashed).ok()
        })
    })
}

/// Verifies a PSS signature. A negative `salt` accepts a salt of any length.
fn verify_pss(
    cx: &mut NativeCx,
    n: Bytes,
    e: i64,
    hash: GoStr,
    salt: i64,
    hashed: Bytes,
    sig: Bytes,
) -> Outcome<bool> {
    let (n, hash, hashed, sig) = (n.to_vec(), hash.to_vec(), hashed.to_vec(), sig.to_vec());
    let work = move || {
        let key = public_key(&n, e)?;
        with_hash!(std::str::from_utf8(&hash).ok()?, H => {
            let scheme = Pss::<H> { salt_len: usize::try_from(salt).ok(), ..Pss::new() };
            scheme.verify(&key, &hashed, &sig).ok()
        })
    };
    cx.compute_without_p_if_long(KEY_OPERATION_COST, [], work, |_, verified| {
        Outcome::Return(verified.is_some())
    })
}

/// Encrypts a padded message.
fn encrypt(cx: &mut NativeCx, n: Bytes, e: i64, message: Bytes) -> Outcome<Bytes> {
    let (n, message) = (n.to_vec(), message.to_vec());
    let work = move || {
        let key = public_key(&n, e)?;
        let message = BoxedUint::from_be_slice(&message, key.n_bits_precision()).ok()?;
        let encrypted = rsa_encrypt(&key, &message).ok()?;
        last_bytes(&encrypted, key.size())
    };
    cx.compute_without_p_if_long(KEY_OPERATION_COST, [], work, return_bytes)
}

/// Returns the last `size` bytes of a number, which has at least as many.
fn last_bytes(number: &BoxedUint, size: usize) -> Option<Vec<u8>> {
    let bytes = number.to_be_bytes();
    bytes.get(bytes.len().checked_sub(size)?..).map(<[u8]>::to_vec)
}

/// Returns the bytes, or nil.
fn return_bytes(cx: &mut NativeCx, bytes: Option<Vec<u8>>) -> Outcome<Bytes> {
    Outcome::Return(bytes.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes)))
}

fn encrypt_pkcs1(
    cx: &mut NativeCx,
    n: Bytes,
    e: i64,
    message: Bytes,
    seed: Bytes,
) -> Outcome<Bytes> {
    let (n, message) = (n.to_vec(), message.to_vec());
    let mut random = SeededRandom::from_seed(&seed);
    let scheme = rsa::Pkcs1v15Encrypt;
    let work = move || public_key(&n, e)?.encrypt(&mut random, scheme, &message).ok();
    cx.compute_without_p_if_long(KEY_OPERATION_COST, [], work, return_bytes)
}

fn is_valid_private_key(cx: &mut NativeCx, parts: Bytes, e: i64) -> Outcome<bool> {
    let parts = parts.to_vec();
    let work = move || private_key(&parts, e).is_some();
    cx.compute_without_p_if_long(KEY_OPERATION_COST, [], work, |_, is_key| Outcome::Return(is_key))
}

/// Returns the padded message. Go's side removes the padding, because the crate does not tell whether it was valid.
fn decrypt_raw(cx: &mut NativeCx, parts: Bytes, e: i64, message: Bytes) -> Outcome<Bytes> {
    let message = message.to_vec();
    with_private_key(cx, parts, e, move |key, random| {
        let message = BoxedUint::from_be_slice(&message, key.n_bits_precision()).ok()?;
        let padded = rsa_decrypt_and_check(key, Some(random), &message).ok()?;
        last_bytes(&padded, key.size())
    })
}

/// Returns the natives of package crypto/rsa, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::blocking("generate", generate_key),
        Native::blocking("isKey", is_valid_private_key),
        Native::blocking("signPKCS1", sign_pkcs1),
        Native::blocking("verifyPKCS1", verify_pkcs1),
        Native::blocking("signPSS", sign_pss),
        Native::blocking("verifyPSS", verify_pss),
        Native::blocking("encrypt", encrypt),
        Native::blocking("encryptPKCS1", encrypt_pkcs1),
        Native::blocking("decrypt", decrypt_raw),
    ]
}
