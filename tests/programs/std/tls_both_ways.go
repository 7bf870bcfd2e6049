// Both sides of a TLS connection write and read at the same time; a write that failed is not followed by another.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"sync"
	"time"
)

const size = 4 << 20

func certificate() tls.Certificate {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"host.test"}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// exchange writes size bytes, and reads as many meanwhile.
func exchange(c *tls.Conn) (wrote error, read int64, err error) {
	var writing sync.WaitGroup
	writing.Go(func() {
		part := make([]byte, 5000)
		for left := size; left > 0 && wrote == nil; left -= len(part) {
			part = part[:min(left, len(part))]
			_, wrote = c.Write(part)
		}
		if wrote == nil {
			wrote = c.CloseWrite()
		}
	})
	read, err = io.Copy(io.Discard, c)
	writing.Wait()
	return wrote, read, err
}

func main() {
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate()}})
	if err != nil {
		panic(err)
	}
	dial := func() *tls.Conn {
		c, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			panic(err)
		}
		return c
	}
	ended := make(chan bool)
	go func() {
		c, _ := l.Accept()
		fmt.Println(exchange(c.(*tls.Conn)))
		ended <- true
		c, _ = l.Accept()
		c.(*tls.Conn).Handshake()
		<-ended
		c.Close()
	}()
	c := dial()
	wrote, read, err := exchange(c)
	<-ended
	fmt.Println(wrote, read, err)
	c = dial()
	c.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
	for err = nil; err == nil; {
		_, err = c.Write(make([]byte, 1<<20))
	}
	fmt.Println(os.IsTimeout(err))
	c.SetWriteDeadline(time.Time{})
	_, err = c.Write([]byte("more"))
	fmt.Println(err.(net.Error) != nil)
	ended <- true
}

// Output:
// <nil> 4194304 <nil>
// <nil> 4194304 <nil>
// true
// true
