package rsa

import (
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"hash"
)

// OAEPOptions are options of Decrypt for OAEP.
type OAEPOptions struct {
	Hash, MGFHash crypto.Hash
	Label         []byte
}

// hashes returns the hash functions of the label and of the mask.
func (opts *OAEPOptions) hashes() (label, mask hash.Hash) {
	label = opts.Hash.New()
	if opts.MGFHash == 0 {
		return label, label
	}
	return label, opts.MGFHash.New()
}

// digest returns the hash of data.
func digest(h hash.Hash, data []byte) []byte {
	h.Reset()
	h.Write(data)
	return h.Sum(nil)
}

// applyMask xors data with the mask that MGF1 (RFC 8017, B.2.1) generates from a seed.
func applyMask(data, seed []byte, h hash.Hash) {
	var sum []byte
	for counter := uint32(0); len(data) > 0; counter++ {
		h.Reset()
		h.Write(seed)
		h.Write(binary.BigEndian.AppendUint32(nil, counter))
		sum = h.Sum(sum[:0])
		data = data[subtle.XORBytes(data, data, sum):]
	}
}

// encryptOAEP is RSAES-OAEP-ENCRYPT (RFC 8017, 7.1.1). The encoded message consists of a zero byte, the masked seed and
// the masked data block: the hash of the label, zeros, a one, the message.
func (pub *PublicKey) encryptOAEP(h, mask hash.Hash, msg, label []byte) ([]byte, error) {
	if err := pub.check(); err != nil {
		return nil, err
	}
	if len(msg) > pub.Size()-2*h.Size()-2 {
		return nil, ErrMessageTooLong
	}
	em := make([]byte, pub.Size())
	seed, block := em[1:1+h.Size()], em[1+h.Size():]
	rand.Read(seed)
	copy(block, digest(h, label))
	block[len(block)-len(msg)-1] = 1
	copy(block[len(block)-len(msg):], msg)
	applyMask(block, seed, mask)
	applyMask(seed, block, mask)
	return encrypt(pub.N.Bytes(), pub.E, em), nil
}

// decryptOAEP is RSAES-OAEP-DECRYPT (RFC 8017, 7.1.2). Its time does not depend on which check fails.
func (priv *PrivateKey) decryptOAEP(h, mask hash.Hash, ciphertext, label []byte) ([]byte, error) {
	if priv.N != nil && priv.Size() < 2*h.Size()+2 {
		return nil, ErrDecryption
	}
	em, err := priv.padded(ciphertext)
	if err != nil {
		return nil, err
	}
	seed, block := em[1:1+h.Size()], em[1+h.Size():]
	applyMask(seed, block, mask)
	applyMask(block, seed, mask)
	valid := subtle.ConstantTimeByteEq(em[0], 0)
	valid &= subtle.ConstantTimeCompare(digest(h, label), block[:h.Size()])
	// looking is 1 until the byte that ends the zeros.
	looking, index := 1, 0
	for i, b := range block[h.Size():] {
		one, zero := subtle.ConstantTimeByteEq(b, 1), subtle.ConstantTimeByteEq(b, 0)
		index = subtle.ConstantTimeSelect(looking&one, i+1, index)
		valid &= 1 ^ looking&(1^one)&(1^zero)
		looking &= 1 ^ one
	}
	if valid&(1^looking) == 0 {
		return nil, ErrDecryption
	}
	return block[h.Size()+index:], nil
}
