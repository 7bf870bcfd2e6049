//! The words of a `//go:generate` line.

/// The position of a line.
pub(super) struct DirectivePosition<'p> {
    pub(super) file: &'p str,
    pub(super) line: usize,
    pub(super) package: &'p str,
    pub(super) goroot: &'p str,
    /// The directory that contains the file.
    pub(super) dir: &'p str,
}

impl DirectivePosition<'_> {
    /// The variables that a line, and the command that it starts, have in addition to the environment.
    pub(super) fn variables(&self) -> Vec<(&'static str, String)> {
        let mut all = vec![
            ("GOARCH", "amd64".to_owned()),
            ("GOOS", "linux".to_owned()),
            ("GOFILE", self.file.to_owned()),
            ("GOLINE", self.line.to_string()),
            ("GOPACKAGE", self.package.to_owned()),
            ("DOLLAR", "$".to_owned()),
            ("PWD", self.dir.to_owned()),
        ];
        if !self.goroot.is_empty() {
            all.push(("GOROOT", self.goroot.to_owned()));
        }
        all
    }

    fn variable_value(&self, name: &str) -> String {
        let own = self.variables().into_iter().find(|(own, _)| *own == name);
        own.map(|(_, value)| value).or_else(|| std::env::var(name).ok()).unwrap_or_default()
    }
}

/// Splits a line into words at blanks. A word in double quotes is a Go string; variables are replaced in all words.
///
/// # Errors
/// Returns an error for a string that is not closed or not valid.
pub(super) fn parse(text: &str, place: &DirectivePosition<'_>) -> Result<Vec<String>, String> {
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        if rest.starts_with('"') {
            let end = end_of_string(rest).ok_or("mismatched quoted string")?;
            let bytes = minigo_syntax::literal::unquote(&rest[..=end]);
            let word = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            words.push(word.ok_or("bad quoted string")?);
            rest = &rest[end + 1..];
            if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
                return Err("expect space after quoted argument".to_owned());
            }
        } else {
            let end = rest.find([' ', '\t']).unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    // In the definition of a command (`-command`), the first two words are taken as they are.
    let first = if words.first().is_some_and(|word| word == "-command") { 2 } else { 0 };
    for word in words.iter_mut().skip(first) {
        *word = expand_word(word, place);
    }
    Ok(words)
}

/// The offset of the quote that closes the string at the beginning of the text.
fn end_of_string(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at),
            _ => {}
        }
    }
    None
}

/// The word with the values of `$NAME` and `${NAME}`, as Go's `os.Expand` replaces them: `$` before a digit or one of
/// the shell's special characters is a variable too; braces without a name or without an end are dropped.
fn expand_word(word: &str, place: &DirectivePosition<'_>) -> String {
    let (mut out, mut rest) = (String::new(), word);
    while let Some((before, after)) = rest.split_once('$') {
        out += before;
        let (name, used) = parse_variable(after);
        match (name, used) {
            (_, 0) => out.push('$'),
            ("", _) => {}
            (name, _) => out += &place.variable_value(name),
        }
        rest = &after[used..];
    }
    out + rest
}

/// The variable name at the beginning of the text behind a `$`, and the length of the text to replace.
fn parse_variable(text: &str) -> (&str, usize) {
    let is_special = |c: char| "*#$@!?-0123456789".contains(c);
    if let Some(inner) = text.strip_prefix('{') {
        let Some(end) = inner.find('}') else { return ("", 1) };
        return (&inner[..end], end + 2);
    }
    if text.starts_with(is_special) {
        return (&text[..1], 1);
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    (&text[..end], end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_divided_and_expanded() {
        let place =
            DirectivePosition { file: "a.go", line: 3, package: "p", goroot: "", dir: "/p" };
        let words = |text: &str| parse(text, &place);
        assert_eq!(
            words("x -f=$GOFILE ${GOLINE}th \"a b\\t$GOPACKAGE\"").unwrap(),
            ["x", "-f=a.go", "3th", "a b\tp"]
        );
        assert_eq!(words("cost $DOLLAR$ 5").unwrap(), ["cost", "$$", "5"]);
        assert_eq!(words("$$x ${} a$1b ${GOOS $- $").unwrap(), ["x", "", "ab", "GOOS", "", "$"]);
        for wrong in [r#""\x""#, r#""\u12""#, r#""\xé""#, "\"\\", r#"a "\q""#] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
        assert!(words("\"a").is_err() && words("\"a\"b").is_err());
        assert_eq!(words("-command y go run x.go").unwrap()[1], "y");
    }
}
