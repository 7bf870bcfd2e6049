package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/png"
	"math/rand"
)

var rnd = rand.New(rand.NewSource(1))

func sum(m image.Image) string {
	h := fnv.New64a()
	b := m.Bounds()
	for y := b.Min.Y - 1; y <= b.Max.Y; y++ {
		for x := b.Min.X - 1; x <= b.Max.X; x++ {
			fmt.Fprint(h, m.At(x, y))
			if m, ok := m.(image.RGBA64Image); ok {
				fmt.Fprint(h, m.RGBA64At(x, y))
			}
		}
	}
	o := ""
	if m, ok := m.(interface{ Opaque() bool }); ok {
		o = fmt.Sprint(m.Opaque())
	}
	return fmt.Sprintf("%T %v %s %x", m, b, o, h.Sum64())
}

func someColor() color.Color {
	n := func() uint8 { return uint8(rnd.Intn(256)) }
	a := n()
	if rnd.Intn(3) == 0 {
		a = 255
	}
	switch rnd.Intn(8) {
	case 0:
		return color.NRGBA{n(), n(), n(), a}
	case 1:
		return color.NRGBA64{uint16(rnd.Intn(65536)), uint16(rnd.Intn(65536)), uint16(rnd.Intn(65536)), uint16(rnd.Intn(65536))}
	case 2:
		return color.Gray{n()}
	case 3:
		return color.Gray16{uint16(rnd.Intn(65536))}
	case 4:
		return color.YCbCr{n(), n(), n()}
	case 5:
		return color.CMYK{n(), n(), n(), n()}
	case 6:
		return color.NYCbCrA{color.YCbCr{n(), n(), n()}, a}
	}
	return color.RGBA{n() / 2, n() / 2, n() / 2, 255}
}

func some(kind int, r image.Rectangle) draw.Image {
	var m draw.Image
	switch kind {
	case 0:
		m = image.NewRGBA(r)
	case 1:
		m = image.NewRGBA64(r)
	case 2:
		m = image.NewNRGBA(r)
	case 3:
		m = image.NewNRGBA64(r)
	case 4:
		m = image.NewAlpha(r)
	case 5:
		m = image.NewAlpha16(r)
	case 6:
		m = image.NewGray(r)
	case 7:
		m = image.NewGray16(r)
	case 8:
		m = image.NewCMYK(r)
	case 9:
		m = image.NewPaletted(r, palette.WebSafe)
	case 10:
		m = image.NewPaletted(r, color.Palette{color.Black, color.White, color.RGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 100}})
	case 11:
		m = opaqueImage{image.NewNRGBA(r)}
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			m.Set(x, y, someColor())
		}
	}
	return m
}

// An opaqueImage hides the methods of an image.
type opaqueImage struct{ m draw.Image }

func (o opaqueImage) ColorModel() color.Model     { return o.m.ColorModel() }
func (o opaqueImage) Bounds() image.Rectangle     { return o.m.Bounds() }
func (o opaqueImage) At(x, y int) color.Color     { return o.m.At(x, y) }
func (o opaqueImage) Set(x, y int, c color.Color) { o.m.Set(x, y, c) }

func chunk(b *bytes.Buffer, name string, body []byte) {
	binary.Write(b, binary.BigEndian, uint32(len(body)))
	b.WriteString(name)
	b.Write(body)
	binary.Write(b, binary.BigEndian, crc32.ChecksumIEEE(append([]byte(name), body...)))
}

type pool struct{ b *png.EncoderBuffer }

func (p *pool) Get() *png.EncoderBuffer  { return p.b }
func (p *pool) Put(b *png.EncoderBuffer) { p.b = b }

func try(name string, data []byte) {
	m, err := png.Decode(bytes.NewReader(data))
	c, err2 := png.DecodeConfig(bytes.NewReader(data))
	s := ""
	if err == nil {
		s = sum(m)
	}
	p, _ := c.ColorModel.(color.Palette)
	fmt.Println(name, s, err, c.Width, c.Height, len(p), err2)
}

// made is a PNG whose rows have random filters and bytes.
func made(width, height, depth, kind, interlace int, palette, trns []byte, extra int) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	h := binary.BigEndian.AppendUint32(nil, uint32(width))
	h = binary.BigEndian.AppendUint32(h, uint32(height))
	chunk(&b, "IHDR", append(h, byte(depth), byte(kind), 0, 0, byte(interlace)))
	chunk(&b, "tEXt", []byte("a comment"))
	if palette != nil {
		chunk(&b, "PLTE", palette)
	}
	if trns != nil {
		chunk(&b, "tRNS", trns)
	}
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	bits := depth * []int{1, 0, 3, 1, 2, 0, 4}[kind]
	passes := [][4]int{{0, 0, 1, 1}}
	if interlace == 1 {
		passes = [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
	}
	for _, p := range passes {
		for y := p[1]; y < height && width > p[0]; y += p[3] {
			row := make([]byte, 1+(bits*((width-p[0]+p[2]-1)/p[2])+7)/8)
			rnd.Read(row)
			for i := range row {
				if rnd.Intn(3) > 0 {
					row[i] = 1
				}
			}
			row[0] = byte(rnd.Intn(5))
			w.Write(row)
		}
	}
	w.Write(make([]byte, extra))
	w.Close()
	data := z.Bytes()
	for len(data) > 50 && width > 9 {
		chunk(&b, "IDAT", data[:50])
		data = data[50:]
	}
	chunk(&b, "IDAT", data)
	chunk(&b, "IEND", nil)
	return b.Bytes()
}

func main() {
	pal := make([]byte, 3*256)
	rnd.Read(pal)
	for _, size := range []image.Point{{1, 1}, {11, 9}} {
		for _, kind := range []int{0, 2, 3, 4, 6} {
			for _, depth := range []int{1, 2, 4, 8, 16} {
				if depth < 8 && kind != 0 && kind != 3 {
					continue
				}
				for interlace := range 2 {
					for t := range 2 {
						var p, trns []byte
						if kind == 3 {
							p = pal[:3*min(1<<depth, 7)]
						}
						if t == 1 {
							trns = [][]byte{{0, 1}, nil, {0, 1, 0, 1, 0, 1}, {9, 200, 3}, nil, nil, nil}[kind]
							if kind == 0 && depth == 16 || kind == 2 && depth == 16 {
								trns = bytes.Repeat([]byte{1}, len(trns))
							}
						}
						try(fmt.Sprint(size, kind, depth, interlace, t), made(size.X, size.Y, depth, kind, interlace, p, trns, 0))
					}
				}
			}
		}
	}
	try("more", made(4, 4, 8, 0, 0, nil, nil, 5))
	try("more", made(4, 4, 8, 0, 0, nil, nil, -0))
	try("palette", made(4, 4, 2, 3, 0, pal[:3*5], nil, 0))
	try("palette", made(4, 4, 2, 3, 0, pal[:4], nil, 0))
	try("palette", made(4, 4, 8, 0, 0, pal[:6], nil, 0))
	try("palette", made(4, 4, 8, 2, 0, pal[:6], nil, 0))
	try("nopalette", made(4, 4, 8, 3, 0, nil, nil, 0))
	try("trns", made(4, 4, 8, 2, 0, nil, pal[:5], 0))
	try("trns", made(4, 4, 8, 6, 0, nil, pal[:6], 0))
	try("trns", made(4, 4, 8, 3, 0, pal[:6], pal[:257], 0))
	try("trns", made(4, 4, 8, 3, 0, pal[:6], pal[:100], 0))
	try("zero", made(0, 4, 8, 0, 0, nil, nil, 0))
	try("kind", made(2, 2, 3, 0, 0, nil, nil, 0))
	try("interlace", made(2, 2, 8, 0, 3, nil, nil, 0))

	sources := []image.Image{image.NewRGBA(image.Rect(0, 0, 0, 0)), image.NewPaletted(image.Rect(0, 0, 2, 2), nil), image.Rect(0, 0, 5, 4),
		image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{}), image.NewPaletted(image.Rect(0, 0, 2, 2), make(color.Palette, 300))}
	for kind := range 12 {
		m := some(kind, image.Rect(-3, 2, 10, 9))
		sources = append(sources, m)
		if m, ok := m.(interface {
			SubImage(image.Rectangle) image.Image
		}); ok {
			sources = append(sources, m.SubImage(image.Rect(0, 5, 7, 9)))
		}
	}
	g := image.NewNRGBA(image.Rect(0, 0, 64, 40))
	for i := range g.Pix {
		g.Pix[i] = uint8(i / 7)
		if i%4 == 3 {
			g.Pix[i] = 255
		}
	}
	sources = append(sources, g, image.NewPaletted(image.Rect(0, 0, 9, 9), palette.Plan9))
	var p pool
	for i, m := range sources {
		for level := png.CompressionLevel(-1); level <= 0; level++ {
			var b bytes.Buffer
			e := png.Encoder{CompressionLevel: level, BufferPool: &p}
			func() {
				defer func() {
					if r := recover(); r != nil {
						fmt.Println(i, "panic")
						b.Reset()
					}
				}()
				fmt.Println(i, e.Encode(&b, m))
			}()
			if b.Len() > 30 {
				fmt.Println(b.Bytes()[:33])
			}
			try(fmt.Sprint("written ", i), b.Bytes())
			if level == 0 {
				m, name, err := image.Decode(&b)
				if err == nil {
					fmt.Println(m.Bounds())
				}
				fmt.Println(name, err)
			}
		}
	}
	_, _, err := image.Decode(bytes.NewReader([]byte("GIF89a")))
	fmt.Println(err)
	_, _, err = image.DecodeConfig(bytes.NewReader(nil))
	fmt.Println(err)

	data := made(9, 3, 8, 3, 0, pal[:30], pal[:3], 0)
	for n := range data {
		if n%4 == 0 {
			try(fmt.Sprint("cut ", n), data[:n])
		}
		mut := bytes.Clone(data)
		mut[n] ^= 0x41
		try(fmt.Sprint("bad ", n), mut)
	}
}

// Output:
// (1,1) 0 1 0 0 *image.Gray (0,0)-(1,1) true 630fb3b2adc9ec01 <nil> 1 1 0 <nil>
// (1,1) 0 1 0 1 *image.NRGBA (0,0)-(1,1) true 57f4ff35e2d6b0b9 <nil> 1 1 0 <nil>
// (1,1) 0 1 1 0 *image.Gray (0,0)-(1,1) true 630fb3b2adc9ec01 <nil> 1 1 0 <nil>
// (1,1) 0 1 1 1 *image.NRGBA (0,0)-(1,1) true 57f4ff35e2d6b0b9 <nil> 1 1 0 <nil>
// (1,1) 0 2 0 0 *image.Gray (0,0)-(1,1) true fdf7919b3edf82f9 <nil> 1 1 0 <nil>
// (1,1) 0 2 0 1 *image.NRGBA (0,0)-(1,1) true 57f4ff35e2d6b0b9 <nil> 1 1 0 <nil>
// (1,1) 0 2 1 0 *image.Gray (0,0)-(1,1) true fdf7919b3edf82f9 <nil> 1 1 0 <nil>
// (1,1) 0 2 1 1 *image.NRGBA (0,0)-(1,1) false 64be8c4aa56f05a4 <nil> 1 1 0 <nil>
// (1,1) 0 4 0 0 *image.Gray (0,0)-(1,1) true 630fb3b2adc9ec01 <nil> 1 1 0 <nil>
// (1,1) 0 4 0 1 *image.NRGBA (0,0)-(1,1) true 57f4ff35e2d6b0b9 <nil> 1 1 0 <nil>
// (1,1) 0 4 1 0 *image.Gray (0,0)-(1,1) true 630fb3b2adc9ec01 <nil> 1 1 0 <nil>
// (1,1) 0 4 1 1 *image.NRGBA (0,0)-(1,1) true 57f4ff35e2d6b0b9 <nil> 1 1 0 <nil>
// (1,1) 0 8 0 0 *image.Gray (0,0)-(1,1) true 6cbb22b93af69684 <nil> 1 1 0 <nil>
// (1,1) 0 8 0 1 *image.NRGBA (0,0)-(1,1) false 3ffd6d46d3504526 <nil> 1 1 0 <nil>
// (1,1) 0 8 1 0 *image.Gray (0,0)-(1,1) true b1038412d3255c38 <nil> 1 1 0 <nil>
// (1,1) 0 8 1 1 *image.NRGBA (0,0)-(1,1) true dc1ca8848fc63812 <nil> 1 1 0 <nil>
// (1,1) 0 16 0 0 *image.Gray16 (0,0)-(1,1) true 586c8b6c84133179 <nil> 1 1 0 <nil>
// (1,1) 0 16 0 1 *image.NRGBA64 (0,0)-(1,1) true 914bb53bb4a41525 <nil> 1 1 0 <nil>
// (1,1) 0 16 1 0 *image.Gray16 (0,0)-(1,1) true 953a90caba1b3ba1 <nil> 1 1 0 <nil>
// (1,1) 0 16 1 1 *image.NRGBA64 (0,0)-(1,1) true ea57634f91cc6eeb <nil> 1 1 0 <nil>
// (1,1) 2 8 0 0 *image.RGBA (0,0)-(1,1) true 6b647d40b75bd8d3 <nil> 1 1 0 <nil>
// (1,1) 2 8 0 1 *image.NRGBA (0,0)-(1,1) false 3ffd6d46d3504526 <nil> 1 1 0 <nil>
// (1,1) 2 8 1 0 *image.RGBA (0,0)-(1,1) true bfc789c74a4fd297 <nil> 1 1 0 <nil>
// (1,1) 2 8 1 1 *image.NRGBA (0,0)-(1,1) true c052a1aee449d606 <nil> 1 1 0 <nil>
// (1,1) 2 16 0 0 *image.RGBA64 (0,0)-(1,1) true c8ef09f38606fbcd <nil> 1 1 0 <nil>
// (1,1) 2 16 0 1 *image.NRGBA64 (0,0)-(1,1) true 4768d86775770251 <nil> 1 1 0 <nil>
// (1,1) 2 16 1 0 *image.RGBA64 (0,0)-(1,1) true 36a6c90c9a4c3b35 <nil> 1 1 0 <nil>
// (1,1) 2 16 1 1 *image.NRGBA64 (0,0)-(1,1) true 966931b9704e78a1 <nil> 1 1 0 <nil>
// (1,1) 3 1 0 0 *image.Paletted (0,0)-(1,1) true fd85171ebfebd426 <nil> 1 1 2 <nil>
// (1,1) 3 1 0 1 *image.Paletted (0,0)-(1,1) false fa7327b938a943f2 <nil> 1 1 3 <nil>
// (1,1) 3 1 1 0 *image.Paletted (0,0)-(1,1) true c33f0e813a39bad <nil> 1 1 2 <nil>
// (1,1) 3 1 1 1 *image.Paletted (0,0)-(1,1) false fa7327b938a943f2 <nil> 1 1 3 <nil>
// (1,1) 3 2 0 0 *image.Paletted (0,0)-(1,1) true c33f0e813a39bad <nil> 1 1 4 <nil>
// (1,1) 3 2 0 1 *image.Paletted (0,0)-(1,1) false fa7327b938a943f2 <nil> 1 1 4 <nil>
// (1,1) 3 2 1 0 *image.Paletted (0,0)-(1,1) true c33f0e813a39bad <nil> 1 1 4 <nil>
// (1,1) 3 2 1 1 *image.Paletted (0,0)-(1,1) false a2be30cc8d0775ce <nil> 1 1 4 <nil>
// (1,1) 3 4 0 0 *image.Paletted (0,0)-(1,1) true c33f0e813a39bad <nil> 1 1 7 <nil>
// (1,1) 3 4 0 1 *image.Paletted (0,0)-(1,1) false fa7327b938a943f2 <nil> 1 1 7 <nil>
// (1,1) 3 4 1 0 *image.Paletted (0,0)-(1,1) true ca4215e4b3ebbb79 <nil> 1 1 7 <nil>
// (1,1) 3 4 1 1 *image.Paletted (0,0)-(1,1) true dafddf037376c149 <nil> 1 1 7 <nil>
// (1,1) 3 8 0 0 *image.Paletted (0,0)-(1,1) true fd85171ebfebd426 <nil> 1 1 7 <nil>
// (1,1) 3 8 0 1 *image.Paletted (0,0)-(1,1) false 5a948af7a32ed9b <nil> 1 1 7 <nil>
// (1,1) 3 8 1 0 *image.Paletted (0,0)-(1,1) true fd85171ebfebd426 <nil> 1 1 7 <nil>
// (1,1) 3 8 1 1 *image.Paletted (0,0)-(1,1) false 5a948af7a32ed9b <nil> 1 1 7 <nil>
// (1,1) 3 16 0 0  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (1,1) 3 16 0 1  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (1,1) 3 16 1 0  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (1,1) 3 16 1 1  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (1,1) 4 8 0 0 *image.NRGBA (0,0)-(1,1) false 7f73add5c7865640 <nil> 1 1 0 <nil>
// (1,1) 4 8 0 1 *image.NRGBA (0,0)-(1,1) false 9e6f56b8e018b39a <nil> 1 1 0 <nil>
// (1,1) 4 8 1 0 *image.NRGBA (0,0)-(1,1) false 62160f79e14ad302 <nil> 1 1 0 <nil>
// (1,1) 4 8 1 1 *image.NRGBA (0,0)-(1,1) false 62160f79e14ad302 <nil> 1 1 0 <nil>
// (1,1) 4 16 0 0 *image.NRGBA64 (0,0)-(1,1) false 105c9b3ae89317cc <nil> 1 1 0 <nil>
// (1,1) 4 16 0 1 *image.NRGBA64 (0,0)-(1,1) false a21a8950a5f0558b <nil> 1 1 0 <nil>
// (1,1) 4 16 1 0 *image.NRGBA64 (0,0)-(1,1) false f64e24e4dea1b7e7 <nil> 1 1 0 <nil>
// (1,1) 4 16 1 1 *image.NRGBA64 (0,0)-(1,1) false eea2a815fd6d978f <nil> 1 1 0 <nil>
// (1,1) 6 8 0 0 *image.NRGBA (0,0)-(1,1) false c1cf9739e3f48882 <nil> 1 1 0 <nil>
// (1,1) 6 8 0 1 *image.NRGBA (0,0)-(1,1) false ca222a7fe4e97cc1 <nil> 1 1 0 <nil>
// (1,1) 6 8 1 0 *image.NRGBA (0,0)-(1,1) false 4b16bf73e5f7b329 <nil> 1 1 0 <nil>
// (1,1) 6 8 1 1 *image.NRGBA (0,0)-(1,1) false b5c1b59423b83053 <nil> 1 1 0 <nil>
// (1,1) 6 16 0 0 *image.NRGBA64 (0,0)-(1,1) false 3e824077ea57b7c1 <nil> 1 1 0 <nil>
// (1,1) 6 16 0 1 *image.NRGBA64 (0,0)-(1,1) false 8da13f7d24f4eb4d <nil> 1 1 0 <nil>
// (1,1) 6 16 1 0 *image.NRGBA64 (0,0)-(1,1) false 9d51ae2898aabbae <nil> 1 1 0 <nil>
// (1,1) 6 16 1 1 *image.NRGBA64 (0,0)-(1,1) false ca84f99a20e597a8 <nil> 1 1 0 <nil>
// (11,9) 0 1 0 0 *image.Gray (0,0)-(11,9) true f0130a93080b775d <nil> 11 9 0 <nil>
// (11,9) 0 1 0 1 *image.NRGBA (0,0)-(11,9) false 2176b6038596b181 <nil> 11 9 0 <nil>
// (11,9) 0 1 1 0 *image.Gray (0,0)-(11,9) true 9a14211e87d9e875 <nil> 11 9 0 <nil>
// (11,9) 0 1 1 1 *image.NRGBA (0,0)-(11,9) false 86ac81a9ac7dc0b9 <nil> 11 9 0 <nil>
// (11,9) 0 2 0 0 *image.Gray (0,0)-(11,9) true 61ba403d71f16044 <nil> 11 9 0 <nil>
// (11,9) 0 2 0 1 *image.NRGBA (0,0)-(11,9) false eb0ffa21657613a4 <nil> 11 9 0 <nil>
// (11,9) 0 2 1 0 *image.Gray (0,0)-(11,9) true 9874b57ba5f9d526 <nil> 11 9 0 <nil>
// (11,9) 0 2 1 1 *image.NRGBA (0,0)-(11,9) false b5f3291761430196 <nil> 11 9 0 <nil>
// (11,9) 0 4 0 0 *image.Gray (0,0)-(11,9) true b268ff8c47bb3601 <nil> 11 9 0 <nil>
// (11,9) 0 4 0 1 *image.NRGBA (0,0)-(11,9) false d5d063d5a20c5e0c <nil> 11 9 0 <nil>
// (11,9) 0 4 1 0 *image.Gray (0,0)-(11,9) true 1429f491da3e6dac <nil> 11 9 0 <nil>
// (11,9) 0 4 1 1 *image.NRGBA (0,0)-(11,9) false 6d24dc83aabb9127 <nil> 11 9 0 <nil>
// (11,9) 0 8 0 0 *image.Gray (0,0)-(11,9) true d1682236a39f4c84 <nil> 11 9 0 <nil>
// (11,9) 0 8 0 1 *image.NRGBA (0,0)-(11,9) false d5d98b4c532dfb52 <nil> 11 9 0 <nil>
// (11,9) 0 8 1 0 *image.Gray (0,0)-(11,9) true 6c517c9fd958e734 <nil> 11 9 0 <nil>
// (11,9) 0 8 1 1 *image.NRGBA (0,0)-(11,9) false 6f4f71f0fd9a30a <nil> 11 9 0 <nil>
// (11,9) 0 16 0 0 *image.Gray16 (0,0)-(11,9) true a10d9714e9038b5f <nil> 11 9 0 <nil>
// (11,9) 0 16 0 1 *image.NRGBA64 (0,0)-(11,9) false 4f20ac98f3a286c1 <nil> 11 9 0 <nil>
// (11,9) 0 16 1 0 *image.Gray16 (0,0)-(11,9) true 6ab91147d9664313 <nil> 11 9 0 <nil>
// (11,9) 0 16 1 1 *image.NRGBA64 (0,0)-(11,9) false b3cf1fab79bc7f8b <nil> 11 9 0 <nil>
// (11,9) 2 8 0 0 *image.RGBA (0,0)-(11,9) true 297a61bf056a54d3 <nil> 11 9 0 <nil>
// (11,9) 2 8 0 1 *image.NRGBA (0,0)-(11,9) false d47a8c0ba67ffec1 <nil> 11 9 0 <nil>
// (11,9) 2 8 1 0 *image.RGBA (0,0)-(11,9) true 3d202e9344cbf153 <nil> 11 9 0 <nil>
// (11,9) 2 8 1 1 *image.NRGBA (0,0)-(11,9) false 280a0385433f6647 <nil> 11 9 0 <nil>
// (11,9) 2 16 0 0 *image.RGBA64 (0,0)-(11,9) true f71a2290d22169bf <nil> 11 9 0 <nil>
// (11,9) 2 16 0 1 *image.NRGBA64 (0,0)-(11,9) true 706cd20da03503d3 <nil> 11 9 0 <nil>
// (11,9) 2 16 1 0 *image.RGBA64 (0,0)-(11,9) true 1a1da98ec8149623 <nil> 11 9 0 <nil>
// (11,9) 2 16 1 1 *image.NRGBA64 (0,0)-(11,9) true 546fde3f4e034ca7 <nil> 11 9 0 <nil>
// (11,9) 3 1 0 0 *image.Paletted (0,0)-(11,9) true 92e503acc5661923 <nil> 11 9 2 <nil>
// (11,9) 3 1 0 1 *image.Paletted (0,0)-(11,9) false 84c29a629990b238 <nil> 11 9 3 <nil>
// (11,9) 3 1 1 0 *image.Paletted (0,0)-(11,9) true 2cad70adcff4dcd1 <nil> 11 9 2 <nil>
// (11,9) 3 1 1 1 *image.Paletted (0,0)-(11,9) false 908c065b351adc91 <nil> 11 9 3 <nil>
// (11,9) 3 2 0 0 *image.Paletted (0,0)-(11,9) true 2dafca9ed72faff8 <nil> 11 9 4 <nil>
// (11,9) 3 2 0 1 *image.Paletted (0,0)-(11,9) false 1e2b3450d0f092ce <nil> 11 9 4 <nil>
// (11,9) 3 2 1 0 *image.Paletted (0,0)-(11,9) true 2a26a061d40161b8 <nil> 11 9 4 <nil>
// (11,9) 3 2 1 1 *image.Paletted (0,0)-(11,9) false 7c3ba6512776611b <nil> 11 9 4 <nil>
// (11,9) 3 4 0 0 *image.Paletted (0,0)-(11,9) true ff2d9f0d4e9b001c <nil> 11 9 7 <nil>
// (11,9) 3 4 0 1 *image.Paletted (0,0)-(11,9) false 3a0c179b7b87fcfb <nil> 11 9 7 <nil>
// (11,9) 3 4 1 0 *image.Paletted (0,0)-(11,9) true 43e8f852d9a75e70 <nil> 11 9 7 <nil>
// (11,9) 3 4 1 1 *image.Paletted (0,0)-(11,9) false 60115a2b04595a64 <nil> 11 9 7 <nil>
// (11,9) 3 8 0 0 *image.Paletted (0,0)-(11,9) true 9c65953e456bb1ec <nil> 11 9 7 <nil>
// (11,9) 3 8 0 1 *image.Paletted (0,0)-(11,9) false 46a5c90ce5d438be <nil> 11 9 7 <nil>
// (11,9) 3 8 1 0 *image.Paletted (0,0)-(11,9) true 7c421da9556cbd74 <nil> 11 9 7 <nil>
// (11,9) 3 8 1 1 *image.Paletted (0,0)-(11,9) false db00c8fb7e749e74 <nil> 11 9 7 <nil>
// (11,9) 3 16 0 0  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (11,9) 3 16 0 1  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (11,9) 3 16 1 0  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (11,9) 3 16 1 1  png: unsupported feature: bit depth 16, color type 3 0 0 0 png: unsupported feature: bit depth 16, color type 3
// (11,9) 4 8 0 0 *image.NRGBA (0,0)-(11,9) false fec0ccb87d718332 <nil> 11 9 0 <nil>
// (11,9) 4 8 0 1 *image.NRGBA (0,0)-(11,9) false 5fbf52142d2be945 <nil> 11 9 0 <nil>
// (11,9) 4 8 1 0 *image.NRGBA (0,0)-(11,9) false 2fdfb6aa8201ab97 <nil> 11 9 0 <nil>
// (11,9) 4 8 1 1 *image.NRGBA (0,0)-(11,9) false c4c311950fd7439c <nil> 11 9 0 <nil>
// (11,9) 4 16 0 0 *image.NRGBA64 (0,0)-(11,9) false de06069c227e1d25 <nil> 11 9 0 <nil>
// (11,9) 4 16 0 1 *image.NRGBA64 (0,0)-(11,9) false 7a70bd4ee53c67e1 <nil> 11 9 0 <nil>
// (11,9) 4 16 1 0 *image.NRGBA64 (0,0)-(11,9) false 7fc303d7824b2db0 <nil> 11 9 0 <nil>
// (11,9) 4 16 1 1 *image.NRGBA64 (0,0)-(11,9) false 201a78bdd69860e4 <nil> 11 9 0 <nil>
// (11,9) 6 8 0 0 *image.NRGBA (0,0)-(11,9) false 9242cb0e028dec1 <nil> 11 9 0 <nil>
// (11,9) 6 8 0 1 *image.NRGBA (0,0)-(11,9) false a0b6db2f5f31671e <nil> 11 9 0 <nil>
// (11,9) 6 8 1 0 *image.NRGBA (0,0)-(11,9) false d32807e97cfd8b8c <nil> 11 9 0 <nil>
// (11,9) 6 8 1 1 *image.NRGBA (0,0)-(11,9) false ca82f09b82a2fbe0 <nil> 11 9 0 <nil>
// (11,9) 6 16 0 0 *image.NRGBA64 (0,0)-(11,9) false bf661fa0c1449708 <nil> 11 9 0 <nil>
// (11,9) 6 16 0 1 *image.NRGBA64 (0,0)-(11,9) false a2abe42b55a7f42e <nil> 11 9 0 <nil>
// (11,9) 6 16 1 0 *image.NRGBA64 (0,0)-(11,9) false 4c2457b4ef58b6ee <nil> 11 9 0 <nil>
// (11,9) 6 16 1 1 *image.NRGBA64 (0,0)-(11,9) false 8f05a1008e2adff3 <nil> 11 9 0 <nil>
// more  png: invalid format: too much pixel data 4 4 0 <nil>
// more *image.Gray (0,0)-(4,4) true c19894e47433098c <nil> 4 4 0 <nil>
// palette  png: invalid format: bad PLTE length 0 0 0 png: invalid format: bad PLTE length
// palette  png: invalid format: bad PLTE length 0 0 0 png: invalid format: bad PLTE length
// palette  png: invalid format: PLTE, color type mismatch 4 4 0 <nil>
// palette *image.RGBA (0,0)-(4,4) true ecedd7cba91c10ba <nil> 4 4 0 <nil>
// nopalette  png: invalid format: chunk out of order 0 0 0 png: invalid format: chunk out of order
// trns  png: invalid format: bad tRNS length 4 4 0 <nil>
// trns  png: invalid format: tRNS, color type mismatch 4 4 0 <nil>
// trns  png: invalid format: bad tRNS length 0 0 0 png: invalid format: bad tRNS length
// trns *image.Paletted (0,0)-(4,4) true 8e1a809bd606c4a5 <nil> 4 4 100 <nil>
// zero  png: invalid format: non-positive dimension 0 0 0 png: invalid format: non-positive dimension
// kind  png: unsupported feature: bit depth 3, color type 0 0 0 0 png: unsupported feature: bit depth 3, color type 0
// interlace  png: invalid format: invalid interlace method 0 0 0 png: invalid format: invalid interlace method
// 0 png: invalid format: invalid image size: 0x0
// written 0  unexpected EOF 0 0 0 unexpected EOF
// 0 png: invalid format: invalid image size: 0x0
// written 0  unexpected EOF 0 0 0 unexpected EOF
//  image: unknown format
// 1 panic
// written 1  unexpected EOF 0 0 0 unexpected EOF
// 1 panic
// written 1  unexpected EOF 0 0 0 unexpected EOF
//  image: unknown format
// 2 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 5 0 0 0 4 16 2 0 0 0 153 193 190 84]
// written 2 *image.RGBA64 (0,0)-(5,4) true 865849737140e535 <nil> 5 4 0 <nil>
// 2 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 5 0 0 0 4 16 2 0 0 0 153 193 190 84]
// written 2 *image.RGBA64 (0,0)-(5,4) true 865849737140e535 <nil> 5 4 0 <nil>
// (0,0)-(5,4)
// png <nil>
// 3 png: invalid format: bad palette length: 0
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 2 0 0 0 2 1 3 0 0 0 72 120 159 103]
// written 3  unexpected EOF 0 0 0 unexpected EOF
// 3 png: invalid format: bad palette length: 0
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 2 0 0 0 2 1 3 0 0 0 72 120 159 103]
// written 3  unexpected EOF 0 0 0 unexpected EOF
// png unexpected EOF
// 4 png: invalid format: bad palette length: 300
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 2 0 0 0 2 8 3 0 0 0 69 104 253 22]
// written 4  unexpected EOF 0 0 0 unexpected EOF
// 4 png: invalid format: bad palette length: 300
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 2 0 0 0 2 8 3 0 0 0 69 104 253 22]
// written 4  unexpected EOF 0 0 0 unexpected EOF
// png unexpected EOF
// 5 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 5 *image.NRGBA (0,0)-(13,7) false c43af25eab51a08f <nil> 13 7 0 <nil>
// 5 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 5 *image.NRGBA (0,0)-(13,7) false c43af25eab51a08f <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 6 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 6 0 0 0 66 198 37 125]
// written 6 *image.NRGBA (0,0)-(7,4) false 179298b46d2f1e05 <nil> 7 4 0 <nil>
// 6 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 6 0 0 0 66 198 37 125]
// written 6 *image.NRGBA (0,0)-(7,4) false 179298b46d2f1e05 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 7 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 6 0 0 0 131 224 27 89]
// written 7 *image.NRGBA64 (0,0)-(13,7) false c7b3e0d2083c9b7b <nil> 13 7 0 <nil>
// 7 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 6 0 0 0 131 224 27 89]
// written 7 *image.NRGBA64 (0,0)-(13,7) false c7b3e0d2083c9b7b <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 8 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 6 0 0 0 18 86 249 62]
// written 8 *image.NRGBA64 (0,0)-(7,4) false b6177bd37b9ce064 <nil> 7 4 0 <nil>
// 8 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 6 0 0 0 18 86 249 62]
// written 8 *image.NRGBA64 (0,0)-(7,4) false b6177bd37b9ce064 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 9 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 9 *image.NRGBA (0,0)-(13,7) false 7c6d3ad4760673a <nil> 13 7 0 <nil>
// 9 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 9 *image.NRGBA (0,0)-(13,7) false 7c6d3ad4760673a <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 10 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 6 0 0 0 66 198 37 125]
// written 10 *image.NRGBA (0,0)-(7,4) false 4ca0630493c19bb3 <nil> 7 4 0 <nil>
// 10 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 6 0 0 0 66 198 37 125]
// written 10 *image.NRGBA (0,0)-(7,4) false 4ca0630493c19bb3 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 11 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 6 0 0 0 131 224 27 89]
// written 11 *image.NRGBA64 (0,0)-(13,7) false 599a83c276e285a1 <nil> 13 7 0 <nil>
// 11 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 6 0 0 0 131 224 27 89]
// written 11 *image.NRGBA64 (0,0)-(13,7) false 599a83c276e285a1 <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 12 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 6 0 0 0 18 86 249 62]
// written 12 *image.NRGBA64 (0,0)-(7,4) false c8f6abe700bf8ff1 <nil> 7 4 0 <nil>
// 12 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 6 0 0 0 18 86 249 62]
// written 12 *image.NRGBA64 (0,0)-(7,4) false c8f6abe700bf8ff1 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 13 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 13 *image.NRGBA (0,0)-(13,7) false c9782fff3c5da2bd <nil> 13 7 0 <nil>
// 13 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 13 *image.NRGBA (0,0)-(13,7) false c9782fff3c5da2bd <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 14 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 6 0 0 0 66 198 37 125]
// written 14 *image.NRGBA (0,0)-(7,4) false 2c23c5d5bac6a54f <nil> 7 4 0 <nil>
// 14 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 6 0 0 0 66 198 37 125]
// written 14 *image.NRGBA (0,0)-(7,4) false 2c23c5d5bac6a54f <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 15 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 6 0 0 0 131 224 27 89]
// written 15 *image.NRGBA64 (0,0)-(13,7) false 1f7cf16df264da1 <nil> 13 7 0 <nil>
// 15 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 6 0 0 0 131 224 27 89]
// written 15 *image.NRGBA64 (0,0)-(13,7) false 1f7cf16df264da1 <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 16 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 6 0 0 0 18 86 249 62]
// written 16 *image.NRGBA64 (0,0)-(7,4) false 28e94147c16685b4 <nil> 7 4 0 <nil>
// 16 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 6 0 0 0 18 86 249 62]
// written 16 *image.NRGBA64 (0,0)-(7,4) false 28e94147c16685b4 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 17 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 0 0 0 0 246 27 152 198]
// written 17 *image.Gray (0,0)-(13,7) true bde158f32a73c0c0 <nil> 13 7 0 <nil>
// 17 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 0 0 0 0 246 27 152 198]
// written 17 *image.Gray (0,0)-(13,7) true bde158f32a73c0c0 <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 18 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 0 0 0 0 103 173 122 161]
// written 18 *image.Gray (0,0)-(7,4) true 7ece13c9b11f3ef4 <nil> 7 4 0 <nil>
// 18 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 0 0 0 0 103 173 122 161]
// written 18 *image.Gray (0,0)-(7,4) true 7ece13c9b11f3ef4 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 19 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 0 0 0 0 166 139 68 133]
// written 19 *image.Gray16 (0,0)-(13,7) true fb52ba2911d6dc77 <nil> 13 7 0 <nil>
// 19 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 0 0 0 0 166 139 68 133]
// written 19 *image.Gray16 (0,0)-(13,7) true fb52ba2911d6dc77 <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 20 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 0 0 0 0 55 61 166 226]
// written 20 *image.Gray16 (0,0)-(7,4) true 30b81de3bd73e5d9 <nil> 7 4 0 <nil>
// 20 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 0 0 0 0 55 61 166 226]
// written 20 *image.Gray16 (0,0)-(7,4) true 30b81de3bd73e5d9 <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 21 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 2 0 0 0 12 130 140 14]
// written 21 *image.RGBA64 (0,0)-(13,7) true 1ea7950e67aa540b <nil> 13 7 0 <nil>
// 21 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 16 2 0 0 0 12 130 140 14]
// written 21 *image.RGBA64 (0,0)-(13,7) true 1ea7950e67aa540b <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 22 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 2 0 0 0 157 52 110 105]
// written 22 *image.RGBA64 (0,0)-(7,4) true 1dfa1afc7922e5bb <nil> 7 4 0 <nil>
// 22 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 16 2 0 0 0 157 52 110 105]
// written 22 *image.RGBA64 (0,0)-(7,4) true 1dfa1afc7922e5bb <nil> 7 4 0 <nil>
// (0,0)-(7,4)
// png <nil>
// 23 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 3 0 0 0 228 174 55 40]
// written 23 *image.Paletted (0,0)-(13,7) true e2f35b7ee6ddb3b1 <nil> 13 7 216 <nil>
// 23 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 3 0 0 0 228 174 55 40]
// written 23 *image.Paletted (0,0)-(13,7) true e2f35b7ee6ddb3b1 <nil> 13 7 216 <nil>
// (0,0)-(13,7)
// png <nil>
// 24 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 3 0 0 0 117 24 213 79]
// written 24 *image.Paletted (0,0)-(7,4) true f6e88570c533a4bf <nil> 7 4 216 <nil>
// 24 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 8 3 0 0 0 117 24 213 79]
// written 24 *image.Paletted (0,0)-(7,4) true f6e88570c533a4bf <nil> 7 4 216 <nil>
// (0,0)-(7,4)
// png <nil>
// 25 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 2 3 0 0 0 174 30 47 137]
// written 25 *image.Paletted (0,0)-(13,7) false 28dfd5a6cfbb5f6d <nil> 13 7 4 <nil>
// 25 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 2 3 0 0 0 174 30 47 137]
// written 25 *image.Paletted (0,0)-(13,7) false 28dfd5a6cfbb5f6d <nil> 13 7 4 <nil>
// (0,0)-(13,7)
// png <nil>
// 26 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 2 3 0 0 0 63 168 205 238]
// written 26 *image.Paletted (0,0)-(7,4) false f8bf593d35e1f7fa <nil> 7 4 4 <nil>
// 26 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 7 0 0 0 4 2 3 0 0 0 63 168 205 238]
// written 26 *image.Paletted (0,0)-(7,4) false f8bf593d35e1f7fa <nil> 7 4 4 <nil>
// (0,0)-(7,4)
// png <nil>
// 27 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 27 *image.NRGBA (0,0)-(13,7) false 27f8ec17a7281770 <nil> 13 7 0 <nil>
// 27 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 13 0 0 0 7 8 6 0 0 0 211 112 199 26]
// written 27 *image.NRGBA (0,0)-(13,7) false 27f8ec17a7281770 <nil> 13 7 0 <nil>
// (0,0)-(13,7)
// png <nil>
// 28 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 64 0 0 0 40 8 2 0 0 0 193 172 107 190]
// written 28 *image.RGBA (0,0)-(64,40) true 14e1fadc5f79ab3a <nil> 64 40 0 <nil>
// 28 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 64 0 0 0 40 8 2 0 0 0 193 172 107 190]
// written 28 *image.RGBA (0,0)-(64,40) true 14e1fadc5f79ab3a <nil> 64 40 0 <nil>
// (0,0)-(64,40)
// png <nil>
// 29 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 9 0 0 0 9 8 3 0 0 0 215 79 246 34]
// written 29 *image.Paletted (0,0)-(9,9) true b981c00ca76467d9 <nil> 9 9 256 <nil>
// 29 <nil>
// [137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 0 9 0 0 0 9 8 3 0 0 0 215 79 246 34]
// written 29 *image.Paletted (0,0)-(9,9) true b981c00ca76467d9 <nil> 9 9 256 <nil>
// (0,0)-(9,9)
// png <nil>
// image: unknown format
// image: unknown format
// cut 0  unexpected EOF 0 0 0 unexpected EOF
// bad 0  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// bad 1  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// bad 2  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// bad 3  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// cut 4  unexpected EOF 0 0 0 unexpected EOF
// bad 4  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// bad 5  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// bad 6  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// bad 7  png: invalid format: not a PNG file 0 0 0 png: invalid format: not a PNG file
// cut 8  unexpected EOF 0 0 0 unexpected EOF
// bad 8  png: invalid format: bad IHDR length 0 0 0 png: invalid format: bad IHDR length
// bad 9  png: invalid format: bad IHDR length 0 0 0 png: invalid format: bad IHDR length
// bad 10  png: invalid format: bad IHDR length 0 0 0 png: invalid format: bad IHDR length
// bad 11  png: invalid format: bad IHDR length 0 0 0 png: invalid format: bad IHDR length
// cut 12  unexpected EOF 0 0 0 unexpected EOF
// bad 12  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 13  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 14  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 15  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 16  unexpected EOF 0 0 0 unexpected EOF
// bad 16  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 17  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 18  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 19  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 20  unexpected EOF 0 0 0 unexpected EOF
// bad 20  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 21  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 22  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 23  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 24  unexpected EOF 0 0 0 unexpected EOF
// bad 24  png: unsupported feature: bit depth 73, color type 3 0 0 0 png: unsupported feature: bit depth 73, color type 3
// bad 25  png: unsupported feature: bit depth 8, color type 66 0 0 0 png: unsupported feature: bit depth 8, color type 66
// bad 26  png: unsupported feature: compression method 0 0 0 png: unsupported feature: compression method
// bad 27  png: unsupported feature: filter method 0 0 0 png: unsupported feature: filter method
// cut 28  unexpected EOF 0 0 0 unexpected EOF
// bad 28  png: invalid format: invalid interlace method 0 0 0 png: invalid format: invalid interlace method
// bad 29  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 30  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 31  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 32  unexpected EOF 0 0 0 unexpected EOF
// bad 32  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 33  unexpected EOF 0 0 0 unexpected EOF
// bad 34  unexpected EOF 0 0 0 unexpected EOF
// bad 35  unexpected EOF 0 0 0 unexpected EOF
// cut 36  unexpected EOF 0 0 0 unexpected EOF
// bad 36  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 37  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 38  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 39  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 40  unexpected EOF 0 0 0 unexpected EOF
// bad 40  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 41  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 42  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 43  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 44  unexpected EOF 0 0 0 unexpected EOF
// bad 44  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 45  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 46  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 47  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 48  unexpected EOF 0 0 0 unexpected EOF
// bad 48  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 49  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 50  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 51  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 52  unexpected EOF 0 0 0 unexpected EOF
// bad 52  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 53  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 54  png: invalid format: bad PLTE length 0 0 0 png: invalid format: bad PLTE length
// bad 55  png: invalid format: bad PLTE length 0 0 0 png: invalid format: bad PLTE length
// cut 56  unexpected EOF 0 0 0 unexpected EOF
// bad 56  png: invalid format: bad PLTE length 0 0 0 png: invalid format: bad PLTE length
// bad 57  png: invalid format: bad PLTE length 0 0 0 png: invalid format: bad PLTE length
// bad 58  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 59  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 60  unexpected EOF 0 0 0 unexpected EOF
// bad 60  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 61  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 62  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 63  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 64  unexpected EOF 0 0 0 unexpected EOF
// bad 64  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 65  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 66  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 67  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 68  unexpected EOF 0 0 0 unexpected EOF
// bad 68  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 69  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 70  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 71  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 72  unexpected EOF 0 0 0 unexpected EOF
// bad 72  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 73  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 74  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 75  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 76  unexpected EOF 0 0 0 unexpected EOF
// bad 76  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 77  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 78  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 79  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 80  unexpected EOF 0 0 0 unexpected EOF
// bad 80  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 81  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 82  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 83  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 84  unexpected EOF 0 0 0 unexpected EOF
// bad 84  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 85  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 86  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 87  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 88  unexpected EOF 0 0 0 unexpected EOF
// bad 88  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 89  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 90  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 91  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 92  unexpected EOF 0 0 0 unexpected EOF
// bad 92  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 93  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 94  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 95  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 96  unexpected EOF 0 0 0 unexpected EOF
// bad 96  png: invalid format: bad tRNS length 0 0 0 png: invalid format: bad tRNS length
// bad 97  png: invalid format: bad tRNS length 0 0 0 png: invalid format: bad tRNS length
// bad 98  png: invalid format: bad tRNS length 0 0 0 png: invalid format: bad tRNS length
// bad 99  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 100  unexpected EOF 0 0 0 unexpected EOF
// bad 100  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 101  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 102  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 103  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 104  unexpected EOF 0 0 0 unexpected EOF
// bad 104  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 105  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 106  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 107  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// cut 108  unexpected EOF 0 0 0 unexpected EOF
// bad 108  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 109  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 110  png: invalid format: invalid checksum 0 0 0 png: invalid format: invalid checksum
// bad 111  png: invalid format: too much pixel data 9 3 10 <nil>
// cut 112  unexpected EOF 9 3 10 <nil>
// bad 112  png: invalid format: too much pixel data 9 3 10 <nil>
// bad 113  png: invalid format: too much pixel data 9 3 10 <nil>
// bad 114  png: invalid format: too much pixel data 9 3 10 <nil>
// bad 115  png: invalid format: invalid checksum 9 3 10 <nil>
// cut 116  unexpected EOF 9 3 10 <nil>
// bad 116  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 117  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 118  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 119  zlib: invalid header 9 3 10 <nil>
// cut 120  unexpected EOF 9 3 10 <nil>
// bad 120  zlib: invalid header 9 3 10 <nil>
// bad 121  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 122  flate: corrupt input before offset 5 9 3 10 <nil>
// bad 123  flate: corrupt input before offset 5 9 3 10 <nil>
// cut 124  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 124  flate: corrupt input before offset 5 9 3 10 <nil>
// bad 125  flate: corrupt input before offset 5 9 3 10 <nil>
// bad 126  png: invalid format: bad filter type 9 3 10 <nil>
// bad 127  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 128  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 128  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 129  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 130  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 131  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 132  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 132  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 133  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 134  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 135  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 136  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 136  png: invalid format: bad filter type 9 3 10 <nil>
// bad 137  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 138  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 139  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 140  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 140  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 141  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 142  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 143  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 144  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 144  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 145  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 146  png: invalid format: bad filter type 9 3 10 <nil>
// bad 147  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 148  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 148  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 149  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 150  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 151  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 152  png: invalid format: not enough pixel data 9 3 10 <nil>
// bad 152  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 153  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 154  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 155  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 156  png: invalid format: unexpected EOF 9 3 10 <nil>
// bad 156  png: invalid format: too much pixel data 9 3 10 <nil>
// bad 157  png: invalid format: too much pixel data 9 3 10 <nil>
// bad 158  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 159  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// cut 160  png: invalid format: unexpected EOF 9 3 10 <nil>
// bad 160  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 161  png: invalid format: zlib: invalid checksum 9 3 10 <nil>
// bad 162  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 163  png: invalid format: invalid checksum 9 3 10 <nil>
// cut 164  unexpected EOF 9 3 10 <nil>
// bad 164  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 165  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 166  png: invalid format: bad IEND length 9 3 10 <nil>
// bad 167  png: invalid format: bad IEND length 9 3 10 <nil>
// cut 168  unexpected EOF 9 3 10 <nil>
// bad 168  png: invalid format: bad IEND length 9 3 10 <nil>
// bad 169  png: invalid format: bad IEND length 9 3 10 <nil>
// bad 170  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 171  png: invalid format: invalid checksum 9 3 10 <nil>
// cut 172  unexpected EOF 9 3 10 <nil>
// bad 172  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 173  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 174  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 175  png: invalid format: invalid checksum 9 3 10 <nil>
// cut 176  unexpected EOF 9 3 10 <nil>
// bad 176  png: invalid format: invalid checksum 9 3 10 <nil>
// bad 177  png: invalid format: invalid checksum 9 3 10 <nil>
