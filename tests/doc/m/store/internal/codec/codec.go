// Package codec is internal.
package codec

// Encode encodes.
func Encode() {}
