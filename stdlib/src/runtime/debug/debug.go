// Package debug lets a program tune and inspect the machine that runs it.
package debug

import (
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// The numbers of the settings for setting.
const (
	settingGCPercent = iota
	settingMaxStack
	settingMaxThreads
	settingMemoryLimit
)

// setting sets one of the machine's settings and returns the former value. A negative settingMemoryLimit only
// returns it. Defaults: 100, 1000000000, 10000, the largest int64.
func setting(which int, value int64) int64

// SetGCPercent sets by how much the heap grows before a collection starts; a negative value switches the collector off.
func SetGCPercent(percent int) int {
	return int(setting(settingGCPercent, int64(max(percent, -1))))
}

// SetMaxStack sets the limit of one goroutine's stack in bytes.
func SetMaxStack(bytes int) int { return int(setting(settingMaxStack, int64(bytes))) }

// SetMaxThreads sets the limit of threads.
func SetMaxThreads(threads int) int { return int(setting(settingMaxThreads, int64(threads))) }

// SetMemoryLimit sets the soft limit of memory; a negative limit only returns the current one.
func SetMemoryLimit(limit int64) int64 { return setting(settingMemoryLimit, limit) }

// SetPanicOnFault sets whether an access to invalid memory panics in the calling goroutine, instead of
// ending the program; it returns the former setting.
func SetPanicOnFault(enabled bool) bool { return setPanicOnFault(enabled) }

func setPanicOnFault(enabled bool) bool

// SetTraceback sets which goroutines a crash prints: "none", "single" (the goroutine that failed) or "all"; at least
// those that GOTRACEBACK demands.
func SetTraceback(level string)

// FreeOSMemory runs a collection and returns free memory to the operating system.
func FreeOSMemory() { freeOSMemory() }

func freeOSMemory()

// Stack returns the traceback of the calling goroutine.
func Stack() []byte {
	buf := make([]byte, 1024)
	for {
		n := runtime.Stack(buf, false)
		if n < len(buf) {
			return buf[:n]
		}
		buf = make([]byte, 2*len(buf))
	}
}

// PrintStack writes Stack to standard error.
func PrintStack() { os.Stderr.Write(Stack()) }

// GCStats are statistics of collections.
type GCStats struct {
	LastGC         time.Time
	NumGC          int64
	PauseTotal     time.Duration
	Pause          []time.Duration
	PauseEnd       []time.Time
	PauseQuantiles []time.Duration
}

// gcStats fills in the last pauses, the newest first, then when each ended, and then the end of the last collection,
// the number of collections and the sum of pauses (all in nanoseconds); it returns the number of pauses.
func gcStats(figures []uint64) int

// maxPauses is the maximum number of pauses that the machine stores.
const maxPauses = 256

// ReadGCStats fills stats. PauseQuantiles, if not empty, gets the quantiles from the shortest to the longest pause.
func ReadGCStats(stats *GCStats) {
	var figures [2*maxPauses + 3]uint64
	n := gcStats(figures[:])
	stats.Pause = stats.Pause[:0]
	stats.PauseEnd = stats.PauseEnd[:0]
	for i := range n {
		stats.Pause = append(stats.Pause, time.Duration(figures[i]))
		stats.PauseEnd = append(stats.PauseEnd, time.Unix(0, int64(figures[n+i])))
	}
	rest := figures[2*n:]
	stats.LastGC = time.Unix(0, int64(rest[0]))
	stats.NumGC = int64(rest[1])
	stats.PauseTotal = time.Duration(rest[2])
	clear(stats.PauseQuantiles)
	if last := len(stats.PauseQuantiles) - 1; last >= 0 && n > 0 {
		sorted := slices.Sorted(slices.Values(stats.Pause))
		for i := range last {
			stats.PauseQuantiles[i] = sorted[n*i/last]
		}
		stats.PauseQuantiles[last] = sorted[n-1]
	}
}

// CrashOptions are the options of SetCrashOutput; so far there are no options.
type CrashOptions struct{}

// SetCrashOutput makes the machine write reports of unrecovered panics and fatal errors to f too; nil ends this. The
// caller may close f after the call.
func SetCrashOutput(f *os.File, opts CrashOptions) error {
	fd := -1
	if f != nil {
		from := f.Fd()
		if int(from) < 0 {
			return os.ErrInvalid
		}
		dup, _, errno := syscall.Syscall(syscall.SYS_FCNTL, from, syscall.F_DUPFD_CLOEXEC, 0)
		runtime.KeepAlive(f)
		if errno != 0 {
			return errno
		}
		fd = int(dup)
	}
	if before := setCrashOutput(fd); before >= 0 {
		return syscall.Close(before)
	}
	return nil
}

// setCrashOutput sets the descriptor, and returns the former one; -1 means none.
func setCrashOutput(fd int) int

// BuildInfo describes how a program was built.
type BuildInfo struct {
	GoVersion string         `json:",omitempty"`
	Path      string         `json:",omitempty"`
	Main      Module         `json:""`
	Deps      []*Module      `json:",omitempty"`
	Settings  []BuildSetting `json:",omitempty"`
}

// A Module is a module of a build.
type Module struct {
	Path    string  `json:",omitempty"`
	Version string  `json:",omitempty"`
	Sum     string  `json:",omitempty"`
	Replace *Module `json:",omitempty"`
}

// A BuildSetting is one setting of a build.
type BuildSetting struct {
	Key   string `json:",omitempty"`
	Value string `json:",omitempty"`
}

// buildInfo is the build information as text. The compiler sets the value when it compiles a program; in a session it
// is empty.
var buildInfo string

// ReadBuildInfo returns the build info of the running program.
func ReadBuildInfo() (info *BuildInfo, ok bool) {
	if buildInfo == "" {
		return &BuildInfo{GoVersion: runtime.Version(), Path: "command-line-arguments"}, true
	}
	info, err := ParseBuildInfo(buildInfo)
	if err != nil {
		return nil, false
	}
	info.GoVersion = runtime.Version()
	return info, true
}

// WriteHeapDump writes nothing.
func WriteHeapDump(fd uintptr) {}
