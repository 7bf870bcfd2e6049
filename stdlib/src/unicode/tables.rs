//! Properties of runes from `tables.txt`.
//!
//! Only this file knows the format of `tables.txt`. A line describes a set: group, name, then runs
//! `distance,length,stride` in hexadecimal, where the distance counts from the end of the previous run. The lines
//! `case` and `orbit` contain the simple case mappings, and the additional mappings of case folding. The data are
//! Unicode 17's. Tables of its own keep minigo at its Go version's edition of Unicode, whatever edition Rust and its
//! crates use.

use std::sync::OnceLock;

const TABLES_TEXT: &str = include_str!("tables.txt");

/// The runes from `lo` to `hi` in steps of `stride`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuneRange {
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    pub(crate) stride: u32,
}

/// Returns the lines of a group, each as its name and its data.
fn group_lines(group: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let prefix = format!("{group} ");
    TABLES_TEXT.lines().filter_map(move |line| line.strip_prefix(&prefix)?.split_once(' '))
}

fn parse_hex(text: &str) -> i64 {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    sign * i64::from_str_radix(digits, 16).expect("the tables hold hexadecimal numbers")
}

fn parse_runs(text: &'static str) -> impl Iterator<Item = RuneRange> {
    let mut last = 0;
    text.split(' ').map(move |item| {
        let mut numbers = item.split(',').map(|n| parse_hex(n) as u32);
        let lo = last + numbers.next().expect("a run has a beginning");
        let hi = lo + numbers.next().unwrap_or(0);
        last = hi;
        RuneRange { lo, hi, stride: numbers.next().unwrap_or(1) }
    })
}

/// Returns the set `name`: a category, script or property, or `fold/` or `foldscript/` followed by a name.
pub(crate) fn rune_set(name: &str) -> Option<Vec<RuneRange>> {
    let find =
        |group: &str, name: &str| group_lines(group).find(|line| line.0 == name).map(|l| l.1);
    let text = match name.split_once('/') {
        Some((group, name)) => find(group, name),
        None => ["category", "script", "property"].iter().find_map(|group| find(group, name)),
    };
    Some(parse_runs(text?).collect())
}

/// Returns the names of a group.
pub(crate) fn names_in_group(group: &str) -> Vec<String> {
    group_lines(group).map(|line| line.0.to_owned()).collect()
}

/// The general categories that the natives distinguish, as bits.
pub(crate) mod category {
    pub(crate) const LU: u16 = 1 << 0;
    pub(crate) const LL: u16 = 1 << 1;
    pub(crate) const LT: u16 = 1 << 2;
    pub(crate) const LO: u16 = 1 << 3;
    pub(crate) const ND: u16 = 1 << 4;
    pub(crate) const NO: u16 = 1 << 5;
    pub(crate) const M: u16 = 1 << 6;
    pub(crate) const P: u16 = 1 << 7;
    pub(crate) const S: u16 = 1 << 8;
    pub(crate) const ZS: u16 = 1 << 9;
    pub(crate) const L: u16 = LU | LL | LT | LO;
    pub(crate) const N: u16 = ND | NO;
    pub(crate) const PRINT: u16 = L | M | N | P | S;
    pub(crate) const GRAPHIC: u16 = PRINT | ZS;
}

const CATEGORY_BITS: [(&str, u16); 12] = [
    ("Lu", category::LU),
    ("Ll", category::LL),
    ("Lt", category::LT),
    ("Lm", category::LO),
    ("Lo", category::LO),
    ("Nd", category::ND),
    ("Nl", category::NO),
    ("No", category::NO),
    ("M", category::M),
    ("P", category::P),
    ("S", category::S),
    ("Zs", category::ZS),
];

/// Returns the category of a rune as a bit of [`category`]; 0 for any other category.
pub(crate) fn category_of(rune: u32) -> u16 {
    static CATEGORY_RANGES: OnceLock<Vec<(RuneRange, u16)>> = OnceLock::new();
    static LATIN1_CATEGORIES: OnceLock<[u16; 256]> = OnceLock::new();
    let search = |rune: u32| {
        let runs = CATEGORY_RANGES.get_or_init(|| {
            let mut all = Vec::new();
            for (name, bit) in CATEGORY_BITS {
                for run in rune_set(name).expect("the tables have all categories") {
                    if run.stride == 1 {
                        all.push((run, bit));
                        continue;
                    }
                    for lo in (run.lo..=run.hi).step_by(run.stride as usize) {
                        all.push((RuneRange { lo, hi: lo, stride: 1 }, bit));
                    }
                }
            }
            all.sort_unstable_by_key(|item| item.0.lo);
            all
        });
        let next = runs.partition_point(|item| item.0.lo <= rune);
        match next.checked_sub(1).map(|i| runs[i]) {
            Some((run, bit)) if rune <= run.hi => bit,
            _ => 0,
        }
    };
    if rune < 256 {
        return LATIN1_CATEGORIES.get_or_init(|| std::array::from_fn(|r| search(r as u32)))
            [rune as usize];
    }
    search(rune)
}

/// The case to which a rune is mapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MappedCase {
    Upper,
    Lower,
    Title,
}

/// Go's mark for runs in which upper and lower case alternate.
pub(crate) const UPPER_LOWER: i32 = 0x11_0000;

/// Returns the simple case mappings: runs `lo..=hi` with the differences to upper, lower and title case.
pub(crate) fn case_runs() -> &'static [(u32, u32, [i32; 3])] {
    static CASE_RANGES: OnceLock<Vec<(u32, u32, [i32; 3])>> = OnceLock::new();
    CASE_RANGES.get_or_init(|| {
        let (_, text) = group_lines("case").next().expect("the tables have the case mappings");
        let mut last = 0;
        let run = |item: &str| {
            let mut parts = item.split(',');
            let mut next = || parts.next().expect("a case run has five numbers");
            let lo = last + parse_hex(next()) as u32;
            let hi = lo + parse_hex(next()) as u32;
            last = hi;
            let mut delta = || match next() {
                "*" => UPPER_LOWER,
                number => parse_hex(number) as i32,
            };
            (lo, hi, [delta(), delta(), delta()])
        };
        text.split(' ').map(run).collect()
    })
}

/// Maps a rune to a case by the simple case mapping.
pub(crate) fn to_case(case: MappedCase, rune: u32) -> u32 {
    if rune < 0x80 {
        let byte = rune as u8;
        return u32::from(match case {
            MappedCase::Lower => byte.to_ascii_lowercase(),
            MappedCase::Upper | MappedCase::Title => byte.to_ascii_uppercase(),
        });
    }
    let runs = case_runs();
    let next = runs.partition_point(|run| run.0 <= rune);
    let Some(&(lo, hi, deltas)) = next.checked_sub(1).map(|i| &runs[i]) else { return rune };
    if rune > hi {
        return rune;
    }
    match deltas[case as usize] {
        UPPER_LOWER => lo + ((rune - lo) & !1 | u32::from(case == MappedCase::Lower)),
        delta => rune.wrapping_add_signed(delta),
    }
}

/// Returns, sorted, the runes whose orbit under simple case folding has other members.
pub(crate) fn folding_table() -> &'static [u32] {
    static FOLDING: OnceLock<Vec<u32>> = OnceLock::new();
    FOLDING.get_or_init(|| (0..=0x1_FFFF).filter(|rune| simple_fold(*rune) != *rune).collect())
}

/// Returns the next rune in the orbit of runes that are equal under simple case folding.
pub(crate) fn simple_fold(rune: u32) -> u32 {
    static ORBIT: OnceLock<Vec<(u32, u32)>> = OnceLock::new();
    let orbit = ORBIT.get_or_init(|| {
        let (_, text) = group_lines("orbit").next().expect("the tables have the orbits");
        let pair = |item: &str| {
            let (a, b) = item.split_once(',').expect("an orbit item is a pair");
            (parse_hex(a) as u32, parse_hex(b) as u32)
        };
        text.split(' ').map(pair).collect()
    });
    if let Ok(at) = orbit.binary_search_by_key(&rune, |item| item.0) {
        return orbit[at].1;
    }
    let lower = to_case(MappedCase::Lower, rune);
    if lower != rune { lower } else { to_case(MappedCase::Upper, rune) }
}

/// Reports whether a rune is white space: the property White_Space.
pub(crate) fn is_space(rune: u32) -> bool {
    matches!(rune, 0x09..=0x0D | 0x20 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000)
}
