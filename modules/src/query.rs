//! Version queries: finds the version that `latest`, `v1.2`, `<v1.5` or the name of a branch selects, and the module
//! that has a package.

use crate::graph::compare_versions;
use crate::load_packages::{package_directory, source_directory};
use crate::path::{
    PathKind, canonical, check, fits_major, has_prefix, major, prefixes, split_major,
};
use crate::project::Project;
use crate::proxy::{DownloadFailure, MissingObject};
use crate::version::{ModuleVersion, ZERO_VERSION_SUFFIX, compare, is_valid};
use minigo_syntax::small_sort::SmallSort as _;

/// Reports whether the version is a release.
fn is_release(version: &str) -> bool {
    !version.split('+').next().unwrap_or_default().contains('-')
}

/// The versions that a query may select if it does not name one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllowedVersions {
    /// Versions that are not retracted.
    Current,
    /// Retracted versions too.
    Retracted,
}

/// The reason why a query selects no version.
#[derive(Debug)]
pub enum NoVersion {
    /// The module has no matching version.
    NoMatch,
    /// The versions cannot be downloaded.
    Failed(DownloadFailure),
}

impl NoVersion {
    /// The failure. If no version matches, the failure's text names `asked` and the query.
    #[must_use]
    pub fn failure(self, asked: &str, query: &str) -> DownloadFailure {
        match self {
            Self::NoMatch => DownloadFailure::not_found(format!(
                "{asked}: no matching versions for query {query:?}"
            )),
            Self::Failed(failure) => failure,
        }
    }
}

impl From<DownloadFailure> for NoVersion {
    fn from(failure: DownloadFailure) -> Self {
        Self::Failed(failure)
    }
}

/// The versions that a query accepts.
enum AcceptedVersions<'q> {
    Any,
    /// Any version, but at least this one.
    Upgrade(&'q str),
    /// Versions with the minor version of this one.
    Patch(&'q str),
    Prefix(&'q str),
    Order(&'q str, String),
}

impl AcceptedVersions<'_> {
    fn accepts(&self, version: &str) -> bool {
        match self {
            Self::Any | Self::Upgrade(_) => true,
            Self::Patch(current) => minor_version(version) == minor_version(current),
            Self::Prefix(prefix) => {
                let rest = version.strip_prefix(prefix);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', '+']))
            }
            Self::Order(sign, bound) => {
                let found = compare(version, bound);
                match *sign {
                    "<" => found.is_lt(),
                    "<=" => found.is_le(),
                    ">" => found.is_gt(),
                    _ => found.is_ge(),
                }
            }
        }
    }

    /// Reports whether the query selects the least matching version instead of the greatest.
    fn prefers_least(&self) -> bool {
        matches!(self, Self::Order(">" | ">=", _))
    }
}

/// The minor version of a version: `v1.2` of `v1.2.3`.
fn minor_version(version: &str) -> &str {
    version.match_indices('.').nth(1).map_or(version, |(at, _)| &version[..at])
}

impl Project<'_> {
    /// The version of a module that a query selects; `current` is the version in the build list.
    ///
    /// # Errors
    /// Fails if no version matches, or the versions cannot be downloaded.
    pub fn query_version(
        &self,
        path: &str,
        query: &str,
        current: Option<&str>,
    ) -> Result<String, DownloadFailure> {
        self.query_among(path, query, current, AllowedVersions::Current)
            .map_err(|none| none.failure(&format!("{path}@{query}"), query))
    }

    /// The listed versions of a module, sorted.
    ///
    /// # Errors
    /// Fails if the versions cannot be downloaded.
    pub fn listed_versions(
        &self,
        path: &str,
        allowed: AllowedVersions,
    ) -> Result<Vec<String>, String> {
        check(path, PathKind::Module)?;
        let all = self.versions(path);
        let mut all = all.map_err(|failure| format!("module {path}: {}", failure.text))?;
        all.retain(|version| {
            let module = ModuleVersion::new(path, version);
            !self.is_excluded(&module)
                && (allowed == AllowedVersions::Retracted || self.retraction(&module).is_none())
        });
        Ok(all)
    }

    /// Like [`query`](Self::query), among the allowed versions.
    ///
    /// # Errors
    /// Fails if no version matches, or the versions cannot be downloaded.
    pub fn query_among(
        &self,
        path: &str,
        query: &str,
        current: Option<&str>,
        allowed: AllowedVersions,
    ) -> Result<String, NoVersion> {
        if let Some(main) = self.find_main(path) {
            return match query {
                "latest" | "upgrade" | "patch" => Ok(String::new()),
                _ => Err(DownloadFailure::fatal(format!(
                    "can't query version {query:?} of the main module ({})",
                    main.path
                ))
                .into()),
            };
        }
        let module = |failure: DownloadFailure| DownloadFailure {
            text: format!("module {path}: {}", failure.text),
            ..failure
        };
        if is_valid(query) && canonical(query) == query {
            return Ok(self.exact_version(path, query)?);
        }
        let wanted = match query {
            "latest" => AcceptedVersions::Any,
            "upgrade" => current
                .filter(|it| !it.is_empty())
                .map_or(AcceptedVersions::Any, AcceptedVersions::Upgrade),
            "patch" => match current.filter(|it| !it.is_empty()) {
                Some(current) => AcceptedVersions::Patch(current),
                None => AcceptedVersions::Any,
            },
            _ => match parse_bound(query) {
                Some(wanted) => wanted?,
                None if is_prefix(query) => AcceptedVersions::Prefix(query),
                None => return Ok(self.resolve_revision(path, query)?),
            },
        };
        let versions = self.versions(path).map_err(module)?;
        if let Some(found) = self.choose_version(path, &versions, &wanted, allowed)? {
            if let AcceptedVersions::Upgrade(current) = wanted
                && compare(current, &found).is_gt()
            {
                return Ok(current.to_owned());
            }
            return Ok(found);
        }
        match wanted {
            AcceptedVersions::Upgrade(current) | AcceptedVersions::Patch(current) => {
                let later =
                    versions.is_empty().then(|| self.later_revision(path, &wanted, current));
                Ok(later.flatten().unwrap_or_else(|| current.to_owned()))
            }
            AcceptedVersions::Any => {
                // The latest revision is only used for a module without any versions, not for one whose versions are
                // all excluded or retracted.
                if !versions.is_empty() {
                    return Err(NoVersion::NoMatch);
                }
                let latest = self.store.latest(path).map_err(module)?;
                match self.is_excluded(&ModuleVersion::new(path, &latest.version)) {
                    true => Err(NoVersion::NoMatch),
                    false => Ok(latest.version),
                }
            }
            // The query may be the name of a branch.
            AcceptedVersions::Prefix(_) => {
                self.resolve_revision(path, query).map_err(|_| NoVersion::NoMatch)
            }
            AcceptedVersions::Order(..) => Err(NoVersion::NoMatch),
        }
    }

    /// The latest revision of a module without versions, if it is later than the current version and the query accepts
    /// it.
    fn later_revision(
        &self,
        path: &str,
        wanted: &AcceptedVersions<'_>,
        current: &str,
    ) -> Option<String> {
        let version = self.store.latest(path).ok()?.version;
        let excluded = self.is_excluded(&ModuleVersion::new(path, &version));
        let fits = wanted.accepts(&version) && compare(&version, current).is_gt();
        (fits && !excluded).then_some(version)
    }

    /// The versions of a module that fit the major version in its path, including replaced ones.
    fn versions(&self, path: &str) -> Result<Vec<String>, DownloadFailure> {
        let replaced: Vec<String> = self
            .replace_order
            .iter()
            .filter(|old| old.path == path)
            .map(|old| match old.version.as_str() {
                "" => zero_version(path),
                version => version.to_owned(),
            })
            .collect();
        let mut all = match self.store.versions(path) {
            Ok(all) => all,
            Err(_) if !replaced.is_empty() => Vec::new(),
            Err(failure) => return Err(failure),
        };
        let suffix = split_major(path).map_or("", |(_, suffix)| suffix);
        all.retain(|version| fits_major(version, suffix));
        all.extend(replaced.into_iter().filter(|version| !version.ends_with(ZERO_VERSION_SUFFIX)));
        all.small_sort_by(|a, b| compare(a, b));
        all.dedup();
        Ok(all)
    }

    fn choose_version(
        &self,
        path: &str,
        versions: &[String],
        wanted: &AcceptedVersions<'_>,
        allowed: AllowedVersions,
    ) -> Result<Option<String>, DownloadFailure> {
        let mut fitting: Vec<&String> = versions.iter().filter(|it| wanted.accepts(it)).collect();
        if !wanted.prefers_least() {
            fitting.reverse();
        }
        let (releases, others): (Vec<&String>, Vec<&String>) =
            fitting.into_iter().partition(|version| is_release(version));
        let compatible = self.last_compatible_with_mod(path, versions);
        for version in releases.into_iter().chain(others) {
            let module = ModuleVersion::new(path, version);
            let incompatible = version.ends_with("+incompatible") && compatible;
            let counts =
                || allowed == AllowedVersions::Retracted || self.retraction(&module).is_none();
            if !incompatible && !self.is_excluded(&module) && counts() {
                return Ok(Some(version.clone()));
            }
        }
        Ok(None)
    }

    /// Reports whether the last version without `+incompatible` has a `go.mod`: versions with that suffix are then
    /// ignored.
    fn last_compatible_with_mod(&self, path: &str, versions: &[String]) -> bool {
        let (all, old): (Vec<_>, Vec<_>) =
            versions.iter().partition(|version| !version.ends_with("+incompatible"));
        let Some(last) = all.last().filter(|_| !old.is_empty()) else { return false };
        let found = source_directory(self, &ModuleVersion::new(path, last));
        found.is_ok_and(|(dir, _)| dir.join("go.mod").is_file())
    }

    fn exact_version(&self, path: &str, version: &str) -> Result<String, DownloadFailure> {
        let module = ModuleVersion::new(path, version);
        if self.is_excluded(&module) {
            return Err(DownloadFailure::of_module(&module, "excluded by go.mod"));
        }
        if let Some((_, suffix)) = split_major(path)
            && !fits_major(version, suffix)
        {
            let wanted = if suffix.is_empty() { "v0 or v1" } else { &suffix[1..] };
            let found = major(version);
            let why = format!("invalid version: should be {wanted}, not {found}");
            return Err(DownloadFailure::of_module(&module, why));
        }
        if self.replacement(&module).is_some() {
            return Ok(version.to_owned());
        }
        self.store
            .info(path, version)
            .map(|info| info.version)
            .map_err(|failure| failure.with_module(&module, ""))
    }

    fn resolve_revision(&self, path: &str, revision: &str) -> Result<String, DownloadFailure> {
        let found = self.store.info(path, revision).map_err(|failure| {
            let what = if failure.is_not_found { "invalid version: " } else { "" };
            failure.with_module(&ModuleVersion::new(path, revision), what)
        })?;
        Ok(found.version)
    }

    /// The reasons why a version is retracted, from the module's latest version; `None` if it is not retracted.
    #[must_use]
    pub fn retraction(&self, module: &ModuleVersion) -> Option<Vec<String>> {
        // Where all versions are replaced, the go.mod that would say so is replaced too.
        let all = ModuleVersion::new(&module.path, "");
        let replaced = self.replacement(&all).is_some() || self.effective_module(module) != *module;
        if module.version.is_empty() || replaced {
            return None;
        }
        let latest = self.latest_of(&module.path)?;
        let summary = self.summary(&latest);
        let summary = summary.as_ref().as_ref().ok()?;
        let hit = |low: &str, high: &str| {
            compare(low, &module.version).is_le() && compare(&module.version, high).is_le()
        };
        let hits = summary.retracts.iter().filter(|it| hit(&it.low, &it.high));
        let reasons: Vec<String> = hits.map(|it| it.rationale.clone()).collect();
        (!reasons.is_empty()).then_some(reasons)
    }

    /// The reason why a module is deprecated; empty if it is not.
    #[must_use]
    pub fn deprecation(&self, path: &str) -> String {
        let latest = self.latest_of(path);
        let read = latest.map(|latest| self.summary(&latest));
        read.and_then(|read| read.as_ref().as_ref().ok().map(|it| it.deprecated.clone()))
            .unwrap_or_default()
    }

    /// The latest version of a module, even if it is retracted or excluded: its go.mod says which versions are
    /// retracted.
    fn latest_of(&self, path: &str) -> Option<ModuleVersion> {
        let versions = self.versions(path).ok()?;
        let mut all = versions.iter().rev();
        let release = all.clone().find(|version| is_release(version));
        let version = match release.or_else(|| all.next()) {
            Some(version) => version.clone(),
            None => self.store.latest(path).ok()?.version,
        };
        Some(ModuleVersion { path: path.to_owned(), version })
    }

    /// Finds the module that provides a package at the version that a query selects. `current` returns the selected
    /// version of a module.
    ///
    /// # Errors
    /// Fails if no module provides the package.
    pub fn query_package(
        &self,
        package: &str,
        query: &str,
        current: &dyn Fn(&str) -> Option<String>,
    ) -> Result<ModuleVersion, DownloadFailure> {
        let mut failures: Vec<DownloadFailure> = Vec::new();
        let mut no_match = false;
        let mut without: Vec<ModuleVersion> = Vec::new();
        for prefix in prefixes(package) {
            if check(prefix, PathKind::Module).is_err() {
                continue;
            }
            if self.find_main(prefix).is_some() {
                continue;
            }
            match self.query_among(
                prefix,
                query,
                current(prefix).as_deref(),
                AllowedVersions::Current,
            ) {
                Ok(version) => {
                    let module = ModuleVersion { path: prefix.to_owned(), version };
                    let (root, local) =
                        source_directory(self, &module).map_err(DownloadFailure::fatal)?;
                    if package_directory(&root, local, prefix, package).is_some() {
                        self.download_shorter_prefixes(prefix, query, current);
                        return Ok(module);
                    }
                    without.push(module);
                }
                Err(NoVersion::NoMatch) => no_match = true,
                Err(NoVersion::Failed(failure)) if !failure.is_not_found => return Err(failure),
                Err(NoVersion::Failed(failure)) => failures.push(failure),
            }
        }
        if let Some(module) = without.first() {
            let replaced = self.replacement(module).map(|it| format!(", replaced by {}", it.to));
            let text = format!(
                "module {}@{query} found ({}{}), but does not contain package {package}",
                module.path,
                module.version,
                replaced.unwrap_or_default()
            );
            return Err(DownloadFailure::missing(MissingObject::Package, text));
        }
        // If one module has no matching version and another does not exist, the error is about the first.
        if no_match {
            // Callers put the argument that contains the query before this message.
            let text = format!("no matching versions for query {query:?}");
            return Err(DownloadFailure::missing(MissingObject::Version, text));
        }
        Err(failures.into_iter().next().unwrap_or_else(|| {
            DownloadFailure::not_found(format!(
                "malformed module path {package:?}: missing dot in first path element"
            ))
        }))
    }

    /// Downloads the selected modules at shorter prefixes of the path, which could have the package too. The go command
    /// looks into all of these modules at once and keeps their checksums.
    fn download_shorter_prefixes(
        &self,
        found: &str,
        query: &str,
        current: &dyn Fn(&str) -> Option<String>,
    ) {
        for prefix in prefixes(found).skip(1) {
            let Some(selected) = current(prefix).filter(|version| !version.is_empty()) else {
                continue;
            };
            if self.query_version(prefix, query, Some(&selected)).is_ok_and(|it| it == selected) {
                let _ = source_directory(
                    self,
                    &ModuleVersion { path: prefix.to_owned(), version: selected },
                );
            }
        }
    }

    /// A replaced module whose replacement has the package.
    #[must_use]
    pub fn replacement_with_package(&self, package: &str) -> Option<ModuleVersion> {
        let mut candidates: Vec<ModuleVersion> = Vec::new();
        for old in self.replace_order.iter().filter(|old| has_prefix(package, &old.path)) {
            let version = match old.version.as_str() {
                "" => zero_version(&old.path),
                version => version.to_owned(),
            };
            let known = candidates.iter_mut().find(|it| it.path == old.path);
            match known {
                Some(known) if compare_versions(&old.path, &known.version, &version).is_lt() => {
                    known.version = version;
                }
                Some(_) => {}
                None => candidates.push(ModuleVersion { path: old.path.clone(), version }),
            }
        }
        candidates.small_sort_by_key(|module| std::cmp::Reverse(module.path.len()));
        candidates.into_iter().find(|module| {
            source_directory(self, module).is_ok_and(|(root, local)| {
                package_directory(&root, local, &module.path, package).is_some()
            })
        })
    }
}

fn zero_version(path: &str) -> String {
    let suffix = split_major(path).map_or("", |(_, suffix)| suffix);
    let major = if suffix.is_empty() { "v0" } else { crate::path::major_of_suffix(suffix) };
    format!("{major}.{ZERO_VERSION_SUFFIX}")
}

/// Reports whether a query is a prefix of a version, such as `v1` or `v1.2`.
fn is_prefix(query: &str) -> bool {
    let Some(rest) = query.strip_prefix('v') else { return false };
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    rest.split('.').count() <= 2 && rest.split('.').all(number)
}

/// Reads a query that is a bound, such as `<v1.2` or `>=v1.2.3`.
fn parse_bound(query: &str) -> Option<Result<AcceptedVersions<'static>, DownloadFailure>> {
    let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| query.starts_with(sign))?;
    let version = &query[sign.len()..];
    let full = canonical(version);
    if full.is_empty() {
        let text = format!("invalid semantic version {version:?} in range {query:?}");
        return Some(Err(DownloadFailure::fatal(text)));
    }
    if sign == "<=" && full != version {
        let text = format!("ambiguous semantic version {version:?} in range {query:?}");
        return Some(Err(DownloadFailure::fatal(text)));
    }
    if sign == ">" && full != version {
        let text = format!("ambiguous semantic version {version:?} in range {query:?}");
        return Some(Err(DownloadFailure::fatal(text)));
    }
    Some(Ok(AcceptedVersions::Order(sign, full)))
}
