//! Channels. An element lies in slots; `n` is the number of an element's slots.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! chan_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = make(chan T, size)`. Ext: b = the channel's type.
    MakeChan { dst: Out, size: In } + { b: Type } = "make.chan", acts, (nothing);
    /// `ch <- val`
    Send { ch: In, val: In[n], n: Count } = "send", any, (sends channel ch);
    /// `dst = <-ch`
    Recv { dst: Out[n], ch: In, n: Count } = "recv", acts, (receives channel ch);
    /// `dst, ok = <-ch`: ok in the slot after the value.
    RecvOk { dst: Out[u32::from(n) + 1], ch: In, n: Count } = "recv.ok", acts, (receives channel ch);
    /// `close(ch)`
    Close { ch: In } = "close", acts, (closes channel ch);
    /// `dst = len(ch)`
    ChanLen { dst: Out, ch: In } = "chan.len", acts, (counts channel ch);
    /// `dst = cap(ch)`
    ChanCap { dst: Out, ch: In } = "chan.cap", acts, (nothing);
    /// `dst` = the index of the case that communicated, or -1 for `default`.
    Select { dst: Out, table: Table } = "select", any, (selects cases table);
    /// `select` with one case and a default; `dst` as for `select`.
    SelectOne { dst: Out, table: Table } = "select.one", any, (selects cases table);
    } };
}
pub(super) use chan_ops;
