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
	"encoding/base64"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
)

// packed are streams that Python's bz2 has made.
var packed = []string{
	"QlpoOTFBWSZTWYvfQA4AABTZgAAQQAQQABJkwBAgADEDQNARUAaephpyNh86eoWHbGkIIRj8XckU4UJCL30AOA==",
	"QlpoMTFBWSZTWZE4NoQAA3/RAHgQQAA/wGAHH1ejqVarTM7rfZ3TbPth2ZVYap+TQTKkEU/EaaSkgim2nqJ6iA1T9MJT1UxCJvVPKaaRg1PCBSU0oAeGm/5dyDPnTf9/YP9iqFfyqrD0/BNk6TSqI1zkCNhATaFFilYzIGbxyt4YsHGscEMLf5IUYcOn8l6mW9PEaRTXVyDHtSAZHy6uOyTVEOwXEvkp4GqNjAjO+YJJykj4DwJ3bbIX1uiDHfOtP1dkDviRrzs6Mh33E2RZh9yhDlnn4Dws3e7goMGGl2OADwzIrzJtbDFMYhWG5YN9l6IiXWG3Fe0RNKwioxsWwBgVvzjKjmerVu1LVC7wWZ3EF7FZoRNsRCjVnWwd7aeDSTQqcODsQlMzMdCyaWbeSt28gmc85rB9jMb1S9N0au3AsnWGeH3IW0fG0CRUTcDJ9nc1xxpILeTuMbHx+vAeshhfSyB3LRwqDYW++6/nDVR7sh6sZSHuR7con1RskPBQyJ7jBysyDjBAitOYegSq6NFrKDb24WN7SjbS+IMQHZWg26AhONb3WjR3a3Ky2pVCutJNXGo+1+oOvyH31I9qh8xYOMUt9O9RoOpWraq3zw1nIIUhhJzcy6xBMjjGa0cbQOXYssR2pHWX8+NRgwzrrMhTrtYEGvp1asnhxUXYg680xCG7TFzmq1iGznIN5nVoKBNx0WKjhCL5Bkb1BdmOKlrcp818g0bq2eQjym4kEufRWIOGp1pUJdoU23CiweLHpzTWqXHCIHzsqJ5xWXAROnULylvW7KFb+KGYalDkYOo+MiBbiPrqs/XzozkroffhzgXs7n8G19uDoUp+KshFkApenzZPCUBuFWRWLjDdckWbSiN9kJriifWeMyq+ocZn1MS+gfdWuewewUayjjgjxBNn7haZuzXiluHeVjkHi9fRzsObzG8KQS5YFqttSpb2JMIzJVcSmL3AaIpGB8ygvTp2zcAeRnK2rNyhRHlEvjv6+2b5Mq9t/uf6Z+jUjR2wfHGPSEL8thx+XrdH7F6EQItsGlwP7xARv5eJDrbnhWqpb9tO5hCWODLKHVfxwycnp+ImFu0bNQGj+Wjx1Em168bRObgiP2i3RWKtyjJH0cxByJsIXiw+wiG/reGuCFLJGfDt59fzfbzngmhBwizx3LjfBd6JckExq0GzgMA8cPgOLkTRT7rQr3X2YRRZ+vTfGobS3AlqZxQm1AyKM0KEXaGn2kF3JDVuCxXqpBnzFYu+NDspjOr7tvwr5CjNqxuZDgZbAyfCLzdwJtQ9orTTmpvUZTIJSoaV+ujsybUS/bn3v1eT6jFZXNTakv02WGg4Yhb25NrIBPWqi8SzhC5a4ziQpCLdmtBYIqUJFmHkwWPxEuMK07bZjbHxZGlUuOnayT2Z9YmZ0i4xgrGHAgcfQCqWavIq7fVHrRBhor1UjcGS7s1J+4h4n47mTaTlUVZTd0G72L/jJiSSuLEHWCuOO/UJl3m3Xfyl8M/o54pOCqwmt/fiq9eLcKHz007iyY8bBKkbK54CCGrT8d7jMMijpvl4M9NOxHHHR0lr0MJBf0X2Os+jG8jebMKSCXzZGcsMDDcGjMTTbuzW2cO6JnzfDReMrO5nd3Vy8iIfLAtS9pXYMghqdZ0GmKUIh6R0mrCuLA6L57nCSl1vo/DvEYFt1ZmK64qFAKl6fp01rwezBL1v2aoIhZRBOKlADONItIWZvpckmQQcCGf4u5IpwoSEicG0IA==",
	"QlpoORdyRThQkAAAAABCWmg5MUFZJlNZnMSHJwAAAYCBgEAAgAAIIAAgqm1BmLqDxdyRThQkJzEhycA=",
}

func bzip2s(p *prober) {
	var streams [][]byte
	for _, s := range packed {
		b, _ := base64.StdEncoding.DecodeString(s)
		streams = append(streams, b)
	}
	for i := range p.count {
		s := streams[i%len(streams)]
		if i >= len(streams) {
			s = p.mutated(s, "BZh19\x00\xff\x31\x17")
		}
		p.read("bzip2", s, func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil })
	}
}

// read reads a stream to its end or an error, and once more.
func (p *prober) read(name string, s []byte, open func(io.Reader) (io.Reader, error)) {
	p.try(fmt.Sprintf("%s %x", name, s[:min(len(s), 300)]), func() []any {
		r, err := open(bytes.NewReader(s))
		if err != nil {
			return []any{"open", err}
		}
		b, err := io.ReadAll(io.LimitReader(r, 1<<20))
		n, again := r.Read(make([]byte, 10))
		result := []any{len(b), err, n, again}
		if c, ok := r.(io.Closer); ok {
			result = append(result, c.Close())
		}
		return result
	})
}

func compressed(f func(io.Writer) io.WriteCloser) []byte {
	var b bytes.Buffer
	w := f(&b)
	io.WriteString(w, strings.Repeat("what is compressed, what is not; ", 20))
	w.Close()
	return b.Bytes()
}

func streams(p *prober) {
	flated := compressed(func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, 6); return z })
	fixed := []byte("\xcaH\xcd\xc9\xc9W(\xcf/\xcaIQ\x00\x11\x00\x04\x00\x00\xff\xff")
	gzipped := compressed(func(w io.Writer) io.WriteCloser {
		z := gzip.NewWriter(w)
		z.Name, z.Comment, z.Extra = "n", "c", []byte("x")
		return z
	})
	zlibbed := compressed(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
	withDict := compressed(func(w io.Writer) io.WriteCloser { z, _ := zlib.NewWriterLevelDict(w, 6, []byte("dict")); return z })
	lzwed := compressed(func(w io.Writer) io.WriteCloser { return lzw.NewWriter(w, lzw.LSB, 8) })
	m := image.NewPaletted(image.Rect(0, 0, 9, 7), []colorType{gray(0), gray(100), gray(255)})
	for i := range m.Pix {
		m.Pix[i] = byte(i % 3)
	}
	var pngs, gifs, jpegs, zips, tars bytes.Buffer
	png.Encode(&pngs, m)
	gif.Encode(&gifs, m, nil)
	jpeg.Encode(&jpegs, m, nil)
	z := zip.NewWriter(&zips)
	f, _ := z.Create("name")
	io.WriteString(f, strings.Repeat("in the archive ", 9))
	z.SetComment("c")
	z.Close()
	t := tar.NewWriter(&tars)
	t.WriteHeader(&tar.Header{Name: "name", Size: 5, Mode: 0o600, PAXRecords: map[string]string{"K.v": "x"}})
	io.WriteString(t, "bytes")
	t.Close()
	for range p.count {
		p.read("flate", p.mutated(flated, "\x00\xff"), func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil })
		p.read("fixed", p.mutated(fixed, "\x00\xff"), func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil })
		p.read("gzip", p.mutated(gzipped, "\x1f\x8b\x00"), func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) })
		p.read("zlib", p.mutated(zlibbed, "\x78\x9c"), func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) })
		p.read("zlibdict", p.mutated(withDict, "\x78"), func(r io.Reader) (io.Reader, error) { return zlib.NewReaderDict(r, []byte("dict")) })
		p.read("lzw", p.mutated(lzwed, "\x00"), func(r io.Reader) (io.Reader, error) { return lzw.NewReader(r, lzw.LSB, 8), nil })
		p.picture("png", p.mutated(pngs.Bytes(), "\x00\xffIDAT"))
		p.picture("gif", p.mutated(gifs.Bytes(), "\x00\xff,;!"))
		p.picture("jpeg", p.mutated(jpegs.Bytes(), "\x00\xff\xd8\xda\xc0\xc4"))
		p.zip(p.mutated(zips.Bytes(), "PK\x01\x02\x05\x06"))
		p.tar(p.mutated(tars.Bytes(), "\x000 7x"))
	}
	for _, n := range []int{-1, 0, 1, 9, 13} {
		p.try("lzw width", func() []any {
			w := lzw.NewWriter(io.Discard, lzw.LSB, n)
			_, err := w.Write([]byte("abc"))
			_, rerr := lzw.NewReader(strings.NewReader("abc"), lzw.MSB, n).Read(make([]byte, 1))
			return []any{err, w.Close(), rerr}
		})
	}
	p.writers()
}

func (p *prober) picture(name string, s []byte) {
	p.try(fmt.Sprintf("%s %x", name, s[:min(len(s), 200)]), func() []any {
		m, format, err := image.Decode(bytes.NewReader(s))
		c, _, cerr := image.DecodeConfig(bytes.NewReader(s))
		var bounds any
		if m != nil {
			bounds = m.Bounds()
		}
		return []any{format, bounds, err, c.Width, cerr}
	})
}

func (p *prober) zip(s []byte) {
	p.try(fmt.Sprintf("zip %x", s), func() []any {
		r, err := zip.NewReader(bytes.NewReader(s), int64(len(s)))
		result := []any{err}
		if r == nil {
			return result
		}
		for _, f := range r.File {
			o, err := f.Open()
			result = append(result, fmt.Sprintf("%q %d %d", f.Name, f.Method, f.UncompressedSize64), err)
			if err == nil {
				b, err := io.ReadAll(o)
				result = append(result, len(b), err)
			}
		}
		_, err = r.Open("../x")
		return append(result, r.Comment, err)
	})
}

func (p *prober) tar(s []byte) {
	p.try(fmt.Sprintf("tar %x", bytes.ReplaceAll(s, make([]byte, 16), []byte("_"))), func() []any {
		r := tar.NewReader(bytes.NewReader(s))
		var result []any
		for range 4 {
			h, err := r.Next()
			result = append(result, err)
			if err != nil {
				break
			}
			b, err := io.ReadAll(io.LimitReader(r, 10000))
			result = append(result, fmt.Sprintf("%q %d %c", h.Name, h.Size, h.Typeflag), len(b), err)
		}
		return result
	})
}

// writers uses writers wrongly.
func (p *prober) writers() {
	for level := -4; level < 12; level++ {
		_, a := flate.NewWriter(nil, level)
		_, b := gzip.NewWriterLevel(nil, level)
		_, c := zlib.NewWriterLevel(nil, level)
		p.say(level, a, b, c)
	}
	p.try("tar", func() []any {
		t := tar.NewWriter(io.Discard)
		long := strings.Repeat("x", 300)
		result := []any{t.WriteHeader(&tar.Header{Name: long, Format: tar.FormatUSTAR}), t.WriteHeader(&tar.Header{Name: "a\x00b"}), t.WriteHeader(&tar.Header{Name: "n", Size: -1}),
			t.WriteHeader(&tar.Header{Name: "n", Uid: 1 << 40, Format: tar.FormatUSTAR}), t.WriteHeader(&tar.Header{Name: "n", PAXRecords: map[string]string{"a=b": "c"}}),
			t.WriteHeader(&tar.Header{Name: "n", Typeflag: 'Z', PAXRecords: map[string]string{"K": "v"}, Format: tar.FormatGNU})}
		result = append(result, t.WriteHeader(&tar.Header{Name: "n", Size: 2}))
		_, err := t.Write([]byte("abc"))
		return append(result, err, t.Close(), t.WriteHeader(&tar.Header{Name: "z"}), t.Flush())
	})
	p.try("tar missing", func() []any {
		t := tar.NewWriter(io.Discard)
		return []any{t.WriteHeader(&tar.Header{Name: "n", Size: 2}), t.WriteHeader(&tar.Header{Name: "m"}), t.Close()}
	})
	p.try("zip", func() []any {
		z := zip.NewWriter(io.Discard)
		_, a := z.CreateHeader(&zip.FileHeader{Name: "x", Method: 99})
		f, b := z.Create("y")
		_, c := z.Create("dir/")
		_, d := f.Write([]byte("late"))
		e := z.SetComment(strings.Repeat("c", 70000))
		_, g := z.CreateHeader(&zip.FileHeader{Name: strings.Repeat("n", 70000)})
		return []any{a, b, c, d, e, g, z.Close(), z.Close()}
	})
	p.try("png", func() []any {
		return []any{png.Encode(io.Discard, image.NewGray(image.Rect(0, 0, 0, 1))), gif.Encode(io.Discard, image.NewGray(image.Rect(0, 0, 70000, 1)), nil), jpeg.Encode(io.Discard, image.NewGray(image.Rect(0, 0, 70000, 1)), nil), gif.EncodeAll(io.Discard, &gif.GIF{}), gif.EncodeAll(io.Discard, &gif.GIF{Image: []*image.Paletted{nil}})}
	})
}
