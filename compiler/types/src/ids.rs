//! Indices of the entities of a program.

/// Index of a function in [`Program::funcs`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FuncId(pub u32);

/// The function of a method that has not been resolved: no code has called it so far.
pub const UNRESOLVED: FuncId = FuncId(u32::MAX);

/// Index of a local variable in [`Program::vars`]; parameters, results and temporaries are variables too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// Index of a package-level variable in [`Program::globals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GlobalId(pub u32);

/// Index of a package in [`Program::packages`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PkgId(pub u32);
