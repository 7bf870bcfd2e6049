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

// Canceled is Err of a context that was cancelled.
var Canceled = errors.New("context canceled")

// DeadlineExceeded is Err of a context whose deadline has passed.
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

// Background is the root of contexts.
func Background() Context { return backgroundCtx{} }

// TODO is Background where it is not clear yet which context to use.
func TODO() Context { return todoCtx{} }

type stringer interface{ String() string }

// contextName is how a context calls itself, or its type.
func contextName(c Context) string {
	if named, ok := c.(stringer); ok {
		return named.String()
	}
	return rt.TypeName(c)
}

// describe shows a key or value.
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

// A layer is a context of this package. lookUp returns the value of a key or, where it does not know the key, the
// context that is to be asked next.
type layer interface {
	lookUp(key any) (value any, next Context)
}

// find looks a key up without recursion through the contexts of this package.
func find(c Context, key any) any {
	for {
		own, ok := c.(layer)
		if !ok {
			return c.Value(key)
		}
		value, next := own.lookUp(key)
		if next == nil {
			return value
		}
		c = next
	}
}

func (emptyCtx) lookUp(any) (any, Context) { return nil, nil }

func (c *cancelCtx) Value(key any) any { return find(c, key) }

func (c *cancelCtx) lookUp(key any) (any, Context) {
	if key == &coreKey {
		return c, nil
	}
	return nil, c.Context
}

type valueCtx struct {
	Context
	key, val any
}

// WithValue is parent with one more value.
func WithValue(parent Context, key, val any) Context {
	mustParent(parent)
	switch {
	case key == nil:
		panic("nil key")
	case !rt.Comparable(key):
		panic("key is not comparable")
	}
	return &valueCtx{Context: parent, key: key, val: val}
}

func (c *valueCtx) String() string {
	return contextName(c.Context) + ".WithValue(" + describe(c.key) + ", " + describe(c.val) + ")"
}

func (c *valueCtx) Value(key any) any { return find(c, key) }

func (c *valueCtx) lookUp(key any) (any, Context) {
	if key == c.key {
		return c.val, nil
	}
	return nil, c.Context
}

type withoutCancelCtx struct {
	emptyCtx
	parent Context
}

// WithoutCancel is parent's values without its cancellation.
func WithoutCancel(parent Context) Context {
	mustParent(parent)
	return withoutCancelCtx{parent: parent}
}

func (c withoutCancelCtx) String() string { return contextName(c.parent) + ".WithoutCancel" }

func (c withoutCancelCtx) Value(key any) any { return find(c, key) }

func (c withoutCancelCtx) lookUp(key any) (any, Context) {
	if key == &coreKey {
		return nil, nil // cancellation does not pass
	}
	return nil, c.parent
}
