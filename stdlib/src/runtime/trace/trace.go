// Package trace records execution traces, which go tool trace shows: what goroutines, threads and processors do, and what
// the program itself tells by tasks, regions and logs. The machine records for one reader; here it is shared by Start
// and by a flight recorder.
package trace

import (
	"errors"
	"internal/rt"
	"io"
	"sync"
	"sync/atomic"
)

// endOfGeneration is the chunk after which the next generation begins, and with which a trace may end.
const endOfGeneration = "\x34"

// A consumer takes a trace. A generation is complete in itself, so it takes whole generations.
type consumer interface {
	// begin comes before the first generation.
	begin()
	// take takes a chunk; the last one of a generation is endOfGeneration.
	take(chunk []byte)
}

// enabled reports whether anything is recorded.
var enabled atomic.Bool

// control is held while consumers come or go. pump does not take it, because those who hold it wait for pump.
var control struct {
	sync.Mutex
	stream   *stream         // of Start
	recorder *FlightRecorder // the one that is on
}

// The consumers, by what the next generation means for them.
var consumers struct {
	sync.Mutex
	coming, present, leaving []consumer
}

// join lets c take the trace from the next generation on, which begins now.
func join(c consumer) error {
	consumers.Lock()
	consumers.coming = append(consumers.coming, c)
	consumers.Unlock()
	if enabled.Load() {
		rt.TraceAdvance(false)
		return nil
	}
	if !rt.StartTrace() {
		// Something else records, as the flag --trace lets minigo do.
		consumers.Lock()
		consumers.coming = nil
		consumers.Unlock()
		return errors.New("tracing is already enabled")
	}
	go pump()
	enabled.Store(true)
	return nil
}

// leave returns when c has taken its last generation, which ends now.
func leave(c consumer) {
	consumers.Lock()
	others := len(consumers.present) > 1
	if others {
		consumers.leaving = append(consumers.leaving, c)
	}
	consumers.Unlock()
	if others {
		rt.TraceAdvance(false)
		return
	}
	enabled.Store(false)
	rt.TraceAdvance(true)
	forget(c)
}

// turn lets those begin that wait for a generation, and those go that wait for the end of one.
func turn() {
	consumers.Lock()
	defer consumers.Unlock()
	for _, c := range consumers.coming {
		c.begin()
		consumers.present = append(consumers.present, c)
	}
	consumers.coming = nil
	for _, c := range consumers.leaving {
		remove(c)
	}
	consumers.leaving = nil
}

func forget(c consumer) {
	consumers.Lock()
	defer consumers.Unlock()
	remove(c)
}

// remove is for those that hold the lock. The list may be in use by pump.
func remove(c consumer) {
	var others []consumer
	for _, other := range consumers.present {
		if other != c {
			others = append(others, other)
		}
	}
	consumers.present = others
}

// pump hands out what the machine has recorded, until the trace ends.
func pump() {
	rt.ReadTrace() // the header
	turn()
	for {
		chunk := rt.ReadTrace()
		if chunk == nil {
			return
		}
		consumers.Lock()
		present := consumers.present
		consumers.Unlock()
		for _, c := range present {
			c.take(chunk)
		}
		if string(chunk) == endOfGeneration {
			turn()
		}
	}
}

// A stream writes all of the trace. Errors have nobody to go to.
type stream struct{ w io.Writer }

func (s *stream) begin() { s.take([]byte(rt.TraceHeader)) }

func (s *stream) take(chunk []byte) {
	if s.w != nil {
		s.w.Write(chunk)
	}
}

// Start begins an execution trace, which is written to w. It fails if there is one already.
func Start(w io.Writer) error {
	control.Lock()
	defer control.Unlock()
	if control.stream != nil {
		return errors.New("execution tracer already enabled")
	}
	s := &stream{w}
	if err := join(s); err != nil {
		return err
	}
	control.stream = s
	return nil
}

// Stop ends the trace that Start began, if any, and returns when all of it was written.
func Stop() {
	control.Lock()
	defer control.Unlock()
	if control.stream != nil {
		leave(control.stream)
		control.stream = nil
	}
}
