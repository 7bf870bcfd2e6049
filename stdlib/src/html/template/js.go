package template

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"
)

const jsBlanks = "\f\n\r\t\v \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

// The keywords after which a / begins a regular expression.
const jsWords = " break case continue delete do else finally in instanceof return throw try typeof void yield "

func isJSName(c byte) bool { return isAlphaNum(c) || c == '$' || c == '_' }

// afterJS returns the meaning of a / after s; before is the meaning before s.
func afterJS(s []byte, before jsCtx) jsCtx {
	s = bytes.TrimRight(s, jsBlanks)
	if len(s) == 0 {
		return before
	}
	last := s[len(s)-1]
	switch {
	case last == '+' || last == '-':
		// x++ / y, but x + /y/.
		n := len(s) - len(bytes.TrimRight(s, string(last)))
		if n%2 == 1 {
			return jsCtxRegexp
		}
		return jsCtxDivOp
	case last == '.':
		if len(s) > 1 && s[len(s)-2] >= '0' && s[len(s)-2] <= '9' {
			return jsCtxDivOp
		}
		return jsCtxRegexp
	case strings.IndexByte(",<>=*%&|^?!~([:;{}", last) >= 0:
		return jsCtxRegexp
	}
	begin := len(s)
	for begin > 0 && isJSName(s[begin-1]) {
		begin--
	}
	word := string(s[begin:])
	if word != "" && strings.Contains(jsWords, " "+word+" ") && !bytes.HasSuffix(bytes.TrimRight(s[:begin], jsBlanks), []byte(".")) {
		return jsCtxRegexp
	}
	return jsCtxDivOp
}

var (
	marshalerType = reflect.TypeFor[json.Marshaler]()
	scriptTag     = regexp.MustCompile(`(?i)<(/?)script`)
)

func marshalable(v any) any {
	return follow(v, func(t reflect.Type) bool { return t.Implements(marshalerType) })
}

// jsValEscaper converts values to a JavaScript value.
func jsValEscaper(args ...any) string {
	if len(args) != 1 {
		shown := make([]any, len(args))
		for i, arg := range args {
			shown[i] = marshalable(arg)
		}
		return jsValue(fmt.Sprint(shown...))
	}
	only := marshalable(args[0])
	if code, ok := only.(JS); ok {
		return string(code)
	}
	if text, ok := only.(JSStr); ok {
		return `"` + string(text) + `"`
	}
	_, marshals := only.(json.Marshaler)
	if s, ok := only.(fmt.Stringer); ok && !marshals {
		return jsValue(s.String())
	}
	return jsValue(only)
}

// jsValue converts a value to JSON that is safe inside a script.
func jsValue(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		// The text must end neither the comment nor the script.
		why := scriptTag.ReplaceAllString(err.Error(), `\x3C${1}script`)
		why = strings.ReplaceAll(why, "*/", "* /")
		why = strings.ReplaceAll(why, "<!--", `\x3C!--`)
		return " /* " + why + " */null "
	}
	if len(text) == 0 {
		return " null "
	}
	s := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(string(text))
	if isJSName(text[0]) || isJSName(text[len(text)-1]) {
		// A number or a word must not merge with the text around it.
		return " " + s + " "
	}
	return s
}

// jsRune returns the escape of a rune in literals: control characters, HTML's special ones, and those in more are escaped by number.
func jsRune(r rune, more string) string {
	switch {
	case r == '\t':
		return `\t`
	case r == '\n':
		return `\n`
	case r == '\f':
		return `\f`
	case r == '\r':
		return `\r`
	case r == '/':
		return `\/`
	case r < ' ', r == '\u2028', r == '\u2029', r < utf8.RuneSelf && strings.IndexByte(`"'&+<>`+more, byte(r)) >= 0:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return ""
}

func jsStrEscaper(args ...any) string {
	s, t := stringify(args...)
	return replace(s, func(r rune) string {
		if r == '\\' && t != contentTypeJSStr {
			return `\\`
		}
		return jsRune(r, "`")
	})
}

func jsTmplLitEscaper(args ...any) string {
	s, _ := stringify(args...)
	return replace(s, func(r rune) string {
		if r == '\\' {
			return `\\`
		}
		return jsRune(r, "`${}")
	})
}

func jsRegexpEscaper(args ...any) string {
	s, _ := stringify(args...)
	if s == "" {
		// An empty // would begin a comment.
		return "(?:)"
	}
	return replace(s, func(r rune) string {
		if r < utf8.RuneSelf && strings.IndexByte(`$()*-.?[\]^{|}`, byte(r)) >= 0 {
			return `\` + string(r)
		}
		return jsRune(r, "")
	})
}

// The values of the attribute type of script that mean JavaScript or JSON, beside text/javascript with
// a version.
const jsTypes = " application/ecmascript application/javascript application/json application/ld+json application/x-ecmascript " +
	"application/x-javascript module text/ecmascript text/javascript text/javascript1.0 text/javascript1.1 text/javascript1.2 " +
	"text/javascript1.3 text/javascript1.4 text/javascript1.5 text/jscript text/livescript text/x-ecmascript text/x-javascript "

func isJSType(mime string) bool {
	mime, _, _ = strings.Cut(mime, ";")
	mime = strings.TrimSpace(strings.ToLower(mime))
	return mime == "" || !strings.Contains(mime, " ") && strings.Contains(jsTypes, " "+mime+" ")
}
