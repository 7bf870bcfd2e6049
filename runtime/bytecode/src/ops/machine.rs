//! `print`, and instructions of code that the VM makes itself.

/// Adds the rows of this family to those before it, and goes on to the next family.
macro_rules! machine_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// Prints the value as `print` does. `kind` is a `PrintKind`.
    Print { src: In[print kind], kind: Count } = "print", acts, (nothing);
    /// Where a call that the VM makes returns to.
    Leave { } = "leave", any, (nothing);
    /// The code of a method value of an interface: puts the receiver before the arguments and goes on as the method.
    EnterBound { } = "enter.bound", any, (nothing);
    /// The first instruction of a function that another one has replaced: goes on there. (It is put in place of a `nop`
    /// while a program runs; its operand is then the place of that function's code.)
    EnterNew { func: Func } = "enter.new", any, (nothing);
    /// The code of a function from `reflect.MakeFunc`: hands the arguments to its server.
    EnterMade { } = "enter.made", any, (nothing);
    /// An instruction that compiled code stands for: goes on there. (Its opcode is put in place of that of the
    /// instruction while a program runs; the operands stay.)
    Hot { } = "hot", any, (nothing);
    } };
}
pub(super) use machine_ops;
