// Package testing runs tests, benchmarks, examples and fuzz targets. A test program calls MainStart with lists of them;
// what it prints is the interface to tools, so its texts are Go's to the letter.
package testing

import (
	"context"
	"flag"
	"io"
)

// TB is what T, B and F have in common. Its private method keeps others from implementing it, so that it can grow.
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

// Short tells whether -test.short was given. Flags must have been parsed.
func Short() bool {
	if !initRan {
		panic("testing: Short called before Init")
	}
	mustHaveParsed("Short")
	return given.short
}

// Verbose tells whether -test.v was given. Flags must have been parsed.
func Verbose() bool {
	mustHaveParsed("Verbose")
	return chatty.on
}

// mustHaveParsed panics in a TestMain that asks for a flag before it called flag.Parse.
func mustHaveParsed(caller string) {
	if !flag.Parsed() {
		panic("testing: " + caller + " called before Parse")
	}
}

// Testing tells whether the program is a test program.
func Testing() bool { return inTestProgram() }
