//! Matchers of regular expressions, and the cache of matchers.
//!
//! A matcher depends only on the expression's code, and the cache keeps it under a digest of that code: a program that
//! compiles the same expression again and again pays for it once. When all matchers together take too much memory, the
//! cache drops the least recently used. A dropped matcher is made again when it is needed.

use super::hir;
use hashbrown::HashMap;
use minigo_vm::native::LibraryState;
use parking_lot::RwLock;
use regex_automata::meta::Regex;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::nfa::thompson::{self, NFA};
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::{Anchored, Input, MatchKind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The length of a cache key in bytes.
pub(super) const KEY_LEN: usize = 16;

/// The limit of the memory of one expression, in bytes. Package regexp matches larger expressions itself.
const MAX_MATCHER_BYTES: usize = 256 << 20;

/// The limit of the number of ranges in the classes of one expression. An automaton of more ranges takes seconds to
/// make, and takes most of the memory that [`MAX_MATCHER_BYTES`] allows.
const MAX_RANGES: u64 = 3_000_000;

/// The limit of the memory of all cached matchers, in bytes.
const MAX_CACHE_BYTES: usize = 256 << 20;

/// The memory of one matcher in bytes that is not part of the crate's own count.
const MATCHER_OVERHEAD_BYTES: usize = 32 << 10;

/// The matcher of an expression.
pub(super) struct Matcher {
    regex: Regex,
    /// Finds the longest match at a position, and its groups; made at the first search for a longest match.
    longest_matcher: OnceLock<PikeVM>,
    program_code: Box<[u32]>,
    /// The value of [`All::use_count`] when the matcher was last used.
    last_use: AtomicU64,
}

/// The cache of the matchers of a program's expressions.
#[derive(Clone, Default)]
pub(super) struct MatcherCache(Arc<SharedCache>);

#[derive(Default)]
struct SharedCache {
    matchers: RwLock<CachedMatchers>,
    /// The number of uses of all matchers; serves as a clock for dropping the least recently used.
    use_count: AtomicU64,
}

impl LibraryState for MatcherCache {
    const STATE_INDEX: usize = 0;

    /// A copy shares the cache: matchers depend only on expressions, so all machines may use the same ones.
    fn copy(&self) -> Self {
        self.clone()
    }
}

#[derive(Default)]
struct CachedMatchers {
    by_key: HashMap<[u8; KEY_LEN], Arc<Matcher>>,
    bytes: usize,
}

/// Bytes of stack in which the crate can make the automaton of an expression of Go's greatest depth, 1,000, even in a
/// build without optimisation.
const COMPILE_STACK_BYTES: usize = 32 << 20;

impl MatcherCache {
    /// Returns the matcher of the code with this key, which it makes if necessary; none if it takes too much memory.
    pub(super) fn matcher(&self, key: &[u8], code: &[u32]) -> Option<Arc<Matcher>> {
        let SharedCache { matchers: all, use_count: uses } = &*self.0;
        let key = key.first_chunk().expect("a key has its length");
        let kept = all.read();
        if let Some(machine) = kept.by_key.get(key) {
            // No ordering is needed: the number only has to tell old uses from new.
            let now = if kept.by_key.len() > 1 { uses.fetch_add(1, Ordering::Relaxed) } else { 0 };
            machine.last_use.store(now, Ordering::Relaxed);
            return Some(machine.clone());
        }
        drop(kept);
        let machine = Arc::new(Matcher::new(code, uses.load(Ordering::Relaxed))?);
        all.write().add(*key, &machine);
        Some(machine)
    }

    /// Reports whether the matcher with this key is cached.
    pub(super) fn is_cached(&self, key: &[u8]) -> bool {
        key.first_chunk().is_some_and(|key| self.0.matchers.read().by_key.contains_key(key))
    }
}

impl CachedMatchers {
    fn add(&mut self, key: [u8; KEY_LEN], machine: &Arc<Matcher>) {
        while self.bytes + machine.bytes() > MAX_CACHE_BYTES {
            let oldest = self.by_key.iter().min_by_key(|(_, m)| m.last_use.load(Ordering::Relaxed));
            let Some((oldest, bytes)) = oldest.map(|(key, m)| (*key, m.bytes())) else { break };
            self.by_key.remove(&oldest);
            self.bytes -= bytes;
        }
        if self.by_key.insert(key, machine.clone()).is_none() {
            self.bytes += machine.bytes();
        }
    }
}

impl Matcher {
    fn new(code: &[u32], now: u64) -> Option<Self> {
        if hir::range_count(code) > MAX_RANGES {
            return None;
        }
        // The crate makes its automaton by recursion as deep as the expression.
        let regex = stacker::maybe_grow(COMPILE_STACK_BYTES, COMPILE_STACK_BYTES, || {
            let config = Regex::config().utf8_empty(true).nfa_size_limit(Some(MAX_MATCHER_BYTES));
            Regex::builder().configure(config).build_from_hir(&hir::read(code)).ok()
        })?;
        let used = AtomicU64::new(now);
        Some(Self {
            regex,
            longest_matcher: OnceLock::new(),
            program_code: code.into(),
            last_use: used,
        })
    }

    fn bytes(&self) -> usize {
        self.regex.memory_usage() + size_of_val(&*self.program_code) + MATCHER_OVERHEAD_BYTES
    }

    fn longest_matcher(&self) -> &PikeVM {
        self.longest_matcher.get_or_init(|| {
            let nfa = stacker::maybe_grow(COMPILE_STACK_BYTES, COMPILE_STACK_BYTES, || {
                let config = thompson::Config::new().utf8(true);
                let nfa = NFA::compiler()
                    .configure(config)
                    .build_from_hir(&hir::read(&self.program_code));
                nfa.expect("the same expression was built with a limit before")
            });
            let config = PikeVM::config().match_kind(MatchKind::All);
            let built = PikeVM::builder().configure(config).build_from_nfa(nfa);
            built.expect("the engine has all of Go's assertions")
        })
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.regex.is_match(Input::new(text))
    }
}

/// A search for several matches: see the Go function `find`.
pub(super) struct Search {
    pub(super) from: i64,
    pub(super) previous_end: i64,
    pub(super) max_matches: usize,
    pub(super) slot_count: usize,
    pub(super) wants_longest: bool,
}

impl Search {
    /// Returns the number of steps an automaton takes for each byte, if it reads all of them: few if only the match is
    /// wanted, many if groups are wanted. A search for the longest match follows all states at once.
    pub(super) fn step_bound(&self, states: usize) -> usize {
        match self {
            Self { wants_longest: true, .. } => states.max(8),
            Self { slot_count: 0..=2, .. } => 2,
            _ => 32,
        }
    }

    /// Returns the slots of the matches found, and the search that continues behind them.
    pub(super) fn run_search(mut self, machine: &Matcher, text: &[u8]) -> (Vec<i64>, Self) {
        let mut out = Vec::new();
        // A group that is repeated zero times has no slots in the automaton.
        let mut slots = vec![None; self.slot_count.min(machine.regex.group_info().slot_len())];
        let mut cache = self.wants_longest.then(|| machine.longest_matcher().create_cache());
        let mut found = 0;
        while found < self.max_matches {
            let at = self.from as usize;
            if at > text.len() {
                self.from = -1;
                break;
            }
            slots.fill(None);
            let mut input = Input::new(text);
            input.set_start(at);
            let mut is_match = machine.regex.search_slots(&input, &mut slots).is_some();
            if is_match && let Some(cache) = &mut cache {
                let start = offset(slots[0]) as usize;
                let input = Input::new(text).range(start..).anchored(Anchored::Yes);
                slots.fill(None);
                is_match =
                    machine.longest_matcher().search_slots(cache, &input, &mut slots).is_some();
            }
            if !is_match {
                self.from = -1;
                break;
            }
            if self.note_match(offset(slots[0]), offset(slots[1]), text) {
                let missing = self.slot_count - slots.len();
                out.extend(slots.iter().map(|slot| offset(*slot)));
                out.extend(std::iter::repeat_n(-1, missing));
                found += 1;
            }
        }
        (out, self)
    }

    /// Moves behind a match, and reports whether the match is a result. Go drops an empty match that touches the match
    /// before it.
    fn note_match(&mut self, start: i64, end: i64, text: &[u8]) -> bool {
        let mut counts = true;
        if end == self.from {
            counts = start != self.previous_end;
            self.from += match text.get(end as usize) {
                Some(..0xC0) | None => 1,
                Some(..0xE0) => 2,
                Some(..0xF0) => 3,
                Some(_) => 4,
            };
        } else {
            self.from = end;
        }
        self.previous_end = end;
        counts
    }
}

fn offset(slot: Option<NonMaxUsize>) -> i64 {
    slot.map_or(-1, |slot| slot.get() as i64)
}
