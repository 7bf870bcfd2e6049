package x509

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/md5"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"io"
	"strings"
)

// A PEMCipher is the cipher of an encrypted PEM block.
type PEMCipher int

// The ciphers of RFC 1423, and those that OpenSSL added.
const (
	_ PEMCipher = iota
	PEMCipherDES
	PEMCipher3DES
	PEMCipherAES128
	PEMCipherAES192
	PEMCipherAES256
)

// IncorrectPasswordError means that the password does not decrypt the block.
var IncorrectPasswordError = errors.New("x509: decryption password incorrect")

var errPEMCipher = errors.New("x509: unknown encryption mode")

// A pemMode is a cipher and its name in the header of a block.
type pemMode struct {
	cipher    PEMCipher
	name      string
	keySize   int
	blockSize int
	new       func(key []byte) (cipher.Block, error)
}

func pemModes() []pemMode {
	return []pemMode{
		{PEMCipherDES, "DES-CBC", 8, des.BlockSize, des.NewCipher},
		{PEMCipher3DES, "DES-EDE3-CBC", 24, des.BlockSize, des.NewTripleDESCipher},
		{PEMCipherAES128, "AES-128-CBC", 16, aes.BlockSize, aes.NewCipher},
		{PEMCipherAES192, "AES-192-CBC", 24, aes.BlockSize, aes.NewCipher},
		{PEMCipherAES256, "AES-256-CBC", 32, aes.BlockSize, aes.NewCipher},
	}
}

func pemModeWhere(fits func(pemMode) bool) (pemMode, error) {
	for _, mode := range pemModes() {
		if fits(mode) {
			return mode, nil
		}
	}
	return pemMode{}, errPEMCipher
}

// block returns the cipher with the key that OpenSSL derives from a password: by repeated MD5, with the first eight
// bytes of iv as the salt.
func (m pemMode) block(password, iv []byte) (cipher.Block, error) {
	var key, digest []byte
	for len(key) < m.keySize {
		h := md5.New()
		h.Write(digest)
		h.Write(password)
		h.Write(iv[:8])
		digest = h.Sum(nil)
		key = append(key, digest...)
	}
	return m.new(key[:m.keySize])
}

// IsEncryptedPEMBlock reports whether a block is encrypted as in RFC 1423.
//
// Deprecated: the encryption does not protect the block against changes.
func IsEncryptedPEMBlock(b *pem.Block) bool {
	_, ok := b.Headers["DEK-Info"]
	return ok
}

// DecryptPEMBlock decrypts a block. A wrong password is not always recognised.
//
// Deprecated: the encryption does not protect the block against changes.
func DecryptPEMBlock(b *pem.Block, password []byte) ([]byte, error) {
	info, ok := b.Headers["DEK-Info"]
	if !ok {
		return nil, errors.New("x509: no DEK-Info header in block")
	}
	name, vector, ok := strings.Cut(info, ",")
	if !ok {
		return nil, errors.New("x509: malformed DEK-Info header")
	}
	mode, err := pemModeWhere(func(m pemMode) bool { return m.name == name })
	if err != nil {
		return nil, err
	}
	iv, err := hex.DecodeString(vector)
	if err != nil {
		return nil, err
	}
	if len(iv) != mode.blockSize {
		return nil, errors.New("x509: incorrect IV size")
	}
	block, err := mode.block(password, iv)
	if err != nil {
		return nil, err
	}
	if len(b.Bytes)%mode.blockSize != 0 {
		return nil, errors.New("x509: encrypted PEM data is not a multiple of the block size")
	}
	if len(b.Bytes) == 0 {
		return nil, errors.New("x509: invalid padding")
	}
	data := make([]byte, len(b.Bytes))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(data, b.Bytes)
	// The padding consists of n bytes of the value n.
	pad := int(data[len(data)-1])
	if pad == 0 || pad > mode.blockSize {
		return nil, IncorrectPasswordError
	}
	for _, c := range data[len(data)-pad:] {
		if int(c) != pad {
			return nil, IncorrectPasswordError
		}
	}
	return data[:len(data)-pad], nil
}

// EncryptPEMBlock encrypts data with a password.
//
// Deprecated: the encryption does not protect the block against changes.
func EncryptPEMBlock(rand io.Reader, blockType string, data, password []byte, alg PEMCipher) (*pem.Block, error) {
	mode, err := pemModeWhere(func(m pemMode) bool { return m.cipher == alg })
	if err != nil {
		return nil, err
	}
	iv := make([]byte, mode.blockSize)
	if _, err := io.ReadFull(rand, iv); err != nil {
		return nil, errors.New("x509: cannot generate IV: " + err.Error())
	}
	block, err := mode.block(password, iv)
	if err != nil {
		return nil, err
	}
	pad := mode.blockSize - len(data)%mode.blockSize
	encrypted := make([]byte, len(data)+pad)
	for i := copy(encrypted, data); i < len(encrypted); i++ {
		encrypted[i] = byte(pad)
	}
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(encrypted, encrypted)
	headers := map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": mode.name + "," + hex.EncodeToString(iv)}
	return &pem.Block{Type: blockType, Headers: headers, Bytes: encrypted}, nil
}
