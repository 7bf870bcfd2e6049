//! Natives of package crypto and those below it: only well-kept crates compute here.

pub(crate) mod cipher;
pub(crate) mod des;
pub(crate) mod ed25519;
pub(crate) mod mldsa;
mod random;
pub(crate) mod rsa;
pub(crate) mod tls;
