//! Calls, returns, `go`, `defer`, panics. Arguments lie from `win` on, and results are returned from `win` on.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! call_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// Calls a function.
    Call { win: Win, func: Func } = "call", any calls, (nothing);
    /// Calls a closure with `n` slots of arguments; panics when it is nil.
    CallClosure { win: Win, f: In, n: Count } = "call.closure", any calls, (nothing);
    /// Calls a closure after moving `arg` to the window: the only slot of arguments, or the first of two.
    CallClosureArg { win: Win, f: In, arg: In } = "call.closure.arg", any calls, (nothing);
    /// Calls a method of an interface value; its data word becomes the argument at `win`, followed by the other
    /// arguments. Panics when the interface is nil. Ext: b = the site, whose inline cache the call uses.
    CallIface { win: Win, x: In[2u32] } + { b: Site } = "call.iface", any calls, (nothing);
    /// Calls a native function, with arguments and results in the window as for Go functions.
    CallNative { win: Win, native: Native } = "call.native", any, (calls native win);
    /// Returns. The results lie from slot 0 on.
    Ret { } = "ret", ends returns;
    /// Returns; the first slot of the results is src.
    RetMov { src: In } = "ret.mov", ends returns either;
    /// Returns; the first slot of the results is a + b, wrapping.
    RetAdd { a: In, b: In } = "ret.add", ends returns;
    /// `go f(…)`: the arguments lie from `win` on. Ext: a = the number of their slots.
    GoFunc { win: Win, func: Func } + { a: Count } = "go.func", any, (nothing);
    /// `go f(…)` of a closure; a nil closure is a fatal error of the new goroutine as in Go. Ext: a = the number of
    /// slots of the arguments.
    GoClosure { win: Win, f: In } + { a: Count } = "go.closure", any, (nothing);
    /// `defer f(…)`. Ext: a = the number of slots of the arguments.
    DeferFunc { win: Win, func: Func } + { a: Count } = "defer.func", any, (nothing);
    /// `defer f(…)` of a closure; a nil closure panics when it is run. Ext: a = the number of slots of the arguments.
    DeferClosure { win: Win, f: In } + { a: Count } = "defer.closure", any, (nothing);
    /// Defers the calls of the closures in a slice whose header's address is in `list`. The slice is read when the
    /// deferred calls run; its last closure is called first.
    DeferEach { list: In } = "defer.each", any, (nothing);
    /// Runs the deferred calls of this frame, last first, in windows at `win`.
    RunDefers { win: Win } = "run.defers", any calls, (nothing);
    /// `panic(x)`
    Panic { x: In[2u32] } = "panic", any ends, (nothing);
    /// `dst = recover()`
    Recover { dst: Out[2u32] } = "recover", acts, (nothing);
    /// Control never reaches this instruction.
    Unreachable { } = "unreachable", ends;
    } };
}
pub(super) use call_ops;
