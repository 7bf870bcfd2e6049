//! A pointer to a machine's image, for the conditions of breakpoints.

use crate::image::Image;

/// The machine's image, for look-ups by type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImagePointer(*const Image);

// SAFETY: threads share the image, which lives as long as the machine, and a condition belongs to the machine.
unsafe impl Send for ImagePointer {}
// SAFETY: as above.
unsafe impl Sync for ImagePointer {}

impl ImagePointer {
    pub(crate) fn of(image: &Image) -> Self {
        Self(image)
    }

    pub(crate) fn get(&self) -> &Image {
        // SAFETY: the image lives as long as the machine, to which the holder belongs.
        unsafe { &*self.0 }
    }
}
