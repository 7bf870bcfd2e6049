// Package testing runs tests, benchmarks, examples and fuzz targets. A test program calls MainStart with lists of them.
// Tools parse the output, so its texts are exactly Go's.
package testing

import (
	"context"
	"flag"
	"io"
)

// TB is the interface of T, B and F. Its private method prevents other implementations, so that it can grow.
type TB interface {
	ArtifactDir() string
	Attr(key, value string)
	Chdir(dir string)
	Cleanup(f func())
	Context() context.Context
	Error(args ...any)
	Errorf(format string, args ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Log(args ...any)
	Logf(format string, args ...any)
	Name() string
	Output() io.Writer
	Setenv(key, value string)
	Skip(args ...any)
	SkipNow()
	Skipf(format string, args ...any)
	Skipped() bool
	TempDir() string

	private()
}

var (
	_ TB = (*T)(nil)
	_ TB = (*B)(nil)
	_ TB = (*F)(nil)
)

// Short reports whether -test.short was given. The flags must have been parsed.
func Short() bool {
	if !initRan {
		panic("testing: Short called before Init")
	}
	mustHaveParsed("Short")
	return given.short
}

// Verbose reports whether -test.v was given. The flags must have been parsed.
func Verbose() bool {
	mustHaveParsed("Verbose")
	return chatty.on
}

// mustHaveParsed panics if a TestMain uses a flag before it calls flag.Parse.
func mustHaveParsed(caller string) {
	if !flag.Parsed() {
		panic("testing: " + caller + " called before Parse")
	}
}

// Testing reports whether the program is a test program.
func Testing() bool { return inTestProgram() }
