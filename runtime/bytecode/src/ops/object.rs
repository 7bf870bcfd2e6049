//! Allocation and function values.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! object_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = new(T)`, zeroed.
    New { dst: Out, ty: Type } = "new", allocates;
    /// `dst` = a new closure of the function; later stores write its captures at offset 8 and up.
    NewClosure { dst: Out, func: Func } = "new.closure", allocates;
    /// `dst` = the function as a value (without captures; allocated only once).
    FuncValue { dst: Out, func: Func } = "func.value", allocates;
    /// `dst` = the running closure; its captures lie at offset 8 and up.
    Closure { dst: Out } = "closure", closure;
    /// `dst` = the word at byte `off` of the running closure.
    LoadCapture { dst: Out, off: Count } = "load.capture", closure either;
    } };
}
pub(super) use object_ops;
