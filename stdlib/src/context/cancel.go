package context

import (
	"sync"
	"sync/atomic"
	"time"
)

// A CancelFunc tells an operation to stop; only its first call has an effect.
type CancelFunc func()

// A CancelCauseFunc is a CancelFunc that also sets the cause.
type CancelCauseFunc func(cause error)

// nearest is the key for which Value returns the context's own or nearest enclosing cancelCtx.
type nearest struct{}

// A cancelCtx can be cancelled; then its child contexts end too.
//
// runtime/vm/src/report and explore find a context by its field done, and do not follow the links to other contexts.
type cancelCtx struct {
	Context
	also  ender      // notified when the context ends; nil for nothing
	above *cancelCtx // the context whose list this one entered; nil for none

	mu    sync.Mutex // guards the fields from here to below
	done  chan struct{}
	err   error
	cause error
	below *cancelCtx // the first in the list of contexts that end with this one

	before, next *cancelCtx // the neighbours in above's list; guarded by above.mu
}

// An ender is notified when its context ends.
type ender interface {
	// ended is called once, when the context has ended; the caller may hold the mu of the parent context.
	ended()
}

// closed is the Done channel of contexts that ended before anyone called Done.
var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (c *cancelCtx) Value(key any) any { return value(c, key) }

func (c *cancelCtx) Done() <-chan struct{} {
	c.mu.Lock()
	done := c.done
	if done == nil {
		done = make(chan struct{})
		c.done = done
	}
	c.mu.Unlock()
	return done
}

func (c *cancelCtx) Err() error {
	c.mu.Lock()
	err := c.err
	c.mu.Unlock()
	return err
}

func (c *cancelCtx) String() string { return contextName(c.Context) + ".WithCancel" }

// cancel ends c and removes it from the list of its parent.
func (c *cancelCtx) cancel(err, cause error) {
	if c.end(err, cause) {
		c.leave()
	}
}

// end ends c and its children; false if c had ended before.
func (c *cancelCtx) end(err, cause error) (isNow bool) {
	if cause == nil {
		cause = err
	}
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return false
	}
	c.err, c.cause = err, cause
	if c.done != nil {
		close(c.done)
	} else {
		c.done = closed
	}
	next := c.below
	c.below = nil
	for next != nil {
		one := next
		next = one.next
		one.before, one.next = nil, nil // a child that the program still uses does not keep the others alive
		one.end(err, cause)
	}
	c.mu.Unlock()
	if c.also != nil {
		c.also.ended()
	}
	return true
}

// enter inserts c into the children of above, so that c ends when above does.
func (c *cancelCtx) enter(above *cancelCtx) {
	above.mu.Lock()
	err, cause := above.err, above.cause
	if err == nil {
		c.above, c.next = above, above.below
		if c.next != nil {
			c.next.before = c
		}
		above.below = c
	}
	above.mu.Unlock()
	if err != nil {
		c.end(err, cause)
	}
}

// leave removes c from its parent's list.
func (c *cancelCtx) leave() {
	if s, ok := c.Context.(stopCtx); ok {
		s.stop()
		return
	}
	above := c.above
	if above == nil {
		return
	}
	above.mu.Lock()
	if above.err == nil { // an ended parent has dropped its list
		if c.next != nil {
			c.next.before = c.before
		}
		if c.before != nil {
			c.before.next = c.next
		} else {
			above.below = c.next
		}
		c.before, c.next = nil, nil
	}
	above.mu.Unlock()
}

// An afterFuncer is a context that has its own AfterFunc method.
type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// A stopCtx is the parent, of the type afterFuncer, with the function that stops its AfterFunc.
type stopCtx struct {
	Context
	stop func() bool
}

// propagateCancel arranges that c, which is new, ends when parent does.
func (c *cancelCtx) propagateCancel(parent Context) {
	c.Context = parent
	done := parent.Done()
	if done == nil {
		return
	}
	select {
	case <-done:
		c.end(parent.Err(), Cause(parent))
		return
	default:
	}
	if above := cancelCtxOf(parent, done); above != nil {
		c.enter(above)
		return
	}
	end := func() { c.end(parent.Err(), Cause(parent)) }
	if calls, ok := parent.(afterFuncer); ok {
		c.Context = stopCtx{parent, calls.AfterFunc(end)}
		return
	}
	go func() {
		select {
		case <-done:
			end()
		case <-c.Done():
		}
	}()
}

// cancelCtxOf returns the cancelCtx that ctx is or wraps; nil if a wrapper has a Done channel of its own.
func cancelCtxOf(ctx Context, done <-chan struct{}) *cancelCtx {
	if inner, ok := ctx.Value(nearest{}).(*cancelCtx); ok {
		inner.mu.Lock()
		its := inner.done
		inner.mu.Unlock()
		if done == its {
			return inner
		}
	}
	return nil
}

// Cause returns why c ended; nil while it has not ended.
func Cause(c Context) error {
	err := c.Err()
	if err == nil {
		return nil
	}
	if inner, ok := c.Value(nearest{}).(*cancelCtx); ok {
		inner.mu.Lock()
		cause := inner.cause
		inner.mu.Unlock()
		if cause != nil {
			err = cause
		}
	}
	return err
}

// newCancelCtx returns a context that ends with parent. Only functions named With... make cancel functions: minigo's
// reports recognise cancel functions by that name.
func newCancelCtx(parent Context) *cancelCtx {
	mustParent(parent)
	c := new(cancelCtx)
	c.propagateCancel(parent)
	return c
}

// WithCancel returns a context that ends when cancel is called or parent ends.
func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	c := newCancelCtx(parent)
	return c, func() { c.cancel(Canceled, nil) }
}

// WithCancelCause is WithCancel with a cause.
func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc) {
	c := newCancelCtx(parent)
	return c, func(cause error) { c.cancel(Canceled, cause) }
}

// A timerCtx ends at a deadline.
type timerCtx struct {
	cancelCtx
	timer    *time.Timer // guarded by mu
	deadline time.Time
}

func (c *timerCtx) Deadline() (deadline time.Time, ok bool) { return c.deadline, true }

func (c *timerCtx) String() string {
	left := time.Until(c.deadline)
	return contextName(c.Context) + ".WithDeadline(" + c.deadline.String() + " [" + left.String() + "])"
}

func (c *timerCtx) ended() {
	c.mu.Lock()
	timer := c.timer
	c.timer = nil
	c.mu.Unlock()
	if timer != nil {
		timer.Stop()
	}
}

// WithDeadline returns a context that ends at d at the latest.
func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

// WithDeadlineCause is WithDeadline with a cause for the deadline.
func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc) {
	mustParent(parent)
	if before, ok := parent.Deadline(); ok && before.Before(d) {
		return WithCancel(parent)
	}
	c := &timerCtx{deadline: d}
	c.also = c
	c.propagateCancel(parent)
	if left := time.Until(d); left > 0 {
		c.mu.Lock()
		if c.err == nil {
			c.timer = time.AfterFunc(left, func() { c.cancel(DeadlineExceeded, cause) })
		}
		c.mu.Unlock()
	} else {
		c.cancel(DeadlineExceeded, cause)
	}
	return c, func() { c.cancel(Canceled, nil) }
}

// WithTimeout returns a context that ends after timeout at the latest.
func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	return WithTimeoutCause(parent, timeout, nil)
}

// WithTimeoutCause is WithTimeout with a cause for the deadline.
func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc) {
	return WithDeadlineCause(parent, time.Now().Add(timeout), cause)
}

// An afterFuncCtx calls f when its parent is done.
type afterFuncCtx struct {
	cancelCtx
	claimed atomic.Bool // f was started, or was stopped before it could start
	f       func()
}

func (a *afterFuncCtx) claim() bool { return a.claimed.CompareAndSwap(false, true) }

func (a *afterFuncCtx) ended() {
	if a.claim() {
		go a.f()
	}
}

// AfterFunc calls f in a new goroutine once ctx is done; stop prevents the call and reports whether it did.
func AfterFunc(ctx Context, f func()) (stop func() bool) {
	a := &afterFuncCtx{f: f}
	a.also = a
	a.propagateCancel(ctx)
	return func() bool {
		stopped := a.claim()
		if stopped {
			a.cancel(Canceled, nil)
		}
		return stopped
	}
}
