// Package log writes lines with a time stamp.
package log

import (
	"fmt"
	"io"
	"log/internal"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// The flags for the parts before the text of a line.
const (
	Ldate         = 1 << iota // 2009/01/23
	Ltime                     // 01:23:23
	Lmicroseconds             // 01:23:23.123123
	Llongfile                 // /a/b/c/d.go:23
	Lshortfile                // d.go:23
	LUTC                      // the time in UTC
	Lmsgprefix                // the prefix precedes the text, not the line
	LstdFlags     = Ldate | Ltime
)

// A Logger writes lines; many goroutines may use it.
type Logger struct {
	// The lock does not guard the flags and the prefix, because the writer may call their getters.
	prefix   atomic.Pointer[string]
	flag     atomic.Int64
	discards atomic.Bool // out is io.Discard
	mu       sync.Mutex
	out      io.Writer
}

// New makes a logger.
func New(out io.Writer, prefix string, flag int) *Logger {
	l := new(Logger)
	l.SetOutput(out)
	l.SetPrefix(prefix)
	l.SetFlags(flag)
	return l
}

var std = New(os.Stderr, "", LstdFlags)

// Default returns the logger of the package's functions.
func Default() *Logger { return std }

// pad writes n with at least width digits.
func pad(b []byte, n, width int) []byte {
	var digits [20]byte
	at := len(digits)
	for n >= 10 || width > 1 {
		width--
		at--
		digits[at] = byte('0' + n%10)
		n /= 10
	}
	at--
	digits[at] = byte('0' + n)
	return append(b, digits[at:]...)
}

// header writes the parts before the text.
func header(b []byte, t time.Time, prefix string, flag int, file string, line int) []byte {
	if flag&Lmsgprefix == 0 {
		b = append(b, prefix...)
	}
	if flag&(Ldate|Ltime|Lmicroseconds) != 0 {
		if flag&LUTC != 0 {
			t = t.UTC()
		}
		if flag&Ldate != 0 {
			year, month, day := t.Date()
			b = append(pad(b, year, 4), '/')
			b = append(pad(b, int(month), 2), '/')
			b = append(pad(b, day, 2), ' ')
		}
		if flag&(Ltime|Lmicroseconds) != 0 {
			hour, min, sec := t.Clock()
			b = append(pad(b, hour, 2), ':')
			b = append(pad(b, min, 2), ':')
			b = pad(b, sec, 2)
			if flag&Lmicroseconds != 0 {
				b = append(b, '.')
				b = pad(b, t.Nanosecond()/1e3, 6)
			}
			b = append(b, ' ')
		}
	}
	if flag&(Lshortfile|Llongfile) != 0 {
		if flag&Lshortfile != 0 {
			for i := len(file) - 1; i > 0; i-- {
				if file[i] == '/' {
					file = file[i+1:]
					break
				}
			}
		}
		b = append(b, file...)
		b = append(b, ':')
		b = pad(b, line, -1)
		b = append(b, ": "...)
	}
	if flag&Lmsgprefix != 0 {
		b = append(b, prefix...)
	}
	return b
}

// Output writes a line; calldepth 1 is the caller of Output.
func (l *Logger) Output(calldepth int, s string) error { return l.output(0, calldepth+1, s) }

func init() {
	internal.DefaultOutput = func(pc uintptr, line []byte) error { return std.output(pc, 0, string(line)) }
}

// output writes a line for a call at pc, or if that is 0 at the caller that calldepth counts; 1 is the caller of
// output. The exported functions call output directly, and output calls the writer directly, because writers may count
// frames.
func (l *Logger) output(pc uintptr, calldepth int, s string) error {
	if l.discards.Load() {
		return nil
	}
	now := time.Now()
	prefix, flag := l.Prefix(), l.Flags()
	file, line := "???", 0
	if flag&(Lshortfile|Llongfile) != 0 {
		if pc == 0 {
			var pcs [1]uintptr
			runtime.Callers(calldepth+1, pcs[:])
			pc = pcs[0]
		}
		if pc != 0 {
			f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
			file, line = f.File, f.Line
		}
	}
	b := header(make([]byte, 0, 64+len(s)), now, prefix, flag, file, line)
	b = append(b, s...)
	if len(b) == 0 || b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.out.Write(b)
	return err
}

// Print logs a line, formatted as fmt.Print does.
func (l *Logger) Print(v ...any) {
	if !l.discards.Load() {
		l.output(0, 2, fmt.Sprint(v...))
	}
}

// Printf logs a line, formatted as fmt.Printf does.
func (l *Logger) Printf(format string, v ...any) {
	if !l.discards.Load() {
		l.output(0, 2, fmt.Sprintf(format, v...))
	}
}

// Println logs a line, formatted as fmt.Println does.
func (l *Logger) Println(v ...any) {
	if !l.discards.Load() {
		l.output(0, 2, fmt.Sprintln(v...))
	}
}

// Fatal is Print, followed by os.Exit(1).
func (l *Logger) Fatal(v ...any) {
	if !l.discards.Load() {
		l.output(0, 2, fmt.Sprint(v...))
	}
	os.Exit(1)
}

// Fatalf is Printf, followed by os.Exit(1).
func (l *Logger) Fatalf(format string, v ...any) {
	if !l.discards.Load() {
		l.output(0, 2, fmt.Sprintf(format, v...))
	}
	os.Exit(1)
}

// Fatalln is Println, followed by os.Exit(1).
func (l *Logger) Fatalln(v ...any) {
	if !l.discards.Load() {
		l.output(0, 2, fmt.Sprintln(v...))
	}
	os.Exit(1)
}

// Panic is Print, followed by a panic.
func (l *Logger) Panic(v ...any) {
	s := fmt.Sprint(v...)
	l.output(0, 2, s)
	panic(s)
}

// Panicf is Printf, followed by a panic.
func (l *Logger) Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	l.output(0, 2, s)
	panic(s)
}

// Panicln is Println, followed by a panic.
func (l *Logger) Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	l.output(0, 2, s)
	panic(s)
}

// Flags returns the flags for the parts before the text.
func (l *Logger) Flags() int { return int(l.flag.Load()) }

// SetFlags sets the flags for the parts before the text.
func (l *Logger) SetFlags(flag int) { l.flag.Store(int64(flag)) }

// Prefix returns the prefix.
func (l *Logger) Prefix() string {
	if prefix := l.prefix.Load(); prefix != nil {
		return *prefix
	}
	return ""
}

// SetPrefix sets the prefix.
func (l *Logger) SetPrefix(prefix string) { l.prefix.Store(&prefix) }

// Writer returns the destination of lines.
func (l *Logger) Writer() io.Writer {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out
}

// SetOutput sets the destination of lines.
func (l *Logger) SetOutput(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = w
	l.discards.Store(w == io.Discard)
}
