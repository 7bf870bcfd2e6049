//! The arguments `go@VERSION` and `toolchain@VERSION` of `go get`: versions of Go. The releases are those that the
//! module golang.org/toolchain lists, in a version for each release and platform, and the running one.

use super::{Query, WantedModulesAndPackages};
use crate::graph::Graph;
use crate::project::Project;
use crate::release::Release;
use crate::release::is_release_at_least;
use minigo_syntax::small_sort::SmallSort as _;

/// The module that contains the toolchains.
const TOOLCHAIN_MODULE: &str = "golang.org/toolchain";

/// The platform whose Go toolchain minigo replaces.
const PLATFORM: &str = "linux-amd64";

/// Handles an argument for `go` or `toolchain`.
///
/// # Errors
/// Fails if the query is malformed, or no release matches it.
pub(super) fn select_go_or_toolchain(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<(), String> {
    let (path, text) = (query.path.as_str(), &query.text);
    if query.version == "none" {
        return match path {
            "go" => Err("cannot use go@none".into()),
            _ => out.choose(query, path, String::new()),
        };
    }
    let wish = ReleaseQuery::parse(query)?;
    let current = graph.selected_version(path).filter(|version| !version.is_empty());
    let current = current.map(|version| version.strip_prefix("go").unwrap_or(version));
    let version = match &wish {
        ReleaseQuery::Exact(version) => version.clone(),
        wish => {
            let releases = releases(project).map_err(|why| format!("{text}: {why}"))?;
            wish.choose(&releases, current).ok_or_else(|| {
                format!("{text}: no matching versions for query {:?}", query.version)
            })?
        }
    };
    check_release(project, query, &version)?;
    if path == "toolchain" {
        // The version in the `go` line must not be later than the toolchain, so it may have to be changed too.
        let go = graph.selected_version("go").unwrap_or_default();
        if !is_release_at_least(&version, go) && !out.modules.contains_key("go") {
            out.choose(query, "go", version.clone())?;
        }
        return out.choose(query, path, format!("go{version}"));
    }
    // Releases before Go 1.21 imply no toolchain, so the toolchain that the old go line implied gets a line.
    if let Some(old) = current
        .filter(|old| is_release_at_least(old, "1.21") && !is_release_at_least(&version, "1.21"))
        && project.main().file.toolchain.is_none()
        && !out.modules.contains_key("toolchain")
    {
        out.choose(query, "toolchain", format!("go{old}"))?;
    }
    out.choose(query, path, version)
}

/// Checks that a release can be used.
fn check_release(project: &Project<'_>, query: &Query, version: &str) -> Result<(), String> {
    let own = project.config.go_release;
    let text = &query.text;
    let (is_toolchain, release) = (query.path == "toolchain", Release::parse(version));
    if is_toolchain && release.as_ref().is_some_and(Release::is_language_version) {
        return Err(format!("{text}: go language version go{version} is not a toolchain version"));
    }
    let is_later = release > Release::parse(own);
    if version != own && (is_toolchain || is_later) {
        let full = format!("v0.0.1-go{version}.{PLATFORM}");
        project
            .store
            .info(TOOLCHAIN_MODULE, &full)
            .map_err(|failure| format!("{text}: {TOOLCHAIN_MODULE}@{full}: {}", failure.text))?;
    }
    if !is_toolchain && is_later {
        return Err(format!(
            "go@{version} requires go >= {version} (running go {own}; GOTOOLCHAIN=local)"
        ));
    }
    Ok(())
}

/// The releases, sorted, as `1.27.3`.
fn releases(project: &Project<'_>) -> Result<Vec<String>, String> {
    let listed = project.store.versions(TOOLCHAIN_MODULE);
    let listed =
        listed.map_err(|failure| format!("module {TOOLCHAIN_MODULE}: {}", failure.text))?;
    let of = |version: &String| {
        let (release, _) = version.strip_prefix("v0.0.1-go")?.rsplit_once('.')?;
        Release::parse(release).map(|it| (it, release.to_owned()))
    };
    let mut all: Vec<_> = listed.iter().filter_map(of).collect();
    let own = project.config.go_release;
    all.extend(Release::parse(own).map(|it| (it, own.to_owned())));
    all.small_sort();
    all.dedup();
    Ok(all.into_iter().map(|(_, release)| release).collect())
}

/// The releases that a query accepts.
enum ReleaseQuery {
    Exact(String),
    /// The latest release.
    Latest,
    /// The latest release, but not one before the release that the module graph selects.
    Upgrade,
    /// The latest release with the language version of the release that the module graph selects.
    Patch,
    /// The latest release of a language version.
    Of(String),
    /// The releases on one side of a bound.
    Order(&'static str, String),
}

impl ReleaseQuery {
    fn parse(query: &Query) -> Result<Self, String> {
        let (path, text) = (query.path.as_str(), query.version.as_str());
        match text {
            "latest" => return Ok(Self::Latest),
            "upgrade" => return Ok(Self::Upgrade),
            "patch" => return Ok(Self::Patch),
            _ => {}
        }
        if let Some(sign) = ["<=", ">=", "<", ">"].into_iter().find(|sign| text.starts_with(sign)) {
            let bound = &text[sign.len()..];
            let plain = if path == "go" { Some(bound) } else { bound.strip_prefix("go") };
            let release = plain.and_then(Release::parse);
            let wrong = match release {
                None => "invalid",
                Some(release) if release.is_language_version() && matches!(sign, "<=" | ">") => {
                    "ambiguous"
                }
                Some(_) => return Ok(Self::Order(sign, plain.unwrap_or_default().to_owned())),
            };
            return Err(format!(
                "{}: {wrong} semantic version {bound:?} in range {text:?}",
                query.text
            ));
        }
        let plain = text.strip_prefix("go").filter(|_| path == "toolchain");
        let (named, plain) = (plain.is_some(), plain.unwrap_or(text));
        match Release::parse(plain) {
            None => Err(format!("invalid {path} version {text}")),
            Some(release) if !release.is_language_version() => Ok(Self::Exact(plain.to_owned())),
            Some(_) if path == "go" || named => Ok(Self::Of(plain.to_owned())),
            Some(_) => Err(format!("go language version {text} is not a toolchain version")),
        }
    }

    fn accepts(&self, release: &str, current: Option<&str>) -> bool {
        match self {
            Self::Exact(version) => version == release,
            Self::Latest | Self::Upgrade => true,
            Self::Patch => {
                current.is_none_or(|current| language_version(current) == language_version(release))
            }
            Self::Of(version) => language_version(release) == version,
            Self::Order(sign, bound) => {
                let found = Release::parse(release).cmp(&Release::parse(bound));
                match *sign {
                    "<" => found.is_lt(),
                    "<=" => found.is_le(),
                    ">" => found.is_gt(),
                    _ => found.is_ge(),
                }
            }
        }
    }

    /// The chosen release; final releases are preferred to release candidates.
    fn choose(&self, releases: &[String], current: Option<&str>) -> Option<String> {
        let mut fitting: Vec<&String> =
            releases.iter().filter(|release| self.accepts(release, current)).collect();
        if !matches!(self, Self::Order(">" | ">=", _)) {
            fitting.reverse();
        }
        let is_final =
            |release: &&&String| Release::parse(release).is_some_and(|it| !it.is_prerelease());
        let found = fitting.iter().find(is_final).or_else(|| fitting.first());
        let found = found.map(|release| (*release).clone());
        match (self, found, current) {
            (Self::Upgrade | Self::Patch, Some(found), Some(current))
                if Release::parse(current) > Release::parse(&found) =>
            {
                Some(current.to_owned())
            }
            (Self::Upgrade | Self::Patch, None, Some(current)) => Some(current.to_owned()),
            (_, found, _) => found,
        }
    }
}

/// The language version of a release: `1.27` of `1.27.3` and of `1.27rc1`.
fn language_version(release: &str) -> &str {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let minor = digits(release) + 1;
    let rest = release.get(minor..).unwrap_or_default();
    &release[..(minor + digits(rest)).min(release.len())]
}
