//! Interfaces. The type word is the type id; a value of up to 8 bytes lies in the data word, a larger one in the heap.
//!
//! In programs with [Go's layout](crate::program::Program::has_go_interface_layout) the type word is an address
//! ([`type_word`](crate::type_word)), and only pointers lie in the data word. Instructions with a type operand take
//! type words of either layout; the code generator makes the words, and loads values from memory.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! iface_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = any(src)` for a type larger than 8 bytes: copies the value to the heap. Ext: a = the number of its slots,
    /// b = the type. (Smaller values take a load.imm of the type id and a mov. In Go's layout a load.descriptor or
    /// load.itab follows.)
    BoxIface { dst: Out[2u32], src: In[ext a] } + { a: Count, b: Type } = "box.iface", any, (nothing);
    /// `dst = x.(T)`, where T is no interface; panics if x holds another type. Ext: a = the number of slots of T, b =
    /// T. A second Ext follows: b = the declared interface type of x (for the panic's text).
    AssertType { dst: Out[ext a], x: In[2u32] } + { a: Count, b: Type } + { b: Type } = "assert.type", acts, (nothing);
    /// `dst, ok = x.(T)`: ok in the slot after the value. Ext: a = the number of slots of T, b = T.
    AssertTypeOk { dst: Out[ext a + 1], x: In[2u32] } + { a: Count, b: Type } = "assert.type.ok", acts, (nothing);
    /// `dst = x.(I)`, where I is an interface; panics if x does not implement it. Ext: b = I.
    AssertIface { dst: Out[2u32], x: In[2u32] } + { b: Type } = "assert.iface", acts, (nothing);
    /// `dst, ok = x.(I)`: ok in the slot after the value. Ext: b = I.
    AssertIfaceOk { dst: Out[3u32], x: In[2u32] } + { b: Type } = "assert.iface.ok", acts, (nothing);
    /// Unpacks the data word of an interface whose type is known to be T. Ext: a = the number of slots of T, b = T.
    Unbox { dst: Out[ext a], data: In } + { a: Count, b: Type } = "unbox", acts, (nothing);
    /// `dst` = the method of an interface value as a closure bound to the value; panics when the value is nil. Ext: b =
    /// the site.
    BindIface { dst: Out, x: In[2u32] } + { b: Site } = "bind.iface", any, (nothing);
    } };
}
pub(super) use iface_ops;
