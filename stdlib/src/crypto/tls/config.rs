//! The settings of a connection, which Go's side derives from its `Config`.

use super::questions_to_go::{
    CLIENT_CERTIFICATE_RESOLVER, CLIENT_VERIFIER, ChosenCertificate, Verifier, split_parts,
};
use super::sessions::{ClientSessions, KeyLogSecrets, QuicServerSessionStore, TicketProducer};
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

/// The settings, joined by Go's side in the order of these fields.
pub(super) struct Settings<'a> {
    /// The lowest and the highest version.
    versions: [u16; 2],
    /// The cipher suites of TLS 1.2; if empty, all.
    suites: Vec<u16>,
    /// The key exchange groups; if empty, all.
    groups: Vec<u16>,
    /// The application protocols (ALPN), in the order of preference.
    protocols: Vec<Vec<u8>>,
    /// Client only: the server's name, if it is to be sent.
    server_name: &'a [u8],
    flags: Flags,
    authorities: Vec<DistinguishedName>,
    /// Server only: the certificate, see [`Key::certified_key`](super::questions_to_go::Key::certified_key).
    certificate: Vec<&'a [u8]>,
    /// Client only: the configurations for encrypting its hello.
    ech_configs: &'a [u8],
    /// The QUIC transport parameters for the other side.
    pub(super) quic_parameters: &'a [u8],
}

struct Flags {
    /// Server only: whether the server asks for a certificate, and whether a missing certificate is an error.
    requests_certificate: bool,
    requires_certificate: bool,
    /// Whether sessions can be resumed.
    allows_resumption: bool,
    /// Whether early data may be sent before the handshake ends, in QUIC.
    allows_early_data: bool,
    /// Server only: whether the certificate is chosen at the second hello.
    chooses_certificate_at_second_hello: bool,
    /// Whether Go's side wants the secrets for a key log.
    logs_secrets: bool,
}

fn decode_numbers(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|two| u16::from_be_bytes(*two)).collect()
}

/// The key exchanges, cipher suites and signatures of all connections; key exchanges and suites are in Go's order.
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
        let parts = split_parts(bytes);
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
            versions: decode_numbers(versions).try_into().ok()?,
            suites: decode_numbers(suites),
            groups: decode_numbers(groups),
            protocols: split_parts(protocols).into_iter().map(<[u8]>::to_vec).collect(),
            server_name: name,
            flags: Flags {
                requests_certificate: offers != 0,
                requires_certificate: mandatory != 0,
                allows_resumption: sessions != 0,
                allows_early_data: early != 0,
                chooses_certificate_at_second_hello: late != 0,
                logs_secrets: log != 0,
            },
            authorities: (split_parts(authorities).into_iter())
                .map(|name| name.to_vec().into())
                .collect(),
            certificate: split_parts(certificate),
            ech_configs: ech,
            quic_parameters: parameters,
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

    /// Returns a client's configuration, and the name of its server.
    pub(super) fn client_config(
        &self,
        sessions: &Arc<ClientSessions>,
        secrets: &Arc<KeyLogSecrets>,
    ) -> Result<(Arc<ClientConfig>, ServerName<'static>), Error> {
        let builder = ClientConfig::builder_with_provider(self.provider());
        let builder = if self.ech_configs.is_empty() {
            builder.with_protocol_versions(&self.versions())?
        } else {
            builder.with_ech(ech::ech_mode(self.ech_configs)?)?
        };
        let mut config = builder
            .dangerous()
            .with_custom_certificate_verifier(CLIENT_VERIFIER.clone())
            .with_client_cert_resolver(CLIENT_CERTIFICATE_RESOLVER.clone());
        config.alpn_protocols.clone_from(&self.protocols);
        config.resumption = if self.flags.allows_resumption {
            Resumption::store(sessions.clone())
        } else {
            Resumption::disabled()
        };
        config.enable_early_data = self.flags.allows_early_data;
        if self.flags.logs_secrets {
            config.key_log = secrets.clone();
        }
        let name =
            str::from_utf8(self.server_name).ok().and_then(|name| ServerName::try_from(name).ok());
        config.enable_sni = name.is_some();
        let nameless = || ServerName::try_from("nameless").expect("the text is a valid name");
        Ok((Arc::new(config), name.map_or_else(nameless, |n| n.to_owned())))
    }

    /// Returns a server's configuration. `held` is the session storage of a QUIC connection.
    pub(super) fn server_config(
        &self,
        secrets: &Arc<KeyLogSecrets>,
        held: Option<&Arc<QuicServerSessionStore>>,
    ) -> Result<Arc<ServerConfig>, Error> {
        let no_certificate = || Error::General("no certificate".to_owned());
        let chosen = ChosenCertificate::new(
            &self.certificate,
            self.flags.chooses_certificate_at_second_hello,
        )
        .ok_or_else(no_certificate)?;
        let Flags {
            requests_certificate: offers,
            requires_certificate: mandatory,
            allows_resumption: sessions,
            allows_early_data: early,
            ..
        } = self.flags;
        let authorities = self.authorities.clone();
        let mut config = ServerConfig::builder_with_provider(self.provider())
            .with_protocol_versions(&self.versions())?
            .with_client_cert_verifier(Arc::new(Verifier {
                requests_certificate: offers,
                requires_certificate: mandatory,
                authorities,
            }))
            .with_cert_resolver(Arc::new(chosen));
        config.alpn_protocols.clone_from(&self.protocols);
        if self.flags.logs_secrets {
            config.key_log = secrets.clone();
        }
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = usize::from(sessions);
        match held {
            _ if !sessions => {}
            None => config.ticketer = Arc::new(TicketProducer),
            Some(held) => {
                config.session_storage = held.clone();
                config.max_early_data_size = if early { u32::MAX } else { 0 };
            }
        }
        Ok(Arc::new(config))
    }
}
