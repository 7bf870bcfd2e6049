//! Passes rustls's questions in a handshake on to Go.

use super::engine::Event;
use parking_lot::Mutex;
use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::{CertifiedKey, Signer, SigningKey};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, PeerMisbehaved,
    SignatureAlgorithm, SignatureScheme,
};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, LazyLock};

/// The kinds of questions, numbered as in Go's `step`.
const VERIFY_CHAIN: i64 = 2;
const VERIFY_SIGNATURE: i64 = 3;
const SIGN_MESSAGE: i64 = 4;
const CHOOSE_CLIENT_CERTIFICATE: i64 = 5;
pub(super) const SEAL_SESSION: i64 = 8;
pub(super) const OPEN_SESSION: i64 = 9;
const CHOOSE_SERVER_CERTIFICATE: i64 = 10;

/// Go's answer to a question.
pub(super) struct Answer {
    pub(super) is_yes: bool,
    pub(super) bytes: Vec<u8>,
}

/// The thread's end of the channels to Go's side.
#[derive(Debug)]
pub(super) struct GoChannels {
    pub(super) event_sender: Mutex<Sender<Event>>,
    pub(super) answer_receiver: Mutex<Receiver<Answer>>,
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer").field("ok", &self.is_yes).finish_non_exhaustive()
    }
}

thread_local! {
    /// The channels of the connection that this thread works on. The channels are thread-local because the objects that
    /// ask, rustls's verifier and resolver, cannot hold them: rustls resumes a session only with the very verifier and
    /// resolver that it began with, so all clients share these objects.
    static CURRENT_CHANNELS: RefCell<Option<Arc<GoChannels>>> = const { RefCell::new(None) };
}

impl GoChannels {
    /// Makes these channels the ones by which the current, new thread asks.
    pub(super) fn bind_to_thread(self: Arc<Self>) {
        CURRENT_CHANNELS.set(Some(self));
    }
}

/// Asks Go's side and waits for the answer. If the connection was dropped, nobody answers, and the result is a "no".
pub(super) fn ask_go(kind: i64, bytes: Vec<u8>) -> Answer {
    let answer = CURRENT_CHANNELS.with_borrow(|channels| {
        let channels = channels.as_ref()?;
        channels.event_sender.lock().send(Event::Asks(kind, bytes)).ok()?;
        channels.answer_receiver.lock().recv().ok()
    });
    answer.unwrap_or(Answer { is_yes: false, bytes: Vec::new() })
}

fn ask_verify_chain(
    name: &[u8],
    first: &CertificateDer<'_>,
    rest: &[CertificateDer<'_>],
) -> Result<(), Error> {
    let chain = [first].into_iter().chain(rest).map(|cert| &**cert);
    let answer = ask_go(VERIFY_CHAIN, join_parts([name].into_iter().chain(chain)));
    if answer.is_yes {
        return Ok(());
    }
    // The error determines the alert that is sent; Go's side returns an error of its own to the program.
    Err(Error::InvalidCertificate(match answer.bytes.first() {
        Some(45) => CertificateError::Expired,
        Some(48) => CertificateError::UnknownIssuer,
        _ => CertificateError::NotValidForName,
    }))
}

fn ask_verify_signature(
    message: &[u8],
    cert: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
    tls13: bool,
) -> Result<HandshakeSignatureValid, Error> {
    let schemes = if tls13 {
        &SIGNATURE_SCHEMES[..TLS13_SCHEME_COUNT]
    } else {
        &SIGNATURE_SCHEMES[TLS13_ONLY_COUNT..]
    };
    if !schemes.contains(&signed.scheme) {
        return Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into());
    }
    let scheme = u16::from(signed.scheme).to_be_bytes();
    let parts = [&scheme[..], cert, message, signed.signature()];
    if ask_go(VERIFY_SIGNATURE, join_parts(parts)).is_yes {
        return Ok(HandshakeSignatureValid::assertion());
    }
    Err(Error::InvalidCertificate(CertificateError::BadSignature))
}

/// The signature schemes that Go's side checks. TLS 1.3 allows the first [`TLS13_SCHEME_COUNT`], and TLS 1.2 all from
/// [`TLS13_ONLY_COUNT`] on.
const SIGNATURE_SCHEMES: [SignatureScheme; 13] = [
    SignatureScheme::ML_DSA_44,
    SignatureScheme::ML_DSA_65,
    SignatureScheme::ML_DSA_87,
    SignatureScheme::RSA_PSS_SHA256,
    SignatureScheme::ECDSA_NISTP256_SHA256,
    SignatureScheme::ED25519,
    SignatureScheme::RSA_PSS_SHA384,
    SignatureScheme::RSA_PSS_SHA512,
    SignatureScheme::ECDSA_NISTP384_SHA384,
    SignatureScheme::ECDSA_NISTP521_SHA512,
    SignatureScheme::RSA_PKCS1_SHA256,
    SignatureScheme::RSA_PKCS1_SHA384,
    SignatureScheme::RSA_PKCS1_SHA512,
];
const TLS13_SCHEME_COUNT: usize = 10;
const TLS13_ONLY_COUNT: usize = 3;

/// Joins parts, each preceded by its length in four bytes.
pub(super) fn join_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    for part in parts {
        out.extend((part.len() as u32).to_be_bytes());
        out.extend(part);
    }
    out
}

/// Splits bytes into the parts that [`join_parts`] joined.
pub(super) fn split_parts(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>()
        && let Some((part, rest)) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)
    {
        parts.push(part);
        bytes = rest;
    }
    parts
}

/// Encodes numbers as Go's side reads them: big-endian.
pub(super) fn encode_numbers(of: impl IntoIterator<Item = u16>) -> Vec<u8> {
    of.into_iter().flat_map(u16::to_be_bytes).collect()
}

/// Checks the other side's certificates by asking Go's side.
#[derive(Debug)]
pub(super) struct Verifier {
    /// Whether the server asks clients for a certificate; `requires_certificate` makes a missing one an error.
    pub(super) requests_certificate: bool,
    pub(super) requires_certificate: bool,
    pub(super) authorities: Vec<DistinguishedName>,
}

/// The verifier that all clients share.
pub(super) static CLIENT_VERIFIER: LazyLock<Arc<Verifier>> = LazyLock::new(|| {
    Arc::new(Verifier {
        requests_certificate: false,
        requires_certificate: false,
        authorities: Vec::new(),
    })
});

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        ask_verify_chain(name.to_str().as_bytes(), end_entity, intermediates)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ask_verify_signature(message, cert, dss, false)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ask_verify_signature(message, cert, dss, true)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        SIGNATURE_SCHEMES.to_vec()
    }
}

impl ClientCertVerifier for Verifier {
    fn offer_client_auth(&self) -> bool {
        self.requests_certificate
    }

    fn client_auth_mandatory(&self) -> bool {
        self.requires_certificate
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &self.authorities
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        ask_verify_chain(b"", end_entity, intermediates)?;
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ask_verify_signature(message, cert, dss, false)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ask_verify_signature(message, cert, dss, true)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        SIGNATURE_SCHEMES.to_vec()
    }
}

/// A private key that stays on Go's side; this side knows only the schemes that it can sign with.
#[derive(Clone, Debug)]
pub(super) struct GoHeldPrivateKey {
    supported_schemes: Vec<SignatureScheme>,
    chosen_scheme: SignatureScheme,
}

impl GoHeldPrivateKey {
    /// Makes a certified key of joined parts: first the schemes that the key signs with, then the certificates of its
    /// chain.
    pub(super) fn certified_key(parts: &[&[u8]]) -> Option<CertifiedKey> {
        let (schemes, chain) = parts.split_first()?;
        let schemes: Vec<SignatureScheme> = (schemes.as_chunks::<2>().0.iter())
            .map(|scheme| u16::from_be_bytes(*scheme).into())
            .collect();
        let chain = chain.iter().map(|cert| CertificateDer::from(cert.to_vec())).collect();
        let key = Self { chosen_scheme: *schemes.first()?, supported_schemes: schemes };
        Some(CertifiedKey::new(chain, Arc::new(key)))
    }
}

impl SigningKey for GoHeldPrivateKey {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let chosen = *self.supported_schemes.iter().find(|scheme| offered.contains(scheme))?;
        Some(Box::new(Self { chosen_scheme: chosen, ..self.clone() }))
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        match self.supported_schemes[0] {
            SignatureScheme::ED25519 => SignatureAlgorithm::ED25519,
            SignatureScheme::ECDSA_NISTP256_SHA256
            | SignatureScheme::ECDSA_NISTP384_SHA384
            | SignatureScheme::ECDSA_NISTP521_SHA512 => SignatureAlgorithm::ECDSA,
            SignatureScheme::ML_DSA_44
            | SignatureScheme::ML_DSA_65
            | SignatureScheme::ML_DSA_87 => SignatureAlgorithm::Unknown(9),
            _ => SignatureAlgorithm::RSA,
        }
    }
}

impl Signer for GoHeldPrivateKey {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let scheme = u16::from(self.chosen_scheme).to_be_bytes();
        let answer = ask_go(SIGN_MESSAGE, join_parts([&scheme[..], message]));
        if answer.is_yes {
            Ok(answer.bytes)
        } else {
            Err(Error::General("no signature".to_owned()))
        }
    }

    fn scheme(&self) -> SignatureScheme {
        self.chosen_scheme
    }
}

/// The certificate that Go's side has chosen for a client's hello. If the server demands a second hello, Go's side
/// chooses only then. The first hello then needs no certificate, but rustls requires one for each hello, so a
/// placeholder certificate is used.
#[derive(Debug)]
pub(super) struct ChosenCertificate {
    key: Arc<CertifiedKey>,
    /// Whether `key` is a placeholder that the next hello uses.
    is_key_placeholder: AtomicBool,
    is_chosen_at_second_hello: bool,
}

impl ChosenCertificate {
    pub(super) fn new(parts: &[&[u8]], late: bool) -> Option<Self> {
        let stand_in = encode_numbers(SIGNATURE_SCHEMES.map(u16::from));
        let of_stand_in = [&stand_in[..], &[]];
        let key = GoHeldPrivateKey::certified_key(if late { &of_stand_in } else { parts })?;
        Some(Self {
            key: Arc::new(key),
            is_key_placeholder: AtomicBool::new(late),
            is_chosen_at_second_hello: late,
        })
    }
}

impl ResolvesServerCert for ChosenCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        if !self.is_chosen_at_second_hello || self.is_key_placeholder.swap(false, Ordering::Relaxed)
        {
            return Some(self.key.clone());
        }
        let answer = ask_go(CHOOSE_SERVER_CERTIFICATE, Vec::new());
        Some(Arc::new(
            answer
                .is_yes
                .then(|| GoHeldPrivateKey::certified_key(&split_parts(&answer.bytes)))??,
        ))
    }
}

/// Asks Go's side for a client's certificate when the server wants one.
#[derive(Debug)]
pub(super) struct ClientCertificateResolver;

/// The resolver that all clients share.
pub(super) static CLIENT_CERTIFICATE_RESOLVER: LazyLock<Arc<ClientCertificateResolver>> =
    LazyLock::new(|| Arc::new(ClientCertificateResolver));

impl ResolvesClientCert for ClientCertificateResolver {
    fn resolve(
        &self,
        authorities: &[&[u8]],
        schemes: &[SignatureScheme],
    ) -> Option<Arc<CertifiedKey>> {
        let schemes = encode_numbers(schemes.iter().map(|&scheme| scheme.into()));
        let parts = [&schemes[..]].into_iter().chain(authorities.iter().copied());
        let answer = ask_go(CHOOSE_CLIENT_CERTIFICATE, join_parts(parts));
        let key = answer
            .is_yes
            .then(|| GoHeldPrivateKey::certified_key(&split_parts(&answer.bytes)))??;
        Some(Arc::new(key))
    }

    fn has_certs(&self) -> bool {
        true
    }
}
