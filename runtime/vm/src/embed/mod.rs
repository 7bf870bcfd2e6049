//! Calls of Go functions by an embedder, on a machine that the embedder [drives](crate::Driven).
//!
//! Each call is a goroutine: function `run` of package `internal/embed`, whose native asks the [`HostCall`] of its
//! goroutine which function to call. The end of that goroutine, by whatever cause, is the end of the call, which the
//! machine reports once. Goroutines that the call has started have its number; when one of them panics, the call ends.

use crate::native::{NativeCx, Outcome};
pub use crate::shared::embedding::{CallEnd, Crash, CrashFrame, GoFunction, Resource};
use std::any::Any;
use std::sync::Arc;

/// A call of a Go function by the embedder.
pub trait HostCall: Send + Sync {
    /// Calls the function: the outcome is [`Outcome::call_go`], whose continuation takes the results. Without memory
    /// for the arguments it is called again.
    fn begin(&self, cx: &mut NativeCx) -> Outcome<()>;

    /// Called once, when the call has ended.
    fn ended(&self, end: CallEnd);
}

impl NativeCx {
    /// The embedder's data, if the machine is an embedder's.
    #[must_use]
    pub fn embedder(&self) -> Option<&Arc<dyn Any + Send + Sync>> {
        self.shared().embedding.as_deref().map(|embedding| &embedding.host)
    }

    /// The Go function that the program has registered under this name.
    #[must_use]
    pub fn registered(&self, name: &str) -> Option<GoFunction> {
        self.shared().embedding.as_deref()?.function(name)
    }
}
