//! Types without names: their identity and their texts.
//!
//! This module repeats rules of the compiler, for types that reflection makes.

use super::Types;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RField, RType};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher as _};

/// The properties that determine the identity of a type without a name: all its components.
fn identity_parts(ty: &RType) -> impl Hash + PartialEq {
    let field =
        |f: &RField| (f.name.clone(), f.pkg_path.clone(), f.ty, f.tag.clone(), f.is_embedded);
    let interface = if ty.kind == Kind::Interface { &ty.methods[..] } else { &[] };
    (
        (ty.kind, ty.elem, ty.key, ty.len, ty.chan_dir),
        (ty.params.clone(), ty.results.clone(), ty.is_variadic),
        ty.fields.iter().map(field).collect::<Vec<_>>(),
        interface.iter().map(|m| (m.method, m.sig)).collect::<Vec<_>>(),
    )
}

/// Reports whether two types are identical. A type with a name is only identical to itself.
pub(super) fn are_identical(a: &RType, b: &RType) -> bool {
    a.name.is_empty() && b.name.is_empty() && identity_parts(a) == identity_parts(b)
}

/// A hash that is equal for identical types.
pub(super) fn hash(ty: &RType) -> u64 {
    let mut hasher = DefaultHasher::new();
    identity_parts(ty).hash(&mut hasher);
    hasher.finish()
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
