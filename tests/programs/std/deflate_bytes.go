package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
)

// The bytes are Go's at all levels, and so are the writes in which they come.

type writes struct {
	bytes.Buffer
	sizes []int
}

func (w *writes) Write(p []byte) (int, error) {
	w.sizes = append(w.sizes, len(p))
	return w.Buffer.Write(p)
}

func text(n int) []byte {
	words := strings.Fields("a goroutine that waits for a channel is parked until another goroutine sends or closes it")
	var b []byte
	for x := uint32(1); len(b) < n; x = x*1664525 + 1013904223 {
		b = append(append(b, words[x>>16%uint32(len(words))]...), ' ')
		if x>>28 == 0 {
			b = fmt.Append(b, x, '\n')
		}
	}
	return b[:n]
}

func main() {
	data := text(200_000)
	for level := -2; level <= 9; level++ {
		var out writes
		w, _ := flate.NewWriterDict(&out, level, data[1000:3000])
		w.Write(data[:70_000])
		before := out.Len()
		w.Flush()
		for _, b := range bytes.SplitAfter(data[70_000:], []byte{' '}) {
			w.Write(b)
		}
		w.Close()
		fmt.Println(level, before, out.Len(), len(out.sizes), out.sizes[len(out.sizes)-3:], crc32.ChecksumIEEE(out.Bytes()))
		out = writes{}
		w.Reset(&out)
		w.Write(data[:900])
		w.Close()
		fmt.Println(out.sizes, crc32.ChecksumIEEE(out.Bytes()))
		w.Reset(&out)
		w.Write(data[:40])
		w.Close()
		got, err := io.ReadAll(flate.NewReaderDict(&out.Buffer, data[1000:3000]))
		fmt.Println(bytes.Equal(got, data[:900]), err)
	}
	files()
}

func files() {
	var out writes
	z := gzip.NewWriter(&out)
	z.Name, z.Comment, z.Extra = "name", "ÿ", []byte("extra")
	z.Write([]byte("hello, hello, hello, hello\n"))
	z.Close()
	fmt.Printf("%x %v\n", out.Bytes(), out.sizes)

	out = writes{}
	l, _ := zlib.NewWriterLevelDict(&out, 9, []byte("hello, world"))
	l.Write([]byte("hello, world; hello, world; hello, world; hello, world; hello, world"))
	l.Close()
	fmt.Printf("%x %v\n", out.Bytes(), out.sizes)

	out = writes{}
	a := zip.NewWriter(&out)
	f, _ := a.Create("file")
	f.Write(text(5000))
	a.Close()
	fmt.Println(out.Len(), crc32.ChecksumIEEE(out.Bytes()))

	out = writes{}
	m := image.NewRGBA(image.Rect(0, 0, 90, 60))
	for i := range 90 * 60 {
		m.Set(i%90, i/90, color.RGBA{uint8(i), uint8(i / 90), uint8(i * i), 255})
	}
	png.Encode(&out, m)
	fmt.Println(out.Len(), crc32.ChecksumIEEE(out.Bytes()))
}

// Output:
// -2 35233 107681 439 [247 246 16] 1762582221
// [246 246 32] 557097397
// true <nil>
// -1 14514 45658 187 [246 246 146] 3020719276
// [246 22] 3473483814
// true <nil>
// 0 65540 200027 15 [4 64465 2] 425862780
// [1 4 900 2] 3871015174
// true <nil>
// 1 16728 52252 215 [246 246 81] 2355520291
// [246 44] 4246831439
// true <nil>
// 2 16482 51452 211 [246 246 78] 3482630435
// [246 40] 1575378606
// true <nil>
// 3 16482 51552 211 [246 246 141] 3933366763
// [246 43] 884831124
// true <nil>
// 4 15498 48371 199 [246 246 14] 729909559
// [246 29] 1728585800
// true <nil>
// 5 15006 46787 192 [246 246 136] 579422919
// [246 20] 1557602982
// true <nil>
// 6 14514 45658 187 [246 246 146] 3020719276
// [246 22] 3473483814
// true <nil>
// 7 0 43457 178 [246 246 232] 1860882939
// [246 1] 3647987803
// true <nil>
// 8 0 41403 171 [246 246 69] 3349561862
// [246] 1044250614
// true <nil>
// 9 0 39373 162 [246 246 71] 1550871249
// [246] 1044250614
// true <nil>
// 1f8b081c0000000000ff050065787472616e616d6500ff00001b00e4ff68656c6c6f2c2068656c6c6f2c2068656c6c6f2c2068656c6c6f0a03004b21a1291b000000 [10 2 5 1 1 1 1 4 27 2 8]
// 78f91d54048942665b2b90c7030c003e7d1815 [2 4 9 4]
// 1460 3151385906
// 1007 405915037
