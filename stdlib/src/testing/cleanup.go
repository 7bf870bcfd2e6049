package testing

import (
	"context"
	"runtime"
)

// Cleanup registers f to be called when the test and its subtests have ended; the last registered one is called first.
func (c *common) Cleanup(f func()) {
	c.checkFuzzFn("Cleanup")
	var pcs [maxStackLen]uintptr
	site := append([]uintptr(nil), pcs[:runtime.Callers(2, pcs[:])]...)
	call := func() {
		defer c.setCleanup("", nil)
		c.setCleanup(callerName(0), site) // messages of f show where it was registered
		f()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cleanups = append(c.cleanups, call)
}

func (c *common) setCleanup(name string, site []uintptr) {
	c.mu.Lock()
	c.cleanupName, c.cleanupPc = name, site
	c.mu.Unlock()
}

// popCleanup removes the last registered cleanup and returns it; nil if there is none.
func (c *common) popCleanup() (f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := len(c.cleanups) - 1; last >= 0 {
		f = c.cleanups[last]
		c.cleanups = c.cleanups[:last]
	}
	return f
}

// runCleanup cancels the context and calls all cleanups, including those that they register. When one panics or ends
// the goroutine, the others are still called.
func (c *common) runCleanup() {
	c.cleanupStarted.Store(true)
	defer c.cleanupStarted.Store(false)
	defer func() {
		c.mu.RLock()
		more := len(c.cleanups) > 0
		c.mu.RUnlock()
		if more {
			c.runCleanup()
		}
	}()
	c.cancelContext()
	for f := c.popCleanup(); f != nil; f = c.popCleanup() {
		f()
	}
}

// runCleanupRecovering is runCleanup, but returns the value of a cleanup's panic.
func (c *common) runCleanupRecovering() (panicked any) {
	defer func() { panicked = recover() }()
	c.runCleanup()
	return nil
}

// Context returns a context that is cancelled just before cleanups are called.
func (c *common) Context() context.Context {
	c.checkFuzzFn("Context")
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx == nil { // made at the first call: most tests never call Context
		c.ctx, c.cancelCtx = context.WithCancel(context.Background())
		if c.ctxOver {
			c.cancelCtx()
		}
	}
	return c.ctx
}

// cancelContext cancels the context, also one that Context has not made yet.
func (c *common) cancelContext() {
	c.mu.Lock()
	c.ctxOver = true
	cancel := c.cancelCtx
	c.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}
