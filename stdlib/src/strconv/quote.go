package strconv

import "unicode/utf8"

// The runes that the native quote does not escape.
const (
	printable = iota // those for which IsPrint is true
	ascii            // ASCII characters for which IsPrint is true
	graphic          // those for which IsGraphic is true
)

// Quote returns s as a double-quoted Go string literal.
func Quote(s string) string { return quote(s, '"', printable) }

// AppendQuote appends Quote(s) to dst.
func AppendQuote(dst []byte, s string) []byte { return append(dst, quote(s, '"', printable)...) }

// QuoteToASCII is Quote with \u escapes for all characters that are not ASCII.
func QuoteToASCII(s string) string { return quote(s, '"', ascii) }

// AppendQuoteToASCII appends QuoteToASCII(s) to dst.
func AppendQuoteToASCII(dst []byte, s string) []byte { return append(dst, quote(s, '"', ascii)...) }

// QuoteToGraphic is Quote without escapes for the runes for which IsGraphic is true.
func QuoteToGraphic(s string) string { return quote(s, '"', graphic) }

// AppendQuoteToGraphic appends QuoteToGraphic(s) to dst.
func AppendQuoteToGraphic(dst []byte, s string) []byte { return append(dst, quote(s, '"', graphic)...) }

func quoteRune(r rune, mode int) string {
	if !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	return quote(string(r), '\'', mode)
}

// QuoteRune returns r as a Go character literal.
func QuoteRune(r rune) string { return quoteRune(r, printable) }

// AppendQuoteRune appends QuoteRune(r) to dst.
func AppendQuoteRune(dst []byte, r rune) []byte { return append(dst, quoteRune(r, printable)...) }

// QuoteRuneToASCII is QuoteRune with \u escapes for all characters that are not ASCII.
func QuoteRuneToASCII(r rune) string { return quoteRune(r, ascii) }

// AppendQuoteRuneToASCII appends QuoteRuneToASCII(r) to dst.
func AppendQuoteRuneToASCII(dst []byte, r rune) []byte { return append(dst, quoteRune(r, ascii)...) }

// QuoteRuneToGraphic is QuoteRune without escapes for the runes for which IsGraphic is true.
func QuoteRuneToGraphic(r rune) string { return quoteRune(r, graphic) }

// AppendQuoteRuneToGraphic appends QuoteRuneToGraphic(r) to dst.
func AppendQuoteRuneToGraphic(dst []byte, r rune) []byte {
	return append(dst, quoteRune(r, graphic)...)
}

// UnquoteChar decodes the first character or byte of s, the inside of a literal in quote (a double or single quote;
// with 0, both may occur unescaped). It returns the value, whether it takes more than one byte in UTF-8, and the rest of s.
func UnquoteChar(s string, quote byte) (value rune, multibyte bool, tail string, err error) {
	if len(s) == 0 {
		return 0, false, "", ErrSyntax
	}
	c := s[0]
	if c == quote && (quote == '\'' || quote == '"') {
		return 0, false, "", ErrSyntax
	}
	if c >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s)
		return r, true, s[size:], nil
	}
	if c != '\\' {
		return rune(c), false, s[1:], nil
	}
	if len(s) < 2 {
		return 0, false, "", ErrSyntax
	}
	c, tail = s[1], s[2:]
	switch {
	case 'a' <= c && c <= 'v' && escapes[c-'a'] != 0:
		return rune(escapes[c-'a']), false, tail, nil
	case c == 'x' || c == 'u' || c == 'U':
		return unquoteHex(c, tail)
	case c == '\\' || c == quote && (c == '"' || c == '\''):
		return rune(c), false, tail, nil
	case c-'0' <= 3 && len(tail) >= 2 && tail[0]-'0' <= 7 && tail[1]-'0' <= 7: // three octal digits, up to \377
		return rune(c-'0')<<6 | rune(tail[0]-'0')<<3 | rune(tail[1]-'0'), false, tail[2:], nil
	}
	return 0, false, "", ErrSyntax
}

// escapes has the values of the escapes \a to \v; 0 means that there is no such escape.
const escapes = "\a\b\x00\x00\x00\f\x00\x00\x00\x00\x00\x00\x00\n\x00\x00\x00\r\x00\t\x00\v"

func unquoteHex(c byte, s string) (value rune, multibyte bool, tail string, err error) {
	n := 2
	if c == 'u' {
		n = 4
	} else if c == 'U' {
		n = 8
	}
	if len(s) < n {
		return 0, false, "", ErrSyntax
	}
	var v rune
	for j := 0; j < n; j++ {
		d := s[j]
		switch {
		case '0' <= d && d <= '9':
			v = v<<4 | rune(d-'0')
		case 'a' <= d && d <= 'f':
			v = v<<4 | rune(d-'a'+10)
		case 'A' <= d && d <= 'F':
			v = v<<4 | rune(d-'A'+10)
		default:
			return 0, false, "", ErrSyntax
		}
	}
	if c == 'x' {
		return v, false, s[n:], nil
	}
	if !utf8.ValidRune(v) {
		return 0, false, "", ErrSyntax
	}
	return v, true, s[n:], nil
}

// QuotedPrefix returns the quoted string (as Unquote accepts it) at the beginning of s.
func QuotedPrefix(s string) (string, error) {
	out, _, err := unquote(s, false)
	return out, err
}

// Unquote returns the value of the Go string, raw string or character literal s.
func Unquote(s string) (string, error) {
	out, rest, err := unquote(s, true)
	if err != nil {
		return "", err
	}
	if len(rest) > 0 {
		return "", ErrSyntax
	}
	return out, nil
}

// unquote parses the literal at the beginning of in; it returns the literal, or its value, and the rest of in.
func unquote(in string, meaning bool) (out, rest string, err error) {
	end := -1
	if in != "" {
		end = indexByte(in[1:], in[0]) + 2
	}
	if end < 2 {
		return "", in, ErrSyntax
	}
	quote, body := in[0], in[1:end-1]
	if quote == '`' {
		return unquoteRaw(in, end, meaning)
	}
	if quote != '"' && quote != '\'' {
		return "", in, ErrSyntax
	}
	// Most strings have neither escapes nor newlines.
	if indexByte(body, '\\') >= 0 || indexByte(body, '\n') >= 0 || !spelledOut(body, quote) {
		return unquoteEscaped(in, quote, meaning)
	}
	if !meaning {
		body = in[:end]
	}
	return body, in[end:], nil
}

// spelledOut reports whether the inside of a literal without escapes is valid: UTF-8, and only one character in single quotes.
func spelledOut(body string, quote byte) bool {
	if quote == '"' {
		return utf8.ValidString(body)
	}
	r, n := utf8.DecodeRuneInString(body)
	return n == len(body) && (r != utf8.RuneError || n != 1)
}

func unquoteRaw(in string, end int, meaning bool) (out, rest string, err error) {
	if !meaning {
		return in[:end], in[end:], nil
	}
	body := in[1 : end-1]
	if indexByte(body, '\r') >= 0 {
		var buf []byte
		for i := 0; i < len(body); i++ {
			if body[i] != '\r' {
				buf = append(buf, body[i])
			}
		}
		body = string(buf)
	}
	return body, in[end:], nil
}

func unquoteEscaped(in string, quote byte, meaning bool) (out, rest string, err error) {
	var buf []byte
	s := in[1:]
	for len(s) > 0 && s[0] != quote {
		if s[0] == '\n' {
			return "", in, ErrSyntax
		}
		r, multibyte, tail, err := UnquoteChar(s, quote)
		if err != nil {
			return "", in, ErrSyntax
		}
		s = tail
		if meaning {
			if r < utf8.RuneSelf || !multibyte {
				buf = append(buf, byte(r))
			} else {
				buf = utf8.AppendRune(buf, r)
			}
		}
		if quote == '\'' {
			break
		}
	}
	if len(s) == 0 || s[0] != quote {
		return "", in, ErrSyntax
	}
	s = s[1:]
	if meaning {
		return string(buf), s, nil
	}
	return in[:len(in)-len(s)], s, nil
}
