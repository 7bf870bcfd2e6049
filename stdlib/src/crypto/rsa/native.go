package rsa

// parts are a private key's numbers, big endian and each behind its length in four bytes: modulus, private exponent,
// primes. e is the public exponent. What fails gives nil or false.

// generate returns the parts of a new key with exponent 65537. A seed, here and below, is of random bytes, and used once.
func generate(bits int, seed []byte) (parts []byte)

// isKey reports whether the numbers belong to each other.
func isKey(parts []byte, e int) bool

// signPKCS1 signs a hash behind a prefix.
func signPKCS1(parts []byte, e int, prefix, hashed []byte) []byte

// verifyPKCS1 checks such a signature.
func verifyPKCS1(n []byte, e int, prefix, hashed, sig []byte) bool

// signPSS signs a hash with a salt of this length.
func signPSS(parts []byte, e int, hash string, salt int, hashed, seed []byte) []byte

// verifyPSS checks such a signature; the salt may have any length if salt is negative.
func verifyPSS(n []byte, e int, hash string, salt int, hashed, sig []byte) bool

// encryptOAEP encrypts; hash is that of the label, mask that of the mask.
func encryptOAEP(n []byte, e int, hash, mask string, label, msg, seed []byte) []byte

// decryptOAEP decrypts.
func decryptOAEP(parts []byte, e int, hash, mask string, label, msg []byte) []byte

// encryptPKCS1 encrypts with the padding of PKCS #1 v1.5.
func encryptPKCS1(n []byte, e int, msg, seed []byte) []byte

// decrypt returns the padded message, as long as the modulus.
func decrypt(parts []byte, e int, msg []byte) []byte
