package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type token string

func (token) LogValue() slog.Value { return slog.StringValue("REDACTED") }

type user struct{ first, last string }

func (u user) LogValue() slog.Value {
	return slog.GroupValue(slog.String("first", u.first), slog.Any("token", token(u.last)))
}

type again struct{}

func (a again) LogValue() slog.Value { return slog.AnyValue(a) }

type panics struct{}

func (panics) LogValue() slog.Value { panic("no value") }

type texter struct{ err error }

func (t texter) MarshalText() ([]byte, error) { return []byte("a text"), t.err }

type bytesType []byte

type badText struct{}

func (*badText) MarshalText() ([]byte, error) { panic("bad") }

var at = time.Date(2026, 3, 4, 5, 6, 7, 891234567, time.UTC)

func handlers(opts *slog.HandlerOptions) []slog.Handler {
	return []slog.Handler{slog.NewTextHandler(os.Stdout, opts), slog.NewJSONHandler(os.Stdout, opts)}
}

func record(msg string, args ...any) slog.Record {
	r := slog.NewRecord(at, slog.LevelInfo, msg, 0)
	r.Add(args...)
	return r
}

func short(groups []string, a slog.Attr) slog.Attr {
	switch {
	case a.Key == slog.TimeKey && len(groups) == 0:
		return slog.Attr{}
	case a.Key == slog.SourceKey:
		s := a.Value.Any().(*slog.Source)
		s.File = filepath.Base(s.File)
	case a.Key == "n":
		return slog.Any("groups", fmt.Sprint(groups))
	}
	return a
}

func values() {
	err := errors.New("an error")
	var nilText *badText
	for _, h := range handlers(nil) {
		for _, args := range [][]any{
			{}, {"a", 1, "b", "two words"}, {"only"}, {3, 4.5}, {"k"}, {slog.Int("x", 1), "y"},
			{"", "empty key", "empty", ""}, {"q\"", "a=b", "nl", "x\ny\tz\r\x01\x7f", "u", "é\u2028\u2029\u00a0\xff\ufffd", "back", `a\b`, "h", "<&>"},
			{"f", 1.5, "g", 1e100, "inf", math.Inf(1), "nan", math.NaN(), "f32", float32(0.1)},
			{"b", true, "d", 90 * time.Second, "t", at, "u8", uint8(7), "max", uint64(math.MaxUint64), "nil", nil},
			{"err", err, "level", slog.LevelWarn + 1, "kind", slog.KindGroup, "struct", struct{ A, B int }{1, 2}, "slice", []int{1, 2}, "map", map[string]int{"a": 1}},
			{"bytes", []byte("a b"), "bt", bytesType("xyz"), "text", texter{}, "texterr", texter{err}, "nilptr", nilText, "badtext", &badText{}},
			{"user", user{"a", "b"}, "again", again{}, slog.Group("g", "a", 1, slog.Group("h", "b", 2)), slog.Group("empty"), slog.Group("", "inline", 1), slog.Attr{}, "last", 1},
			{"func", make(chan int) == nil, "complex", 1i, slog.Group("e", slog.Attr{}), slog.Group("f", slog.Group("g"))},
			{"old", time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), "zone", at.In(time.FixedZone("X", 3600))},
		} {
			fmt.Println(h.Handle(context.Background(), record("a message", args...)))
		}
		h.Handle(context.Background(), slog.NewRecord(time.Time{}, slog.LevelError+2, "", 0))
		h2 := h.WithAttrs([]slog.Attr{slog.Int("pre", 1), slog.Group("pg", "x", 1)}).WithGroup("G").WithAttrs([]slog.Attr{slog.Int("in", 2)}).WithGroup("H e")
		h2.Handle(context.Background(), record("nested", "a", 1, slog.Group("i", "b", 2), "c", user{"x", "y"}))
		h2.Handle(context.Background(), record("none"))
		h2.WithAttrs(nil).WithAttrs([]slog.Attr{slog.Group("e")}).Handle(context.Background(), record("empty", slog.Attr{}))
		h.WithGroup("A").WithGroup("B").Handle(context.Background(), record("no attrs"))
		h.WithGroup("A").WithAttrs([]slog.Attr{{}}).Handle(context.Background(), record("zero"))
	}
}

func options() {
	var level slog.LevelVar
	for _, h := range handlers(&slog.HandlerOptions{AddSource: true, Level: &level, ReplaceAttr: short}) {
		level.Set(slog.LevelInfo)
		l := slog.New(h)
		l.Info("here", "n", 1, slog.Group("g", "n", 2))
		l.Debug("not seen")
		level.Set(slog.LevelDebug)
		l.Debug("seen", "token", token("secret"))
		l.With("n", 3).WithGroup("x").With("n", 4, "m", 5).Warn("with", "n", 6)
		l.LogAttrs(context.Background(), slog.LevelError, "attrs", slog.Bool("b", false), slog.Duration("d", time.Minute))
		l.Log(nil, slog.Level(3), "level 3")
		l.ErrorContext(context.Background(), "ctx", "odd")
		fmt.Println(l.Enabled(nil, slog.LevelDebug-1), level.String())
		fmt.Println(h.Handle(context.Background(), slog.NewRecord(at, 0, "no pc", 0)))
	}
}

func defaults() {
	var out bytes.Buffer
	log.SetOutput(&out)
	log.SetFlags(log.Lshortfile)
	slog.Info("by log", "a", 1, "b c", "d e")
	slog.Debug("hidden")
	old := slog.SetLogLoggerLevel(slog.LevelDebug)
	slog.Debug("shown", slog.Group("g", "x", 1))
	slog.With("w", 1).WithGroup("g").Warn("with", "x", 2)
	fmt.Print(out.String())
	fmt.Println(old, slog.SetLogLoggerLevel(slog.LevelInfo))
	out.Reset()
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: short, AddSource: true})))
	log.Print("from log")
	log.Printf("from %s\n", "printf")
	slog.Info("from slog")
	slog.Log(context.Background(), slog.LevelWarn, "log", "k", "v")
	l := slog.NewLogLogger(slog.NewJSONHandler(&out, &slog.HandlerOptions{ReplaceAttr: short}), slog.LevelError)
	l.Print("line\nline")
	l.SetPrefix("p: ")
	l.Println("x", 1)
	fmt.Print(out.String())
}

type failing struct{ slog.Handler }

func (failing) Handle(context.Context, slog.Record) error { return errors.New("failed") }

func main() {
	values()
	options()
	defaults()
	for l := slog.Level(-9); l < 12; l += 3 {
		b, _ := l.MarshalJSON()
		var m slog.Level
		fmt.Println(l, string(b), m.UnmarshalJSON(b), m)
	}
	var l slog.Level
	for _, s := range []string{"info", "Warn+3", "ERROR-1", "x", "", "INFO+", "DEBUG+x", "+1"} {
		fmt.Println(l.UnmarshalText([]byte(s)), l)
	}
	fmt.Println(l.UnmarshalJSON([]byte("x")))
	m := slog.NewMultiHandler(append(handlers(nil), failing{slog.DiscardHandler}, failing{slog.NewTextHandler(io.Discard, nil)})...)
	fmt.Println(m.Handle(context.Background(), record("multi", "a", 1)), m.Enabled(context.Background(), slog.LevelDebug))
	m.WithGroup("g").WithAttrs([]slog.Attr{slog.Int("b", 2)}).Handle(context.Background(), record("multi", "a", 1))
	for _, v := range []slog.Value{{}, slog.StringValue("s"), slog.Int64Value(-1), slog.Uint64Value(1), slog.Float64Value(0.5), slog.BoolValue(true), slog.TimeValue(at), slog.TimeValue(time.Time{}),
		slog.DurationValue(1), slog.GroupValue(slog.Int("a", 1), slog.Group("e")), slog.AnyValue(slog.KindTime), slog.AnyValue(token("x")), slog.AnyValue([]slog.Attr{slog.Int("q", 1)}), slog.AnyValue(errors.New("e")), slog.AnyValue(slog.IntValue(9))} {
		fmt.Printf("%v %v %#v %T %v\n", v.Kind(), v, v.Any(), v.Any(), v.Equal(v))
	}
	fmt.Println(slog.Kind(99), slog.Int("a", 1), slog.Int("a", 1).Equal(slog.Any("a", 1)))
	func() {
		defer func() { fmt.Println(recover()) }()
		slog.StringValue("x").Int64()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		slog.IntValue(1).Group()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		slog.New(nil)
	}()
	r := record("r", "1", 1, "2", 2, "3", 3, "4", 4, "5", 5, "6", 6, "7", 7, "8", 8)
	a, b := r, r.Clone()
	a.Add("a", 1)
	b.Add("b", 1)
	r.AddAttrs(slog.Int("r", 1))
	for _, x := range []slog.Record{a, b} {
		keys := ""
		x.Attrs(func(a slog.Attr) bool { keys += a.Key; return a.Key != "zz" })
		fmt.Println(x.NumAttrs(), keys)
	}
	v := slog.AnyValue(panics{}).Resolve().String()
	fmt.Println(strings.SplitN(v, "\n", 2)[0])
	fmt.Println(slog.AnyValue(again{}).Resolve())
}

// Output:
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message"
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" a=1 b="two words"
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" !BADKEY=only
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" !BADKEY=3 !BADKEY=4.5
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" !BADKEY=k
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" x=1 !BADKEY=y
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" ""="empty key" empty=""
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" "q\""="a=b" nl="x\ny\tz\r\x01\x7f" u="é\u2028\u2029\u00a0\xff�" back=a\b h=<&>
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" f=1.5 g=1e+100 inf=+Inf nan=NaN f32=0.10000000149011612
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" b=true d=1m30s t=2026-03-04T05:06:07.891Z u8=7 max=18446744073709551615 nil=<nil>
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" err="an error" level=WARN+1 kind=Group struct="{A:1 B:2}" slice="[1 2]" map=map[a:1]
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" bytes="a b" bt="xyz" text="a text" texterr="!ERROR:an error" nilptr=<nil> badtext="!PANIC: bad"
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" user.first=a user.token=REDACTED again="LogValue called too many times on Value of type main.again" g.a=1 g.h.b=2 inline=1 last=1
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" func=false complex=(0+1i)
// <nil>
// time=2026-03-04T05:06:07.891Z level=INFO msg="a message" old=0001-01-01T00:00:00.000Z zone=2026-03-04T06:06:07.891+01:00
// <nil>
// level=ERROR+2 msg=""
// time=2026-03-04T05:06:07.891Z level=INFO msg=nested pre=1 pg.x=1 G.in=2 "G.H e.a"=1 "G.H e.i.b"=2 "G.H e.c.first"=x "G.H e.c.token"=REDACTED
// time=2026-03-04T05:06:07.891Z level=INFO msg=none pre=1 pg.x=1 G.in=2
// time=2026-03-04T05:06:07.891Z level=INFO msg=empty pre=1 pg.x=1 G.in=2
// time=2026-03-04T05:06:07.891Z level=INFO msg="no attrs"
// time=2026-03-04T05:06:07.891Z level=INFO msg=zero
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","a":1,"b":"two words"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","!BADKEY":"only"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","!BADKEY":3,"!BADKEY":4.5}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","!BADKEY":"k"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","x":1,"!BADKEY":"y"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","":"empty key","empty":""}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","q\"":"a=b","nl":"x\ny\tz\r\u0001","u":"é\u2028\u2029 ��","back":"a\\b","h":"<&>"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","f":1.5,"g":1e+100,"inf":"!ERROR:json: unsupported value: +Inf","nan":"!ERROR:json: unsupported value: NaN","f32":0.10000000149011612}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","b":true,"d":90000000000,"t":"2026-03-04T05:06:07.891234567Z","u8":7,"max":18446744073709551615,"nil":null}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","err":"an error","level":"WARN+1","kind":8,"struct":{"A":1,"B":2},"slice":[1,2],"map":{"a":1}}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","bytes":"YSBi","bt":"eHl6","text":"a text","texterr":"!ERROR:json: error calling MarshalText for type *main.texter: an error","nilptr":null,"badtext":"!PANIC: bad"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","user":{"first":"a","token":"REDACTED"},"again":"LogValue called too many times on Value of type main.again","g":{"a":1,"h":{"b":2}},"inline":1,"last":1}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","func":false,"complex":"!ERROR:json: unsupported type: complex128"}
// <nil>
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"a message","old":"0001-01-01T00:00:00Z","zone":"2026-03-04T06:06:07.891234567+01:00"}
// <nil>
// {"level":"ERROR+2","msg":""}
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"nested","pre":1,"pg":{"x":1},"G":{"in":2,"H e":{"a":1,"i":{"b":2},"c":{"first":"x","token":"REDACTED"}}}}
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"none","pre":1,"pg":{"x":1},"G":{"in":2}}
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"empty","pre":1,"pg":{"x":1},"G":{"in":2}}
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"no attrs"}
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"zero"}
// level=INFO source=slogs.go:103 msg=here groups=[] g.groups=[g]
// level=DEBUG source=slogs.go:106 msg=seen token=REDACTED
// level=WARN source=slogs.go:107 msg=with groups=[] x.groups=[x] x.m=5 x.groups=[x]
// level=ERROR source=slogs.go:108 msg=attrs b=false d=1m0s
// level=INFO+3 source=slogs.go:109 msg="level 3"
// level=ERROR source=slogs.go:110 msg=ctx !BADKEY=odd
// false LevelVar(DEBUG)
// level=INFO source=.:0 msg="no pc"
// <nil>
// {"level":"INFO","source":{"function":"main.options","file":"slogs.go","line":103},"msg":"here","groups":"[]","g":{"groups":"[g]"}}
// {"level":"DEBUG","source":{"function":"main.options","file":"slogs.go","line":106},"msg":"seen","token":"REDACTED"}
// {"level":"WARN","source":{"function":"main.options","file":"slogs.go","line":107},"msg":"with","groups":"[]","x":{"groups":"[x]","m":5,"groups":"[x]"}}
// {"level":"ERROR","source":{"function":"main.options","file":"slogs.go","line":108},"msg":"attrs","b":false,"d":60000000000}
// {"level":"INFO+3","source":{"function":"main.options","file":"slogs.go","line":109},"msg":"level 3"}
// {"level":"ERROR","source":{"function":"main.options","file":"slogs.go","line":110},"msg":"ctx","!BADKEY":"odd"}
// false LevelVar(DEBUG)
// {"level":"INFO","source":{"file":"."},"msg":"no pc"}
// <nil>
// slogs.go:120: INFO by log a=1 "b c"="d e"
// slogs.go:123: DEBUG shown g.x=1
// slogs.go:124: WARN with w=1 g.x=2
// INFO DEBUG
// level=INFO source=slogs.go:129 msg="from log"
// level=INFO source=slogs.go:130 msg="from printf"
// level=INFO source=slogs.go:131 msg="from slog"
// level=WARN source=slogs.go:132 msg=log k=v
// {"level":"ERROR","msg":"line\nline"}
// {"level":"ERROR","msg":"p: x 1"}
// DEBUG-5 "DEBUG-5" <nil> DEBUG-5
// DEBUG-2 "DEBUG-2" <nil> DEBUG-2
// DEBUG+1 "DEBUG+1" <nil> DEBUG+1
// INFO "INFO" <nil> INFO
// INFO+3 "INFO+3" <nil> INFO+3
// WARN+2 "WARN+2" <nil> WARN+2
// ERROR+1 "ERROR+1" <nil> ERROR+1
// <nil> INFO
// <nil> WARN+3
// <nil> WARN+3
// slog: level string "x": unknown name WARN+3
// slog: level string "": unknown name WARN+3
// slog: level string "INFO+": strconv.Atoi: parsing "+": invalid syntax WARN+3
// slog: level string "DEBUG+x": strconv.Atoi: parsing "+x": invalid syntax WARN+3
// slog: level string "+1": unknown name WARN+3
// invalid syntax
// time=2026-03-04T05:06:07.891Z level=INFO msg=multi a=1
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"multi","a":1}
// failed false
// time=2026-03-04T05:06:07.891Z level=INFO msg=multi g.b=2 g.a=1
// {"time":"2026-03-04T05:06:07.891234567Z","level":"INFO","msg":"multi","g":{"b":2,"a":1}}
// Any <nil> <nil> <nil> true
// String s "s" string true
// Int64 -1 -1 int64 true
// Uint64 1 0x1 uint64 true
// Float64 0.5 0.5 float64 true
// Bool true true bool true
// Time 2026-03-04 05:06:07.891234567 +0000 UTC time.Date(2026, time.March, 4, 5, 6, 7, 891234567, time.UTC) time.Time true
// Time 0001-01-01 00:00:00 +0000 UTC time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC) time.Time true
// Duration 1ns 1 time.Duration true
// Group [a=1] []slog.Attr{slog.Attr{Key:"a", Value:slog.Value{_:[0]func(){}, num:0x1, any:4}}} []slog.Attr true
// Any 6 6 slog.Kind true
// LogValuer x "x" main.token true
// Group [q=1] []slog.Attr{slog.Attr{Key:"q", Value:slog.Value{_:[0]func(){}, num:0x1, any:4}}} []slog.Attr true
// Any e &errors.errorString{s:"e"} *errors.errorString true
// Int64 9 9 int64 true
// <unknown slog.Kind> a=1 true
// Value kind is String, not Int64
// Group: bad kind
// nil Handler
// 9 12345678a
// 9 12345678b
// LogValue panicked
// LogValue called too many times on Value of type main.again
