//! A program that is linked once and runs in many machines.

use crate::goroutine::native_call::NativeFn;
use crate::host::Host;
use crate::image::linked_program::LinkedProgram;
use crate::image::{Image, LinkError};
use crate::machine::options::Options;
use crate::machine::{Machine, exploration_results, watched_region};
use crate::memory::table::Table;
use crate::native::{Package, link_natives};
use bytes::Bytes;
use std::sync::Arc;

/// A linked program for many machines: they share its code and tables.
pub struct PreparedProgram {
    /// The linked program of which each machine gets a copy of its own; no machine runs in this image itself.
    image: Arc<Image>,
    natives: Arc<Table<NativeFn>>,
    bytes: Bytes,
}

impl PreparedProgram {
    /// Links a program with the natives of `packages`.
    ///
    /// # Errors
    /// Returns the errors of [`Machine::new`].
    pub fn new(program: &LinkedProgram, packages: &[Package]) -> Result<Self, LinkError> {
        let mut bytes = Vec::new();
        program.encode(&mut bytes);
        let bytes = Bytes::from(bytes);
        // The copy is not private: nothing is compiled, so no machine changes the code.
        let copy = LinkedProgram::decode(&bytes, false);
        let copy =
            copy.ok_or_else(|| LinkError::Malformed("the image cannot be copied".to_owned()))?;
        let natives = Arc::new(Table::fixed(link_natives(copy.natives(), packages)?));
        Ok(Self { image: Arc::new(Image::link(copy, false, None)), natives, bytes })
    }

    /// The program as bytes, identical in all processes that run this build of minigo.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A copy of the linked program for a machine without a snapshot.
    ///
    /// # Errors
    /// Fails if the types have no descriptors.
    pub(super) fn copy_of_image(&self, options: &Options) -> Result<Image, LinkError> {
        let image = self.image.for_other_machine(watched_region(options), None);
        if image.types.has_descriptors() { Ok(image) } else { Err(LinkError::NoDescriptors) }
    }

    pub(super) fn natives(&self) -> &Arc<Table<NativeFn>> {
        &self.natives
    }

    /// A machine that runs a copy of the program that is its own: a debugger may change the code.
    ///
    /// # Errors
    /// The errors of [`Machine::new`].
    pub fn debugged_machine(
        &self,
        options: &Options,
        host: Arc<dyn Host>,
    ) -> Result<Machine, LinkError> {
        let copy = LinkedProgram::decode(&Bytes::copy_from_slice(&self.bytes), true);
        let copy =
            copy.ok_or_else(|| LinkError::Malformed("the image cannot be copied".to_owned()))?;
        let image = Image::link(copy, false, watched_region(options));
        Machine::link_program(image, self.natives.clone(), options, host, None)
    }

    /// A machine that runs the program.
    ///
    /// # Errors
    /// Returns the errors of [`Machine::new`].
    pub fn machine(&self, options: &Options, host: Arc<dyn Host>) -> Result<Machine, LinkError> {
        let snapshot = exploration_results::start_snapshot(options);
        let left = snapshot.as_ref().and_then(|snapshot| snapshot.reusable_memory());
        let image = self.image.for_other_machine(watched_region(options), left);
        Machine::link_program(image, self.natives.clone(), options, host, snapshot)
    }
}
