// Package words has the step of long multiplication that Go's own packages do in assembly.
package words

// AddMul adds x * y to z, words with the lowest first, and returns what is carried out of it. x has at least as many as
// z. The time of the operation depends only on the number of words.
func AddMul(z, x []uint, y uint) (carry uint)
