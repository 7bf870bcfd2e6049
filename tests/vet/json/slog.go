package main

import "log/slog"

func main() {
	slog.Info("m", 1)
	slog.Info("m", []int{
		1,
	}, 2)
	slog.Info("m", "a")
	slog.Info("m", "a", 1, 2)
	slog.Info(
		"m",
		"a",
	)
	slog.With("a")
	slog.Default().Info("a", func() {
	}, 3)
	slog.Group("g", "a", 1, 2)
}
