package testing

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// The bytes by which test2json (-test.v=test2json) tells the framework's own lines and errors from what tests print.
const (
	markFraming  byte = 'V' - '@' // before a line of the framework
	markErrBegin byte = 'O' - '@' // before the text of an error
	markErrEnd   byte = 'N' - '@' // after it
	markEscape   byte = '[' - '@' // before one of these bytes that a test printed itself
)

// A chattyFlag is -test.v: false, true or test2json.
type chattyFlag struct {
	on   bool
	json bool
}

// IsBoolFlag lets -test.v stand alone.
func (f *chattyFlag) IsBoolFlag() bool { return true }

// Set reads the flag.
func (f *chattyFlag) Set(value string) error {
	switch value {
	case "false":
		*f = chattyFlag{}
	case "true":
		*f = chattyFlag{on: true}
	case "test2json":
		*f = chattyFlag{on: true, json: true}
	default:
		return fmt.Errorf("invalid flag -test.v=%s", value)
	}
	return nil
}

// String returns the flag as it was given.
func (f *chattyFlag) String() string {
	switch {
	case f.json:
		return "test2json"
	case f.on:
		return "true"
	}
	return "false"
}

// Get returns the flag's value: a bool or "test2json".
func (f *chattyFlag) Get() any {
	if f.json {
		return "test2json"
	}
	return f.on
}

// prefix is what a line of the framework begins with.
func (f *chattyFlag) prefix() string { return framing(f.json) }

func framing(json bool) string {
	if json {
		return "\x16"
	}
	return ""
}

// A chattyPrinter prints while tests run. It keeps in mind which test printed last, so that "=== NAME" lines say when
// another one does.
type chattyPrinter struct {
	w    io.Writer
	json bool

	lastNameMu sync.Mutex
	lastName   string // guarded by lastNameMu
}

func newChattyPrinter(w io.Writer) *chattyPrinter { return &chattyPrinter{w: w, json: chatty.json} }

// prefix is what a line of the framework begins with; p may be nil.
func (p *chattyPrinter) prefix() string { return framing(p != nil && p.json) }

// update prints a text that names its test itself.
func (p *chattyPrinter) update(test, text string) {
	p.lastNameMu.Lock()
	defer p.lastNameMu.Unlock()
	p.lastName = test
	io.WriteString(p.w, p.prefix()+text)
}

// Updatef formats a text that names its test itself, and prints it.
func (p *chattyPrinter) Updatef(test, format string, args ...any) {
	p.update(test, fmt.Sprintf(format, args...))
}

// log prints what a test says, after a line with its name if another test printed last.
func (p *chattyPrinter) log(test, text string) {
	p.lastNameMu.Lock()
	defer p.lastNameMu.Unlock()
	if p.lastName != "" && p.lastName != test {
		io.WriteString(p.w, p.prefix()+"=== NAME  "+test+"\n")
	}
	p.lastName = test
	io.WriteString(p.w, text)
}

// isMark tells whether a byte means something to test2json.
func isMark(b byte) bool {
	return b == markFraming || b == markErrBegin || b == markErrEnd || b == markEscape
}

// escapeMarks puts an escape before each byte that would mean something to test2json. Text without such bytes is
// returned as it is.
func escapeMarks(text []byte) []byte {
	for i, b := range text {
		if isMark(b) {
			out := append(make([]byte, 0, len(text)+8), text[:i]...)
			for _, b := range text[i:] {
				if isMark(b) {
					out = append(out, markEscape)
				}
				out = append(out, b)
			}
			return out
		}
	}
	return text
}

// indent is how far the output of a test stands to the right of its result line.
const indent = "    "

// An indenter takes the output of a subtest into that of its test.
type indenter struct{ c *common }

// Write adds lines to the test's output, each indented; a framing byte stays at the line's beginning. The test's mutex
// is held.
func (w indenter) Write(text []byte) (int, error) {
	out := w.c.output
	for line := range bytes.Lines(text) {
		if line[0] == markFraming {
			out = append(out, markFraming)
			line = line[1:]
		}
		out = append(out, indent...)
		out = append(out, line...)
	}
	w.c.output = out
	return len(text), nil
}

// An outputWriter takes what a test logs: whole lines go on, the beginning of a line waits for its end.
type outputWriter struct {
	c       *common
	partial []byte // what was written since the last end of line; guarded by c.mu
}

// Write takes a test's output.
func (o *outputWriter) Write(text []byte) (int, error) {
	o.write(text, false)
	return len(text), nil
}

// write takes output; isErr marks it as the text of an error. A test that is over and has no parent has no place for
// it: then it is lost.
func (o *outputWriter) write(text []byte, isErr bool) {
	if o == nil || o.c == nil {
		return
	}
	if o.c.destination() == nil {
		panic("Write called after " + o.c.name + " has completed")
	}
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	whole := bytes.LastIndexByte(text, '\n') + 1
	first := true
	for from := 0; from < whole; first = false {
		end := from + bytes.IndexByte(text[from:], '\n') + 1
		line := text[from:end]
		if first && len(o.partial) > 0 {
			line = append(o.partial, line...)
			o.partial = nil
		}
		o.writeLine(line, isErr && first, isErr && end == whole)
		from = end
	}
	o.partial = append(o.partial, text[whole:]...)
}

// writeLine prints a line, or keeps it until the test's result is known. The test's mutex is held.
func (o *outputWriter) writeLine(line []byte, errBegin, errEnd bool) {
	c := o.c
	if c.chatty == nil || c.done {
		c.output = append(c.output, indent...)
		c.output = append(c.output, line...)
		return
	}
	text := indent + string(line)
	if c.chatty.json {
		text = indent + string(escapeMarks(line))
		if errBegin {
			text = string(markErrBegin) + text
		}
		if errEnd {
			text = text[:len(text)-1] + string(markErrEnd) + "\n" // before the end of line, where test2json looks for it
		}
	}
	if c.bench {
		fmt.Print(text) // benchmarks run one after the other: no name need be printed
	} else {
		c.chatty.log(c.name, text)
	}
}
