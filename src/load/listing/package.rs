//! The fields of a package that `go list` prints.

use serde::Serialize;
use std::collections::BTreeMap;

use crate::load::modules::describe::Description;

/// The reason why a package could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct PackageError {
    /// The import path from the package that the user named to the package with the error.
    pub import_stack: Vec<String>,
    /// The position, as `file:line:column`; empty if there is none.
    pub pos: String,
    /// The error.
    pub err: String,
    /// For an import cycle: for each package on the stack after the first, the file that imports it.
    #[serde(skip)]
    pub cycle: Vec<String>,
}

impl PackageError {
    /// The error as a message.
    #[must_use]
    pub fn text(&self) -> String {
        if let ([first, rest @ ..], false) = (&*self.import_stack, self.cycle.is_empty()) {
            let imports = rest.iter().zip(&self.cycle);
            let lines = imports.map(|(path, file)| format!("\n\timports {path} from {file}"));
            return format!("package {first}{}: {}", lines.collect::<String>(), self.err);
        }
        match (&*self.pos, &*self.import_stack) {
            ("", []) => self.err.clone(),
            ("", stack) => format!("package {}: {}", stack.join("\n\timports "), self.err),
            (pos, _) => format!("{pos}: {}", self.err),
        }
    }
}

/// A package. The fields are those that `go help list` describes.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "`go help list` describes the fields")]
pub struct Package {
    pub dir: String,
    pub import_path: String,
    pub name: String,
    pub doc: String,
    pub target: String,
    pub root: String,
    pub for_test: String,
    pub module: Option<Description>,
    pub matched: Vec<String>,
    pub standard: bool,
    pub dep_only: bool,
    pub incomplete: bool,
    pub default_godebug: String,
    pub go_files: Vec<String>,
    pub compiled_go_files: Vec<String>,
    pub ignored_go_files: Vec<String>,
    pub invalid_go_files: Vec<String>,
    pub ignored_other_files: Vec<String>,
    /// The fields for files of other languages, in Go's order.
    pub other_files: Vec<(&'static str, Vec<String>)>,
    pub embed_patterns: Vec<String>,
    pub embed_files: Vec<String>,
    pub imports: Vec<String>,
    pub import_map: BTreeMap<String, String>,
    pub deps: Vec<String>,
    pub error: Option<PackageError>,
    pub deps_errors: Vec<PackageError>,
    pub test_go_files: Vec<String>,
    pub test_imports: Vec<String>,
    pub test_embed_patterns: Vec<String>,
    /// Not printed: added to the `embed_files` of the package variant that includes the tests.
    pub test_embed_files: Vec<String>,
    pub xtest_go_files: Vec<String>,
    pub xtest_imports: Vec<String>,
    pub xtest_embed_patterns: Vec<String>,
    /// Not printed: becomes the `embed_files` of the package of the external tests.
    pub xtest_embed_files: Vec<String>,
}

/// A value that is printed only if it is not empty.
trait NonEmpty: Serialize {
    fn is_empty(&self) -> bool;
}

impl NonEmpty for String {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl NonEmpty for bool {
    fn is_empty(&self) -> bool {
        !self
    }
}

impl<T: Serialize> NonEmpty for Vec<T> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Serialize> NonEmpty for Option<T> {
    fn is_empty(&self) -> bool {
        self.is_none()
    }
}

impl NonEmpty for BTreeMap<String, String> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl Package {
    /// The fields that are not empty, by Go's names and in Go's order, with their values as JSON.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut all: Vec<(&'static str, &dyn erased::Value)> = vec![
            ("Dir", &self.dir),
            ("ImportPath", &self.import_path),
            ("Name", &self.name),
            ("Doc", &self.doc),
            ("Target", &self.target),
            ("Root", &self.root),
            ("ForTest", &self.for_test),
            ("Module", &self.module),
            ("Match", &self.matched),
            ("Goroot", &self.standard),
            ("Standard", &self.standard),
            ("DepOnly", &self.dep_only),
            ("Incomplete", &self.incomplete),
            ("DefaultGODEBUG", &self.default_godebug),
            ("GoFiles", &self.go_files),
            ("CompiledGoFiles", &self.compiled_go_files),
            ("IgnoredGoFiles", &self.ignored_go_files),
            ("InvalidGoFiles", &self.invalid_go_files),
            ("IgnoredOtherFiles", &self.ignored_other_files),
        ];
        all.extend(
            self.other_files.iter().map(|(name, files)| (*name, files as &dyn erased::Value)),
        );
        let rest: [(&'static str, &dyn erased::Value); 13] = [
            ("EmbedPatterns", &self.embed_patterns),
            ("EmbedFiles", &self.embed_files),
            ("Imports", &self.imports),
            ("ImportMap", &self.import_map),
            ("Deps", &self.deps),
            ("Error", &self.error),
            ("DepsErrors", &self.deps_errors),
            ("TestGoFiles", &self.test_go_files),
            ("TestImports", &self.test_imports),
            ("TestEmbedPatterns", &self.test_embed_patterns),
            ("XTestGoFiles", &self.xtest_go_files),
            ("XTestImports", &self.xtest_imports),
            ("XTestEmbedPatterns", &self.xtest_embed_patterns),
        ];
        all.extend(rest);
        all.into_iter().filter_map(|(name, value)| Some((name, value.json()?))).collect()
    }
}

/// A trait object type for fields of different types.
mod erased {
    use super::NonEmpty;

    pub(super) trait Value {
        /// The value as JSON, unless it is empty.
        fn json(&self) -> Option<String>;
    }

    impl<T: NonEmpty> Value for T {
        fn json(&self) -> Option<String> {
            (!self.is_empty()).then(|| crate::load::listing::json::text(self))
        }
    }
}
