//! Answers queries about names without executing code: the members of a value, the place of a declaration.

use crate::scope::object::ObjectKind;
use crate::session::{Session, SessionDeclaration, SessionInput};
use crate::ty::embedding::Embedding;
use crate::ty::{NamedId, Type, TypeId};
use minigo_syntax::ast::is_exported;
use minigo_syntax::hash::HashSet;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, SourceMap};

/// A field or method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The name with the type: `X int`, `Len() int`.
    pub signature: String,
}

impl Session<'_> {
    /// The fields and methods of the value of an input's last expression, as a selector finds them: through pointers
    /// and embedded fields, and for each name only the member of least depth. The session forgets the input after the
    /// check.
    pub fn members(&mut self, input: SessionInput) -> Vec<Member> {
        let tried = self.check_only(input);
        match tried.value_type_ids[..] {
            [ty] => self.members_of(ty),
            _ => Vec::new(),
        }
    }

    /// The exported names of a package whose declarations have been checked.
    #[must_use]
    pub fn exported_declarations(&self, path: &str) -> Vec<SessionDeclaration> {
        let packages = self.checker.packages.iter();
        let Some(package) = packages.rev().find(|p| p.path == path) else { return Vec::new() };
        let list = &self.checker.scope(package.scope).objects;
        let exported = list.iter().filter(|(name, _)| is_exported(name));
        exported
            .filter_map(|(name, obj)| self.checker.declared_object(name.clone(), *obj))
            .collect()
    }

    fn members_of(&self, ty: TypeId) -> Vec<Member> {
        let checker = &self.checker;
        let (base, pointer) = checker.types.deref(ty);
        let mut embedding = Embedding::of(&checker.types, base, pointer);
        let mut depth = embedding.deepest_types();
        let (mut out, mut known) = (Vec::new(), HashSet::default());
        while !depth.is_empty() {
            let mut level: Vec<Member> = Vec::new();
            for at in depth {
                level.extend(self.direct_members(embedding.embedded_types[at].ty));
            }
            level.retain(|member| !known.contains(&member.name));
            known.extend(level.iter().map(|member| member.name.clone()));
            out.append(&mut level);
            depth = embedding.descend_level();
        }
        out.small_sort_by(|a, b| a.name.cmp(&b.name));
        out.dedup_by(|a, b| a.name == b.name);
        out
    }

    /// The members of a type itself, without embedded fields' members, that an input may name.
    fn direct_members(&self, ty: TypeId) -> Vec<Member> {
        let checker = &self.checker;
        let main = checker.session_state.as_ref().map(|session| session.main_pkg);
        let mut out = Vec::new();
        if let Type::Named(id) = *checker.types.get(ty) {
            for method in &checker.types.named_type(id).methods {
                if is_exported(&method.name) || Some(method.pkg) == main {
                    let signature = func_header(&checker.sources, method.pos);
                    let signature = signature.unwrap_or_else(|| format!("{}()", method.name));
                    out.push(Member { name: method.name.to_string(), signature });
                }
            }
        }
        match checker.types.underlying_structure(ty) {
            Type::Struct(fields) => {
                let own = |pkg| pkg == main;
                let fields = fields.iter().filter(|f| f.name != "_");
                for field in fields.filter(|f| f.pkg.is_none() || own(f.pkg)) {
                    let signature = format!("{} {}", field.name, checker.type_string(field.ty));
                    out.push(Member { name: field.name.to_string(), signature });
                }
            }
            Type::Interface(interface) => {
                let own = |pkg| pkg == main;
                let methods = interface.methods.iter();
                for method in methods.filter(|m| m.pkg.is_none() || own(m.pkg)) {
                    let ty = checker.type_string(method.sig);
                    let signature = format!("{}{}", method.name, ty.trim_start_matches("func"));
                    out.push(Member { name: method.name.to_string(), signature });
                }
            }
            _ => {}
        }
        out
    }

    /// The position of the declaration of a name `T` or, if `method` is given, of the method `T.M`.
    #[must_use]
    pub fn declared_at(&self, name: &str, method: Option<&str>) -> Option<Pos> {
        let checker = &self.checker;
        let session = checker.session_state.as_ref()?;
        let &(_, obj) = session.objects_named(name).last()?;
        let object = checker.object(obj);
        let Some(method) = method else { return Some(object.pos).filter(|pos| pos.is_known()) };
        let ty = match object.kind {
            ObjectKind::TypeName(ty) => ty,
            ObjectKind::Global(global) => {
                checker.types.deref(checker.globals[global.0 as usize].ty).0
            }
            _ => return None,
        };
        match *checker.types.get(ty) {
            Type::Named(id) => self.method_at(id, method),
            _ => None,
        }
    }

    fn method_at(&self, id: NamedId, method: &str) -> Option<Pos> {
        let methods = &self.checker.types.named_type(id).methods;
        methods.iter().find(|m| m.name == method).map(|m| m.pos)
    }
}

/// The header of a function from its name up to the body: parameters and results as written.
pub(super) fn func_header(sources: &SourceMap, pos: Pos) -> Option<String> {
    let file = sources.file_of(pos).filter(|_| pos.is_known())?;
    let text = &file.text[(pos.0 - file.base.0) as usize..];
    let line = text.lines().next()?;
    let end = line.find(" {").unwrap_or(line.len());
    Some(line[..end].trim_end().to_owned())
}
