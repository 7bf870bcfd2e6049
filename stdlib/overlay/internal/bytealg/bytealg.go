package bytealg

// MakeNoZero makes a slice. That its bytes are zero does no harm.
func MakeNoZero(n int) []byte { return make([]byte, n) }
