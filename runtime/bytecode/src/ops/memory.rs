//! Memory: loads, stores, addresses, package-level variables.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! memory_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = *(*int8)(ptr + off)`
    LoadI8 { dst: Out, ptr: In, off: Count } = "load.i8", panics reads, (reads ptr + off: 1);
    /// `dst = *(*uint8)(ptr + off)`
    LoadU8 { dst: Out, ptr: In, off: Count } = "load.u8", panics reads, (reads ptr + off: 1);
    /// `dst = *(*int16)(ptr + off)`
    LoadI16 { dst: Out, ptr: In, off: Count } = "load.i16", panics reads, (reads ptr + off: 2);
    /// `dst = *(*uint16)(ptr + off)`
    LoadU16 { dst: Out, ptr: In, off: Count } = "load.u16", panics reads, (reads ptr + off: 2);
    /// `dst = *(*int32)(ptr + off)`
    LoadI32 { dst: Out, ptr: In, off: Count } = "load.i32", panics reads, (reads ptr + off: 4);
    /// `dst = *(*uint32)(ptr + off)`
    LoadU32 { dst: Out, ptr: In, off: Count } = "load.u32", panics reads, (reads ptr + off: 4);
    /// `dst = *(*uint64)(ptr + off)`
    Load64 { dst: Out, ptr: In, off: Count } = "load.64", panics reads words either, (reads ptr + off: 8);
    /// Loads two words from `ptr + off`.
    Load128 { dst: Out[2u32], ptr: In, off: Count } = "load.128", panics reads words either, (reads ptr + off: 16);
    /// Loads three words from `ptr + off`.
    Load192 { dst: Out[3u32], ptr: In, off: Count } = "load.192", panics reads words either, (reads ptr + off: 24);
    /// Loads a value of `bytes` bytes at `ptr` into slots; the rest of the last slot becomes zero.
    LoadMem { dst: Out[u32::from(bytes).div_ceil(8)], ptr: In, bytes: Count } = "load.mem", acts, (reads ptr: bytes);
    /// `*(*uint8)(ptr + off) = src`
    Store8 { ptr: In, off: Count, src: In } = "store.8", panics writes, (writes ptr + off: 1);
    /// `*(*uint16)(ptr + off) = src`
    Store16 { ptr: In, off: Count, src: In } = "store.16", panics writes, (writes ptr + off: 2);
    /// `*(*uint32)(ptr + off) = src`
    Store32 { ptr: In, off: Count, src: In } = "store.32", panics writes, (writes ptr + off: 4);
    /// `*(*uint64)(ptr + off) = src`, where `src` is no pointer.
    Store64 { ptr: In, off: Count, src: In } = "store.64", panics writes words either, (writes ptr + off: 8);
    /// `*(*uint64)(ptr + off) = src`, where `src` is a pointer (or map, chan, func).
    StorePtr { ptr: In, off: Count, src: In } = "store.ptr", panics writes words pointers, (writes ptr + off: 8);
    /// `*(*uint64)(ptr + off) += src`
    AddMem64 { ptr: In, off: Count, src: In } = "addmem.64", panics reads writes, (updates ptr + off: 8);
    /// `*(*float64)(ptr + off) += src`
    AddMemF64 { ptr: In, off: Count, src: In } = "addmem.f64", panics reads writes float_operands, (updates ptr + off: 8);
    /// `*(*float64)(ptr + off) -= src`
    SubMemF64 { ptr: In, off: Count, src: In } = "submem.f64", panics reads writes float_operands, (updates ptr + off: 8);
    /// Stores two words without pointers at `ptr + off`.
    Store128 { ptr: In, off: Count, src: In[2u32] } = "store.128", panics writes words either, (writes ptr + off: 16);
    /// Stores three words without pointers at `ptr + off`.
    Store192 { ptr: In, off: Count, src: In[3u32] } = "store.192", panics writes words either, (writes ptr + off: 24);
    /// Stores a string at `ptr + off`.
    StoreStr { ptr: In, off: Count, src: In[2u32] } = "store.str", panics writes words pointers, (writes ptr + off: 16);
    /// Stores an interface value at `ptr + off`.
    StoreIface { ptr: In, off: Count, src: In[2u32] } = "store.iface", panics writes words pointers second, (writes ptr + off: 16);
    /// Stores a slice header at `ptr + off`.
    StoreSlice { ptr: In, off: Count, src: In[3u32] } = "store.slice", panics writes words pointers, (writes ptr + off: 24);
    /// Stores a value of `bytes` bytes without pointers at `ptr`.
    StoreMem { ptr: In, src: In[u32::from(bytes).div_ceil(8)], bytes: Count } = "store.mem", acts, (writes ptr: bytes);
    /// Stores a value of any type at `ptr`. Ext: a = the number of its slots, b = the type.
    StoreTyped { ptr: In, src: In[ext a] } + { a: Count, b: Type } = "store.typed", any, (writes ptr: type ext);
    /// `*dst = *src` for any type; the two may overlap. Ext: b = the type.
    CopyTyped { dst: In, src: In } + { b: Type } = "copy.typed", any, (reads src: type ext) (writes dst: type ext);
    /// `*ptr = zero value`. The type may hold pointers.
    ZeroTyped { ptr: In, ty: Type } = "zero.typed", any, (writes ptr: type ty);
    /// `dst = ptr + off`; panics when ptr is nil.
    AddrOff { dst: Out, ptr: In, off: Count } = "addr.off", panics;
    /// `dst = ptr + off` with a large offset; panics when ptr is nil. Ext: b = the offset.
    AddrOffWide { dst: Out, ptr: In } + { b: Imm32 } = "addr.off.wide", panics;
    /// Panics when ptr is nil.
    NilCheck { ptr: In } = "nilcheck", panics;
    /// `dst = &globals[off]`
    GlobalAddr { dst: Out, off: Global } = "global.addr", pure;
    /// `dst = *(*uint64)(&globals[off])`
    LoadGlobal { dst: Out, off: Global } = "load.global", reads either, (reads global off: 8);
    /// `*(*uint64)(&globals[off]) = src`, where `src` is no pointer.
    StoreGlobal { src: In, off: Global } = "store.global", writes either, (writes global off: 8);
    /// `*(*uint64)(&globals[off]) = src`, where `src` is a pointer.
    StoreGlobalPtr { src: In, off: Global } = "store.global.ptr", writes pointers, (writes global off: 8);
    } };
}
pub(super) use memory_ops;
