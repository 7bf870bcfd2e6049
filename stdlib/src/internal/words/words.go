// Package words has the step of long multiplication that Go implements in assembly.
package words

// AddMul adds x * y to z, whose words have the lowest first, and returns the carry. x has at least as many as
// z. The time of the operation depends only on the number of words.
func AddMul(z, x []uint, y uint) (carry uint)
