package slog

import (
	"runtime"
	"slices"
	"time"
)

// A Record is an event. Copies share attributes: call Clone before adding attributes to both.
type Record struct {
	Time    time.Time
	Message string
	Level   Level
	PC      uintptr // position of the call, as from runtime.Callers; 0 if it is unknown
	front   [5]Attr // the first attributes; most records have no more
	used    int     // number of attributes in front
	back    []Attr
}

// NewRecord returns a record without attributes.
func NewRecord(t time.Time, level Level, msg string, pc uintptr) Record {
	return Record{Time: t, Message: msg, Level: level, PC: pc}
}

// Clone returns a copy that shares nothing that can change.
func (r Record) Clone() Record {
	r.back = slices.Clip(r.back)
	return r
}

// NumAttrs returns how many attributes there are.
func (r Record) NumAttrs() int { return r.used + len(r.back) }

// Attrs calls f with each attribute until it returns false.
func (r Record) Attrs(f func(Attr) bool) {
	for _, a := range r.front[:r.used] {
		if !f(a) {
			return
		}
	}
	for _, a := range r.back {
		if !f(a) {
			return
		}
	}
}

// AddAttrs adds attributes, but no empty groups.
func (r *Record) AddAttrs(attrs ...Attr) {
	// Another copy of the record may have written after the end of back already.
	if len(r.back) < cap(r.back) && !r.back[:len(r.back)+1][len(r.back)].isEmpty() {
		r.back = append(slices.Clip(r.back),
			String("!BUG", "AddAttrs unsafely called on copy of Record made without using Record.Clone"))
	}
	for _, a := range attrs {
		r.add(a)
	}
}

func (r *Record) add(a Attr) {
	switch {
	case a.Value.isEmptyGroup():
	case r.used < len(r.front):
		r.front[r.used] = a
		r.used++
	default:
		r.back = append(r.back, a)
	}
}

// Add adds attributes, given as to Logger.Log.
func (r *Record) Add(args ...any) {
	for len(args) > 0 {
		var a Attr
		a, args = cutAttr(args)
		r.add(a)
	}
}

// A Source is a place in the program.
type Source struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// group returns a group Value with the known fields.
func (s *Source) group() Value {
	attrs := make([]Attr, 0, 3)
	for _, text := range [...][2]string{{"function", s.Function}, {"file", s.File}} {
		if text[1] != "" {
			attrs = append(attrs, String(text[0], text[1]))
		}
	}
	if s.Line != 0 {
		attrs = append(attrs, Int("line", s.Line))
	}
	return GroupValue(attrs...)
}

// Source returns the position of the call, nil if it is unknown.
func (r Record) Source() *Source {
	if r.PC == 0 {
		return nil
	}
	f, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
	return &Source{f.Function, f.File, f.Line}
}
