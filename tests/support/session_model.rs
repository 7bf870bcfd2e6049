//! The model of a session with random inputs: the objects that names denote, and the values of variables.

use std::collections::BTreeMap;

/// An expression of type int. The text of the expression uses the names that the objects had when it was written.
#[derive(Clone)]
pub(crate) enum IntExpr {
    Literal(i64),
    Param,
    Var(usize),
    Field(usize),
    Len(usize),
    Element(usize, i64),
    Call(usize, Box<IntExpr>),
    Binary(char, Box<IntExpr>, Box<IntExpr>),
}

/// The object that a name denotes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum DeclaredObject {
    Int(usize),
    Slice(usize),
    Map(usize),
    Const(i64),
    Func(usize),
    Struct(usize),
    Type,
}

/// The value of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Int(i64),
    Slice(Vec<i64>),
    Map(BTreeMap<i64, i64>),
    /// A struct, by the value of its field.
    Struct(i64),
}

/// The expected state of a session.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) names: BTreeMap<String, DeclaredObject>,
    pub(crate) values: Vec<Value>,
    pub(crate) funcs: Vec<IntExpr>,
    /// The sum that the goroutine `adder` keeps.
    pub(crate) sum: i64,
}

/// The evaluation panics.
pub(crate) struct Panicked;

impl Model {
    pub(crate) fn new_value(&mut self, value: Value) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    pub(crate) fn eval_int(&self, x: &IntExpr, param: i64) -> Result<i64, Panicked> {
        Ok(match x {
            IntExpr::Literal(n) => *n,
            IntExpr::Param => param,
            IntExpr::Var(at) | IntExpr::Field(at) => match self.values[*at] {
                Value::Int(n) | Value::Struct(n) => n,
                _ => unreachable!("the variable has a value of the expression's type"),
            },
            IntExpr::Len(at) => match &self.values[*at] {
                Value::Slice(list) => list.len() as i64,
                Value::Map(map) => map.len() as i64,
                _ => unreachable!("the variable has a value of the expression's type"),
            },
            IntExpr::Element(at, index) => match &self.values[*at] {
                Value::Slice(list) => *list.get(*index as usize).ok_or(Panicked)?,
                Value::Map(map) => map.get(index).copied().unwrap_or(0),
                _ => unreachable!("the variable has a value of the expression's type"),
            },
            IntExpr::Call(slot, arg) => {
                let arg = self.eval_int(arg, param)?;
                self.eval_int(&self.funcs[*slot], arg)?
            }
            IntExpr::Binary(op, a, b) => {
                let (a, b) = (self.eval_int(a, param)?, self.eval_int(b, param)?);
                match op {
                    '+' => a.wrapping_add(b),
                    '-' => a.wrapping_sub(b),
                    '*' => a.wrapping_mul(b),
                    _ => a ^ b,
                }
            }
        })
    }
}
