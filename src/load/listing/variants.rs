//! Packages with their tests, and the programs that run the tests, as `go list -test` lists them.

use std::collections::BTreeMap;

use super::package::Package;
use super::{Lister, Node};

/// The packages that a test program imports in addition to the tested package.
const TEST_PROGRAM_IMPORTS: [&str; 4] = ["os", "reflect", "testing", "testing/internal/testdeps"];

impl Lister<'_> {
    /// Lists the test program of a package, the package with its internal tests, and its external tests. Returns the
    /// numbers of those of the three that exist, in this order.
    pub fn tests_of(&mut self, number: usize) -> Vec<usize> {
        let package = self.nodes[number].package.clone();
        let path = package.import_path.clone();
        if package.error.is_some()
            || package.test_go_files.is_empty() && package.xtest_go_files.is_empty()
        {
            return Vec::new();
        }
        let program = format!("{path}.test");
        let variant = |path: &str| format!("{path} [{program}]");
        let mut with_tests = number;
        if !package.test_go_files.is_empty() {
            with_tests = self.list_internal_tests(number, &variant(&path));
        }
        let mut copies = BTreeMap::from([(number, with_tests)]);
        let external = (!package.xtest_go_files.is_empty()).then(|| {
            self.list_external_tests(
                number,
                &variant(&format!("{path}_test")),
                &mut copies,
                &variant,
            )
        });
        let main = self.list_test_program(number, with_tests, external, &program);
        let internal = (with_tests != number).then_some(with_tests);
        [main].into_iter().chain(internal).chain(external).collect()
    }

    /// Lists the package with its internal tests.
    fn list_internal_tests(&mut self, number: usize, path: &str) -> usize {
        let mut node = self.nodes[number].clone();
        let for_test = node.package.import_path.clone();
        let (tests, mut numbers) =
            self.list_test_imports(number, &node.package.test_imports.clone());
        let package = &mut node.package;
        package.import_path = path.to_owned();
        package.for_test = for_test;
        package.go_files.extend(package.test_go_files.clone());
        if self.wanted.lists_compiled_files {
            package.compiled_go_files.clone_from(&package.go_files);
        }
        let own = std::mem::replace(&mut package.imports, tests);
        package.imports.extend(own);
        for (all, more) in [
            (&mut package.embed_files, &package.test_embed_files),
            (&mut package.embed_patterns, &package.test_embed_patterns),
        ] {
            all.extend(more.iter().cloned());
        }
        numbers.extend(node.imports.iter().copied());
        node.imports = numbers;
        self.add(path, node)
    }

    /// Lists the packages that a package's tests import; returns their paths and numbers.
    fn list_test_imports(
        &mut self,
        number: usize,
        imports: &[String],
    ) -> (Vec<String>, Vec<usize>) {
        if self.wanted.skips_imports {
            return Default::default();
        }
        let found: Vec<usize> =
            imports.iter().map(|import| self.list_import(import, number)).collect();
        let paths = found.iter().map(|&found| self.nodes[found].package.import_path.clone());
        (paths.collect(), found)
    }

    /// Lists the external tests. Packages that the external tests import and that themselves import the tested package
    /// are copied; the copies import the tested package with its tests.
    fn list_external_tests(
        &mut self,
        number: usize,
        path: &str,
        copies: &mut BTreeMap<usize, usize>,
        variant: &dyn Fn(&str) -> String,
    ) -> usize {
        let tested = self.nodes[number].clone();
        let (_, imports) = self.list_test_imports(number, &tested.package.xtest_imports);
        let module = tested.module;
        let Package { dir, root, module: described, standard, name, .. } = tested.package.clone();
        let files = tested.package.xtest_go_files.clone();
        let mut package = Package {
            dir,
            root,
            standard,
            module: described,
            import_path: path.to_owned(),
            name: format!("{name}_test"),
            for_test: tested.package.import_path.clone(),
            compiled_go_files: if self.wanted.lists_compiled_files {
                files.clone()
            } else {
                Vec::new()
            },
            go_files: files,
            embed_files: tested.package.xtest_embed_files.clone(),
            embed_patterns: tested.package.xtest_embed_patterns.clone(),
            ..Package::default()
        };
        let mut numbers = Vec::new();
        for import in imports {
            let copy = self.copy_package(import, copies, variant, &tested.package.import_path);
            let (from, to) = (self.path_of(import), self.path_of(copy));
            if from != to {
                package.import_map.insert(from, to.clone());
            }
            package.imports.push(to);
            numbers.push(copy);
        }
        self.add(path, Node { package, imports: numbers, module })
    }

    fn path_of(&self, number: usize) -> String {
        self.nodes[number].package.import_path.clone()
    }

    /// A copy of the package `number` that imports the tested package with its tests, if it imports the tested package
    /// directly or indirectly. Any other package is returned as it is.
    fn copy_package(
        &mut self,
        number: usize,
        copies: &mut BTreeMap<usize, usize>,
        variant: &dyn Fn(&str) -> String,
        tested: &str,
    ) -> usize {
        if let Some(&known) = copies.get(&number) {
            return known;
        }
        copies.insert(number, number);
        let imports = self.nodes[number].imports.clone();
        let new: Vec<usize> =
            imports.iter().map(|&it| self.copy_package(it, copies, variant, tested)).collect();
        if new == imports {
            return number;
        }
        let mut node = self.nodes[number].clone();
        let package = &mut node.package;
        package.import_path = variant(&package.import_path);
        package.for_test = tested.to_owned();
        package.matched.clear();
        for (&before, &after) in imports.iter().zip(&new).filter(|(before, after)| before != after)
        {
            let (from, to) = (self.path_of(before), self.path_of(after));
            node.package
                .imports
                .iter_mut()
                .filter(|path| **path == from)
                .for_each(|path| path.clone_from(&to));
            node.package.import_map.insert(from, to);
        }
        node.imports = new;
        let path = node.package.import_path.clone();
        let copy = self.add(&path, node);
        copies.insert(number, copy);
        copy
    }

    /// Lists the test program. The test program has no files: its text is generated when the tests run.
    fn list_test_program(
        &mut self,
        number: usize,
        with_tests: usize,
        external: Option<usize>,
        path: &str,
    ) -> usize {
        let tested = self.nodes[number].clone();
        let mut package = Package {
            dir: tested.package.dir.clone(),
            root: tested.package.root.clone(),
            module: tested.package.module.clone(),
            standard: tested.package.standard,
            import_path: path.to_owned(),
            name: "main".to_owned(),
            ..Package::default()
        };
        let mut imports: Vec<usize> = Vec::new();
        let has_tests = !tested.package.test_go_files.is_empty();
        imports.extend(has_tests.then_some(with_tests).into_iter().chain(external));
        let tested_path = &tested.package.import_path;
        for &import in &imports {
            let to = self.path_of(import);
            let from = to.split(" [").next().unwrap_or(tested_path).to_owned();
            if from != to {
                package.import_map.insert(from, to);
            }
        }
        package.imports = imports.iter().map(|&import| self.path_of(import)).collect();
        if !self.wanted.skips_imports {
            package.imports.extend(TEST_PROGRAM_IMPORTS.map(str::to_owned));
            // The go command lists these packages first.
            let mut all: Vec<usize> =
                TEST_PROGRAM_IMPORTS.map(|path| self.list_standard(path)).to_vec();
            all.append(&mut imports);
            all.push(self.list_standard("runtime"));
            imports = all;
        }
        self.add(path, Node { package, imports, module: tested.module })
    }
}
