//! Package-level declarations: from files to objects with types.
//!
//! `collect`, `import` and `indexed_package` declare the objects of a package without checking them. `resolve` checks a
//! declaration on the first use of its object; `func`, `receiver`, `named` and `local_type` handle the kinds of
//! declarations, `typexpr`, `signature`, `struct_type` and `interface` the type expressions in them. `cycles` and
//! `finite_size` reject declarations that depend on themselves. `deferred_checks` and `sizes` run the checks that need
//! complete types. `linkname` reads `//go:linkname` directives. `sandboxed_package` rejects code that reaches memory
//! other than as Go's types allow. `init_order` orders the variables of one package, `init_tasks` the packages.
//! `universe` declares the predeclared names and package unsafe. `effects` finds the values that must be computed even
//! if they are not used.

pub(crate) mod collect;
pub(crate) mod cycles;
pub(crate) mod deferred_checks;
pub(crate) mod effects;
pub(crate) mod finite_size;
pub(crate) mod func;
pub(crate) mod import;
pub(crate) mod indexed_package;
pub(crate) mod init_literals;
pub(crate) mod init_order;
pub(crate) mod init_tasks;
pub(crate) mod interface;
pub(crate) mod linkname;
pub(crate) mod local_type;
pub(crate) mod named;
pub(crate) mod receiver;
pub(crate) mod resolve;
pub(crate) mod sandboxed_package;
pub(crate) mod signature;
pub(crate) mod sizes;
pub(crate) mod struct_type;
pub(crate) mod typexpr;
pub(crate) mod universe;
