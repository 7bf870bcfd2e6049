//! Adds a part, the code of one input of a session, to a running program.
//!
//! Tables grow in place (see [`table`](crate::memory::table)), so new entries do not stop goroutines. Changes to code
//! that goroutines may be executing (a replaced function, the methods and names of types) are made while the world is
//! stopped: [`Image::apply_changes`].
//!
//! A type's number may differ from the compiler's, since reflection makes types too. If a part names a type that
//! reflection has made already, the type keeps reflection's number: a type has one number.

use crate::image::instr::Instr;
use crate::image::linked_program::{ImageCode, function_places, lay_out};
use crate::image::{Image, LinkError, allocation_info, new_map_layout, string_words};
use crate::memory::table::{TableFull, TableWriter};
use hashbrown::HashMap;
use minigo_bytecode::func::Func;
use minigo_bytecode::growth::{InputValue, ProgramGrowth};
use minigo_bytecode::operand::Wide;
use minigo_bytecode::operand::{FuncId, TypeId};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Program;
use minigo_bytecode::relocate::{map_type, map_types};
use minigo_bytecode::rtype::{Kind, RMethod, RType};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The state for adding parts to an image.
pub(crate) struct ImageGrowth {
    /// The machine's type for each number that the compiler assigned.
    types: Vec<TypeId>,
    /// The replaced functions, each with the function that its calls now reach. A part lists every function that its
    /// own function replaces, including those that were replaced before.
    replaced_funcs: HashMap<FuncId, FuncId>,
}

/// The changes of a part to code and types that goroutines may be using.
#[derive(Default)]
pub(crate) struct ImageChanges {
    replaced_funcs: Vec<(FuncId, FuncId)>,
    methods: Vec<(TypeId, Vec<RMethod>)>,
    type_names: Vec<(TypeId, Arc<str>, Arc<str>)>,
}

/// The result of adding a part.
pub(crate) struct AddedProgramPart {
    /// The function to call.
    pub(crate) entry: FuncId,
    pub(crate) shown_values: Vec<InputValue>,
    pub(crate) changes: ImageChanges,
}

impl ImageChanges {
    pub(crate) fn is_empty(&self) -> bool {
        self.replaced_funcs.is_empty() && self.methods.is_empty() && self.type_names.is_empty()
    }
}

impl ImageGrowth {
    pub(crate) fn with_types(types: usize) -> Self {
        Self { types: (0..types as u32).map(TypeId).collect(), replaced_funcs: HashMap::new() }
    }

    fn machine_type(&self, ty: TypeId) -> TypeId {
        self.types[ty.0 as usize]
    }
}

impl From<TableFull> for LinkError {
    fn from(_: TableFull) -> Self {
        Self::Full
    }
}

impl Image {
    /// Adds a part of the program. `link` adds the part's natives under the same lock.
    pub(crate) fn grow(
        &self,
        growth: ProgramGrowth,
        link: impl FnOnce(&TableWriter) -> Result<(), LinkError>,
    ) -> Result<AddedProgramPart, LinkError> {
        let growing = self.growth.as_ref();
        let mut growing =
            growing.ok_or(LinkError::Malformed("the program is complete".into()))?.lock();
        // SAFETY: the lock is held.
        let writer = &unsafe { TableWriter::new() };
        let ProgramGrowth {
            program,
            replaced_funcs: replaced,
            mut methods,
            type_names: mut names,
            shown_values: mut values,
        } = growth;
        let Program {
            mut funcs,
            consts,
            strings,
            types,
            method_names,
            call_sites: mut sites,
            selects,
            natives,
            files,
            mut globals,
            globals_size,
            entry,
            known_types: _,
            godebug: _,
            file_names: _,
            has_go_interface_layout: _,
            has_race_detector: _,
        } = program;
        self.types.add_method_names(writer, method_names.iter().cloned())?;
        self.program.methods.append_entries(writer, method_names)?;
        let methods_of_made = self.add_types(&mut growing, types);
        let map = |ty: TypeId| growing.machine_type(ty);
        self.globals.grow(writer, globals_size)?;
        globals.iter_mut().for_each(|global| global.ty = map(global.ty));
        self.program.globals.append_entries(writer, globals)?;
        self.program.constants.append_entries(writer, consts)?;
        self.strings.append_entries(writer, strings.iter().map(string_words))?;
        self.program.strings.append_entries(writer, strings)?;
        sites.iter_mut().for_each(|site| site.iface = map(site.iface));
        self.call_sites.append_entries(writer, sites.iter().map(|_| AtomicU64::new(0)))?;
        self.program.call_sites.append_entries(writer, sites)?;
        self.program.select_tables.append_entries(writer, selects)?;
        self.program.files.append_entries(writer, files)?;
        link(writer)?;
        self.program.natives.append_entries(writer, natives)?;
        self.add_type_infos(writer)?;
        for func in &mut funcs {
            map_types(&mut func.code, map);
            func.vars.iter_mut().for_each(|var| var.ty = map(var.ty));
        }
        self.add_code(writer, funcs)?;
        methods.iter_mut().for_each(|(ty, list)| {
            *ty = map(*ty);
            list.iter_mut().for_each(|method| method.sig = map(method.sig));
        });
        methods.extend(methods_of_made);
        names.iter_mut().for_each(|(ty, ..)| *ty = map(*ty));
        values.iter_mut().for_each(|value| value.ty = map(value.ty));
        Ok(AddedProgramPart {
            entry,
            shown_values: values,
            changes: ImageChanges { replaced_funcs: replaced, methods, type_names: names },
        })
    }

    /// Adds the types, and records their numbers. A type with a name is always new; another type may exist already if
    /// reflection has made it, and so may the types that it consists of. Returns the methods of types that existed.
    fn add_types(
        &self,
        growing: &mut ImageGrowth,
        types: Vec<RType>,
    ) -> Vec<(TypeId, Vec<RMethod>)> {
        let first = growing.types.len();
        let now = self.types.current_types().len();
        growing.types.extend((now as u32..).map(TypeId).take(types.len()));
        match self.types.add_all(types, |id| growing.machine_type(id)) {
            Ok(()) => Vec::new(),
            Err(types) => self.add_types_beside_reflected(growing, first, types),
        }
    }

    #[cold]
    fn add_types_beside_reflected(
        &self,
        growing: &mut ImageGrowth,
        first: usize,
        types: Vec<RType>,
    ) -> Vec<(TypeId, Vec<RMethod>)> {
        // Cycles of types lead through types with names. Types with names come first, and are described when the
        // numbers of all types are known.
        const NONE: TypeId = TypeId(u32::MAX);
        growing.types[first..].fill(NONE);
        for (at, ty) in types.iter().enumerate().filter(|(_, ty)| !ty.name.is_empty()) {
            let reserved = RType::new(Kind::Invalid, 0, 1, "");
            let reserved = RType { name: ty.name.clone(), ..reserved };
            growing.types[first + at] = self.types.add(reserved).0;
        }
        let mut is_new = vec![true; types.len()];
        let mut left: Vec<usize> =
            (0..types.len()).filter(|&at| types[at].name.is_empty()).collect();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|&at| {
                let ty = &types[at];
                if !component_types(ty).all(|id| growing.machine_type(id) != NONE) {
                    return true;
                }
                let mut ty = RType { pointer_to: TypeId(0), ..ty.clone() };
                // Methods of other types may name types whose numbers are not known yet.
                if ty.kind != Kind::Interface {
                    ty.methods.clear();
                }
                map_type(&mut ty, |id| growing.machine_type(id));
                (growing.types[first + at], is_new[at]) = self.types.add(ty);
                false
            });
            assert!(
                left.len() < before,
                "types without names consist of types that come before them"
            );
        }
        let mut methods = Vec::new();
        for (at, mut ty) in types.into_iter().enumerate() {
            let id = growing.types[first + at];
            map_type(&mut ty, |id| growing.machine_type(id));
            if is_new[at] {
                // SAFETY: the number was assigned just now, and nothing refers to it yet.
                unsafe { self.types.change_type(id, |known| *known = ty) };
            } else if ty.kind != Kind::Interface && !ty.methods.is_empty() {
                methods.push((id, ty.methods));
            }
        }
        methods
    }

    /// Adds the allocation data of new types, including those that reflection has made.
    fn add_type_infos(&self, writer: &TableWriter) -> Result<(), TableFull> {
        let all = self.types.current_types();
        let from = self.type_infos.len();
        self.type_infos
            .append_entries(writer, all.iter().enumerate().skip(from).map(allocation_info))?;
        let layout = |(id, ty): (usize, &RType)| {
            (ty.kind == Kind::Map).then(|| new_map_layout(&self.types, TypeId(id as u32)))
        };
        self.map_layouts.append_entries(writer, all.iter().enumerate().skip(from).map(layout))
    }

    fn add_code(&self, writer: &TableWriter, funcs: Vec<Func>) -> Result<(), LinkError> {
        let ImageCode::Growing(code) = &self.code else {
            return Err(LinkError::Malformed("the program is complete".into()));
        };
        let base = code.len();
        let (starts, end) = function_places(&funcs, base);
        let known = self.function_starts.len() as u32;
        let start = |func: u32| match func.checked_sub(known) {
            None => self.function_starts[func as usize],
            Some(new) => starts[new as usize],
        };
        let mut new = Vec::with_capacity(end - base);
        lay_out(&funcs, &mut new, base, &self.program.natives, start);
        // The functions are appended before the code, since readers go from an address to its function, and from there
        // to the function's data.
        self.program.funcs.append_entries(writer, funcs)?;
        code.append_entries(writer, new.into_iter().map(Instr::from))?;
        let entries = starts.iter().map(|&s| code[s as usize..].as_ptr() as u64);
        self.static_closures.append_entries(writer, entries)?;
        Ok(self.function_starts.append_entries(writer, starts)?)
    }

    /// Applies the changes.
    ///
    /// # Safety
    /// The world is stopped, and nothing is compiled.
    pub(crate) unsafe fn apply_changes(&self, changes: ImageChanges) {
        let ImageChanges { replaced_funcs: replaced, methods, type_names: names } = changes;
        let ImageCode::Growing(code) = &self.code else { return };
        for (from, to) in replaced {
            let at = self.function_starts[from.0 as usize] as usize;
            debug_assert!(
                matches!(self.op_at_index(at), Op::Nop {} | Op::EnterNew { .. }),
                "a replaceable function begins with this instruction"
            );
            let func = Wide::new(self.function_starts[to.0 as usize]);
            // SAFETY: an instruction of the table; no interpreter reads it now.
            unsafe {
                self.entries.clear(at, code[at].address());
                code.first_entry().add(at).write(Instr::from(Op::EnterNew { func }));
            }
            if let Some(growing) = &self.growth {
                growing.lock().replaced_funcs.insert(from, to);
            }
            self.redirect_compiled_calls(to);
        }
        if methods.is_empty() && names.is_empty() {
            return;
        }
        let renames = !names.is_empty();
        for (ty, methods) in methods {
            // SAFETY: the caller's promise.
            unsafe { self.types.change_type(ty, |ty| ty.methods = methods) };
        }
        for (ty, string, name) in names {
            // SAFETY: as above.
            unsafe { self.types.change_type(ty, |ty| (ty.string, ty.name) = (string, name)) };
        }
        if renames {
            // SAFETY: the caller's promise.
            unsafe { self.types.update_reflected_texts() };
        }
        self.clear_method_caches();
    }

    /// The function that a call of `func` reaches: the replacement, if `func` was replaced.
    pub(crate) fn newest_version(&self, func: FuncId) -> FuncId {
        let Some(growing) = &self.growth else { return func };
        growing.lock().replaced_funcs.get(&func).copied().unwrap_or(func)
    }

    /// Makes compiled code that calls a function replaced by `to` enter the compiled code of `to`.
    pub(crate) fn redirect_compiled_calls(&self, to: FuncId) {
        let Some(growing) = &self.growth else { return };
        for (from, _) in growing.lock().replaced_funcs.iter().filter(|pair| *pair.1 == to) {
            let place = |func: FuncId| self.function_starts[func.0 as usize] as usize;
            self.entries.redirect_entry(place(*from), place(to));
        }
    }

    /// Clears the caches of methods and implemented interfaces.
    fn clear_method_caches(&self) {
        self.implements_cache.clear();
        self.method_cache.clear();
        self.call_sites.iter().for_each(|site| site.store(0, Ordering::Relaxed));
    }
}

/// The types that an unnamed type consists of.
fn component_types(ty: &RType) -> impl Iterator<Item = TypeId> + '_ {
    let methods = if ty.kind == Kind::Interface { &ty.methods[..] } else { &[] };
    let fields = ty.fields.iter().map(|f| f.ty);
    let lists = ty.params.iter().chain(&ty.results).copied();
    [ty.elem, ty.key].into_iter().chain(fields).chain(lists).chain(methods.iter().map(|m| m.sig))
}
