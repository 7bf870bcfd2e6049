//! Natives of package unicode: classes of runes, and case mappings.

pub(crate) mod tables;
pub(crate) mod utf8;

use crate::strings::long_texts;
use minigo_vm::convert::{FullyReadSlice, GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx};
use tables::{MappedCase, category, category_of, to_case};

/// Maps a rune; a number that is no rune maps to itself.
fn map_rune(rune: i32, map: impl Fn(u32) -> u32) -> i32 {
    if (0..=0x10_FFFF).contains(&rune) { map(rune as u32) as i32 } else { rune }
}

/// Returns the words as a `[]uint32` or `[]int32`.
pub(crate) fn words_slice(cx: &mut NativeCx, words: &[u32]) -> GoSlice<u32> {
    cx.slice(words)
}

fn table_ranges(cx: &mut NativeCx, name: GoStr) -> GoSlice<u32> {
    let Some(set) = tables::rune_set(&name.lossy()) else { return GoSlice::nil() };
    let numbers: Vec<u32> = set.iter().flat_map(|run| [run.lo, run.hi, run.stride]).collect();
    words_slice(cx, &numbers)
}

fn case_ranges(cx: &mut NativeCx) -> GoSlice<u32> {
    let numbers: Vec<u32> = tables::case_runs()
        .iter()
        .flat_map(|&(lo, hi, [upper, lower, title])| {
            [lo, hi, upper as u32, lower as u32, title as u32]
        })
        .collect();
    words_slice(cx, &numbers)
}

/// Returns the natives of package unicode, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("IsLetter", |r: i32| category_of(r as u32) & category::L != 0),
        Native::constant_time("IsDigit", |r: i32| category_of(r as u32) & category::ND != 0),
        Native::constant_time("IsNumber", |r: i32| category_of(r as u32) & category::N != 0),
        Native::constant_time("IsSpace", |r: i32| tables::is_space(r as u32)),
        Native::constant_time("IsUpper", |r: i32| category_of(r as u32) & category::LU != 0),
        Native::constant_time("IsLower", |r: i32| category_of(r as u32) & category::LL != 0),
        Native::constant_time("IsTitle", |r: i32| category_of(r as u32) & category::LT != 0),
        Native::constant_time("IsPunct", |r: i32| category_of(r as u32) & category::P != 0),
        Native::constant_time("IsSymbol", |r: i32| category_of(r as u32) & category::S != 0),
        Native::constant_time("IsMark", |r: i32| category_of(r as u32) & category::M != 0),
        Native::constant_time("IsPrint", |r: i32| {
            r == 0x20 || category_of(r as u32) & category::PRINT != 0
        }),
        Native::constant_time("IsGraphic", |r: i32| category_of(r as u32) & category::GRAPHIC != 0),
        Native::constant_time("ToUpper", |r: i32| map_rune(r, |r| to_case(MappedCase::Upper, r))),
        Native::constant_time("ToLower", |r: i32| map_rune(r, |r| to_case(MappedCase::Lower, r))),
        Native::constant_time("ToTitle", |r: i32| map_rune(r, |r| to_case(MappedCase::Title, r))),
        Native::constant_time("SimpleFold", |r: i32| map_rune(r, tables::simple_fold)),
        Native::constant_time("ranges", table_ranges),
        Native::constant_time("names", |group: GoStr| tables::names_in_group(&group.lossy())),
        Native::constant_time("caseRanges", case_ranges),
    ]
}

/// Returns the runs of the category or script `name`; nil if there is none.
pub(crate) fn rune_set_slice(cx: &mut NativeCx, name: GoStr) -> GoSlice<u32> {
    let wanted = name.lossy();
    let is_wanted = |name: &String| {
        let loose = name.bytes().filter(|b| *b != b'_').map(|b| b.to_ascii_lowercase());
        loose.eq(wanted.bytes())
    };
    let mut known = ["category", "script"].into_iter().flat_map(tables::names_in_group);
    match known.find(is_wanted) {
        Some(name) => {
            let name = cx.string(name.as_bytes());
            table_ranges(cx, name)
        }
        None => GoSlice::nil(),
    }
}

/// Returns the natives of package unicode/utf8, by the names of their Go funcs.
pub(crate) fn utf8_natives() -> Vec<Native> {
    fn decode(p: &[u8]) -> (i32, usize) {
        let (rune, size) = utf8::decode(p);
        (rune as i32, size)
    }
    vec![
        Native::constant_time("decode", |cx: &mut NativeCx, p: GoSlice<u8>| {
            let decoded = decode(&p);
            cx.race_read(p.ptr(), decoded.1);
            decoded
        }),
        Native::constant_time("decodeString", |s: GoStr| decode(&s)),
        Native::chunked("RuneCount", |cx: &mut NativeCx, FullyReadSlice(p): FullyReadSlice<u8>| {
            long_texts::count_runes(cx, p, 0)
        }),
        Native::chunked("RuneCountInString", |cx: &mut NativeCx, s: GoStr| {
            long_texts::count_runes(cx, s, 0)
        }),
        Native::chunked("Valid", |cx: &mut NativeCx, p: GoSlice<u8>| {
            let valid = long_texts::is_valid_utf8(cx, p);
            valid.map(cx, |cx, valid| {
                if valid {
                    cx.race_read(p.ptr(), p.len());
                }
                valid
            })
        }),
        Native::chunked("ValidString", long_texts::is_valid_utf8::<GoStr>),
    ]
}
