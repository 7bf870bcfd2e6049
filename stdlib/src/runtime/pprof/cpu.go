package pprof

import (
	"errors"
	"io"
	"sync"
	"time"
)

// startCPU starts sampling: a thread takes a sample each time it has worked for that many nanoseconds.
func startCPU(period int)

// stopCPU stops sampling.
func stopCPU()

// cpuStacks fills in records of the samples: the first number is how often a stack was sampled.
func cpuStacks(records []uintptr) int

// samplePeriod is the same as Go's: a hundred samples a second.
const samplePeriod = 10 * time.Millisecond

var cpu struct {
	sync.Mutex
	w     io.Writer // nil if no profile is being recorded
	since time.Time
}

// StartCPUProfile begins a CPU profile, which StopCPUProfile writes.
func StartCPUProfile(w io.Writer) error {
	cpu.Lock()
	defer cpu.Unlock()
	if cpu.w != nil {
		return errors.New("cpu profiling already in use")
	}
	cpu.w, cpu.since = w, time.Now()
	startCPU(int(samplePeriod))
	return nil
}

// StopCPUProfile ends the CPU profile, if there is one, and writes it.
func StopCPUProfile() {
	cpu.Lock()
	defer cpu.Unlock()
	if cpu.w == nil {
		return
	}
	stopCPU()
	k := kind{types: []string{"samples", "count", "cpu", "nanoseconds"}, period: int64(samplePeriod), of: [2]string{"cpu", "nanoseconds"}}
	samples := samplesOf(cpuStacks, 1)
	for i, s := range samples {
		samples[i].values = append(s.values, s.values[0]*int64(samplePeriod))
	}
	encode(cpu.w, k, samples, cpu.since)
	cpu.w = nil
}
