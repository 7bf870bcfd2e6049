//! Conditions of breakpoints: the names of a condition become places in the frame of its instruction.

use crate::machine::debug::StoppedMachine;
use crate::shared::condition::{Arithmetic, Condition, ConditionNode, Count, FramePlace, MapEntry};
use crate::shared::debugging::Relation;
use crate::shared::image_pointer::ImagePointer;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};

/// A condition as the user has written it, or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub enum ConditionTerm {
    /// An integer.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// A boolean.
    Bool(bool),
    /// A string.
    Text(Vec<u8>),
    /// `nil`
    Nil,
    /// A variable of the function, or of its package.
    Name(String),
    /// A field.
    Field(Box<ConditionTerm>, String),
    /// An element of an array or slice, or a byte of a string.
    Element(Box<ConditionTerm>, Box<ConditionTerm>),
    /// `*x`
    Target(Box<ConditionTerm>),
    /// `len(x)`
    Len(Box<ConditionTerm>),
    /// `cap(x)`
    Cap(Box<ConditionTerm>),
    /// `!x`
    Not(Box<ConditionTerm>),
    /// `-x`
    Negated(Box<ConditionTerm>),
    /// `x && y`
    And(Box<ConditionTerm>, Box<ConditionTerm>),
    /// `x || y`
    Or(Box<ConditionTerm>, Box<ConditionTerm>),
    /// A comparison.
    Compared(Relation, Box<ConditionTerm>, Box<ConditionTerm>),
    /// Another operator.
    Computed(Arithmetic, Box<ConditionTerm>, Box<ConditionTerm>),
}

/// The names that a condition at an instruction may use.
struct ConditionNames<'s, 'm> {
    stopped: &'s StoppedMachine<'m>,
    /// The number of the function, and the index of the instruction in the function.
    func: usize,
    pc: u32,
}

impl StoppedMachine<'_> {
    /// A condition for goroutines that arrive at an instruction; `None` if one of its names is no variable of the frame
    /// or of the package, or it has an operator that only the debugger can evaluate.
    pub(super) fn resolve_condition(
        &self,
        at: usize,
        condition: &ConditionTerm,
    ) -> Option<Condition> {
        let func = self.func_of(at);
        let pc = (at - self.shared().image.function_starts[func] as usize) as u32;
        Some(Condition(ConditionNames { stopped: self, func, pc }.condition_node(condition)?))
    }
}

impl ConditionNames<'_, '_> {
    fn ty(&self, id: TypeId) -> &RType {
        self.stopped.shared().image.types.get(id)
    }

    fn condition_node(&self, term: &ConditionTerm) -> Option<ConditionNode> {
        let two = |x: &ConditionTerm, y: &ConditionTerm| {
            Some((Box::new(self.condition_node(x)?), Box::new(self.condition_node(y)?)))
        };
        Some(match term {
            ConditionTerm::Int(n) => ConditionNode::Int(*n),
            ConditionTerm::Float(x) => ConditionNode::Float(*x),
            ConditionTerm::Bool(b) => ConditionNode::Bool(*b),
            ConditionTerm::Text(text) => ConditionNode::Text(text.clone().into()),
            ConditionTerm::Nil => ConditionNode::Nil,
            ConditionTerm::Element(x, index) if self.is_map(x) => self.entry_node(x, index)?,
            ConditionTerm::Name(_)
            | ConditionTerm::Field(..)
            | ConditionTerm::Element(..)
            | ConditionTerm::Target(_) => {
                let (ty, place) = self.place(term)?;
                let kind = self.ty(ty).kind;
                let is_decided = !matches!(
                    kind,
                    Kind::Struct | Kind::Array | Kind::Complex64 | Kind::Complex128
                );
                ConditionNode::Load(place, Some(kind).filter(|_| is_decided)?)
            }
            ConditionTerm::Len(x) | ConditionTerm::Cap(x) => {
                let (ty, place) = self.place(x)?;
                let index = if matches!(term, ConditionTerm::Len(_)) { 1 } else { 2 };
                match self.ty(ty).kind {
                    Kind::Map if index == 1 => ConditionNode::Count(place, Count::MapLen),
                    Kind::Chan if index == 1 => ConditionNode::Count(place, Count::ChannelLen),
                    Kind::Chan => ConditionNode::Count(place, Count::ChannelCap),
                    Kind::Slice => ConditionNode::Word(place, index),
                    Kind::String if index == 1 => ConditionNode::Word(place, 1),
                    Kind::Array => ConditionNode::Int(self.ty(ty).len.into()),
                    _ => return None,
                }
            }
            ConditionTerm::Not(x) => ConditionNode::Not(Box::new(self.condition_node(x)?)),
            ConditionTerm::Negated(x) => ConditionNode::Negated(Box::new(self.condition_node(x)?)),
            ConditionTerm::And(x, y) => two(x, y).map(|(x, y)| ConditionNode::And(x, y))?,
            ConditionTerm::Or(x, y) => two(x, y).map(|(x, y)| ConditionNode::Or(x, y))?,
            ConditionTerm::Compared(relation, x, y) => {
                let (x, y) = two(x, y)?;
                let is_interface =
                    |node: &ConditionNode| matches!(node, ConditionNode::Load(_, Kind::Interface));
                let is_nil = |node: &ConditionNode| matches!(node, ConditionNode::Nil);
                let (x_holds, y_holds) = (is_interface(&x), is_interface(&y));
                if x_holds && y_holds {
                    // The goroutine stops, and the debugger compares the values that the interfaces hold.
                    return None;
                }
                let dynamic = |node: Box<ConditionNode>| match *node {
                    ConditionNode::Load(place, Kind::Interface) => {
                        Box::new(ConditionNode::Dynamic(place, self.image()))
                    }
                    other => Box::new(other),
                };
                let x = if x_holds && !is_nil(&y) { dynamic(x) } else { x };
                let y = if y_holds && !is_nil(&x) { dynamic(y) } else { y };
                ConditionNode::Compared(*relation, x, y)
            }
            ConditionTerm::Computed(operator, x, y) => {
                two(x, y).map(|(x, y)| ConditionNode::Computed(*operator, x, y))?
            }
        })
    }

    fn image(&self) -> ImagePointer {
        ImagePointer::of(&self.stopped.shared().image)
    }

    fn is_map(&self, term: &ConditionTerm) -> bool {
        self.place(term).is_some_and(|(ty, _)| self.ty(ty).kind == Kind::Map)
    }

    fn entry_node(&self, map: &ConditionTerm, key: &ConditionTerm) -> Option<ConditionNode> {
        let (ty, map) = self.place(map)?;
        let (key, image) = (self.condition_node(key)?, self.image());
        let (key_kind, elem_kind) = (self.ty(self.ty(ty).key).kind, self.ty(self.ty(ty).elem).kind);
        let is_known = |kind| kind == Kind::String || kind == Kind::Bool || is_integer(kind);
        let is_loaded = is_known(elem_kind)
            || matches!(elem_kind, Kind::Float32 | Kind::Float64 | Kind::Pointer | Kind::Map);
        let entry = MapEntry { map, ty, key, key_kind, elem_kind, image };
        (is_known(key_kind) && is_loaded).then(|| ConditionNode::Entry(Box::new(entry)))
    }

    /// The type and the place of a variable or a part of one.
    fn place(&self, term: &ConditionTerm) -> Option<(TypeId, FramePlace)> {
        match term {
            ConditionTerm::Name(name) => self.variable(name),
            ConditionTerm::Field(x, name) => {
                let found = self.place(x)?;
                self.field(found, name)
            }
            ConditionTerm::Target(x) => {
                let (ty, place) = self.place(x)?;
                let ty = self.ty(ty);
                (ty.kind == Kind::Pointer).then(|| (ty.elem, FramePlace::Target(Box::new(place))))
            }
            ConditionTerm::Element(x, index) => {
                let (mut ty, mut place) = self.place(x)?;
                let index = Box::new(self.condition_node(index)?);
                let pointed = self.ty(ty).elem;
                if self.ty(ty).kind == Kind::Pointer && self.ty(pointed).kind == Kind::Array {
                    (ty, place) = (pointed, FramePlace::Target(Box::new(place)));
                }
                let ty = self.ty(ty);
                if ty.kind == Kind::String {
                    let byte = self.stopped.type_named("uint8")?.id();
                    let slice = Box::new(place);
                    return Some((byte, FramePlace::SliceElement { slice, size: 1, index }));
                }
                let size = self.ty(ty.elem).size;
                let place = match ty.kind {
                    Kind::Array => FramePlace::ArrayElement {
                        array: Box::new(place),
                        len: ty.len,
                        size,
                        index,
                    },
                    Kind::Slice => FramePlace::SliceElement { slice: Box::new(place), size, index },
                    _ => return None,
                };
                Some((ty.elem, place))
            }
            _ => None,
        }
    }

    fn variable(&self, name: &str) -> Option<(TypeId, FramePlace)> {
        let image = &self.stopped.shared().image;
        let func = &image.program.funcs[self.func];
        let mut vars = func.vars.iter();
        if let Some(var) = vars
            .rfind(|v| *v.name == *name && (v.scope_start_pc..v.scope_end_pc).contains(&self.pc))
        {
            let is_address = var.is_boxed || image.types.get(var.ty).is_indirect();
            let place = if is_address {
                FramePlace::AtSlot(var.slot.0)
            } else {
                FramePlace::Slot(var.slot.0)
            };
            return Some((var.ty, place));
        }
        let path = func.name.rfind('/').map_or(0, |slash| slash + 1);
        let package = func.name[path..].split('.').next()?;
        let wanted = format!("{}{package}.{name}", &func.name[..path]);
        let global = image.program.globals.iter().find(|global| *global.name == *wanted)?;
        Some((global.ty, FramePlace::Global(image.globals() as usize + global.offset as usize)))
    }

    /// The field with this name of a struct, of the struct to which a pointer points, or of an embedded field.
    fn field(&self, of: (TypeId, FramePlace), name: &str) -> Option<(TypeId, FramePlace)> {
        let mut level = vec![of];
        // Fields of outer structs hide fields of embedded structs.
        for _ in 0..8 {
            let mut inner = Vec::new();
            for (mut id, mut place) in std::mem::take(&mut level) {
                if self.ty(id).kind == Kind::Pointer {
                    (id, place) = (self.ty(id).elem, FramePlace::Target(Box::new(place)));
                }
                let ty = self.ty(id);
                for field in ty.fields.iter().filter(|_| ty.kind == Kind::Struct) {
                    let part = FramePlace::Part(Box::new(place.clone()), field.offset);
                    if *field.name == *name {
                        return Some((field.ty, part));
                    }
                    if field.is_embedded {
                        inner.push((field.ty, part));
                    }
                }
            }
            level = inner;
        }
        None
    }
}

fn is_integer(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Int
            | Kind::Int8
            | Kind::Int16
            | Kind::Int32
            | Kind::Int64
            | Kind::Uint
            | Kind::Uint8
            | Kind::Uint16
            | Kind::Uint32
            | Kind::Uint64
            | Kind::Uintptr
    )
}
