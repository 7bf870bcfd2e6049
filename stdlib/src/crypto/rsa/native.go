package rsa

// parts are a private key's numbers, big endian and each after its length in four bytes: modulus, private exponent,
// primes. e is the public exponent. A failed operation returns nil or false.

// generate returns the parts of a new key with exponent 65537. Each seed, here and below, is random bytes used once.
func generate(bits int, seed []byte) (parts []byte)

// isKey reports whether the numbers form a valid key.
func isKey(parts []byte, e int) bool

// signPKCS1 signs a prefix and a hash, as PKCS #1 v1.5 does.
func signPKCS1(parts []byte, e int, prefix, hashed []byte) []byte

// verifyPKCS1 checks a signature of signPKCS1.
func verifyPKCS1(n []byte, e int, prefix, hashed, sig []byte) bool

// signPSS signs a hash with a salt of this length.
func signPSS(parts []byte, e int, hash string, salt int, hashed, seed []byte) []byte

// verifyPSS checks a signature of signPSS; if salt is negative, the salt may have any length.
func verifyPSS(n []byte, e int, hash string, salt int, hashed, sig []byte) bool

// encrypt returns the ciphertext of a message that is padded, both as long as the modulus.
func encrypt(n []byte, e int, msg []byte) []byte

// encryptPKCS1 encrypts with the padding of PKCS #1 v1.5.
func encryptPKCS1(n []byte, e int, msg, seed []byte) []byte

// decrypt returns the message with its padding, as long as the modulus.
func decrypt(parts []byte, e int, msg []byte) []byte
