// Package slog logs events with attributes, as text, JSON or in the form of any other Handler.
package slog

import (
	"bytes"
	"context"
	"log"
	loginternal "log/internal"
	"runtime"
	"sync/atomic"
	"time"
)

var (
	defaultLogger atomic.Pointer[Logger]
	// logLevel is the minimum level of the default logger while that writes with package log; afterwards it is the level
	// of package log's lines.
	logLevel LevelVar
)

func init() {
	defaultLogger.Store(New(&logHandler{&common{}, func(pc uintptr, line []byte) error {
		return loginternal.DefaultOutput(pc, line)
	}}))
}

// SetLogLoggerLevel sets the level for passing events between package log's default logger and this package's.
func SetLogLoggerLevel(level Level) (oldLevel Level) {
	oldLevel = logLevel.Level()
	logLevel.Set(level)
	return oldLevel
}

// Default returns the logger of the package's functions.
func Default() *Logger { return defaultLogger.Load() }

// SetDefault makes l the default logger of this package and of package log.
func SetDefault(l *Logger) {
	defaultLogger.Store(l)
	if _, own := l.Handler().(*logHandler); own {
		return // this handler writes with package log: that would be an endless loop
	}
	withPC := log.Flags()&(log.Lshortfile|log.Llongfile) != 0
	log.SetOutput(&logWriter{l.Handler(), &logLevel, withPC})
	log.SetFlags(0)
}

// A logWriter makes a record from each line of package log.
type logWriter struct {
	h      Handler
	level  Leveler
	withPC bool
}

func (w *logWriter) Write(line []byte) (int, error) {
	level := w.level.Level()
	if !w.h.Enabled(context.Background(), level) {
		return 0, nil
	}
	var pcs [1]uintptr
	if w.withPC {
		// skips Callers, Write, output and Print
		runtime.Callers(4, pcs[:])
	}
	r := NewRecord(time.Now(), level, string(bytes.TrimSuffix(line, []byte("\n"))), pcs[0])
	return len(line), w.h.Handle(context.Background(), r)
}

// NewLogLogger returns a logger of package log whose lines become records of h with this level.
func NewLogLogger(h Handler, level Level) *log.Logger {
	return log.New(&logWriter{h, level, true}, "", 0)
}

// A Logger makes records and passes them to its Handler.
type Logger struct {
	handler Handler
}

// New returns a logger with a handler.
func New(h Handler) *Logger {
	if h == nil {
		panic("nil Handler")
	}
	return &Logger{h}
}

// Handler returns the logger's handler.
func (l *Logger) Handler() Handler { return l.handler }

// With returns a logger that adds attributes, given as to Log.
func (l *Logger) With(args ...any) *Logger {
	if len(args) == 0 {
		return l
	}
	return &Logger{l.handler.WithAttrs(attrsOf(args))}
}

// With calls Default().With.
func With(args ...any) *Logger { return Default().With(args...) }

// WithGroup returns a logger whose further attributes are in a group.
func (l *Logger) WithGroup(name string) *Logger {
	if name == "" {
		return l
	}
	return &Logger{l.handler.WithGroup(name)}
}

// Enabled reports whether records of this level are handled.
func (l *Logger) Enabled(ctx context.Context, level Level) bool {
	if ctx == nil {
		ctx = context.Background()
	}
	return l.handler.Enabled(ctx, level)
}

// record returns a record of the present time, and of the caller of the exported function that called its caller.
func record(level Level, msg string) Record {
	var pcs [1]uintptr
	// skips Callers, record, log and the exported function
	runtime.Callers(4, pcs[:])
	return NewRecord(time.Now(), level, msg, pcs[0])
}

func (l *Logger) log(ctx context.Context, level Level, msg string, args []any) {
	if ctx == nil {
		ctx = context.Background()
	}
	if l.handler.Enabled(ctx, level) {
		r := record(level, msg)
		r.Add(args...)
		l.handler.Handle(ctx, r)
	}
}

func (l *Logger) logAttrs(ctx context.Context, level Level, msg string, attrs []Attr) {
	if ctx == nil {
		ctx = context.Background()
	}
	if l.handler.Enabled(ctx, level) {
		r := record(level, msg)
		r.AddAttrs(attrs...)
		l.handler.Handle(ctx, r)
	}
}

// Log logs a message with attributes: Attrs, or keys each followed by its value.
func (l *Logger) Log(ctx context.Context, level Level, msg string, args ...any) {
	l.log(ctx, level, msg, args)
}

// LogAttrs logs a message with attributes.
func (l *Logger) LogAttrs(ctx context.Context, level Level, msg string, attrs ...Attr) {
	l.logAttrs(ctx, level, msg, attrs)
}

// Debug logs at LevelDebug.
func (l *Logger) Debug(msg string, args ...any) { l.log(context.Background(), LevelDebug, msg, args) }

// DebugContext logs at LevelDebug with a context.
func (l *Logger) DebugContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelDebug, msg, args)
}

// Info logs at LevelInfo.
func (l *Logger) Info(msg string, args ...any) { l.log(context.Background(), LevelInfo, msg, args) }

// InfoContext logs at LevelInfo with a context.
func (l *Logger) InfoContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelInfo, msg, args)
}

// Warn logs at LevelWarn.
func (l *Logger) Warn(msg string, args ...any) { l.log(context.Background(), LevelWarn, msg, args) }

// WarnContext logs at LevelWarn with a context.
func (l *Logger) WarnContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelWarn, msg, args)
}

// Error logs at LevelError.
func (l *Logger) Error(msg string, args ...any) { l.log(context.Background(), LevelError, msg, args) }

// ErrorContext logs at LevelError with a context.
func (l *Logger) ErrorContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelError, msg, args)
}

// Log calls Default().Log.
func Log(ctx context.Context, level Level, msg string, args ...any) {
	Default().log(ctx, level, msg, args)
}

// LogAttrs calls Default().LogAttrs.
func LogAttrs(ctx context.Context, level Level, msg string, attrs ...Attr) {
	Default().logAttrs(ctx, level, msg, attrs)
}

// Debug calls Default().Debug.
func Debug(msg string, args ...any) { Default().log(context.Background(), LevelDebug, msg, args) }

// DebugContext calls Default().DebugContext.
func DebugContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelDebug, msg, args)
}

// Info calls Default().Info.
func Info(msg string, args ...any) { Default().log(context.Background(), LevelInfo, msg, args) }

// InfoContext calls Default().InfoContext.
func InfoContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelInfo, msg, args)
}

// Warn calls Default().Warn.
func Warn(msg string, args ...any) { Default().log(context.Background(), LevelWarn, msg, args) }

// WarnContext calls Default().WarnContext.
func WarnContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelWarn, msg, args)
}

// Error calls Default().Error.
func Error(msg string, args ...any) { Default().log(context.Background(), LevelError, msg, args) }

// ErrorContext calls Default().ErrorContext.
func ErrorContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelError, msg, args)
}
