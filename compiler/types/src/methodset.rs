//! Method sets: which methods a value of a type has, and how each is reached.

use crate::program::{FuncId, Name, PkgId};
use crate::ty::TypeId;

/// A method in the method set of a type, declared or promoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodEntry {
    /// Its name.
    pub name: Name,
    /// The package it belongs to, if its name is not exported.
    pub pkg: Option<PkgId>,
    /// Its type, a `Signature` without receiver.
    pub sig: TypeId,
    /// The embedded fields to walk from the receiver: pointers on the way are dereferenced.
    pub path: Vec<u32>,
    /// What is called at the end of the path.
    pub target: MethodTarget,
}

/// What implements a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodTarget {
    /// A declared method, and whether its receiver is a pointer.
    Func(FuncId, bool),
    /// The method with this index of an embedded interface.
    Interface(u32),
}
