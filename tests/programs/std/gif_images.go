package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"maps"
	"math/rand"
	"slices"
	"strings"
)

var rnd = rand.New(rand.NewSource(1))

func random(r image.Rectangle, p color.Palette) *image.Paletted {
	m := image.NewPaletted(r, p)
	for i := range m.Pix {
		m.Pix[i] = uint8(rnd.Intn(len(p)))
		if i > 0 && rnd.Intn(3) > 0 {
			m.Pix[i] = m.Pix[i-1]
		}
	}
	return m
}

// tried is what reading the data as a file in all three ways gives.
func tried(data []byte) string {
	g, err := gif.DecodeAll(bytes.NewReader(data))
	_, err1 := gif.Decode(bytes.NewReader(data))
	c, err2 := gif.DecodeConfig(bytes.NewReader(data))
	p, _ := c.ColorModel.(color.Palette)
	if err != nil || err1 != nil {
		return fmt.Sprint(err, "; ", err1, "; ", err2, " ", len(p))
	}
	h := fnv.New64a()
	for _, m := range g.Image {
		fmt.Fprint(h, *m)
	}
	return fmt.Sprint(len(g.Image), g.Delay, g.Disposal, g.LoopCount, g.BackgroundIndex, c.Width, c.Height, len(p), h.Sum64())
}

type few struct{}

func (few) Quantize(p color.Palette, m image.Image) color.Palette {
	return append(p, color.Black, color.White, color.RGBA{200, 100, 50, 255})
}

func written(name string, write func(b *bytes.Buffer) error) []byte {
	var b bytes.Buffer
	var err error
	func() {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic")
			}
		}()
		err = write(&b)
	}()
	h := fnv.New64a()
	h.Write(b.Bytes())
	fmt.Printf("%s %v %d %x\n", name, err, b.Len(), h.Sum64())
	if err == nil {
		fmt.Println(tried(b.Bytes()))
	}
	return b.Bytes()
}

func main() {
	small := color.Palette{color.Black, color.White, color.RGBA{1, 2, 3, 255}, color.RGBA{}, color.Gray{7}}
	var last []byte
	for i, m := range []image.Image{
		random(image.Rect(0, 0, 9, 7), small), random(image.Rect(3, 4, 30, 20), palette.Plan9), random(image.Rect(0, 0, 2, 1), small[:1]),
		random(image.Rect(0, 0, 3, 3), small[:2]), random(image.Rect(0, 0, 40, 30), palette.WebSafe).SubImage(image.Rect(4, 5, 20, 21)),
		image.NewPaletted(image.Rect(0, 0, 2, 2), nil), image.NewPaletted(image.Rect(0, 0, 2, 2), make(color.Palette, 2)), image.NewPaletted(image.Rect(0, 0, 2, 2), make(color.Palette, 400)),
		image.NewGray(image.Rect(0, 0, 1<<16, 1)), image.NewRGBA(image.Rect(0, 0, 0, 0)), gradient(),
	} {
		for j, o := range []*gif.Options{nil, {NumColors: 20}, {NumColors: 3, Quantizer: few{}}, {NumColors: 999, Drawer: draw.Src}} {
			last = written(fmt.Sprint("one ", i, j), func(b *bytes.Buffer) error { return gif.Encode(b, m, o) })
		}
	}
	frames := []*image.Paletted{random(image.Rect(0, 0, 9, 7), small), random(image.Rect(2, 1, 5, 7), palette.WebSafe), random(image.Rect(1, 1, 4, 3), small[:3]), random(image.Rect(1, 1, 4, 3), color.Palette{color.Black, color.White, color.RGBA{}})}
	for i, g := range []*gif.GIF{
		{Image: frames, Delay: []int{1, 0, 300, 4}},
		{Image: frames, Delay: []int{1, 0, 300, 4}, LoopCount: -1, Disposal: []byte{1, 2, 3, 0}},
		{Image: frames, Delay: []int{1, 0, 300, 4}, LoopCount: 7, BackgroundIndex: 2, Config: image.Config{ColorModel: small, Width: 20, Height: 30}},
		{Image: frames, Delay: []int{1, 0, 300, 4}, Config: image.Config{Width: 3, Height: 30}},
		{Image: frames, Delay: []int{1}}, {Image: frames, Delay: []int{1, 0, 300, 4}, Disposal: []byte{1}}, {},
		{Image: frames, Delay: []int{1, 0, 300, 4}, Config: image.Config{ColorModel: color.GrayModel, Width: 20, Height: 30}},
		{Image: []*image.Paletted{random(image.Rect(-1, 0, 3, 3), small)}, Delay: []int{0}},
	} {
		data := written(fmt.Sprint("all ", i), func(b *bytes.Buffer) error { return gif.EncodeAll(b, g) })
		if i == 2 {
			last = data
		}
	}
	said, all := map[string]int{}, fnv.New64a()
	note := func(what string) {
		fmt.Fprintln(all, what)
		if !strings.HasPrefix(what, "gif") && !strings.HasPrefix(what, "unexp") {
			what = "read"
		}
		what, _, _ = strings.Cut(what, ";")
		what, _, _ = strings.Cut(what, " 0x")
		said[what]++
	}
	for n := 0; n < len(last); n += 1 + n%7 {
		note(tried(last[:n]))
		for _, x := range []byte{1, 0x80} {
			bad := bytes.Clone(last)
			bad[n] ^= x
			note(tried(bad))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(said)) {
		fmt.Println(said[what], what)
	}
	fmt.Printf("%x\n", all.Sum64())
}

func gradient() image.Image {
	m := image.NewRGBA(image.Rect(-2, -3, 30, 20))
	for i := range m.Pix {
		m.Pix[i] = uint8(i / 3)
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

// Output:
// one 0 0 <nil> 79 60e1e541344b878e
// 1 [0] [0] -1 0 9 7 8 9869323593565254183
// one 0 1 <nil> 79 60e1e541344b878e
// 1 [0] [0] -1 0 9 7 8 9869323593565254183
// one 0 2 <nil> 51 297dbcf5a2768e83
// 1 [0] [0] -1 0 9 7 4 16324922691364207562
// one 0 3 <nil> 79 60e1e541344b878e
// 1 [0] [0] -1 0 9 7 8 9869323593565254183
// one 1 0 <nil> 1137 8eb64c3bca93ba1e
// 1 [0] [0] -1 0 27 16 256 3861134370271676410
// one 1 1 <nil> 352 4ed60216cf940a64
// 1 [0] [0] -1 0 27 16 32 5442785329220855955
// one 1 2 <nil> 147 aa74ca127d92069c
// 1 [0] [0] -1 0 27 16 4 3411568991738618482
// one 1 3 <nil> 1137 8eb64c3bca93ba1e
// 1 [0] [0] -1 0 27 16 256 3861134370271676410
// one 2 0 <nil> 35 f895925793af716c
// 1 [0] [0] -1 0 2 1 2 16216580126004507929
// one 2 1 <nil> 35 f895925793af716c
// 1 [0] [0] -1 0 2 1 2 16216580126004507929
// one 2 2 <nil> 35 f895925793af716c
// 1 [0] [0] -1 0 2 1 2 16216580126004507929
// one 2 3 <nil> 35 f895925793af716c
// 1 [0] [0] -1 0 2 1 2 16216580126004507929
// one 3 0 <nil> 37 2cad92d8dc02f3e0
// 1 [0] [0] -1 0 3 3 2 5513501899444212889
// one 3 1 <nil> 37 2cad92d8dc02f3e0
// 1 [0] [0] -1 0 3 3 2 5513501899444212889
// one 3 2 <nil> 37 2cad92d8dc02f3e0
// 1 [0] [0] -1 0 3 3 2 5513501899444212889
// one 3 3 <nil> 37 2cad92d8dc02f3e0
// 1 [0] [0] -1 0 3 3 2 5513501899444212889
// one 4 0 <nil> 1005 ec1944b4960b9e8b
// 1 [0] [0] -1 0 16 16 256 5550426143497655574
// one 4 1 <nil> 267 dea64ed4d3b207c
// 1 [0] [0] -1 0 16 16 32 5791421268589078060
// one 4 2 <nil> 109 cef700acea1b4fb6
// 1 [0] [0] -1 0 16 16 4 9084153377859266636
// one 4 3 <nil> 1005 ec1944b4960b9e8b
// 1 [0] [0] -1 0 16 16 256 5550426143497655574
// one 5 0 gif: cannot encode image block with empty palette 0 cbf29ce484222325
// one 5 1 gif: cannot encode image block with empty palette 0 cbf29ce484222325
// one 5 2 gif: cannot encode image block with empty palette 0 cbf29ce484222325
// one 5 3 gif: cannot encode image block with empty palette 0 cbf29ce484222325
// one 6 0 gif: cannot encode color table with nil entries 0 cbf29ce484222325
// one 6 1 gif: cannot encode color table with nil entries 0 cbf29ce484222325
// one 6 2 gif: cannot encode color table with nil entries 0 cbf29ce484222325
// one 6 3 gif: cannot encode color table with nil entries 0 cbf29ce484222325
// one 7 0 panic 0 cbf29ce484222325
// one 7 1 panic 0 cbf29ce484222325
// one 7 2 panic 0 cbf29ce484222325
// one 7 3 panic 0 cbf29ce484222325
// one 8 0 gif: image is too large to encode 0 cbf29ce484222325
// one 8 1 gif: image is too large to encode 0 cbf29ce484222325
// one 8 2 gif: image is too large to encode 0 cbf29ce484222325
// one 8 3 gif: image is too large to encode 0 cbf29ce484222325
// one 9 0 <nil> 798 6aa22b5a67bf49f5
// 1 [0] [0] -1 0 0 0 256 16973280514952487743
// one 9 1 <nil> 125 ba94203ecd8f1644
// 1 [0] [0] -1 0 0 0 32 10564857545324494768
// one 9 2 <nil> 40 2005399d1a7a1061
// 1 [0] [0] -1 0 0 0 4 6315467426143306692
// one 9 3 <nil> 798 6aa22b5a67bf49f5
// 1 [0] [0] -1 0 0 0 256 16973280514952487743
// one 10 0 <nil> 1069 7a95b618fbf5585
// 1 [0] [0] -1 0 32 23 256 7085725487145348683
// one 10 1 <nil> 312 134c370db552260a
// 1 [0] [0] -1 0 32 23 32 12886607433294260635
// one 10 2 <nil> 174 44e7e7691cbc9d9
// 1 [0] [0] -1 0 32 23 4 6573794367236851918
// one 10 3 <nil> 1002 34d293bb9dd19460
// 1 [0] [0] -1 0 32 23 256 4813697484975790683
// all 0 <nil> 972 9f73e5df3d467c26
// 4 [1 0 300 4] [0 0 0 0] 0 0 9 7 0 8274406234871579068
// all 1 <nil> 961 b6168c62c29ebee8
// 4 [1 0 300 4] [1 2 3 0] -1 0 9 7 0 8274406234871579068
// all 2 <nil> 948 bd73e37b1805ccd1
// 4 [1 0 300 4] [0 0 0 0] 7 2 20 30 8 15371310197442592594
// all 3 gif: image block is out of bounds 0 cbf29ce484222325
// all 4 gif: mismatched image and delay lengths 0 cbf29ce484222325
// all 5 gif: mismatched image and disposal lengths 0 cbf29ce484222325
// all 6 gif: must provide at least one image 0 cbf29ce484222325
// all 7 gif: GIF color model must be a color.Palette 0 cbf29ce484222325
// all 8 gif: image block is too large to encode 0 cbf29ce484222325
// 7 gif: can't read graphic control: unexpected EOF
// 16 gif: can't read image descriptor: unexpected EOF
// 1 gif: can't recognize format "FIF89a"
// 1 gif: can't recognize format "GHF89a"
// 1 gif: can't recognize format "GIF99a"
// 1 gif: can't recognize format "GIF\xb89a"
// 1 gif: can't recognize format "G\xc9F89a"
// 1 gif: can't recognize format "\xc7IF89a"
// 22 gif: frame bounds larger than image bounds
// 1 gif: invalid graphic control extension block size: 132
// 1 gif: invalid graphic control extension block size: 5
// 2 gif: invalid graphic control extension block terminator: 1
// 2 gif: invalid graphic control extension block terminator: 128
// 31 gif: not enough image data
// 1 gif: pixel size in decode out of range: 249
// 1 gif: pixel size in decode out of range: 32
// 341 gif: reading color table: unexpected EOF
// 9 gif: reading extension: unexpected EOF
// 4 gif: reading frames: unexpected EOF
// 6 gif: reading header: unexpected EOF
// 8 gif: reading image data: lzw: invalid code
// 6 gif: reading image data: unexpected EOF
// 12 gif: too much image data
// 10 gif: unknown block type:
// 5 gif: unknown extension
// 730 read
// ea992596ac3c97cc
