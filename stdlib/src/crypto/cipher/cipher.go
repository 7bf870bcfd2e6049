// Package cipher implements modes of block ciphers.
package cipher

import (
	"internal/alias"
	"io"
)

// A Block is a block cipher with a key.
type Block interface {
	// BlockSize returns the length of a block.
	BlockSize() int
	// Encrypt encrypts the first block of src into dst; they are the same memory or do not overlap.
	Encrypt(dst, src []byte)
	// Decrypt decrypts the first block of src into dst; they are the same memory or do not overlap.
	Decrypt(dst, src []byte)
}

// A Stream is a stream cipher.
type Stream interface {
	// XORKeyStream xors src with the next bytes of the key stream, into dst, which is not shorter than src.
	XORKeyStream(dst, src []byte)
}

// A BlockMode works on whole blocks.
type BlockMode interface {
	// BlockSize returns the length of a block.
	BlockSize() int
	// CryptBlocks encrypts or decrypts whole blocks of src into dst, which is not shorter than src.
	CryptBlocks(dst, src []byte)
}

// An AEAD encrypts and authenticates.
type AEAD interface {
	// NonceSize returns the length of a nonce.
	NonceSize() int
	// Overhead returns the greatest difference between the lengths of a ciphertext and its plaintext.
	Overhead() int
	// Seal appends the encrypted plaintext to dst, with a tag that authenticates plaintext and additionalData.
	Seal(dst, nonce, plaintext, additionalData []byte) []byte
	// Open appends the decrypted ciphertext to dst, if it and additionalData are authentic.
	Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error)
}

// checkOverlap panics if dst is too short for the result, or overlaps src in another way than by
// beginning at the same byte.
func checkOverlap(dst, src []byte) {
	if len(dst) < len(src) {
		panic("crypto/cipher: output smaller than input")
	}
	if alias.InexactOverlap(dst[:len(src)], src) {
		panic("crypto/cipher: invalid buffer overlap")
	}
}

// A StreamReader decrypts what it reads.
type StreamReader struct {
	S Stream
	R io.Reader
}

func (r StreamReader) Read(dst []byte) (n int, err error) {
	n, err = r.R.Read(dst)
	r.S.XORKeyStream(dst[:n], dst[:n])
	return n, err
}

// A StreamWriter encrypts what it writes.
type StreamWriter struct {
	S   Stream
	W   io.Writer
	Err error
}

func (w StreamWriter) Write(src []byte) (n int, err error) {
	c := make([]byte, len(src))
	w.S.XORKeyStream(c, src)
	n, err = w.W.Write(c)
	if n != len(src) && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

// Close closes the underlying writer, if it is an io.Closer.
func (w StreamWriter) Close() error {
	if c, ok := w.W.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
