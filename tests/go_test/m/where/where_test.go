package where

import (
	"os"
	"runtime"
	"testing"
)

// The name of the file is good wherever the tests run.
func TestWhere(t *testing.T) {
	pc, file, line, _ := runtime.Caller(0)
	t.Log(file, line)
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	if other, _ := runtime.FuncForPC(pc).FileLine(pc); other != file {
		t.Error(other)
	}
}
