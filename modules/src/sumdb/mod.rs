//! The checksum database: a log of the checksums of modules. A server signs the log ([`note`]) and cannot change
//! earlier records unnoticed ([`tree`]).

pub mod note;
pub mod tree;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::{Config, SUM_DB, matches_prefix};
use crate::fetch::{Fetch, FetchErrorKind};
use crate::files::{lock, write_atomically};
use crate::proxy::Proxies;
use crate::version::{ModuleVersion, escaped};
use note::Verifier;
use tree::{Hash, HashReader, Prover, TreeHead, combine, record_hash};

/// The public key of the default database of `GOSUMDB`.
const PUBLIC_KEY: &str = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

/// The most bytes of an answer.
const MAX_ANSWER_BYTES: u64 = 1 << 20;

/// The height of a tile: a tile has the hashes of up to 256 subtrees.
const TILE_HEIGHT: u32 = 8;

/// The text below the message of a mismatch with the database.
const MISMATCH_TEXT: &str = "

SECURITY ERROR
This download does NOT match the one reported by the checksum server.
The bits may have been replaced on the origin server, or an attacker may
have intercepted the download attempt.

For more information, see 'go help module-auth'.";

/// A checksum database.
#[derive(Debug)]
pub struct SumDb {
    verifier: Verifier,
    /// The URL at which the database answers; found by the first request.
    url: Option<String>,
    /// The URL of the database itself, without a proxy.
    direct_url: String,
    cache: Option<PathBuf>,
    state: Option<PathBuf>,
    latest: Option<TreeHead>,
    tiles: HashMap<String, Vec<u8>>,
}

/// Reports whether a module is looked up in the database that the setting `GOSUMDB` names; `omitted` are the patterns
/// of modules that are not.
#[must_use]
pub fn is_used_for(setting: &str, omitted: &str, path: &str) -> bool {
    setting != "off" && !matches_prefix(omitted, path)
}

impl SumDb {
    /// Reads `GOSUMDB`.
    ///
    /// # Errors
    /// Fails if the setting names no database.
    pub fn new(config: &Config) -> Result<Self, String> {
        let mut words = config.sum_db.split_whitespace();
        let key = words.next().ok_or("missing GOSUMDB")?;
        let url = words.next();
        if words.next().is_some() {
            return Err("invalid GOSUMDB: too many fields".into());
        }
        let key = match key {
            SUM_DB | "sum.golang.google.cn" => PUBLIC_KEY,
            key => key,
        };
        let verifier = Verifier::parse(key).map_err(|error| format!("invalid GOSUMDB: {error}"))?;
        let direct = match url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("https://{}", verifier.name),
        };
        let cache = config.cache.as_ref();
        Ok(Self {
            cache: cache.map(|dir| dir.join("cache/download/sumdb").join(&verifier.name)),
            state: config.sum_db_state.as_ref().map(|dir| dir.join(&verifier.name)),
            verifier,
            url: None,
            direct_url: direct,
            latest: None,
            tiles: HashMap::new(),
        })
    }

    /// Checks the checksum of a module or of its `go.mod`.
    ///
    /// # Errors
    /// Fails if the database has another checksum, or its answer is not valid.
    pub fn check(
        &mut self,
        fetch: &dyn Fetch,
        proxies: &Proxies,
        module: &ModuleVersion,
        sum: &str,
    ) -> Result<(), String> {
        let what = if module.version.ends_with("/go.mod") { "go.mod" } else { "module" };
        let lines = self
            .lookup(fetch, proxies, module)
            .map_err(|error| format!("verifying {what}: {module}: {error}"))?;
        let start = format!("{} {} ", module.path, module.version);
        for line in &lines {
            let Some(listed) = line.strip_prefix(&start) else { continue };
            if listed == sum {
                return Ok(());
            }
            if listed.starts_with("h1:") {
                let name = &self.verifier.name;
                return Err(format!(
                    "verifying {what}: checksum mismatch\n\tdownloaded: {sum}\n\t{name}: {listed}{MISMATCH_TEXT}"
                ));
            }
        }
        Ok(())
    }

    /// The lines of the record of a module in the database.
    fn lookup(
        &mut self,
        fetch: &dyn Fetch,
        proxies: &Proxies,
        module: &ModuleVersion,
    ) -> Result<Vec<String>, String> {
        self.read_state()?;
        let version = module.version.trim_end_matches("/go.mod");
        let name = format!("lookup/{}@{}", escaped(&module.path), escaped(version));
        let cached = self.read_cached(&name);
        let text = match cached.clone() {
            Some(text) => text,
            None => self.fetch_remote(fetch, proxies, &name)?,
        };
        let malformed = || "malformed record data".to_owned();
        let text = String::from_utf8(text).map_err(|_| malformed())?;
        let (id, rest) = text.split_once('\n').ok_or_else(malformed)?;
        let id: u64 = id.parse().map_err(|_| malformed())?;
        let end = rest.find("\n\n").ok_or_else(malformed)?;
        let (record, signed) = (&rest[..=end], &rest[end + 2..]);
        let tree = self.open_head(signed)?;
        let mut sources =
            Tiles { db: self, fetch, proxies, size: tree.size, downloaded_tiles: Vec::new() };
        let mut prover = Prover::new(&mut sources);
        if !prover.has_record(tree, id, &record_hash(record.as_bytes()))? {
            return Err(match prover.matches_hash(tree)? {
                true => "cannot authenticate record data in server response".to_owned(),
                false => "downloaded inconsistent tile".to_owned(),
            });
        }
        let fresh = std::mem::take(&mut sources.downloaded_tiles);
        self.advance_latest_tree(fetch, proxies, tree, signed)?;
        for (tile, bytes) in fresh {
            self.write_cached(&tile, &bytes);
        }
        if cached.is_none() {
            self.write_cached(&name, text.as_bytes());
        }
        Ok(record.lines().map(str::to_owned).collect())
    }

    fn open_head(&self, signed: &str) -> Result<TreeHead, String> {
        let text = self
            .verifier
            .open(signed)
            .map_err(|error| format!("reading tree note: {error}\nnote:\n{signed}"))?;
        TreeHead::parse(text).ok_or_else(|| "reading tree: malformed tree note".to_owned())
    }

    /// Makes `tree` the latest known tree if it is newer. The known tree and `tree` must belong to one log.
    fn advance_latest_tree(
        &mut self,
        fetch: &dyn Fetch,
        proxies: &Proxies,
        tree: TreeHead,
        signed: &str,
    ) -> Result<(), String> {
        let Some(known) = self.latest else { return self.keep_head(tree, signed) };
        let (older, newer) = if known.size <= tree.size { (known, tree) } else { (tree, known) };
        let mut sources =
            Tiles { db: self, fetch, proxies, size: newer.size, downloaded_tiles: Vec::new() };
        if !Prover::new(&mut sources).extends(older, newer)? {
            let name = &self.verifier.name;
            return Err(format!(
                "SECURITY ERROR\ngo.sum database server misbehavior detected!\n\n{name} has signed two trees, of {} and of {} records, that do not belong to the same log",
                older.size, newer.size
            ));
        }
        if newer == tree && tree != known { self.keep_head(tree, signed) } else { Ok(()) }
    }

    fn keep_head(&mut self, tree: TreeHead, signed: &str) -> Result<(), String> {
        self.latest = Some(tree);
        let Some(dir) = &self.state else { return Ok(()) };
        let text = |error: std::io::Error| format!("writing {}: {error}", dir.display());
        fs::create_dir_all(dir).map_err(text)?;
        let _lock = lock(&dir.join("latest.lock")).map_err(text)?;
        // Another process may have stored a newer tree.
        let other = fs::read_to_string(dir.join("latest")).ok();
        let other = other.and_then(|signed| self.open_head(&signed).ok());
        if other.is_some_and(|other| other.size > tree.size) {
            return Ok(());
        }
        write_atomically(&dir.join("latest"), signed.as_bytes(), 0o666).map_err(text)
    }

    fn read_state(&mut self) -> Result<(), String> {
        let Some(dir) = self.state.as_ref().filter(|_| self.latest.is_none()) else {
            return Ok(());
        };
        let signed = fs::read_to_string(dir.join("latest")).unwrap_or_default();
        if !signed.is_empty() {
            self.latest = Some(self.open_head(&signed)?);
        }
        Ok(())
    }

    fn read_cached(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.cache.as_ref()?.join(name)).ok()
    }

    /// Stores an answer in the cache, if possible.
    fn write_cached(&self, name: &str, bytes: &[u8]) {
        let Some(path) = self.cache.as_ref().map(|dir| dir.join(name)) else { return };
        if let Some(dir) = path.parent()
            && fs::create_dir_all(dir).is_ok()
        {
            let _ = write_atomically(&path, bytes, 0o666);
        }
    }

    fn fetch_remote(
        &mut self,
        fetch: &dyn Fetch,
        proxies: &Proxies,
        name: &str,
    ) -> Result<Vec<u8>, String> {
        let url = match &self.url {
            Some(url) => url.clone(),
            None => self.url.insert(self.find_url(fetch, proxies)).clone(),
        };
        let url = format!("{url}/{name}");
        fetch.get(&url, MAX_ANSWER_BYTES).map_err(|error| match error.kind {
            FetchErrorKind::NotFound | FetchErrorKind::Refused => {
                format!("reading {url}: {}", error.text)
            }
            FetchErrorKind::Failed => format!("Get \"{url}\": {}", error.text),
        })
    }

    /// The URL to ask: a proxy that answers for the database, or the database itself.
    fn find_url(&self, fetch: &dyn Fetch, proxies: &Proxies) -> String {
        let name = &self.verifier.name;
        let urls = proxies.urls().map(|url| format!("{url}/sumdb/{name}"));
        let mut supported =
            urls.filter(|url| fetch.get(&format!("{url}/supported"), MAX_ANSWER_BYTES).is_ok());
        supported.next().unwrap_or_else(|| self.direct_url.clone())
    }
}

/// Reads the tiles of a tree of this size.
struct Tiles<'t> {
    db: &'t mut SumDb,
    fetch: &'t dyn Fetch,
    proxies: &'t Proxies,
    size: u64,
    /// The tiles that were downloaded.
    downloaded_tiles: Vec<(String, Vec<u8>)>,
}

impl Tiles<'_> {
    /// The hashes of a tile; `wanted` is the least number of them.
    fn tile(&mut self, level: u32, index: u64, wanted: u64) -> Result<Vec<u8>, String> {
        let there = (self.size >> (TILE_HEIGHT * level)).saturating_sub(index << TILE_HEIGHT);
        let width = there.min(1 << TILE_HEIGHT);
        if width < wanted {
            return Err("tree is too small for its records".into());
        }
        let full = format!("tile/{TILE_HEIGHT}/{level}/{}", tile_path(index));
        let name = match width {
            256 => full.clone(),
            width => format!("{full}.p/{width}"),
        };
        if let Some(known) = self.db.tiles.get(&name) {
            return Ok(known.clone());
        }
        let size = usize::try_from(width * 32).unwrap_or_default();
        let cached = self.db.read_cached(&name).or_else(|| self.db.read_cached(&full));
        let bytes = match cached.filter(|bytes| bytes.len() >= size) {
            Some(bytes) => bytes[..size].to_vec(),
            None => {
                let bytes = self.db.fetch_remote(self.fetch, self.proxies, &name)?;
                if bytes.len() != size {
                    return Err(format!("{name}: tile has {} bytes, not {size}", bytes.len()));
                }
                self.downloaded_tiles.push((name.clone(), bytes.clone()));
                bytes
            }
        };
        self.db.tiles.insert(name, bytes.clone());
        Ok(bytes)
    }
}

impl HashReader for Tiles<'_> {
    fn hash(&mut self, level: u32, index: u64) -> Result<Hash, String> {
        let (tile_level, above) = (level / TILE_HEIGHT, level % TILE_HEIGHT);
        let first = index << above;
        let (tile, at, count) = (first >> TILE_HEIGHT, first & 0xff, 1 << above);
        let bytes = self.tile(tile_level, tile, at + count)?;
        let hashes = bytes.chunks_exact(32).map(|hash| Hash::try_from(hash).unwrap_or_default());
        let part = |number: u64| usize::try_from(number).unwrap_or_default();
        let hashes: Vec<Hash> = hashes.skip(part(at)).take(part(count)).collect();
        Ok(combine(&hashes))
    }
}

/// The number of a tile in the form of its path: `x001/x234/067`.
fn tile_path(mut index: u64) -> String {
    let mut out = format!("{:03}", index % 1000);
    while index >= 1000 {
        index /= 1000;
        out = format!("x{:03}/{out}", index % 1000);
    }
    out
}

/// The directory for the state of checksum databases.
#[must_use]
pub fn state_directory(gopath: &Path) -> PathBuf {
    gopath.join("pkg/sumdb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_the_names_that_the_protocol_gives_them() {
        assert_eq!(tile_path(5), "005");
        assert_eq!(tile_path(1_234_067), "x001/x234/067");
    }
}
