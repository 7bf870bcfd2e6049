package slog

import (
	"fmt"
	"log/slog"
)

type any2 any
type ifs interface{ String() string }
type ifs2 interface {
	fmt.Stringer
	Equal(slog.Attr) bool
}
type ifs3 interface{ Foo() }

func f(ia any, i2 any2, i3 ifs, i4 ifs2, i5 ifs3, i6 fmt.Stringer, sp *string) {
	slog.Info("m", ia, 1, "b", 2, 3)
	slog.Info("m", ia, 1, "a")
	slog.Info("m", ia, 1, "a", 2, "b")
	slog.Info("m", "a", 1, ia, 1, "a", 2, "b")
	slog.Info("m", i2)
	slog.Info("m", i2, 1)
	slog.Info("m", i3, 1)
	slog.Info("m", i4, 1)
	slog.Info("m", i5, 1)
	slog.Info("m", i6, 1)
	slog.Info("m", sp, 1)
	slog.Info("m", i6)
	slog.Info("m", ia, i3, 1)
	slog.Info("m", ia, i3, 1, 2)
	slog.Info("m", ia, ia, ia, i3, 1, 2)
	slog.Info("m", fmt.Sprint(1), 2, 5.5, fmt.Sprint(1, 2))
	slog.Info("m", map[string]int{"a": 1, "b": 2}, 2)
	slog.Info("m", struct{ a int }{1}, 2)
	slog.Info("m", func(a int) int { return a + 1 }, 2)
	slog.Info("m", slog.Level(1), 2)
	slog.Info("m", []string{"a", "b"}[0], 2)
	slog.Info("m", ia.(string), 2)
	slog.Info("m", ia.(int), 2)
}
