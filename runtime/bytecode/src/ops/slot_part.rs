//! Parts of slots: fields of structs in the frame. The offset is in bytes from the frame's base.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! part_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = int8 at off`
    PartI8 { dst: Out, off: ByteIn } = "part.i8", parts;
    /// `dst = uint8 at off`
    PartU8 { dst: Out, off: ByteIn } = "part.u8", parts;
    /// `dst = int16 at off`
    PartI16 { dst: Out, off: ByteIn } = "part.i16", parts;
    /// `dst = uint16 at off`
    PartU16 { dst: Out, off: ByteIn } = "part.u16", parts;
    /// `dst = int32 at off`
    PartI32 { dst: Out, off: ByteIn } = "part.i32", parts;
    /// `dst = uint32 at off`
    PartU32 { dst: Out, off: ByteIn } = "part.u32", parts;
    /// `uint8 at off = src`
    SetPart8 { src: In, off: ByteOut } = "setpart.8", parts;
    /// `uint16 at off = src`
    SetPart16 { src: In, off: ByteOut } = "setpart.16", parts;
    /// `uint32 at off = src`
    SetPart32 { src: In, off: ByteOut } = "setpart.32", parts;
    /// Copies `n` bytes inside the frame: from byte Ext.b to byte `off` (for structs at unaligned places in structs).
    /// Ext: a = n.
    PartCopy { off: ByteOut } + { a: Count, b: Bytes } = "part.copy", acts parts, (nothing);
    } };
}
pub(super) use part_ops;
