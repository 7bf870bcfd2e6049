// Package display lets the values that a session shows tell their texts, as package fmt does: by Error or String. A
// session runs it as a goroutine of its own.
package display

import rt "internal/rtype"

// collect returns the values that have such a method among those to be shown, in their order.
func collect() []any

// tell takes the text of the next of them.
func tell(text string)

// shown returns v as a session shows it, without calling methods.
func shown(v any) string

type stringer interface{ String() string }

// run asks each value once.
func run() {
	for _, v := range collect() {
		tell(text(v))
	}
}

func text(v any) (s string) {
	switch v := v.(type) {
	case error:
		defer catch(&s, v, "Error")
		return v.Error()
	case stringer:
		defer catch(&s, v, "String")
		return v.String()
	}
	return shown(v)
}

// catch, deferred, gives a panic of a method in place of its text; a nil receiver is the likely cause and is <nil>.
func catch(s *string, v any, method string) {
	why := recover()
	if why == nil {
		return
	}
	if id, p := rt.Unpack(v); rt.Kind(id) == rt.Pointer && *(*rt.Word)(p) == nil {
		*s = "<nil>"
		return
	}
	*s = "%!v(PANIC=" + method + " method: " + reason(why) + ")"
}

// reason is the text of a panic's value; if that panics too, the value as it is.
func reason(v any) (s string) {
	defer func() {
		if recover() != nil {
			s = shown(v)
		}
	}()
	switch v := v.(type) {
	case error:
		return v.Error()
	case stringer:
		return v.String()
	case string:
		return v
	}
	return shown(v)
}
