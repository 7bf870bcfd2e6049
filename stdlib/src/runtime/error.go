package runtime

import _ "internal/runtime/maps" // the type of an error

// Error is the interface of the errors that the machine raises.
type Error interface {
	error
	RuntimeError()
}

// errorString is a run-time error without further structure; the text leaves out "runtime error: ".
// The machine raises it for: integer divide by zero, invalid memory address or nil pointer dereference,
// negative shift amount, makeslice/makechan lengths, hash of and comparing uncomparable types, and similar.
type errorString string

func (e errorString) RuntimeError() {}
func (e errorString) Error() string { return "runtime error: " + string(e) }

// errorAddressString is an access to invalid memory by a goroutine that called debug.SetPanicOnFault; the text
// leaves out "runtime error: ".
type errorAddressString struct {
	msg  string
	addr uintptr
}

func (e errorAddressString) RuntimeError() {}
func (e errorAddressString) Error() string { return "runtime error: " + e.msg }

// Addr returns the address, which may be inexact.
func (e errorAddressString) Addr() uintptr { return e.addr }

// boundsError is an index or slice expression out of range; the text leaves out "runtime error: ".
type boundsError string

func (e boundsError) RuntimeError() {}
func (e boundsError) Error() string { return "runtime error: " + string(e) }

// plainError is a run-time error whose text does not begin with "runtime error: "
// (close of nil channel, all channel misuse, …).
type plainError string

func (e plainError) RuntimeError() {}
func (e plainError) Error() string { return string(e) }

// A TypeAssertionError explains a failed type assertion.
type TypeAssertionError struct {
	text string // the whole message: "interface conversion: …"
}

func (*TypeAssertionError) RuntimeError()   {}
func (e *TypeAssertionError) Error() string { return e.text }

// A PanicNilError happens when code calls panic(nil).
type PanicNilError struct {
	_ [0]func() // not comparable
}

func (*PanicNilError) Error() string {
	return "runtime error: panic called with nil argument"
}
func (*PanicNilError) RuntimeError() {}

type stringer interface{ String() string }

// panicText returns the text after "panic: " for the value of an unrecovered panic. The machine runs it on the
// panicking goroutine before it prints. goexit says that the value was a runtime.Error or error whose text came from a
// method.
func panicText(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case error:
		return indented(v.Error())
	case stringer:
		return indented(v.String())
	case string:
		return indented(v)
	}
	return printed(v)
}

// indented adds a tab after every line break, so that the text stays one block.
func indented(s string) string {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' {
			n++
		}
	}
	if n == 0 {
		return s
	}
	out := make([]byte, 0, len(s)+n)
	for i := 0; i < len(s); i++ {
		out = append(out, s[i])
		if s[i] == '\n' {
			out = append(out, '\t')
		}
	}
	return string(out)
}

// printed formats any value as the panic printer does: basic kinds as print does (values of named types with the type:
// main.T(5), main.S("x")), everything else as (type) address.
func printed(v any) string
