//! Type declarations inside functions.

use crate::checker::Checker;
use crate::checker::named::{NamedInfo, TypeResolutionStage};
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, LocalType, Named};
use minigo_syntax::ast;

impl<'a> Checker<'a> {
    /// Checks a type declaration inside a function, and declares the name in the current scope.
    pub(crate) fn local_type_decl(&mut self, spec: &ast::TypeSpec) {
        let mark = self.resolving.incomplete_types.len();
        let invalid = Basic::Invalid.id();
        if !spec.tparams.is_empty() {
            self.resolving.depth += 1;
            let obj = self.declare(self.context.scope, &spec.name, ObjectKind::TypeName(invalid));
            self.enter_local_type(obj);
            self.local_generic_type(obj, spec);
            self.leave_local_type(obj);
            self.resolving.depth -= 1;
            self.complete_mentioned_types(mark);
            return;
        }
        self.resolving.depth += 1;
        if spec.is_alias {
            self.require_language(9, spec.name.pos, "type alias");
            let obj = self.declare(self.context.scope, &spec.name, ObjectKind::TypeName(invalid));
            self.enter_local_type(obj);
            let ty = self.type_inner(&spec.ty);
            self.object_mut(obj).kind = ObjectKind::TypeName(ty);
            self.leave_local_type(obj);
        } else {
            let named = Named {
                name: spec.name.name.clone(),
                pkg: Some(self.context.pkg),
                pos: spec.name.pos,
                underlying: invalid,
                methods: Vec::new(),
                args: [].into(),
                local_type: Some(self.local_type(spec)),
            };
            let unset = ObjId(u32::MAX);
            let (id, ty) = self.new_named(named, NamedInfo::of_declaration(unset, None));
            let obj = self.declare(self.context.scope, &spec.name, ObjectKind::TypeName(ty));
            self.named_info_mut(id).obj = Some(obj);
            self.named_info_mut(id).stage = TypeResolutionStage::Completing;
            self.enter_local_type(obj);
            let rhs = self.defined_type(spec);
            self.set_underlying(id, rhs);
            self.leave_local_type(obj);
        }
        self.resolving.depth -= 1;
        self.complete_mentioned_types(mark);
    }

    /// The facts about the local type that `spec` defines in the current function.
    pub(crate) fn local_type(&self, spec: &ast::TypeSpec) -> Box<LocalType> {
        let file = self.sources.file_of(spec.name.pos).map(|file| file.id);
        let before =
            file.and_then(|file| self.collected_decls.preceding_local_type_counts.get(&file));
        let func = self.context.body.enclosing.first().or(self.context.func.as_ref());
        let args = func.and_then(|func| self.func_info.get(func)).map(|info| info.args.clone());
        let number = before.copied().unwrap_or_default() + spec.local_number;
        Box::new(LocalType { local_number: number, args: args.unwrap_or_default() })
    }

    pub(crate) fn enter_local_type(&mut self, obj: ObjId) {
        self.context.decl_func = self.context.func;
        self.resolving.object_path.push(obj);
        self.object_mut(obj).color = Color::Grey;
    }

    pub(crate) fn leave_local_type(&mut self, obj: ObjId) {
        self.resolving.object_path.pop();
        self.object_mut(obj).color = Color::Black;
    }
}
