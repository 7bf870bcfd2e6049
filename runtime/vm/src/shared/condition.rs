//! Conditions of breakpoints, as trees in which a place in a frame or in memory stands for each variable: a goroutine
//! that arrives at a breakpoint evaluates the condition in its frame, without a stop and without allocating.
//!
//! If a tree cannot be evaluated (a nil pointer, an index out of range, a division by zero), its value is `None`: the
//! goroutine stops, and the debugger evaluates the text of the condition, and says what is wrong with it.

use crate::channel::chan_of;
use crate::image::Image;
use crate::map::{Map, map_get, map_len};
use crate::shared::debugging::Relation;
use crate::shared::image_pointer::ImagePointer;
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_bytecode::type_word::type_of;

/// The operators whose result is a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Quo,
    /// `%`
    Rem,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `&^`
    AndNot,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
}

/// A place in memory, as seen from a frame.
#[derive(Clone, Debug)]
pub(crate) enum FramePlace {
    /// A slot of the frame.
    Slot(u16),
    /// The place at the address in a slot of the frame.
    AtSlot(u16),
    /// A package-level variable.
    Global(usize),
    /// The place that lies this many bytes behind another place.
    Part(Box<FramePlace>, u64),
    /// The place to which the pointer at a place points.
    Target(Box<FramePlace>),
    /// An element of the array at a place.
    ArrayElement { array: Box<FramePlace>, len: u64, size: u64, index: Box<ConditionNode> },
    /// An element of the slice whose header is at a place, or a byte of a string.
    SliceElement { slice: Box<FramePlace>, size: u64, index: Box<ConditionNode> },
}

/// The entry of a map under a key.
#[derive(Clone, Debug)]
pub(crate) struct MapEntry {
    pub(crate) map: FramePlace,
    pub(crate) ty: TypeId,
    pub(crate) key: ConditionNode,
    pub(crate) key_kind: Kind,
    pub(crate) elem_kind: Kind,
    pub(crate) image: ImagePointer,
}

/// A number that a map or channel knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    MapLen,
    ChannelLen,
    ChannelCap,
}

/// A condition, or a part of one.
#[derive(Clone, Debug)]
pub(crate) enum ConditionNode {
    Int(i128),
    Float(f64),
    Bool(bool),
    Text(Box<[u8]>),
    Nil,
    /// The value of a kind at a place.
    Load(FramePlace, Kind),
    /// A word of a slice's or string's header: its length or capacity.
    Word(FramePlace, u64),
    /// The length or capacity of the map or channel at a place.
    Count(FramePlace, Count),
    /// The value that the interface at a place holds, if it is a number, boolean, string or reference.
    Dynamic(FramePlace, ImagePointer),
    /// The value of a map's entry; the zero value if the map has no such entry.
    Entry(Box<MapEntry>),
    Not(Box<ConditionNode>),
    Negated(Box<ConditionNode>),
    And(Box<ConditionNode>, Box<ConditionNode>),
    Or(Box<ConditionNode>, Box<ConditionNode>),
    Compared(Relation, Box<ConditionNode>, Box<ConditionNode>),
    Computed(Arithmetic, Box<ConditionNode>, Box<ConditionNode>),
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) struct Condition(pub(crate) ConditionNode);

/// The value of a node.
#[derive(Clone, Copy)]
enum NodeValue<'a> {
    Int(i128),
    Float(f64),
    Bool(bool),
    Text(&'a [u8]),
    Nil,
    /// A pointer, map, channel, function or interface that is not nil.
    Reference,
}

impl Condition {
    /// Reports whether the condition holds in the frame whose first slot is `frame`; `None`: the condition cannot be
    /// evaluated.
    ///
    /// # Safety
    /// The frame is a frame of the function for which the condition was made.
    pub(crate) unsafe fn holds(&self, frame: *const u64) -> Option<bool> {
        // SAFETY: the caller's promise.
        match unsafe { self.0.evaluate(frame) } {
            Some(NodeValue::Bool(holds)) => Some(holds),
            _ => None,
        }
    }
}

impl FramePlace {
    /// The address of the place.
    ///
    /// # Safety
    /// As for [`Condition::holds`].
    unsafe fn address(&self, frame: *const u64) -> Option<*const u8> {
        // SAFETY: the places were made from the types of the frame's variables.
        unsafe {
            Some(match self {
                Self::Slot(slot) => frame.add(usize::from(*slot)).cast(),
                Self::AtSlot(slot) => pointer(*frame.add(usize::from(*slot)))?,
                Self::Global(address) => *address as *const u8,
                Self::Part(whole, offset) => whole.address(frame)?.add(*offset as usize),
                Self::Target(place) => pointer(word(place.address(frame)?, 0))?,
                Self::ArrayElement { array, len, size, index } => {
                    let at = index.index(frame, *len)?;
                    array.address(frame)?.add((at * size) as usize)
                }
                Self::SliceElement { slice, size, index } => {
                    let header = slice.address(frame)?;
                    let at = index.index(frame, word(header, 1))?;
                    pointer(word(header, 0))?.add((at * size) as usize)
                }
            })
        }
    }
}

fn pointer(word: u64) -> Option<*const u8> {
    (word >= NIL_PAGE_SIZE).then_some(word as *const u8)
}

/// Loads the word with this index at `at`.
///
/// # Safety
/// `index + 1` words can be read at `at`.
unsafe fn word(at: *const u8, index: usize) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { at.cast::<u64>().add(index).read_unaligned() }
}

impl ConditionNode {
    /// The node's value as an index; `None` if it is not below `len`.
    ///
    /// # Safety
    /// As for [`Condition::holds`].
    unsafe fn index(&self, frame: *const u64, len: u64) -> Option<u64> {
        // SAFETY: the caller's promise.
        match unsafe { self.evaluate(frame) }? {
            NodeValue::Int(n) => u64::try_from(n).ok().filter(|n| *n < len),
            _ => None,
        }
    }

    /// The node's value in the frame.
    ///
    /// # Safety
    /// As for [`Condition::holds`].
    unsafe fn evaluate<'a>(&'a self, frame: *const u64) -> Option<NodeValue<'a>> {
        // SAFETY: the caller's promise.
        let of = |node: &'a Self| unsafe { node.evaluate(frame) };
        Some(match self {
            Self::Int(n) => NodeValue::Int(*n),
            Self::Float(x) => NodeValue::Float(*x),
            Self::Bool(b) => NodeValue::Bool(*b),
            Self::Text(text) => NodeValue::Text(text),
            Self::Nil => NodeValue::Nil,
            // SAFETY: a value of this kind lies there.
            Self::Load(place, kind) => unsafe { load(place.address(frame)?, *kind)? },
            // SAFETY: the header of a slice or string lies there.
            Self::Word(place, index) => unsafe {
                NodeValue::Int(word(place.address(frame)?, *index as usize).into())
            },
            // SAFETY: a map or channel of this kind lies there.
            Self::Count(place, count) => unsafe {
                NodeValue::Int(count.of(word(place.address(frame)?, 0)))
            },
            // SAFETY: an interface lies there.
            Self::Dynamic(place, image) => unsafe { dynamic(place.address(frame)?, image.get())? },
            // SAFETY: the caller's promise.
            Self::Entry(entry) => unsafe { entry.load(frame)? },
            Self::Not(x) => match of(x)? {
                NodeValue::Bool(b) => NodeValue::Bool(!b),
                _ => return None,
            },
            Self::Negated(x) => match of(x)? {
                NodeValue::Int(n) => NodeValue::Int(n.checked_neg()?),
                NodeValue::Float(x) => NodeValue::Float(-x),
                _ => return None,
            },
            Self::And(x, y) => match of(x)? {
                NodeValue::Bool(false) => NodeValue::Bool(false),
                NodeValue::Bool(true) => of(y)?,
                _ => return None,
            },
            Self::Or(x, y) => match of(x)? {
                NodeValue::Bool(true) => NodeValue::Bool(true),
                NodeValue::Bool(false) => of(y)?,
                _ => return None,
            },
            Self::Compared(relation, x, y) => {
                let holds = compare(*relation, of(x)?, of(y)?);
                let is_dynamic =
                    matches!(**x, Self::Dynamic(..)) || matches!(**y, Self::Dynamic(..));
                NodeValue::Bool(match (holds, relation) {
                    // An interface that holds a value of another type is not equal.
                    (None, Relation::Equal | Relation::Unequal) if is_dynamic => {
                        *relation == Relation::Unequal
                    }
                    (holds, _) => holds?,
                })
            }
            Self::Computed(operator, x, y) => compute(*operator, of(x)?, of(y)?)?,
        })
    }
}

impl Count {
    /// # Safety
    /// `word` is nil, or a map or channel.
    unsafe fn of(self, word: u64) -> i128 {
        match self {
            // SAFETY: the caller's promise.
            Self::MapLen => i128::from(unsafe { map_len(word as *const Map) }),
            Self::ChannelLen => chan_of(word).map_or(0, |channel| channel.len() as i128),
            Self::ChannelCap => chan_of(word).map_or(0, |channel| channel.cap() as i128),
        }
    }
}

impl MapEntry {
    /// The value of the entry.
    ///
    /// # Safety
    /// As for [`Condition::holds`].
    unsafe fn load<'a>(&'a self, frame: *const u64) -> Option<NodeValue<'a>> {
        // SAFETY: the caller's promise; a map of this type lies at the place.
        unsafe {
            let key = key_slots(self.key.evaluate(frame)?, self.key_kind)?;
            let map = word(self.map.address(frame)?, 0) as *const Map;
            let image = self.image.get();
            let layout = image.map_layout(self.ty);
            let found = map_get(image.types.current_types(), layout, map, key.as_ptr()).ok()?;
            let zero = [0_u64; 2];
            load(if found.is_null() { zero.as_ptr().cast() } else { found.cast() }, self.elem_kind)
        }
    }
}

/// A key of a map as it lies in slots. `None` if it is no value of the kind.
fn key_slots(key: NodeValue<'_>, kind: Kind) -> Option<[u64; 2]> {
    let number = match (key, kind) {
        (NodeValue::Text(text), Kind::String) => {
            return Some([text.as_ptr() as u64, text.len() as u64]);
        }
        (NodeValue::Bool(key), Kind::Bool) => return Some([key.into(), 0]),
        (NodeValue::Int(key), _) => key,
        _ => return None,
    };
    let signed = |bits: u32| (-1 << (bits - 1)..1_i128 << (bits - 1)).contains(&number);
    let unsigned = |bits: u32| (0..1_i128 << bits).contains(&number);
    let fits = match kind {
        Kind::Int | Kind::Int64 => signed(64),
        Kind::Int8 => signed(8),
        Kind::Int16 => signed(16),
        Kind::Int32 => signed(32),
        Kind::Uint | Kind::Uint64 | Kind::Uintptr => unsigned(64),
        Kind::Uint8 => unsigned(8),
        Kind::Uint16 => unsigned(16),
        Kind::Uint32 => unsigned(32),
        _ => false,
    };
    fits.then_some([number as u64, 0])
}

/// The value that the interface at `at` holds.
///
/// # Safety
/// An interface lies at `at`.
unsafe fn dynamic<'a>(at: *const u8, image: &Image) -> Option<NodeValue<'a>> {
    // SAFETY: the caller's promise.
    let (ty, data) = unsafe { (word(at, 0), word(at, 1)) };
    if ty == 0 {
        return Some(NodeValue::Nil);
    }
    let ty = image.types.current_types().get(type_of(ty).0 as usize)?;
    let value = if ty.is_in_data_word { at.wrapping_add(8) } else { pointer(data)? };
    // SAFETY: a value of the type lies there.
    Some(unsafe { load(value, ty.kind) }.unwrap_or(NodeValue::Reference))
}

/// # Safety
/// A value of the kind lies at `at`; a slot begins with the value's bytes.
unsafe fn load<'a>(at: *const u8, kind: Kind) -> Option<NodeValue<'a>> {
    let reference = |word| if word == 0 { NodeValue::Nil } else { NodeValue::Reference };
    // SAFETY: the caller's promise.
    Some(unsafe {
        match kind {
            Kind::Bool => NodeValue::Bool(*at != 0),
            Kind::Int | Kind::Int64 => NodeValue::Int(at.cast::<i64>().read_unaligned().into()),
            Kind::Int8 => NodeValue::Int(at.cast::<i8>().read().into()),
            Kind::Int16 => NodeValue::Int(at.cast::<i16>().read_unaligned().into()),
            Kind::Int32 => NodeValue::Int(at.cast::<i32>().read_unaligned().into()),
            Kind::Uint | Kind::Uint64 | Kind::Uintptr => NodeValue::Int(word(at, 0).into()),
            Kind::Uint8 => NodeValue::Int(at.read().into()),
            Kind::Uint16 => NodeValue::Int(at.cast::<u16>().read_unaligned().into()),
            Kind::Uint32 => NodeValue::Int(at.cast::<u32>().read_unaligned().into()),
            Kind::Float32 => NodeValue::Float(at.cast::<f32>().read_unaligned().into()),
            Kind::Float64 => NodeValue::Float(at.cast::<f64>().read_unaligned()),
            Kind::String => match (word(at, 0), word(at, 1) as usize) {
                (_, 0) => NodeValue::Text(&[]),
                (first, len) => {
                    NodeValue::Text(std::slice::from_raw_parts(first as *const u8, len))
                }
            },
            Kind::Pointer
            | Kind::Map
            | Kind::Chan
            | Kind::Func
            | Kind::UnsafePointer
            | Kind::Slice
            | Kind::Interface => reference(word(at, 0)),
            _ => return None,
        }
    })
}

fn compare(relation: Relation, x: NodeValue<'_>, y: NodeValue<'_>) -> Option<bool> {
    let equal = |equal: bool| match relation {
        Relation::Equal => Some(equal),
        Relation::Unequal => Some(!equal),
        _ => None,
    };
    match (x, y) {
        (NodeValue::Int(a), NodeValue::Int(b)) => Some(relation.holds(a, b)),
        (NodeValue::Int(a), NodeValue::Float(b)) => Some(compare_floats(relation, a as f64, b)),
        (NodeValue::Float(a), NodeValue::Int(b)) => Some(compare_floats(relation, a, b as f64)),
        (NodeValue::Float(a), NodeValue::Float(b)) => Some(compare_floats(relation, a, b)),
        (NodeValue::Text(a), NodeValue::Text(b)) => Some(relation.holds(a.cmp(b) as i128, 0)),
        (NodeValue::Bool(a), NodeValue::Bool(b)) => equal(a == b),
        (NodeValue::Nil, NodeValue::Nil) => equal(true),
        (NodeValue::Nil, NodeValue::Reference) | (NodeValue::Reference, NodeValue::Nil) => {
            equal(false)
        }
        _ => None,
    }
}

fn compare_floats(relation: Relation, a: f64, b: f64) -> bool {
    match a.partial_cmp(&b) {
        Some(order) => relation.holds(order as i128, 0),
        None => relation == Relation::Unequal,
    }
}

fn compute<'a>(operator: Arithmetic, x: NodeValue<'_>, y: NodeValue<'_>) -> Option<NodeValue<'a>> {
    let (a, b) = match (x, y) {
        (NodeValue::Int(a), NodeValue::Int(b)) => (a, b),
        (NodeValue::Int(a), NodeValue::Float(b)) => return compute_floats(operator, a as f64, b),
        (NodeValue::Float(a), NodeValue::Int(b)) => return compute_floats(operator, a, b as f64),
        (NodeValue::Float(a), NodeValue::Float(b)) => return compute_floats(operator, a, b),
        _ => return None,
    };
    Some(NodeValue::Int(match operator {
        Arithmetic::Add => a.checked_add(b)?,
        Arithmetic::Sub => a.checked_sub(b)?,
        Arithmetic::Mul => a.checked_mul(b)?,
        // A division of 128 bits is a call of some 30 ns.
        Arithmetic::Quo | Arithmetic::Rem => match (i64::try_from(a), i64::try_from(b)) {
            (Ok(a), Ok(b)) if operator == Arithmetic::Quo => a.checked_div(b)?.into(),
            (Ok(a), Ok(b)) => a.checked_rem(b)?.into(),
            _ if operator == Arithmetic::Quo => a.checked_div(b)?,
            _ => a.checked_rem(b)?,
        },
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::AndNot => a & !b,
        Arithmetic::Shl => a.checked_shl(shift_count(b)?)?,
        Arithmetic::Shr => a.checked_shr(shift_count(b)?)?,
    }))
}

/// A number as the count of a shift.
fn shift_count(n: i128) -> Option<u32> {
    u32::try_from(n).ok().filter(|n| *n < 64)
}

fn compute_floats<'a>(operator: Arithmetic, a: f64, b: f64) -> Option<NodeValue<'a>> {
    Some(NodeValue::Float(match operator {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Quo => a / b,
        _ => return None,
    }))
}
