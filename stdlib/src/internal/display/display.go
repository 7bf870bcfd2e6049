// Package display formats the values that a session shows with their methods Error or String, as package fmt does. A
// session runs it as a goroutine of its own.
package display

import rt "internal/rtype"

// collect returns the values with such a method among those to be shown, in order.
func collect() []any

// tell passes the text of the next value to the session.
func tell(text string)

// shown returns v as a session shows a value without methods.
func shown(v any) string

type stringer interface{ String() string }

// run calls the method of each value once.
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

// catch replaces the text by the panic of a method; callers defer it. A nil receiver is the likely cause and gives <nil>.
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

// reason formats the value of a panic with its method; if that panics too, without methods.
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
