// Package work computes a variable and prints nothing.
package work

var M = map[string]int{"a": 1}
