//! Counts of the parts of long work and of calls without a P, by native or instruction. Tests use them to hold natives
//! and instructions to the promises of [`crate::native::parts`].

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::fmt::Write;

/// Counts of one native or instruction.
#[derive(Clone, Copy, Default)]
struct Count {
    parts: u64,
    bytes: u64,
    largest: usize,
    calls: u64,
}

/// The counts, by name.
#[derive(Default)]
pub(crate) struct PartCounts(Mutex<HashMap<String, Count>>);

impl PartCounts {
    /// Counts a part of `bytes` bytes.
    pub(crate) fn part(&self, name: &str, bytes: usize) {
        let mut all = self.0.lock();
        let count = all.entry_ref(name).or_default();
        count.parts += 1;
        count.bytes += bytes as u64;
        count.largest = count.largest.max(bytes);
    }

    /// Counts a call made without a P.
    pub(crate) fn call(&self, name: &str) {
        self.0.lock().entry_ref(name).or_default().calls += 1;
    }

    /// A line for each native or instruction, sorted by name.
    pub(crate) fn report(&self) -> String {
        let mut all: Vec<_> = self.0.lock().iter().map(|(name, c)| (name.clone(), *c)).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        let mut out = String::new();
        for (name, Count { parts, bytes, largest, calls }) in all {
            let _ = writeln!(
                out,
                "parts: {name}: {parts} parts, {bytes} bytes, at most {largest}; {calls} calls"
            );
        }
        out
    }
}
