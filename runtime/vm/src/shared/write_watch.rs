//! Watches of variables: the last write on the way to a position of a run that is repeated, and the next writes, each
//! of which stops the program.

use crate::shared::run_position::Position;

/// A place whose writes are watched. The numbers of goroutines, slots and functions are the same in each repetition of
/// a run; addresses of variables are not, except for addresses on the heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WatchedPlace {
    /// Bytes of a package-level variable in this machine, or bytes of an object on the heap.
    Memory { address: u64, on_heap: bool },
    /// Bytes of a frame.
    Slots(WatchedSlots),
}

/// Bytes of a frame, in the slots of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WatchedSlots {
    pub(crate) goroutine: u64,
    /// The frame's first slot.
    pub(crate) base: usize,
    /// The first byte, counted from the beginning of the goroutine's stack.
    pub(crate) first_byte: usize,
    /// The number of the frame's function.
    pub(crate) func: u32,
    /// The variable's scope: the first instruction of the function, and the one after the last.
    pub(crate) scope: (u32, u32),
}

/// A write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchedWrite {
    /// The position before the instruction that has written.
    pub position: Position,
    /// The goroutine that has written.
    pub goroutine: u64,
    /// The index of the instruction in the program's code.
    pub at: usize,
}

/// The watches of a machine.
#[derive(Debug)]
pub(crate) struct WriteWatches {
    pub(crate) watches: Vec<WriteWatch>,
    /// True: writes stop the program. False: the last write of each place is recorded.
    pub(crate) stops: bool,
    /// Whether a write has been reported: every goroutine stops, until the debugger lets the program go on.
    pub(crate) has_reported: bool,
}

impl WriteWatches {
    /// Watches of places, which have numbers and lengths.
    pub(crate) fn new(
        places: impl IntoIterator<Item = (u32, WatchedPlace, usize)>,
        stops: bool,
    ) -> Self {
        let watches = places.into_iter().map(WriteWatch::new).collect();
        Self { watches, stops, has_reported: false }
    }

    /// Forgets what has been seen so far: the debugger may have changed the places.
    pub(crate) fn begin_again(&mut self) {
        if self.stops {
            self.has_reported = false;
            self.watches.iter_mut().for_each(WriteWatch::forget_writes);
        }
    }

    /// Notes that a slice begins: changes in memory that happen before its first instruction are those of the
    /// instruction at which the goroutine has left its previous slice.
    pub(crate) fn begin_slice(&mut self, left_at: &WatchedWrite) {
        for watch in &mut self.watches {
            watch.note_instruction(left_at);
        }
    }
}

/// A watch of a place.
#[derive(Debug)]
pub(crate) struct WriteWatch {
    /// The number by which the debugger knows the watch.
    pub(crate) number: u32,
    pub(crate) place: WatchedPlace,
    /// The bytes after the last instruction; empty while the place does not exist.
    old_bytes: Vec<u8>,
    pub(crate) len: usize,
    /// The instruction that was executed last; for slots, by their goroutine.
    previous_instruction: Option<WatchedWrite>,
    pub(crate) last_write: Option<WatchedWrite>,
    /// Whether the place has existed and does not exist any more.
    pub(crate) is_over: bool,
}

impl WriteWatch {
    fn new((number, place, len): (u32, WatchedPlace, usize)) -> Self {
        Self {
            number,
            place,
            old_bytes: Vec::new(),
            len,
            previous_instruction: None,
            last_write: None,
            is_over: false,
        }
    }

    /// Compares the watched bytes with the bytes before the previous instruction, which has made the change if they
    /// differ. `creates`: the first bytes of the place are a change too.
    pub(crate) fn compare(&mut self, bytes: &[u8], creates: bool) {
        if self.old_bytes == bytes {
            return;
        }
        if creates || self.exists() {
            self.last_write.clone_from(&self.previous_instruction);
        }
        self.old_bytes.clear();
        self.old_bytes.extend_from_slice(bytes);
    }

    /// Forgets the writes: the place does not exist, and earlier writes were to another variable, or the debugger has
    /// seen them.
    pub(crate) fn forget_writes(&mut self) {
        (self.last_write, self.previous_instruction) = (None, None);
        self.old_bytes.clear();
    }

    /// Reports whether the place existed when the watch was looked at last.
    pub(crate) fn exists(&self) -> bool {
        !self.old_bytes.is_empty()
    }

    /// Notes that the place does not exist.
    pub(crate) fn end(&mut self) {
        self.is_over |= self.exists();
        self.forget_writes();
    }

    /// Notes the instruction that is about to be executed.
    pub(crate) fn note_instruction(&mut self, here: &WatchedWrite) {
        let is_own = match &self.place {
            WatchedPlace::Memory { .. } => true,
            WatchedPlace::Slots(slots) => slots.goroutine == here.goroutine,
        };
        if is_own {
            self.previous_instruction = Some(here.clone());
        }
    }

    /// Reports whether an instruction was about to write, has not written, and is about to be executed again.
    pub(crate) fn repeats(&self, here: &WatchedWrite) -> bool {
        let is_here = |write: &Option<WatchedWrite>| {
            write.as_ref().is_some_and(|w| (w.goroutine, w.at) == (here.goroutine, here.at))
        };
        is_here(&self.last_write) && is_here(&self.previous_instruction)
    }
}
