// Package runtime/trace: who may record at a time, what a trace and a flight recorder write, regions, tasks and logs with and without a
// trace, and goroutines that are left.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/trace"
	"strings"
	"time"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

type failing struct{ calls int }

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	return 0, errors.New("no room")
}

// generations counts the generations of a trace: the events that end them stand outside of batches.
func generations(b []byte) (n int, ok bool) {
	const header, batch, experimental, end = "go 1.26 trace\x00\x00\x00", 1, 48, 52
	rest, ok := bytes.CutPrefix(b, []byte(header))
	if !ok {
		return 0, false
	}
	for len(rest) > 0 {
		kind := rest[0]
		rest = rest[1:]
		if kind == end {
			n++
			continue
		}
		if kind == experimental {
			rest = rest[1:]
		} else if kind != batch {
			return n, false
		}
		var size uint64
		for range 4 { // the generation, the thread, the time, the size
			var length int
			size, length = binary.Uvarint(rest)
			rest = rest[length:]
		}
		rest = rest[size:]
		ok = len(rest) > 0 && rest[0] == end || len(rest) > 0 && (rest[0] == batch || rest[0] == experimental)
	}
	return n, b[len(b)-1] == end
}

func recorders() {
	var b bytes.Buffer
	fmt.Println(trace.IsEnabled(), trace.Start(&b), trace.IsEnabled(), trace.Start(&b))
	fr := trace.NewFlightRecorder(trace.FlightRecorderConfig{})
	fmt.Println(fr.Enabled())
	fmt.Println(fr.WriteTo(io.Discard))
	fmt.Println(fr.Start(), fr.Enabled(), fr.Start())
	other := trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: time.Minute})
	fmt.Println(other.Start(), other.Enabled())
	other.Stop()
	trace.Stop()
	n, ok := generations(b.Bytes())
	fmt.Println(trace.IsEnabled(), n > 0, ok)
	size := b.Len()
	fmt.Println(trace.Start(io.Discard), trace.IsEnabled())
	trace.Log(context.Background(), "category", "a message to be found")
	trace.Stop()
	var w bytes.Buffer
	m, err := fr.WriteTo(&w)
	n, ok = generations(w.Bytes())
	fmt.Println(m == int64(w.Len()), err, n > 0, ok, size == b.Len(), strings.Contains(w.String(), "a message to be found"))
	f := &failing{}
	m, err = fr.WriteTo(f)
	fmt.Println(m, err, f.calls)
	fr.Stop()
	fmt.Println(trace.IsEnabled(), fr.Enabled())
	fr.Stop()
	fmt.Println(fr.Start(), trace.IsEnabled())
	w.Reset()
	_, err = fr.WriteTo(&w)
	fmt.Println(err, strings.Contains(w.String(), "a message to be found"))
	fr.Stop()
	fmt.Println(trace.Start(f), trace.IsEnabled())
	trace.Stop()
	fmt.Println(f.calls > 1)
}

// small lets the recorder forget all but the last generation.
func small() {
	fr := trace.NewFlightRecorder(trace.FlightRecorderConfig{MaxBytes: 16})
	fmt.Println(fr.Start())
	for range 3 {
		var w bytes.Buffer
		_, err := fr.WriteTo(&w)
		n, ok := generations(w.Bytes())
		fmt.Println(err, n <= 2, ok)
	}
	fr.Stop()
}

func annotations(when string) {
	try(when+" log without context", func() { trace.Log(nil, "a", "b") })
	try(when+" region without context", func() { trace.WithRegion(nil, "a", func() { fmt.Println("called") }) })
	try(when+" task without context", func() { trace.NewTask(nil, "a") })
	ctx, task := trace.NewTask(context.Background(), "outer")
	inner, innerTask := trace.NewTask(ctx, "inner")
	fmt.Println(ctx != context.Background(), inner)
	trace.Logf(inner, "category", "%d", 1)
	trace.WithRegion(inner, "region", func() {
		defer trace.StartRegion(inner, "nested").End()
		trace.Log(inner, "", "in a region")
	})
	r := trace.StartRegion(ctx, "twice")
	r.End()
	r.End()
	innerTask.End()
	task.End()
	task.End()
	trace.StartRegion(ctx, strings.Repeat("long", 20000)).End()
	try(when+" panic in region", func() { trace.WithRegion(ctx, "x", func() { panic("p") }) })
	try(when+" no function", func() { trace.WithRegion(ctx, "x", nil) })
	var zero trace.Region
	zero.End()
	try(when+" nil region", func() { (*trace.Region)(nil).End() })
	try(when+" nil task", func() { (*trace.Task)(nil).End() })
}

func main() {
	recorders()
	small()
	annotations("without trace")
	fmt.Println(trace.Start(io.Discard))
	annotations("with trace")
	trace.Stop()
	ctx := context.Background()
	a, b := trace.StartRegion(ctx, "a"), trace.StartRegion(ctx, "b")
	fmt.Println(a == b)
	before := runtime.NumGoroutine()
	for range 5 {
		trace.Start(io.Discard)
		trace.Stop()
	}
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// Output:
// false <nil> true execution tracer already enabled
// false
// 0 cannot snapshot a disabled flight recorder
// <nil> true cannot enable a enabled flight recorder
// flight recorder already enabled false
// true true true
// <nil> true
// true <nil> true true true true
// 0 no room 1
// false false
// <nil> true
// <nil> false
// <nil> true
// true
// <nil>
// <nil> true true
// <nil> true true
// <nil> true true
// without trace log without context runtime error: invalid memory address or nil pointer dereference
// without trace region without context runtime error: invalid memory address or nil pointer dereference
// without trace task without context runtime error: invalid memory address or nil pointer dereference
// true context.Background.WithValue(trace.traceContextKey, *trace.Task).WithValue(trace.traceContextKey, *trace.Task)
// without trace panic in region p
// without trace no function runtime error: invalid memory address or nil pointer dereference
// without trace nil region runtime error: invalid memory address or nil pointer dereference
// without trace nil task runtime error: invalid memory address or nil pointer dereference
// <nil>
// with trace log without context runtime error: invalid memory address or nil pointer dereference
// with trace region without context runtime error: invalid memory address or nil pointer dereference
// with trace task without context runtime error: invalid memory address or nil pointer dereference
// true context.Background.WithValue(trace.traceContextKey, *trace.Task).WithValue(trace.traceContextKey, *trace.Task)
// with trace panic in region p
// with trace no function runtime error: invalid memory address or nil pointer dereference
// with trace nil region runtime error: invalid memory address or nil pointer dereference
// with trace nil task runtime error: invalid memory address or nil pointer dereference
// true
