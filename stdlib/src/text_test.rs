//! Compares the natives for text with real Go's results in `tests/data/text.txt`, which `text.go` beside that file
//! writes.
//!
//! The test is a module of the crate, not an integration test, because the functions under test are not public.

use crate::strconv::integer::{IntegerText, parse_signed, parse_unsigned};
use crate::strconv::quote::{self, UnescapedClass};
use crate::strconv::{float, parse};
use crate::strings::search::{self, RuneSet, or_minus_one};
use crate::strings::transform;
use crate::unicode::tables::{self, MappedCase, category, category_of, to_case};
use crate::unicode::utf8;

fn decode_field(field: &str) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), field.as_bytes());
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            out.push(*first);
        } else if !tail.is_empty() {
            let hex = std::str::from_utf8(&tail[..2]).unwrap();
            out.push(u8::from_str_radix(hex, 16).unwrap());
            rest = &tail[2..];
        }
    }
    out
}

fn encode_field(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "%".to_owned();
    }
    let plain = |c: u8| c.is_ascii_graphic() && c != b'%' && c != b'|';
    let show = |c: &u8| if plain(*c) { char::from(*c).to_string() } else { format!("%{c:02X}") };
    bytes.iter().map(show).collect()
}

fn encode_ranges(s: &[u8], bounds: &[(usize, usize)]) -> String {
    bounds.iter().map(|&(from, to)| encode_field(&s[from..to])).collect::<Vec<_>>().join("|")
}

fn float_text(f: f64) -> String {
    if f.is_nan() { "7ff8000000000000".to_owned() } else { format!("{:016x}", f.to_bits()) }
}

/// Returns the function's result for the arguments, in the notation of the file.
fn native_result(name: &str, args: &[&str]) -> String {
    let bytes = |i: usize| decode_field(args[i]);
    let int = |i: usize| args[i].parse::<i64>().unwrap();
    let (s, new) =
        (bytes(0), |new: Option<Vec<u8>>| encode_field(&new.unwrap_or_else(|| bytes(0))));
    match name {
        "index" => or_minus_one(search::index(&s, &bytes(1))).to_string(),
        "last_index" => or_minus_one(search::last_index(&s, &bytes(1))).to_string(),
        "count" => search::count_occurrences(&s, &bytes(1)).to_string(),
        "index_any" => or_minus_one(search::index_any(&s, &bytes(1))).to_string(),
        "last_index_any" => or_minus_one(search::last_index_any(&s, &bytes(1))).to_string(),
        "trim" => {
            let cutset = bytes(1);
            let set = RuneSet::new(&cutset);
            encode_ranges(&s, &[search::trim(&s, true, true, |rune| set.contains_rune(rune))])
        }
        "trim_space" => encode_ranges(&s, &[search::trim(&s, true, true, tables::is_space)]),
        "fields" => {
            let mut found = Vec::new();
            search::fields(&s, |from, to| found.push((from, to)));
            assert_eq!(search::count_fields(&s), found.len());
            encode_ranges(&s, &found)
        }
        "split" => encode_ranges(&s, &split(&s, &bytes(1), 0, int(2) as isize)),
        "split_after" => encode_ranges(&s, &split(&s, &bytes(1), bytes(1).len(), int(2) as isize)),
        "replace" => new(replaced_text(&s, &bytes(1), &bytes(2), int(3) as isize)),
        "upper" => new(changed_case(&s, MappedCase::Upper)),
        "lower" => new(changed_case(&s, MappedCase::Lower)),
        "title" => new(changed_case(&s, MappedCase::Title)),
        "valid" => new((!transform::is_valid_utf8(&s)).then(|| {
            written_bytes(|out| transform::to_valid_utf8(out, &s, &bytes(1), &mut false))
        })),
        "equal_fold" => search::equal_fold(&s, &bytes(1)).to_string(),
        "runes" => utf8::count_runes(&s).to_string(),
        "quote" => encode_field(&written_bytes(|out| {
            quote::write_quoted(out, &s, b'"', UnescapedClass::Printable);
        })),
        "quote_ascii" => encode_field(&written_bytes(|out| {
            quote::write_quoted(out, &s, b'"', UnescapedClass::Ascii);
        })),
        "quote_graphic" => encode_field(&written_bytes(|out| {
            quote::write_quoted(out, &s, b'"', UnescapedClass::Graphic);
        })),
        "can_backquote" => quote::can_backquote(&s).to_string(),
        "rune" => rune_classes(int(0) as i32),
        _ => number_native_result(name, args),
    }
}

/// Returns the bytes that `write` writes.
fn written_bytes(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out);
    out
}

fn split(s: &[u8], sep: &[u8], save: usize, n: isize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    if n != 0 {
        search::split(s, sep, save, n, |from, to| found.push((from, to)));
        assert_eq!(search::count_parts(s, sep, n), found.len());
    }
    found
}

/// Returns the text after the replacement, or none if there is nothing to replace.
fn replaced_text(s: &[u8], old: &[u8], new: &[u8], n: isize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let any = transform::replace(&mut out, s, old, new, n);
    assert_eq!(transform::has_occurrence(s, old, n), any);
    any.then_some(out)
}

fn changed_case(s: &[u8], case: MappedCase) -> Option<Vec<u8>> {
    let other = transform::changes_case(s, case);
    other.then(|| written_bytes(|out| transform::change_case(out, s, case)))
}

fn number_native_result(name: &str, args: &[&str]) -> String {
    let s = decode_field(args[0]);
    let int = |i: usize| args[i].parse::<i64>().unwrap();
    match name {
        "parse_int" => {
            let (n, verdict) = parse_signed(&s, int(1), int(2));
            format!("{n}\t{}", verdict as u8)
        }
        "parse_uint" => {
            let (n, verdict) = parse_unsigned(&s, int(1), int(2));
            format!("{n}\t{}", verdict as u8)
        }
        "parse_float" => {
            let (mut f, len, verdict) = parse::parse(&s, int(1));
            let mut code = verdict as u8;
            if code != 1 && len != s.len() {
                (f, code) = (0.0, 1);
            }
            format!("{}\t{code}", float_text(f))
        }
        "format_int" => encode_field(IntegerText::signed(int(0), int(1) as u64).bytes()),
        "format_uint" => {
            encode_field(IntegerText::unsigned(args[0].parse().unwrap(), int(1) as u64).bytes())
        }
        "format_float" => {
            let f = f64::from_bits(u64::from_str_radix(args[0], 16).unwrap());
            encode_field(&written_bytes(|out| {
                float::format_float(out, f, int(1) as u8, int(2), int(3));
            }))
        }
        _ => panic!("the file has an unknown function {name}"),
    }
}

fn rune_classes(signed: i32) -> String {
    let rune = signed as u32;
    let of = |bits: u16| u8::from(category_of(rune) & bits != 0).to_string();
    let classes = [
        of(category::L),
        of(category::ND),
        of(category::N),
        of(category::LU),
        of(category::LL),
        of(category::LT),
        of(category::P),
        of(category::S),
        of(category::M),
        u8::from(quote::is_print(rune)).to_string(),
        of(category::GRAPHIC),
        u8::from(tables::is_space(rune)).to_string(),
    ];
    let map = |f: &dyn Fn(u32) -> u32| if signed < 0 { signed } else { f(rune) as i32 };
    format!(
        "{}\t{}\t{}\t{}\t{}",
        classes.concat(),
        map(&|r| to_case(MappedCase::Upper, r)),
        map(&|r| to_case(MappedCase::Lower, r)),
        map(&|r| to_case(MappedCase::Title, r)),
        map(&tables::simple_fold),
    )
}

#[test]
fn text_natives_agree_with_go() {
    let path = std::env::var("MINIGO_TEXT_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/text.txt").to_owned());
    let file = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    for line in file.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let results = match fields[0] {
            "rune" => 5,
            "parse_int" | "parse_uint" | "parse_float" => 2,
            _ => 1,
        };
        let (args, expected) = fields[1..].split_at(fields.len() - 1 - results);
        let got = native_result(fields[0], args);
        if got != expected.join("\t") {
            wrong.push(format!("{line}\n    got {got}"));
        }
    }
    let shown = wrong.iter().take(30).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} lines:\n{shown}", wrong.len(), file.lines().count());
}
