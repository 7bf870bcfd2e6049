package base64

// encode writes four characters of the alphabet for each three bytes of src to dst, which has room for them.
func encode(dst, src, alphabet []byte)

// decode reads fours of characters from src into dst, three bytes each, by their values. The native stops before a
// group of four characters of which one is not in the alphabet, and where dst or src ends; it returns how many bytes
// it wrote.
func decode(dst, src, values []byte) int
