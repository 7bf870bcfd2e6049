//! Watched variables: the last write on the way to a position of a run that is repeated, and writes that stop the
//! program.

use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::machine::debug::values::ValuePlace;
use crate::machine::debug::{StoppedMachine, Value, WatchedWrite};
use crate::shared::write_watch::{WatchedPlace, WatchedSlots, WriteWatches};
use minigo_bytecode::operand::TypeId;
use std::sync::atomic::Ordering;

/// A variable, or a part of one, described so that it can be found again at later stops and in a repetition of the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchedValue {
    place: WatchedValuePlace,
    len: usize,
    ty: TypeId,
    kind: ValuePlace,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum WatchedValuePlace {
    /// The offset among the package-level variables.
    Global(u64),
    Heap(u64),
    Slots(WatchedSlots),
}

impl WatchedValue {
    /// Reports whether each write of the variable goes to the same place. A large value of which a slot holds the
    /// address is replaced as a whole.
    #[must_use]
    pub fn keeps_place(&self) -> bool {
        self.kind != ValuePlace::Fixed
    }
}

/// The most bytes that are watched.
const MAX_WATCHED_BYTES: u64 = 4096;

/// The scope of a place in a frame whose writes are recorded, not awaited: a write before the scope's first instruction
/// initialises the variable.
const ANY_SCOPE: (u32, u32) = (0, u32::MAX);

impl StoppedMachine<'_> {
    /// The place of a value, for [`watch`](Self::watch) and [`stop_at_writes`](Self::stop_at_writes).
    ///
    /// # Errors
    /// Returns a message if the value has no place of its own, or is too large.
    pub fn watched_value(&mut self, value: &Value) -> Result<WatchedValue, String> {
        if !self.is_current(value) {
            return Err(String::from(
                "the value is from an earlier stop: the program has run since",
            ));
        }
        let len = self.size_of(value);
        if len == 0 || len > MAX_WATCHED_BYTES {
            return Err(format!("a value of {len} bytes cannot be watched"));
        }
        let at = value.address;
        let place = match self.byte_in_stack(at) {
            Some((goroutine, byte)) => self.place_in_frame(goroutine, byte)?,
            None => {
                let image = &self.shared().image;
                let globals = image.globals() as u64;
                let size = size_of_val(image.global_words()) as u64;
                match at.checked_sub(globals).filter(|offset| *offset < size) {
                    Some(offset) => WatchedValuePlace::Global(offset),
                    None if self.shared().heap.object_at(at as usize).is_some() => {
                        WatchedValuePlace::Heap(at)
                    }
                    None => return Err(String::from("the value is no variable of the program")),
                }
            }
        };
        Ok(WatchedValue { place, len: len as usize, ty: value.ty, kind: value.place })
    }

    fn place_in_frame(
        &mut self,
        goroutine: u64,
        first_byte: usize,
    ) -> Result<WatchedValuePlace, String> {
        let slot = first_byte / 8;
        let frames = self.stack_frames(goroutine);
        let frame = frames.into_iter().filter(|f| f.base <= slot).max_by_key(|f| f.base);
        let frame = frame.ok_or("the value lies in no frame")?;
        let image = &self.shared().image;
        let func = self.func_of(frame.instruction_index);
        let pc = (frame.instruction_index - image.function_starts[func] as usize) as u32;
        let scope = scope_of_slot(image, func, pc, slot - frame.base);
        Ok(WatchedValuePlace::Slots(WatchedSlots {
            goroutine,
            base: frame.base,
            first_byte,
            func: func as u32,
            scope,
        }))
    }

    /// The goroutine in whose stack an address lies, and the byte, counted from the beginning of the stack.
    pub(super) fn byte_in_stack(&mut self, address: u64) -> Option<(u64, usize)> {
        let mut found = None;
        self.each_goroutine(|_, _, g| {
            let words = g.frame_words();
            let offset = address.wrapping_sub(words.as_ptr() as u64);
            if offset < size_of_val(words) as u64 {
                found = Some((g.id, offset as usize));
            }
        });
        found
    }

    /// Records the last write of a place from now on.
    pub fn watch(&mut self, watched: &WatchedValue) {
        let (mut place, len) = self.present_place(watched);
        if let WatchedPlace::Slots(slots) = &mut place {
            slots.scope = ANY_SCOPE;
        }
        self.debugging().watch(Some(WriteWatches::new([(0, place, len)], false)));
    }

    /// Ends the watch. Returns the last write of the watched place, if there was one.
    pub fn take_write(&mut self) -> Option<WatchedWrite> {
        self.debugging().take_write()
    }

    /// Makes the program stop behind each write of these places, which have numbers, instead of earlier ones; none: it
    /// does not stop at writes any more. While there are such places, all code is interpreted, and one goroutine runs
    /// at a time.
    pub fn stop_at_writes(&mut self, watched: &[(u32, &WatchedValue)]) {
        let numbered = |&(number, watched): &(u32, &WatchedValue)| {
            let (place, len) = self.present_place(watched);
            (number, place, len)
        };
        let places: Vec<(u32, WatchedPlace, usize)> = watched.iter().map(numbered).collect();
        let watches = (!places.is_empty()).then(|| WriteWatches::new(places, true));
        self.debugging().watch(watches);
    }

    /// Chooses the number of processors for the time after the stop: one while writes stop the program. To be called
    /// once a stop.
    pub(super) fn adjust_procs(&mut self) {
        let hidden = &self.debugging().hidden_procs;
        let is_awaited = self.debugging().awaits_writes();
        match hidden.load(Ordering::Relaxed) {
            // A run that can be repeated has one processor anyway.
            0 if is_awaited && !self.machine.is_run_repeatable() => {
                hidden.store(self.world.procs(), Ordering::Relaxed);
                self.world.set_procs(1);
            }
            procs if procs > 0 && !is_awaited => {
                hidden.store(0, Ordering::Relaxed);
                self.world.set_procs(procs);
            }
            _ => {}
        }
    }

    fn present_place(&self, watched: &WatchedValue) -> (WatchedPlace, usize) {
        let place = match &watched.place {
            WatchedValuePlace::Global(offset) => WatchedPlace::Memory {
                address: self.shared().image.globals() as u64 + offset,
                on_heap: false,
            },
            &WatchedValuePlace::Heap(address) => WatchedPlace::Memory { address, on_heap: true },
            WatchedValuePlace::Slots(slots) => WatchedPlace::Slots(slots.clone()),
        };
        (place, watched.len)
    }

    /// The present value of a place. `None` if the place does not exist any more.
    pub fn value_of_watched(&mut self, watched: &WatchedValue) -> Option<Value> {
        let address = match &watched.place {
            WatchedValuePlace::Global(offset) => self.shared().image.globals() as u64 + offset,
            &WatchedValuePlace::Heap(address) => {
                self.shared().heap.object_at(address as usize)?;
                address
            }
            WatchedValuePlace::Slots(slots) => {
                let frames = self.stack_frames(slots.goroutine);
                let exists = frames.iter().any(|frame| {
                    frame.base == slots.base
                        && self.func_of(frame.instruction_index) == slots.func as usize
                });
                let first = |g: &mut Goroutine| g.frame_words().as_ptr() as u64;
                let first = self.with_goroutine(slots.goroutine, |_, g, _| first(g))?;
                exists.then_some(first + slots.first_byte as u64)?
            }
        };
        let stop_number = self.stop_number;
        Some(Value { ty: watched.ty, address, place: watched.kind, stop_number })
    }
}

/// The scope of the variable of a function that a slot belongs to at an instruction: the innermost one.
fn scope_of_slot(image: &Image, func: usize, pc: u32, slot: usize) -> (u32, u32) {
    let mut vars = image.program.funcs[func].vars.iter();
    let found = vars.rfind(|var| {
        let words = if var.is_boxed { 1 } else { image.types.get(var.ty).slots() as usize };
        let first = usize::from(var.slot.0);
        (var.scope_start_pc..var.scope_end_pc).contains(&pc)
            && (first..first + words).contains(&slot)
    });
    found.map_or(ANY_SCOPE, |var| (var.scope_start_pc, var.scope_end_pc))
}
