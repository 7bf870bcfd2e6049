// A signature whose state is copied, if the hash function can do that.
package main

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
)

type plain struct{ hash.Hash }

func main() {
	for _, f := range []func() hash.Hash{md5.New, sha256.New} {
		h := hmac.New(f, []byte("key"))
		h.Write([]byte("a"))
		c, err := h.(hash.Cloner).Clone()
		h.Write([]byte("b"))
		c.Write([]byte("b"))
		fmt.Println(err, hmac.Equal(h.Sum(nil), c.Sum(nil)))
	}
	h := hmac.New(func() hash.Hash { return &plain{md5.New()} }, nil)
	_, err := h.(hash.Cloner).Clone()
	fmt.Println(errors.Is(err, errors.ErrUnsupported))
}

// Output:
// <nil> true
// <nil> true
// true
