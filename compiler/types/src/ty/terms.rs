//! Terms of unions: the type sets of constraints.

use crate::ty::{Term, TypeId, Types};

impl Types {
    /// Adds a term to a union unless it is in it.
    pub(crate) fn add_term(&self, terms: &mut Vec<Term>, term: Term) {
        if terms.iter().any(|t| self.term_includes(t, term.ty) && (t.tilde || !term.tilde)) {
            return;
        }
        terms.push(term);
    }

    /// Whether `ty` is one of the types that the term means.
    pub(crate) fn term_includes(&self, term: &Term, ty: TypeId) -> bool {
        term.ty == ty || term.tilde && self.underlying(ty) == self.underlying(term.ty)
    }

    /// Whether all types of `a` are types of `b`.
    pub(crate) fn term_subset(&self, a: &Term, b: &Term) -> bool {
        self.term_includes(b, a.ty) && (b.tilde || !a.tilde)
    }

    /// The types of both unions.
    pub(crate) fn intersect_terms(&self, a: &[Term], b: &[Term]) -> Vec<Term> {
        let mut out = Vec::new();
        for x in a {
            for y in b {
                let both = if self.term_subset(x, y) {
                    x
                } else if self.term_subset(y, x) {
                    y
                } else {
                    continue;
                };
                self.add_term(&mut out, both.clone());
            }
        }
        out
    }

    /// The terms as messages print them.
    pub(crate) fn terms_text(&self, terms: &[Term], show: impl Fn(TypeId) -> String) -> String {
        let one = |t: &Term| format!("{}{}", if t.tilde { "~" } else { "" }, show(t.ty));
        terms.iter().map(one).collect::<Vec<_>>().join(" | ")
    }
}
