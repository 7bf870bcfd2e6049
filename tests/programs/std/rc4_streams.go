// The stream cipher of crypto/rc4: keys, a copy in the middle of the stream, overlaps, much data.
package main

import (
	"crypto/rc4"
	"fmt"
)

func main() {
	for _, n := range []int{0, 1, 5, 16, 256, 257} {
		c, e := rc4.NewCipher(make([]byte, n))
		fmt.Println(n, c != nil, e)
	}
	c, _ := rc4.NewCipher([]byte("Key"))
	b := make([]byte, 9)
	c.XORKeyStream(b, []byte("Plain"))
	fmt.Printf("%x\n", b)
	c.XORKeyStream(b[5:], []byte("text"))
	fmt.Printf("%x\n", b)
	c.XORKeyStream(nil, nil)
	d := *c
	c.XORKeyStream(b, b)
	d2 := make([]byte, 9)
	d.XORKeyStream(d2, make([]byte, 9))
	fmt.Printf("%x %x\n", b, d2)
	try := func(f func()) { defer func() { fmt.Println(recover()) }(); f() }
	try(func() { c.XORKeyStream(b[:2], b[1:4]) })
	try(func() { c.XORKeyStream(b[1:4], b[:3]) })
	try(func() { c.XORKeyStream(make([]byte, 2), make([]byte, 5)) })
	c.Reset()
	c.XORKeyStream(b, make([]byte, 9))
	fmt.Printf("%x\n", b)
	var z rc4.Cipher
	z.XORKeyStream(b, make([]byte, 9))
	fmt.Printf("%x\n", b)
	big := make([]byte, 300000)
	c, _ = rc4.NewCipher([]byte{1, 2, 3})
	c.XORKeyStream(big, big)
	fmt.Printf("%x\n", big[len(big)-8:])
	x, _ := rc4.NewCipher([]byte{1, 2, 3})
	for i := range 300000 {
		var o [1]byte
		x.XORKeyStream(o[:], o[:])
		if o[0] != big[i] {
			panic(i)
		}
	}
}

// Output:
// 0 false crypto/rc4: invalid key size 0
// 1 true <nil>
// 5 true <nil>
// 16 true <nil>
// 256 true <nil>
// 257 false crypto/rc4: invalid key size 257
// bbf316e8d900000000
// bbf316e8d940af0ad3
// a2b93e8f6f023a078e 194a2867b642950d5d
// crypto/rc4: invalid buffer overlap
// crypto/rc4: invalid buffer overlap
// runtime error: slice bounds out of range [:5] with capacity 2
// 000000000000000000
// 000000000000000000
// cf229639a562253e
