//! Natives of package unicode: what a rune is, and its other cases.

pub(crate) mod tables;
pub(crate) mod utf8;

use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx};
use tables::{Case, category, category_of, to_case};

/// A rune that a mapping takes: what is none maps to itself.
fn mapped(rune: i32, map: impl Fn(u32) -> u32) -> i32 {
    if (0..=0x10_FFFF).contains(&rune) { map(rune as u32) as i32 } else { rune }
}

/// The words as a `[]uint32` or `[]int32`.
pub(crate) fn words(cx: &mut NativeCx, words: &[u32]) -> GoSlice<u32> {
    let room = cx.make_bytes(words.len() * 4, words.len() * 4);
    let mut out = GoSlice::from_raw(room.ptr().cast::<u32>(), words.len(), words.len());
    out.copy_from_slice(words);
    out
}

fn ranges(cx: &mut NativeCx, name: GoStr) -> GoSlice<u32> {
    let Some(set) = tables::set(&name.lossy()) else { return GoSlice::nil() };
    let numbers: Vec<u32> = set.iter().flat_map(|run| [run.lo, run.hi, run.stride]).collect();
    words(cx, &numbers)
}

fn case_ranges(cx: &mut NativeCx) -> GoSlice<u32> {
    let numbers: Vec<u32> = tables::case_runs()
        .iter()
        .flat_map(|&(lo, hi, [upper, lower, title])| {
            [lo, hi, upper as u32, lower as u32, title as u32]
        })
        .collect();
    words(cx, &numbers)
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("IsLetter", |r: i32| category_of(r as u32) & category::L != 0),
        Native::new("IsDigit", |r: i32| category_of(r as u32) & category::ND != 0),
        Native::new("IsNumber", |r: i32| category_of(r as u32) & category::N != 0),
        Native::new("IsSpace", |r: i32| tables::is_space(r as u32)),
        Native::new("IsUpper", |r: i32| category_of(r as u32) & category::LU != 0),
        Native::new("IsLower", |r: i32| category_of(r as u32) & category::LL != 0),
        Native::new("IsTitle", |r: i32| category_of(r as u32) & category::LT != 0),
        Native::new("IsPunct", |r: i32| category_of(r as u32) & category::P != 0),
        Native::new("IsSymbol", |r: i32| category_of(r as u32) & category::S != 0),
        Native::new("IsMark", |r: i32| category_of(r as u32) & category::M != 0),
        Native::new("IsPrint", |r: i32| r == 0x20 || category_of(r as u32) & category::PRINT != 0),
        Native::new("IsGraphic", |r: i32| category_of(r as u32) & category::GRAPHIC != 0),
        Native::new("ToUpper", |r: i32| mapped(r, |r| to_case(Case::Upper, r))),
        Native::new("ToLower", |r: i32| mapped(r, |r| to_case(Case::Lower, r))),
        Native::new("ToTitle", |r: i32| mapped(r, |r| to_case(Case::Title, r))),
        Native::new("SimpleFold", |r: i32| mapped(r, tables::simple_fold)),
        Native::new("ranges", ranges),
        Native::new("names", |group: GoStr| tables::names(&group.lossy())),
        Native::new("caseRanges", case_ranges),
    ]
}

/// The category or script of that name; nil if there is none.
pub(crate) fn set(cx: &mut NativeCx, name: GoStr) -> GoSlice<u32> {
    let wanted = name.lossy();
    let is_wanted = |name: &String| {
        let loose = name.bytes().filter(|b| *b != b'_').map(|b| b.to_ascii_lowercase());
        loose.eq(wanted.bytes())
    };
    let mut known = ["category", "script"].into_iter().flat_map(tables::names);
    match known.find(is_wanted) {
        Some(name) => {
            let name = cx.string(name.as_bytes());
            ranges(cx, name)
        }
        None => GoSlice::nil(),
    }
}

/// The natives of package utf8, by name.
pub(crate) fn utf8_natives() -> Vec<Native> {
    fn decode(p: &[u8]) -> (i32, usize) {
        let (rune, size) = utf8::decode(p);
        (rune as i32, size)
    }
    vec![
        Native::new("decode", |p: GoSlice<u8>| decode(&p)),
        Native::new("decodeString", |s: GoStr| decode(&s)),
        Native::new("RuneCount", |p: GoSlice<u8>| utf8::count(&p)),
        Native::new("RuneCountInString", |s: GoStr| utf8::count(&s)),
        Native::new("Valid", |p: GoSlice<u8>| std::str::from_utf8(&p).is_ok()),
        Native::new("ValidString", |s: GoStr| std::str::from_utf8(&s).is_ok()),
    ]
}
