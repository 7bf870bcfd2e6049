package slog

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// A Handler handles records, for instance by writing them. Many goroutines may call its methods at once.
type Handler interface {
	// Enabled reports whether the handler handles records of this level; it is called before Handle.
	Enabled(context.Context, Level) bool
	// Handle handles a record. It omits attributes equal to the zero Attr, and the zero time; it resolves LogValuers; it
	// inlines groups without a key, and omits empty groups.
	Handle(context.Context, Record) error
	// WithAttrs returns a handler that adds these attributes to each record.
	WithAttrs(attrs []Attr) Handler
	// WithGroup returns a handler that puts attributes, also those of later WithAttrs, into a group.
	WithGroup(name string) Handler
}

// HandlerOptions are the options of TextHandler and JSONHandler.
type HandlerOptions struct {
	AddSource bool    // adds the attribute "source"
	Level     Leveler // the minimum level; LevelInfo if nil
	// ReplaceAttr, if set, replaces attributes except groups, also the built-in ones. The function gets the names
	// of the open groups.
	ReplaceAttr func(groups []string, a Attr) Attr
}

// The keys of the built-in attributes.
const (
	TimeKey    = "time"
	LevelKey   = "level"
	MessageKey = "msg"
	SourceKey  = "source"
)

// common is the part that the handlers share.
type common struct {
	json   bool
	opts   HandlerOptions
	before []byte   // the attributes of WithAttrs, formatted
	groups []string // of WithGroup
	opened int      // how many of them are opened in before
	prefix string   // of keys after before, in text
	mu     *sync.Mutex
	w      io.Writer
}

func newCommon(w io.Writer, opts *HandlerOptions, json bool) *common {
	c := &common{json: json, w: w, mu: new(sync.Mutex)}
	if opts != nil {
		c.opts = *opts
	}
	return c
}

func (c *common) enabled(l Level) bool {
	least := LevelInfo
	if c.opts.Level != nil {
		least = c.opts.Level.Level()
	}
	return l >= least
}

func (c *common) withGroup(name string) *common {
	d := *c
	d.groups = append(slices.Clip(c.groups), name)
	return &d
}

func (c *common) withAttrs(attrs []Attr) *common {
	if countEmptyGroups(attrs) == len(attrs) {
		return c
	}
	d := *c
	s := writer{common: c, buf: slices.Clone(c.before), prefix: c.prefix, open: c.open()}
	s.separateBehind(c.before)
	s.openGroups()
	if s.attrs(attrs) {
		d.before, d.prefix, d.opened = s.buf, s.prefix, len(c.groups)
	}
	return &d
}

// open returns the groups that are opened in before, for ReplaceAttr.
func (c *common) open() []string { return slices.Clip(c.groups[:c.opened]) }

// handle writes a line.
func (c *common) handle(r Record) error {
	s := writer{common: c}
	if c.json {
		s.buf = append(s.buf, '{')
	}
	if !r.Time.IsZero() {
		s.attr(Time(TimeKey, r.Time))
	}
	if c.opts.ReplaceAttr == nil {
		s.key(LevelKey)
		s.text(r.Level.String())
	} else {
		s.attr(Any(LevelKey, r.Level))
	}
	if c.opts.AddSource {
		source := r.Source()
		if source == nil {
			source = &Source{}
		}
		s.attr(Any(SourceKey, source))
	}
	s.attr(String(MessageKey, r.Message))
	s.rest(r)
	s.buf = append(s.buf, '\n')
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.w.Write(s.buf)
	return err
}

// rest writes the attributes of WithAttrs and of the record.
func (s *writer) rest(r Record) {
	c := s.common
	if len(c.before) > 0 {
		s.buf = append(append(s.buf, s.sep...), c.before...)
		s.separateBehind(c.before)
	}
	opened := c.opened
	if r.NumAttrs() > 0 {
		s.prefix, s.open = c.prefix, c.open()
		at := len(s.buf)
		s.openGroups()
		opened = len(c.groups)
		some := false
		r.Attrs(func(a Attr) bool {
			some = s.attr(a) || some
			return true
		})
		if !some {
			s.buf = s.buf[:at]
			opened = c.opened
		}
	}
	if c.json {
		for range opened + 1 {
			s.buf = append(s.buf, '}')
		}
	}
}

// A logHandler writes lines by package log.
type logHandler struct {
	*common
	output func(pc uintptr, line []byte) error
}

func (*logHandler) Enabled(_ context.Context, l Level) bool { return l >= logLevel.Level() }

func (h *logHandler) Handle(_ context.Context, r Record) error {
	s := writer{common: h.common, sep: " "}
	s.buf = append(append(append(s.buf, r.Level.String()...), ' '), r.Message...)
	s.rest(r)
	return h.output(r.PC, s.buf)
}

func (h *logHandler) WithAttrs(attrs []Attr) Handler {
	return &logHandler{h.common.withAttrs(attrs), h.output}
}

func (h *logHandler) WithGroup(name string) Handler {
	return &logHandler{h.common.withGroup(name), h.output}
}

// A TextHandler writes records as lines of key=value.
type TextHandler struct {
	c *common
}

// NewTextHandler returns a TextHandler that writes to w; opts may be nil.
func NewTextHandler(w io.Writer, opts *HandlerOptions) *TextHandler {
	return &TextHandler{newCommon(w, opts, false)}
}

// Enabled reports whether the level is at least the minimum.
func (h *TextHandler) Enabled(_ context.Context, level Level) bool { return h.c.enabled(level) }

// Handle writes a line.
func (h *TextHandler) Handle(_ context.Context, r Record) error { return h.c.handle(r) }

// WithAttrs returns a TextHandler that adds attributes.
func (h *TextHandler) WithAttrs(attrs []Attr) Handler { return &TextHandler{h.c.withAttrs(attrs)} }

// WithGroup returns a TextHandler that writes name and a dot before keys.
func (h *TextHandler) WithGroup(name string) Handler { return &TextHandler{h.c.withGroup(name)} }

// A JSONHandler writes records as lines of JSON objects.
type JSONHandler struct {
	c *common
}

// NewJSONHandler returns a JSONHandler that writes to w; opts may be nil.
func NewJSONHandler(w io.Writer, opts *HandlerOptions) *JSONHandler {
	return &JSONHandler{newCommon(w, opts, true)}
}

// Enabled reports whether the level is at least the minimum.
func (h *JSONHandler) Enabled(_ context.Context, level Level) bool { return h.c.enabled(level) }

// Handle writes a line.
func (h *JSONHandler) Handle(_ context.Context, r Record) error { return h.c.handle(r) }

// WithAttrs returns a JSONHandler that adds attributes.
func (h *JSONHandler) WithAttrs(attrs []Attr) Handler { return &JSONHandler{h.c.withAttrs(attrs)} }

// WithGroup returns a JSONHandler that writes further attributes in an object.
func (h *JSONHandler) WithGroup(name string) Handler { return &JSONHandler{h.c.withGroup(name)} }

// DiscardHandler ignores all records.
var DiscardHandler Handler = discardHandler{}

type discardHandler struct{}

func (discardHandler) Enabled(context.Context, Level) bool  { return false }
func (discardHandler) Handle(context.Context, Record) error { return nil }
func (h discardHandler) WithAttrs([]Attr) Handler           { return h }
func (h discardHandler) WithGroup(string) Handler           { return h }

// A MultiHandler passes records to several handlers.
type MultiHandler struct {
	handlers []Handler
}

// NewMultiHandler returns a MultiHandler of these.
func NewMultiHandler(handlers ...Handler) *MultiHandler { return &MultiHandler{slices.Clone(handlers)} }

// Enabled reports whether one of the handlers is enabled.
func (h *MultiHandler) Enabled(ctx context.Context, l Level) bool {
	return slices.ContainsFunc(h.handlers, func(h Handler) bool { return h.Enabled(ctx, l) })
}

// Handle passes the record to all enabled handlers; it joins their errors.
func (h *MultiHandler) Handle(ctx context.Context, r Record) error {
	var errs []error
	for _, h := range h.handlers {
		if h.Enabled(ctx, r.Level) {
			errs = append(errs, h.Handle(ctx, r.Clone()))
		}
	}
	return errors.Join(errs...)
}

func (h *MultiHandler) each(f func(Handler) Handler) *MultiHandler {
	m := &MultiHandler{make([]Handler, len(h.handlers))}
	for i, h := range h.handlers {
		m.handlers[i] = f(h)
	}
	return m
}

// WithAttrs returns a MultiHandler of handlers with attributes.
func (h *MultiHandler) WithAttrs(attrs []Attr) Handler {
	return h.each(func(h Handler) Handler { return h.WithAttrs(attrs) })
}

// WithGroup returns a MultiHandler of handlers with a group.
func (h *MultiHandler) WithGroup(name string) Handler {
	return h.each(func(h Handler) Handler { return h.WithGroup(name) })
}

// appendMillis appends a time with exactly three digits of its second.
func appendMillis(b []byte, t time.Time) []byte {
	return t.AppendFormat(b, "2006-01-02T15:04:05.000Z07:00")
}
