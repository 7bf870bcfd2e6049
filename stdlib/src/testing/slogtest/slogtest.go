// Package slogtest checks that a handler of log/slog follows the rules of its interface.
package slogtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"
)

// A rule is a requirement for handlers, with a function that logs a message to test it.
type rule struct {
	name, text string
	where      string
	log        func(*slog.Logger)
	// change, unless it is nil, changes the record before the handler gets it.
	change func(*slog.Record)
	checks []check
}

// key is the key of most attributes.
const key = "k"

// rules returns all rules, in the order in which TestHandler tests them.
func rules() []rule {
	return slices.Concat(plainRules(), groupRules(), resolveRules())
}

// plainRules concern records and attributes without groups.
func plainRules() []rule {
	return []rule{
		{
			"built-ins", "this test expects slog.TimeKey, slog.LevelKey and slog.MessageKey", here(),
			func(l *slog.Logger) { l.Info("message") }, nil,
			[]check{present(slog.TimeKey), present(slog.LevelKey), has(slog.MessageKey, "message")},
		},
		{
			"attrs", "a Handler should output attributes passed to the logging function", here(),
			func(l *slog.Logger) { l.Info("message", key, "v") }, nil,
			[]check{has(key, "v")},
		},
		{
			"empty-attr", "a Handler should ignore an empty Attr", here(),
			func(l *slog.Logger) { l.Info("msg", "a", "b", "", nil, "c", "d") }, nil,
			[]check{has("a", "b"), absent(""), has("c", "d")},
		},
		{
			"zero-time", "a Handler should ignore a zero Record.Time", here(),
			func(l *slog.Logger) { l.Info("msg", key, "v") }, func(r *slog.Record) { r.Time = time.Time{} },
			[]check{absent(slog.TimeKey)},
		},
		{
			"WithAttrs", "a Handler should include the attributes from the WithAttrs method", here(),
			func(l *slog.Logger) { l.With("a", "b").Info("msg", key, "v") }, nil,
			[]check{has("a", "b"), has(key, "v")},
		},
	}
}

// groupRules concern groups.
func groupRules() []rule {
	standard := []check{present(slog.TimeKey), present(slog.LevelKey), has(slog.MessageKey, "msg")}
	return []rule{
		{
			"groups", "a Handler should handle Group attributes", here(),
			func(l *slog.Logger) { l.Info("msg", "a", "b", slog.Group("G", "c", "d"), "e", "f") }, nil,
			[]check{has("a", "b"), in("G", has("c", "d")), has("e", "f")},
		},
		{
			"empty-group", "a Handler should ignore an empty group", here(),
			func(l *slog.Logger) { l.Info("msg", "a", "b", slog.Group("G"), "e", "f") }, nil,
			[]check{has("a", "b"), absent("G"), has("e", "f")},
		},
		{
			"inline-group", "a Handler should inline the Attrs of a group with an empty key", here(),
			func(l *slog.Logger) { l.Info("msg", "a", "b", slog.Group("", "c", "d"), "e", "f") }, nil,
			[]check{has("a", "b"), has("c", "d"), has("e", "f")},
		},
		{
			"WithGroup", "a Handler should handle the WithGroup method", here(),
			func(l *slog.Logger) { l.WithGroup("G").Info("msg", "a", "b") }, nil,
			append(standard, absent("a"), in("G", has("a", "b"))),
		},
		{
			"multi-With", "a Handler should handle multiple WithGroup and WithAttr calls", here(),
			func(l *slog.Logger) { inTwoGroups(l).Info("msg", "e", "f") }, nil,
			append(standard, has("a", "b"), in("G", has("c", "d")), in("G", in("H", has("e", "f")))),
		},
		{
			"empty-group-record", "a Handler should not output groups if there are no attributes", here(),
			func(l *slog.Logger) { inTwoGroups(l).Info("msg") }, nil,
			append(standard, has("a", "b"), in("G", has("c", "d")), in("G", absent("H"))),
		},
		{
			"nested-empty-group-record", "a Handler should not output nested groups if there are no attributes", here(),
			func(l *slog.Logger) { inTwoGroups(l).WithGroup("I").Info("msg") }, nil,
			append(standard, has("a", "b"), in("G", has("c", "d")), in("G", absent("H")), in("G", absent("I"))),
		},
	}
}

// resolveRules concern values to be resolved, and the position of a record.
func resolveRules() []rule {
	return []rule{
		{
			"resolve", "a Handler should call Resolve on attribute values", here(),
			func(l *slog.Logger) { l.Info("msg", key, &replace{"replaced"}) }, nil,
			[]check{has(key, "replaced")},
		},
		{
			"resolve-groups", "a Handler should call Resolve on attribute values in groups", here(),
			func(l *slog.Logger) { l.Info("msg", valuesToResolve()) }, nil,
			resolved(),
		},
		{
			"resolve-WithAttrs", "a Handler should call Resolve on attribute values from WithAttrs", here(),
			func(l *slog.Logger) { l.With(key, &replace{"replaced"}).Info("msg") }, nil,
			[]check{has(key, "replaced")},
		},
		{
			"resolve-WithAttrs-groups", "a Handler should call Resolve on attribute values in groups from WithAttrs", here(),
			func(l *slog.Logger) { l.With(valuesToResolve()).Info("msg") }, nil,
			resolved(),
		},
		{
			"empty-PC", "a Handler should not output SourceKey if the PC is zero", here(),
			func(l *slog.Logger) { l.Info("message") }, func(r *slog.Record) { r.PC = 0 },
			[]check{absent(slog.SourceKey)},
		},
	}
}

func inTwoGroups(l *slog.Logger) *slog.Logger {
	return l.With("a", "b").WithGroup("G").With("c", "d").WithGroup("H")
}

func valuesToResolve() slog.Attr { return slog.Group("G", "a", "v1", "b", &replace{"v2"}) }

func resolved() []check { return []check{in("G", has("a", "v1")), in("G", has("b", "v2"))} }

// here returns the position of its caller.
func here() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprintf("%s:%d", file, line)
}

// A replace is a LogValuer that resolves to another value.
type replace struct{ v any }

func (r *replace) LogValue() slog.Value { return slog.AnyValue(r.v) }

func (r *replace) String() string { return fmt.Sprintf("<replace(%v)>", r.v) }

// A check returns the error in an output; "" if there is none.
type check func(output map[string]any) string

func present(key string) check {
	return func(output map[string]any) string {
		if _, ok := output[key]; !ok {
			return fmt.Sprintf("missing key %q", key)
		}
		return ""
	}
}

func absent(key string) check {
	return func(output map[string]any) string {
		if _, ok := output[key]; ok {
			return fmt.Sprintf("unexpected key %q", key)
		}
		return ""
	}
}

func has(key string, want any) check {
	return func(output map[string]any) string {
		if wrong := present(key)(output); wrong != "" {
			return wrong
		}
		if got := output[key]; !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("%q: got %#v, want %#v", key, got, want)
		}
		return ""
	}
}

func in(group string, c check) check {
	return func(output map[string]any) string {
		value, ok := output[group]
		if !ok {
			return fmt.Sprintf("missing group %q", group)
		}
		inner, ok := value.(map[string]any)
		if !ok {
			return fmt.Sprintf("value for group %q is not map[string]any", group)
		}
		return c(inner)
	}
}

// obey makes a handler log the rule's message.
func (r *rule) obey(h slog.Handler) {
	if r.change != nil {
		h = &changing{h, r.change}
	}
	r.log(slog.New(h))
}

// wrong calls report with each thing that is wrong with an output.
func (r *rule) wrong(output map[string]any, report func(string)) {
	for _, c := range r.checks {
		if text := c(output); text != "" {
			report(fmt.Sprintf("%s: %s (%s)", text, r.text, r.where))
		}
	}
}

// A changing handler changes records before it passes them to another one.
type changing struct {
	slog.Handler
	change func(*slog.Record)
}

func (h *changing) Handle(ctx context.Context, r slog.Record) error {
	h.change(&r)
	return h.Handler.Handle(ctx, r)
}

// TestHandler makes a handler log a few messages. results then returns them, a map for each, which has a map for each
// group. The error lists everything that is wrong.
func TestHandler(h slog.Handler, results func() []map[string]any) error {
	all := rules()
	for i := range all {
		all[i].obey(h)
	}
	outputs := results()
	if len(outputs) != len(all) {
		return fmt.Errorf("got %d results, want %d", len(outputs), len(all))
	}
	var errs []error
	for i := range all {
		all[i].wrong(outputs[i], func(text string) { errs = append(errs, errors.New(text)) })
	}
	return errors.Join(errs...)
}

// Run makes the same checks as TestHandler, each as a subtest with a handler of its own, whose message result returns.
func Run(t *testing.T, newHandler func(*testing.T) slog.Handler, result func(*testing.T) map[string]any) {
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			r.obey(newHandler(t))
			r.wrong(result(t), func(text string) { t.Error(text) })
		})
	}
}
