//! `print`, and instructions of code that the VM itself generates.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! machine_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// Prints a value like Go's `print`. `kind` is a `PrintKind`.
    Print { src: In[print kind], kind: Count } = "print", acts, (nothing);
    /// The return point of a call that the VM makes.
    Leave { } = "leave", any, (nothing);
    /// The code of an interface's method value: puts the receiver before the arguments and continues with the method.
    EnterBound { } = "enter.bound", any, (nothing);
    /// The first instruction of a replaced function: continues with the replacement. (While a program runs, `enter.new`
    /// overwrites a `nop`; its operand is then the index of the replacement's first instruction.)
    EnterNew { func: Func } = "enter.new", any, (nothing);
    /// The code of a function from `reflect.MakeFunc`: passes the arguments to the Go function given to `MakeFunc`.
    EnterMade { } = "enter.made", any, (nothing);
    /// An instruction at which compiled code is entered. (While a program runs, the opcode `hot` overwrites the
    /// instruction's opcode; the operands stay.)
    Hot { } = "hot", any, (nothing);
    } };
}
pub(super) use machine_ops;
