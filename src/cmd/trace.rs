//! Writes traces to files: those that `run` records (`--trace` and `--xray`), and those of a session (`:trace`).

use super::{print_error, xray};
use crate::debug_settings;
use crate::errno;
use crate::options::Run;
use minigo_deflate::Level;
use minigo_vm::{Machine, Recording};
use std::collections::HashMap;
use std::path::Path;

/// The number of events that are kept of all Ps together, for each form of file: as many as a viewer can display. The
/// compact form takes about 20 bytes an event, 60 MB at most.
const MAX_CHROME_EVENTS: usize = 1 << 20;
const MAX_COMPACT_EVENTS: usize = 3_000_000;

/// The number of events that are kept for each P; `None` if no trace is recorded.
pub(super) fn events_per_p(run: &Run, procs: usize) -> Option<usize> {
    let room = debug_settings::value("tracebuf").and_then(|events| events.parse().ok());
    let all = match (&run.trace, &run.xray) {
        (Some(path), _) if !is_chrome(path) => MAX_COMPACT_EVENTS,
        (Some(_), _) | (_, Some(_)) => MAX_CHROME_EVENTS,
        (None, None) => return None,
    };
    let cpus = || std::thread::available_parallelism().map_or(1, usize::from);
    let procs = if procs == 0 { cpus() } else { procs };
    Some(room.unwrap_or_else(|| events_per_processor(all, procs)))
}

/// The number of events that each P keeps if all Ps together keep `all`.
fn events_per_processor(all: usize, procs: usize) -> usize {
    (all / procs).max(1 << 14)
}

/// The number of events that are kept for each P when the form of the file is not known yet.
pub(super) fn default_events_per_p(procs: usize) -> usize {
    events_per_processor(MAX_COMPACT_EVENTS, procs)
}

/// Reports whether the file's name asks for Chrome's JSON.
fn is_chrome(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Creates the files before the program runs, so that an error is reported early.
pub(super) fn create_trace_files(run: &Run) -> Result<(), u8> {
    for path in run.trace.iter().chain(&run.xray) {
        let made = std::fs::File::create(path);
        made.map_err(|error| {
            print_error(&format!("open {}: {}", path.display(), errno::text(&error)))
        })?;
    }
    Ok(())
}

/// Writes what the machine has recorded to the files that the user named.
pub(super) fn write_trace_files(run: &Run, machine: &Machine) {
    if let (Some(data), Some(path)) = (write_trace(run, machine), &run.xray) {
        let title =
            run.words.first().map_or_else(String::new, |word| xray::page_title(word.as_ref()));
        write_file(path, xray::page_html(&title, &data).as_bytes());
    }
}

/// Writes the trace, if the user named a file for it; returns the data for a page, if the user asks for one.
pub(super) fn write_trace(run: &Run, machine: &Machine) -> Option<String> {
    let counted = debug_settings::is_on("schedstats");
    if run.trace.is_none() && run.xray.is_none() && !counted {
        return None;
    }
    let recording = machine.trace()?;
    if counted {
        print_error(&recording.counts_json());
    }
    if run.trace.is_none() && run.xray.is_none() {
        return None;
    }
    if recording.dropped_events() > 0 && run.trace_last.is_none() {
        let more = " (MINIGODEBUG=tracebuf=EVENTS keeps more)";
        print_error(&format!("{}{more}", dropped_note(&recording)));
    }
    let data = page_data(&recording);
    if let Some(path) = &run.trace {
        write_file(path, &trace_bytes(path, &recording, &data));
    }
    Some(data)
}

/// The number of events that a page shows of a machine with one P.
pub(super) const MAX_PAGE_EVENTS: usize = MAX_CHROME_EVENTS;

/// The data for a page of this recording.
pub(super) fn page_data(recording: &Recording) -> String {
    let lines = SourceLines::default();
    recording.xray_json(&|file, line| lines.get(file, line))
}

/// The message that the oldest events are missing.
fn dropped_note(recording: &Recording) -> String {
    format!("trace: the {} oldest events were dropped", recording.dropped_events())
}

/// Writes a trace in the form that the file's name asks for: a page, JSON, or the compact form. Returns a message if
/// events are missing.
///
/// # Errors
/// Returns the error of the system call.
pub(super) fn save_recording(path: &Path, recording: &Recording) -> Result<Option<String>, String> {
    let data = page_data(recording);
    let bytes = match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("html") => {
            xray::page_html(&xray::page_title(path), &data).into_bytes()
        }
        _ => trace_bytes(path, recording, &data),
    };
    match std::fs::write(path, bytes) {
        Ok(()) => Ok((recording.dropped_events() > 0).then(|| dropped_note(recording))),
        Err(error) => Err(format!("write {}: {}", path.display(), errno::text(&error))),
    }
}

fn trace_bytes(path: &Path, recording: &Recording, data: &str) -> Vec<u8> {
    if is_chrome(path) {
        return recording.chrome_json(data).into_bytes();
    }
    minigo_deflate::gzip(Level::Fast(3), &recording.perfetto_trace(data))
}

/// Writes a file; prints an error if that fails.
pub(super) fn write_file(path: &Path, bytes: &[u8]) {
    if let Err(error) = std::fs::write(path, bytes) {
        print_error(&format!("write {}: {}", path.display(), errno::text(&error)));
    }
}

/// The lines of source files; each file is read once.
#[derive(Default)]
struct SourceLines(std::cell::RefCell<HashMap<String, Vec<String>>>);

impl SourceLines {
    fn get(&self, file: &str, line: u32) -> Option<String> {
        let mut files = self.0.borrow_mut();
        let lines = files.entry(file.to_owned()).or_insert_with(|| {
            let text = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
        });
        let text = lines.get((line as usize).checked_sub(1)?)?.trim();
        (!text.is_empty()).then(|| text.chars().take(200).collect())
    }
}
