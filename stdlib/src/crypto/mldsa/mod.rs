//! Natives of crypto/mldsa, by the crate `ml-dsa`. Operations with a key run on a thread of their own, because their
//! matrices need some hundred kilobytes of stack. Messages, which may be long, are hashed on the goroutine's own
//! thread.

use crate::crypto::random::SeededRandom;
use crate::slice_parts;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Outcome};
use ml_dsa::common::KeyInit;
use ml_dsa::{MlDsa44, MlDsa65, MlDsa87, MlDsaParams, Signature, SigningKey, VerifyingKey};
use shake::Shake256;
use shake::digest::{ExtendableOutput, Update};

type Bytes = GoSlice<u8>;

/// The results of [`verify_signature`] for Go's side.
const VALID_SIGNATURE: i64 = 0;
const WRONG_SIGNATURE: i64 = 1;
const MALFORMED_SIGNATURE: i64 = 2;

/// Calls `$function` for the parameter set `$set`, a number that Go's side has checked.
macro_rules! with_set {
    ($set:expr, $function:ident($($argument:expr),*)) => {
        match $set {
            44 => $function::<MlDsa44>($($argument),*),
            65 => $function::<MlDsa65>($($argument),*),
            _ => $function::<MlDsa87>($($argument),*),
        }
    };
}

fn signing_key<P: MlDsaParams>(seed: &[u8]) -> Option<SigningKey<P>> {
    Some(SigningKey::from_seed(&seed.try_into().ok()?))
}

fn public_key_of<P: MlDsaParams>(seed: &[u8]) -> Option<Vec<u8>> {
    Some(signing_key::<P>(seed)?.expanded_key().verifying_key().encode().to_vec())
}

fn sign_with<P: MlDsaParams>(
    seed: &[u8],
    mu: &[u8],
    random: Option<&mut SeededRandom>,
) -> Option<Vec<u8>> {
    let (key, mu) = (signing_key::<P>(seed)?, mu.try_into().ok()?);
    let key = key.expanded_key();
    let signature = match random {
        Some(random) => key.sign_mu_randomized(&mu, random).ok()?,
        None => key.sign_mu_deterministic(&mu),
    };
    Some(signature.encode().to_vec())
}

fn verify_with<P: MlDsaParams>(key: &[u8], mu: &[u8], signature: &[u8]) -> i64 {
    let Ok(key) = VerifyingKey::<P>::new_from_slice(key) else { return WRONG_SIGNATURE };
    let Ok(mu) = mu.try_into() else { return WRONG_SIGNATURE };
    let Ok(signature) = Signature::<P>::try_from(signature) else { return MALFORMED_SIGNATURE };
    if key.verify_mu(&mu, &signature) { VALID_SIGNATURE } else { WRONG_SIGNATURE }
}

/// Returns the message representative that is signed: the hash of the message together with the hash of the key and the
/// context (FIPS 204, algorithms 2 and 6).
fn message_representative(
    cx: &mut NativeCx,
    key: Bytes,
    message: Bytes,
    context: GoStr,
) -> Outcome<Bytes> {
    let begin = || {
        let mut of_key = [0; 64];
        Shake256::digest_xof(&*key, &mut of_key);
        let mut hash = Shake256::default();
        hash.update(&of_key);
        hash.update(&[0, context.len() as u8]);
        hash.update(&context);
        hash
    };
    let end = |hash: &Shake256| {
        let mut mu = [0; 64];
        hash.clone().finalize_xof_into(&mut mu);
        mu
    };
    let mu = slice_parts::fold_parts(cx, begin, message, |hash, part| hash.update(part), end);
    mu.map(cx, |cx, mu| cx.bytes(&mu))
}

fn return_bytes(cx: &mut NativeCx, bytes: Option<Vec<u8>>) -> Outcome<Bytes> {
    Outcome::Return(bytes.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes)))
}

fn public_key(set: i64, seed: Bytes) -> Outcome<Bytes> {
    let seed = seed.to_vec();
    Outcome::block(move || with_set!(set, public_key_of(&seed)), return_bytes)
}

fn sign_message(set: i64, seed: Bytes, mu: Bytes, random: Bytes) -> Outcome<Bytes> {
    let (seed, mu) = (seed.to_vec(), mu.to_vec());
    let mut drawn = (!random.is_empty()).then(|| SeededRandom::from_seed(&random));
    Outcome::block(move || with_set!(set, sign_with(&seed, &mu, drawn.as_mut())), return_bytes)
}

fn verify_signature(set: i64, key: Bytes, mu: Bytes, signature: Bytes) -> Outcome<i64> {
    let (key, mu, signature) = (key.to_vec(), mu.to_vec(), signature.to_vec());
    Outcome::block(
        move || with_set!(set, verify_with(&key, &mu, &signature)),
        |_, verdict| Outcome::Return(verdict),
    )
}

/// Returns the natives of package crypto/mldsa, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::blocking("publicKey", public_key),
        Native::chunked("representative", message_representative),
        Native::blocking("sign", sign_message),
        Native::blocking("verify", verify_signature),
    ]
}
