//! Settings of a connection, from what Go's side has made of a `Config`.

use super::ask::{Chosen, OF_CLIENTS, RESOLVER, Verifier, split};
use super::sessions::{Held, Secrets, Sessions, Tickets};
use super::{ech, hybrid};
use rustls::client::Resumption;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::ServerName;
use rustls::server::NoServerSessionStorage;
use rustls::{
    CipherSuite, ClientConfig, DistinguishedName, Error, ServerConfig, SupportedProtocolVersion,
    version,
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
    flags: Flags,
    authorities: Vec<DistinguishedName>,
    /// A server's: see [`Key::certified`](super::ask::Key::certified).
    certificate: Vec<&'a [u8]>,
    /// A client's: configurations for its hello to be encrypted.
    ech: &'a [u8],
    /// QUIC's parameters for the other side.
    pub(super) parameters: &'a [u8],
}

struct Flags {
    /// A server's: whether it asks for a certificate, and whether there must be one.
    offers: bool,
    mandatory: bool,
    /// Sessions can be resumed.
    sessions: bool,
    /// Data may be sent before hands are shaken, in QUIC.
    early: bool,
    /// A server's: the certificate is chosen at the second hello.
    late: bool,
    /// The secrets are wanted.
    log: bool,
}

fn numbers(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|two| u16::from_be_bytes(*two)).collect()
}

/// The key exchanges, cipher suites and signatures of all connections; exchanges and suites are in Go's order.
static PROVIDER: LazyLock<CryptoProvider> = LazyLock::new(|| {
    let mut provider = ring::default_provider();
    provider.kx_groups.splice(..0, hybrid::GROUPS);
    provider.cipher_suites.sort_by_key(|suite| {
        let strength = match suite.suite() {
            CipherSuite::TLS13_AES_128_GCM_SHA256
            | CipherSuite::TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
            | CipherSuite::TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 => 0,
            CipherSuite::TLS13_AES_256_GCM_SHA384
            | CipherSuite::TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
            | CipherSuite::TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 => 1,
            _ => 2,
        };
        (suite.tls13().is_none(), strength)
    });
    provider
});

impl<'a> Settings<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let parts = split(bytes);
        let [
            versions,
            suites,
            groups,
            protocols,
            name,
            flags,
            authorities,
            certificate,
            ech,
            parameters,
        ] = parts[..]
        else {
            return None;
        };
        let [offers, mandatory, sessions, early, late, log] = <[u8; 6]>::try_from(flags).ok()?;
        Some(Self {
            versions: numbers(versions).try_into().ok()?,
            suites: numbers(suites),
            groups: numbers(groups),
            protocols: split(protocols).into_iter().map(<[u8]>::to_vec).collect(),
            name,
            flags: Flags {
                offers: offers != 0,
                mandatory: mandatory != 0,
                sessions: sessions != 0,
                early: early != 0,
                late: late != 0,
                log: log != 0,
            },
            authorities: (split(authorities).into_iter())
                .map(|name| name.to_vec().into())
                .collect(),
            certificate: split(certificate),
            ech,
            parameters,
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

    /// A client's settings, and the name of its server.
    pub(super) fn client(
        &self,
        sessions: &Arc<Sessions>,
        secrets: &Arc<Secrets>,
    ) -> Result<(Arc<ClientConfig>, ServerName<'static>), Error> {
        let builder = ClientConfig::builder_with_provider(self.provider());
        let builder = if self.ech.is_empty() {
            builder.with_protocol_versions(&self.versions())?
        } else {
            builder.with_ech(ech::mode(self.ech)?)?
        };
        let mut config = builder
            .dangerous()
            .with_custom_certificate_verifier(OF_CLIENTS.clone())
            .with_client_cert_resolver(RESOLVER.clone());
        config.alpn_protocols.clone_from(&self.protocols);
        config.resumption = if self.flags.sessions {
            Resumption::store(sessions.clone())
        } else {
            Resumption::disabled()
        };
        config.enable_early_data = self.flags.early;
        if self.flags.log {
            config.key_log = secrets.clone();
        }
        let name = str::from_utf8(self.name).ok().and_then(|name| ServerName::try_from(name).ok());
        config.enable_sni = name.is_some();
        let nameless = || ServerName::try_from("nameless").expect("it is a name");
        Ok((Arc::new(config), name.map_or_else(nameless, |n| n.to_owned())))
    }

    /// A server's settings. `held` is where a connection of QUIC holds its ticket.
    pub(super) fn server(
        &self,
        secrets: &Arc<Secrets>,
        held: Option<&Arc<Held>>,
    ) -> Result<Arc<ServerConfig>, Error> {
        let no_certificate = || Error::General("no certificate".to_owned());
        let chosen = Chosen::new(&self.certificate, self.flags.late).ok_or_else(no_certificate)?;
        let Flags { offers, mandatory, sessions, early, .. } = self.flags;
        let authorities = self.authorities.clone();
        let mut config = ServerConfig::builder_with_provider(self.provider())
            .with_protocol_versions(&self.versions())?
            .with_client_cert_verifier(Arc::new(Verifier { offers, mandatory, authorities }))
            .with_cert_resolver(Arc::new(chosen));
        config.alpn_protocols.clone_from(&self.protocols);
        if self.flags.log {
            config.key_log = secrets.clone();
        }
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = usize::from(sessions);
        match held {
            _ if !sessions => {}
            None => config.ticketer = Arc::new(Tickets),
            Some(held) => {
                config.session_storage = held.clone();
                config.max_early_data_size = if early { u32::MAX } else { 0 };
            }
        }
        Ok(Arc::new(config))
    }
}
