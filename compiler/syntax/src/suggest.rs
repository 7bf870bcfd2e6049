//! "Did you mean": the name that a misspelt one was probably meant to be.

use strsim::damerau_levenshtein;

/// Whether two names differ in case at most.
#[must_use]
pub fn same_but_case(a: &str, b: &str) -> bool {
    match a.is_ascii() && b.is_ascii() {
        true => a.eq_ignore_ascii_case(b),
        false => a.to_lowercase() == b.to_lowercase(),
    }
}

/// The candidate with the least edit distance from `name`, if that is small enough to be a slip: one edit for each
/// three characters, at least one. Names that differ in case only are nearest; of several that are equally near, the
/// first.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    // A name of one character is one edit from every other.
    let most =
        if name.chars().count() < 2 { return None } else { (name.chars().count() / 3).max(1) };
    let distance = |candidate: &str| {
        if same_but_case(candidate, name) { 0 } else { damerau_levenshtein(name, candidate) }
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
