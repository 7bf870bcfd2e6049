//! Counts of the parts of long work and of calls without a P, by native or instruction. Tests use the counts to hold
//! natives and instructions to the promises of [`crate::native::parts`].

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::fmt::Write;

/// Counts of one native or instruction.
#[derive(Clone, Copy, Default)]
struct WorkCount {
    part_count: u64,
    bytes: u64,
    largest_part: usize,
    call_count: u64,
}

/// The counts, by name.
#[derive(Default)]
pub(crate) struct WorkPartCounts(Mutex<HashMap<String, WorkCount>>);

impl WorkPartCounts {
    /// Counts a part of `bytes` bytes.
    pub(crate) fn count_part(&self, name: &str, bytes: usize) {
        let mut all = self.0.lock();
        let count = all.entry_ref(name).or_default();
        count.part_count += 1;
        count.bytes += bytes as u64;
        count.largest_part = count.largest_part.max(bytes);
    }

    /// Counts a call made without a P.
    pub(crate) fn count_call(&self, name: &str) {
        self.0.lock().entry_ref(name).or_default().call_count += 1;
    }

    /// A line for each native or instruction, sorted by name.
    pub(crate) fn report(&self) -> String {
        let mut all: Vec<_> = self.0.lock().iter().map(|(name, c)| (name.clone(), *c)).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        let mut out = String::new();
        for (
            name,
            WorkCount { part_count: parts, bytes, largest_part: largest, call_count: calls },
        ) in all
        {
            let _ = writeln!(
                out,
                "parts: {name}: {parts} parts, {bytes} bytes, at most {largest}; {calls} calls"
            );
        }
        out
    }
}
