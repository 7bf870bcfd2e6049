//! Terms of unions, which define the type sets of constraints.

use crate::ty::{Term, TypeId, Types};

impl Types {
    /// Adds a term to a union, unless the union contains its types already.
    pub(crate) fn add_term(&self, terms: &mut Vec<Term>, term: Term) {
        if terms.iter().any(|t| self.term_includes(t, term.ty) && (t.has_tilde || !term.has_tilde))
        {
            return;
        }
        terms.push(term);
    }

    /// Reports whether `ty` is in the type set of the term.
    pub(crate) fn term_includes(&self, term: &Term, ty: TypeId) -> bool {
        term.ty == ty || term.has_tilde && self.underlying(ty) == self.underlying(term.ty)
    }

    /// Reports whether the type set of `a` is a subset of that of `b`.
    pub(crate) fn term_subset(&self, a: &Term, b: &Term) -> bool {
        self.term_includes(b, a.ty) && (b.has_tilde || !a.has_tilde)
    }

    /// The terms whose type set is the intersection of both unions' type sets.
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

    /// The text of the terms in messages.
    pub(crate) fn terms_text(&self, terms: &[Term], show: impl Fn(TypeId) -> String) -> String {
        let one = |t: &Term| format!("{}{}", if t.has_tilde { "~" } else { "" }, show(t.ty));
        terms.iter().map(one).collect::<Vec<_>>().join(" | ")
    }
}
