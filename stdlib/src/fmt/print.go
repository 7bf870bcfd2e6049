// Package fmt formats and scans text, with verbs as in C's printf and scanf.
package fmt

import (
	rt "internal/rtype"
	"internal/stdio"
	"io"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

// State is the printer, as passed to a Formatter.
type State interface {
	// Write appends to the output.
	Write(b []byte) (n int, err error)
	// Width returns the width of the verb and whether it was given.
	Width() (wid int, ok bool)
	// Precision returns the precision of the verb and whether it was given.
	Precision() (prec int, ok bool)
	// Flag reports whether the verb has the flag c, one of - + # space 0.
	Flag(c int) bool
}

// Formatter is a type that formats itself for every verb.
type Formatter interface {
	Format(f State, verb rune)
}

// Stringer is a type that has its own text for the verbs that take strings.
type Stringer interface {
	String() string
}

// GoStringer is a type that has its own text for %#v.
type GoStringer interface {
	GoString() string
}

// printer is the state of one call: output, flags of the current verb, and the operand that is being printed.
type printer struct {
	buf []byte
	flags
	arg any // the operand that is being printed, for methods and for error texts

	reordered bool // the format picked arguments by %[n]
	goodIndex bool // the last %[n] was valid
	panicking bool // a method's panic is being printed
	erroring  bool // a %! text is being printed: call no methods
	wrapErrs  bool // the call is Errorf
	wrapped   []int
}

// flags are those of one verb. The natives read them: `Flags` in flags.rs has the same fields in the same order.
type flags struct {
	wid, prec       int
	widSet, precSet bool
	minus, plus     bool
	sharp, space    bool
	zero            bool
	plusV, sharpV   bool // %+v and %#v
}

// idle holds one unused printer. A goroutine takes it with one atomic exchange; if there is none, it makes a new one.
var idle unsafe.Pointer

func newPrinter() *printer {
	p := (*printer)(rt.Kept(&idle, nil))
	if p == nil {
		p = new(printer)
	}
	p.panicking = false
	p.erroring = false
	p.wrapErrs = false
	p.flags = flags{}
	return p
}

func (p *printer) free() {
	if cap(p.buf) > 64<<10 {
		p.buf = nil
	}
	p.buf = p.buf[:0]
	p.arg = nil
	p.wrapped = nil
	rt.Kept(&idle, unsafe.Pointer(p))
}

// Width implements State.
func (p *printer) Width() (wid int, ok bool) { return p.wid, p.widSet }

// Precision implements State.
func (p *printer) Precision() (prec int, ok bool) { return p.prec, p.precSet }

// Flag implements State.
func (p *printer) Flag(c int) bool {
	switch c {
	case '-':
		return p.minus
	case '+':
		return p.plus || p.plusV
	case '#':
		return p.sharp || p.sharpV
	case ' ':
		return p.space
	case '0':
		return p.zero
	}
	return false
}

// Write implements State.
func (p *printer) Write(b []byte) (n int, err error) {
	p.buf = append(p.buf, b...)
	return len(b), nil
}

// WriteString lets io.WriteString write to a State without a copy.
func (p *printer) WriteString(s string) (n int, err error) {
	p.buf = append(p.buf, s...)
	return len(s), nil
}

func (p *printer) writeRune(r rune) { p.buf = utf8.AppendRune(p.buf, r) }

// FormatString returns the verb of a State with its flags, width and precision, as written in the format.
func FormatString(state State, verb rune) string {
	const flags = " +-#0"
	text := append(make([]byte, 0, 16), '%')
	for i := range len(flags) {
		if c := flags[i]; state.Flag(int(c)) {
			text = append(text, c)
		}
	}
	width, hasWidth := state.Width()
	precision, hasPrecision := state.Precision()
	if hasWidth {
		text = strconv.AppendInt(text, int64(width), 10)
	}
	if hasPrecision {
		text = strconv.AppendInt(append(text, '.'), int64(precision), 10)
	}
	return string(utf8.AppendRune(text, verb))
}

// Fprintf formats its operands and writes to w.
func Fprintf(w io.Writer, format string, a ...any) (n int, err error) {
	p := newPrinter()
	p.printf(format, a)
	n, err = w.Write(p.buf)
	p.free()
	return n, err
}

// Printf formats its operands and writes to standard output.
func Printf(format string, a ...any) (n int, err error) { return Fprintf(stdio.Stdout(), format, a...) }

// Sprintf formats its operands to a string.
func Sprintf(format string, a ...any) string {
	p := newPrinter()
	p.printf(format, a)
	s := string(p.buf)
	p.free()
	return s
}

// Appendf formats its operands and appends to b.
func Appendf(b []byte, format string, a ...any) []byte {
	p := newPrinter()
	p.printf(format, a)
	b = append(b, p.buf...)
	p.free()
	return b
}

// Fprint formats with %v and writes to w; it puts a space between two operands if neither is a string.
func Fprint(w io.Writer, a ...any) (n int, err error) {
	p := newPrinter()
	p.print(a)
	n, err = w.Write(p.buf)
	p.free()
	return n, err
}

// Print is Fprint to standard output.
func Print(a ...any) (n int, err error) { return Fprint(stdio.Stdout(), a...) }

// Sprint is Fprint to a string.
func Sprint(a ...any) string {
	p := newPrinter()
	p.print(a)
	s := string(p.buf)
	p.free()
	return s
}

// Append is Fprint to the end of b.
func Append(b []byte, a ...any) []byte {
	p := newPrinter()
	p.print(a)
	b = append(b, p.buf...)
	p.free()
	return b
}

// Fprintln formats with %v, with spaces between the operands and a newline at the end, and writes to w.
func Fprintln(w io.Writer, a ...any) (n int, err error) {
	p := newPrinter()
	p.println(a)
	n, err = w.Write(p.buf)
	p.free()
	return n, err
}

// Println is Fprintln to standard output.
func Println(a ...any) (n int, err error) { return Fprintln(stdio.Stdout(), a...) }

// Sprintln is Fprintln to a string.
func Sprintln(a ...any) string {
	p := newPrinter()
	p.println(a)
	s := string(p.buf)
	p.free()
	return s
}

// Appendln is Fprintln to the end of b.
func Appendln(b []byte, a ...any) []byte {
	p := newPrinter()
	p.println(a)
	b = append(b, p.buf...)
	p.free()
	return b
}

func (p *printer) print(a []any) {
	prevString := false
	for i, arg := range a {
		isString := arg != nil && isStringKind(arg)
		if i > 0 && !isString && !prevString {
			p.buf = append(p.buf, ' ')
		}
		p.printArg(arg, 'v')
		prevString = isString
	}
}

func (p *printer) println(a []any) {
	for i, arg := range a {
		if i > 0 {
			p.buf = append(p.buf, ' ')
		}
		p.printArg(arg, 'v')
	}
	p.buf = append(p.buf, '\n')
}
