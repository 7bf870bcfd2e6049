//! The hash tables of the compiler: those of the standard library with foldhash, which takes a tenth of SipHash's
//! instructions.
//!
//! SipHash resists attackers who choose colliding keys; the compiler's keys come from the user's own program. The
//! iteration order is the same in every run.

use foldhash::fast::FixedState;

/// A hash map.
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;
/// A hash set.
pub type HashSet<K> = std::collections::HashSet<K, FixedState>;
