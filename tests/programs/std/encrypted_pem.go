// PEM blocks with a password, and the ciphers DES and Triple DES below them.
package main

import (
	"bytes"
	"crypto/cipher"
	"crypto/des"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
)

// A counter is a source of bytes that are no secret.
type counter byte

func (c *counter) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(*c)
		*c++
	}
	return len(b), nil
}

func main() {
	for alg := x509.PEMCipher(0); alg <= x509.PEMCipherAES256+1; alg++ {
		for _, size := range []int{0, 7, 8, 15, 16, 100} {
			from := counter(size)
			data := bytes.Repeat([]byte{byte(size)}, size)
			block, err := x509.EncryptPEMBlock(&from, "SECRET", data, []byte("pass word"), alg)
			if err != nil {
				fmt.Println(alg, err)
				break
			}
			text := pem.EncodeToMemory(block)
			fmt.Println(x509.IsEncryptedPEMBlock(block), block.Headers, hex.EncodeToString(block.Bytes))
			read, _ := pem.Decode(text)
			got, err := x509.DecryptPEMBlock(read, []byte("pass word"))
			fmt.Println(bytes.Equal(got, data), err)
			for _, wrong := range []string{"", "other", "pass word "} {
				got, err := x509.DecryptPEMBlock(read, []byte(wrong))
				fmt.Println(hex.EncodeToString(got), err, err == x509.IncorrectPasswordError)
			}
		}
	}
	refused()
	blocks()
}

func refused() {
	_, err := x509.EncryptPEMBlock(io.LimitReader(new(counter), 5), "S", nil, nil, x509.PEMCipherDES)
	fmt.Println(err)
	plain := &pem.Block{Type: "PLAIN", Bytes: []byte("x")}
	fmt.Println(x509.IsEncryptedPEMBlock(plain))
	for _, info := range []string{"", "AES-128-CBC", "RC4,00", "AES-128-CBC,xy", "AES-128-CBC,0011", "DES-CBC,0011223344556677", "DES-CBC,001122334455667788"} {
		b := &pem.Block{Type: "S", Bytes: []byte("1234567")}
		if info != "" {
			b.Headers = map[string]string{"DEK-Info": info}
		}
		_, err := x509.DecryptPEMBlock(b, []byte("p"))
		fmt.Println(err)
		b.Bytes = nil
		_, err = x509.DecryptPEMBlock(b, []byte("p"))
		fmt.Println(err)
	}
}

func blocks() {
	key := []byte("0123456789abcdefghijklmn")
	for _, n := range []int{8, 24, 7, 16} {
		var b cipher.Block
		var err error
		if n == 8 {
			b, err = des.NewCipher(key[:n])
		} else {
			b, err = des.NewTripleDESCipher(key[:n])
		}
		if err != nil {
			var size des.KeySizeError
			fmt.Println(err, errors.As(err, &size), int(size))
			continue
		}
		data := []byte("eight by and eight more..")
		b.Encrypt(data, data)
		fmt.Println(b.BlockSize(), hex.EncodeToString(data))
		b.Decrypt(data, data)
		fmt.Println(string(data))
		iv := []byte("initial.")
		chain := make([]byte, 24)
		mode := cipher.NewCBCEncrypter(b, iv)
		mode.CryptBlocks(chain[:8], data[:8])
		mode.CryptBlocks(chain[8:], data[8:24])
		fmt.Println(hex.EncodeToString(chain))
		back := cipher.NewCBCDecrypter(b, iv)
		back.CryptBlocks(chain, chain)
		fmt.Println(string(chain), string(iv))
		stream := cipher.NewCTR(b, iv)
		stream.XORKeyStream(data, data)
		fmt.Println(hex.EncodeToString(data))
	}
	_, err := des.NewCipher(nil)
	fmt.Println(err)
	b, _ := des.NewCipher(key[:8])
	for _, bad := range []func(){
		func() { b.Encrypt(make([]byte, 8), make([]byte, 7)) },
		func() { b.Decrypt(make([]byte, 7), make([]byte, 8)) },
		func() { buf := make([]byte, 9); b.Encrypt(buf[1:], buf[:8]) },
		func() { cipher.NewCBCEncrypter(b, key[:9]) },
		func() { cipher.NewCBCDecrypter(b, key[:8]).CryptBlocks(make([]byte, 8), make([]byte, 9)) },
		func() { cipher.NewCBCDecrypter(b, key[:8]).CryptBlocks(make([]byte, 8), make([]byte, 16)) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			bad()
		}()
	}
}

// Output:
// 0 x509: unknown encryption mode
// true map[DEK-Info:DES-CBC,0001020304050607 Proc-Type:4,ENCRYPTED] 82df2509deab13a2
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-CBC,0708090a0b0c0d0e Proc-Type:4,ENCRYPTED] 946d332671cd9fb5
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-CBC,08090a0b0c0d0e0f Proc-Type:4,ENCRYPTED] 4e8561fd348b36c897066691c5a80b94
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-CBC,0f10111213141516 Proc-Type:4,ENCRYPTED] 0376e19fca2783f04b2859bf83792ecc
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-CBC,1011121314151617 Proc-Type:4,ENCRYPTED] 53abf162457123c732fdaca57d8507fd2c5f3a6c3032f22a
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-CBC,6465666768696a6b Proc-Type:4,ENCRYPTED] 8557dea57021b57b9e5ce6141decabe095c96d67ace903419f14760dcc77fa897d666765b708ee4bf5d9f3abcd6a59b852cc45a8558535b5d796cc1174ab5d913c0a6fff878d290ea260bfc7b2cc160e57d64d89a93335f50ead70445512204e5eded26a35f71fbd
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-EDE3-CBC,0001020304050607 Proc-Type:4,ENCRYPTED] f9d52cb01103f42f
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-EDE3-CBC,0708090a0b0c0d0e Proc-Type:4,ENCRYPTED] 38acde4a455e02d5
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-EDE3-CBC,08090a0b0c0d0e0f Proc-Type:4,ENCRYPTED] 0b1be3cb196905f4b6f9ef421f964861
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-EDE3-CBC,0f10111213141516 Proc-Type:4,ENCRYPTED] 2081dc503f9528c7a7fabb8b5354fe49
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-EDE3-CBC,1011121314151617 Proc-Type:4,ENCRYPTED] 941d9e97ae8a70377d0038947478b5be7393141ff8202525
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:DES-EDE3-CBC,6465666768696a6b Proc-Type:4,ENCRYPTED] 9ec10cef81c063b90ade37a6b405fe0123b18cc163ec8a6e2aff6c745a80df38fea08e55b6c4da8537e0042f2dfe814e1897ef8d5c2b8343545fb18a753cbacb6ba7687f8627b6052253b0df015a9841af0eec479cd43bac16ea6aaeba77ab4545c46c032ddf4e0c
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-128-CBC,000102030405060708090a0b0c0d0e0f Proc-Type:4,ENCRYPTED] 5804054a1e855c18947257f1c72d8dc4
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-128-CBC,0708090a0b0c0d0e0f10111213141516 Proc-Type:4,ENCRYPTED] cca916db247b1fc9872ff214a7d72d4c
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-128-CBC,08090a0b0c0d0e0f1011121314151617 Proc-Type:4,ENCRYPTED] 2a7cf64715911b9512a6b6b809846294
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-128-CBC,0f101112131415161718191a1b1c1d1e Proc-Type:4,ENCRYPTED] 3dd1516b0689704a7ebf4ca996253614
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-128-CBC,101112131415161718191a1b1c1d1e1f Proc-Type:4,ENCRYPTED] 314a24d679b1b1ed0575246555e3d8c37d6796e90641e0508cd4bb6af621c6f6
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-128-CBC,6465666768696a6b6c6d6e6f70717273 Proc-Type:4,ENCRYPTED] 3d635b679ff4365198632b3e7fc7612bd2ea4204779c1f70a0f39761fc23160810899b378478c26b136314ab48b87c15ba774e4f4ab4b6145ebcb6e29504cefacf7a2d23ba7f939d5baf79f1873e8e65c5a530f13cc0c361bca73c7a27cb6b1255ee48b9cae2a6505db9475e22369bd9
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-192-CBC,000102030405060708090a0b0c0d0e0f Proc-Type:4,ENCRYPTED] 07a634da69bbfb151c8597fdb06b615e
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-192-CBC,0708090a0b0c0d0e0f10111213141516 Proc-Type:4,ENCRYPTED] 063f45e7e89b2959582b04245cdebc54
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-192-CBC,08090a0b0c0d0e0f1011121314151617 Proc-Type:4,ENCRYPTED] f2431c9f6745b39c68d0a21b4686d5bf
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-192-CBC,0f101112131415161718191a1b1c1d1e Proc-Type:4,ENCRYPTED] 2f7ccdcdb8d356a1aa53e46577af6728
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-192-CBC,101112131415161718191a1b1c1d1e1f Proc-Type:4,ENCRYPTED] de051442638b17da6e2393a9cdcdf05f22beaa2440e4a5996899547147611545
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-192-CBC,6465666768696a6b6c6d6e6f70717273 Proc-Type:4,ENCRYPTED] 29460a21e71d43b9ca1b3c85e7b97d677d829264ac38553ac587936d23640015dd12d165f6ba9f5613d53505c4f2647a3b9295f6b3e2f4e58419ed74ac7c35e1794fab026c199fb1bdf22ecb266ebcc9a92ddc85249fd0d50135a3e6da92d57ac6e2697ab21bc3602e7b77c699d018fc
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-256-CBC,000102030405060708090a0b0c0d0e0f Proc-Type:4,ENCRYPTED] 009644a8b8b5e2fa24c220e26c7a1830
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-256-CBC,0708090a0b0c0d0e0f10111213141516 Proc-Type:4,ENCRYPTED] d0505aa6bf07aeb031e3c193f8b822f1
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-256-CBC,08090a0b0c0d0e0f1011121314151617 Proc-Type:4,ENCRYPTED] 0e66037c12e1631d55c019a57beab183
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-256-CBC,0f101112131415161718191a1b1c1d1e Proc-Type:4,ENCRYPTED] a097cb6cb5fd2af8a02ba23e9a2690c7
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-256-CBC,101112131415161718191a1b1c1d1e1f Proc-Type:4,ENCRYPTED] 44be15d0394ae2da5ab2b4b749b44d967d6fec32467f13d912e50074003b2775
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// true map[DEK-Info:AES-256-CBC,6465666768696a6b6c6d6e6f70717273 Proc-Type:4,ENCRYPTED] a7c644b0fc45d19fdfd2ca867e2beace24e66e3996871d2b0dacb2c28f0d66c06d10fbeda4beca8e8fdcaf5ec44085424fd3847b679352862bdabba6a53083de36a79c78d6c1ff49f92cc57e2ee24ec90e2190b01f7455086873fb4a877539c82d3d6e3f32f74c6b411d826b6658e495
// true <nil>
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
//  x509: decryption password incorrect true
// 6 x509: unknown encryption mode
// x509: cannot generate IV: unexpected EOF
// false
// x509: no DEK-Info header in block
// x509: no DEK-Info header in block
// x509: malformed DEK-Info header
// x509: malformed DEK-Info header
// x509: unknown encryption mode
// x509: unknown encryption mode
// encoding/hex: invalid byte: U+0078 'x'
// encoding/hex: invalid byte: U+0078 'x'
// x509: incorrect IV size
// x509: incorrect IV size
// x509: encrypted PEM data is not a multiple of the block size
// x509: invalid padding
// x509: incorrect IV size
// x509: incorrect IV size
// 8 6f18dd9b00e7beea20616e64206569676874206d6f72652e2e
// eight by and eight more..
// 4d80173712756ade93b6024b2f0d5bb2fed0e17203ec0c1b
// eight by and eight more. initial.
// 6f06aab9b89f6f8136058e6eb6b344d65a3b168949f7ffe979
// 8 b8b362586d671b4120616e64206569676874206d6f72652e2e
// eight by and eight more..
// 74f55ccfe315778a1cb92bf71b896dcc2565c35d1e98a03b
// eight by and eight more. initial.
// a0371c4967f93a89dac1056be0cce44f8d8597a51b893111d4
// crypto/des: invalid key size 7 true 7
// crypto/des: invalid key size 16 true 16
// crypto/des: invalid key size 0
// crypto/des: input not full block
// crypto/des: output not full block
// crypto/des: invalid buffer overlap
// cipher.NewCBCEncrypter: IV length must equal block size
// crypto/cipher: input not full blocks
// crypto/cipher: output smaller than input
