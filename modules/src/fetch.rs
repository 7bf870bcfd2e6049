//! Reading URLs: `https:`, `http:` and `file:`.

use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, TlsProvider, parse_pem};

/// The reason why a URL could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FetchError {
    /// The kind of the reason.
    pub kind: FetchErrorKind,
    /// The status line or another error, followed by the server's answer.
    pub text: String,
}

/// A kind of reason why a URL could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FetchErrorKind {
    /// The server has answered that the URL does not exist (404 or 410), or there is no such file.
    NotFound,
    /// The server has answered with another status, or the file cannot be read.
    Refused,
    /// The server cannot be reached, or its answer is incomplete.
    Failed,
}

/// Reads URLs. Tests use their own implementation.
pub trait Fetch {
    /// Reads at most `limit` bytes from a URL.
    ///
    /// # Errors
    /// Returns the reason why the URL cannot be read.
    fn get(&self, url: &str, limit: u64) -> Result<Vec<u8>, FetchError>;
}

/// Reads URLs over the network.
#[derive(Debug, Default)]
pub struct Network {
    agent: std::sync::OnceLock<ureq::Agent>,
}

/// The time limit for a connection, and for the beginning of an answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// The files in which systems keep certificates of authorities, from Go's list for Linux.
const CERTIFICATE_FILES: &[&str] = &[
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

fn root_certificates() -> Vec<Certificate<'static>> {
    let given = std::env::var("SSL_CERT_FILE").ok().filter(|file| !file.is_empty());
    let read = |file: &str| std::fs::read(file).ok();
    let text = match &given {
        Some(file) => read(file),
        None => CERTIFICATE_FILES.iter().find_map(|file| read(file)),
    };
    let text = text.unwrap_or_default();
    let items = parse_pem(&text).filter_map(Result::ok);
    let certificate = |item| match item {
        PemItem::Certificate(certificate) => Some(certificate.to_owned()),
        _ => None,
    };
    items.filter_map(certificate).collect()
}

impl Network {
    fn agent(&self) -> &ureq::Agent {
        self.agent.get_or_init(|| {
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let tls = TlsConfig::builder()
                .provider(TlsProvider::Rustls)
                .unversioned_rustls_crypto_provider(provider)
                .root_certs(RootCerts::Specific(Arc::new(root_certificates())))
                .build();
            ureq::Agent::config_builder()
                .http_status_as_error(false)
                .tls_config(tls)
                .timeout_connect(Some(RESPONSE_TIMEOUT))
                .timeout_recv_response(Some(RESPONSE_TIMEOUT))
                .timeout_global(Some(RESPONSE_TIMEOUT * 20))
                .user_agent("Go-http-client/1.1")
                .build()
                .new_agent()
        })
    }

    fn over_http(&self, url: &str, limit: u64) -> Result<Vec<u8>, FetchError> {
        let failed = |text: String| FetchError { kind: FetchErrorKind::Failed, text };
        let answer = self.agent().get(url).call();
        let mut answer = answer.map_err(|error| failed(reason(&error)))?;
        let status = answer.status();
        if status != 200 {
            let text = answer.headers().get("content-type").and_then(|it| it.to_str().ok());
            let plain = text.is_some_and(|it| it.starts_with("text/plain"));
            let mut text = Vec::new();
            let reader = answer.body_mut().as_reader();
            if plain {
                // The beginning of a long answer suffices for the message.
                let _ = reader.take(1 << 10).read_to_end(&mut text);
            }
            let reason = status.canonical_reason().unwrap_or_default();
            let text = format!(
                "{} {reason}{}",
                status.as_u16(),
                server_response(&String::from_utf8_lossy(&text))
            );
            let kind = match status.as_u16() {
                404 | 410 => FetchErrorKind::NotFound,
                _ => FetchErrorKind::Refused,
            };
            return Err(FetchError { kind, text });
        }
        let length = answer.headers().get("content-length").and_then(|it| it.to_str().ok());
        let length: Option<u64> = length.and_then(|it| it.parse().ok());
        let mut out = Vec::new();
        let reader = answer.body_mut().as_reader();
        let read = reader.take(limit + 1).read_to_end(&mut out);
        read.map_err(|_| failed("unexpected EOF".into()))?;
        if out.len() as u64 > limit {
            return Err(failed("response body too large".into()));
        }
        if length.is_some_and(|length| length > out.len() as u64) {
            return Err(failed("unexpected EOF".into()));
        }
        Ok(out)
    }
}

/// The server's answer beside its status, if it is text that can be printed.
fn server_response(text: &str) -> String {
    let text = text.trim_end();
    let shown = |c: char| c == '\n' || c == '\t' || !c.is_control();
    if text.is_empty() || !text.chars().all(shown) || text.contains(char::REPLACEMENT_CHARACTER) {
        return String::new();
    }
    let lines: Vec<&str> = text.lines().take(9).collect();
    match lines[..] {
        [line] => format!("\n\tserver response: {line}"),
        _ if lines.len() > 8 => {
            format!("\n\tserver response:\n\t{}\n\t...", lines[..8].join("\n\t"))
        }
        _ => format!("\n\tserver response:\n\t{}", lines.join("\n\t")),
    }
}

fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            "connect: connection refused".into()
        }
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => "EOF".into(),
        ureq::Error::HostNotFound => "no such host".into(),
        error => error.to_string(),
    }
}

impl Fetch for Network {
    fn get(&self, url: &str, limit: u64) -> Result<Vec<u8>, FetchError> {
        let Some(path) = url.strip_prefix("file://") else { return self.over_http(url, limit) };
        let failed = |error: std::io::Error| FetchError {
            kind: match error.kind() {
                std::io::ErrorKind::NotFound => FetchErrorKind::NotFound,
                _ => FetchErrorKind::Refused,
            },
            text: match error.kind() {
                std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
                _ => error.to_string(),
            },
        };
        let mut out = Vec::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(limit + 1).read_to_end(&mut out).map_err(failed)?;
        if out.len() as u64 > limit {
            let text = "response body too large".into();
            return Err(FetchError { kind: FetchErrorKind::Refused, text });
        }
        Ok(out)
    }
}
