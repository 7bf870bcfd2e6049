package template

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HTMLEscape writes b to w with HTML's special characters replaced by entities.
func HTMLEscape(w io.Writer, b []byte) { io.WriteString(w, HTMLEscapeString(string(b))) }

var htmlEscapes = strings.NewReplacer(
	"\x00", "\uFFFD",
	`"`, "&#34;",
	"'", "&#39;",
	"&", "&amp;",
	"<", "&lt;",
	">", "&gt;",
)

// HTMLEscapeString returns s as HTMLEscape writes it.
func HTMLEscapeString(s string) string {
	if !strings.ContainsAny(s, "'\"&<>\x00") {
		return s
	}
	return htmlEscapes.Replace(s)
}

// HTMLEscaper formats its arguments like Print, and returns the text as HTMLEscape writes it.
func HTMLEscaper(args ...any) string { return HTMLEscapeString(printed(args)) }

// JSEscape writes b to w with the characters escaped that are special in a string of JavaScript, also inside HTML.
func JSEscape(w io.Writer, b []byte) { io.WriteString(w, JSEscapeString(string(b))) }

// JSEscapeString returns s as JSEscape writes it.
func JSEscapeString(s string) string {
	special := func(r rune) bool {
		return r < ' ' || r >= utf8.RuneSelf || strings.ContainsRune(`\'"<>&=`, r)
	}
	if strings.IndexFunc(s, special) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\\', r == '\'', r == '"':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < utf8.RuneSelf && special(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		case r == utf8.RuneError:
			// An invalid byte stays unchanged.
			_, size := utf8.DecodeRuneInString(s[i:])
			b.WriteString(s[i : i+size])
		case r >= utf8.RuneSelf && !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// JSEscaper formats its arguments like Print, and returns the text as JSEscape writes it.
func JSEscaper(args ...any) string { return JSEscapeString(printed(args)) }

// URLQueryEscaper formats its arguments like Print, and escapes the text for the query of a URL.
func URLQueryEscaper(args ...any) string {
	var b strings.Builder
	for _, c := range []byte(printed(args)) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == '~':
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// printed formats the arguments like the function print: for a pointer, the value that it points to.
func printed(args []any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	list := make([]any, len(args))
	for i, arg := range args {
		list[i] = arg
		if v, ok := printable(reflect.ValueOf(arg)); ok {
			list[i] = v
		}
	}
	return fmt.Sprint(list...)
}
