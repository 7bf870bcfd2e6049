//! What is recorded about the source while it is checked, if that was asked for.

use crate::info::{Object, ObjectId, Record, Selection, TypeAndValue};
use crate::scope::object::ObjId;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};

/// What has been recorded so far.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub request: Record,
    pub exprs: HashMap<Span, TypeAndValue>,
    pub uses: HashMap<Pos, ObjectId>,
    pub defs: HashMap<Pos, ObjectId>,
    pub objects: HashMap<ObjectId, Object>,
    /// Objects whose types may not be known yet.
    pub pending: Vec<ObjId>,
    pub selections: HashMap<Pos, Selection>,
}

impl Recorder {
    /// Nothing yet.
    pub(crate) fn new(request: Record) -> Box<Self> {
        Box::new(Self {
            request,
            exprs: HashMap::default(),
            uses: HashMap::default(),
            defs: HashMap::default(),
            objects: HashMap::default(),
            pending: Vec::new(),
            selections: HashMap::default(),
        })
    }
}
