// Package slog logs events with attributes, as text, JSON or whatever a Handler makes of them.
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
	// logLevel is the least level of the default logger as long as it writes by package log, and the level of package
	// log's lines from then on.
	logLevel LevelVar
)

func init() {
	defaultLogger.Store(New(&logHandler{&common{}, func(pc uintptr, line []byte) error {
		return loginternal.DefaultOutput(pc, line)
	}}))
}

// SetLogLoggerLevel sets the level at which package log's default logger and this package's are joined.
func SetLogLoggerLevel(level Level) (oldLevel Level) {
	oldLevel = logLevel.Level()
	logLevel.Set(level)
	return oldLevel
}

// Default is the logger of the package's functions.
func Default() *Logger { return defaultLogger.Load() }

// SetDefault makes l the logger of the package's functions, and of package log's too.
func SetDefault(l *Logger) {
	defaultLogger.Store(l)
	if _, own := l.Handler().(*logHandler); own {
		return // it writes by package log: that would go round
	}
	withPC := log.Flags()&(log.Lshortfile|log.Llongfile) != 0
	log.SetOutput(&logWriter{l.Handler(), &logLevel, withPC})
	log.SetFlags(0)
}

// A logWriter makes a record of each line of package log.
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
		// Callers, Write, output, Print
		runtime.Callers(4, pcs[:])
	}
	r := NewRecord(time.Now(), level, string(bytes.TrimSuffix(line, []byte("\n"))), pcs[0])
	return len(line), w.h.Handle(context.Background(), r)
}

// NewLogLogger is a logger of package log whose lines h handles at this level.
func NewLogLogger(h Handler, level Level) *log.Logger {
	return log.New(&logWriter{h, level, true}, "", 0)
}

// A Logger makes records and gives them to its Handler.
type Logger struct {
	handler Handler
}

// New is a logger with a handler.
func New(h Handler) *Logger {
	if h == nil {
		panic("nil Handler")
	}
	return &Logger{h}
}

// Handler is the logger's handler.
func (l *Logger) Handler() Handler { return l.handler }

// With is a logger that adds attributes, given as to Log.
func (l *Logger) With(args ...any) *Logger {
	if len(args) == 0 {
		return l
	}
	return &Logger{l.handler.WithAttrs(attrsOf(args))}
}

// With is Default().With.
func With(args ...any) *Logger { return Default().With(args...) }

// WithGroup is a logger whose further attributes are in a group.
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

// record is a record of now, and of the caller of the exported function that has called the caller.
func record(level Level, msg string) Record {
	var pcs [1]uintptr
	// Callers, record, log, the exported function
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

// Log logs a message with attributes: Attrs, or keys each with its value behind it.
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

// Log is Default().Log.
func Log(ctx context.Context, level Level, msg string, args ...any) {
	Default().log(ctx, level, msg, args)
}

// LogAttrs is Default().LogAttrs.
func LogAttrs(ctx context.Context, level Level, msg string, attrs ...Attr) {
	Default().logAttrs(ctx, level, msg, attrs)
}

// Debug is Default().Debug.
func Debug(msg string, args ...any) { Default().log(context.Background(), LevelDebug, msg, args) }

// DebugContext is Default().DebugContext.
func DebugContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelDebug, msg, args)
}

// Info is Default().Info.
func Info(msg string, args ...any) { Default().log(context.Background(), LevelInfo, msg, args) }

// InfoContext is Default().InfoContext.
func InfoContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelInfo, msg, args)
}

// Warn is Default().Warn.
func Warn(msg string, args ...any) { Default().log(context.Background(), LevelWarn, msg, args) }

// WarnContext is Default().WarnContext.
func WarnContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelWarn, msg, args)
}

// Error is Default().Error.
func Error(msg string, args ...any) { Default().log(context.Background(), LevelError, msg, args) }

// ErrorContext is Default().ErrorContext.
func ErrorContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelError, msg, args)
}
