//! Package level: from files to objects with types.
//!
//! `collect`, `import` and `indexed` declare the objects of a package, without looking at what they are. `resolve`
//! checks a declaration when something needs its object; `func`, `receiver`, `named` and `local_type` are the kinds of
//! declarations, `typexpr`, `signature`, `struct_type` and `interface` the type expressions in them. `cycles` and
//! `finite` refuse declarations that need themselves. `deferred` and `sizes` run the checks that wait until types are
//! complete. `linkname` reads `//go:linkname` lines. `init_order` orders the variables of one package, `init_tasks`
//! the packages. `universe` declares the predeclared names and package unsafe. `effects` tells values that have to be
//! computed whether they are used or not.

pub(crate) mod collect;
pub(crate) mod cycles;
pub(crate) mod deferred;
pub(crate) mod effects;
pub(crate) mod finite;
pub(crate) mod func;
pub(crate) mod import;
pub(crate) mod indexed;
pub(crate) mod init_order;
pub(crate) mod init_tasks;
pub(crate) mod interface;
pub(crate) mod linkname;
pub(crate) mod local_type;
pub(crate) mod named;
pub(crate) mod receiver;
pub(crate) mod resolve;
pub(crate) mod signature;
pub(crate) mod sizes;
pub(crate) mod struct_type;
pub(crate) mod typexpr;
pub(crate) mod universe;
