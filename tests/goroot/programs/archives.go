// Compression and archives.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"compress/lzw"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

func main() {
	text := strings.Repeat("the quick brown fox. ", 200)
	var buf bytes.Buffer
	gz, _ := gzip.NewWriterLevel(&buf, 9)
	gz.Name = "fox.txt"
	io.WriteString(gz, text)
	fmt.Println(gz.Close(), buf.Len() < len(text)/10)
	r, err := gzip.NewReader(&buf)
	back, err2 := io.ReadAll(r)
	fmt.Println(err, err2, r.Name, string(back) == text)

	buf.Reset()
	zw := zlib.NewWriter(&buf)
	io.WriteString(zw, text)
	zw.Close()
	fmt.Println(buf.Len() < len(text)/10)
	zr, _ := zlib.NewReader(&buf)
	back, _ = io.ReadAll(zr)
	fmt.Println(string(back) == text)

	buf.Reset()
	fw, _ := flate.NewWriter(&buf, flate.BestSpeed)
	io.WriteString(fw, text)
	fw.Close()
	back, err = io.ReadAll(flate.NewReader(&buf))
	fmt.Println(string(back) == text, err)

	buf.Reset()
	lw := lzw.NewWriter(&buf, lzw.LSB, 8)
	io.WriteString(lw, text)
	lw.Close()
	fmt.Println(buf.Len())

	packed, _ := hex.DecodeString("425a68393141592653594eece83600000251800010400006449080200031064c4101a7a9a580bb9431f8bb9229c28482776741b0")
	plain, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(packed)))
	fmt.Printf("%q %v\n", plain, err)

	buf.Reset()
	tw := tar.NewWriter(&buf)
	for _, name := range []string{"a.txt", "dir/b.txt"} {
		tw.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(name))})
		io.WriteString(tw, name)
	}
	tw.Close()
	tr := tar.NewReader(&buf)
	for {
		h, err := tr.Next()
		if err != nil {
			fmt.Println(err)
			break
		}
		data, _ := io.ReadAll(tr)
		fmt.Println(h.Name, h.Size, string(data))
	}

	buf.Reset()
	w := zip.NewWriter(&buf)
	f, _ := w.Create("x/y.txt")
	io.WriteString(f, text)
	w.SetComment("c")
	w.Close()
	z, err := zip.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	fmt.Println(err, z.Comment, z.File[0].Name, z.File[0].UncompressedSize64)
	rc, _ := z.File[0].Open()
	back, err = io.ReadAll(rc)
	fmt.Println(string(back) == text, err)
	_, err = zip.NewReader(bytes.NewReader([]byte("no zip")), 6)
	fmt.Println(err)
}
