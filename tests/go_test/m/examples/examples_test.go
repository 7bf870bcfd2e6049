package examples

import (
	"fmt"
	"runtime"
)

func Example() {
	fmt.Println("hello")
	// Output: hello
}

func Example_wrong() {
	fmt.Println("a")
	fmt.Println("b")
	// Output:
	// a
	// c
}

func Example_unordered() {
	for _, s := range []string{"x", "y"} {
		fmt.Println(s)
	}
	// Unordered output:
	// y
	// x
}

func Example_notRun() { panic("no output is expected, so it is not run") }

func Example_empty() {
	// Output:
}

// The functions that have called an example are those of Go's package testing.
func Example_callers() {
	pc := make([]uintptr, 20)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	for {
		frame, more := frames.Next()
		if !more {
			break
		}
		fmt.Println(frame.Function)
	}
	// Output:
	// example.com/m/examples.Example_callers
	// testing.runExample
	// testing.runExamples
	// testing.(*M).Run
	// main.main
	// runtime.main
}
