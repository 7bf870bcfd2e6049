//! Calls, returns, `go`, `defer`, panics. Arguments lie from `win` on, results come back from `win` on.

/// Adds the rows of this family to those before it, and goes on to the next family.
macro_rules! call_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// Calls a function.
    Call { win: Win, func: Func } = "call", any, (nothing);
    /// Calls a closure with `n` slots of arguments; panics when it is nil.
    CallClosure { win: Win, f: In, n: Count } = "call.closure", any, (nothing);
    /// Calls a closure with `arg` moved to the window first: the only slot of arguments, or the first of two.
    CallClosureArg { win: Win, f: In, arg: In } = "call.closure.arg", any, (nothing);
    /// Calls a method of an interface value; its data word becomes the argument at `win`, the others follow it.
    /// Panics when the interface is nil. Ext: b = the site, whose inline cache it uses.
    CallIface { win: Win, x: In[2u32] } + { b: Site } = "call.iface", any, (nothing);
    /// Calls a native: arguments and results as for Go functions.
    CallNative { win: Win, native: Native } = "call.native", any, (calls native win);
    /// Leaves the function. The results lie from slot 0 on.
    Ret { } = "ret", ends returns;
    /// Leaves the function; the first slot of the results is src.
    RetMov { src: In } = "ret.mov", ends returns;
    /// Leaves the function; the first slot of the results is a + b, wrapping.
    RetAdd { a: In, b: In } = "ret.add", ends returns;
    /// `go f(…)`: the arguments lie from `win` on. Ext: a = slots of the arguments.
    GoFunc { win: Win, func: Func } + { a: Count } = "go.func", any, (nothing);
    /// `go f(…)` of a closure; a nil one is a fatal error of the new goroutine as in Go. Ext: a = slots of the
    /// arguments.
    GoClosure { win: Win, f: In } + { a: Count } = "go.closure", any, (nothing);
    /// `defer f(…)`. Ext: a = slots of the arguments.
    DeferFunc { win: Win, func: Func } + { a: Count } = "defer.func", any, (nothing);
    /// `defer f(…)` of a closure; a nil one panics when it is run. Ext: a = slots of the arguments.
    DeferClosure { win: Win, f: In } + { a: Count } = "defer.closure", any, (nothing);
    /// Defers calls of the closures of a slice, whose address is in `list`: of those that it has when the deferred
    /// calls run, the last one first.
    DeferEach { list: In } = "defer.each", any, (nothing);
    /// Runs the deferred calls of this frame, last first, in windows at `win`.
    RunDefers { win: Win } = "run.defers", any, (nothing);
    /// `panic(x)`
    Panic { x: In[2u32] } = "panic", any ends, (nothing);
    /// `dst = recover()`
    Recover { dst: Out[2u32] } = "recover", acts, (nothing);
    /// No execution reaches it.
    Unreachable { } = "unreachable", ends;
    } };
}
pub(super) use call_ops;
