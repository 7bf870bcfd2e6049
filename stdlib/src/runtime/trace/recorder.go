package trace

import (
	"errors"
	"internal/rt"
	"io"
	"sync"
	"time"
)

// FlightRecorderConfig says how much of a trace a flight recorder keeps.
type FlightRecorderConfig struct {
	// MinAge is the minimum age of the oldest recorded events, as long as MaxBytes allows it; 0 stands for ten seconds.
	MinAge time.Duration

	// MaxBytes is the maximum size of the recording, not counting the generation that is being recorded and the one
	// before; 0 stands for 10 MiB.
	MaxBytes uint64
}

// A FlightRecorder keeps the latest part of a trace. Only one can be active at a time.
type FlightRecorder struct {
	config  FlightRecorderConfig
	writing sync.Mutex // held during WriteTo

	mu          sync.Mutex
	isOn        bool
	generations []generation // complete generations, the oldest first
	current     generation
}

// A generation is a part of a trace that can be read without earlier parts.
type generation struct {
	since  time.Time
	chunks [][]byte
	size   uint64
}

// NewFlightRecorder returns a recorder that is off.
func NewFlightRecorder(cfg FlightRecorderConfig) *FlightRecorder {
	if cfg.MinAge == 0 {
		cfg.MinAge = 10 * time.Second
	}
	if cfg.MaxBytes == 0 {
		cfg.MaxBytes = 10 << 20
	}
	return &FlightRecorder{config: cfg}
}

// Enabled reports whether the recorder is on.
func (fr *FlightRecorder) Enabled() bool {
	fr.mu.Lock()
	defer fr.mu.Unlock()
	return fr.isOn
}

// Start starts recording. It fails if this recorder, or another one, is active.
func (fr *FlightRecorder) Start() error {
	control.Lock()
	defer control.Unlock()
	switch control.recorder {
	case nil:
	case fr:
		return errors.New("cannot enable a enabled flight recorder")
	default:
		return errors.New("flight recorder already enabled")
	}
	if err := join(fr); err != nil {
		return err
	}
	control.recorder = fr
	fr.mu.Lock()
	fr.isOn = true
	fr.mu.Unlock()
	return nil
}

// Stop ends the recording, after a WriteTo that is in progress, and drops all of it.
func (fr *FlightRecorder) Stop() {
	fr.writing.Lock()
	defer fr.writing.Unlock()
	control.Lock()
	defer control.Unlock()
	if control.recorder != fr {
		return
	}
	leave(fr)
	control.recorder = nil
	fr.mu.Lock()
	defer fr.mu.Unlock()
	fr.isOn, fr.generations, fr.current = false, nil, generation{}
}

// WriteTo writes the recording as a trace. It fails if the recorder is not active, or if another goroutine calls
// it at the same time.
func (fr *FlightRecorder) WriteTo(w io.Writer) (n int64, err error) {
	if !fr.writing.TryLock() {
		return 0, errors.New("call to WriteTo for trace.FlightRecorder already in progress")
	}
	defer fr.writing.Unlock()
	if !fr.Enabled() {
		return 0, errors.New("cannot snapshot a disabled flight recorder")
	}
	// Events from now on belong to the next generation.
	rt.TraceAdvance(false)
	fr.mu.Lock()
	kept := fr.generations
	fr.mu.Unlock()

	write := func(b []byte) {
		if err == nil {
			var m int
			m, err = w.Write(b)
			n += int64(m)
		}
	}
	write([]byte(rt.TraceHeader))
	for _, g := range kept {
		for _, chunk := range g.chunks {
			write(chunk)
		}
	}
	return n, err
}

func (fr *FlightRecorder) begin() {
	fr.mu.Lock()
	defer fr.mu.Unlock()
	fr.current = generation{since: time.Now()}
}

func (fr *FlightRecorder) take(chunk []byte) {
	fr.mu.Lock()
	defer fr.mu.Unlock()
	fr.current.chunks = append(fr.current.chunks, chunk)
	fr.current.size += uint64(len(chunk))
	if string(chunk) != endOfGeneration {
		return
	}
	now := time.Now()
	fr.keep(fr.current, now)
	fr.current = generation{since: now}
}

// keep adds a complete generation, and drops old ones. It makes a new list, because WriteTo may use the old one.
func (fr *FlightRecorder) keep(g generation, now time.Time) {
	all := append(fr.generations[:len(fr.generations):len(fr.generations)], g)
	var size uint64
	for _, g := range all {
		size += g.size
	}
	for len(all) > 1 && (size > fr.config.MaxBytes || now.Sub(all[1].since) >= fr.config.MinAge) {
		size -= all[0].size
		all = all[1:]
	}
	fr.generations = all
}
