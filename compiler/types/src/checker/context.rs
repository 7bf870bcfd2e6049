//! What is being checked at the moment.
//!
//! A value of its own, so that entering another declaration is `mem::replace` and leaving it puts the old one back.

use crate::checker::body::BodyContext;
use crate::checker::package::Decl;
use crate::constant::ConstValue;
use crate::ids::{FuncId, PkgId};
use crate::scope::ScopeId;
use crate::scope::object::ObjId;
use minigo_syntax::source::Pos;

/// The environment of the declaration or body at hand.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// The package.
    pub pkg: PkgId,
    /// The innermost open scope.
    pub scope: ScopeId,
    /// The language version of the file.
    pub version: (u32, u32),
    /// The value of `iota`, inside constant declarations.
    pub iota: Option<ConstValue>,
    /// Where errors of an inherited constant expression are reported.
    pub errpos: Option<Pos>,
    /// The function whose body is checked; the package's init function in initialisers of variables.
    pub func: Option<FuncId>,
    /// The function around the declaration at hand: equal to `func` unless inside a function literal.
    pub decl_func: Option<FuncId>,
    /// The package-level object whose dependencies are noted.
    pub decl: Option<ObjId>,
    /// The body that is checked.
    pub body: BodyContext,
}

impl Context {
    /// That of a declaration, outside all bodies.
    pub(crate) fn of(decl: &Decl<'_>) -> Self {
        Self::at(decl.pkg, decl.scope, decl.version)
    }

    /// A scope outside all declarations.
    pub(crate) fn at(pkg: PkgId, scope: ScopeId, version: (u32, u32)) -> Self {
        Self {
            pkg,
            scope,
            version,
            iota: None,
            errpos: None,
            func: None,
            decl_func: None,
            decl: None,
            body: BodyContext::default(),
        }
    }
}
