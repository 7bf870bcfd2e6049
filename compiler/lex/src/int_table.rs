//! Tables: composite literals of integers only, with hundreds of elements.
//!
//! In the library, tables are more text than all other declarations together. The elements of a table are parsed
//! directly from the bytes, without a syntax tree: the checker reads [`entries`] when it checks the literal.

/// Iterates over the elements of a table. `text` is the text between the table's braces.
#[must_use]
pub fn entries(text: &str) -> Entries<'_> {
    Entries { text: text.as_bytes(), offset: 0 }
}

/// An element of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The index, if the literal writes one before the value.
    pub key: Option<Int>,
    /// The value.
    pub value: Int,
}

/// An integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    /// The value.
    pub value: u64,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

/// An iterator over the elements of a table. The iteration ends at the first byte that is not part of an element.
#[derive(Debug)]
pub struct Entries<'t> {
    text: &'t [u8],
    offset: usize,
}

/// The value of each byte as a hexadecimal digit.
const HEX_DIGIT_VALUES: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut digit = 0;
    while digit < 16 {
        table[b"0123456789abcdef"[digit] as usize] = digit as u8;
        table[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        digit += 1;
    }
    table
};

/// The minimal number of elements of a table; smaller literals get a syntax tree.
const MIN_ELEMENTS: usize = 256;

/// The offset of the brace that ends the table, if the brace before `from` begins one.
#[must_use]
pub(crate) fn end_of_table(text: &str, from: usize) -> Option<usize> {
    let mut entries = entries(&text[from..]);
    let count = entries.by_ref().count();
    (count >= MIN_ELEMENTS && entries.peek() == Some(b'}')).then_some(from + entries.offset)
}

impl Entries<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.offset).copied()
    }

    fn skip_while(&mut self, is: impl Fn(u8) -> bool) {
        self.offset += self.text[self.offset..]
            .iter()
            .position(|&b| !is(b))
            .unwrap_or(self.text.len() - self.offset);
    }

    fn skip_blanks(&mut self) {
        self.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r'));
    }

    /// Skips blanks, newlines and line comments.
    fn skip_blanks_and_comments(&mut self) {
        loop {
            self.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
            if !self.text[self.offset..].starts_with(b"//") {
                return;
            }
            self.skip_while(|b| b != b'\n');
        }
    }

    /// Parses a decimal or hexadecimal integer without separators that has few enough digits to fit into 64 bits.
    fn parse_int(&mut self) -> Option<Int> {
        let start = self.offset;
        let hex = matches!(self.text[start..], [b'0', b'x' | b'X', ..]);
        let (digits, radix, most) = if hex { (start + 2, 16, 16) } else { (start, 10, 19) };
        let mut value = 0_u64;
        let mut count = 0;
        for &byte in &self.text[digits..] {
            let digit = HEX_DIGIT_VALUES[usize::from(byte)];
            if digit >= radix {
                break;
            }
            value = value.wrapping_mul(u64::from(radix)).wrapping_add(u64::from(digit));
            count += 1;
        }
        self.offset = digits + count;
        let octal = !hex && count > 1 && self.text[start] == b'0';
        let good = count > 0 && count <= most && !octal;
        good.then_some(Int { value, start, end: self.offset })
    }

    fn parse_entry(&mut self) -> Option<Entry> {
        let mut entry = Entry { key: None, value: self.parse_int()? };
        self.skip_blanks();
        if self.peek() == Some(b':') {
            self.offset += 1;
            self.skip_blanks();
            entry = Entry { key: Some(entry.value), value: self.parse_int()? };
            self.skip_blanks();
        }
        match self.peek() {
            Some(b',') => self.offset += 1,
            Some(b'}') | None => {}
            _ => return None,
        }
        Some(entry)
    }
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        self.skip_blanks_and_comments();
        let before = self.offset;
        let entry = self.parse_entry();
        if entry.is_none() {
            self.offset = before;
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_integers_make_a_table() {
        let many = "0x1F, 2: 3,\t// four\n".repeat(MIN_ELEMENTS / 2);
        let table = |end: &str| end_of_table(&format!("{{{many}{end}"), 1);
        let expected = Some(1 + many.len());
        assert_eq!(table("}"), expected);
        assert_eq!(table("7}"), expected.map(|at| at + 1));
        let others =
            ["", "7", "7\n}", "x}", "07}", "1.5}", "1_0}", "-1}", "'a'}", "1: 2: 3}", "0x}"];
        for other in
            others.into_iter().chain(["18446744073709551616}", "{1}}", "1 2}", "/* */}", "1, ,}"])
        {
            assert_eq!(table(other), None, "{other}");
        }
        assert_eq!(end_of_table("{1, 2}", 1), None);
    }

    #[test]
    fn entries_have_keys_values_and_places() {
        let found: Vec<Entry> = entries("1, 0x10 : 255, // c\n 3").collect();
        let int = |value, start, end| Int { value, start, end };
        assert_eq!(found[0], Entry { key: None, value: int(1, 0, 1) });
        assert_eq!(found[1], Entry { key: Some(int(16, 3, 7)), value: int(255, 10, 13) });
        assert_eq!(found[2], Entry { key: None, value: int(3, 21, 22) });
        assert_eq!(found.len(), 3);
    }
}
