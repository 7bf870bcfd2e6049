//! The verbs of package fmt, with the flags and types that each accepts.

use crate::pass::Pass;
use minigo_syntax::ast::is_exported;
use minigo_syntax::hash::HashSet;
use minigo_types::ty::{Basic, Field, Type, TypeId};

/// A set of kinds of values.
pub(crate) type ValueKinds = u16;

const BOOL: ValueKinds = 1;
const BYTE: ValueKinds = 1 << 1;
/// The kind that `*` accepts.
pub(crate) const INT: ValueKinds = 1 << 2;
const RUNE: ValueKinds = 1 << 3;
/// Values whose `String` or `Error` method fmt may call.
pub(crate) const STRING: ValueKinds = 1 << 4;
const FLOAT: ValueKinds = 1 << 5;
const COMPLEX: ValueKinds = 1 << 6;
const POINTER: ValueKinds = 1 << 7;
/// The kind that `%w` accepts.
pub(crate) const ERROR: ValueKinds = 1 << 8;
const ANY_KIND: ValueKinds = !0;

/// For each verb, the flags that it accepts and the kinds of values that it prints.
const VERBS: &[(char, &str, ValueKinds)] = &[
    ('%', "", 0),
    ('b', " -+.0#", INT | FLOAT | COMPLEX | POINTER),
    ('c', "-", RUNE | INT),
    ('d', " -+.0", INT | POINTER),
    ('e', " -+.0#", FLOAT | COMPLEX),
    ('E', " -+.0#", FLOAT | COMPLEX),
    ('f', " -+.0#", FLOAT | COMPLEX),
    ('F', " -+.0#", FLOAT | COMPLEX),
    ('g', " -+.0#", FLOAT | COMPLEX),
    ('G', " -+.0#", FLOAT | COMPLEX),
    ('o', " -+.0#", INT | POINTER),
    ('O', " -+.0#", INT | POINTER),
    ('p', "-#", POINTER),
    ('q', " -+.0#", RUNE | INT | STRING),
    ('s', " -+.0", STRING),
    ('t', "-", BOOL),
    ('T', "-", ANY_KIND),
    ('U', "-#", RUNE | INT),
    ('v', " -+.0#", ANY_KIND),
    ('w', " -+.0#", ERROR),
    ('x', " -+.0#", RUNE | INT | STRING | POINTER | FLOAT | COMPLEX),
    ('X', " -+.0#", RUNE | INT | STRING | POINTER | FLOAT | COMPLEX),
];

/// The flags that a verb accepts and the kinds of values that it prints.
pub(crate) fn find_verb(verb: char, version: (u32, u32)) -> Option<(&'static str, ValueKinds)> {
    let &(_, flags, kinds) = VERBS.iter().find(|(v, ..)| *v == verb)?;
    // Since Go 1.26 vet reports `%q` with an integer that is no rune.
    let strict = verb == 'q' && version >= (1, 26);
    Some((flags, if strict { RUNE | BYTE | STRING } else { kinds }))
}

/// Reports whether the type implements `fmt.Formatter` or, being an interface, may hold a value that does.
pub(crate) fn is_formatter(pass: &Pass<'_>, ty: TypeId) -> bool {
    let param = matches!(pass.type_table().get(ty), Type::TypeParam(_));
    if !param && pass.interface(ty).is_some() {
        return true;
    }
    let Some(sig) = pass.method(ty, "Format") else { return false };
    let [state, verb] = *sig.params else { return false };
    sig.results.is_empty() && verb == Basic::Int32.id() && pass.is_named(state, "fmt", "State")
}

/// Reports whether values of the type have an `Error` or `String` method.
fn has_text_method(pass: &Pass<'_>, ty: TypeId) -> bool {
    if ty == Basic::UntypedNil.id() {
        return false;
    }
    let string = pass.method(ty, "String").is_some_and(|sig| pass.returns_string(sig));
    string || pass.is_error(ty)
}

/// Checks that values of type `ty` can be printed as one of `kinds`. The error is the text of an additional reason,
/// which may be empty.
pub(crate) fn check_kinds(pass: &Pass<'_>, kinds: ValueKinds, ty: TypeId) -> Result<(), String> {
    if kinds == ANY_KIND {
        return Ok(());
    }
    let mut matcher =
        Matcher { pass, kinds, seen_types: HashSet::default(), reason: String::new() };
    if matcher.matches_type(ty, true) { Ok(()) } else { Err(matcher.reason) }
}

struct Matcher<'p, 'a> {
    pass: &'p Pass<'a>,
    kinds: ValueKinds,
    seen_types: HashSet<TypeId>,
    reason: String,
}

impl Matcher<'_, '_> {
    fn has_kinds(&self, kinds: ValueKinds) -> bool {
        self.kinds & kinds != 0
    }

    /// `top`: `ty` is the type of the argument itself, not of a part of it.
    fn matches_type(&mut self, ty: TypeId, top: bool) -> bool {
        let table = self.pass.type_table();
        if self.kinds == ERROR {
            return self.pass.is_error(ty) || self.pass.interface(ty).is_some();
        }
        if is_formatter(self.pass, ty) || self.has_kinds(STRING) && has_text_method(self.pass, ty) {
            return true;
        }
        if let Type::TypeParam(param) = table.get(ty) {
            return self.param_matches(ty, table.param(*param).constraint, top);
        }
        let under = table.underlying(ty);
        if !self.seen_types.insert(under) {
            return true;
        }
        match table.get(under) {
            Type::Signature(_) => self.kinds == POINTER,
            Type::Map(key, value) => {
                self.kinds == POINTER
                    || self.matches_type(*key, false) && self.matches_type(*value, false)
            }
            Type::Chan(..) => self.has_kinds(POINTER),
            Type::Array(elem, _) => self.is_bytes(*elem) || self.matches_type(*elem, false),
            Type::Slice(elem) => {
                self.is_bytes(*elem) || self.kinds == POINTER || self.matches_type(*elem, false)
            }
            Type::Pointer(base) => self.pointer_matches(*base, top),
            Type::Struct(fields) => fields.iter().all(|field| self.field_matches(field)),
            Type::Interface(_) => true,
            Type::Basic(basic) => self.basic_matches(*basic),
            Type::Named(_) | Type::Tuple(_) | Type::TypeParam(_) => false,
        }
    }

    fn is_bytes(&self, elem: TypeId) -> bool {
        self.has_kinds(STRING) && self.pass.type_table().underlying(elem) == Basic::Uint8.id()
    }

    fn pointer_matches(&mut self, base: TypeId, top: bool) -> bool {
        let table = self.pass.type_table();
        if self.kinds == POINTER || matches!(table.get(base), Type::TypeParam(_)) {
            return true;
        }
        let under = table.underlying(base);
        match table.get(under) {
            // `&{…}` prints the pointer's target, but only if the pointer is the argument itself.
            Type::Struct(_) | Type::Array(..) | Type::Slice(_) | Type::Map(..) => {
                top && self.matches_type(under, false)
            }
            _ => self.has_kinds(POINTER),
        }
    }

    fn field_matches(&mut self, field: &Field) -> bool {
        if !self.matches_type(field.ty, false) {
            return false;
        }
        // fmt does not call the methods of unexported fields.
        !(self.has_kinds(STRING)
            && !is_exported(&field.name)
            && has_text_method(self.pass, field.ty))
    }

    fn param_matches(&mut self, ty: TypeId, constraint: TypeId, top: bool) -> bool {
        if !self.seen_types.insert(ty) {
            return true;
        }
        let terms = self.pass.interface(constraint).and_then(|i| i.terms.as_deref());
        let own = self.seen_types.len() == 1;
        let Some(terms) = terms else { return false };
        for term in terms {
            if !self.matches_type(term.ty, top) {
                if own {
                    let tilde = if term.has_tilde { "~" } else { "" };
                    self.reason = format!("contains {tilde}{}", self.pass.type_text(term.ty));
                }
                return false;
            }
        }
        true
    }

    fn basic_matches(&self, basic: Basic) -> bool {
        match basic {
            Basic::Bool | Basic::UntypedBool => self.has_kinds(BOOL),
            Basic::Uint8 => self.has_kinds(INT | BYTE),
            Basic::Int32 | Basic::UntypedRune => self.has_kinds(INT | RUNE),
            Basic::Float32 | Basic::Float64 | Basic::UntypedFloat => self.has_kinds(FLOAT),
            Basic::Complex64 | Basic::Complex128 | Basic::UntypedComplex => self.has_kinds(COMPLEX),
            Basic::String | Basic::UntypedString => self.has_kinds(STRING),
            Basic::UnsafePointer => self.has_kinds(POINTER | INT),
            Basic::UntypedNil => false,
            Basic::Invalid => true,
            _ => self.has_kinds(INT),
        }
    }
}
