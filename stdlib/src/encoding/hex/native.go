package hex

// encode writes the digits of src to dst, which has room for them.
func encode(dst, src []byte)

// decode reads the pairs of digits in src into dst, which has room for their bytes; it stops before a pair with an
// invalid digit, and returns how many bytes it wrote.
func decode(dst, src []byte) int
