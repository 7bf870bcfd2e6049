package xml

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// EscapeText writes s escaped as character data; characters that XML forbids become U+FFFD.
func EscapeText(w io.Writer, s []byte) error { return escape(w, s, true) }

// Escape is EscapeText, and ignores the error.
func Escape(w io.Writer, s []byte) { EscapeText(w, s) }

// escape is EscapeText; newlines says to escape line breaks.
func escape(w io.Writer, s []byte, newlines bool) error {
	begin := 0
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(s[i:])
		}
		if text := escaped(r, size, newlines); text != "" {
			if _, err := w.Write(s[begin:i]); err != nil {
				return err
			}
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
			begin = i + size
		}
		i += size
	}
	_, err := w.Write(s[begin:])
	return err
}

// escaped returns the escape of a character of size bytes; "" if it needs none.
func escaped(r rune, size int, newlines bool) string {
	switch r {
	case '"':
		return "&#34;"
	case '\'':
		return "&#39;"
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '\t':
		return "&#x9;"
	case '\r':
		return "&#xD;"
	case '\n':
		if newlines {
			return "&#xA;"
		}
		return ""
	}
	if !allowed(r) || r == utf8.RuneError && size == 1 {
		return "\uFFFD"
	}
	return ""
}

// writeCDATA writes s as a CDATA section, or as several if it contains ]]>.
func writeCDATA(w io.Writer, s []byte) error {
	if len(s) == 0 {
		return nil
	}
	s = bytes.ReplaceAll(s, []byte("]]>"), []byte("]]]]><![CDATA[>"))
	for _, part := range [][]byte{[]byte("<![CDATA["), s, []byte("]]>")} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
