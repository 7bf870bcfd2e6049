// What a writer of package log may see and do: it counts frames to the caller, asks the logger how lines look, and is
// not there at all if it is io.Discard.
package main

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

type writer struct{ l *log.Logger }

func (w writer) Write(b []byte) (int, error) {
	_, file, line, _ := runtime.Caller(3)
	fmt.Printf("%s:%d %q %d %s", filepath.Base(file), line, w.l.Prefix(), w.l.Flags(), b)
	w.l.SetPrefix("next ")
	return len(b), nil
}

type loud struct{}

func (loud) String() string { fmt.Println("String is called"); return "loud" }

func main() {
	l := log.New(nil, "first ", log.Lshortfile)
	l.SetOutput(writer{l})
	l.Print("print")
	l.Printf("%s", "printf")
	l.Println("println")
	l.Output(1, "output")
	func() {
		defer func() { fmt.Println(recover()) }()
		l.Panicln("panicln", loud{})
	}()

	std := log.Default()
	std.SetFlags(log.Lmsgprefix)
	std.SetOutput(writer{std})
	log.Print("print")
	log.Printf("%s", "printf")
	log.Output(1, "output")

	l.SetOutput(io.Discard)
	l.Print(loud{})
	l.Printf("%v", loud{})
	l.Println(loud{})
	fmt.Println(l.Output(1, "none"), l.Writer() == io.Discard)

	log.SetFlags(log.Lshortfile)
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		AddSource: true,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if s, ok := a.Value.Any().(*slog.Source); ok {
				return slog.String(a.Key, fmt.Sprint(filepath.Base(s.File), s.Line))
			}
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})))
	log.Print("through slog")
	log.Println("through slog")
}

// Output:
// log_writers.go:31 "first " 16 first log_writers.go:31: print
// log_writers.go:32 "next " 16 next log_writers.go:32: printf
// log_writers.go:33 "next " 16 next log_writers.go:33: println
// log_writers.go:34 "next " 16 next log_writers.go:34: output
// String is called
// log_writers.go:37 "next " 16 next log_writers.go:37: panicln loud
// panicln loud
//
// log_writers.go:43 "" 64 print
// log_writers.go:44 "next " 64 next printf
// log_writers.go:45 "next " 64 next output
// <nil> true
// level=INFO source=log_writers.go66 msg="next through slog"
// level=INFO source=log_writers.go67 msg="next through slog"
