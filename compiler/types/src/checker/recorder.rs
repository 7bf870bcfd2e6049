//! The record of findings about the source that a check makes on request.

use crate::info::{Object, ObjectId, RecordRequest, Selection, TypeAndValue};
use crate::scope::object::ObjId;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};

/// The findings that the check has recorded so far.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub request: RecordRequest,
    pub exprs: HashMap<Span, TypeAndValue>,
    pub uses: HashMap<Pos, ObjectId>,
    pub defs: HashMap<Pos, ObjectId>,
    pub objects: HashMap<ObjectId, Object>,
    /// Objects whose types may not be known yet.
    pub pending_objects: Vec<ObjId>,
    pub selections: HashMap<Pos, Selection>,
}

impl Recorder {
    /// Makes an empty record.
    pub(crate) fn new(request: RecordRequest) -> Box<Self> {
        Box::new(Self {
            request,
            exprs: HashMap::default(),
            uses: HashMap::default(),
            defs: HashMap::default(),
            objects: HashMap::default(),
            pending_objects: Vec::new(),
            selections: HashMap::default(),
        })
    }
}
