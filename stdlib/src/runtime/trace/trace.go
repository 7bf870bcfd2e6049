// Package trace records execution traces for go tool trace: the actions of goroutines, threads and processors, and the
// tasks, regions and log messages of the program. The machine records for one reader; this package shares the recording
// between Start and a flight recorder.
package trace

import (
	"errors"
	"internal/rt"
	"io"
	"sync"
	"sync/atomic"
)

// endOfGeneration is the chunk that ends a generation; a trace ends with it.
const endOfGeneration = "\x34"

// A consumer receives a trace. It receives whole generations, because a part of one cannot be read.
type consumer interface {
	// begin is called before the first generation.
	begin()
	// take receives a chunk; the last one of a generation is endOfGeneration.
	take(chunk []byte)
}

// enabled reports whether anything is recorded.
var enabled atomic.Bool

// A goroutine that adds or removes consumers holds control. pump does not lock it, because holders of control wait for pump.
var control struct {
	sync.Mutex
	stream   *stream         // the stream that Start made
	recorder *FlightRecorder // the active recorder
}

// The consumers, by the effect that the next generation has on them.
var consumers struct {
	sync.Mutex
	coming, present, leaving []consumer
}

// join makes c receive the trace from the next generation on, which begins now.
func join(c consumer) error {
	consumers.Lock()
	consumers.coming = append(consumers.coming, c)
	consumers.Unlock()
	if enabled.Load() {
		rt.TraceAdvance(false)
		return nil
	}
	if !rt.StartTrace() {
		// Another reader records, for instance minigo's flag --trace.
		consumers.Lock()
		consumers.coming = nil
		consumers.Unlock()
		return errors.New("tracing is already enabled")
	}
	go pump()
	enabled.Store(true)
	return nil
}

// leave makes the current generation c's last one, ends it, and returns when c has received it.
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

// turn activates the consumers that wait for a generation, and removes those that wait for the end of one.
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

// remove removes a consumer; the caller holds the lock. It makes a new list, because pump may use the old one.
func remove(c consumer) {
	var others []consumer
	for _, other := range consumers.present {
		if other != c {
			others = append(others, other)
		}
	}
	consumers.present = others
}

// pump passes the machine's recording to the consumers, until the trace ends.
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

// A stream writes a whole trace. It ignores errors of the writer.
type stream struct{ w io.Writer }

func (s *stream) begin() { s.take([]byte(rt.TraceHeader)) }

func (s *stream) take(chunk []byte) {
	if s.w != nil {
		s.w.Write(chunk)
	}
}

// Start begins an execution trace and writes it to w. It fails if there is one already.
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

// Stop ends the trace that Start began, if any, and returns when all of it is written.
func Stop() {
	control.Lock()
	defer control.Unlock()
	if control.stream != nil {
		leave(control.stream)
		control.stream = nil
	}
}
