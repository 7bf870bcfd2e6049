//! Channels. Elements lie in slots; `n` slots of the element.

/// Adds the rows of this family to those before it, and goes on to the next family.
macro_rules! chan_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = make(chan T, size)`. Ext: b = the channel's type.
    MakeChan { dst: Out, size: In } + { b: Type } = "make.chan", acts;
    /// `ch <- val`
    Send { ch: In, val: In[n], n: Count } = "send", any;
    /// `dst = <-ch`
    Recv { dst: Out[n], ch: In, n: Count } = "recv", acts;
    /// `dst, ok = <-ch`: ok in the slot after the value.
    RecvOk { dst: Out[u32::from(n) + 1], ch: In, n: Count } = "recv.ok", acts;
    /// `close(ch)`
    Close { ch: In } = "close", acts;
    /// `dst = len(ch)`
    ChanLen { dst: Out, ch: In } = "chan.len", acts;
    /// `dst = cap(ch)`
    ChanCap { dst: Out, ch: In } = "chan.cap", acts;
    /// `dst` = the index of the case that communicated, or -1 for `default`.
    Select { dst: Out, table: Table } = "select", any;
    /// `select` of a table with one case and a default.
    SelectOne { dst: Out, table: Table } = "select.one", any;
    } };
}
pub(super) use chan_ops;
