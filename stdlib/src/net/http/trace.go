package http

import (
	"context"
	"net/http/httptrace"
)

// A clientTrace is a trace that may be nil.
type clientTrace struct{ *httptrace.ClientTrace }

func traceOf(ctx context.Context) *clientTrace {
	if t := httptrace.ContextClientTrace(ctx); t != nil {
		return &clientTrace{t}
	}
	return nil
}

// field tells of a field that was written.
func (t *clientTrace) field(key, value string) {
	if t != nil && t.WroteHeaderField != nil && key[0] != ':' {
		t.WroteHeaderField(key, []string{value})
	}
}

func (t *clientTrace) fieldFunc() func(key, value string) {
	if t == nil || t.WroteHeaderField == nil {
		return nil
	}
	return t.field
}

func (t *clientTrace) wrote(err error) { t.WroteRequest(httptrace.WroteRequestInfo{Err: err}) }
