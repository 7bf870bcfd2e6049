package cipher

import (
	"bytes"
	"crypto/subtle"
	"internal/aes"
)

type cbc struct {
	b  Block
	iv []byte
}

func (x *cbc) BlockSize() int { return x.b.BlockSize() }

func (x *cbc) SetIV(iv []byte) {
	if len(iv) != len(x.iv) {
		panic("cipher: incorrect length IV")
	}
	copy(x.iv, iv)
}

func (x *cbc) check(dst, src []byte) {
	if len(src)%x.b.BlockSize() != 0 {
		panic("crypto/cipher: input not full blocks")
	}
	checkOverlap(dst, src)
}

type cbcEncrypter struct{ cbc }

// NewCBCEncrypter returns a mode that encrypts in cipher block chaining; iv is as long as a block.
func NewCBCEncrypter(b Block, iv []byte) BlockMode {
	if len(iv) != b.BlockSize() {
		panic("cipher.NewCBCEncrypter: IV length must equal block size")
	}
	if b, ok := b.(*aes.Block); ok {
		return aes.NewCBCEncrypter(b, iv)
	}
	if b, ok := b.(interface{ NewCBCEncrypter([]byte) BlockMode }); ok {
		return b.NewCBCEncrypter(iv)
	}
	return &cbcEncrypter{cbc{b, bytes.Clone(iv)}}
}

func (x *cbcEncrypter) CryptBlocks(dst, src []byte) {
	x.check(dst, src)
	size := x.b.BlockSize()
	for ; len(src) > 0; dst, src = dst[size:], src[size:] {
		subtle.XORBytes(dst[:size], src[:size], x.iv)
		x.b.Encrypt(dst[:size], dst[:size])
		copy(x.iv, dst)
	}
}

type cbcDecrypter struct{ cbc }

// NewCBCDecrypter returns a mode that decrypts in cipher block chaining; iv is as long as a block.
func NewCBCDecrypter(b Block, iv []byte) BlockMode {
	if len(iv) != b.BlockSize() {
		panic("cipher.NewCBCDecrypter: IV length must equal block size")
	}
	if b, ok := b.(*aes.Block); ok {
		return aes.NewCBCDecrypter(b, iv)
	}
	if b, ok := b.(interface{ NewCBCDecrypter([]byte) BlockMode }); ok {
		return b.NewCBCDecrypter(iv)
	}
	return &cbcDecrypter{cbc{b, bytes.Clone(iv)}}
}

func (x *cbcDecrypter) CryptBlocks(dst, src []byte) {
	x.check(dst, src)
	size := x.b.BlockSize()
	encrypted := make([]byte, size)
	for ; len(src) > 0; dst, src = dst[size:], src[size:] {
		copy(encrypted, src)
		x.b.Decrypt(dst[:size], src[:size])
		subtle.XORBytes(dst[:size], dst[:size], x.iv)
		copy(x.iv, encrypted)
	}
}

// stream is a key stream that is made in blocks: next writes another block to out.
type stream struct {
	b    Block
	out  []byte
	used int
	next func()
}

func newStream(b Block) *stream {
	n := b.BlockSize()
	return &stream{b: b, out: make([]byte, n), used: n}
}

func (x *stream) XORKeyStream(dst, src []byte) {
	checkOverlap(dst, src)
	for len(src) > 0 {
		if x.used == len(x.out) {
			x.next()
			x.used = 0
		}
		n := subtle.XORBytes(dst, src, x.out[x.used:])
		dst, src = dst[n:], src[n:]
		x.used += n
	}
}

// NewCTR returns a stream in counter mode, whose first block is iv.
func NewCTR(block Block, iv []byte) Stream {
	if block, ok := block.(*aes.Block); ok {
		return aes.NewCTR(block, iv)
	}
	if block, ok := block.(interface{ NewCTR([]byte) Stream }); ok {
		return block.NewCTR(iv)
	}
	if len(iv) != block.BlockSize() {
		panic("cipher.NewCTR: IV length must equal block size")
	}
	counter, x := bytes.Clone(iv), newStream(block)
	x.next = func() {
		block.Encrypt(x.out, counter)
		for i := len(counter) - 1; i >= 0; i-- {
			if counter[i]++; counter[i] != 0 {
				break
			}
		}
	}
	return x
}

// NewOFB returns a stream in output feedback mode.
//
// Deprecated: OFB mode is not authenticated.
func NewOFB(b Block, iv []byte) Stream {
	if len(iv) != b.BlockSize() {
		panic("cipher.NewOFB: IV length must equal block size")
	}
	x := newStream(b)
	copy(x.out, iv)
	x.next = func() { b.Encrypt(x.out, x.out) }
	return x
}

// cfb is cipher feedback: the ciphertext of a block is the input for the next one.
type cfb struct {
	b         Block
	out, last []byte
	used      int
	decrypt   bool
}

func newCFB(b Block, iv []byte, decrypt bool) Stream {
	n := b.BlockSize()
	if len(iv) != n {
		panic("cipher.newCFB: IV length must equal block size")
	}
	return &cfb{b, make([]byte, n), bytes.Clone(iv), n, decrypt}
}

// NewCFBEncrypter returns a stream that encrypts in cipher feedback.
//
// Deprecated: CFB mode is not authenticated.
func NewCFBEncrypter(block Block, iv []byte) Stream { return newCFB(block, iv, false) }

// NewCFBDecrypter returns a stream that decrypts in cipher feedback.
//
// Deprecated: CFB mode is not authenticated.
func NewCFBDecrypter(block Block, iv []byte) Stream { return newCFB(block, iv, true) }

// unused returns the rest of the current block of the key stream, or the next block.
func (x *cfb) unused() []byte {
	if x.used == len(x.out) {
		x.b.Encrypt(x.out, x.last)
		x.used = 0
	}
	return x.out[x.used:]
}

func (x *cfb) XORKeyStream(dst, src []byte) {
	checkOverlap(dst, src)
	for len(src) > 0 {
		key := x.unused()
		fed := x.last[x.used:]
		if x.decrypt {
			copy(fed, src)
		}
		n := subtle.XORBytes(dst, src, key)
		if !x.decrypt {
			copy(fed, dst[:n])
		}
		dst, src = dst[n:], src[n:]
		x.used += n
	}
}
