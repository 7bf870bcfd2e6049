//! The page of `--xray` for a run that was explored: what the scheduler did, with the story beside it.

use super::results::Told;
use crate::cmd::{trace, xray};
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// What the page shows of a run beside its trace.
#[derive(Serialize)]
struct Story<'a> {
    /// How it failed, if it did.
    title: Option<&'a str>,
    /// What it is beside: a head for the lines of both runs.
    head: Option<String>,
    #[serde(flatten)]
    told: &'a Told,
}

/// Writes the page; `recorded` is the trace of the run, as pages have it.
pub(super) fn write(path: &Path, program: &str, recorded: &str, title: Option<&str>, told: &Told) {
    let head = told.beside.as_ref().map(super::beside::Beside::head);
    let story = json!(Story { title, head, told });
    // A member more of the object.
    let rest = recorded.strip_prefix('{').unwrap_or("}");
    let data = format!("{{\"story\":{story},{rest}");
    trace::write_file(path, xray::page(&xray::title(program.as_ref()), &data).as_bytes());
}
