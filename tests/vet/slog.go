package slog

import (
	"context"
	"log/slog"
	"time"
)

type str string

func f(ctx context.Context, l *slog.Logger, a slog.Attr, args []any, k string, as []slog.Attr, e error, ia any, r slog.Record, lv slog.LogValuer) {
	slog.Info("m")
	slog.Info("m", "a")
	slog.Info("m", "a", 1)
	slog.Info("m", "a", 1, "b")
	slog.Info("m", 1)
	slog.Info("m", 1, 2)
	slog.Info("m", a)
	slog.Info("m", a, "a")
	slog.Info("m", a, "a", 1)
	slog.Info("m", "a", 1, a, 2)
	slog.Info("m", "a", 1, a, 2, "b")
	slog.Info("m", "a", a)
	slog.Info("m", args...)
	slog.Info("m", args)
	slog.Info("m", k)
	slog.Info("m", k, k)
	slog.Info("m", e)
	slog.Info("m", e, 1)
	slog.Info("m", ia)
	slog.Info("m", ia, 1)
	slog.Info("m", ia, 1, 2)
	slog.Info("m", ia, ia, ia, 2, 3)
	slog.Info("m", "a", 1, ia, 1, 2)
	slog.Info("m", "a", 1, ia)
	slog.Info("m", str("a"), 1)
	slog.Info("m", str("a"))
	slog.Info("m", time.Now(), 1)
	slog.Info("m", slog.Int("a", 1), slog.String("b", "c"), 3)
	slog.Info("m", nil, 1)
	slog.Info("m", nil)
	slog.Info("m", 'a', 1)
	slog.Info("m", "a"+"b", 1, 1.5, 2)
	slog.Info("m", &a, 1)
	slog.Info("m", as, 1)
	slog.Info("m", lv)
	slog.Debug("m", "a")
	slog.Warn("m", "a")
	slog.Error("m", "a")
	slog.DebugContext(ctx, "m", "a")
	slog.InfoContext(ctx, "m", "a")
	slog.WarnContext(ctx, "m", "a")
	slog.ErrorContext(ctx, "m", "a")
	slog.ErrorContext(ctx, "m", 1, "a")
	slog.Log(ctx, slog.LevelInfo, "m", "a")
	slog.LogAttrs(ctx, slog.LevelInfo, "m", a)
	slog.Group("m", "a")
	slog.Group("m", 1, 2)
	slog.With("a")
	slog.With(1, 2)
	l.Info("m", "a")
	l.Debug("m", "a")
	l.Warn("m", 1, 2)
	l.Error("m", "a")
	l.DebugContext(ctx, "m", "a")
	l.InfoContext(ctx, "m", "a")
	l.WarnContext(ctx, "m", "a")
	l.ErrorContext(ctx, "m", "a")
	l.Log(ctx, slog.LevelInfo, "m", "a")
	l.With("a")
	l.With(1, 2)
	l.With(args...)
	l.WithGroup("a")
	slog.Default().Info("m", "a")
	slog.Default().With("a").Info("m", 1)
	r.Add("a")
	r.Add(1, 2)
	(*slog.Logger).Info(l, "m", "a")
	f := slog.Info
	f("m", "a")
	slog.GroupAttrs("a", a)
	go slog.Info("m", "a")
	defer l.Info("m", "a")
	(slog.Info)("m", "a")
	slog.Info("m", "a", 1, func() {}, 2)
	slog.Info("m", []int{
		1,
	}, 1)
	slog.Info("m", f2())
	slog.Info(f3())
	slog.Info("m", slog.Value{}, 1)
	slog.Info("m", "a", "b", "c", "d", 5, "e", "f")
	slog.Info("m", ia, "b", "c", "d", 5, "e", "f")
	slog.Info("m", ia, a, "b", 1)
	slog.Info("m", ia, a, 5)
	slog.Info("m", "a", ia, 5)
	slog.Info("m", []any{"a"}...)
}

type emb struct{ *slog.Logger }

func g(x emb) {
	x.Info("m", "a")
	x.With("a")
}

func h[S string | str, A slog.Attr, E any](s S, a A, e E) {
	slog.Info("m", s, 1)
	slog.Info("m", a)
	slog.Info("m", e, 1)
	slog.Info("m", e)
}

func f2() any                { return 1 }
func f3() (string, any, any) { return "", 1, 2 }
