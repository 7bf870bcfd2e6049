// Package context carries deadlines, cancellation and values along with a request.
package context

import (
	"errors"
	"internal/rt"
	"time"
)

// A Context tells when work should stop, and carries values.
type Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

// Canceled is the error of a context that was cancelled.
var Canceled = errors.New("context canceled")

// DeadlineExceeded is the error of a context whose deadline has passed.
var DeadlineExceeded error = deadlineExceededError{}

type deadlineExceededError struct{}

func (deadlineExceededError) Error() string   { return "context deadline exceeded" }
func (deadlineExceededError) Timeout() bool   { return true }
func (deadlineExceededError) Temporary() bool { return true }

// emptyCtx is never cancelled and has no values.
type emptyCtx struct{}

func (emptyCtx) Deadline() (deadline time.Time, ok bool) { return }
func (emptyCtx) Done() <-chan struct{}                   { return nil }
func (emptyCtx) Err() error                              { return nil }
func (emptyCtx) Value(key any) any                       { return nil }

type backgroundCtx struct{ emptyCtx }

func (backgroundCtx) String() string { return "context.Background" }

type todoCtx struct{ emptyCtx }

func (todoCtx) String() string { return "context.TODO" }

// Background returns the root of all contexts.
func Background() Context { return backgroundCtx{} }

// TODO returns an empty context for code where it is not clear yet which context to use.
func TODO() Context { return todoCtx{} }

type stringer interface{ String() string }

func contextName(c Context) string {
	if s, ok := c.(stringer); ok {
		return s.String()
	}
	return rt.TypeName(c)
}

// describe formats a key or value.
func describe(v any) string {
	switch s := v.(type) {
	case stringer:
		return s.String()
	case string:
		return s
	case nil:
		return "<nil>"
	}
	return rt.TypeName(v)
}

func mustParent(parent Context) {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
}

type valueCtx struct {
	Context
	key, val any
}

// WithValue returns a copy of parent with one more value.
func WithValue(parent Context, key, val any) Context {
	mustParent(parent)
	if key == nil {
		panic("nil key")
	}
	if !rt.Comparable(key) {
		panic("key is not comparable")
	}
	return &valueCtx{parent, key, val}
}

func (c *valueCtx) String() string {
	return contextName(c.Context) + ".WithValue(" + describe(c.key) + ", " + describe(c.val) + ")"
}

func (c *valueCtx) Value(key any) any { return value(c, key) }

// value looks up a key, without recursion through the contexts of this package.
func value(c Context, key any) any {
	_, own := key.(nearest)
	for {
		switch at := c.(type) {
		case *valueCtx:
			if at.key == key {
				return at.val
			}
			c = at.Context
		case *cancelCtx:
			if own {
				return at
			}
			c = at.Context
		case *timerCtx:
			if own {
				return &at.cancelCtx
			}
			c = at.Context
		case withoutCancelCtx:
			if own {
				return nil // WithoutCancel hides the cancelCtx of its parent
			}
			c = at.c
		case backgroundCtx, todoCtx:
			return nil
		default:
			return c.Value(key)
		}
	}
}

type withoutCancelCtx struct{ c Context }

// WithoutCancel returns a context with parent's values that does not end with parent.
func WithoutCancel(parent Context) Context {
	mustParent(parent)
	return withoutCancelCtx{parent}
}

func (withoutCancelCtx) Deadline() (deadline time.Time, ok bool) { return }
func (withoutCancelCtx) Done() <-chan struct{}                   { return nil }
func (withoutCancelCtx) Err() error                              { return nil }
func (c withoutCancelCtx) Value(key any) any                     { return value(c, key) }
func (c withoutCancelCtx) String() string                        { return contextName(c.c) + ".WithoutCancel" }
