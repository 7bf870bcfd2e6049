// Package pkg is debugged by its test.
package pkg

// Double returns twice n.
func Double(n int) int {
	twice := n * 2
	return twice
}
