package template

import (
	"fmt"
	"reflect"
)

// Texts of these types are trusted: each is in the language that its type names, and is not escaped where that language
// is expected.
type (
	CSS      string // style sheets, rules, declarations, values
	HTML     string // a fragment of a document
	HTMLAttr string // an attribute, as ` dir="ltr"`
	JS       string // an expression
	JSStr    string // the text between the quotes of a string
	URL      string // a URL or a part of one
	Srcset   string // a list of images, as in the attribute srcset
)

type contentType uint8

const (
	contentTypePlain contentType = iota
	contentTypeCSS
	contentTypeHTML
	contentTypeHTMLAttr
	contentTypeJS
	contentTypeJSStr
	contentTypeURL
	contentTypeSrcset
	contentTypeUnsafe // values of attributes that change the meaning of others
)

// follow dereferences pointers until stop accepts the value.
func follow(v any, stop func(t reflect.Type) bool) any {
	if v == nil {
		return nil
	}
	at := reflect.ValueOf(v)
	for at.Kind() == reflect.Pointer && !at.IsNil() && !stop(at.Type()) {
		at = at.Elem()
	}
	return at.Interface()
}

var (
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
)

// printable dereferences pointers until package fmt would print the value with a method.
func printable(v any) any {
	return follow(v, func(t reflect.Type) bool { return t.Implements(stringerType) || t.Implements(errorType) })
}

// stringify prints values, and returns the content type if there is a single one.
func stringify(args ...any) (string, contentType) {
	if len(args) == 1 {
		text, kind := "", contentTypePlain
		switch v := follow(args[0], func(reflect.Type) bool { return false }).(type) {
		case string:
			text = v
		case HTML:
			text, kind = string(v), contentTypeHTML
		case HTMLAttr:
			text, kind = string(v), contentTypeHTMLAttr
		case URL:
			text, kind = string(v), contentTypeURL
		case Srcset:
			text, kind = string(v), contentTypeSrcset
		case JS:
			text, kind = string(v), contentTypeJS
		case JSStr:
			text, kind = string(v), contentTypeJSStr
		case CSS:
			text, kind = string(v), contentTypeCSS
		default:
			return printed(args), contentTypePlain
		}
		return text, kind
	}
	return printed(args), contentTypePlain
}

// printed prints values; a missing value prints nothing, not <nil>.
func printed(args []any) string {
	shown := make([]any, 0, len(args))
	for _, arg := range args {
		if arg != nil {
			shown = append(shown, printable(arg))
		}
	}
	return fmt.Sprint(shown...)
}

// evalArgs prints the arguments of a predefined escaper, which can then be a command of its own.
func evalArgs(args ...any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = printable(arg)
	}
	return fmt.Sprint(shown...)
}
