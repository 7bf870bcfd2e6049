package context

import (
	"sync"
	"time"
)

// A CancelFunc tells work to stop; only its first call does something.
type CancelFunc func()

// A CancelCauseFunc is a CancelFunc that says why.
type CancelCauseFunc func(cause error)

// cancelCtxKey is the key by which a cancelCtx gives itself.
var cancelCtxKey int

// A canceler can be cancelled together with its parent.
type canceler interface {
	cancel(removeFromParent bool, err, cause error)
	Done() <-chan struct{}
}

// A cancelCtx can be cancelled; then its children are cancelled too.
type cancelCtx struct {
	Context

	mu       sync.Mutex // guards what follows
	done     chan struct{}
	children map[canceler]struct{}
	err      error
	cause    error
}

// closed is the channel of contexts that were cancelled before anyone asked for theirs.
var closed = make(chan struct{})
var closedOnce sync.Once

func (c *cancelCtx) Value(key any) any {
	if key == &cancelCtxKey {
		return c
	}
	return value(c.Context, key)
}

func (c *cancelCtx) Done() <-chan struct{} {
	c.mu.Lock()
	if c.done == nil {
		c.done = make(chan struct{})
	}
	d := c.done
	c.mu.Unlock()
	return d
}

func (c *cancelCtx) Err() error {
	c.mu.Lock()
	err := c.err
	c.mu.Unlock()
	return err
}

func (c *cancelCtx) String() string { return contextName(c.Context) + ".WithCancel" }

// cancel closes done, cancels the children and takes c from its parent's.
func (c *cancelCtx) cancel(removeFromParent bool, err, cause error) {
	if cause == nil {
		cause = err
	}
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	c.cause = cause
	if c.done == nil {
		closedOnce.Do(func() { close(closed) })
		c.done = closed
	} else {
		close(c.done)
	}
	for child := range c.children {
		child.cancel(false, err, cause)
	}
	c.children = nil
	c.mu.Unlock()
	if removeFromParent {
		removeChild(c.Context, c)
	}
}

// parentCancelCtx is the cancelCtx that parent is or hides, unless somebody has put another Done around it.
func parentCancelCtx(parent Context) *cancelCtx {
	done := parent.Done()
	if done == nil || done == closed {
		return nil
	}
	p, ok := parent.Value(&cancelCtxKey).(*cancelCtx)
	if !ok {
		return nil
	}
	p.mu.Lock()
	same := (<-chan struct{})(p.done) == done
	p.mu.Unlock()
	if !same {
		return nil
	}
	return p
}

func removeChild(parent Context, child canceler) {
	if s, ok := parent.(stopCtx); ok {
		s.stop()
		return
	}
	p := parentCancelCtx(parent)
	if p == nil {
		return
	}
	p.mu.Lock()
	delete(p.children, child)
	p.mu.Unlock()
}

// afterFuncer is a context that calls functions itself when it is done.
type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// A stopCtx stands for a parent that is an afterFuncer.
type stopCtx struct {
	Context
	stop func() bool
}

// propagate makes child be cancelled with parent.
func (c *cancelCtx) propagate(parent Context, child canceler) {
	c.Context = parent
	done := parent.Done()
	if done == nil {
		return
	}
	select {
	case <-done:
		child.cancel(false, parent.Err(), Cause(parent))
		return
	default:
	}
	if p := parentCancelCtx(parent); p != nil {
		p.mu.Lock()
		err, cause := p.err, p.cause
		if err == nil {
			if p.children == nil {
				p.children = make(map[canceler]struct{})
			}
			p.children[child] = struct{}{}
		}
		p.mu.Unlock()
		if err != nil {
			child.cancel(false, err, cause)
		}
		return
	}
	if a, ok := parent.(afterFuncer); ok {
		c.mu.Lock()
		stop := a.AfterFunc(func() { child.cancel(false, parent.Err(), Cause(parent)) })
		c.Context = stopCtx{parent, stop}
		c.mu.Unlock()
		return
	}
	go func() {
		select {
		case <-done:
			child.cancel(false, parent.Err(), Cause(parent))
		case <-child.Done():
		}
	}()
}

func withCancel(parent Context) *cancelCtx {
	mustParent(parent)
	c := &cancelCtx{}
	c.propagate(parent, c)
	return c
}

// WithCancel is a context that cancel, or parent's end, ends.
func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	c := withCancel(parent)
	return c, func() { c.cancel(true, Canceled, nil) }
}

// WithCancelCause is WithCancel with a reason.
func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc) {
	c := withCancel(parent)
	return c, func(cause error) { c.cancel(true, Canceled, cause) }
}

// Cause is why c ended; nil while it has not.
func Cause(c Context) error {
	err := c.Err()
	if err == nil {
		return nil
	}
	if cc, ok := c.Value(&cancelCtxKey).(*cancelCtx); ok {
		cc.mu.Lock()
		cause := cc.cause
		cc.mu.Unlock()
		if cause != nil {
			return cause
		}
	}
	return err
}

// A timerCtx ends at a deadline.
type timerCtx struct {
	cancelCtx
	timer    *time.Timer // guarded by cancelCtx.mu
	deadline time.Time
}

func (c *timerCtx) Deadline() (deadline time.Time, ok bool) { return c.deadline, true }

func (c *timerCtx) String() string {
	return contextName(c.cancelCtx.Context) + ".WithDeadline(" + c.deadline.String() + " [" +
		time.Until(c.deadline).String() + "])"
}

func (c *timerCtx) cancel(removeFromParent bool, err, cause error) {
	c.cancelCtx.cancel(false, err, cause)
	if removeFromParent {
		removeChild(c.cancelCtx.Context, c)
	}
	c.mu.Lock()
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
	c.mu.Unlock()
}

// WithDeadline is a context that ends at d, if not before.
func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

// WithDeadlineCause is WithDeadline with a reason for the deadline.
func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc) {
	mustParent(parent)
	if cur, ok := parent.Deadline(); ok && cur.Before(d) {
		return WithCancel(parent)
	}
	c := &timerCtx{deadline: d}
	c.cancelCtx.propagate(parent, c)
	left := time.Until(d)
	if left <= 0 {
		c.cancel(true, DeadlineExceeded, cause)
		return c, func() { c.cancel(false, Canceled, nil) }
	}
	c.mu.Lock()
	if c.err == nil {
		c.timer = time.AfterFunc(left, func() { c.cancel(true, DeadlineExceeded, cause) })
	}
	c.mu.Unlock()
	return c, func() { c.cancel(true, Canceled, nil) }
}

// WithTimeout is a context that ends after timeout, if not before.
func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	return WithDeadline(parent, time.Now().Add(timeout))
}

// WithTimeoutCause is WithTimeout with a reason for the deadline.
func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc) {
	return WithDeadlineCause(parent, time.Now().Add(timeout), cause)
}

// An afterFuncCtx calls f when its parent is done.
type afterFuncCtx struct {
	cancelCtx
	once sync.Once // either f starts or stop stops it
	f    func()
}

func (a *afterFuncCtx) cancel(removeFromParent bool, err, cause error) {
	a.cancelCtx.cancel(false, err, cause)
	if removeFromParent {
		removeChild(a.Context, a)
	}
	a.once.Do(func() { go a.f() })
}

// AfterFunc calls f in a goroutine of its own once ctx is done; stop keeps it from that and tells whether it did.
func AfterFunc(ctx Context, f func()) (stop func() bool) {
	a := &afterFuncCtx{f: f}
	a.cancelCtx.propagate(ctx, a)
	return func() bool {
		stopped := false
		a.once.Do(func() { stopped = true })
		if stopped {
			a.cancel(true, Canceled, nil)
		}
		return stopped
	}
}
