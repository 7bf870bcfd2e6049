// A certificate is checked although nothing mentions a hash function.
package main

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"time"
)

const text = `-----BEGIN CERTIFICATE-----
MIIDHzCCAgegAwIBAgIUem5oqXQrDBA8s1/Hyyn/xnOkuegwDQYJKoZIhvcNAQEL
BQAwFDESMBAGA1UEAwwJaG9zdC50ZXN0MB4XDTI2MTEyNDAwMTE0MFoXDTI2MTIy
NDAwMTE0MFowFDESMBAGA1UEAwwJaG9zdC50ZXN0MIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEA1+2/TrcVUB0QPjk2efPyAGWEACk5ITkIZ/+WBW+0tdIT
VujyjOHsj7sPF8boeR7LPU0QPPI4u8ioSsbohkI7+HJ2INRqTKoKZaL7hz5CBZZv
g0yH+fCUOzzYpTyoR6mJf3mGK4HNPGmWtsz3Abwfu9GGWgfGo3XX2O3zNFhz/q8J
SWOVO22a9NazGYHbx8sb9Llqlw0fl9fMPVE1nXATKH4xDTQklto6bY6CY6CdrIQG
z1rZest8PGKSwf76EExR6wWD+e0pBgYXHw1Z4BTortmqUtfmbBbjtlrZ2OJ0urXi
1/x70Ymnn2Y95+BtWdOvCTJfJYITeM5Supqy8moeMwIDAQABo2kwZzAdBgNVHQ4E
FgQU0MEyUe1aJGTST88NhXh6DTnpKrowHwYDVR0jBBgwFoAU0MEyUe1aJGTST88N
hXh6DTnpKrowDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglob3N0LnRlc3Qw
DQYJKoZIhvcNAQELBQADggEBAI0YSrJiphvOFIbTpbhYCM06iUkwYjjT1hFR5YxC
dKn4mwlJJ72P6F0/+Ms13ni1QL76R3TWUBCS27b6QK86P/y95RtW9h1E2hkjmfR9
2+5C8ddOwRJJKCIucoLO3E7o4MxRG/bgFofIXjpYnZU4/DMAYMhtWa2mIsIEQbzM
iVV/YZrcXJk5PTFcPUT4/NpoQ8OpfPQyKu932GBcJQA866VIVVrx9ZfWiCwydeiI
wloobhcJZrHXrN3FVMH2wyCXZB4UG56N10M0ABhaXFu0f26VBOc/UsIzNMeRSGbV
dn4CHhmA6FU4nJgWWuT+t3bTyuZs7dqHll8Y+bH9kUqwPGc=
-----END CERTIFICATE-----
`

func main() {
	block, _ := pem.Decode([]byte(text))
	c, err := x509.ParseCertificate(block.Bytes)
	fmt.Println(err, c.Subject, c.SignatureAlgorithm, c.PublicKeyAlgorithm, c.CheckSignatureFrom(c))
	pool := x509.NewCertPool()
	pool.AddCert(c)
	chains, err := c.Verify(x509.VerifyOptions{Roots: pool, DNSName: "host.test", CurrentTime: c.NotBefore.Add(time.Hour)})
	fmt.Println(len(chains), err)
}

// Output:
// <nil> CN=host.test SHA256-RSA RSA <nil>
// 1 <nil>
