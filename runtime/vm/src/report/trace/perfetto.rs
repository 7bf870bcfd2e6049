//! Writes the [lanes](super::lanes) of a trace in Perfetto's own format, a fifth of the JSON's size: protocol buffers
//! with each text written once.
//!
//! The numbers are those of the fields in `protos/perfetto/trace`: `TracePacket`, `TrackEvent`, `TrackDescriptor`,
//! `InternedData`. A reader skips unknown fields, so the data for [`xray`](super::page) can be in the same file.

use super::lanes::{Args, GROUPS, Lane, LaneFormat};
use super::levels::Curve;
use hashbrown::HashMap;

/// Writes the fields of a message.
#[derive(Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    fn write_varint(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    fn write_number(&mut self, field: u32, n: u64) -> &mut Self {
        self.write_varint(u64::from(field) << 3);
        self.write_varint(n);
        self
    }

    fn write_fixed(&mut self, field: u32, n: u64) -> &mut Self {
        self.write_varint((u64::from(field) << 3) | 1);
        self.0.extend(n.to_le_bytes());
        self
    }

    fn write_bytes(&mut self, field: u32, bytes: &[u8]) -> &mut Self {
        self.write_varint((u64::from(field) << 3) | 2);
        self.write_varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    fn write_message(&mut self, field: u32, fill: impl FnOnce(&mut Self)) -> &mut Self {
        let mut inner = Self::default();
        fill(&mut inner);
        self.write_bytes(field, &inner.0)
    }
}

/// The packet field with the data that `minigo xray` reads.
pub const XRAY_FIELD: u32 = 9001;

/// Types of events.
const BEGIN_EVENT: u64 = 1;
const END_EVENT: u64 = 2;
const INSTANT_EVENT: u64 = 3;
const COUNTER_EVENT: u64 = 4;

/// The order of a track's children: by their `sibling_order_rank`.
const EXPLICIT_CHILD_ORDER: u64 = 3;

/// The texts written so far, by their numbers.
#[derive(Default)]
struct InternedTexts(HashMap<String, u64>);

impl InternedTexts {
    /// The number of a text, and whether the text is new.
    fn intern(&mut self, text: &str) -> (u64, bool) {
        if let Some(number) = self.0.get(text) {
            return (*number, false);
        }
        let number = self.0.len() as u64 + 1;
        self.0.insert(text.to_owned(), number);
        (number, true)
    }
}

/// The packets written so far.
#[derive(Default)]
pub(crate) struct Perfetto {
    message: Message,
    interned_names: InternedTexts,
    interned_keys: InternedTexts,
    interned_values: InternedTexts,
    curve_tracks: HashMap<String, u64>,
    has_begun: bool,
}

/// A lane's unique number among all tracks.
fn track_uuid((group, lane): Lane) -> u64 {
    (u64::from(group) << 32) + u64::from(lane) + 1
}

impl Perfetto {
    /// `xray`: the contents of [`XRAY_FIELD`].
    pub(crate) fn new(xray: &[u8]) -> Self {
        let mut perfetto = Self::default();
        perfetto.write_packet(|p| _ = p.write_bytes(XRAY_FIELD, xray));
        for (group, name) in GROUPS {
            perfetto.write_packet(|p| {
                p.write_message(60, |track| {
                    // The lanes of the track are ordered by their ranks.
                    track
                        .write_number(1, u64::from(group) << 32)
                        .write_number(11, EXPLICIT_CHILD_ORDER);
                    track.write_message(3, |process| {
                        process.write_number(1, u64::from(group)).write_bytes(6, name.as_bytes());
                    });
                });
            });
        }
        perfetto
    }

    pub(crate) fn finish_trace(self) -> Vec<u8> {
        self.message.0
    }

    fn write_packet(&mut self, fill: impl FnOnce(&mut Message)) {
        // The first packet says that no packet was written before it.
        let flags = if std::mem::replace(&mut self.has_begun, true) { 2 } else { 1 };
        self.message.write_message(1, |p| {
            fill(p);
            p.write_number(10, 1).write_number(13, flags);
        });
    }

    /// Writes an event with a name; new texts are written in the same packet.
    fn write_event(
        &mut self,
        lane: Lane,
        at: u64,
        ty: u64,
        name: &str,
        args: Args<'_>,
        arrow: Arrow,
    ) {
        let mut new = Message::default();
        let mut intern = |of: &mut InternedTexts, field: u32, text: &str| {
            let (number, is_new) = of.intern(text);
            if is_new {
                new.write_message(field, |entry| {
                    _ = entry.write_number(1, number).write_bytes(2, text.as_bytes());
                });
            }
            number
        };
        let name = intern(&mut self.interned_names, 2, name);
        let args: Vec<(u64, u64)> = args
            .iter()
            .map(|(k, v)| {
                (intern(&mut self.interned_keys, 3, k), intern(&mut self.interned_values, 29, v))
            })
            .collect();
        self.write_packet(|p| {
            p.write_number(8, at);
            p.write_message(11, |event| {
                event.write_number(9, ty).write_number(11, track_uuid(lane)).write_number(10, name);
                for (key, value) in args {
                    event.write_message(4, |arg| {
                        _ = arg.write_number(1, key).write_number(17, value);
                    });
                }
                match arrow {
                    Arrow::None => {}
                    Arrow::Tail(id) => _ = event.write_fixed(47, id),
                    Arrow::Head(id) => _ = event.write_fixed(48, id),
                }
            });
            if !new.0.is_empty() {
                p.write_bytes(12, &new.0);
            }
        });
    }
}

/// An arrow that begins or ends at an event.
#[derive(Clone, Copy)]
enum Arrow {
    None,
    Tail(u64),
    Head(u64),
}

impl LaneFormat for Perfetto {
    fn name_lane(&mut self, lane: Lane, name: &str) {
        self.write_packet(|p| {
            p.write_message(60, |track| {
                track.write_number(1, track_uuid(lane)).write_bytes(2, name.as_bytes());
                track.write_number(5, u64::from(lane.0) << 32).write_number(12, u64::from(lane.1));
            });
        });
    }

    fn write_slice(
        &mut self,
        lane: Lane,
        (from, to): (u64, u64),
        name: &str,
        args: Args<'_>,
        head: u64,
    ) {
        let arrow = if head == 0 { Arrow::None } else { Arrow::Head(head) };
        self.write_event(lane, from, BEGIN_EVENT, name, args, arrow);
        self.write_packet(|p| {
            p.write_number(8, to);
            p.write_message(11, |event| {
                _ = event.write_number(9, END_EVENT).write_number(11, track_uuid(lane));
            });
        });
    }

    fn write_instant(&mut self, lane: Lane, at: u64, name: &str, args: Args<'_>) {
        self.write_event(lane, at, INSTANT_EVENT, name, args, Arrow::None);
    }

    fn write_arrow_tail(&mut self, lane: Lane, at: u64, name: &str, arrow: u64, _within: bool) {
        self.write_event(lane, at, INSTANT_EVENT, name, &[], Arrow::Tail(arrow));
    }

    fn write_level(&mut self, curve: Curve, at: u64, value: i64) {
        let name = curve.text();
        let next = (1 << 48) | self.curve_tracks.len() as u64;
        let track = *self.curve_tracks.entry(name.clone()).or_insert(next);
        if track == next {
            self.write_packet(|p| {
                p.write_message(60, |t| {
                    t.write_number(1, track)
                        .write_bytes(2, name.as_bytes())
                        .write_number(5, 1 << 32);
                    t.write_message(8, |_| {});
                });
            });
        }
        self.write_packet(|p| {
            p.write_number(8, at);
            p.write_message(11, |event| {
                event
                    .write_number(9, COUNTER_EVENT)
                    .write_number(11, track)
                    .write_number(30, value as u64);
            });
        });
    }
}
