// Package main has a comment.
package main

// An import stands before the comment of the first declaration.

// f has a comment,
// of two lines.
func f() {
	x := 5
	_ = string(x)
}

func main() { f() }
