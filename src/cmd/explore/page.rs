//! The page of `--xray` for an explored run: the scheduler's actions with the story beside them.

use super::search_results::FailureReport;
use crate::cmd::{trace, xray};
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// The part of the page's data that is not in the trace.
#[derive(Serialize)]
struct PageStory<'a> {
    /// The failure in one line, if the run failed.
    title: Option<&'a str>,
    /// The heading of the comparison with another run, if there is one.
    head: Option<String>,
    #[serde(flatten)]
    report: &'a FailureReport,
}

/// Writes the page; `recorded` is the trace of the run in the form that pages use.
pub(super) fn write(
    path: &Path,
    program: &str,
    recorded: &str,
    title: Option<&str>,
    report: &FailureReport,
) {
    let head = report.beside.as_ref().map(super::compare_runs::RunComparison::heading);
    let story = json!(PageStory { title, head, report });
    // Inserts the story as one more member of the JSON object.
    let rest = recorded.strip_prefix('{').unwrap_or("}");
    let data = format!("{{\"story\":{story},{rest}");
    trace::write_file(path, xray::page_html(&xray::page_title(program.as_ref()), &data).as_bytes());
}
