package http

import (
	"bytes"
	"internal/settings"
	"net/http/internal/h2"
)

// h2debug is the value of http2debug in GODEBUG: with 1, connections log the frames that they handle and the fields
// that they send; with 2 also the frames as they are read and written, and the fields that they receive.
var h2debug = settings.Int("http2debug", 0)

// An h2log logs what one side of a connection reads and writes. The zero value logs nothing.
type h2log struct {
	logf func(format string, args ...any) // nil: nothing is logged
	last string                           // the last frame that was read and is no CONTINUATION
}

// watch has the log told of what r reads, if frames are to be logged.
func (l *h2log) watch(r *http2.Reader, logf func(format string, args ...any)) {
	if h2debug == 0 {
		return
	}
	l.logf = logf
	r.Saw = func(h http2.FrameHeader, payload []byte) {
		text := http2.Summarize(h, payload)
		if h.Type != http2.FrameContinuation {
			l.last = text
		}
		if h2debug > 1 {
			logf("http2: Framer %p: read %s", l, text)
		}
	}
}

// received logs a frame that is about to be handled; who says by whom.
func (l *h2log) received(who string, f *http2.Frame) {
	if l.logf == nil {
		return
	}
	if h2debug > 1 {
		for _, field := range f.Fields {
			l.logf("http2: decoded hpack field %v", field)
		}
	}
	l.logf("http2: %s %s", who, l.last)
}

// encoding logs the fields of a header that is sent; who says by whom.
func (l *h2log) encoding(who string, fields []http2.Field) {
	if l.logf == nil {
		return
	}
	for _, field := range fields {
		l.logf("http2: %s encoding header %q = %q", who, field.Name, field.Value)
	}
}

// wrote logs the frames of a batch that is written.
func (l *h2log) wrote(p []byte) {
	if l.logf == nil || h2debug < 2 {
		return
	}
	for _, text := range http2.SummarizeAll(bytes.TrimPrefix(p, []byte(http2.ClientPreface))) {
		l.logf("http2: Framer %p: wrote %s", l, text)
	}
}

// printf logs a line.
func (l *h2log) printf(format string, args ...any) {
	if l.logf != nil {
		l.logf(format, args...)
	}
}
