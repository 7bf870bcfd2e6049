package log

import (
	"fmt"
	"io"
	"os"
)

// Flags returns the flags for the parts before the text.
func Flags() int { return std.Flags() }

// SetFlags sets the flags for the parts before the text.
func SetFlags(flag int) { std.SetFlags(flag) }

// Prefix returns the prefix.
func Prefix() string { return std.Prefix() }

// SetPrefix sets the prefix.
func SetPrefix(prefix string) { std.SetPrefix(prefix) }

// Writer returns the destination of lines.
func Writer() io.Writer { return std.Writer() }

// SetOutput sets the destination of lines.
func SetOutput(w io.Writer) { std.SetOutput(w) }

// Output writes a line; calldepth 1 is the caller of Output.
func Output(calldepth int, s string) error { return std.output(0, calldepth+1, s) }

// Print logs a line, formatted as fmt.Print does.
func Print(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprint(v...))
	}
}

// Printf logs a line, formatted as fmt.Printf does.
func Printf(format string, v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintf(format, v...))
	}
}

// Println logs a line, formatted as fmt.Println does.
func Println(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintln(v...))
	}
}

// Fatal is Print, followed by os.Exit(1).
func Fatal(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprint(v...))
	}
	os.Exit(1)
}

// Fatalf is Printf, followed by os.Exit(1).
func Fatalf(format string, v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintf(format, v...))
	}
	os.Exit(1)
}

// Fatalln is Println, followed by os.Exit(1).
func Fatalln(v ...any) {
	if !std.discards.Load() {
		std.output(0, 2, fmt.Sprintln(v...))
	}
	os.Exit(1)
}

// Panic is Print, followed by a panic.
func Panic(v ...any) {
	s := fmt.Sprint(v...)
	std.output(0, 2, s)
	panic(s)
}

// Panicf is Printf, followed by a panic.
func Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	std.output(0, 2, s)
	panic(s)
}

// Panicln is Println, followed by a panic.
func Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	std.output(0, 2, s)
	panic(s)
}
