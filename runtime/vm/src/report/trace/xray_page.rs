//! The data of the X-ray page, as JSON: tables by column, times as differences, texts by number.
//!
//! `src/cmd/xray/page/model.js` reads the data; any change of the format must be made in both.

use super::chrome::json_quoted;
use super::event::{
    ChoiceRule, GoroutineState, NO_NUMBER, OtherEvent, Queue, QueueMove, Sink, Span, TraceFacts,
};
use super::names::Names;
use hashbrown::HashMap;
use minigo_sched::{GcPhase, Kind, Reason};
use std::fmt::Write as _;

/// The most spans that a page shows: the newest.
const MAX_SPANS: usize = 1 << 19;

/// Collects the data of the page.
#[derive(Default)]
pub(crate) struct XrayPageData {
    spans: Vec<Span>,
    moves: Vec<QueueMove>,
    other_events: Vec<OtherEvent>,
    dropped_spans: u64,
}

impl Sink for XrayPageData {
    fn note_span(&mut self, span: &Span) {
        self.spans.push(*span);
        if self.spans.len() >= 2 * MAX_SPANS {
            self.drop_oldest_spans();
        }
    }

    fn note_move(&mut self, moved: &QueueMove) {
        self.moves.push(*moved);
    }

    fn note_other_event(&mut self, other: &OtherEvent) {
        match other.kind {
            Kind::Create | Kind::Wake | Kind::Park | Kind::Yield | Kind::Preempted => {}
            Kind::Displaced | Kind::Done | Kind::Block | Kind::Unpark | Kind::Unblock => {}
            _ => self.other_events.push(*other),
        }
    }
}

/// The data of the run that the page shows in addition to the spans.
pub(crate) struct RunData<'a> {
    pub(crate) begin_time: u64,
    pub(crate) dropped_events: u64,
    pub(crate) counts_json: &'a str,
    /// Returns the text of a line of a file.
    pub(crate) source: &'a dyn Fn(&str, u32) -> Option<String>,
}

impl XrayPageData {
    /// Keeps the newest spans, and the events since the first of these spans.
    fn drop_oldest_spans(&mut self) {
        self.spans.sort_by_key(|span| (span.from_time, span.to_time, span.goroutine));
        let excess = self.spans.len().saturating_sub(MAX_SPANS);
        if excess == 0 {
            return;
        }
        self.dropped_spans += excess as u64;
        let begin = self.spans[excess].from_time;
        self.spans.drain(..excess);
        self.moves.retain(|moved| moved.time >= begin);
        self.other_events.retain(|other| other.time >= begin);
    }

    pub(crate) fn finish(
        mut self,
        facts: &TraceFacts,
        names: &Names<'_>,
        run: &RunData<'_>,
    ) -> String {
        self.drop_oldest_spans();
        let first = self.spans.first().map_or(run.begin_time, |span| span.from_time);
        let begin = if self.dropped_spans > 0 { first } else { run.begin_time.min(first) };
        let spans = self.spans.iter().map(|s| s.to_time);
        let others = self.other_events.iter().map(|o| o.time);
        let end = spans.chain(others).max().unwrap_or(begin);
        let mut out = XrayTables { facts, names, texts: Texts::default(), json: String::new() };
        out.write_spans(&self.spans, begin);
        out.write_wakes(&self.spans, begin);
        out.write_moves(&self.moves, begin);
        out.write_others(&self.other_events, begin);
        out.write_goroutines();
        out.write_objects();
        let XrayTables { texts, json: out, .. } = out;
        let source = texts.source_json(run.source);
        let head = [
            format!("\"begin\":{begin},\"end\":{end},\"dropped\":{}", run.dropped_events),
            format!("\"leftOut\":{},\"counts\":{}", self.dropped_spans, run.counts_json),
            json_list("rules", ChoiceRule::TEXTS.iter().copied()),
            json_list("reasons", Reason::ALL.iter().map(|r| r.text())),
            json_list("kinds", Kind::ALL.iter().map(|k| k.text())),
            json_list("phases", (0..5).map(|n| GcPhase::text(n).unwrap_or(""))),
        ];
        let texts = json_list("texts", texts.texts.iter().map(|t| &**t));
        format!("{{\"version\":1,{}{out},{texts},\"source\":{{{source}}}}}", head.join(","))
    }
}

/// A member of the JSON object that is a list of texts.
fn json_list<'t>(name: &str, texts: impl Iterator<Item = &'t str>) -> String {
    format!("\"{name}\":[{}]", texts.map(json_quoted).collect::<Vec<_>>().join(","))
}

/// Texts by number; 0 means no text.
struct Texts {
    texts: Vec<String>,
    text_numbers: HashMap<String, usize>,
    /// The places in the data: number of the text, file and line.
    place_numbers: HashMap<u32, (usize, String, u32)>,
}

impl Default for Texts {
    fn default() -> Self {
        let (numbers, places) = Default::default();
        Self { texts: vec![String::new()], text_numbers: numbers, place_numbers: places }
    }
}

impl Texts {
    fn text_number(&mut self, text: &str) -> usize {
        if text.is_empty() {
            return 0;
        }
        let all = &mut self.texts;
        *self.text_numbers.entry_ref(text).or_insert_with(|| {
            all.push(text.to_owned());
            all.len() - 1
        })
    }

    fn place_number(&mut self, names: &Names<'_>, location: u32) -> usize {
        if let Some((number, ..)) = self.place_numbers.get(&location) {
            return *number;
        }
        let Some((file, line)) = names.position(location) else { return 0 };
        let number = self.text_number(&format!("{file}:{line}"));
        self.place_numbers.insert(location, (number, file.to_owned(), line));
        number
    }

    /// The source lines of the places, by the numbers of their texts.
    fn source_json(&self, source: &dyn Fn(&str, u32) -> Option<String>) -> String {
        let mut places: Vec<_> = self.place_numbers.values().collect();
        places.sort_unstable();
        places.dedup();
        let line = |(number, file, line): &&(usize, String, u32)| {
            Some(format!("\"{number}\":{}", json_quoted(&source(file, *line)?)))
        };
        places.iter().filter_map(line).collect::<Vec<_>>().join(",")
    }
}

/// Writes the tables.
struct XrayTables<'a> {
    facts: &'a TraceFacts,
    names: &'a Names<'a>,
    texts: Texts,
    json: String,
}

/// A number plus one; 0 for [`NO_NUMBER`].
fn plus_one(n: u32) -> u64 {
    u64::from(n.wrapping_add(1))
}

/// A column: its name, and the function that returns its number for a row.
type Column<'c, R> = (&'static str, &'c dyn Fn(&R) -> u64);

/// The number of a queue: 0 for the global one, then runnext and local queue of each processor.
fn queue_number(queue: Queue) -> u64 {
    match queue {
        Queue::Global => 0,
        Queue::Next(proc) => 1 + 2 * u64::from(proc),
        Queue::Local(proc) => 2 + 2 * u64::from(proc),
    }
}

impl XrayTables<'_> {
    /// Writes a table: for each column its name and a number for each row.
    fn write_table<R>(&mut self, name: &str, rows: &[R], columns: &[Column<'_, R>]) {
        let _ = write!(self.json, ",\"{name}\":{{");
        for (i, (column, value)) in columns.iter().enumerate() {
            let _ = write!(self.json, "{}\"{column}\":[", if i > 0 { "," } else { "" });
            for (i, row) in rows.iter().enumerate() {
                let _ = write!(self.json, "{}{}", if i > 0 { "," } else { "" }, value(row));
            }
            self.json.push(']');
        }
        self.json.push('}');
    }

    fn write_spans(&mut self, spans: &[Span], begin: u64) {
        let mut last = begin;
        let mut rows = Vec::with_capacity(spans.len());
        for span in spans {
            let line = self.texts.place_number(self.names, span.location);
            let what =
                self.names.awaited_name(span.location).filter(|_| span.end_kind == Kind::Park);
            let what = what.map_or(0, |name| self.texts.text_number(name));
            rows.push((span, span.from_time - last, line as u64, what as u64));
            last = span.from_time;
        }
        type Row<'s> = (&'s Span, u64, u64, u64);
        let place = |(span, ..): &Row<'_>| match span.state {
            GoroutineState::Runnable => queue_number(span.queue),
            _ => plus_one(span.proc),
        };
        self.write_table(
            "spans",
            &rows,
            &[
                ("g", &|r: &Row<'_>| u64::from(r.0.goroutine)),
                ("state", &|r| r.0.state as u64),
                ("from", &|r| r.1),
                ("length", &|r| r.0.to_time - r.0.from_time),
                ("place", &place),
                ("worker", &|r| plus_one(r.0.worker)),
                ("rule", &|r| r.0.rule as u64),
                ("end", &|r| r.0.end_kind as u64),
                ("reason", &|r| u64::from(r.0.reason)),
                ("object", &|r| u64::from(r.0.object)),
                ("line", &|r| r.2),
                ("what", &|r| r.3),
            ],
        );
    }

    /// Writes the causes of slices, by the number of their span.
    fn write_wakes(&mut self, spans: &[Span], begin: u64) {
        let rows: Vec<_> = (0..)
            .zip(spans)
            .filter(|(_, span)| span.state == GoroutineState::Running)
            .filter_map(|(i, span)| Some((i, span.origin.filter(|o| o.time >= begin)?)))
            .collect();
        type Row = (u64, super::event::EventCause);
        self.write_table(
            "wakes",
            &rows,
            &[
                ("span", &|r: &Row| r.0),
                ("at", &|r| r.1.time - begin),
                ("proc", &|r| plus_one(r.1.proc)),
                ("g", &|r| plus_one(r.1.goroutine)),
                ("made", &|r| u64::from(r.1.is_new)),
            ],
        );
    }

    fn write_moves(&mut self, moves: &[QueueMove], begin: u64) {
        self.write_table(
            "moves",
            moves,
            &[
                ("at", &|m: &QueueMove| m.time - begin),
                ("g", &|m| u64::from(m.goroutine)),
                ("from", &|m| queue_number(m.from_queue)),
                ("to", &|m| queue_number(m.to_queue)),
                ("why", &|m| m.kind as u64),
            ],
        );
    }

    fn write_others(&mut self, others: &[OtherEvent], begin: u64) {
        self.write_table(
            "others",
            others,
            &[
                ("at", &|o: &OtherEvent| o.time - begin),
                ("kind", &|o| o.kind as u64),
                ("proc", &|o| plus_one(o.proc)),
                ("g", &|o| plus_one(o.goroutine)),
                ("arg", &|o| u64::from(o.argument)),
            ],
        );
    }

    fn write_goroutines(&mut self) {
        let mut rows = Vec::new();
        for known in &self.facts.goroutines {
            let func = self.names.function_name(*known).unwrap_or("");
            let func = self.texts.text_number(func) as u64;
            let made = self.texts.place_number(self.names, known.made_at) as u64;
            rows.push((known.id, func, made, plus_one(known.parent_number)));
        }
        type Row = (u64, u64, u64, u64);
        self.write_table(
            "goroutines",
            &rows,
            &[("id", &|r: &Row| r.0), ("func", &|r| r.1), ("made", &|r| r.2), ("parent", &|r| r.3)],
        );
    }

    fn write_objects(&mut self) {
        let mut rows = Vec::new();
        for number in 1..=self.facts.objects.len() as u32 {
            let name = self.names.object_name(self.facts, number).unwrap_or_default();
            let about = self.names.object_description(self.facts, number).unwrap_or_default();
            rows.push((
                self.texts.text_number(&name) as u64,
                self.texts.text_number(&about) as u64,
            ));
        }
        type Row = (u64, u64);
        self.write_table("objects", &rows, &[("name", &|r: &Row| r.0), ("about", &|r| r.1)]);
    }
}

const _: () = assert!(NO_NUMBER == u32::MAX, "`plus_one` turns NONE into 0");
