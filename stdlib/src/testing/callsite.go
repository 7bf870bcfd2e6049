package testing

import (
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// maxStackLen limits how many frames are searched for one that is not a helper.
const maxStackLen = 50

// Helper marks its caller as a helper: messages have the position of the helper's caller.
func (c *common) Helper() {
	var pcs [1]uintptr
	runtime.Callers(2, pcs[:])
	c.markHelper(pcs[0])
}

// markHelper marks the function that contains pc as a helper. In a bubble, the bubble's test prints the positions.
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

// isHelper reports whether a function was marked as a helper.
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

// cleanupSite returns the function that calls the running cleanup, and where the cleanup was registered.
func (c *common) cleanupSite() (name string, site []uintptr) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.cleanupName, c.cleanupPc
}

// callSite returns the position "file:line: " for a message of a goroutine with these frames.
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

// messageFrame returns the innermost frame that is not a helper. If the test function itself is a helper, the search
// continues where Run was called, and for a cleanup where it was registered. If all are helpers, it returns the
// innermost one, or that of the outermost test's function.
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
			inIterator = false // the iterator that calls a loop body inside a helper
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

// cutRangeSuffix removes the suffix "-range2" of a range-over-func loop body from a function's name, and reports
// whether it was there.
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
