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
    pub argument_index: usize,
    /// The indices of the arguments that are its width and precision.
    pub star_arguments: Vec<usize>,
    /// Whether the operation selects an argument by its number.
    pub is_indexed: bool,
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
            offset: 1,
            next_argument: arg,
            is_index_pending: false,
            is_indexed: false,
            star_arguments: Vec::new(),
        };
        let operation = scanner.operation(start)?;
        at = start + operation.text.len();
        if operation.verb != '%' {
            arg = operation.argument_index + 1;
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
    offset: usize,
    /// The index of the next argument.
    next_argument: usize,
    /// Whether a bracketed argument number has been read and not used yet.
    is_index_pending: bool,
    is_indexed: bool,
    star_arguments: Vec<usize>,
}

impl<'f> Scanner<'f> {
    fn operation(&mut self, start: usize) -> Result<Operation<'f>, Problem> {
        let rest = &self.text[1..];
        let flags = &rest[..rest.len() - rest.trim_start_matches(['#', '0', '+', '-', ' ']).len()];
        self.offset += flags.len();
        self.parse_argument_index()?;
        self.parse_size();
        if self.text[self.offset..].starts_with('.') {
            self.offset += 1;
            self.parse_argument_index()?;
            self.parse_size();
        }
        if !self.is_index_pending {
            self.parse_argument_index()?;
        }
        let Some(verb) = self.text[self.offset..].chars().next() else {
            return Err(format!("format {} is missing verb at end of string", self.text));
        };
        let end = self.offset + verb.len_utf8();
        let stars = std::mem::take(&mut self.star_arguments);
        let (text, arg, indexed) = (&self.text[..end], self.next_argument, self.is_indexed);
        Ok(Operation {
            text,
            flags,
            verb,
            start,
            argument_index: arg,
            star_arguments: stars,
            is_indexed: indexed,
        })
    }

    /// Parses an argument number such as `[3]`.
    fn parse_argument_index(&mut self) -> Result<(), Problem> {
        let Some(inner) = self.text[self.offset..].strip_prefix('[') else { return Ok(()) };
        let Some(close) = inner.find(']') else {
            return Err(format!("format {} is missing closing ]", self.text));
        };
        let number = &inner[..close];
        let plain = number.bytes().all(|b| b.is_ascii_digit());
        let Some(arg) = number.parse::<i32>().ok().filter(|&n| n > 0 && plain) else {
            return Err(format!("format has invalid argument index [{number}]"));
        };
        self.offset += close + 2;
        self.next_argument = arg as usize - 1;
        self.is_index_pending = true;
        self.is_indexed = true;
        Ok(())
    }

    /// Parses a width or a precision: a number or `*`.
    fn parse_size(&mut self) {
        let rest = &self.text[self.offset..];
        if rest.starts_with('*') {
            self.offset += 1;
            self.is_index_pending = false;
            self.star_arguments.push(self.next_argument);
            self.next_argument += 1;
        } else {
            self.offset += rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn arguments_are_counted_as_fmt_counts_them() {
        let operations = parse("%d %[3]*.[2]*[1]f %% %v").unwrap();
        let args: Vec<_> = operations
            .iter()
            .map(|o| (o.verb, o.argument_index, o.star_arguments.clone()))
            .collect();
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
