// Package initorder has a test file whose name comes before that of its own file.
package initorder

import (
	"fmt"
	"runtime"
)

var fromOwn = show("variable of initorder.go")

var literal = func() string { return caller() }()

func init() { fmt.Println("init of initorder.go"); func() { fmt.Println(caller()) }() }

func show(s string) string { fmt.Println(s); return s }

func caller() string {
	pc, _, _, _ := runtime.Caller(1)
	return runtime.FuncForPC(pc).Name()
}
