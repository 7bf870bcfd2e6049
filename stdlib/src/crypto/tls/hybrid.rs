//! Hybrid key exchanges of TLS 1.3, each of ML-KEM and an elliptic curve, which Go's crypto/tls prefers.
//!
//! The key share of such a group is the concatenation of its two halves' key shares, and so is its secret
//! (draft-ietf-tls-ecdhe-mlkem). ML-KEM encapsulates, so the server's share depends on the client's.

use ml_kem::kem::{Decapsulate, Encapsulate, Kem, KeyExport as _, TryKeyInit as _};
use ml_kem::{MlKem768, MlKem1024};
use rustls::crypto::ring::kx_group::{SECP256R1, SECP384R1, X25519};
use rustls::crypto::{ActiveKeyExchange, CompletedKeyExchange, SharedSecret, SupportedKxGroup};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved, ProtocolVersion};
use std::fmt;
use std::marker::PhantomData;

/// The hybrid groups in Go's order of preference.
pub(super) static GROUPS: [&dyn SupportedKxGroup; 3] = [
    &HybridGroup::<MlKem768>::new(X25519, NamedGroup::X25519MLKEM768, true),
    &HybridGroup::<MlKem768>::new(SECP256R1, NamedGroup::secp256r1MLKEM768, false),
    &HybridGroup::<MlKem1024>::new(SECP384R1, NamedGroup::Unknown(SECP384R1_MLKEM1024), false),
];

const SECP384R1_MLKEM1024: u16 = 0x11ed;

/// The error for a share that is too short or no valid key.
const INVALID_SHARE_ERROR: Error = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);

/// A group whose halves are an elliptic curve and the KEM `K`.
struct HybridGroup<K> {
    curve: &'static dyn SupportedKxGroup,
    name: NamedGroup,
    /// Whether the half of the KEM comes first in key shares and secrets.
    kem_first: bool,
    kem: PhantomData<fn() -> K>,
}

impl<K> HybridGroup<K> {
    const fn new(curve: &'static dyn SupportedKxGroup, name: NamedGroup, kem_first: bool) -> Self {
        Self { curve, name, kem_first, kem: PhantomData }
    }
}

impl<K> fmt::Debug for HybridGroup<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

/// Joins both halves in the order of the group.
fn join_halves(kem_first: bool, kem: &[u8], curve: &[u8]) -> Vec<u8> {
    if kem_first { [kem, curve].concat() } else { [curve, kem].concat() }
}

/// Splits a share into the KEM's half, which is `kem_length` bytes long, and the curve's half.
fn split_share(kem_first: bool, share: &[u8], kem_length: usize) -> Result<(&[u8], &[u8]), Error> {
    let rest = share.len().checked_sub(kem_length).ok_or(INVALID_SHARE_ERROR)?;
    let (first, second) = share.split_at(if kem_first { kem_length } else { rest });
    Ok(if kem_first { (first, second) } else { (second, first) })
}

impl<K: Kem> SupportedKxGroup for HybridGroup<K>
where
    K::DecapsulationKey: Decapsulate<Kem = K> + Send + Sync,
{
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let curve = self.curve.start()?;
        let (key, public) = K::generate_keypair();
        let share = join_halves(self.kem_first, &public.to_bytes(), curve.pub_key());
        let Self { name, kem_first, .. } = *self;
        Ok(Box::new(ClientKeyExchange::<K> { name, kem_first, key, curve, share }))
    }

    fn start_and_complete(&self, client_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let length = size_of::<ml_kem::kem::Key<K::EncapsulationKey>>();
        let (kem, curve) = split_share(self.kem_first, client_share, length)?;
        let public = K::EncapsulationKey::new_from_slice(kem).map_err(|_| INVALID_SHARE_ERROR)?;
        let curve = self.curve.start_and_complete(curve)?;
        let (sealed, secret) = public.encapsulate();
        Ok(CompletedKeyExchange {
            group: self.name,
            pub_key: join_halves(self.kem_first, &sealed, &curve.pub_key),
            secret: join_halves(self.kem_first, &secret, curve.secret.secret_bytes()).into(),
        })
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        self.name
    }

    fn usable_for_version(&self, version: ProtocolVersion) -> bool {
        version == ProtocolVersion::TLSv1_3
    }
}

/// A client's key exchange before the server has answered.
struct ClientKeyExchange<K: Kem> {
    name: NamedGroup,
    kem_first: bool,
    key: K::DecapsulationKey,
    curve: Box<dyn ActiveKeyExchange>,
    share: Vec<u8>,
}

impl<K: Kem> ActiveKeyExchange for ClientKeyExchange<K>
where
    K::DecapsulationKey: Decapsulate<Kem = K> + Send + Sync,
{
    fn complete(self: Box<Self>, server_share: &[u8]) -> Result<SharedSecret, Error> {
        let length = size_of::<ml_kem::kem::Ciphertext<K>>();
        let (sealed, curve) = split_share(self.kem_first, server_share, length)?;
        let secret = self.key.decapsulate_slice(sealed).map_err(|_| INVALID_SHARE_ERROR)?;
        let curve = self.curve.complete(curve)?;
        Ok(join_halves(self.kem_first, &secret, curve.secret_bytes()).into())
    }

    /// Offers the curve's half as a share of its own: a server that does not know the hybrid group may use the curve
    /// alone.
    fn hybrid_component(&self) -> Option<(NamedGroup, &[u8])> {
        Some((self.curve.group(), self.curve.pub_key()))
    }

    fn complete_hybrid_component(
        self: Box<Self>,
        server_share: &[u8],
    ) -> Result<SharedSecret, Error> {
        self.curve.complete(server_share)
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn group(&self) -> NamedGroup {
        self.name
    }
}
