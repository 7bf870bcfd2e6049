// More of the package's comment.
package store

// Use of a [Kind] in another file: an enumerated list begins here
// 1. one
// 2. two
//
// and code {
//
//	x := 1
//
// }
func Use(k Kind) {}

/*
Block comments count as well.

	indented
*/
func Block() {}

//go:noinline
func Pragma() {}

// Undirected is documented.
//
//go:noinline
func Undirected() {}
