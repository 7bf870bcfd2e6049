package tls

import (
	cryptoaes "crypto/aes"
	"crypto/cipher"
)

// newGCM returns AES-GCM of minigo's own packages. The records' numbers are the nonces, so that none comes twice.
func newGCM(key []byte) cipher.AEAD {
	block, err := cryptoaes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return aead
}

func aeadAESGCM(key, noncePrefix []byte) aead {
	if len(noncePrefix) != noncePrefixLength {
		panic("tls: internal error: wrong nonce length")
	}
	ret := &prefixNonceAEAD{aead: newGCM(key)}
	copy(ret.nonce[:], noncePrefix)
	return ret
}

func aeadAESGCMTLS13(key, nonceMask []byte) aead {
	if len(nonceMask) != aeadNonceLength {
		panic("tls: internal error: wrong nonce length")
	}
	ret := &xorNonceAEAD{aead: newGCM(key)}
	copy(ret.nonceMask[:], nonceMask)
	return ret
}
