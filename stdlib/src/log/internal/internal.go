// Package internal has the variables by which packages log and log/slog know of each other.
package internal

// DefaultOutput writes a line by package log's default logger; pc, if it is not 0, is where the line comes from.
var DefaultOutput func(pc uintptr, data []byte) error
