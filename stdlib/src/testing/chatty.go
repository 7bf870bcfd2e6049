package testing

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// The bytes with which test2json (-test.v=test2json) distinguishes the framework's own lines and errors from the output of tests.
const (
	markFraming  byte = 'V' - '@' // before a line of the framework
	markErrBegin byte = 'O' - '@' // before the text of an error
	markErrEnd   byte = 'N' - '@' // after it
	markEscape   byte = '[' - '@' // before a mark that a test printed itself
)

// A chattyFlag is -test.v: false, true or test2json.
type chattyFlag struct {
	on   bool
	json bool
}

// IsBoolFlag allows -test.v without a value.
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

// prefix returns the beginning of the framework's lines.
func (f *chattyFlag) prefix() string { return framing(f.json) }

func framing(json bool) string {
	if json {
		return "\x16"
	}
	return ""
}

// A chattyPrinter prints while tests run. It records which test printed last, so that "=== NAME" lines show when
// another one prints.
type chattyPrinter struct {
	w    io.Writer
	json bool

	lastNameMu sync.Mutex
	lastName   string // guarded by lastNameMu
}

func newChattyPrinter(w io.Writer) *chattyPrinter { return &chattyPrinter{w: w, json: chatty.json} }

// prefix returns the beginning of the framework's lines; p may be nil.
func (p *chattyPrinter) prefix() string { return framing(p != nil && p.json) }

// update prints a text that contains the name of its test.
func (p *chattyPrinter) update(test, text string) {
	p.lastNameMu.Lock()
	defer p.lastNameMu.Unlock()
	p.lastName = test
	io.WriteString(p.w, p.prefix()+text)
}

// Updatef formats a text that contains the name of its test, and prints it.
func (p *chattyPrinter) Updatef(test, format string, args ...any) {
	p.update(test, fmt.Sprintf(format, args...))
}

// log prints a test's log message, after a line with its name if another test printed last.
func (p *chattyPrinter) log(test, text string) {
	p.lastNameMu.Lock()
	defer p.lastNameMu.Unlock()
	if p.lastName != "" && p.lastName != test {
		io.WriteString(p.w, p.prefix()+"=== NAME  "+test+"\n")
	}
	p.lastName = test
	io.WriteString(p.w, text)
}

// isMark reports whether a byte is a mark for test2json.
func isMark(b byte) bool {
	return b == markFraming || b == markErrBegin || b == markErrEnd || b == markEscape
}

// escapeMarks puts an escape before each byte that is a mark for test2json. It returns text without such bytes
// unchanged.
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

// indent is the indentation of a test's output, relative to its result line.
const indent = "    "

// An indenter copies the output of a subtest into that of its parent.
type indenter struct{ c *common }

// Write appends lines to the test's output, each indented; a framing byte stays at the beginning of the line. The
// caller holds the test's mutex.
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

// An outputWriter receives the log of a test: it passes on whole lines, and buffers an incomplete one.
type outputWriter struct {
	c       *common
	partial []byte // the incomplete line; guarded by c.mu
}

// Write receives output of a test.
func (o *outputWriter) Write(text []byte) (int, error) {
	o.write(text, false)
	return len(text), nil
}

// write receives output; isErr marks it as the text of an error. The output of a test that has ended and has no parent
// is lost.
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

// writeLine prints a line, or keeps it until the test's result is known. The caller holds the test's mutex.
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
		fmt.Print(text) // benchmarks run one at a time: no name need be printed
	} else {
		c.chatty.log(c.name, text)
	}
}
