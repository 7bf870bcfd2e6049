// Package testlog lets a test program learn what its tests ask of the system: package os tells it, and go test uses a
// result again only if the same questions still have the same answers.
package testlog

import "sync/atomic"

// Interface takes what package os tells. It is called from any goroutine.
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

// SetLogger sets where it is told; it may be called once.
func SetLogger(impl Interface) {
	if !logger.CompareAndSwap(nil, &impl) {
		panic("testlog: SetLogger must be called only once")
	}
}

// Logger is what was set, nil if nothing was.
func Logger() Interface {
	if impl := logger.Load(); impl != nil {
		return *impl
	}
	return nil
}

// DenyParallel panics if t, a *testing.T, or a test above it is parallel, and lets t never become so. Package testing sets
// it.
var DenyParallel func(t any)

// Getenv tells of an environment variable.
func Getenv(name string) {
	if log := Logger(); log != nil {
		log.Getenv(name)
	}
}

// Open tells of a file that is opened.
func Open(name string) {
	if log := Logger(); log != nil {
		log.Open(name)
	}
}

// Stat tells of a file that is looked at.
func Stat(name string) {
	if log := Logger(); log != nil {
		log.Stat(name)
	}
}

// SetPanicOnExit0 has os.Exit(0) panic: a test that calls it would seem to have passed.
func SetPanicOnExit0(v bool) { panicOnExit0.Store(v) }

// PanicOnExit0 tells whether os.Exit(0) is to panic.
func PanicOnExit0() bool { return panicOnExit0.Load() }
