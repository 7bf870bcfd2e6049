//! The context: the declaration or body that is being checked.
//!
//! Entering another declaration replaces the context; leaving it restores the previous context.

use crate::checker::body::BodyContext;
use crate::checker::package::Decl;
use crate::constant::ConstValue;
use crate::ids::{FuncId, PkgId};
use crate::scope::ScopeId;
use crate::scope::object::ObjId;
use minigo_syntax::source::Pos;

/// The environment of the declaration or body being checked.
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
    /// The position at which errors of an inherited constant expression are reported.
    pub error_pos: Option<Pos>,
    /// The function whose body is checked; in initialisers of variables the package's init function.
    pub func: Option<FuncId>,
    /// The declared function around the current code; differs from `func` only inside a function literal.
    pub decl_func: Option<FuncId>,
    /// The package-level object whose dependencies are recorded.
    pub dependent_object: Option<ObjId>,
    /// Whether a generic body is checked with opaque type parameters: its code is discarded.
    pub has_opaque_type_params: bool,
    /// Whether a body is checked again for concrete type arguments. During this second check the checker reports no
    /// errors: it has reported all errors of the body when it checked the body with opaque type parameters.
    pub suppresses_errors: bool,
    /// The body that is checked.
    pub body: BodyContext,
}

impl Context {
    /// Makes the context of a declaration, outside of all bodies.
    pub(crate) fn of_decl(decl: &Decl<'_>) -> Self {
        Self::of_scope(decl.pkg, decl.scope, decl.version)
    }

    /// Makes the context of a scope outside of all declarations.
    pub(crate) fn of_scope(pkg: PkgId, scope: ScopeId, version: (u32, u32)) -> Self {
        Self {
            pkg,
            scope,
            version,
            iota: None,
            error_pos: None,
            func: None,
            decl_func: None,
            dependent_object: None,
            has_opaque_type_params: false,
            suppresses_errors: false,
            body: BodyContext::default(),
        }
    }
}
