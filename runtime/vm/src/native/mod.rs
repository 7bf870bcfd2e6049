//! Natives: functions of the library that are written in Rust.
//!
//! This module connects machine and library: it defines packages, turns plain Rust functions into natives, and provides
//! the operations that a native can use.
//!
//! A native is a plain function. The parameters of a native have types with [`FromSlots`], after an optional `&mut
//! NativeCx`; its result is a type with [`IntoSlots`] (a tuple for several), a `Result` of one with [`GoError`], or an
//! [`Outcome`] of one. Natives never call back into Go; functions that take a func are written in Go (the exception,
//! [`Outcome::CallGo`], exists for reflection).

pub(crate) mod blocking;
pub mod convert;
pub mod mapping_syscalls;
pub(crate) mod outcome;
pub(crate) mod output;
pub(crate) mod slots;
pub mod work_parts;

pub use crate::goroutine::context::Cx as NativeCx;
pub use crate::goroutine::frames_in_memory::FramesInMemory;
pub use crate::goroutine::native_call::{Control, GoCall, GoError, NativeFn};
pub use crate::native::outcome::{IntoOutcome, Outcome};
pub use crate::native::output::{Output, PausedOutput, StringList};
pub use crate::native::work_parts::WorkBound;
pub use crate::race::natives::AtomicAccess;
pub use crate::shared::kept_objects::LibraryState;
pub use minigo_heap::ledger::spawn as spawn_thread;
pub use minigo_sched::Reason;

use crate::goroutine::exit::InterpreterExit;
use crate::host::Host;
use crate::host::program_signals::ProgramSignals;
use crate::image::LinkError;
use crate::native::convert::{FromSlots, PointerFree};
use crate::native::slots::load_slot;
use crate::shared::session_inputs::OutOfMemoryEnd;
use crate::types::Types;
use crate::types::value::{GoSlice, GoStr, Iface};
use hashbrown::HashMap;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::program::NativeRef;
use minigo_bytecode::rtype::RType;
use minigo_heap::Desc;
use std::borrow::Cow;
use std::sync::Arc;

/// Finds a program's natives in the packages of the library.
///
/// # Errors
/// Returns [`LinkError`] if a native is missing, or does not fit its declaration.
pub(crate) fn link_natives(
    wanted: &[NativeRef],
    packages: &[Package],
) -> Result<Vec<NativeFn>, LinkError> {
    let mut index = HashMap::new();
    for package in packages {
        for native in &package.natives {
            index.insert((&*package.path, &*native.name), native);
        }
    }
    let find = |want: &NativeRef| {
        let missing = || LinkError::Missing(format!("{}.{}", want.package, want.name));
        let native = index.get(&(&*want.package, &*want.name)).ok_or_else(missing)?;
        let shape = (native.arg_slots as u32, native.result_slots as u32);
        if shape != (want.arg_slots, want.result_slots) {
            return Err(LinkError::Shape(format!(
                "{}.{} takes {} and gives {} slots, its declaration says {} and {}",
                want.package, want.name, shape.0, shape.1, want.arg_slots, want.result_slots
            )));
        }
        Ok(native.call)
    };
    wanted.iter().map(find).collect()
}

/// A native with its name.
#[derive(Clone, Debug)]
pub struct Native {
    /// The name in the package: `Index`, `(*T).m`.
    pub name: Cow<'static, str>,
    /// The function to call.
    pub call: NativeFn,
    /// The number of argument slots.
    pub arg_slots: usize,
    /// The number of result slots.
    pub result_slots: usize,
    /// How the native bounds its uninterrupted work.
    pub work_bound: WorkBound,
}

impl Native {
    /// A native that does little work, whatever its arguments are.
    #[must_use]
    pub fn constant_time<Kind>(name: &'static str, function: impl IntoNative<Kind>) -> Self {
        Self { work_bound: WorkBound::Constant, ..function.into_native(name) }
    }

    /// A native that does long work [in parts](work_parts).
    #[must_use]
    pub fn chunked<Kind>(name: &'static str, function: impl IntoNative<Kind>) -> Self {
        Self { work_bound: WorkBound::Chunked, ..function.into_native(name) }
    }

    /// A native that does long work [without a P](Outcome::block).
    #[must_use]
    pub fn blocking<Kind>(name: &'static str, function: impl IntoNative<Kind>) -> Self {
        Self { work_bound: WorkBound::Blocking, ..function.into_native(name) }
    }
}

/// A package of the library: the natives for its functions without a body.
#[derive(Clone, Debug)]
pub struct Package {
    /// The import path.
    pub path: Cow<'static, str>,
    /// The natives.
    pub natives: Vec<Native>,
}

impl Package {
    /// A package without natives.
    #[must_use]
    pub fn new(path: &'static str) -> Self {
        Self { path: path.into(), natives: Vec::new() }
    }

    /// A package that has only natives: an embedder's.
    #[must_use]
    pub fn of_embedder(path: String, natives: Vec<Native>) -> Self {
        Self { path: path.into(), natives }
    }

    /// Adds natives, such as those of [`crate::natives`].
    #[must_use]
    pub fn natives(mut self, natives: impl IntoIterator<Item = Native>) -> Self {
        self.natives.extend(natives);
        self
    }
}

/// A function that can be a native. `Kind` distinguishes function shapes for the compiler; it is always inferred.
pub trait IntoNative<Kind> {
    /// Makes the native.
    fn into_native(self, name: &'static str) -> Native;
}

/// The only value of a zero-size type: a plain function.
///
/// # Safety
/// `F` is the type of a value that exists.
#[inline(always)]
unsafe fn zero_sized_value<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "natives are plain functions, without captures") };
    // SAFETY: a zero-size type has no bits, and by the caller's promise a value exists.
    unsafe { std::ptr::NonNull::<F>::dangling().read() }
}

macro_rules! arities {
    ($(($($t:ident $v:ident),*))*) => { $(
        impl<F, R, $($t),*> IntoNative<fn($($t),*) -> R> for F
        where
            F: Fn($($t),*) -> R + Copy + 'static,
            R: IntoOutcome,
            $($t: FromSlots,)*
        {
            fn into_native(self, name: &'static str) -> Native {
                #[allow(unused, non_snake_case, reason = "a native without parameters uses nothing")]
                unsafe fn shim<F, R, $($t),*>(cx: &mut NativeCx, at: *mut u64) -> Control
                where
                    F: Fn($($t),*) -> R + Copy,
                    R: IntoOutcome,
                    $($t: FromSlots,)*
                {
                    if const { false $(|| $t::NEEDS_FRAMES_IN_MEMORY)* } && FramesInMemory::unless_compiled(cx).is_none() {
                        return cx.exit_interpreter(InterpreterExit::Part);
                    }
                    // SAFETY: `into_native` had a value of this type.
                    let function = unsafe { zero_sized_value::<F>() };
                    let mut next = 0;
                    $(
                        // SAFETY: the arguments lie one after the other, as the Go declaration says.
                        let $v = unsafe {
                            $t::report_read_to_race_detector(cx, at.add(next));
                            $t::from_slots(at.add(next))
                        };
                        next += $t::SLOTS;
                    )*
                    // SAFETY: the window has room for the results.
                    unsafe { function($($v),*).store_results(cx, at) }
                }
                let _ = self;
                let arg_slots = 0 $(+ $t::SLOTS)*;
                let work = WorkBound::Constant;
                Native { name: name.into(), call: shim::<F, R, $($t),*>, arg_slots, result_slots: R::SLOTS, work_bound: work }
            }
        }

        impl<F, R, $($t),*> IntoNative<fn(&mut NativeCx, $($t),*) -> R> for F
        where
            F: Fn(&mut NativeCx, $($t),*) -> R + Copy + 'static,
            R: IntoOutcome,
            $($t: FromSlots,)*
        {
            fn into_native(self, name: &'static str) -> Native {
                #[allow(unused, non_snake_case, reason = "a native without parameters uses nothing")]
                unsafe fn shim<F, R, $($t),*>(cx: &mut NativeCx, at: *mut u64) -> Control
                where
                    F: Fn(&mut NativeCx, $($t),*) -> R + Copy,
                    R: IntoOutcome,
                    $($t: FromSlots,)*
                {
                    if const { false $(|| $t::NEEDS_FRAMES_IN_MEMORY)* } && FramesInMemory::unless_compiled(cx).is_none() {
                        return cx.exit_interpreter(InterpreterExit::Part);
                    }
                    // SAFETY: `into_native` had a value of this type.
                    let function = unsafe { zero_sized_value::<F>() };
                    let mut next = 0;
                    $(
                        // SAFETY: the arguments lie one after the other, as the Go declaration says.
                        let $v = unsafe {
                            $t::report_read_to_race_detector(cx, at.add(next));
                            $t::from_slots(at.add(next))
                        };
                        next += $t::SLOTS;
                    )*
                    let result = function(cx, $($v),*);
                    // SAFETY: the window has room for the results.
                    unsafe { result.store_results(cx, at) }
                }
                let _ = self;
                let arg_slots = 0 $(+ $t::SLOTS)*;
                let work = WorkBound::Constant;
                Native { name: name.into(), call: shim::<F, R, $($t),*>, arg_slots, result_slots: R::SLOTS, work_bound: work }
            }
        }
    )* };
}

arities! {
    ()
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, G g)
    (A a, B b, C c, D d, E e, G g, H h)
    (A a, B b, C c, D d, E e, G g, H h, I i)
}

impl NativeCx {
    /// A new Go string of these bytes.
    pub fn string(&mut self, bytes: &[u8]) -> GoStr {
        if bytes.is_empty() {
            return GoStr::EMPTY;
        }
        let at = self.alloc(bytes.len(), Desc::NO_SCAN);
        // SAFETY: the new object has that many bytes, and nothing writes to it later.
        unsafe {
            at.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            GoStr::from_raw(at, bytes.len())
        }
    }

    /// A new `[]byte` of these bytes, never nil.
    pub fn bytes(&mut self, bytes: &[u8]) -> GoSlice<u8> {
        let slice = self.make_bytes(bytes.len(), bytes.len());
        slice.set(bytes);
        slice
    }

    /// A new zeroed `[]byte`, never nil.
    pub fn make_bytes(&mut self, len: usize, cap: usize) -> GoSlice<u8> {
        self.new_slice(len, cap)
    }

    /// A new zeroed slice of elements without pointers, never nil.
    pub fn new_slice<T: PointerFree>(&mut self, len: usize, cap: usize) -> GoSlice<T> {
        assert!(len <= cap, "a length within the capacity");
        let at = self.alloc(cap.saturating_mul(size_of::<T>()).max(1), Desc::NO_SCAN);
        // SAFETY: the new object has room for `cap` elements.
        unsafe { GoSlice::from_raw(at.cast(), len, cap) }
    }

    /// A new slice of these elements, never nil.
    pub fn slice<T: PointerFree>(&mut self, elements: &[T]) -> GoSlice<T> {
        let slice = self.new_slice(elements.len(), elements.len());
        slice.set(elements);
        slice
    }

    /// A new `[]string` of `len` existing strings, never nil; `each` passes them one by one to its argument, exactly
    /// `len`.
    pub fn strings(
        &mut self,
        len: usize,
        each: impl FnOnce(&mut dyn FnMut(GoStr)),
    ) -> GoSlice<GoStr> {
        let mut list = StringList::new(self, len);
        each(&mut |part| list.push(part));
        list.into_slice()
    }

    /// Memory for `n` zeroed values of a type. All values of size 0 are the same variable, as in Go code.
    pub fn alloc_values(&mut self, ty: TypeId, n: usize) -> *mut u8 {
        let desc = self.types().heap_desc(ty);
        let size = (self.types().get(ty).size as usize).saturating_mul(n);
        if size == 0 { self.zero_size_address() } else { self.alloc(size, desc) }
    }

    /// An interface value of type `ty` that holds a copy of the value at `ptr`.
    ///
    /// # Safety
    /// A value of that type lies at `ptr`.
    pub unsafe fn box_value(&mut self, ty: TypeId, ptr: *const u8) -> Iface {
        let (size, in_word) =
            (self.type_descriptor(ty).size as usize, self.type_descriptor(ty).is_in_data_word);
        let data = if size == 0 {
            self.types().first_descriptor()
        } else if in_word {
            // SAFETY: the caller's promise; a value that lies in a word has at most eight bytes.
            unsafe { load_slot(self.type_descriptor(ty), ptr) }
        } else {
            let to = self.alloc_values(ty, 1);
            // SAFETY: the caller's promise; the new object has that many bytes.
            unsafe { to.copy_from_nonoverlapping(ptr, size) };
            to as u64
        };
        Iface { ty: self.types().interface_word(ty), data }
    }

    /// The run-time type with this number.
    #[must_use]
    pub fn type_descriptor(&self, id: TypeId) -> &RType {
        self.types().get(id)
    }

    /// All run-time types.
    #[must_use]
    pub fn types(&self) -> &Types {
        &self.shared().image.types
    }

    /// The host: the machine's interface to the operating system.
    #[must_use]
    pub fn host(&self) -> &Arc<dyn Host> {
        &self.shared().host
    }

    /// Keeps an object of the library until it is [released](Self::release_object) or the machine ends; its number is
    /// not 0.
    pub fn keep_object<T: Send + Sync + 'static>(&mut self, object: Arc<T>) -> u64 {
        self.shared().kept_objects.add(object)
    }

    /// The state that the natives of one package share on this machine.
    #[must_use]
    pub fn state<T: LibraryState>(&self) -> &T {
        self.shared().kept_objects.state()
    }

    /// The object that is kept under a number.
    #[must_use]
    pub fn kept_object<T: Send + Sync + 'static>(&self, number: u64) -> Option<Arc<T>> {
        self.shared().kept_objects.get(number)?.downcast().ok()
    }

    /// Stops keeping an object.
    pub fn release_object(&mut self, number: u64) {
        self.shared().kept_objects.remove(number);
    }

    /// The number of collections whose marking has ended. While this number stays the same, no object that was alive is
    /// freed.
    #[must_use]
    pub fn collection_count(&self) -> u64 {
        self.shared().gc.figures.lock().marked_cycles
    }

    /// The signal dispositions of the program.
    pub(crate) fn program_signals(&self) -> &Arc<ProgramSignals> {
        &self.shared().program_signals
    }

    /// Reports whether this call of the native follows a wake: see [`Outcome::Park`].
    #[must_use]
    pub fn is_retry(&self) -> bool {
        self.is_retry
    }

    /// Reports whether the goroutine must end, because the user of a session has interrupted it. A native that is
    /// called again after a wake then gives up its wait, so that the object it waited for is as before, and ends with
    /// [`Outcome::End`]. A native that does not check this is terminated at its next wait.
    #[must_use]
    pub fn must_end_goroutine(&mut self) -> bool {
        let g = self.g();
        let (id, ends) = (g.id, g.out_of_memory_end);
        self.shared().inputs.as_ref().is_some_and(|inputs| inputs.must_terminate(id, ends))
    }

    /// Called when a goroutine that must end does so by itself: it may wait again until it has undone its operation.
    pub(crate) fn note_terminated_end(&mut self) {
        let g = self.g();
        let (id, ends) = (g.id, std::mem::replace(&mut g.out_of_memory_end, OutOfMemoryEnd::No));
        if let Some(inputs) = &self.shared().inputs {
            inputs.clear_terminated(id);
            if ends == OutOfMemoryEnd::Alone {
                inputs.note_out_of_memory_end();
            }
        }
    }

    /// Reports whether a native that was called again must give up its wait.
    pub(crate) fn must_give_up_wait(&mut self) -> bool {
        self.is_retry && self.must_end_goroutine()
    }
}
