package main

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
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

func colors() {
	models := []color.Model{color.RGBAModel, color.RGBA64Model, color.NRGBAModel, color.NRGBA64Model, color.AlphaModel, color.Alpha16Model, color.GrayModel, color.Gray16Model, color.YCbCrModel, color.NYCbCrAModel, color.CMYKModel, color.Palette(palette.Plan9), color.Palette{}}
	h := fnv.New64a()
	for _, m := range models {
		for range 40 {
			c := m.Convert(someColor())
			if c == nil {
				continue
			}
			r, g, b, a := c.RGBA()
			fmt.Fprintln(h, c, r, g, b, a)
		}
	}
	for r := 0; r < 256; r += 51 {
		for g := 0; g < 256; g += 17 {
			for b := 0; b < 256; b += 15 {
				fmt.Fprintln(h, fmt.Sprint(color.RGBToYCbCr(uint8(r), uint8(g), uint8(b))), fmt.Sprint(color.YCbCrToRGB(uint8(r), uint8(g), uint8(b))), fmt.Sprint(color.RGBToCMYK(uint8(r), uint8(g), uint8(b))), fmt.Sprint(color.CMYKToRGB(uint8(r), uint8(g), uint8(b), uint8(r+g))))
			}
		}
	}
	fmt.Fprintln(h, palette.Plan9, palette.WebSafe)
	fmt.Printf("%x\n", h.Sum64())
	fmt.Println(color.Palette(nil).Index(color.Black), color.Palette(palette.Plan9).Index(color.White), len(palette.Plan9), palette.Plan9[77])
}

func geometry() {
	h := fnv.New64a()
	n := func() int { return rnd.Intn(21) - 10 }
	for range 60 {
		r, s, p := image.Rectangle{image.Pt(n(), n()), image.Pt(n(), n())}, image.Rect(n(), n(), n(), n()), image.Pt(n(), n())
		fmt.Fprintln(h, r, s, p, r.Intersect(s), r.Union(s), r.Inset(n()), s.Inset(n()), r.Overlaps(s), r.In(s), r.Eq(s), r.Canon(), r.Add(p), r.Sub(p), p.In(r), r.Empty(), r.Size(), p.Mul(3), p.Div(2), p.Eq(image.Pt(1, 2)), r.At(1, 1), r.RGBA64At(2, 2), r.Dx(), r.Dy())
		if !s.Empty() {
			fmt.Fprintln(h, p.Mod(s))
		}
	}
	fmt.Printf("%x\n", h.Sum64())
	for _, f := range []func(){
		func() { image.NewRGBA(image.Rectangle{image.Pt(0, 0), image.Pt(-1, 1)}) },
		func() { image.NewGray(image.Rect(0, 0, 1<<62, 4)) },
		func() { image.NewPaletted(image.Rect(0, 0, 1<<40, 1<<40), nil) },
		func() { image.NewYCbCr(image.Rect(0, 0, 1<<62, 2), image.YCbCrSubsampleRatio420) },
		func() {
			image.NewNYCbCrA(image.Rectangle{image.Pt(5, 5), image.Pt(0, 0)}, image.YCbCrSubsampleRatio444)
		},
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}

func images() {
	for kind := range 11 {
		m := some(kind, image.Rect(-2, 3, 9, 11))
		fmt.Println(sum(m))
		if m, ok := m.(interface {
			SetRGBA64(x, y int, c color.RGBA64)
		}); ok {
			for range 30 {
				m.SetRGBA64(rnd.Intn(10)-2, rnd.Intn(8)+3, color.RGBA64{uint16(rnd.Intn(30000)), uint16(rnd.Intn(30000)), 7, uint16(rnd.Intn(65536))})
			}
		}
		sub := m.(interface {
			SubImage(image.Rectangle) image.Image
		})
		fmt.Println(sum(m), sum(sub.SubImage(image.Rect(0, 4, 5, 20))), sum(sub.SubImage(image.Rect(100, 0, 101, 1))))
	}
	for ratio := image.YCbCrSubsampleRatio(-1); ratio < 7; ratio++ {
		for _, r := range []image.Rectangle{image.Rect(0, 0, 7, 5), image.Rect(1, 3, 8, 8), image.Rect(-3, -5, 6, 5)} {
			m := image.NewNYCbCrA(r, ratio)
			for _, p := range [][]uint8{m.Y, m.Cb, m.Cr, m.A} {
				rnd.Read(p)
			}
			fmt.Println(ratio, m.YStride, m.CStride, m.AStride, len(m.Y), len(m.Cb), len(m.A), sum(m), sum(&m.YCbCr), sum(m.SubImage(image.Rect(2, 3, 6, 5))), sum(m.YCbCr.SubImage(image.Rect(2, 3, 6, 5))))
			fmt.Println(m.COffset(r.Min.X+3, r.Min.Y+2), m.YOffset(3, 4), m.AOffset(4, 4))
		}
	}
	u := image.NewUniform(color.NRGBA{1, 2, 3, 4})
	fmt.Println(u.Bounds(), u.At(1, 1), u.Opaque(), u.Convert(color.Black), image.Black.At(0, 0), image.White.RGBA64At(0, 0))
}

func draws() {
	for _, dst := range []int{0, 1, 2, 3, 6, 9, 11} {
		h := fnv.New64a()
		for src := range 14 {
			for mask := range 2 {
				for _, op := range []draw.Op{draw.Over, draw.Src} {
					d := some(dst, image.Rect(0, 0, 7, 5))
					var s image.Image
					switch src {
					case 12:
						s = image.NewUniform(someColor())
					case 13:
						y := image.NewYCbCr(image.Rect(0, 0, 13, 13), image.YCbCrSubsampleRatio420)
						rnd.Read(y.Y)
						rnd.Read(y.Cb)
						rnd.Read(y.Cr)
						s = y
					default:
						s = some(src, image.Rect(-1, -2, 6, 6))
					}
					var m image.Image
					switch src % 3 * mask {
					case 1:
						m = some(4, image.Rect(0, 0, 9, 9))
					case 2:
						m = some(0, image.Rect(-1, 0, 9, 9))
					case 3:
						m = some(11, image.Rect(-1, 0, 9, 9))
					}
					draw.DrawMask(d, image.Rect(1, 1, 9, 5), s, image.Pt(2, 1), m, image.Pt(1, 0), op)
					fmt.Fprintln(h, sum(d))
					draw.FloydSteinberg.Draw(d, image.Rect(-3, 2, 8, 9), s, image.Pt(-2, 1))
					fmt.Fprintln(h, sum(d))
				}
			}
		}
		fmt.Printf("draw %d %x\n", dst, h.Sum64())
	}
	for dst := range 12 {
		h := fnv.New64a()
		for range 8 {
			d := some(dst, image.Rect(0, 0, 10, 10))
			r := image.Rect(rnd.Intn(10), rnd.Intn(10), rnd.Intn(10), rnd.Intn(10))
			draw.Draw(d, r, d, image.Pt(rnd.Intn(10), rnd.Intn(10)), draw.Op(rnd.Intn(2)))
			fmt.Fprintln(h, sum(d))
		}
		fmt.Printf("self %d %x\n", dst, h.Sum64())
	}
}

func main() {
	colors()
	geometry()
	images()
	draws()
}

// Output:
// 8dc9d19a8b10f859
// 0 255 256 {68 204 136 255}
// 375824d54622705f
// image: NewRGBA Rectangle has huge or negative dimensions
// image: NewGray Rectangle has huge or negative dimensions
// image: NewPaletted Rectangle has huge or negative dimensions
// image: NewYCbCr Rectangle has huge or negative dimensions
// image: NewNYCbCrA Rectangle has huge or negative dimension
// *image.RGBA (-2,3)-(9,11) false d8bcc0e6025a67d4
// *image.RGBA (-2,3)-(9,11) false 6fcc5c89f71da9c2 *image.RGBA (0,4)-(5,11) false cf3c4891685b076a *image.RGBA (0,0)-(0,0) true 258550ae462d76c5
// *image.RGBA64 (-2,3)-(9,11) false 5eb458b8e1d192e1
// *image.RGBA64 (-2,3)-(9,11) false 62e2683d9d251849 *image.RGBA64 (0,4)-(5,11) false 900208186a8c551f *image.RGBA64 (0,0)-(0,0) true 258550ae462d76c5
// *image.NRGBA (-2,3)-(9,11) false 95eb5e7d10827bb2
// *image.NRGBA (-2,3)-(9,11) false a6037a7d1519fe06 *image.NRGBA (0,4)-(5,11) false 90b13a1d494c81a0 *image.NRGBA (0,0)-(0,0) true 258550ae462d76c5
// *image.NRGBA64 (-2,3)-(9,11) false 4ae07fa08e129ee9
// *image.NRGBA64 (-2,3)-(9,11) false 367d41d5ef6ccad *image.NRGBA64 (0,4)-(5,11) false b063faf6605cb9cb *image.NRGBA64 (0,0)-(0,0) true 258550ae462d76c5
// *image.Alpha (-2,3)-(9,11) false 4822be3ac81033a5
// *image.Alpha (-2,3)-(9,11) false af36e31aa6546bc6 *image.Alpha (0,4)-(5,11) false 7358e1d69bf043c *image.Alpha (0,0)-(0,0) true ee88bf5ccdab4cc5
// *image.Alpha16 (-2,3)-(9,11) false ee90a05f277fb3b
// *image.Alpha16 (-2,3)-(9,11) false 7a316b304ca67cc7 *image.Alpha16 (0,4)-(5,11) false 7dfb9bfbabc29ca0 *image.Alpha16 (0,0)-(0,0) true ee88bf5ccdab4cc5
// *image.Gray (-2,3)-(9,11) true f3f3cae278e16f4
// *image.Gray (-2,3)-(9,11) true 2a1c4d9909a48102 *image.Gray (0,4)-(5,11) true 922483602004d55c *image.Gray (0,0)-(0,0) true 95a01327d7f26575
// *image.Gray16 (-2,3)-(9,11) true c196bf43bef3ac15
// *image.Gray16 (-2,3)-(9,11) true 395d6bcb76460fb3 *image.Gray16 (0,4)-(5,11) true f2945cfdda69250d *image.Gray16 (0,0)-(0,0) true 95a01327d7f26575
// *image.CMYK (-2,3)-(9,11) true e6f0557c270d67a
// *image.CMYK (-2,3)-(9,11) true e4c5d8a8b235f6a8 *image.CMYK (0,4)-(5,11) true 92bfa5d039d6d078 *image.CMYK (0,0)-(0,0) true 8ec2d1172de77a85
// *image.Paletted (-2,3)-(9,11) true 4cd9ac458c7dab91
// *image.Paletted (-2,3)-(9,11) true 25082a9738fa359a *image.Paletted (0,4)-(5,11) true 1b608775094317e4 *image.Paletted (0,0)-(0,0) true 8800d13e632c6695
// *image.Paletted (-2,3)-(9,11) false e77031af70227bb1
// *image.Paletted (-2,3)-(9,11) false bb12cc70619b0322 *image.Paletted (0,4)-(5,11) false df0aa4b7118b639a *image.Paletted (0,0)-(0,0) true 95a01327d7f26575
// YCbCrSubsampleRatioUnknown 7 7 7 35 35 35 *image.NYCbCrA (0,0)-(7,5) false 208375a6f05904fa *image.YCbCr (0,0)-(7,5) true e3cb1324d6c025d4 *image.NYCbCrA (2,3)-(6,5) false 5d7cc446a099acdb *image.YCbCr (2,3)-(6,5) true d5de8ba0f30f5ba5
// 17 31 32
// YCbCrSubsampleRatioUnknown 7 7 7 35 35 35 *image.NYCbCrA (1,3)-(8,8) false 2b3c658810c9baa0 *image.YCbCr (1,3)-(8,8) true 859ab9c2b3ac7013 *image.NYCbCrA (2,3)-(6,5) false dd59846085a20380 *image.YCbCr (2,3)-(6,5) true d98e28ec8e23eec5
// 17 9 10
// YCbCrSubsampleRatioUnknown 9 9 9 90 90 90 *image.NYCbCrA (-3,-5)-(6,5) false d32e35199081b647 *image.YCbCr (-3,-5)-(6,5) true 6a2d7e4643d0532c *image.NYCbCrA (2,3)-(6,5) false d99d607792667af8 *image.YCbCr (2,3)-(6,5) true ae74b01e3e395e4a
// 21 87 88
// YCbCrSubsampleRatio444 7 7 7 35 35 35 *image.NYCbCrA (0,0)-(7,5) false 63639c2d1440828e *image.YCbCr (0,0)-(7,5) true 9e0be72c0abfe1a5 *image.NYCbCrA (2,3)-(6,5) false 135b09ee0f690918 *image.YCbCr (2,3)-(6,5) true 615074d2973758cd
// 17 31 32
// YCbCrSubsampleRatio444 7 7 7 35 35 35 *image.NYCbCrA (1,3)-(8,8) false 8cfc56980c3f5676 *image.YCbCr (1,3)-(8,8) true 8d34baa7303bf2bf *image.NYCbCrA (2,3)-(6,5) false 99f459726dd2a6df *image.YCbCr (2,3)-(6,5) true 7e8f369fe5f194ff
// 17 9 10
// YCbCrSubsampleRatio444 9 9 9 90 90 90 *image.NYCbCrA (-3,-5)-(6,5) false 1e461fffd52dc4d6 *image.YCbCr (-3,-5)-(6,5) true 8316777bacd5f758 *image.NYCbCrA (2,3)-(6,5) false f036b10d30e59993 *image.YCbCr (2,3)-(6,5) true e49b4436128516f7
// 21 87 88
// YCbCrSubsampleRatio422 7 4 7 35 20 35 *image.NYCbCrA (0,0)-(7,5) false 4ad1ddb0501bf542 *image.YCbCr (0,0)-(7,5) true 9d3c873b98d2cd32 *image.NYCbCrA (2,3)-(6,5) false c8ca8a388b50ca98 *image.YCbCr (2,3)-(6,5) true 7924bd500c280ce4
// 9 31 32
// YCbCrSubsampleRatio422 7 4 7 35 20 35 *image.NYCbCrA (1,3)-(8,8) false e50b351bc6b85ae1 *image.YCbCr (1,3)-(8,8) true 6a79dad029527ba0 *image.NYCbCrA (2,3)-(6,5) false 794a4e0141ba800a *image.YCbCr (2,3)-(6,5) true 3fb3c074668424c9
// 10 9 10
// YCbCrSubsampleRatio422 9 4 9 90 40 90 *image.NYCbCrA (-3,-5)-(6,5) false d39bca2551ed3011 *image.YCbCr (-3,-5)-(6,5) true f4819409cd4a2c23 *image.NYCbCrA (2,3)-(6,5) false 95e83a03385566bd *image.YCbCr (2,3)-(6,5) true 23c2586085ac4c23
// 9 87 88
// YCbCrSubsampleRatio420 7 4 7 35 12 35 *image.NYCbCrA (0,0)-(7,5) false d409974d5a445a3c *image.YCbCr (0,0)-(7,5) true 1fe29ed0895ccede *image.NYCbCrA (2,3)-(6,5) false a1063df616cb15aa *image.YCbCr (2,3)-(6,5) true 144bac4cadde5bf1
// 5 31 32
// YCbCrSubsampleRatio420 7 4 7 35 12 35 *image.NYCbCrA (1,3)-(8,8) false 37ea93bf97947560 *image.YCbCr (1,3)-(8,8) true c1e1617a134c453e *image.NYCbCrA (2,3)-(6,5) false eeaa28c41f5f4d87 *image.YCbCr (2,3)-(6,5) true be14b745128ea8cf
// 6 9 10
// YCbCrSubsampleRatio420 9 4 9 90 20 90 *image.NYCbCrA (-3,-5)-(6,5) false d7c4a892775fc2fc *image.YCbCr (-3,-5)-(6,5) true a5dd9aeb77297286 *image.NYCbCrA (2,3)-(6,5) false e87485c6769dd2b3 *image.YCbCr (2,3)-(6,5) true f440230d0197489b
// 5 87 88
// YCbCrSubsampleRatio440 7 7 7 35 21 35 *image.NYCbCrA (0,0)-(7,5) false 936ce6c8a13826ca *image.YCbCr (0,0)-(7,5) true 8e9840e31eac84c5 *image.NYCbCrA (2,3)-(6,5) false 7153bc91d11e991a *image.YCbCr (2,3)-(6,5) true f7d4af0216aa4c2a
// 10 31 32
// YCbCrSubsampleRatio440 7 7 7 35 21 35 *image.NYCbCrA (1,3)-(8,8) false 1bb7844f2b272cc6 *image.YCbCr (1,3)-(8,8) true 940e54b15db31a0e *image.NYCbCrA (2,3)-(6,5) false d14afff37f245e58 *image.YCbCr (2,3)-(6,5) true 896302ef0de9e78e
// 10 9 10
// YCbCrSubsampleRatio440 9 9 9 90 45 90 *image.NYCbCrA (-3,-5)-(6,5) false 91a502e7fe71d73 *image.YCbCr (-3,-5)-(6,5) true 42994b00c0c14d3b *image.NYCbCrA (2,3)-(6,5) false 807c727a4ce29dde *image.YCbCr (2,3)-(6,5) true 914d541336c245f
// 12 87 88
// YCbCrSubsampleRatio411 7 2 7 35 10 35 *image.NYCbCrA (0,0)-(7,5) false 522b8ae58e05aa1f *image.YCbCr (0,0)-(7,5) true 332ab626a29102cc *image.NYCbCrA (2,3)-(6,5) false c8528a4702b163fd *image.YCbCr (2,3)-(6,5) true a8f4c48c5288b91f
// 4 31 32
// YCbCrSubsampleRatio411 7 2 7 35 10 35 *image.NYCbCrA (1,3)-(8,8) false ca5bc8b5ae0f851e *image.YCbCr (1,3)-(8,8) true 926454ad17e87d00 *image.NYCbCrA (2,3)-(6,5) false 36427cf036b153c7 *image.YCbCr (2,3)-(6,5) true 5e0413bcabbd9ed8
// 5 9 10
// YCbCrSubsampleRatio411 9 2 9 90 20 90 *image.NYCbCrA (-3,-5)-(6,5) false 6016c42212a26f1d *image.YCbCr (-3,-5)-(6,5) true 77da069d9aafe0a3 *image.NYCbCrA (2,3)-(6,5) false 965147e75610ca52 *image.YCbCr (2,3)-(6,5) true 59f7538ede449316
// 4 87 88
// YCbCrSubsampleRatio410 7 2 7 35 6 35 *image.NYCbCrA (0,0)-(7,5) false ff0fbe59cf8fc04b *image.YCbCr (0,0)-(7,5) true 4a2030ee9933c53 *image.NYCbCrA (2,3)-(6,5) false d851cecdf854cbff *image.YCbCr (2,3)-(6,5) true ee445c93664137ba
// 2 31 32
// YCbCrSubsampleRatio410 7 2 7 35 6 35 *image.NYCbCrA (1,3)-(8,8) false 72c1f0ff694d371a *image.YCbCr (1,3)-(8,8) true a5af227326e60516 *image.NYCbCrA (2,3)-(6,5) false 20e92093dd47c395 *image.YCbCr (2,3)-(6,5) true 962d04d63a3c08e7
// 3 9 10
// YCbCrSubsampleRatio410 9 2 9 90 10 90 *image.NYCbCrA (-3,-5)-(6,5) false 735e8085d193070b *image.YCbCr (-3,-5)-(6,5) true ed2a9fae63a6cd38 *image.NYCbCrA (2,3)-(6,5) false 8938677c1fe14f13 *image.YCbCr (2,3)-(6,5) true dba568d74a3f0a68
// 2 87 88
// YCbCrSubsampleRatioUnknown 7 7 7 35 35 35 *image.NYCbCrA (0,0)-(7,5) false f427fbed1fac7878 *image.YCbCr (0,0)-(7,5) true 8dde2ee135b998a6 *image.NYCbCrA (2,3)-(6,5) false d5cd3c8ab551cd70 *image.YCbCr (2,3)-(6,5) true d1036f21fd3d56e6
// 17 31 32
// YCbCrSubsampleRatioUnknown 7 7 7 35 35 35 *image.NYCbCrA (1,3)-(8,8) false 9f5e5856bf85b0cb *image.YCbCr (1,3)-(8,8) true f17cd642de3e2e1 *image.NYCbCrA (2,3)-(6,5) false 5cffe0367f647d05 *image.YCbCr (2,3)-(6,5) true 7e1fa0d8c6ef2b5b
// 17 9 10
// YCbCrSubsampleRatioUnknown 9 9 9 90 90 90 *image.NYCbCrA (-3,-5)-(6,5) false c32a43929e6de025 *image.YCbCr (-3,-5)-(6,5) true eba41db63aebf5f *image.NYCbCrA (2,3)-(6,5) false 5dbdb7654adae29e *image.YCbCr (2,3)-(6,5) true 56704bfc71ae3298
// 21 87 88
// (-1000000000,-1000000000)-(1000000000,1000000000) {1 2 3 4} false {1 2 3 4} {0} {65535 65535 65535 65535}
// draw 0 66096ef1fb5f15f1
// draw 1 d523635169e5dfdf
// draw 2 d8e852fe4ea0fbcb
// draw 3 86e3d9aef1ecd45f
// draw 6 b06f7baa55961b7d
// draw 9 ca7c22e9243e176a
// draw 11 75ec65f78718d26
// self 0 cb3523c0a4f1cbf5
// self 1 f00ded342fff9064
// self 2 718ff9034641c69
// self 3 84c92c11d5de4051
// self 4 e1efa0f2e5e4c0e5
// self 5 56398846b0391510
// self 6 e447ab84b121f18
// self 7 e1bb0870d55dd310
// self 8 f2e514a143c954d8
// self 9 9a54ec0fa099bd87
// self 10 deb6b492a47411e2
// self 11 7694a41dc8e377e5
