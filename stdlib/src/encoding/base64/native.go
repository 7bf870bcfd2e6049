package base64

// encode writes four characters of the alphabet for each three bytes of src to dst, which has room for them.
func encode(dst, src, alphabet []byte)

// decode decodes groups of four characters from src into dst, three bytes each; values maps characters to values. It
// stops before a group with a character outside the alphabet, and where dst or src ends; it returns how many bytes
// it wrote.
func decode(dst, src, values []byte) int
