//! "Did you mean": finds the name that a misspelt name probably stands for.

use strsim::damerau_levenshtein;

/// Reports whether two names differ at most in case.
#[must_use]
pub fn equal_ignoring_case(a: &str, b: &str) -> bool {
    match a.is_ascii() && b.is_ascii() {
        true => a.eq_ignore_ascii_case(b),
        false => a.to_lowercase() == b.to_lowercase(),
    }
}

/// The candidate with the smallest edit distance from `name`, if the distance is small enough for a misspelling: one
/// edit for each three characters, at least one. A name that differs only in case is nearest; among equally near names
/// the first wins.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    // A name of one character is one edit away from every other such name.
    let most =
        if name.chars().count() < 2 { return None } else { (name.chars().count() / 3).max(1) };
    let distance = |candidate: &str| {
        if equal_ignoring_case(candidate, name) { 0 } else { damerau_levenshtein(name, candidate) }
    };
    candidates
        .into_iter()
        .filter(|&candidate| candidate != name && candidate != "_")
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= most + 3)
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, candidate)| *distance <= most && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_other_names_are_not() {
        let names = ["Println", "Printf", "Sprint", "Fprint", "i", "count"];
        assert_eq!(nearest("Prinln", names), Some("Println"));
        assert_eq!(nearest("println", names), Some("Println"));
        assert_eq!(nearest("conut", names), Some("count"));
        assert_eq!(nearest("j", names), None);
        assert_eq!(nearest("Marshal", names), None);
    }
}
