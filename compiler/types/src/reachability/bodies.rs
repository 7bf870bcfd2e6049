//! Checks the bodies that are reached.

use crate::checker::Checker;
use crate::checker::body::BodyContext;
use crate::checker::context::Context;
use crate::ids::{FuncId, VarId};
use crate::program::{Body, Name, Var};
use crate::reachability::parse_ahead::{MIN_BODIES_FOR_THREAD, ParseAhead};
use minigo_syntax::ast;
use minigo_syntax::source::Span;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Checks bodies until no new ones are reached, or the deadline has passed.
    pub(crate) fn check_reached_bodies(&mut self) {
        loop {
            while let Some(func) = self.reachability.next_body() {
                if self.deadline.is_over() {
                    return;
                }
                self.check_body(func);
            }
            while let Some(pkg) = self.reachability.pending_packages.pop() {
                self.reach_inits(pkg);
            }
            self.reach_interface_method_names();
            self.reach_types();
            if self.reachability.is_done() {
                return;
            }
        }
    }

    pub(crate) fn check_body(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get(&func) else { return };
        let (decl, args) = (info.decl, info.args.clone());
        let pkg = self.funcs[func.0 as usize].pkg;
        let opaque = args.iter().any(|&a| self.mentions_param(a));
        let cx = Context {
            func: Some(func),
            decl_func: Some(func),
            dependent_object: Some(info.obj),
            has_opaque_type_params: opaque,
            suppresses_errors: !args.is_empty() && !opaque && !self.package(pkg).is_library,
            body: BodyContext { enclosing: vec![func], ..BodyContext::default() },
            ..Context::of_scope(pkg, info.scope, info.version)
        };
        let block = match &decl.body {
            None => {
                if !self.link_function(func) {
                    self.complete_native(func);
                }
                return;
            }
            Some(ast::Body::Parsed(block)) => FuncBody::Borrowed(block),
            Some(ast::Body::Deferred(span)) => match args.is_empty() {
                true => FuncBody::Owned(self.parsed_body(func, *span)),
                false => FuncBody::Shared(self.generic_body(*span)),
            },
        };
        let outer = std::mem::replace(&mut self.context, cx);
        match &block {
            FuncBody::Borrowed(block) => self.check_func_body(func, block),
            FuncBody::Owned(block) => self.check_func_body(func, block),
            FuncBody::Shared(block) => self.check_func_body(func, block),
        }
        self.check_frame(func);
        if opaque {
            self.record_body();
            self.funcs[func.0 as usize].body = Body::Unreached;
            self.discard_generic_body();
        }
        self.context = outer;
    }

    /// Queues the body of a function for the parser thread, if the program is large.
    pub(crate) fn parse_ahead(&mut self, func: FuncId) {
        let deferred = |func: &FuncId| match self.func_info.get(func)?.decl.body {
            Some(ast::Body::Deferred(span)) => Some((*func, span)),
            _ => None,
        };
        self.reachability.queued_count += 1;
        if let Some(parse_ahead) = &self.reachability.parse_ahead {
            if let Some((func, span)) = deferred(&func) {
                parse_ahead.push(func, span);
            }
        } else if self.reachability.queued_count == MIN_BODIES_FOR_THREAD
            && self.session_state.is_none()
        {
            let wanted = self.reachability.pending_bodies.iter().filter_map(deferred).collect();
            self.reachability.parse_ahead = ParseAhead::start(&self.sources, wanted);
        }
    }

    fn parsed_body(&mut self, func: FuncId, span: Span) -> ast::Block {
        if let Some(block) = self
            .reachability
            .parse_ahead
            .as_ref()
            .and_then(|parse_ahead| parse_ahead.take_body(func))
        {
            return block;
        }
        let Some(source) = self.sources.file_of(span.start) else { return ast::Block::default() };
        let (block, found) = minigo_syntax::parse_body(source, span);
        self.diags.extend(found);
        block
    }

    /// The body of a generic function, parsed for its first instance.
    fn generic_body(&mut self, span: Span) -> Rc<ast::Block> {
        if let Some(block) = self.reachability.generic_bodies.get(&span.start) {
            return Rc::clone(block);
        }
        let Some(source) = self.sources.file_of(span.start) else { return Rc::default() };
        let (block, found) = minigo_syntax::parse_body(source, span);
        self.diags.extend(found);
        let block = Rc::new(block);
        self.reachability.generic_bodies.insert(span.start, Rc::clone(&block));
        block
    }

    /// Completes a function without a body: a native of the runtime.
    pub(crate) fn complete_native(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get(&func) else { return };
        let (recv, sig) = (info.recv.clone(), info.sig.clone());
        let recv = recv.map(|p| self.new_native_param(func, &p));
        let params = sig.params.iter().map(|p| self.new_native_param(func, p)).collect();
        let results = sig.results.iter().map(|p| self.new_native_param(func, p)).collect();
        let native = &mut self.funcs[func.0 as usize];
        native.recv = recv;
        native.params = params;
        native.results = results;
        native.body = Body::Native;
    }

    pub(crate) fn new_native_param(
        &mut self,
        owner: FuncId,
        param: &crate::checker::func::ParamInfo,
    ) -> VarId {
        let id = VarId(self.vars.len() as u32);
        let name = param.name.as_ref().map_or_else(Name::default, |n| n.name.clone());
        self.vars.push(Var {
            name,
            ty: param.ty,
            pos: param.pos,
            owner,
            is_captured: false,
            is_addressed: false,
            is_reassigned: false,
        });
        id
    }
}

/// A body: parsed with its file, parsed on demand, or shared between instances.
pub(crate) enum FuncBody<'b> {
    Borrowed(&'b ast::Block),
    Owned(ast::Block),
    Shared(Rc<ast::Block>),
}
