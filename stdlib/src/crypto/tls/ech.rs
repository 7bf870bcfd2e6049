//! Encrypted Client Hello: the operations of HPKE (RFC 9180) that rustls needs, by the crate `hpke`.

use hpke::aead::{Aead, AeadCtxR, AeadCtxS, AesGcm128, AesGcm256, ChaCha20Poly1305};
use hpke::kdf::HkdfSha256;
use hpke::kem::X25519HkdfSha256 as Kem;
use hpke::{Deserializable, HpkeError, Kem as _, OpModeR, OpModeS, Serializable};
use rustls::client::{EchConfig, EchMode};
use rustls::crypto::hpke::{
    EncapsulatedSecret, Hpke, HpkeOpener, HpkePrivateKey, HpkePublicKey, HpkeSealer, HpkeSuite,
};
use rustls::internal::msgs::codec::Codec;
use rustls::internal::msgs::enums::{HpkeAead, HpkeKdf, HpkeKem};
use rustls::internal::msgs::handshake::{EchConfigPayload, HpkeSymmetricCipherSuite};
use rustls::pki_types::EchConfigListBytes;
use rustls::{Error, PeerIncompatible};
use std::fmt::Debug;
use std::marker::PhantomData;

/// An HPKE suite of X25519, HKDF with SHA-256, and the AEAD `A`, whose number is the second field.
struct Suite<A>(PhantomData<fn() -> A>, u16);

static SUITES: [&dyn Hpke; 3] = [
    &Suite::<AesGcm128>(PhantomData, AesGcm128::AEAD_ID),
    &Suite::<AesGcm256>(PhantomData, AesGcm256::AEAD_ID),
    &Suite::<ChaCha20Poly1305>(PhantomData, ChaCha20Poly1305::AEAD_ID),
];

impl<A> Debug for Suite<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Suite({})", self.1)
    }
}

fn to_error(error: HpkeError) -> Error {
    Error::General(format!("HPKE: {error}"))
}

impl<A: Aead + 'static> Suite<A> {
    fn sealer(
        info: &[u8],
        key: &HpkePublicKey,
    ) -> Result<(EncapsulatedSecret, AeadCtxS<A, HkdfSha256, Kem>), Error> {
        let key = <Kem as hpke::Kem>::PublicKey::from_bytes(&key.0).map_err(to_error)?;
        let (secret, sealer) = hpke::setup_sender::<A, HkdfSha256, Kem>(&OpModeS::Base, &key, info)
            .map_err(to_error)?;
        Ok((EncapsulatedSecret(secret.to_bytes().to_vec()), sealer))
    }

    fn opener(
        secret: &EncapsulatedSecret,
        info: &[u8],
        key: &HpkePrivateKey,
    ) -> Result<AeadCtxR<A, HkdfSha256, Kem>, Error> {
        let key =
            <Kem as hpke::Kem>::PrivateKey::from_bytes(key.secret_bytes()).map_err(to_error)?;
        let secret = <Kem as hpke::Kem>::EncappedKey::from_bytes(&secret.0).map_err(to_error)?;
        hpke::setup_receiver(&OpModeR::Base, &key, &secret, info).map_err(to_error)
    }
}

struct Sealer<A: Aead>(AeadCtxS<A, HkdfSha256, Kem>);
struct Opener<A: Aead>(AeadCtxR<A, HkdfSha256, Kem>);

impl<A: Aead> Debug for Sealer<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer")
    }
}

impl<A: Aead> Debug for Opener<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Opener")
    }
}

impl<A: Aead + Send + Sync + 'static> HpkeSealer for Sealer<A>
where
    AeadCtxS<A, HkdfSha256, Kem>: Send + Sync,
{
    fn seal(&mut self, aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.seal(plaintext, aad).map_err(to_error)
    }
}

impl<A: Aead + Send + Sync + 'static> HpkeOpener for Opener<A>
where
    AeadCtxR<A, HkdfSha256, Kem>: Send + Sync,
{
    fn open(&mut self, aad: &[u8], ciphertext: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.open(ciphertext, aad).map_err(to_error)
    }
}

impl<A: Aead + Send + Sync + 'static> Hpke for Suite<A>
where
    AeadCtxS<A, HkdfSha256, Kem>: Send + Sync,
    AeadCtxR<A, HkdfSha256, Kem>: Send + Sync,
{
    fn seal(
        &self,
        info: &[u8],
        aad: &[u8],
        plaintext: &[u8],
        key: &HpkePublicKey,
    ) -> Result<(EncapsulatedSecret, Vec<u8>), Error> {
        let (secret, mut sealer) = Self::sealer(info, key)?;
        Ok((secret, sealer.seal(plaintext, aad).map_err(to_error)?))
    }

    fn setup_sealer(
        &self,
        info: &[u8],
        key: &HpkePublicKey,
    ) -> Result<(EncapsulatedSecret, Box<dyn HpkeSealer + 'static>), Error> {
        let (secret, sealer) = Self::sealer(info, key)?;
        Ok((secret, Box::new(Sealer(sealer))))
    }

    fn open(
        &self,
        secret: &EncapsulatedSecret,
        info: &[u8],
        aad: &[u8],
        ciphertext: &[u8],
        key: &HpkePrivateKey,
    ) -> Result<Vec<u8>, Error> {
        Self::opener(secret, info, key)?.open(ciphertext, aad).map_err(to_error)
    }

    fn setup_opener(
        &self,
        secret: &EncapsulatedSecret,
        info: &[u8],
        key: &HpkePrivateKey,
    ) -> Result<Box<dyn HpkeOpener + 'static>, Error> {
        Ok(Box::new(Opener(Self::opener(secret, info, key)?)))
    }

    fn generate_key_pair(&self) -> Result<(HpkePublicKey, HpkePrivateKey), Error> {
        let (private, public) = Kem::gen_keypair();
        Ok((HpkePublicKey(public.to_bytes().to_vec()), private.to_bytes().to_vec().into()))
    }

    fn suite(&self) -> HpkeSuite {
        let sym = HpkeSymmetricCipherSuite {
            kdf_id: HpkeKdf::HKDF_SHA256,
            aead_id: HpkeAead::from(self.1),
        };
        HpkeSuite { kem: HpkeKem::DHKEM_X25519_HKDF_SHA256, sym }
    }
}

/// Returns the mode that encrypts hellos by the first configuration in `list` that one of the suites supports.
pub(super) fn ech_mode(list: &[u8]) -> Result<EchMode, Error> {
    Ok(EchConfig::new(EchConfigListBytes::from(list), &SUITES)?.into())
}

/// If the error says that the server has not decrypted the hello, returns the server's configurations for a retry, an
/// empty list if it sent none.
pub(super) fn retry_configs(error: &Error) -> Option<Vec<u8>> {
    let Error::PeerIncompatible(PeerIncompatible::ServerRejectedEncryptedClientHello(configs)) =
        error
    else {
        return None;
    };
    let mut list = Vec::new();
    if let Some(configs) = configs {
        Vec::<EchConfigPayload>::encode(configs, &mut list);
    }
    Some(list)
}
