//! Types without names: their identity and their texts.
//!
//! This module repeats rules of the compiler, for types that reflection makes.

use super::Types;
use foldhash::fast::FixedState;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RField, RMethod, RType};
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hash, Hasher};

/// The properties that determine the identity of a type without a name: all its components. Each value that reflection
/// makes looks for the identical type, so comparing and hashing allocate nothing.
struct Components<'t>(&'t RType);

impl Components<'_> {
    /// The methods, of an interface type; the method set of another type is no component.
    fn methods(&self) -> &[RMethod] {
        if self.0.kind == Kind::Interface { &self.0.methods } else { &[] }
    }
}

impl Hash for Components<'_> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let ty = self.0;
        (ty.kind, ty.elem, ty.key, ty.len, ty.chan_dir, ty.is_variadic).hash(to);
        (&ty.params, &ty.results).hash(to);
        ty.fields.iter().for_each(|field| components_of(field).hash(to));
        self.methods().iter().for_each(|m| (m.method, m.sig).hash(to));
    }
}

impl PartialEq for Components<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.0, other.0);
        (a.kind, a.elem, a.key, a.len) == (b.kind, b.elem, b.key, b.len)
            && (a.chan_dir, a.is_variadic) == (b.chan_dir, b.is_variadic)
            && a.fields.len() == b.fields.len()
            && (&a.params, &a.results) == (&b.params, &b.results)
            && a.fields.iter().zip(&b.fields).all(|(a, b)| components_of(a) == components_of(b))
            && self.methods().len() == other.methods().len()
            && self
                .methods()
                .iter()
                .zip(other.methods())
                .all(|(a, b)| a.method == b.method && a.sig == b.sig)
    }
}

/// The properties of a field that determine the identity of its struct type.
fn components_of(field: &RField) -> impl Hash + PartialEq {
    (&field.name, &field.pkg_path, field.ty, &field.tag, field.is_embedded)
}

/// Reports whether two types are identical. A type with a name is only identical to itself.
pub(super) fn are_identical(a: &RType, b: &RType) -> bool {
    a.name.is_empty() && b.name.is_empty() && Components(a) == Components(b)
}

/// A hash that is equal for identical types.
pub(super) fn hash(ty: &RType) -> u64 {
    FixedState::default().hash_one(Components(ty))
}

impl Types {
    /// The `%T` text of a type that reflection makes, from the current texts of its components.
    pub(super) fn text(&self, ty: &RType) -> String {
        let text = |id: TypeId| &*self.get(id).string;
        match ty.kind {
            Kind::Pointer => format!("*{}", text(ty.elem)),
            Kind::Slice => format!("[]{}", text(ty.elem)),
            Kind::Array => format!("[{}]{}", ty.len, text(ty.elem)),
            Kind::Map => format!("map[{}]{}", text(ty.key), text(ty.elem)),
            Kind::Chan => {
                let elem = self.get(ty.elem);
                let receives = elem.kind == Kind::Chan && elem.chan_dir == 1;
                match ty.chan_dir {
                    1 => format!("<-chan {}", elem.string),
                    2 => format!("chan<- {}", elem.string),
                    _ if receives && elem.name.is_empty() => format!("chan ({})", elem.string),
                    _ => format!("chan {}", elem.string),
                }
            }
            Kind::Func => self.text_of_func(ty),
            _ => self.text_of_struct(ty),
        }
    }

    fn text_of_func(&self, ty: &RType) -> String {
        let texts = |ids: &[TypeId]| -> Vec<String> {
            ids.iter().map(|&id| self.get(id).string.to_string()).collect()
        };
        let mut params = texts(&ty.params);
        if let (true, Some(last)) = (ty.is_variadic, params.last_mut()) {
            *last = last.replacen("[]", "...", 1);
        }
        let results = match &texts(&ty.results)[..] {
            [] => String::new(),
            [one] => format!(" {one}"),
            several => format!(" ({})", several.join(", ")),
        };
        format!("func({}){results}", params.join(", "))
    }

    fn text_of_struct(&self, ty: &RType) -> String {
        let mut text = String::from("struct {");
        for (i, field) in ty.fields.iter().enumerate() {
            text.push_str(if i > 0 { "; " } else { " " });
            if !field.is_embedded {
                let _ = write!(text, "{} ", field.name);
            }
            text.push_str(&self.get(field.ty).string);
            if !field.tag.is_empty() {
                let _ = write!(text, " {:?}", field.tag);
            }
        }
        text.push_str(if ty.fields.is_empty() { "}" } else { " }" });
        text
    }
}
