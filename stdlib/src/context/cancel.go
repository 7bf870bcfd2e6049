package context

import (
	"sync"
	"sync/atomic"
	"time"
)

// A CancelFunc tells work to stop; only its first call does something.
type CancelFunc func()

// A CancelCauseFunc is a CancelFunc that says why.
type CancelCauseFunc func(cause error)

// nearest is the key for which Value gives the cancelCtx that a context is, or that is the nearest around it.
type nearest struct{}

// A cancelCtx can be cancelled; then the contexts below it end too.
//
// runtime/vm/src/report and explore find a context by its field done, and do not follow also, above, below, before and next.
type cancelCtx struct {
	Context
	also  ender      // what else ends with the context; nil for nothing
	above *cancelCtx // the context whose list this one entered; nil for none

	mu    sync.Mutex // guards the fields up to below
	done  chan struct{}
	err   error
	cause error
	below *cancelCtx // the first in the list of contexts that end with this one

	before, next *cancelCtx // the neighbours in above's list; guarded by above.mu
}

// An ender is a context of which more ends than its cancelCtx.
type ender interface {
	// ended is called once, when the context has ended; the mu of the context above may be held.
	ended()
}

// closed is the channel of contexts that ended before anyone asked for theirs.
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

// cancel ends c and takes it from the list of the context above.
func (c *cancelCtx) cancel(err, cause error) {
	if c.end(err, cause) {
		c.leave()
	}
}

// end ends c and the contexts below it; false if c had ended before.
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
		one.before, one.next = nil, nil // one that lives on does not keep the others
		one.end(err, cause)
	}
	c.mu.Unlock()
	if c.also != nil {
		c.also.ended()
	}
	return true
}

// enter puts c into the list of a context, with which it then ends.
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

// leave takes c from the list that it entered.
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
	if above.err == nil { // else its list is gone
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

// An afterFuncer is a context that calls functions itself when it is done.
type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// A stopCtx stands for a parent that is an afterFuncer.
type stopCtx struct {
	Context
	stop func() bool
}

// propagateCancel makes c, which is new, end with parent.
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

// cancelCtxOf is the cancelCtx that ctx is or hides; nil if somebody has put another Done than this one around it.
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

// Cause is why c ended; nil while it has not.
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

// newCancelCtx is a context that ends with parent. Functions whose names begin with With make the functions that cancel it: reports know
// them by that.
func newCancelCtx(parent Context) *cancelCtx {
	mustParent(parent)
	c := new(cancelCtx)
	c.propagateCancel(parent)
	return c
}

// WithCancel is a context that cancel, or parent's end, ends.
func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	c := newCancelCtx(parent)
	return c, func() { c.cancel(Canceled, nil) }
}

// WithCancelCause is WithCancel with a reason.
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

// WithDeadline is a context that ends at d, if not before.
func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

// WithDeadlineCause is WithDeadline with a reason for the deadline.
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

// WithTimeout is a context that ends after timeout, if not before.
func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	return WithTimeoutCause(parent, timeout, nil)
}

// WithTimeoutCause is WithTimeout with a reason for the deadline.
func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc) {
	return WithDeadlineCause(parent, time.Now().Add(timeout), cause)
}

// An afterFuncCtx calls f when its parent is done.
type afterFuncCtx struct {
	cancelCtx
	claimed atomic.Bool // f was started, or will never be
	f       func()
}

func (a *afterFuncCtx) claim() bool { return a.claimed.CompareAndSwap(false, true) }

func (a *afterFuncCtx) ended() {
	if a.claim() {
		go a.f()
	}
}

// AfterFunc calls f in a goroutine of its own once ctx is done; stop keeps it from that and tells whether it did.
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
