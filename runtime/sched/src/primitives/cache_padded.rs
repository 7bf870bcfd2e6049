//! A value alone on its cache line.

/// A value alone on its cache line, and on the neighbouring line, which processors fetch together with it.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct CachePadded<V>(pub V);

impl<V> std::ops::Deref for CachePadded<V> {
    type Target = V;
    fn deref(&self) -> &V {
        &self.0
    }
}
