//! Natives of package crypto and of the packages below it. All cryptography is computed by well-maintained crates.

pub(crate) mod cipher;
pub(crate) mod des;
pub(crate) mod dsa;
pub(crate) mod ed25519;
pub(crate) mod hpke;
pub(crate) mod mldsa;
pub(crate) mod mlkem;
mod random;
pub(crate) mod rc4;
pub(crate) mod rsa;
pub(crate) mod sha3;
pub(crate) mod tls;
