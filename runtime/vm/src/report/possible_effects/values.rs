//! The values in a frame's slots at an instruction that has not been executed yet, as far as the stopped world shows
//! them.
//!
//! This module follows values through single instructions, and knows nothing of goroutines and effects.
//!
//! The walk takes memory as it is when the world is stopped. Writes of the followed code are recorded in
//! [`WrittenMemory`], and loads from the written places give no known value. A write through an unknown pointer is
//! recorded by its offset, if the user's code makes it: it may change every load with the same offset.

use crate::image::Image;
use crate::image::lines::LIBRARY_PREFIX;
use crate::report::possible_effects::stores::{ElementSize, StoreTarget, store_target};
use crate::shared::Shared;
use crate::types::DESC_CHAN;
use hashbrown::{HashMap, HashSet};
use minigo_bytecode::func::{Func, HEADER_SLOTS};
use minigo_bytecode::operand::{FuncId, Slot, TypeId, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::{ext_at, uses_of};

/// The possible values of a word, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AbstractValue {
    /// Nil: no operation on it is possible.
    Nil,
    /// An object that code still to be executed makes: none of the existing objects.
    New,
    /// A closure that code still to be executed makes: index into [`AbstractMemory::future_closures`].
    FutureClosure(u32),
    /// Exactly this word.
    Is(u64),
    /// Exactly this word, or the address of an object that the code allocates.
    IsOrNew(u64),
    /// Unknown.
    Any,
}

impl AbstractValue {
    fn from_word(word: u64) -> Self {
        if word == 0 { Self::Nil } else { Self::Is(word) }
    }

    /// The value where two control-flow paths join.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::Nil, x) | (x, Self::Nil) => x,
            (Self::New, Self::Is(w) | Self::IsOrNew(w))
            | (Self::Is(w) | Self::IsOrNew(w), Self::New) => Self::IsOrNew(w),
            (Self::Is(a) | Self::IsOrNew(a), Self::Is(b) | Self::IsOrNew(b)) if a == b => {
                Self::IsOrNew(a)
            }
            _ => Self::Any,
        }
    }

    /// The value of this address plus `offset` bytes.
    pub(super) fn add_offset(self, offset: u64) -> Self {
        match self {
            Self::Is(w) => Self::Is(w.wrapping_add(offset)),
            Self::IsOrNew(w) => Self::IsOrNew(w.wrapping_add(offset)),
            Self::FutureClosure(_) => Self::Any,
            other => other,
        }
    }
}

/// The values of a frame's slots, from the first on; the slots behind the last one are unknown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Slots(pub(super) Vec<AbstractValue>);

impl Slots {
    pub(super) fn get(&self, slot: Slot, i: usize) -> AbstractValue {
        self.0.get(usize::from(slot.0) + i).copied().unwrap_or(AbstractValue::Any)
    }

    fn set(&mut self, slot: Slot, i: usize, value: AbstractValue) {
        if let Some(held) = self.0.get_mut(usize::from(slot.0) + i) {
            *held = value;
        }
    }

    pub(super) fn forget_slots(&mut self, from: usize, n: usize) {
        let end = from.saturating_add(n).min(self.0.len());
        if let Some(slots) = self.0.get_mut(from..end) {
            slots.fill(AbstractValue::Any);
        }
    }

    /// Joins with the values of another path. Reports whether that changed any value.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            let joined = to.join(*from);
            changed |= joined != *to;
            *to = joined;
        }
        changed
    }
}

/// A closure that code still to be executed makes.
pub(super) struct FutureClosure {
    pub(super) func: FuncId,
    /// The captured values by their byte offset in the closure.
    captures: HashMap<u64, AbstractValue>,
    /// Whether a call of the closure was followed.
    pub(super) is_called: bool,
}

/// The memory that the followed code writes.
#[derive(Clone, Default)]
struct WrittenMemory {
    cells: HashSet<u64>,
    /// The offsets of writes through unknown pointers.
    offsets: HashSet<u64>,
}

/// A followed function: with these arguments, or from a frame's position.
#[derive(Clone, Copy)]
pub(crate) struct Activation<'i> {
    /// A unique number.
    pub(super) call_number: usize,
    pub(super) func: &'i Func,
    pub(super) closure: AbstractValue,
}

/// An instruction of an activation.
type ActivationPoint<'i> = (Activation<'i>, usize);

/// Current memory, with the changes of the followed code.
pub(crate) struct AbstractMemory<'s> {
    shared: &'s Shared,
    written_memory: WrittenMemory,
    /// The words that were loaded as known: address and offset of the load.
    loaded_words: HashSet<(u64, u64)>,
    pub(super) future_closures: Vec<FutureClosure>,
    closure_numbers: HashMap<(usize, usize), u32>,
}

/// The most words of an object whose changes are recorded one by one.
const MAX_RECORDED_WORDS: u64 = 512;

impl<'s> AbstractMemory<'s> {
    pub(super) fn new(shared: &'s Shared) -> Self {
        Self {
            shared,
            written_memory: WrittenMemory::default(),
            loaded_words: HashSet::new(),
            future_closures: Vec::new(),
            closure_numbers: HashMap::new(),
        }
    }

    /// Clears all known values, and keeps the record of changed words. Reports whether a word was loaded as known
    /// before it was found to be changed: then all code must be followed again.
    pub(super) fn reset_values(&mut self) -> bool {
        let changed = &self.written_memory;
        let is = |(at, by): &(u64, u64)| changed.cells.contains(at) || changed.offsets.contains(by);
        let again = self.loaded_words.iter().any(is);
        self.loaded_words.clear();
        self.future_closures.clear();
        self.closure_numbers.clear();
        again
    }

    fn image(&self) -> &'s Image {
        &self.shared.image
    }

    /// The word at an address, if the address lies in an object, a package-level variable, or a func value.
    pub(super) fn word_at(&self, at: u64) -> Option<u64> {
        let image = self.image();
        let globals = image.global_words().as_ptr_range();
        let within = |from: u64, to: u64| from <= at && at.checked_add(8).is_some_and(|e| e <= to);
        let readable = at.is_multiple_of(8)
            && (within(globals.start as u64, globals.end as u64)
                || image.is_static_closure(at)
                || self
                    .shared
                    .heap
                    .object_at(at as usize)
                    .is_some_and(|o| within(o.base as u64, (o.base + o.size) as u64)));
        // SAFETY: just checked; the word does not change while the world is stopped.
        readable.then(|| unsafe { (at as *const u64).read() })
    }

    fn load_value(&mut self, base: AbstractValue, offset: u64) -> AbstractValue {
        match base {
            // The followed code panics at this load.
            AbstractValue::Nil => AbstractValue::Nil,
            AbstractValue::Is(base) => {
                let at = base.wrapping_add(offset);
                if self.written_memory.cells.contains(&at)
                    || self.written_memory.offsets.contains(&offset)
                {
                    return AbstractValue::Any;
                }
                self.loaded_words.insert((at, offset));
                self.word_at(at).map_or(AbstractValue::Any, AbstractValue::from_word)
            }
            _ => AbstractValue::Any,
        }
    }

    /// A captured word, which is never written after the closure was made.
    fn captured_value(&self, closure: AbstractValue, offset: u64) -> AbstractValue {
        match closure {
            AbstractValue::Is(w) => self
                .word_at(w.wrapping_add(offset))
                .map_or(AbstractValue::Any, AbstractValue::from_word),
            AbstractValue::FutureClosure(n) => self.future_closures[n as usize]
                .captures
                .get(&offset)
                .copied()
                .unwrap_or(AbstractValue::Any),
            _ => AbstractValue::Any,
        }
    }

    /// Records that the followed code writes `bytes` bytes at `base + offset`.
    fn note_write(
        &mut self,
        (activation, pc): ActivationPoint<'_>,
        base: AbstractValue,
        offset: u64,
        bytes: u64,
    ) {
        let offsets = (0..bytes.div_ceil(8).min(MAX_RECORDED_WORDS)).map(|i| offset + i * 8);
        match base {
            AbstractValue::Is(at) | AbstractValue::IsOrNew(at) => {
                self.written_memory.cells.extend(offsets.map(|by| at.wrapping_add(by)));
            }
            // Writes of the library to unknown memory are ignored: the library gets the user's channels only as
            // arguments.
            AbstractValue::Any
                if !is_library(self.image(), activation.func.line_at(pc as u32).0) =>
            {
                self.written_memory.offsets.extend(offsets);
            }
            _ => {}
        }
    }

    /// Reports whether the value is a known word other than a channel.
    fn is_known_non_channel(&self, value: AbstractValue) -> bool {
        let AbstractValue::Is(w) = value else {
            return matches!(value, AbstractValue::FutureClosure(_));
        };
        self.shared.heap.object_at(w as usize).is_none_or(|o| o.desc != DESC_CHAN)
    }

    fn store_value(
        &mut self,
        at: ActivationPoint<'_>,
        base: AbstractValue,
        offset: u64,
        value: AbstractValue,
    ) {
        if let AbstractValue::FutureClosure(n) = base {
            let captured = self.future_closures[n as usize].captures.entry(offset).or_insert(value);
            *captured = captured.join(value);
        } else if base != AbstractValue::Any || !self.is_known_non_channel(value) {
            self.note_write(at, base, offset, 8);
        }
    }

    /// Applies the instruction at `pc`, which does not jump, to the slots.
    pub(super) fn step_instruction(
        &mut self,
        activation: Activation<'_>,
        pc: usize,
        slots: &mut Slots,
    ) {
        self.write_memory((activation, pc), slots);
        let known = self.result_of(activation, pc, slots);
        let image = self.image();
        uses_of(
            image.program.tables(),
            image.types.current_types(),
            &activation.func.code,
            pc,
            |operand| match operand {
                Use::Write(slot, n) => slots.forget_slots(slot.0.into(), n as usize),
                Use::Update(slot) => slots.forget_slots(slot.0.into(), 1),
                Use::Window(slot) => {
                    slots.forget_slots(slot.0.saturating_sub(HEADER_SLOTS).into(), usize::MAX);
                }
                _ => {}
            },
        );
        if let Some((dst, values)) = known {
            values.into_iter().enumerate().for_each(|(i, value)| slots.set(dst, i, value));
        }
    }

    /// The values that an instruction writes to slots, if they can be known.
    fn result_of(
        &mut self,
        activation: Activation<'_>,
        pc: usize,
        slots: &Slots,
    ) -> Option<(Slot, Vec<AbstractValue>)> {
        let (image, code) = (self.image(), &activation.func.code);
        let moved = |src, n: usize| (0..n).map(|i| slots.get(src, i)).collect();
        let mut words = |ptr, offset: u64, n: u64| -> Vec<AbstractValue> {
            (0..n).map(|i| self.load_value(slots.get(ptr, 0), offset + i * 8)).collect()
        };
        Some(match code[pc] {
            Op::Mov { dst, src } => (dst, moved(src, 1)),
            Op::Mov2 { dst, src } => (dst, moved(src, 2)),
            Op::Mov3 { dst, src } => (dst, moved(src, 3)),
            Op::MovN { dst, src, n } => (dst, moved(src, n.into())),
            Op::LoadImm { dst, imm } => {
                (dst, vec![AbstractValue::from_word(i64::from(imm.get_signed()) as u64)])
            }
            Op::LoadType { dst, ty } => (dst, vec![AbstractValue::from_word(ty.get().into())]),
            Op::LoadDescriptor { dst, ty } | Op::LoadItab { dst, ty } => {
                (dst, vec![AbstractValue::from_word(image.types.interface_word(TypeId(ty.get())))])
            }
            Op::Zero { dst, n } => (dst, vec![AbstractValue::Nil; n.into()]),
            Op::Load64 { dst, ptr, off } => (dst, words(ptr, off.into(), 1)),
            Op::Load128 { dst, ptr, off } => (dst, words(ptr, off.into(), 2)),
            Op::Load192 { dst, ptr, off } => (dst, words(ptr, off.into(), 3)),
            Op::LoadMem { dst, ptr, bytes } => (dst, words(ptr, 0, u64::from(bytes).div_ceil(8))),
            Op::GlobalAddr { dst, off } => (dst, vec![global(image, off.get())]),
            Op::LoadGlobal { dst, off } => {
                (dst, vec![self.load_value(global(image, off.get()), 0)])
            }
            Op::AddrOff { dst, ptr, off } => (dst, vec![slots.get(ptr, 0).add_offset(off.into())]),
            Op::AddrOffWide { dst, ptr } => {
                (dst, vec![slots.get(ptr, 0).add_offset(ext_at(code, pc, 1).1.into())])
            }
            Op::SliceSlice { dst, x, args } => {
                (dst, Self::sliced_values(code, pc, slots.get(x, 0), slots.get(args, 0)))
            }
            Op::New { dst, .. } | Op::MakeChan { dst, .. } => (dst, vec![AbstractValue::New]),
            Op::NewClosure { dst, func } => {
                let func = FuncId(func.get());
                (
                    dst,
                    vec![AbstractValue::FutureClosure(self.future_closure(
                        activation.call_number,
                        pc,
                        func,
                    ))],
                )
            }
            Op::FuncValue { dst, func } => {
                (dst, vec![AbstractValue::Is(image.static_closure(FuncId(func.get())))])
            }
            // A value of one word lies in the interface itself.
            Op::AssertType { dst, x } if ext_at(code, pc, 1).0 == 1 => (dst, vec![slots.get(x, 1)]),
            Op::AssertTypeOk { dst, x } if ext_at(code, pc, 1).0 == 1 => {
                (dst, vec![slots.get(x, 1)])
            }
            Op::Closure { dst } => (dst, vec![activation.closure]),
            Op::LoadCapture { dst, off } => {
                (dst, vec![self.captured_value(activation.closure, off.into())])
            }
            _ => return None,
        })
    }

    /// The slots of `x[lo:…]`, where `ptr` is the pointer of `x`; only the pointer is known.
    fn sliced_values(
        code: &[Op],
        pc: usize,
        ptr: AbstractValue,
        lo: AbstractValue,
    ) -> Vec<AbstractValue> {
        let (given, size) = ext_at(code, pc, 1);
        match lo {
            _ if given & 1 == 0 => vec![ptr],
            AbstractValue::Nil => vec![ptr],
            AbstractValue::Is(n) => vec![ptr.add_offset(n.wrapping_mul(size.into()))],
            _ => Vec::new(),
        }
    }

    /// The closure that an instruction of a followed function makes.
    fn future_closure(&mut self, call: usize, pc: usize, func: FuncId) -> u32 {
        let made = &mut self.future_closures;
        *self.closure_numbers.entry((call, pc)).or_insert_with(|| {
            made.push(FutureClosure { func, captures: HashMap::new(), is_called: false });
            made.len() as u32 - 1
        })
    }

    /// Records the memory that an instruction writes, if the written words may be channels, or pointers that lead to
    /// them.
    fn write_memory(&mut self, at: ActivationPoint<'_>, slots: &Slots) {
        let (activation, pc) = at;
        let (image, code) = (self.image(), &activation.func.code);
        let size =
            |ty: TypeId| image.types.current_types().get(ty.0 as usize).map_or(0, |ty| ty.size);
        let of_ext = TypeId(ext_at(code, pc, 1).1);
        let get = |slot| slots.get(slot, 0);
        match store_target(code[pc], of_ext) {
            None | Some(StoreTarget::Elsewhere) => {}
            Some(StoreTarget::Word { ptr, off, src }) => {
                self.store_value(at, get(ptr), off.into(), get(src));
            }
            Some(StoreTarget::Global { off, src }) => {
                self.store_value(at, global(image, off), 0, get(src));
            }
            // The written words are functions and methods: not channels, but they may lead to channels.
            Some(StoreTarget::Words { ptr, off, n }) => {
                if get(ptr) != AbstractValue::Any {
                    self.note_write(at, get(ptr), off.into(), n * 8);
                }
            }
            Some(StoreTarget::Value { ptr, ty }) => self.note_write(at, get(ptr), 0, size(ty)),
            Some(StoreTarget::Elements { x, count, size: of }) => {
                let of = match of {
                    ElementSize::Words(n) => n * 8,
                    ElementSize::Of(ty) => size(ty),
                };
                let elements = match slots.get(x, count) {
                    AbstractValue::Nil => 0,
                    AbstractValue::Is(n) => n,
                    _ => MAX_RECORDED_WORDS,
                };
                // Loads of slice elements are never taken for known; those of array elements, by the array's address,
                // are.
                if get(x) != AbstractValue::Any {
                    self.note_write(at, get(x), 0, elements.saturating_mul(of));
                }
            }
        }
    }
}

fn global(image: &Image, offset: u32) -> AbstractValue {
    AbstractValue::Is(image.globals() as u64 + u64::from(offset))
}

/// Reports whether a file is the library's.
pub(crate) fn is_library(image: &Image, file: u32) -> bool {
    let file = image.program.files.get(file as usize);
    file.is_some_and(|f| f.starts_with(LIBRARY_PREFIX))
}

#[cfg(test)]
mod tests {
    use super::AbstractValue::{self, Any, FutureClosure, Is, IsOrNew, New, Nil};

    const SAMPLE_VALUES: [AbstractValue; 10] = [
        Nil,
        New,
        FutureClosure(0),
        FutureClosure(1),
        Is(8),
        Is(16),
        IsOrNew(8),
        IsOrNew(16),
        Any,
        Is(0),
    ];

    #[test]
    fn joining_depends_on_no_order_and_never_goes_back() {
        for a in SAMPLE_VALUES {
            assert_eq!(a.join(a), a);
            assert_eq!(a.join(Any), Any);
            for b in SAMPLE_VALUES {
                assert_eq!(a.join(b), b.join(a), "{a:?} {b:?}");
                assert_eq!(a.join(b).join(a), a.join(b), "{a:?} {b:?}");
                for c in SAMPLE_VALUES {
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)), "{a:?} {b:?} {c:?}");
                }
            }
        }
    }

    #[test]
    fn values_that_may_be_new_stay_uncertain() {
        assert_eq!(Is(8).join(New), IsOrNew(8));
        assert_eq!(Is(8).join(Nil), Is(8));
        assert_eq!(Is(8).join(Is(16)), Any);
        assert_eq!(FutureClosure(0).join(New), Any);
    }
}
