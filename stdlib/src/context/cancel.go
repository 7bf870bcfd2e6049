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

// An endFunc is told the error and the cause with which a context ended.
type endFunc func(err, cause error)

// A cancelCtx can be cancelled. It does not know contexts below it, only functions that it calls when it ends.
type cancelCtx struct {
	Context
	forget func() // takes c from what its parent calls; nil if the parent does not call c. Set before c is shared

	mu        sync.Mutex // guards the fields below; a follower may lock contexts further down
	done      chan struct{}
	err       error
	cause     error
	timer     *time.Timer
	followers map[int]endFunc
	lastID    int
}

func (c *cancelCtx) String() string { return contextName(c.Context) + ".WithCancel" }

// Done makes the channel for the first that asks.
func (c *cancelCtx) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
		if c.err != nil {
			close(c.done)
		}
	}
	return c.done
}

func (c *cancelCtx) Err() error {
	err, _ := c.outcome()
	return err
}

// outcome is the error and the cause of c; both are nil before its end.
func (c *cancelCtx) outcome() (err, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err, c.cause
}

// end ends c and all that follow it before it returns. It reports whether c had not ended before.
func (c *cancelCtx) end(err, cause error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return false
	}
	if cause == nil {
		cause = err
	}
	c.err, c.cause = err, cause
	if c.done != nil {
		close(c.done)
	}
	if c.timer != nil {
		c.timer.Stop()
	}
	for _, follower := range c.followers {
		follower(err, cause)
	}
	c.timer, c.followers = nil, nil
	return true
}

// cancel ends c on its own account. A parent that ends c calls end instead: it holds the lock that forget takes.
func (c *cancelCtx) cancel(err, cause error) {
	if c.end(err, cause) && c.forget != nil {
		c.forget()
	}
}

// follow calls f when c ends, at once if it has ended. The result takes f back; it is nil if f was called.
func (c *cancelCtx) follow(f endFunc) (forget func()) {
	c.mu.Lock()
	if err, cause := c.err, c.cause; err != nil {
		c.mu.Unlock()
		f(err, cause)
		return nil
	}
	defer c.mu.Unlock()
	if c.followers == nil {
		c.followers = map[int]endFunc{}
	}
	c.lastID++
	id := c.lastID
	c.followers[id] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.followers, id)
	}
}

// coreKey is the key under which a context returns the cancelCtx nearest to it.
var coreKey int

// core is the cancelCtx whose end is the end of ctx; nil if a context between the two has a Done of its own.
func core(ctx Context, done <-chan struct{}) *cancelCtx {
	nearest, _ := ctx.Value(&coreKey).(*cancelCtx)
	if nearest == nil || nearest.Done() != done {
		return nil
	}
	return nearest
}

// A selfCaller calls functions itself when it is done, as AfterFunc's documentation says.
type selfCaller interface {
	AfterFunc(func()) func() bool
}

// whenDone calls f when ctx is done, at once if it is. The result makes ctx release f; it is nil if there is nothing
// to release. It must not be called from f.
func whenDone(ctx Context, f endFunc) (forget func()) {
	done := ctx.Done()
	if done == nil {
		return nil
	}
	finish := func() { f(ctx.Err(), Cause(ctx)) }
	select {
	case <-done:
		finish()
		return nil
	default:
	}
	if nearest := core(ctx, done); nearest != nil {
		return nearest.follow(f)
	}
	if caller, ok := ctx.(selfCaller); ok {
		stop := caller.AfterFunc(finish)
		return func() { stop() }
	}
	forgotten := make(chan struct{})
	go func() {
		select {
		case <-forgotten:
		case <-done:
			finish()
		}
	}()
	return func() { close(forgotten) }
}

// A stopCtx is a selfCaller as the parent of a cancelCtx: Go prints this name for it, not its own.
type stopCtx struct{ Context }

// attach puts c below parent.
func (c *cancelCtx) attach(parent Context) {
	c.Context = parent
	c.forget = whenDone(parent, func(err, cause error) { c.end(err, cause) })
	if _, calls := parent.(selfCaller); calls && c.forget != nil && core(parent, parent.Done()) == nil {
		c.Context = stopCtx{parent}
	}
}

// WithCancelCause is WithCancel with a reason.
func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc) {
	mustParent(parent)
	c := new(cancelCtx)
	c.attach(parent)
	return c, func(why error) { c.cancel(Canceled, why) }
}

// WithCancel is a context that cancel, or parent's end, ends.
func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	ctx, because := WithCancelCause(parent)
	return ctx, func() { because(nil) }
}

// Cause is why c ended; nil while it has not.
func Cause(c Context) error {
	err := c.Err()
	if err == nil {
		return nil
	}
	if nearest, _ := c.Value(&coreKey).(*cancelCtx); nearest != nil {
		if _, cause := nearest.outcome(); cause != nil {
			return cause
		}
	}
	return err
}

// A timerCtx ends at a deadline.
type timerCtx struct {
	cancelCtx
	deadline time.Time
}

func (c *timerCtx) Deadline() (deadline time.Time, ok bool) { return c.deadline, true }

func (c *timerCtx) String() string {
	left := time.Until(c.deadline)
	return contextName(c.Context) + ".WithDeadline(" + c.deadline.String() + " [" + left.String() + "])"
}

// start sets the timer, or ends c if its deadline has passed.
func (c *timerCtx) start(cause error) {
	expire := func() { c.cancel(DeadlineExceeded, cause) }
	left := time.Until(c.deadline)
	if left <= 0 {
		expire()
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil { // the parent has not ended c meanwhile
		c.timer = time.AfterFunc(left, expire)
	}
}

// WithDeadlineCause is WithDeadline with a reason for the deadline.
func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc) {
	mustParent(parent)
	if sooner, has := parent.Deadline(); has && d.After(sooner) {
		return WithCancel(parent)
	}
	c := &timerCtx{deadline: d}
	c.attach(parent)
	c.start(cause)
	return c, func() { c.cancel(Canceled, nil) }
}

// WithDeadline is a context that ends at d, if not before.
func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

// WithTimeoutCause is WithTimeout with a reason for the deadline.
func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc) {
	end := time.Now().Add(timeout)
	return WithDeadlineCause(parent, end, cause)
}

// WithTimeout is a context that ends after timeout, if not before.
func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	return WithTimeoutCause(parent, timeout, nil)
}

// AfterFunc calls f in a goroutine of its own once ctx is done; stop keeps it from that and tells whether it did.
func AfterFunc(ctx Context, f func()) (stop func() bool) {
	var decided atomic.Bool // f has been started, or stopped
	forget := whenDone(ctx, func(error, error) {
		if decided.CompareAndSwap(false, true) {
			go f()
		}
	})
	return func() bool {
		if !decided.CompareAndSwap(false, true) {
			return false
		}
		if forget != nil {
			forget()
		}
		return true
	}
}
