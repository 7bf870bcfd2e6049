// Package testing/slogtest: a handler that obeys all rules, and some that break one.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing/slogtest"
)

// A broken handler is JSON's, but for one thing.
type broken struct {
	slog.Handler
	how string
}

func (b broken) Handle(ctx context.Context, r slog.Record) error {
	if b.how == "record" && r.NumAttrs() > 2 {
		short := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
		r = short
	}
	if b.how == "message" {
		r.Message = "no"
	}
	return b.Handler.Handle(ctx, r)
}

func (b broken) WithAttrs(attrs []slog.Attr) slog.Handler {
	if b.how == "attrs" {
		return b
	}
	return broken{b.Handler.WithAttrs(attrs), b.how}
}

func (b broken) WithGroup(name string) slog.Handler {
	if b.how == "group" {
		return b
	}
	return broken{b.Handler.WithGroup(name), b.how}
}

func main() {
	place := regexp.MustCompile(` \([^()]*slogtest.go:\d+\)`)
	for _, how := range []string{"", "attrs", "group", "record", "message"} {
		var out bytes.Buffer
		h := broken{slog.NewJSONHandler(&out, nil), how}
		err := slogtest.TestHandler(h, func() []map[string]any {
			var results []map[string]any
			for line := range strings.Lines(out.String()) {
				m := map[string]any{}
				if err := json.Unmarshal([]byte(line), &m); err != nil {
					panic(err)
				}
				results = append(results, m)
			}
			return results
		})
		fmt.Printf("%q:\n%s\n", how, place.ReplaceAllString(fmt.Sprint(err), ""))
	}
	fmt.Println(slogtest.TestHandler(slog.DiscardHandler, func() []map[string]any { return nil }))
}

// Output:
// "":
// <nil>
// "attrs":
// missing key "a": a Handler should include the attributes from the WithAttrs method
// missing key "a": a Handler should handle multiple WithGroup and WithAttr calls
// missing key "c": a Handler should handle multiple WithGroup and WithAttr calls
// missing key "a": a Handler should not output groups if there are no attributes
// missing group "G": a Handler should not output groups if there are no attributes
// missing group "G": a Handler should not output groups if there are no attributes
// missing key "a": a Handler should not output nested groups if there are no attributes
// missing group "G": a Handler should not output nested groups if there are no attributes
// missing group "G": a Handler should not output nested groups if there are no attributes
// missing group "G": a Handler should not output nested groups if there are no attributes
// missing key "k": a Handler should call Resolve on attribute values from WithAttrs
// missing group "G": a Handler should call Resolve on attribute values in groups from WithAttrs
// missing group "G": a Handler should call Resolve on attribute values in groups from WithAttrs
// "group":
// unexpected key "a": a Handler should handle the WithGroup method
// missing group "G": a Handler should handle the WithGroup method
// missing group "G": a Handler should handle multiple WithGroup and WithAttr calls
// missing group "G": a Handler should handle multiple WithGroup and WithAttr calls
// missing group "G": a Handler should not output groups if there are no attributes
// missing group "G": a Handler should not output groups if there are no attributes
// missing group "G": a Handler should not output nested groups if there are no attributes
// missing group "G": a Handler should not output nested groups if there are no attributes
// missing group "G": a Handler should not output nested groups if there are no attributes
// "record":
// missing key "a": a Handler should ignore an empty Attr
// missing key "c": a Handler should ignore an empty Attr
// missing key "a": a Handler should handle Group attributes
// missing group "G": a Handler should handle Group attributes
// missing key "e": a Handler should handle Group attributes
// missing key "a": a Handler should inline the Attrs of a group with an empty key
// missing key "c": a Handler should inline the Attrs of a group with an empty key
// missing key "e": a Handler should inline the Attrs of a group with an empty key
// "message":
// "msg": got "no", want "message": this test expects slog.TimeKey, slog.LevelKey and slog.MessageKey
// "msg": got "no", want "msg": a Handler should handle the WithGroup method
// "msg": got "no", want "msg": a Handler should handle multiple WithGroup and WithAttr calls
// "msg": got "no", want "msg": a Handler should not output groups if there are no attributes
// "msg": got "no", want "msg": a Handler should not output nested groups if there are no attributes
// got 0 results, want 17
