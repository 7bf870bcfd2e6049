//! Natives of crypto/rsa, by the crate `rsa`. Numbers are big endian.
//!
//! Work with a private key takes milliseconds and more, so it is done without a P.

use crate::crypto::random::Drawn;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Outcome};
use rsa::hazmat::rsa_decrypt_and_check;
use rsa::traits::{PaddingScheme, PrivateKeyParts, PublicKeyParts, SignatureScheme};
use rsa::{BoxedUint, Oaep, Pkcs1v15Sign, PrivateKey, Pss, PublicKey};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

type Bytes = GoSlice<u8>;

/// The largest modulus, in bits.
const MAX_BITS: usize = 16384;

fn number(bytes: &[u8]) -> BoxedUint {
    BoxedUint::from_be_slice_vartime(bytes)
}

fn public(n: &[u8], e: i64) -> Option<PublicKey> {
    PublicKey::new_with_size_limits(number(n), BoxedUint::from(e as u64), 2..=MAX_BITS).ok()
}

/// A key from its parts, one after the other, each behind its length in four bytes: modulus, private exponent, primes.
fn private(parts: &[u8], e: i64) -> Option<PrivateKey> {
    let mut numbers = Vec::new();
    let mut rest = parts;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (part, next) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        numbers.push(number(part));
        rest = next;
    }
    let mut numbers = numbers.into_iter();
    let (n, d) = (numbers.next()?, numbers.next()?);
    PrivateKey::from_components(n, BoxedUint::from(e as u64), d, numbers.collect()).ok()
}

/// Runs work on a private key, with randomness for it, without a P; nil if it fails.
fn with_private(
    cx: &NativeCx,
    parts: Bytes,
    e: i64,
    work: impl FnOnce(&PrivateKey, &mut Drawn) -> Option<Vec<u8>> + Send + 'static,
) -> Outcome<Bytes> {
    let (parts, random) = (parts.to_vec(), Drawn::new(cx));
    Outcome::block(
        move || work(&private(&parts, e)?, &mut random?),
        |cx, result| Outcome::Return(result.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes))),
    )
}

/// Runs code with the padding `$scheme` of the hash function that is named.
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

fn generate(cx: &mut NativeCx, bits: i64) -> Outcome<Bytes> {
    let random = Drawn::new(cx);
    let work = move || {
        let mut random = random?;
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
    Outcome::block(work, |cx, key: Option<Vec<u8>>| {
        Outcome::Return(key.map_or_else(GoSlice::nil, |key| cx.bytes(&key)))
    })
    .for_long()
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
    with_private(cx, parts, e, move |key, random| key.sign_with_rng(random, scheme, &hashed).ok())
}

fn verify_pkcs1(n: Bytes, e: i64, prefix: Bytes, hashed: Bytes, sig: Bytes) -> bool {
    let scheme = Pkcs1v15Sign { hash_len: None, prefix: prefix.to_vec().into() };
    public(&n, e).is_some_and(|key| key.verify(scheme, &hashed, &sig).is_ok())
}

fn sign_pss(
    cx: &mut NativeCx,
    parts: Bytes,
    e: i64,
    hash: GoStr,
    salt: i64,
    hashed: Bytes,
) -> Outcome<Bytes> {
    let (hash, hashed) = (hash.to_vec(), hashed.to_vec());
    with_private(cx, parts, e, move |key, random| {
        with_hash!(std::str::from_utf8(&hash).ok()?, H => {
            key.sign_with_rng(random, Pss::<H>::new_with_salt(salt as usize), &hashed).ok()
        })
    })
}

/// A negative `salt` means one of any length.
fn verify_pss(n: Bytes, e: i64, hash: GoStr, salt: i64, hashed: Bytes, sig: Bytes) -> bool {
    let Some(key) = public(&n, e) else { return false };
    let Ok(hash) = std::str::from_utf8(&hash) else { return false };
    let verified = with_hash!(hash, H => {
        let scheme = Pss::<H> { salt_len: usize::try_from(salt).ok(), ..Pss::new() };
        scheme.verify(&key, &hashed, &sig).ok()
    });
    verified.is_some()
}

/// Two hash functions are named, that of the label and that of the mask.
macro_rules! with_oaep {
    ($names:expr, $label:expr, $scheme:ident => $job:expr) => {
        with_hash!($names.0, D => with_hash!($names.1, M => {
            let mut $scheme = Oaep::<D, M>::new_with_mgf_hash();
            $scheme.label = Some($label.into());
            $job
        }))
    };
}

fn encrypt_oaep(
    cx: &mut NativeCx,
    n: Bytes,
    e: i64,
    hash: GoStr,
    mask: GoStr,
    label: Bytes,
    message: Bytes,
) -> Bytes {
    let random = Drawn::new(cx);
    let encrypt = || {
        let mut random = random?;
        let names = (std::str::from_utf8(&hash).ok()?, std::str::from_utf8(&mask).ok()?);
        let key = public(&n, e)?;
        with_oaep!(names, label.to_vec(), scheme => scheme.encrypt(&mut random, &key, &message).ok())
    };
    encrypt().map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes))
}

fn decrypt_oaep(
    cx: &mut NativeCx,
    parts: Bytes,
    e: i64,
    hash: GoStr,
    mask: GoStr,
    label: Bytes,
    message: Bytes,
) -> Outcome<Bytes> {
    let (hash, mask) = (hash.to_vec(), mask.to_vec());
    let (label, message) = (label.to_vec(), message.to_vec());
    with_private(cx, parts, e, move |key, random| {
        let names = (std::str::from_utf8(&hash).ok()?, std::str::from_utf8(&mask).ok()?);
        with_oaep!(names, label, scheme => key.decrypt_blinded(random, scheme, &message).ok())
    })
}

fn encrypt_pkcs1(cx: &mut NativeCx, n: Bytes, e: i64, message: Bytes) -> Bytes {
    let random = Drawn::new(cx);
    let encrypted = random.zip(public(&n, e)).and_then(|(mut random, key)| {
        key.encrypt(&mut random, rsa::Pkcs1v15Encrypt, &message).ok()
    });
    encrypted.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes))
}

/// The padded message: Go's side takes the padding off, as the crate hides whether it was right.
fn decrypt(cx: &mut NativeCx, parts: Bytes, e: i64, message: Bytes) -> Outcome<Bytes> {
    let message = message.to_vec();
    with_private(cx, parts, e, move |key, random| {
        let message = BoxedUint::from_be_slice(&message, key.n_bits_precision()).ok()?;
        let padded = rsa_decrypt_and_check(key, Some(random), &message).ok()?;
        let bytes = padded.to_be_bytes();
        bytes.get(bytes.len().checked_sub(key.size())?..).map(<[u8]>::to_vec)
    })
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("generate", generate),
        Native::new("isKey", |parts: Bytes, e: i64| private(&parts, e).is_some()),
        Native::new("signPKCS1", sign_pkcs1),
        Native::new("verifyPKCS1", verify_pkcs1),
        Native::new("signPSS", sign_pss),
        Native::new("verifyPSS", verify_pss),
        Native::new("encryptOAEP", encrypt_oaep),
        Native::new("decryptOAEP", decrypt_oaep),
        Native::new("encryptPKCS1", encrypt_pkcs1),
        Native::new("decrypt", decrypt),
    ]
}
