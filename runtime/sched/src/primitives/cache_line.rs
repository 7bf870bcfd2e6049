//! Something alone on its cache line.

/// Something alone on its cache line, and on the one beside it, which processors fetch along.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Line<V>(pub V);

impl<V> std::ops::Deref for Line<V> {
    type Target = V;
    fn deref(&self) -> &V {
        &self.0
    }
}
