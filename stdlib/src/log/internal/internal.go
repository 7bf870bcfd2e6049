// Package internal has the variables through which packages log and log/slog use each other.
package internal

// DefaultOutput writes a line with package log's default logger; pc, if it is not 0, is the position of the call.
var DefaultOutput func(pc uintptr, data []byte) error
