package testdeps

import (
	"bufio"
	"internal/testlog"
	"io"
	"strings"
	"sync"
)

// A testLog writes the files and variables that tests use, one a line, for go test.
type testLog struct {
	mu    sync.Mutex
	w     *bufio.Writer // nil while no tests run
	begun bool
}

var log testLog

func (l *testLog) Getenv(key string) { l.add("getenv", key) }
func (l *testLog) Stat(file string)  { l.add("stat", file) }
func (l *testLog) Open(file string)  { l.add("open", file) }
func (l *testLog) Chdir(dir string)  { l.add("chdir", dir) }

// add writes a line; it ignores names with a line break.
func (l *testLog) add(op, name string) {
	if name == "" || strings.Contains(name, "\n") {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.w != nil {
		l.w.WriteString(op + " " + name + "\n")
	}
}

// StartTestLog begins the log; a second Run of a program's tests continues it.
func (TestDeps) StartTestLog(w io.Writer) {
	log.mu.Lock()
	defer log.mu.Unlock()
	log.w = bufio.NewWriter(w)
	if !log.begun {
		log.begun = true
		testlog.SetLogger(&log)
		log.w.WriteString("# test log\n")
	}
}

// StopTestLog ends the log.
func (TestDeps) StopTestLog() error {
	log.mu.Lock()
	defer log.mu.Unlock()
	err := log.w.Flush()
	log.w = nil
	return err
}

// SetPanicOnExit0 sets whether os.Exit(0) panics.
func (TestDeps) SetPanicOnExit0(v bool) { testlog.SetPanicOnExit0(v) }
