//! Module proxies: the list in `GOPROXY`, and the requests to each proxy.

use crate::config::{Config, matches_prefix};
use crate::fetch::{Fetch, FetchError, FetchErrorKind};
use crate::path::{quote, unescape};
use crate::rev_info::RevInfo;
use crate::version::{ModuleVersion, compare, escaped, is_valid};
use minigo_syntax::small_sort::SmallSort as _;
use std::fmt::Display;

/// The most bytes of a list of versions, an `.info` or a `go.mod`.
const MAX_TEXT_FILE_BYTES: u64 = 16 << 20;

/// The most bytes of a zip file.
pub const MAX_ZIP_BYTES: u64 = 500 << 20;

/// The reason why a module or version cannot be downloaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DownloadFailure {
    /// Whether the module or version does not exist at a proxy, so that the next entry of `GOPROXY` may have it.
    pub is_not_found: bool,
    /// The object that the query does not find in modules that exist.
    pub missing_object: Option<MissingObject>,
    /// The object that the message names at its beginning.
    pub message_subject: MessageSubject,
    /// The message.
    pub text: String,
}

/// The object that the message of a failure names at its beginning: callers put the module before a message that does
/// not name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageSubject {
    /// Nothing: the message has only the reason.
    Reason,
    /// The module: `M@v: `.
    Module,
    /// The module after the word `verifying`: `go.sum` lists another checksum.
    ListedSum,
    /// A kind of file after the word `verifying`, and no module: the checksum database has not confirmed the file's
    /// checksum.
    SumDatabase,
}

/// The object that a query does not find in modules that exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingObject {
    /// No version matches the query.
    Version,
    /// The matching version does not have the package.
    Package,
}

impl DownloadFailure {
    /// A failure after which the next entries of `GOPROXY` are not asked.
    pub fn fatal(text: impl Into<String>) -> Self {
        Self {
            is_not_found: false,
            missing_object: None,
            message_subject: MessageSubject::Reason,
            text: text.into(),
        }
    }

    /// The error of a proxy in the list `GOPROXY` that does not have the module or the version.
    pub fn not_found(text: impl Into<String>) -> Self {
        Self { is_not_found: true, ..Self::fatal(text) }
    }

    /// A failure whose message names the module first.
    pub(crate) fn of_module(module: &ModuleVersion, why: impl Display) -> Self {
        Self::with_subject(MessageSubject::Module, format!("{module}: {why}"))
    }

    /// This failure with the module and `what` before its message.
    pub(crate) fn with_module(self, module: &ModuleVersion, what: &str) -> Self {
        let text = format!("{module}: {what}{}", self.text);
        Self { message_subject: MessageSubject::Module, text, ..self }
    }

    /// A failure whose message begins with the object `opening`.
    pub(crate) fn with_subject(opening: MessageSubject, text: String) -> Self {
        Self { message_subject: opening, ..Self::fatal(text) }
    }

    /// A module that lacks a matching version or the package.
    pub(crate) fn missing(what: MissingObject, text: impl Into<String>) -> Self {
        Self { missing_object: Some(what), ..Self::not_found(text) }
    }
}

/// An entry of `GOPROXY`.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ProxyEntry {
    Url(String),
    Direct,
    Off,
}

/// The entries of `GOPROXY`.
#[derive(Debug)]
pub struct Proxies {
    entries: Vec<(ProxyEntry, bool)>,
    no_proxy: String,
}

impl Proxies {
    /// Reads `GOPROXY`.
    ///
    /// # Errors
    /// Returns a message that says what is wrong with the setting.
    pub fn new(config: &Config) -> Result<Self, String> {
        let mut places = Vec::new();
        let mut rest = config.proxy.as_str();
        while !rest.is_empty() {
            let end = rest.find([',', '|']);
            let (name, any_failure) = match end {
                Some(at) => (&rest[..at], rest.as_bytes()[at] == b'|'),
                None => (rest, false),
            };
            rest = end.map_or("", |at| &rest[at + 1..]);
            match name.trim() {
                "" => continue,
                "off" => {
                    places.push((ProxyEntry::Off, false));
                    break;
                }
                "direct" => {
                    places.push((ProxyEntry::Direct, false));
                    break;
                }
                "noproxy" => continue,
                url => places.push((ProxyEntry::Url(base_url(url)?), any_failure)),
            }
        }
        let only_empty = places.is_empty() && !config.proxy.is_empty();
        if only_empty {
            return Err("GOPROXY list is not the empty string, but contains no entries".into());
        }
        Ok(Self { entries: places, no_proxy: config.no_proxy.clone() })
    }

    /// The URLs of the proxies, in order, up to the first entry that is no URL.
    pub fn urls(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map_while(|(place, _)| match place {
            ProxyEntry::Url(url) => Some(url.as_str()),
            ProxyEntry::Direct | ProxyEntry::Off => None,
        })
    }

    /// Asks one entry of `GOPROXY` after the other until one answers, or fails in a way that ends the search.
    fn try_proxies<T>(
        &self,
        path: &str,
        question: impl Fn(&str) -> Result<T, DownloadFailure>,
    ) -> Result<T, DownloadFailure> {
        if matches_prefix(&self.no_proxy, path) {
            return Err(direct_failure(path));
        }
        let mut first: Option<DownloadFailure> = None;
        for (place, any_failure) in &self.entries {
            let failure = match place {
                ProxyEntry::Off => DownloadFailure::fatal("module lookup disabled by GOPROXY=off"),
                ProxyEntry::Direct => direct_failure(path),
                ProxyEntry::Url(url) => match question(url) {
                    Ok(answer) => return Ok(answer),
                    Err(failure) => failure,
                },
            };
            let ends = !failure.is_not_found && !any_failure;
            // The first failure that says more than "not found" is reported. `direct` and `off` are only reported if
            // there is no other failure.
            let better = first.as_ref().is_none_or(|first| first.is_not_found);
            let resort = *place == ProxyEntry::Off || *place == ProxyEntry::Direct;
            if better && !(resort && first.is_some()) {
                first = Some(failure);
            }
            if ends {
                break;
            }
        }
        Err(first.unwrap_or_else(|| direct_failure(path)))
    }

    /// The versions of a module, sorted.
    ///
    /// # Errors
    /// Returns the reason why the list cannot be read.
    pub fn versions(&self, fetch: &dyn Fetch, path: &str) -> Result<Vec<String>, DownloadFailure> {
        self.try_proxies(path, |url| {
            let url = format!("{url}/{}/@v/list", escaped(path));
            let text = download(fetch, &url, MAX_TEXT_FILE_BYTES)?;
            let text = String::from_utf8_lossy(&text);
            let words = text.lines().filter_map(|line| line.split_whitespace().next());
            let mut all: Vec<String> =
                words.filter(|it| is_valid(it) && !is_pseudo(it)).map(str::to_owned).collect();
            all.small_sort_by(|a, b| compare(a, b));
            all.dedup();
            Ok(all)
        })
    }

    /// The latest version of a module that has no list of versions.
    ///
    /// # Errors
    /// Returns the reason why the answer cannot be read.
    pub fn latest(&self, fetch: &dyn Fetch, path: &str) -> Result<RevInfo, DownloadFailure> {
        self.try_proxies(path, |url| {
            let text =
                download(fetch, &format!("{url}/{}/@latest", escaped(path)), MAX_TEXT_FILE_BYTES)?;
            info(url, path, "latest", &text)
        })
    }

    /// The version that a version or the name of a revision denotes.
    ///
    /// # Errors
    /// Returns the reason why the answer cannot be read.
    pub fn info(
        &self,
        fetch: &dyn Fetch,
        path: &str,
        revision: &str,
    ) -> Result<RevInfo, DownloadFailure> {
        self.try_proxies(path, |url| {
            let at = escaped(revision);
            let file = format!("{url}/{}/@v/{at}.info", escaped(path));
            info(url, path, revision, &download(fetch, &file, MAX_TEXT_FILE_BYTES)?)
        })
    }

    /// The `go.mod` of a module.
    ///
    /// # Errors
    /// Returns the reason why the file cannot be downloaded.
    pub fn mod_file(
        &self,
        fetch: &dyn Fetch,
        module: &ModuleVersion,
    ) -> Result<Vec<u8>, DownloadFailure> {
        self.download_file(fetch, module, "mod", MAX_TEXT_FILE_BYTES)
    }

    /// The zip file of a module.
    ///
    /// # Errors
    /// Returns the reason why the file cannot be downloaded.
    pub fn zip(
        &self,
        fetch: &dyn Fetch,
        module: &ModuleVersion,
    ) -> Result<Vec<u8>, DownloadFailure> {
        self.download_file(fetch, module, "zip", MAX_ZIP_BYTES)
    }

    fn download_file(
        &self,
        fetch: &dyn Fetch,
        module: &ModuleVersion,
        extension: &str,
        limit: u64,
    ) -> Result<Vec<u8>, DownloadFailure> {
        let ModuleVersion { path, version } = module;
        self.try_proxies(path, |url| {
            let url = format!("{url}/{}/@v/{}.{extension}", escaped(path), escaped(version));
            download(fetch, &url, limit)
        })
    }
}

/// Reports whether a version names a revision by its time and hash: `v0.0.0-20200101000000-0123456789ab`.
#[must_use]
pub fn is_pseudo(version: &str) -> bool {
    if !is_valid(version) {
        return false;
    }
    let core = version.split('+').next().unwrap_or_default();
    let Some((before, hash)) = core.rsplit_once('-') else { return false };
    let Some(at) = before.len().checked_sub(14) else { return false };
    let (Some(start), Some(stamp)) = (before.get(..at), before.get(at..)) else { return false };
    let stamped = stamp.bytes().all(|b| b.is_ascii_digit());
    let hashed = !hash.is_empty() && hash.bytes().all(|b| b.is_ascii_alphanumeric());
    let Some((_, pre)) = start.split_once('-') else { return false };
    let zero = pre.is_empty() && start.ends_with(".0.0-");
    hashed && stamped && (zero || pre == "0." || pre.ends_with(".0."))
}

/// The URL without a slash at its end.
fn base_url(url: &str) -> Result<String, String> {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    match scheme {
        Some("https" | "http" | "file") => Ok(url.trim_end_matches('/').to_owned()),
        _ if !url.contains(':') && !url.contains('/') && !url.contains('.') => {
            let url = quote(url);
            Err(format!("invalid GOPROXY URL {url}: must be a URL, \"direct\" or \"off\""))
        }
        Some(scheme) => Err(format!(
            "invalid proxy URL scheme (must be https, http, file): {scheme}://{}",
            url.split_once("://").map_or("", |(_, rest)| rest)
        )),
        None if url.starts_with('/') => Ok(format!("file://{}", url.trim_end_matches('/'))),
        None => Ok(format!("https://{}", url.trim_end_matches('/'))),
    }
}

/// The failure for `direct`: minigo downloads nothing from version control.
fn direct_failure(path: &str) -> DownloadFailure {
    DownloadFailure::fatal(format!(
        "{path} is only available from version control, which minigo does not use: set GOPROXY to a module proxy that has it"
    ))
}

fn download(fetch: &dyn Fetch, url: &str, limit: u64) -> Result<Vec<u8>, DownloadFailure> {
    fetch.get(url, limit).map_err(|FetchError { kind, text }| {
        let shown = redacted(url);
        match kind {
            FetchErrorKind::NotFound => {
                DownloadFailure::not_found(format!("reading {shown}: {text}"))
            }
            FetchErrorKind::Refused => DownloadFailure::fatal(format!("reading {shown}: {text}")),
            FetchErrorKind::Failed => DownloadFailure::fatal(format!("Get \"{shown}\": {text}")),
        }
    })
}

/// A URL without its password.
#[must_use]
pub fn redacted(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let host = rest.split('/').next().unwrap_or_default();
    match host.rsplit_once('@') {
        Some((user, _)) => {
            let name = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{name}:xxxxx{}", &rest[user.len()..])
        }
        None => url.to_owned(),
    }
}

/// Reads the answer of the proxy at a URL.
fn info(url: &str, path: &str, revision: &str, text: &[u8]) -> Result<RevInfo, DownloadFailure> {
    let wrong = |why: &str| DownloadFailure::of_module(&ModuleVersion::new(path, revision), why);
    let found = RevInfo::parse(text).map_err(|why| {
        wrong(&format!("invalid response from proxy {}: {why}", quote(&redacted(url))))
    })?;
    if is_valid(revision) && found.version != revision {
        let found = &found.version;
        return Err(wrong(&format!(
            "proxy returned info for version {found} instead of requested version"
        )));
    }
    if !is_valid(&found.version) || unescape(&escaped(&found.version)).is_none() {
        return Err(wrong(&format!(
            "invalid response from proxy: invalid version {}",
            quote(&found.version)
        )));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(text: &str) -> Proxies {
        Proxies::new(&Config { proxy: text.into(), ..Config::default() }).unwrap()
    }

    struct Answers(Vec<(&'static str, Result<&'static str, bool>)>);

    impl Fetch for Answers {
        fn get(&self, url: &str, _: u64) -> Result<Vec<u8>, FetchError> {
            let found = self.0.iter().find(|(start, _)| url.starts_with(start));
            match found.map_or(Err(true), |(_, answer)| *answer) {
                Ok(text) => Ok(text.into()),
                Err(true) => {
                    Err(FetchError { kind: FetchErrorKind::NotFound, text: "404 Not Found".into() })
                }
                Err(false) => {
                    Err(FetchError { kind: FetchErrorKind::Refused, text: "500 Wrong".into() })
                }
            }
        }
    }

    #[test]
    fn a_comma_goes_on_after_not_found_and_a_bar_after_any_failure() {
        let answers = Answers(vec![
            ("http://none/", Err(true)),
            ("http://bad/", Err(false)),
            ("http://good/", Ok("v1.0.0\nv0.9.0\nx\n")),
        ]);
        let try_proxies =
            |list: &str| proxies(list).versions(&answers, "a.b/c").map(|all| all.join(" "));
        assert_eq!(try_proxies("http://none,http://good").as_deref(), Ok("v0.9.0 v1.0.0"));
        assert_eq!(try_proxies("http://bad|http://good").as_deref(), Ok("v0.9.0 v1.0.0"));
        assert!(try_proxies("http://bad,http://good").is_err());
        assert!(try_proxies("http://none,off").unwrap_err().text.contains("404"));
        assert!(try_proxies("off").unwrap_err().text.contains("GOPROXY=off"));
        assert!(try_proxies("direct").unwrap_err().text.contains("version control"));
    }

    #[test]
    fn pseudo_versions_are_known_by_their_form() {
        for version in [
            "v0.0.0-20200101000000-0123456789ab",
            "v1.2.4-0.20200101000000-0123456789ab",
            "v1.2.3-pre.0.20200101000000-0123456789ab",
            "v2.0.0-20200101000000-0123456789ab+incompatible",
        ] {
            assert!(is_pseudo(version), "{version}");
        }
        for version in ["v1.0.0", "v1.0.0-rc1", "v1.0.0-2020-x"] {
            assert!(!is_pseudo(version), "{version}");
        }
    }
}
