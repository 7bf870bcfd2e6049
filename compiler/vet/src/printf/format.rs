//! Parses format strings into their operations, as package fmt does.

/// One formatting operation (`%…`) of a format string.
#[derive(Debug)]
pub(crate) struct Operation<'f> {
    /// The whole text, such as `%[2]*.3d`.
    pub text: &'f str,
    /// The flags, such as `-0`.
    pub flags: &'f str,
    /// The verb, such as `d`.
    pub verb: char,
    /// The offset of the operation in the format string.
    pub start: usize,
    /// The index of the argument that it prints, from 0.
    pub arg: usize,
    /// The indices of the arguments that are its width and precision.
    pub stars: Vec<usize>,
    /// Whether the operation selects an argument by its number.
    pub indexed: bool,
}

/// The message about a malformed format string.
pub(crate) type Problem = String;

/// Parses a format string into its operations.
pub(crate) fn parse(format: &str) -> Result<Vec<Operation<'_>>, Problem> {
    let mut operations = Vec::new();
    let (mut at, mut arg) = (0, 0);
    while let Some(percent) = format[at..].find('%') {
        let start = at + percent;
        let mut scanner = Scanner {
            text: &format[start..],
            at: 1,
            arg,
            pending: false,
            indexed: false,
            stars: Vec::new(),
        };
        let operation = scanner.operation(start)?;
        at = start + operation.text.len();
        if operation.verb != '%' {
            arg = operation.arg + 1;
        }
        operations.push(operation);
    }
    Ok(operations)
}

/// The parser of one operation.
struct Scanner<'f> {
    /// The text from the percent sign on.
    text: &'f str,
    /// The number of bytes read.
    at: usize,
    /// The index of the next argument.
    arg: usize,
    /// Whether a bracketed argument number has been read and not used yet.
    pending: bool,
    indexed: bool,
    stars: Vec<usize>,
}

impl<'f> Scanner<'f> {
    fn operation(&mut self, start: usize) -> Result<Operation<'f>, Problem> {
        let rest = &self.text[1..];
        let flags = &rest[..rest.len() - rest.trim_start_matches(['#', '0', '+', '-', ' ']).len()];
        self.at += flags.len();
        self.index()?;
        self.size();
        if self.text[self.at..].starts_with('.') {
            self.at += 1;
            self.index()?;
            self.size();
        }
        if !self.pending {
            self.index()?;
        }
        let Some(verb) = self.text[self.at..].chars().next() else {
            return Err(format!("format {} is missing verb at end of string", self.text));
        };
        let end = self.at + verb.len_utf8();
        let stars = std::mem::take(&mut self.stars);
        let (text, arg, indexed) = (&self.text[..end], self.arg, self.indexed);
        Ok(Operation { text, flags, verb, start, arg, stars, indexed })
    }

    /// Parses an argument number such as `[3]`.
    fn index(&mut self) -> Result<(), Problem> {
        let Some(inner) = self.text[self.at..].strip_prefix('[') else { return Ok(()) };
        let Some(close) = inner.find(']') else {
            return Err(format!("format {} is missing closing ]", self.text));
        };
        let number = &inner[..close];
        let plain = number.bytes().all(|b| b.is_ascii_digit());
        let Some(arg) = number.parse::<i32>().ok().filter(|&n| n > 0 && plain) else {
            return Err(format!("format has invalid argument index [{number}]"));
        };
        self.at += close + 2;
        self.arg = arg as usize - 1;
        self.pending = true;
        self.indexed = true;
        Ok(())
    }

    /// Parses a width or a precision: a number or `*`.
    fn size(&mut self) {
        let rest = &self.text[self.at..];
        if rest.starts_with('*') {
            self.at += 1;
            self.pending = false;
            self.stars.push(self.arg);
            self.arg += 1;
        } else {
            self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn arguments_are_counted_as_fmt_counts_them() {
        let operations = parse("%d %[3]*.[2]*[1]f %% %v").unwrap();
        let args: Vec<_> = operations.iter().map(|o| (o.verb, o.arg, o.stars.clone())).collect();
        let want = [('d', 0, vec![]), ('f', 0, vec![2, 1]), ('%', 1, vec![]), ('v', 1, vec![])];
        assert_eq!(args, want);
    }

    #[test]
    fn malformed_verbs_are_reported() {
        assert_eq!(parse("%-").unwrap_err(), "format %- is missing verb at end of string");
        assert_eq!(parse("%[x]d").unwrap_err(), "format has invalid argument index [x]");
        assert_eq!(parse("%[1d").unwrap_err(), "format %[1d is missing closing ]");
    }
}
