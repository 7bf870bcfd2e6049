//! Natives of crypto/mlkem, by the crate `ml-kem`. Each native runs on a thread of its own, because the algorithm's
//! matrices need a large stack.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx, Outcome};
use ml_kem::kem::{Decapsulate as _, KeyExport as _, KeyInit as _, TryKeyInit as _};

type Bytes = GoSlice<u8>;

/// The functions for one parameter set.
struct ParameterSet {
    public_key: fn(&[u8]) -> Option<Vec<u8>>,
    is_valid_encapsulation_key: fn(&[u8]) -> bool,
    encapsulate: fn(&[u8], &[u8]) -> Option<Vec<u8>>,
    decapsulate: fn(&[u8], &[u8]) -> Option<Vec<u8>>,
}

/// Defines the functions for one parameter set. Each set has its own module in the crate, and the modules' types share
/// no public trait.
macro_rules! set {
    ($module:ident) => {
        ParameterSet {
            public_key: |seed| {
                let key = ml_kem::$module::DecapsulationKey::new_from_slice(seed).ok()?;
                Some(key.encapsulation_key().to_bytes().to_vec())
            },
            is_valid_encapsulation_key: |key| {
                ml_kem::$module::EncapsulationKey::new_from_slice(key).is_ok()
            },
            encapsulate: |key, random| {
                let key = ml_kem::$module::EncapsulationKey::new_from_slice(key).ok()?;
                let (sealed, secret) = key.encapsulate_deterministic(&random.try_into().ok()?);
                Some([secret.as_slice(), sealed.as_slice()].concat())
            },
            decapsulate: |seed, sealed| {
                let key = ml_kem::$module::DecapsulationKey::new_from_slice(seed).ok()?;
                Some(key.decapsulate_slice(sealed).ok()?.to_vec())
            },
        }
    };
}

static ML_KEM_768: ParameterSet = set!(ml_kem_768);
static ML_KEM_1024: ParameterSet = set!(ml_kem_1024);

/// Returns the functions for the parameter set `number`; Go's side uses only 768 and 1024.
fn parameter_set(number: i64) -> &'static ParameterSet {
    if number == 768 { &ML_KEM_768 } else { &ML_KEM_1024 }
}

/// Returns the bytes, or nil. Go's side has checked lengths and keys, so nothing should fail.
fn return_bytes(cx: &mut NativeCx, bytes: Option<Vec<u8>>) -> Outcome<Bytes> {
    Outcome::Return(bytes.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes)))
}

fn public_key(number: i64, seed: Bytes) -> Outcome<Bytes> {
    let seed = seed.to_vec();
    Outcome::block(move || (parameter_set(number).public_key)(&seed), return_bytes)
}

fn is_valid_encapsulation_key(number: i64, key: Bytes) -> Outcome<bool> {
    let key = key.to_vec();
    Outcome::block(
        move || (parameter_set(number).is_valid_encapsulation_key)(&key),
        |_, is_key| Outcome::Return(is_key),
    )
}

fn encapsulate(number: i64, key: Bytes, random: Bytes) -> Outcome<Bytes> {
    let (key, random) = (key.to_vec(), random.to_vec());
    Outcome::block(move || (parameter_set(number).encapsulate)(&key, &random), return_bytes)
}

fn decapsulate(number: i64, seed: Bytes, sealed: Bytes) -> Outcome<Bytes> {
    let (seed, sealed) = (seed.to_vec(), sealed.to_vec());
    Outcome::block(move || (parameter_set(number).decapsulate)(&seed, &sealed), return_bytes)
}

/// Returns the natives of package crypto/mlkem, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::blocking("publicKey", public_key),
        Native::blocking("isKey", is_valid_encapsulation_key),
        Native::blocking("encapsulate", encapsulate),
        Native::blocking("decapsulate", decapsulate),
    ]
}

/// Returns the natives of package crypto/mlkem/mlkemtest, by the names of their Go funcs.
pub(crate) fn test_natives() -> Vec<Native> {
    vec![Native::blocking("encapsulate", encapsulate)]
}
