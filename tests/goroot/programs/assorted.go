// Numbers, pictures, logs, databases, names: one use of each.
package main

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto"
	"encoding/json"
	"expvar"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"index/suffixarray"
	"log/slog"
	"math/big"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/netip"
	"net/textproto"
	"net/url"
	"os"
	"regexp/syntax"
	"bufio"
	"strings"
	"testing/fstest"
	"text/template"
	"io/fs"
)

func main() {
	n := new(big.Int)
	n.SetString("123456789012345678901234567890", 10)
	fmt.Println(n.Mul(n, n), n.ProbablyPrime(10), new(big.Rat).SetFrac64(6, 4), new(big.Float).SetPrec(200).Quo(big.NewFloat(1), big.NewFloat(3)))
	picture := image.NewRGBA(image.Rect(0, 0, 20, 10))
	for x := range 20 {
		picture.Set(x, x/2, color.RGBA{uint8(x * 12), 100, 200, 255})
	}
	var buf bytes.Buffer
	png.Encode(&buf, picture)
	decoded, kind, err := image.Decode(&buf)
	fmt.Println(kind, decoded.Bounds(), decoded.At(4, 2), err)
	jpeg.Encode(&buf, picture, nil)
	_, kind, err = image.DecodeConfig(&buf)
	fmt.Println(kind, err)
	buf.Reset()
	gif.Encode(&buf, picture, nil)
	_, kind, err = image.DecodeConfig(&buf)
	fmt.Println(kind, err)
	fmt.Println(html.EscapeString("<a&b>"), html.UnescapeString("&eacute;&#39;"))
	index := suffixarray.New([]byte("banana"))
	fmt.Println(len(index.Lookup([]byte("ana"), -1)))

	handler := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})
	logger := slog.New(handler).With("a", 1)
	logger.WithGroup("g").InfoContext(context.Background(), "hi there", "k", []int{1}, "e", os.ErrNotExist)

	block, _ := aes.NewCipher([]byte("0123456789abcdef"))
	gcm, _ := cipher.NewGCM(block)
	sealed := gcm.Seal(nil, make([]byte, 12), []byte("secret"), []byte("more"))
	opened, err := gcm.Open(nil, make([]byte, 12), sealed, []byte("more"))
	fmt.Printf("%x %s %v\n", sealed, opened, err)
	public, private, _ := ed25519.GenerateKey(rand.Reader)
	fmt.Println(ed25519.Verify(public, []byte("m"), ed25519.Sign(private, []byte("m"))))
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	hash := sha256.Sum256([]byte("m"))
	signature, err := ecdsa.SignASN1(rand.Reader, key, hash[:])
	fmt.Println(ecdsa.VerifyASN1(&key.PublicKey, hash[:], signature), err)
	big1, err := rsa.GenerateKey(rand.Reader, 1024)
	fmt.Println(err)
	if err == nil {
		s, err := rsa.SignPKCS1v15(nil, big1, crypto.SHA256, hash[:])
		fmt.Println(rsa.VerifyPKCS1v15(&big1.PublicKey, crypto.SHA256, hash[:], s), err)
	}
	u, err := url.Parse("https://a:b@[::1]:80/x%20y?q=1&q=2#f")
	fmt.Println(u.Host, u.Path, u.Query()["q"], u.User, err)
	address, err := mail.ParseAddress("Ann B <a@b.c>")
	fmt.Println(address, err)
	prefix := netip.MustParsePrefix("10.1.0.0/16")
	fmt.Println(prefix.Contains(netip.MustParseAddr("10.1.2.3")), prefix.Masked())
	kind, params, err := mime.ParseMediaType(`text/html; charset="utf-8"`)
	fmt.Println(kind, params, err, mime.TypeByExtension(".html"))
	buf.Reset()
	w := multipart.NewWriter(&buf)
	w.SetBoundary("xxx")
	w.WriteField("f", "v")
	w.Close()
	form, err := multipart.NewReader(&buf, "xxx").ReadForm(1000)
	fmt.Println(form.Value, err)
	header, err := textproto.NewReader(bufio.NewReader(strings.NewReader("a-b: c\r\n\r\n"))).ReadMIMEHeader()
	fmt.Println(header, err)
	re, err := syntax.Parse("a(b|c)*", syntax.Perl)
	fmt.Println(re, err)
	files := fstest.MapFS{"a/b.txt": {Data: []byte("x")}}
	fmt.Println(fstest.TestFS(files, "a/b.txt"))
	names, err := fs.Glob(files, "*/*.txt")
	fmt.Println(names, err)
	expvar.NewInt("count").Add(3)
	fmt.Println(expvar.Get("count"))
	template.Must(template.New("").Parse("{{range .}}{{.}},{{end}}\n")).Execute(os.Stdout, []int{1, 2})
	out, _ := json.Marshal(map[string]any{"a": n})
	fmt.Println(string(out))
}
