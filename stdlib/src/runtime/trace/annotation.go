package trace

import (
	"context"
	"fmt"
	"internal/rt"
	"sync/atomic"
)

// IsEnabled reports whether Start or a flight recorder is recording a trace.
func IsEnabled() bool { return enabled.Load() }

// A Task is an operation on which several goroutines may work.
type Task struct{ id uint64 }

// traceContextKey is the key under which a context has its task.
type traceContextKey struct{}

// background is the task of contexts without one.
const background = 0

func taskOf(ctx context.Context) uint64 {
	if t, ok := ctx.Value(traceContextKey{}).(*Task); ok {
		return t.id
	}
	return background
}

// lastTask is the number of the newest task.
var lastTask atomic.Uint64

// NewTask begins a task, as a subtask of pctx's task, and returns a context with it. There should be few types of
// tasks: tools group the tasks of a type.
func NewTask(pctx context.Context, taskType string) (ctx context.Context, task *Task) {
	parent := taskOf(pctx)
	task = &Task{lastTask.Add(1)}
	if enabled.Load() {
		rt.TraceSay(rt.SayTaskBegin, task.id, parent, taskType, "")
	}
	return context.WithValue(pctx, traceContextKey{}, task), task
}

// End ends the task.
func (t *Task) End() {
	if id := t.id; enabled.Load() {
		rt.TraceSay(rt.SayTaskEnd, id, 0, "", "")
	}
}

// Log records a message at this time, for the task of ctx. There should be few categories.
func Log(ctx context.Context, category, message string) {
	if task := taskOf(ctx); enabled.Load() {
		rt.TraceSay(rt.SayLog, task, 0, category, message)
	}
}

// Logf records a message, which it formats only if a trace is being recorded.
func Logf(ctx context.Context, category, format string, args ...any) {
	if enabled.Load() {
		rt.TraceSay(rt.SayLog, taskOf(ctx), 0, category, fmt.Sprintf(format, args...))
	}
}

// A Region is a time that a goroutine spends on a part of a task.
type Region struct {
	task uint64
	kind string
	isOn bool
}

// notTraced is the region that StartRegion returns without a trace.
var notTraced = &Region{}

// StartRegion begins a region of the task of ctx; the same goroutine must end it, after all regions that it has begun
// since. There should be few types of regions.
func StartRegion(ctx context.Context, regionType string) *Region {
	if !enabled.Load() {
		return notTraced
	}
	r := &Region{taskOf(ctx), regionType, true}
	rt.TraceSay(rt.SayRegionBegin, r.task, 0, regionType, "")
	return r
}

// End ends the region.
func (r *Region) End() {
	if r.isOn && enabled.Load() {
		rt.TraceSay(rt.SayRegionEnd, r.task, 0, r.kind, "")
	}
}

// WithRegion calls fn within a region of the task of ctx.
func WithRegion(ctx context.Context, regionType string, fn func()) {
	task := taskOf(ctx)
	if !enabled.Load() {
		fn()
		return
	}
	rt.TraceSay(rt.SayRegionBegin, task, 0, regionType, "")
	defer rt.TraceSay(rt.SayRegionEnd, task, 0, regionType, "")
	fn()
}
