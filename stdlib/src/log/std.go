package log

import (
	"fmt"
	"io"
	"os"
)

// Flags is what stands before the text.
func Flags() int { return std.Flags() }

// SetFlags says what stands before the text.
func SetFlags(flag int) { std.SetFlags(flag) }

// Prefix is the prefix.
func Prefix() string { return std.Prefix() }

// SetPrefix sets the prefix.
func SetPrefix(prefix string) { std.SetPrefix(prefix) }

// Writer is where lines go.
func Writer() io.Writer { return std.Writer() }

// SetOutput says where lines go.
func SetOutput(w io.Writer) { std.SetOutput(w) }

// Output writes a line; calldepth 1 is the caller of Output.
func Output(calldepth int, s string) error { return std.output(0, calldepth+1, s) }

// Print writes as fmt.Print does.
func Print(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprint(v...))
	}
}

// Printf writes as fmt.Printf does.
func Printf(format string, v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintf(format, v...))
	}
}

// Println writes as fmt.Println does.
func Println(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintln(v...))
	}
}

// Fatal is Print, then os.Exit(1).
func Fatal(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprint(v...))
	}
	os.Exit(1)
}

// Fatalf is Printf, then os.Exit(1).
func Fatalf(format string, v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintf(format, v...))
	}
	os.Exit(1)
}

// Fatalln is Println, then os.Exit(1).
func Fatalln(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintln(v...))
	}
	os.Exit(1)
}

// Panic is Print, then panic.
func Panic(v ...any) {
	s := fmt.Sprint(v...)
	std.output(0, 2, s)
	panic(s)
}

// Panicf is Printf, then panic.
func Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	std.output(0, 2, s)
	panic(s)
}

// Panicln is Println, then panic.
func Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	std.output(0, 2, s)
	panic(s)
}
