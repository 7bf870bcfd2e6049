package pprof

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// A LabelSet is a set of labels.
type LabelSet struct{ list []string }

type labelsKey struct{}

// setLabels sets the profiler labels of the running goroutine, and of those that it will start; "" means none.
func setLabels(text string)

// Labels makes a set from alternating keys and values.
func Labels(args ...string) LabelSet {
	if len(args)%2 != 0 {
		panic("uneven number of arguments to pprof.Labels")
	}
	return LabelSet{args}
}

// labelsOf returns the labels of a context.
func labelsOf(ctx context.Context) map[string]string {
	all, _ := ctx.Value(labelsKey{}).(map[string]string)
	return all
}

// WithLabels returns a context with the labels added.
func WithLabels(ctx context.Context, labels LabelSet) context.Context {
	all := map[string]string{}
	for key, value := range labelsOf(ctx) {
		all[key] = value
	}
	for i := 0; i < len(labels.list); i += 2 {
		all[labels.list[i]] = labels.list[i+1]
	}
	return context.WithValue(ctx, labelsKey{}, all)
}

// Label returns the value of a context's label.
func Label(ctx context.Context, key string) (string, bool) {
	value, ok := labelsOf(ctx)[key]
	return value, ok
}

// ForLabels calls f with each label of a context, sorted by key, until f returns false.
func ForLabels(ctx context.Context, f func(key, value string) bool) {
	all := labelsOf(ctx)
	for _, key := range sorted(all) {
		if !f(key, all[key]) {
			return
		}
	}
}

func sorted(labels map[string]string) []string {
	keys := make([]string, 0, len(labels))
	for key := range labels {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// SetGoroutineLabels sets the labels of a context for the running goroutine; goroutines that it starts inherit them.
func SetGoroutineLabels(ctx context.Context) {
	all := labelsOf(ctx)
	var text strings.Builder
	for i, key := range sorted(all) {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(strconv.Quote(key))
		text.WriteByte(':')
		text.WriteString(strconv.Quote(all[key]))
	}
	setLabels(text.String())
}

// labelsIn returns the labels in a text that SetGoroutineLabels has made.
func labelsIn(text string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		next := func() string {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return ""
			}
			text = strings.TrimLeft(text[len(quoted):], ":, ")
			s, _ := strconv.Unquote(quoted)
			return s
		}
		for text != "" {
			key := next()
			if !yield(key, next()) {
				return
			}
		}
	}
}

// Do calls f with a context with additional labels, which are also the goroutine's labels during the call.
func Do(ctx context.Context, labels LabelSet, f func(context.Context)) {
	defer SetGoroutineLabels(ctx)
	ctx = WithLabels(ctx, labels)
	SetGoroutineLabels(ctx)
	f(ctx)
}
