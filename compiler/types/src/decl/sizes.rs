//! Limits on the sizes of types.

use crate::checker::Checker;
use crate::checker::deferred_checks::{DeferredCheck, SizeLimitedUse};
use crate::ids::FuncId;
use crate::ty::{Type, TypeId};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::Pos;

/// The size of the address space that gc assumes.
pub(crate) const MAX_TYPE_SIZE: u64 = 1 << 50;

/// The bound of the element size of channels; elements must be smaller.
pub(crate) const MAX_CHAN_ELEM_SIZE: u64 = 1 << 16;

/// The bound of the sizes of map keys and elements; they must be smaller.
pub(crate) const MAX_MAP_ENTRY_SIZE: u64 = 1 << 31;

impl Checker<'_> {
    /// The position at which gc reports the size of a type at `at`: that of the name being declared, else of the
    /// function.
    pub(crate) fn size_pos(&self, at: Pos) -> Pos {
        let object = self.resolving.object_path.last().copied().or(self.context.dependent_object);
        self.resolving
            .local_var_pos
            .or_else(|| object.map(|obj| self.object(obj).pos))
            .unwrap_or(at)
    }

    /// Records that the size of `ty`, which is written at `at`, is limited.
    pub(crate) fn note_size_limit(&mut self, what: SizeLimitedUse, ty: TypeId, at: Pos) {
        if matches!(self.types.get(ty), Type::Named(_) | Type::Array(..) | Type::Struct(_)) {
            let pos = self.size_pos(at);
            self.resolving.deferred_checks.push(DeferredCheck::Size(
                self.context.pkg,
                what,
                ty,
                pos,
            ));
        }
    }

    /// Checks sizes if there are no errors; frames are checked only if no other size is in error.
    pub(crate) fn check_sizes(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let mut known = HashSet::default();
        for check in std::mem::take(&mut self.backend_errors.size_checks) {
            let DeferredCheck::Size(pkg, what, ty, pos) = check else { continue };
            let limit = match what {
                SizeLimitedUse::Array => MAX_TYPE_SIZE,
                SizeLimitedUse::ChanElem => MAX_CHAN_ELEM_SIZE,
                SizeLimitedUse::MapKey | SizeLimitedUse::MapElem => MAX_MAP_ENTRY_SIZE,
            };
            if self.types.size_of(ty) < limit || !known.insert((what, ty, pos)) {
                continue;
            }
            self.context.pkg = pkg;
            let (code, message) = match what {
                SizeLimitedUse::Array => {
                    let shown = self.type_string(ty);
                    (Code::TypeTooLarge, format!("type {shown} larger than address space"))
                }
                SizeLimitedUse::ChanElem => {
                    (Code::TypeTooLarge, "channel element type too large (>64kB)".to_owned())
                }
                SizeLimitedUse::MapKey => (Code::TypeTooLarge, "map key type too large".to_owned()),
                SizeLimitedUse::MapElem => {
                    (Code::TypeTooLarge, "map element type too large".to_owned())
                }
            };
            self.error(code, pos, message);
        }
        for (pos, bytes) in std::mem::take(&mut self.backend_errors.large_frames) {
            if self.diags.has_errors() {
                return;
            }
            let large = format!("0 MB locals + {} MB args", bytes >> 20);
            self.error(Code::FrameTooLarge, pos, format!("stack frame too large (>1GB): {large}"));
        }
    }
}

impl<'a> Checker<'a> {
    /// Checks that parameters and results fit on a stack.
    pub(crate) fn check_frame(&mut self, func: FuncId) {
        let f = &self.funcs[func.0 as usize];
        let vars = f.recv.iter().chain(&f.params).chain(&f.results);
        let size = vars.map(|v| self.types.size_of(self.vars[v.0 as usize].ty));
        let size = size.fold(0u64, u64::saturating_add);
        if size >= 1 << 30 {
            let pos = self.func_info.get(&func).map_or(f.pos, |i| i.decl.name.pos);
            self.backend_errors.large_frames.push((pos, size));
        }
    }
}
