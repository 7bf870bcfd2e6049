//! Settings of a connection, from what Go's side has made of a `Config`.

use super::ask::{Ask, Chosen, Key, Resolver, Verifier, split};
use rustls::client::{ClientConnection, Resumption};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::ServerName;
use rustls::server::NoServerSessionStorage;
use rustls::{
    ClientConfig, DistinguishedName, Error, ServerConfig, SupportedProtocolVersion, version,
};
use std::sync::{Arc, LazyLock};

/// The parts of settings, joined in this order.
pub(super) struct Settings<'a> {
    /// The least and the greatest version.
    versions: [u16; 2],
    /// Cipher suites of TLS 1.2; all if there are none.
    suites: Vec<u16>,
    /// Groups to agree on keys in; all if there are none.
    groups: Vec<u16>,
    /// Names of protocols, in the order of preference.
    protocols: Vec<Vec<u8>>,
    /// A client's: the name of the server, if it is to be sent.
    name: &'a [u8],
    /// A server's: whether it asks for a certificate, and whether there must be one.
    asks: [bool; 2],
    authorities: Vec<DistinguishedName>,
    /// A server's: see [`Key::certified`].
    certificate: Vec<&'a [u8]>,
}

fn numbers(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|two| u16::from_be_bytes(*two)).collect()
}

/// The algorithms. They are the same for all connections, and nothing changes them.
static PROVIDER: LazyLock<CryptoProvider> = LazyLock::new(ring::default_provider);

impl<'a> Settings<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let parts = split(bytes);
        let [versions, suites, groups, protocols, name, asks, authorities, certificate] = parts[..]
        else {
            return None;
        };
        Some(Self {
            versions: numbers(versions).try_into().ok()?,
            suites: numbers(suites),
            groups: numbers(groups),
            protocols: split(protocols).into_iter().map(<[u8]>::to_vec).collect(),
            name,
            asks: [*asks.first()? != 0, *asks.get(1)? != 0],
            authorities: (split(authorities).into_iter())
                .map(|name| name.to_vec().into())
                .collect(),
            certificate: split(certificate),
        })
    }

    fn provider(&self) -> Arc<CryptoProvider> {
        let mut provider = PROVIDER.clone();
        if !self.suites.is_empty() {
            provider.cipher_suites.retain(|suite| {
                suite.tls13().is_some() || self.suites.contains(&suite.suite().into())
            });
        }
        if !self.groups.is_empty() {
            provider.kx_groups.retain(|group| self.groups.contains(&group.name().into()));
        }
        Arc::new(provider)
    }

    fn versions(&self) -> Vec<&'static SupportedProtocolVersion> {
        let [least, greatest] = self.versions;
        let fits =
            |v: &&SupportedProtocolVersion| (least..=greatest).contains(&u16::from(v.version));
        [&version::TLS13, &version::TLS12].into_iter().filter(fits).collect()
    }

    fn verifier(&self, ask: &Arc<Ask>) -> Arc<Verifier> {
        let [offers, mandatory] = self.asks;
        let authorities = self.authorities.clone();
        Arc::new(Verifier { ask: ask.clone(), offers, mandatory, authorities })
    }

    pub(super) fn client(&self, ask: &Arc<Ask>) -> Result<ClientConnection, Error> {
        let mut config = ClientConfig::builder_with_provider(self.provider())
            .with_protocol_versions(&self.versions())?
            .dangerous()
            .with_custom_certificate_verifier(self.verifier(ask))
            .with_client_cert_resolver(Arc::new(Resolver(ask.clone())));
        config.alpn_protocols.clone_from(&self.protocols);
        // Sessions are never resumed: Go's side has no cache of them.
        config.resumption = Resumption::disabled();
        let name = str::from_utf8(self.name).ok().and_then(|name| ServerName::try_from(name).ok());
        config.enable_sni = name.is_some();
        let nameless = || ServerName::try_from("nameless").expect("it is a name");
        ClientConnection::new(Arc::new(config), name.map_or_else(nameless, |n| n.to_owned()))
    }

    pub(super) fn server(&self, ask: &Arc<Ask>) -> Result<ServerConfig, Error> {
        let no_certificate = || Error::General("no certificate".to_owned());
        let key = Key::certified(ask, &self.certificate).ok_or_else(no_certificate)?;
        let mut config = ServerConfig::builder_with_provider(self.provider())
            .with_protocol_versions(&self.versions())?
            .with_client_cert_verifier(self.verifier(ask))
            .with_cert_resolver(Arc::new(Chosen(Arc::new(key))));
        config.alpn_protocols.clone_from(&self.protocols);
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        Ok(config)
    }
}
