//! Elements of slices, strings and arrays. `x` is (pointer, length) in two slots: a slice, a string, or an array with
//! its length beside it. All instructions panic with Go's index error when `i`, taken as unsigned, is not below the
//! length.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! element_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = x[i]`, int8
    IndexI8 { dst: Out, x: In[2u32], i: In } = "index.i8", panics reads, (reads x[i]: 1);
    /// `dst = x[i]`, uint8
    IndexU8 { dst: Out, x: In[2u32], i: In } = "index.u8", panics reads, (reads x[i]: 1);
    /// `dst = x[i]`, int16
    IndexI16 { dst: Out, x: In[2u32], i: In } = "index.i16", panics reads, (reads x[i]: 2);
    /// `dst = x[i]`, uint16
    IndexU16 { dst: Out, x: In[2u32], i: In } = "index.u16", panics reads, (reads x[i]: 2);
    /// `dst = x[i]`, int32
    IndexI32 { dst: Out, x: In[2u32], i: In } = "index.i32", panics reads, (reads x[i]: 4);
    /// `dst = x[i]`, uint32
    IndexU32 { dst: Out, x: In[2u32], i: In } = "index.u32", panics reads, (reads x[i]: 4);
    /// `dst = x[i]`, 64 bits
    Index64 { dst: Out, x: In[2u32], i: In } = "index.64", panics reads either, (reads x[i]: 8);
    /// `dst = x[i]`, two words
    Index128 { dst: Out[2u32], x: In[2u32], i: In } = "index.128", panics reads, (reads x[i]: 16);
    /// `dst = x[i]`, three words
    Index192 { dst: Out[3u32], x: In[2u32], i: In } = "index.192", panics reads, (reads x[i]: 24);
    /// `dst = x[i + off]`, uint8. Ext: b = off, signed.
    IndexOffU8 { dst: Out, x: In[2u32], i: In } + { b: Imm32 } = "index.off.u8", panics reads, (reads x[i + ext]: 1);
    /// `dst = x[i + off]`, uint32. Ext: b = off, signed.
    IndexOffU32 { dst: Out, x: In[2u32], i: In } + { b: Imm32 } = "index.off.u32", panics reads, (reads x[i + ext]: 4);
    /// `dst = x[i + off]`, 64 bits. Ext: b = off, signed.
    IndexOff64 { dst: Out, x: In[2u32], i: In } + { b: Imm32 } = "index.off.64", panics reads either, (reads x[i + ext]: 8);
    /// `dst = x[i][j]`, 64 bits, x a slice of slices. Ext: a = the slot of j.
    IndexIndex64 { dst: Out, x: In[2u32], i: In } + { a: In } = "index.index.64", panics reads either, (reads x[i by 24]: 16) (reads x[i][ext]: 8);
    /// `dst = x[i]`, uint8, x a slice or string at ptr + off. Ext: b = off.
    IndexMemU8 { dst: Out, ptr: In, i: In } + { b: Imm32 } = "index.mem.u8", panics reads, (reads ptr + ext: 16) (reads (ptr + ext)[i]: 1);
    /// `dst = x[i]`, 64 bits, x a slice at ptr + off. Ext: b = off.
    IndexMem64 { dst: Out, ptr: In, i: In } + { b: Imm32 } = "index.mem.64", panics reads either, (reads ptr + ext: 16) (reads (ptr + ext)[i]: 8);
    /// `dst = x[i]`, uint8, x an array of b elements at ptr + a. Ext: a and b.
    IndexArrU8 { dst: Out, ptr: In, i: In } + { a: Count, b: Imm32 } = "index.arr.u8", panics reads, (reads array(ptr + ext)[i]: 1);
    /// `dst = x[i]`, uint32, x an array of b elements at ptr + a. Ext: a and b.
    IndexArrU32 { dst: Out, ptr: In, i: In } + { a: Count, b: Imm32 } = "index.arr.u32", panics reads, (reads array(ptr + ext)[i]: 4);
    /// `dst = x[i]`, 64 bits, x an array of b elements at ptr + a. Ext: a and b.
    IndexArr64 { dst: Out, ptr: In, i: In } + { a: Count, b: Imm32 } = "index.arr.64", panics reads either, (reads array(ptr + ext)[i]: 8);
    /// `x[i] = src`, 8 bits, x a slice at ptr + off. Ext: b = off.
    SetIndexMem8 { ptr: In, i: In, src: In } + { b: Imm32 } = "setindex.mem.8", panics writes, (reads ptr + ext: 16) (writes (ptr + ext)[i]: 1);
    /// `x[i] = src`, 64 bits, no pointer, x a slice at ptr + off. Ext: b = off.
    SetIndexMem64 { ptr: In, i: In, src: In } + { b: Imm32 } = "setindex.mem.64", panics writes either, (reads ptr + ext: 16) (writes (ptr + ext)[i]: 8);
    /// `x[i] = src`, 8 bits
    SetIndex8 { x: In[2u32], i: In, src: In } = "setindex.8", panics writes, (writes x[i]: 1);
    /// `x[i] = src`, 16 bits
    SetIndex16 { x: In[2u32], i: In, src: In } = "setindex.16", panics writes, (writes x[i]: 2);
    /// `x[i] = src`, 32 bits
    SetIndex32 { x: In[2u32], i: In, src: In } = "setindex.32", panics writes, (writes x[i]: 4);
    /// `x[i] = src`, 64 bits, no pointer
    SetIndex64 { x: In[2u32], i: In, src: In } = "setindex.64", panics writes either, (writes x[i]: 8);
    /// `x[i] = src`, a pointer
    SetIndexPtr { x: In[2u32], i: In, src: In } = "setindex.ptr", panics writes pointers, (writes x[i]: 8);
    /// `x[i] = src`, a string
    SetIndexStr { x: In[2u32], i: In, src: In[2u32] } = "setindex.str", panics writes pointers, (writes x[i]: 16);
    /// `x[i] = src`, an interface
    SetIndexIface { x: In[2u32], i: In, src: In[2u32] } = "setindex.iface", panics writes pointers second, (writes x[i]: 16);
    /// `x[i] = src`, a slice
    SetIndexSlice { x: In[2u32], i: In, src: In[3u32] } = "setindex.slice", panics writes pointers, (writes x[i]: 24);
    /// `x[i] += src`, 64 bits
    AddIndex64 { x: In[2u32], i: In, src: In } = "addindex.64", panics reads writes, (updates x[i]: 8);
    /// `x[i] += src`, float64
    AddIndexF64 { x: In[2u32], i: In, src: In } = "addindex.f64", panics reads writes float_operands, (updates x[i]: 8);
    /// `x[i] -= src`, float64
    SubIndexF64 { x: In[2u32], i: In, src: In } = "subindex.f64", panics reads writes float_operands, (updates x[i]: 8);
    /// `dst = &x[i]`. Ext: b = the size of an element in bytes.
    IndexAddr { dst: Out, x: In[2u32], i: In } + { b: Imm32 } = "index.addr", panics;
    /// Panics with Go's index error when `i`, taken as unsigned, is not below `n`.
    CheckIndex { i: In, n: In } = "check.index", panics;
    } };
}
pub(super) use element_ops;
