//! Constants as keys of a hash table, to find duplicates.

use crate::constant::ConstValue;
use crate::ty::TypeId;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use std::rc::Rc;

/// A constant as a key: equal numbers of different kinds have equal keys.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ConstKey {
    Bool(bool),
    Str(Rc<[u8]>),
    Number(String),
}

/// The constants of the cases so far, to find duplicates.
pub(crate) type SeenCases = HashMap<ConstKey, Vec<(TypeId, Pos)>>;

impl ConstKey {
    pub(crate) fn new(value: &ConstValue) -> Option<Self> {
        Some(match value {
            ConstValue::Unknown => return None,
            ConstValue::Bool(b) => Self::Bool(*b),
            ConstValue::Str(s) => Self::Str(s.bytes()),
            number => {
                let whole = number.to_int();
                if let ConstValue::Int(n) = whole {
                    Self::Number(n.to_string())
                } else {
                    let (re, im) =
                        (number.real_part().to_f64()?, number.imaginary_part().to_f64()?);
                    Self::Number(format!("{re:?},{im:?}"))
                }
            }
        })
    }
}
