//! Atomic operations on words in memory, sequentially consistent.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! atomic_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = atomic.LoadInt32(ptr + off)`
    AtomicLoadI32 { dst: Out, ptr: In, off: Count } = "atomic.load.i32", acts, (loads ptr + off: 4);
    /// `dst = atomic.LoadUint32(ptr + off)`
    AtomicLoadU32 { dst: Out, ptr: In, off: Count } = "atomic.load.u32", acts, (loads ptr + off: 4);
    /// `dst = atomic.LoadInt64(ptr + off)`, for any word.
    AtomicLoad64 { dst: Out, ptr: In, off: Count } = "atomic.load.64", acts, (loads ptr + off: 8);
    /// `atomic.StoreInt32(ptr + off, src)`, for any half word.
    AtomicStore32 { ptr: In, off: Count, src: In } = "atomic.store.32", acts, (stores ptr + off: 4);
    /// `atomic.StoreInt64(ptr + off, src)`, for any word that is no pointer.
    AtomicStore64 { ptr: In, off: Count, src: In } = "atomic.store.64", acts, (stores ptr + off: 8);
    /// `dst = atomic.AddInt32(ptr + off, dst)`
    AtomicAddI32 { dst: InOut, ptr: In, off: Count } = "atomic.add.i32", acts, (swaps ptr + off: 4);
    /// `dst = atomic.AddUint32(ptr + off, dst)`
    AtomicAddU32 { dst: InOut, ptr: In, off: Count } = "atomic.add.u32", acts, (swaps ptr + off: 4);
    /// `dst = atomic.AddInt64(ptr + off, dst)`, signed or unsigned.
    AtomicAdd64 { dst: InOut, ptr: In, off: Count } = "atomic.add.64", acts, (swaps ptr + off: 8);
    /// `dst = atomic.AddInt32(ptr + off, n)`. Ext: b = n.
    AtomicAddI32Imm { dst: Out, ptr: In, off: Count } + { b: Imm32 } = "atomic.add.i32.imm", acts, (swaps ptr + off: 4);
    /// `dst = atomic.AddInt32(ptr + off, 1)` on the count of readers of an `RWMutex`. If the result is not negative,
    /// the goroutine has the lock for reading, and the instruction jumps. Ext: a as `up` of `jmp.lock`, b = the
    /// distance.
    JmpReadLock { dst: Out, ptr: In, off: Count } + { a: Count, b: Jump32 } = "jmp.read.lock", acts, (readlocks ptr + off: 4);
    /// `dst = atomic.AddInt32(ptr + off, -1)`: the goroutine releases the lock for reading; jumps if the result is not
    /// negative. Ext: b = the distance.
    JmpReadUnlock { dst: Out, ptr: In, off: Count } + { b: Jump32 } = "jmp.read.unlock", acts, (readunlocks ptr + off: 4);
    /// `dst = atomic.SwapInt32(ptr + off, dst)`
    AtomicSwapI32 { dst: InOut, ptr: In, off: Count } = "atomic.swap.i32", acts, (swaps ptr + off: 4);
    /// `dst = atomic.SwapUint32(ptr + off, dst)`
    AtomicSwapU32 { dst: InOut, ptr: In, off: Count } = "atomic.swap.u32", acts, (swaps ptr + off: 4);
    /// `dst = atomic.SwapInt64(ptr + off, dst)`, for any word that is no pointer.
    AtomicSwap64 { dst: InOut, ptr: In, off: Count } = "atomic.swap.64", acts, (swaps ptr + off: 8);
    /// `dst = atomic.CompareAndSwapInt32(ptr, old, new)`, for any half word; `args` are old and new.
    AtomicCas32 { dst: Out, ptr: In, args: In[2u32] } = "atomic.cas.32", acts, (swaps ptr: 4);
    /// `dst = atomic.CompareAndSwapInt64(ptr, old, new)`, for any word that is no pointer; `args` are old and new.
    AtomicCas64 { dst: Out, ptr: In, args: In[2u32] } = "atomic.cas.64", acts, (swaps ptr: 8);
    /// Jumps if `atomic.CompareAndSwapInt32(ptr + off, k & 255, k >> 8)`. Ext: b = the distance.
    JmpCas32 { ptr: In, off: Count, k: Count } + { b: Jump32 } = "jmp.cas.32", acts, (swaps ptr + off: 4);
    /// If the mutex whose word is at ptr + off is free, takes it and jumps. The instruction records beside the word,
    /// for reports, the goroutine and a position: its own, or, if `up` is not zero, the position of the frame's call.
    /// Ext: b = the distance.
    JmpLock { ptr: In, off: Count, up: Count } + { b: Jump32 } = "jmp.lock", acts, (locks ptr + off: 8);
    /// Unlocks the mutex and jumps, if no waiter has to be woken. Ext: b = the distance.
    JmpUnlock { ptr: In, off: Count } + { b: Jump32 } = "jmp.unlock", acts, (unlocks ptr + off: 8);
    } };
}
pub(super) use atomic_ops;
