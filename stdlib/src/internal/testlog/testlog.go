// Package testlog records which files and variables tests use: package os reports each access, and go test reuses a
// cached result only if all of them are unchanged.
package testlog

import "sync/atomic"

// Interface receives the accesses that package os reports. Any goroutine may call its methods.
type Interface interface {
	Getenv(key string)
	Stat(file string)
	Open(file string)
	Chdir(dir string)
}

var (
	logger       atomic.Pointer[Interface]
	panicOnExit0 atomic.Bool
)

// SetLogger sets the receiver of the reports; a program may call it once.
func SetLogger(impl Interface) {
	if !logger.CompareAndSwap(nil, &impl) {
		panic("testlog: SetLogger must be called only once")
	}
}

// Logger returns the receiver, nil if none is set.
func Logger() Interface {
	if impl := logger.Load(); impl != nil {
		return *impl
	}
	return nil
}

// DenyParallel panics if t, a *testing.T, or a test above it is parallel, and forbids t to become parallel. Package
// testing sets it.
var DenyParallel func(t any)

// Getenv reports the use of an environment variable.
func Getenv(name string) {
	if log := Logger(); log != nil {
		log.Getenv(name)
	}
}

// Open reports that a file is opened.
func Open(name string) {
	if log := Logger(); log != nil {
		log.Open(name)
	}
}

// Stat reports that a file's properties are read.
func Stat(name string) {
	if log := Logger(); log != nil {
		log.Stat(name)
	}
}

// SetPanicOnExit0 makes os.Exit(0) panic, because a test that calls it would seem to have passed.
func SetPanicOnExit0(v bool) { panicOnExit0.Store(v) }

// PanicOnExit0 reports whether os.Exit(0) is to panic.
func PanicOnExit0() bool { return panicOnExit0.Load() }
