//! What a search that has stopped leaves in the cache, for one that goes on (`--resume`).

use super::search::Stopped;
use crate::cache::results;
use blake3::Hash;
use minigo_vm::search::Shard;

/// The name of what the search leaves.
pub(super) fn id(search: &str, shard: Shard) -> Hash {
    blake3::hash(format!("explore {search} {} {}", shard.number(), shard.count()).as_bytes())
}

/// What was left, if anything was.
pub(super) fn stopped(id: &Hash) -> Option<Stopped> {
    postcard::from_bytes(&results::read(id)?).ok()
}

/// Leaves it. If that fails, the next search begins anew.
pub(super) fn keep(id: &Hash, stopped: &Stopped) {
    if let Ok(bytes) = postcard::to_allocvec(stopped) {
        let _ = results::write(id, &bytes);
    }
}
