//! Thunks: functions that adapt calls, for bound methods, interface methods, and natives as values.
//!
//! Thunks are synthetic: they have no statements; they only fetch a receiver and fill a window.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::panic_broken_invariant;
use crate::program::tables::{DataWordContent, ProgramGen, Thunk, empty_func};
use minigo_bytecode::func::CaptureLayout;
use minigo_bytecode::operand::{self as bc, Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::PromotedMethod;
use minigo_types::program::{CompareOp, FuncId};
use minigo_types::ty::methodset::{MethodEntry, MethodTarget};
use minigo_types::ty::{Type, TypeId};

impl<'p> ProgramGen<'p> {
    /// Generates the Go function of a native, which calls the native. The generated function is used where the native
    /// is a value, a method, or the callee of `go` or `defer`.
    pub(crate) fn native_wrapper(&mut self, id: FuncId) {
        let (args, results) = self.call_slots(id);
        let mut f = FuncGen::new(self, None);
        f.regs.alloc(args.max(results));
        let win = f.regs.alloc_call_window(args.max(results));
        f.mov(win, Slot(0), args);
        f.emit_call(win, id);
        f.mov(Slot(0), win, results);
        f.emit(Op::Ret {});
        let id = f.program_gen.func_id(id);
        mark_wrapper(&mut f, id);
        f.finish(id);
    }

    /// The thunk for `x.M` as a value: it takes the receiver from its closure.
    pub(crate) fn bound_thunk(&mut self, method: FuncId) -> bc::FuncId {
        if let Some(&id) = self.thunks.get(&Thunk::Bound(method)) {
            return id;
        }
        let declared = self.program.func(method);
        let recv = self.arg_types(method)[0];
        let recv_slots = self.slot_count(recv);
        let (args, results) = self.call_slots(method);
        let params = args - recv_slots;
        let name = format!("{}-fm", declared.name);
        let id = self.add_func(empty_func(&name, params, results));
        self.thunks.insert(Thunk::Bound(method), id);
        let pointers = self.pointer_slots(recv);
        self.func_mut(id).captures =
            CaptureLayout { size: recv_slots * 8, pointer_words: pointers };
        let mut f = FuncGen::new(self, None);
        f.regs.alloc(params.max(results));
        let win = f.regs.alloc_call_window(args.max(results));
        if recv_slots == 1 {
            f.emit(Op::LoadCapture { dst: win, off: 8 });
        } else if recv_slots > 0 {
            let closure = f.regs.alloc(1);
            f.emit(Op::Closure { dst: closure });
            f.load_words(closure, 8, win, recv_slots);
        }
        f.mov(Slot(win.0 + recv_slots as u16), Slot(0), params);
        f.emit_call(win, method);
        f.mov(Slot(0), win, results);
        f.emit(Op::Ret {});
        mark_wrapper(&mut f, id);
        f.finish(id);
        id
    }

    /// The function that an interface call of a method of `ty` executes: it takes the data word as receiver.
    pub(crate) fn method_thunk(&mut self, ty: TypeId, entry: &MethodEntry) -> bc::FuncId {
        let is_pointer = matches!(self.program.types.get(ty), Type::Pointer(_));
        if entry.path.is_empty()
            && let MethodTarget::Func(f, by_pointer) = entry.target
            && by_pointer == is_pointer
            && self.layout_of(ty).size > 0
            && self.fits_data_word(ty)
        {
            return self.func_id(f);
        }
        let key = Thunk::Method(ty, entry.name.to_string() + &format!("{:?}", entry.pkg));
        if let Some(&id) = self.thunks.get(&key) {
            return id;
        }
        self.receiver_thunk(key, ty, entry, |f| f.receiver(ty))
    }

    /// The thunks for a method that is promoted from the first field of a struct type made by reflection, if the
    /// program makes such types. The method's own thunk does not fit: the data word of an interface that holds the
    /// struct contains the struct or its address.
    pub(crate) fn promoted_thunks(
        &mut self,
        ty: TypeId,
        entry: &MethodEntry,
    ) -> Option<PromotedMethod> {
        let is_pointer = matches!(self.program.types.underlying_structure(ty), Type::Pointer(_));
        let needs_none =
            self.uses_go_interface_layout || !(1..=8).contains(&self.layout_of(ty).size);
        if !self.may_make_struct_types || is_pointer || needs_none {
            return None;
        }
        let mut made = |holder, field: Lvalue| {
            let name = entry.name.to_string() + &format!("{:?}", entry.pkg);
            let key = Thunk::Promoted(ty, name, holder);
            let known = self.thunks.get(&key).copied();
            known.unwrap_or_else(|| self.receiver_thunk(key, ty, entry, |_| (field, ty)))
        };
        Some(PromotedMethod {
            word_func: made(DataWordContent::Word, Lvalue::Part(0)),
            address_func: made(
                DataWordContent::Address,
                Lvalue::Mem { pointer: Slot(0), offset: 0, is_nonnil: true },
            ),
        })
    }

    /// Makes the thunk `key`, which calls a method of `ty` on the receiver that `receiver` loads through the word in
    /// slot 0.
    fn receiver_thunk(
        &mut self,
        key: Thunk,
        ty: TypeId,
        entry: &MethodEntry,
        receiver: impl FnOnce(&mut FuncGen<'_, 'p>) -> (Lvalue, TypeId),
    ) -> bc::FuncId {
        let sig = self.signature(entry.sig);
        let params = self.slots_of(sig.params.iter().copied());
        let results = self.slots_of(sig.results.iter().copied());
        let name = self.thunk_name(ty, &entry.name);
        let id = self.add_func(empty_func(&name, 1 + params, results));
        self.thunks.insert(key, id);
        let mut f = FuncGen::new(self, None);
        f.regs.alloc((1 + params).max(results));
        let receiver = receiver(&mut f);
        f.method_call(ty, receiver, entry, params, results);
        mark_wrapper(&mut f, id);
        f.finish(id);
        id
    }

    fn thunk_name(&self, ty: TypeId, method: &str) -> String {
        let name = self.program.types.runtime_name(ty);
        match name.strip_prefix('*') {
            Some(name) => match name.split_once('.') {
                Some((pkg, name)) => format!("{pkg}.(*{name}).{method}"),
                None => format!("(*{name}).{method}"),
            },
            None => format!("{name}.{method}"),
        }
    }
}

/// Marks the function as a wrapper, which tracebacks omit.
fn mark_wrapper(f: &mut FuncGen<'_, '_>, id: bc::FuncId) {
    f.program_gen.func_mut(id).is_wrapper = true;
}

impl<'p> FuncGen<'_, 'p> {
    /// Walks from a value of type `ty` (or the target of the pointer) to the receiver and calls the method.
    fn method_call(
        &mut self,
        ty: TypeId,
        (mut lvalue, mut at): (Lvalue, TypeId),
        entry: &MethodEntry,
        params: u32,
        results: u32,
    ) {
        if let (Type::Pointer(elem), MethodTarget::Func(_, false)) =
            (self.program.types.get(ty), entry.target)
            && entry.path.is_empty()
        {
            self.check_receiver(*elem, &entry.name);
        }
        let by_pointer = matches!(entry.target, MethodTarget::Func(_, true));
        for (step, &index) in entry.path.iter().enumerate() {
            let Type::Struct(fields) = self.program.types.underlying_structure(at) else {
                panic_broken_invariant("promoted methods are reached through structs")
            };
            let field = fields[index as usize].ty;
            lvalue = self.field(lvalue, at, index, field);
            at = field;
            // A pointer at the end of the path may be the receiver itself.
            let is_receiver = by_pointer && step + 1 == entry.path.len();
            if !is_receiver && let Type::Pointer(elem) = self.program.types.get(at) {
                let ptr = self.regs.alloc(1);
                self.load(lvalue, at, ptr);
                lvalue = Lvalue::Mem { pointer: ptr, offset: 0, is_nonnil: false };
                at = *elem;
            }
        }
        self.finish_method_call(lvalue, at, entry, params, results);
    }

    /// Generates Go's panic for the call of a value method through a nil pointer.
    fn check_receiver(&mut self, elem: TypeId, method: &str) {
        let fine = self.label();
        self.branch_imm(CompareOp::Ne, Slot(0), 0, fine);
        let name = self.program.types.runtime_name(elem);
        let bare = name.split_once('.').map_or(&*name, |(_, bare)| bare);
        let pkg = match self.program.types.get(elem) {
            Type::Named(id) => self.program.types.named_type(*id).pkg,
            _ => None,
        };
        let path = pkg.map_or("", |pkg| &*self.program.package(pkg).path);
        let text = format!("value method {path}.{bare}.{method} called using nil *{bare} pointer");
        let k = self.program_gen.string(&text.as_bytes().into());
        let mark = self.regs.height();
        let x = self.regs.alloc(2);
        self.emit(Op::LoadStr { dst: x, k });
        let ty = self.program_gen.bytecode.known_types.plain_error.0;
        self.emit_ext(Op::BoxIface { dst: x, src: x }, 2, ty);
        if self.program_gen.uses_go_interface_layout {
            self.emit(Op::LoadDescriptor { dst: x, ty: Wide::new(ty) });
        }
        self.emit(Op::Panic { x });
        self.regs.release(mark);
        self.asm.bind(fine);
    }

    /// The location of the value that the data word in slot 0 represents, with its type.
    fn receiver(&mut self, ty: TypeId) -> (Lvalue, TypeId) {
        if let Type::Pointer(elem) = self.program.types.get(ty) {
            return (Lvalue::Mem { pointer: Slot(0), offset: 0, is_nonnil: false }, *elem);
        }
        match self.program_gen.fits_data_word(ty) {
            true => (Lvalue::Slots(Slot(0)), ty),
            false => (Lvalue::Mem { pointer: Slot(0), offset: 0, is_nonnil: true }, ty),
        }
    }

    fn finish_method_call(
        &mut self,
        lvalue: Lvalue,
        at: TypeId,
        entry: &MethodEntry,
        params: u32,
        results: u32,
    ) {
        let method = entry.target;
        match method {
            MethodTarget::Func(f, by_pointer) => {
                let recv = self.program_gen.arg_types(f)[0];
                let recv_slots = self.slots(recv);
                let win = self.regs.alloc_call_window((recv_slots + params).max(results));
                if by_pointer && !matches!(self.program.types.get(at), Type::Pointer(_)) {
                    self.address_of(lvalue, at, win);
                } else {
                    self.load(lvalue, at, win);
                }
                self.mov(Slot(win.0 + recv_slots as u16), Slot(1), params);
                self.emit_call(win, f);
                self.mov(Slot(0), win, results);
            }
            MethodTarget::Interface(index) => {
                let x = self.regs.alloc(2);
                self.load(lvalue, at, x);
                let win = self.regs.alloc_call_window((1 + params).max(results));
                self.mov(Slot(win.0 + 1), Slot(1), params);
                let site = self.program_gen.call_site(at, index);
                self.emit_ext(Op::CallIface { win, x }, 0, site.0);
                self.mov(Slot(0), win, results);
            }
        }
        self.emit(Op::Ret {});
    }
}
