// Package external is tested from outside.
package external

func double(n int) int { return 2 * n }

func Four() int { return double(2) }
