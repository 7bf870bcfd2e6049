//! Strings and slices.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! slice_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = first + … ` of `n` strings in consecutive slots.
    Concat { dst: Out[2u32], first: In[2 * u32::from(n)], n: Count } = "concat", acts, (nothing);
    /// `dst = x[lo:hi]` of a string; `args` are lo and hi in two slots. Ext: a = the bounds that are present (1 lo, 2
    /// hi).
    SliceStr { dst: Out[2u32], x: In[2u32], args: In[2u32] } + { a: Count } = "slice.str", panics;
    /// `dst = x[lo:hi:max]` of a slice; `args` are lo, hi and max in three slots. Ext: a = the bounds that are present
    /// (1 lo, 2 hi, 4 max; 8: x is an array, for the panic's wording), b = the size of an element.
    SliceSlice { dst: Out[3u32], x: In[3u32], args: In[3u32] } + { a: Count, b: Imm32 } = "slice.slice", panics;
    /// `dst = make([]T, len, cap)`. Ext: b = T.
    MakeSlice { dst: Out[3u32], len: In, cap: In } + { b: Type } = "make.slice", panics allocates;
    /// `dst = append(x, …)` of n elements, which lie in consecutive slots from `first` on. Ext: a = n, b = the
    /// element's type.
    Append { dst: Out[3u32], x: In[3u32], first: In[ext a * elem] } + { a: Count, b: Type } = "append", any, (writes room x, ext: type ext);
    /// `dst = append(x, y...)`, y a slice or string (pointer, length). Ext: b = the element's type.
    AppendSlice { dst: Out[3u32], x: In[3u32], y: In[2u32] } + { b: Type } = "append.slice", any, (reads elements y: type ext) (writes room x, len y: type ext);
    /// `dst = append(x, make([]T, n)...)`. Ext: b = the element's type.
    AppendZeros { dst: Out[3u32], x: In[3u32], n: In } + { b: Type } = "append.zeros", any, (writes room x, n: type ext);
    /// `dst = copy(to, from)`. Ext: b = the element's type.
    Copy { dst: Out, to: In[2u32], from: In[2u32] } + { b: Type } = "copy", any, (reads common from to: type ext) (writes common to from: type ext);
    /// `clear(x)` of a slice. Ext: b = the element's type.
    ClearSlice { x: In[2u32] } + { b: Type } = "clear.slice", any, (writes elements x: type ext);
    /// `dst = string(rune(a))`, where `a` is signed.
    IntToStr { dst: Out[2u32], a: In } = "int.str", acts, (nothing);
    /// `dst = []byte(a)` with capacity `room`; if that is less than the length, with the size to which the allocator
    /// rounds up.
    StrToBytes { dst: Out[3u32], a: In[2u32], room: Count } = "str.bytes", acts, (nothing);
    /// `dst = string(a)` of bytes.
    BytesToStr { dst: Out[2u32], a: In[2u32] } = "bytes.str", acts, (reads elements a: 1);
    /// `dst = []rune(a)`; `room` as for `str.bytes`.
    StrToRunes { dst: Out[3u32], a: In[2u32], room: Count } = "str.runes", acts, (nothing);
    /// `dst = string(a)` of runes.
    RunesToStr { dst: Out[2u32], a: In[2u32] } = "runes.str", acts, (reads elements a: 4);
    /// `dst = (*[n]T)(a)`; panics when a is shorter than n. Ext: b = n.
    SliceToArrayPtr { dst: Out, a: In[2u32] } + { b: Imm32 } = "slice.arrayptr", acts, (nothing);
    /// Decodes the rune at byte `i`, which is below the string's length: `dst` = the rune, `dst+1` = the index of the
    /// next one.
    NextRune { dst: Out[2u32], x: In[2u32], i: In } = "next.rune", reads, (nothing);
    /// `dst = unsafe.Slice(ptr, len)`, checked. Ext: b = the element's type.
    UnsafeSlice { dst: Out[3u32], ptr: In, len: In } + { b: Type } = "unsafe.slice", acts, (nothing);
    /// `dst = unsafe.String(ptr, len)`, checked.
    UnsafeString { dst: Out[2u32], ptr: In, len: In } = "unsafe.string", acts, (nothing);
    } };
}
pub(super) use slice_ops;
