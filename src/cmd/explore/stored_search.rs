//! The state of a stopped search in the cache, for a search that continues it (`--resume`).

use super::search::StoppedSearch;
use crate::cache::test_results;
use blake3::Hash;
use minigo_vm::search::Shard;

/// The name of the state in the cache.
pub(super) fn state_id(search: &str, shard: Shard) -> Hash {
    blake3::hash(format!("explore {search} {} {}", shard.number(), shard.shard_count()).as_bytes())
}

/// The stored state, if there is one.
pub(super) fn load_state(id: &Hash) -> Option<StoppedSearch> {
    postcard::from_bytes(&test_results::read(id)?).ok()
}

/// Stores the state. If storing fails, the next search begins from the start.
pub(super) fn store_state(id: &Hash, stopped: &StoppedSearch) {
    if let Ok(bytes) = postcard::to_allocvec(stopped) {
        let _ = test_results::write(id, &bytes);
    }
}
