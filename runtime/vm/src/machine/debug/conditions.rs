//! Conditions of breakpoints: the names of a condition become places in the frame of its instruction.

use crate::machine::debug::Stopped;
use crate::shared::condition::{Arithmetic, Condition, Node, Place};
use crate::shared::debugging::Relation;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};

/// A condition as the user has written it, or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
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
    Field(Box<Term>, String),
    /// An element of an array or slice, or a byte of a string.
    Element(Box<Term>, Box<Term>),
    /// `*x`
    Target(Box<Term>),
    /// `len(x)`
    Len(Box<Term>),
    /// `cap(x)`
    Cap(Box<Term>),
    /// `!x`
    Not(Box<Term>),
    /// `-x`
    Negated(Box<Term>),
    /// `x && y`
    And(Box<Term>, Box<Term>),
    /// `x || y`
    Or(Box<Term>, Box<Term>),
    /// A comparison.
    Compared(Relation, Box<Term>, Box<Term>),
    /// Another operator.
    Computed(Arithmetic, Box<Term>, Box<Term>),
}

/// The names that a condition at an instruction may use.
struct Names<'s, 'm> {
    stopped: &'s Stopped<'m>,
    /// The number of the function, and the index of the instruction in the function.
    func: usize,
    pc: u32,
}

impl Stopped<'_> {
    /// A condition for goroutines that arrive at an instruction; `None` if one of its names is no variable of the frame
    /// or of the package, or it has an operator that only the debugger can evaluate.
    pub(super) fn resolve_condition(&self, at: usize, condition: &Term) -> Option<Condition> {
        let func = self.func_of(at);
        let pc = (at - self.shared().image.function_starts[func] as usize) as u32;
        Some(Condition(Names { stopped: self, func, pc }.node(condition)?))
    }
}

impl Names<'_, '_> {
    fn ty(&self, id: TypeId) -> &RType {
        self.stopped.shared().image.types.get(id)
    }

    fn node(&self, term: &Term) -> Option<Node> {
        let two = |x: &Term, y: &Term| Some((Box::new(self.node(x)?), Box::new(self.node(y)?)));
        Some(match term {
            Term::Int(n) => Node::Int(*n),
            Term::Float(x) => Node::Float(*x),
            Term::Bool(b) => Node::Bool(*b),
            Term::Text(text) => Node::Text(text.clone().into()),
            Term::Nil => Node::Nil,
            Term::Name(_) | Term::Field(..) | Term::Element(..) | Term::Target(_) => {
                let (ty, place) = self.place(term)?;
                let kind = self.ty(ty).kind;
                let is_decided = !matches!(
                    kind,
                    Kind::Struct | Kind::Array | Kind::Complex64 | Kind::Complex128
                );
                // An interface stands for the value that it holds, which only the debugger can determine.
                Node::Load(place, Some(kind).filter(|_| is_decided)?)
            }
            Term::Len(x) | Term::Cap(x) => {
                let (ty, place) = self.place(x)?;
                let index = if matches!(term, Term::Len(_)) { 1 } else { 2 };
                match self.ty(ty).kind {
                    Kind::Slice => Node::Word(place, index),
                    Kind::String if index == 1 => Node::Word(place, 1),
                    Kind::Array => Node::Int(self.ty(ty).len.into()),
                    _ => return None,
                }
            }
            Term::Not(x) => Node::Not(Box::new(self.node(x)?)),
            Term::Negated(x) => Node::Negated(Box::new(self.node(x)?)),
            Term::And(x, y) => two(x, y).map(|(x, y)| Node::And(x, y))?,
            Term::Or(x, y) => two(x, y).map(|(x, y)| Node::Or(x, y))?,
            Term::Compared(relation, x, y) => {
                let (x, y) = two(x, y)?;
                let is_interface = |node: &Node| matches!(node, Node::Load(_, Kind::Interface));
                let is_nil = |node: &Node| matches!(node, Node::Nil);
                // The goroutine stops, and the debugger compares the values that the interfaces hold.
                if is_interface(&x) && !is_nil(&y) || is_interface(&y) && !is_nil(&x) {
                    return None;
                }
                Node::Compared(*relation, x, y)
            }
            Term::Computed(operator, x, y) => {
                two(x, y).map(|(x, y)| Node::Computed(*operator, x, y))?
            }
        })
    }

    /// The type and the place of a variable or a part of one.
    fn place(&self, term: &Term) -> Option<(TypeId, Place)> {
        match term {
            Term::Name(name) => self.variable(name),
            Term::Field(x, name) => {
                let found = self.place(x)?;
                self.field(found, name)
            }
            Term::Target(x) => {
                let (ty, place) = self.place(x)?;
                let ty = self.ty(ty);
                (ty.kind == Kind::Pointer).then(|| (ty.elem, Place::Target(Box::new(place))))
            }
            Term::Element(x, index) => {
                let (mut ty, mut place) = self.place(x)?;
                let index = Box::new(self.node(index)?);
                let pointed = self.ty(ty).elem;
                if self.ty(ty).kind == Kind::Pointer && self.ty(pointed).kind == Kind::Array {
                    (ty, place) = (pointed, Place::Target(Box::new(place)));
                }
                let ty = self.ty(ty);
                if ty.kind == Kind::String {
                    let byte = self.stopped.type_named("uint8")?.id();
                    let slice = Box::new(place);
                    return Some((byte, Place::SliceElement { slice, size: 1, index }));
                }
                let size = self.ty(ty.elem).size;
                let place = match ty.kind {
                    Kind::Array => {
                        Place::ArrayElement { array: Box::new(place), len: ty.len, size, index }
                    }
                    Kind::Slice => Place::SliceElement { slice: Box::new(place), size, index },
                    _ => return None,
                };
                Some((ty.elem, place))
            }
            _ => None,
        }
    }

    fn variable(&self, name: &str) -> Option<(TypeId, Place)> {
        let image = &self.stopped.shared().image;
        let func = &image.program.funcs[self.func];
        let mut vars = func.vars.iter();
        if let Some(var) = vars.rfind(|v| *v.name == *name && (v.from..v.to).contains(&self.pc)) {
            let is_address = var.is_boxed || image.types.get(var.ty).is_indirect();
            let place =
                if is_address { Place::AtSlot(var.slot.0) } else { Place::Slot(var.slot.0) };
            return Some((var.ty, place));
        }
        let path = func.name.rfind('/').map_or(0, |slash| slash + 1);
        let package = func.name[path..].split('.').next()?;
        let wanted = format!("{}{package}.{name}", &func.name[..path]);
        let global = image.program.globals.iter().find(|global| *global.name == *wanted)?;
        Some((global.ty, Place::Global(image.globals() as usize + global.offset as usize)))
    }

    /// The field with this name of a struct, of the struct to which a pointer points, or of an embedded field.
    fn field(&self, of: (TypeId, Place), name: &str) -> Option<(TypeId, Place)> {
        let mut level = vec![of];
        // Fields of outer structs hide fields of embedded structs.
        for _ in 0..8 {
            let mut inner = Vec::new();
            for (mut id, mut place) in std::mem::take(&mut level) {
                if self.ty(id).kind == Kind::Pointer {
                    (id, place) = (self.ty(id).elem, Place::Target(Box::new(place)));
                }
                let ty = self.ty(id);
                for field in ty.fields.iter().filter(|_| ty.kind == Kind::Struct) {
                    let part = Place::Part(Box::new(place.clone()), field.offset);
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
