//! The plain definition of a race: full vector clocks, and every pair of accesses compared.

use minigo_race::{AccessKind, SyncObjectKey};
use std::collections::HashMap;

/// The most goroutines of the model: more than a trace ever starts.
pub(crate) const MAX_GOROUTINES: usize = 16;
/// A plain vector clock, by number of the goroutine.
type Clock = [u32; MAX_GOROUTINES];

/// An access to one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub(crate) goroutine: usize,
    pub(crate) tick: u32,
    /// The word's number.
    pub(crate) word: usize,
    pub(crate) bytes: u8,
    pub(crate) kind: AccessKind,
    pub(crate) position: u32,
}

/// The relation of an access to the earlier ones.
#[derive(Debug)]
pub(crate) struct ExpectedRaces {
    pub(crate) races: Vec<Access>,
    /// Whether the goroutine has accessed the bytes before in this epoch, at least as strongly.
    pub(crate) is_repeated: bool,
    /// Whether the word has needed more than four cells since it was last empty.
    pub(crate) overflowed: bool,
}

#[derive(Default, Debug)]
pub(crate) struct Model {
    clocks: [Clock; MAX_GOROUTINES],
    objects: HashMap<SyncObjectKey, Clock>,
    accesses: Vec<Access>,
    /// The cells of a word with room for any number of them: for each access and each byte, the access or a later,
    /// stronger one that it happened before; accesses of one epoch, kind and position share a cell.
    cells: HashMap<usize, Vec<Access>>,
    overflowed_words: Vec<usize>,
}

fn conflict(a: AccessKind, b: AccessKind) -> bool {
    (a.is_write() || b.is_write()) && !(a.is_atomic() && b.is_atomic())
}

fn covers(a: AccessKind, b: AccessKind) -> bool {
    const KINDS: [AccessKind; 4] =
        [AccessKind::AtomicRead, AccessKind::Read, AccessKind::AtomicWrite, AccessKind::Write];
    KINDS.iter().all(|other| !conflict(b, *other) || conflict(a, *other))
}

fn join(clock: &mut Clock, other: &Clock) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

impl Model {
    pub(crate) fn start(&mut self, maker: Option<usize>, goroutine: usize) {
        if let Some(maker) = maker {
            self.clocks[goroutine] = self.clocks[maker];
            self.clocks[maker][maker] += 1;
        }
        self.clocks[goroutine][goroutine] += 1;
    }

    pub(crate) fn acquire(&mut self, g: usize, key: SyncObjectKey) {
        if let Some(clock) = self.objects.get(&key) {
            join(&mut self.clocks[g], clock);
        }
    }

    pub(crate) fn release(&mut self, g: usize, key: SyncObjectKey) {
        join(self.objects.entry(key).or_default(), &self.clocks[g]);
        self.clocks[g][g] += 1;
    }

    pub(crate) fn release_store(&mut self, g: usize, key: SyncObjectKey) {
        self.objects.insert(key, self.clocks[g]);
        self.clocks[g][g] += 1;
    }

    pub(crate) fn join_from(&mut self, g: usize, from: usize) {
        let other = self.clocks[from];
        join(&mut self.clocks[g], &other);
        self.clocks[from][from] += 1;
    }

    pub(crate) fn rendezvous(&mut self, a: usize, b: usize) {
        let mut both = self.clocks[a];
        join(&mut both, &self.clocks[b]);
        (self.clocks[a], self.clocks[b]) = (both, both);
        self.clocks[a][a] += 1;
        self.clocks[b][b] += 1;
    }

    pub(crate) fn forget(&mut self, key: SyncObjectKey) {
        self.objects.remove(&key);
    }

    pub(crate) fn forget_keys(&mut self, gone: impl Fn(SyncObjectKey) -> bool) {
        self.objects.retain(|key, _| !gone(*key));
    }

    /// Discards the accesses to these bytes of a word, which are new memory.
    pub(crate) fn reset(&mut self, word: usize, bytes: u8) {
        let cells = self.cells.entry(word).or_default();
        for access in self.accesses.iter_mut().filter(|a| a.word == word).chain(cells) {
            access.bytes &= !bytes;
        }
        let cells = self.cells.entry(word).or_default();
        cells.retain(|cells| cells.bytes != 0);
        if cells.is_empty() {
            self.overflowed_words.retain(|overflowed| *overflowed != word);
        }
    }

    /// Discards all accesses. The goroutines' knowledge of each other is kept, since it cannot matter.
    pub(crate) fn restart(&mut self) {
        self.accesses.clear();
        self.cells.clear();
        self.overflowed_words.clear();
    }

    fn happened_before(&self, access: &Access, g: usize) -> bool {
        access.goroutine == g || self.clocks[g][access.goroutine] >= access.tick
    }

    pub(crate) fn access(
        &mut self,
        goroutine: usize,
        word: usize,
        bytes: u8,
        kind: AccessKind,
        position: u32,
    ) -> ExpectedRaces {
        let tick = self.clocks[goroutine][goroutine];
        let new = Access { goroutine, tick, word, bytes, kind, position };
        let races = self
            .accesses
            .iter()
            .filter(|old| old.word == word && old.bytes & bytes != 0 && conflict(old.kind, kind))
            .filter(|old| !self.happened_before(old, goroutine))
            .copied()
            .collect();
        self.accesses.push(new);
        let repeats = self.record(new);
        if self.cells[&word].len() > 4 {
            self.overflowed_words.push(word);
        }
        ExpectedRaces {
            races,
            is_repeated: repeats,
            overflowed: self.overflowed_words.contains(&word),
        }
    }

    /// Keeps the access; returns whether it is a repeated one.
    fn record(&mut self, new: Access) -> bool {
        let mut cells = std::mem::take(self.cells.entry(new.word).or_default());
        let repeats = cells.iter().any(|old| {
            (old.goroutine, old.tick) == (new.goroutine, new.tick)
                && covers(old.kind, new.kind)
                && new.bytes & !old.bytes == 0
        });
        if !repeats {
            let class = |a: &Access| (a.goroutine, a.tick, a.kind, a.position);
            let same = cells.iter().position(|old| class(old) == class(&new));
            let earlier = same.map_or(0, |i| cells.swap_remove(i).bytes);
            for old in &mut cells {
                if self.happened_before(old, new.goroutine) && covers(new.kind, old.kind) {
                    old.bytes &= !new.bytes;
                }
            }
            cells.retain(|old| old.bytes != 0);
            cells.push(Access { bytes: new.bytes | earlier, ..new });
        }
        self.cells.insert(new.word, cells);
        repeats
    }
}
