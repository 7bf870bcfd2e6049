package testing

import (
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// maxStackLen bounds how far up helpers are skipped.
const maxStackLen = 50

// Helper marks its caller as a helper: positions are those of the helper's caller.
func (c *common) Helper() {
	var pcs [1]uintptr
	runtime.Callers(2, pcs[:])
	c.markHelper(pcs[0])
}

// markHelper marks the function that contains pc as a helper. In a bubble it is the test that prints positions.
func (c *common) markHelper(pc uintptr) {
	if c.isSynctest {
		c = c.parent
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.helperPCs == nil {
		c.helperPCs = map[uintptr]struct{}{}
	}
	if _, known := c.helperPCs[pc]; !known {
		c.helperPCs[pc] = struct{}{}
		c.helperNames = nil
	}
}

// isHelper tells whether a function was marked as a helper.
func (c *common) isHelper(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.helperPCs) == 0 {
		return false
	}
	if c.helperNames == nil {
		c.helperNames = make(map[string]struct{}, len(c.helperPCs))
		for pc := range c.helperPCs {
			c.helperNames[pcToName(pc)] = struct{}{}
		}
	}
	_, helper := c.helperNames[name]
	return helper
}

// cleanupSite returns the function that calls the running cleanup, and where that was registered.
func (c *common) cleanupSite() (name string, site []uintptr) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.cleanupName, c.cleanupPc
}

// callSite returns the position "file:line: " that a message of the goroutine with these frames has.
func (c *common) callSite(pcs []uintptr) string {
	frame := c.messageFrame(pcs)
	file := frame.File
	switch {
	case file == "":
		file = "???"
	case !given.fullPath:
		file = filepath.Base(file)
	}
	return file + ":" + strconv.Itoa(max(frame.Line, 1)) + ": "
}

// messageFrame returns the innermost frame that is no helper. What a test function called as a helper continues where Run
// was called, and a cleanup where it was registered. When all are helpers, it is the innermost one, or that of the
// outermost test's function.
func (c *common) messageFrame(pcs []uintptr) runtime.Frame {
	var innermost, inner runtime.Frame
	frames := runtime.CallersFrames(pcs)
	inIterator := false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		called := inner
		inner = f
		if inIterator {
			inIterator = false // the iterator that calls a helper's loop body
			continue
		}
		if f.Function == "runtime.gopanic" {
			continue
		}
		if name, site := c.cleanupSite(); f.Function == name && name != "" {
			frames, more = runtime.CallersFrames(site), len(site) > 0
			continue
		}
		if innermost.PC == 0 {
			innermost = f
		}
		if f.Function == c.runner {
			if c.level <= 1 {
				return called
			}
			frames, more = runtime.CallersFrames(c.creator), len(c.creator) > 0
			c = c.parent
			continue
		}
		name, body := cutRangeSuffix(f.Function)
		if !c.isHelper(name) {
			return f
		}
		inIterator = body
	}
	return innermost
}

// cutRangeSuffix takes the "-range2" of a loop body over a function from a function's name, and tells whether it was
// there.
func cutRangeSuffix(name string) (function string, body bool) {
	i := strings.LastIndex(name, "-range")
	if i <= 0 || strings.Trim(name[i+len("-range"):], "0123456789") != "" {
		return name, false
	}
	return name[:i], true
}

// callerName returns the name of the calling function; skip leaves out callers.
func callerName(skip int) string {
	var pcs [1]uintptr
	runtime.Callers(skip+2, pcs[:])
	return pcToName(pcs[0])
}

func pcToName(pc uintptr) string {
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	return frame.Function
}
