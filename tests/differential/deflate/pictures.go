package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// pool gives the same buffer to each image.
type pool struct{ b *png.EncoderBuffer }

func (p *pool) Get() *png.EncoderBuffer  { return p.b }
func (p *pool) Put(b *png.EncoderBuffer) { p.b = b }

var buffers pool

// bare hides all methods that image.Image does not have.
type bare struct{ image.Image }

func (c *testCase) picture() {
	r := image.Rect(0, 0, c.below(1+c.below(180)), c.below(1+c.below(120))).Add(image.Pt(c.below(9)-4, c.below(9)-4))
	m, name := c.image(r)
	c.about = fmt.Sprint("png ", name, r)
	if c.oneOf(3) {
		if s, ok := m.(interface {
			SubImage(image.Rectangle) image.Image
		}); ok {
			m = s.SubImage(r.Inset(c.below(3)))
			c.about += " part"
		}
	}
	if c.oneOf(10) {
		m = bare{m}
		c.about += " bare"
	}
	e := png.Encoder{CompressionLevel: png.CompressionLevel(-c.below(4))}
	if c.oneOf(2) {
		e.BufferPool = &buffers
		buffers.b = nil
	}
	c.about += fmt.Sprint(" level ", e.CompressionLevel)
	c.total += 4 * r.Dx() * r.Dy()
	// An image without colors, behind bare, has none to be encoded.
	defer func() { c.note("panic", recover() != nil) }()
	c.note(e.Encode(c, m))
	if e.BufferPool != nil {
		c.note(e.Encode(c, m))
	}
}

func (c *testCase) image(r image.Rectangle) (image.Image, string) {
	switch c.below(10) {
	case 0:
		m := image.NewGray(r)
		c.fill(m.Pix)
		return m, "gray"
	case 1:
		m := image.NewGray16(r)
		c.fill(m.Pix)
		return m, "gray16"
	case 2:
		m := image.NewRGBA(r)
		c.shade(m, false)
		return m, "opaque"
	case 3:
		m := image.NewRGBA(r)
		c.shade(m, true)
		return m, "rgba"
	case 4:
		m := image.NewNRGBA(r)
		c.fill(m.Pix)
		return m, "nrgba"
	case 5:
		m := image.NewNRGBA64(r)
		c.fill(m.Pix)
		return m, "nrgba64"
	case 6:
		m := image.NewRGBA64(r)
		c.shade(m, c.oneOf(2))
		return m, "rgba64"
	case 7:
		m := image.NewAlpha(r)
		c.fill(m.Pix)
		return m, "alpha"
	case 8:
		m := image.NewCMYK(r)
		c.fill(m.Pix)
		return m, "cmyk"
	}
	n := []int{1, 2, 3, 4, 5, 16, 17, 256, 0, 257}[c.below(9+c.below(2))]
	var p color.Palette
	for range n {
		p = append(p, color.NRGBA{byte(c.next()), byte(c.next()), byte(c.next()), [2]byte{0xff, byte(c.next())}[c.below(2)]})
	}
	m := image.NewPaletted(r, p)
	if n > 0 {
		for i := range m.Pix {
			m.Pix[i] = byte(min(c.below(n), c.below(n)))
		}
	}
	return m, fmt.Sprint("paletted", n)
}

func (c *testCase) fill(pix []byte) {
	copy(pix, c.data(kinds[c.below(len(kinds))], len(pix)))
}

// shade draws a gradient with some noise.
func (c *testCase) shade(m draw.Image, alpha bool) {
	b := m.Bounds()
	noise := 1 + c.below(60)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			n := color.NRGBA{byte(3*x + c.below(noise)), byte(2*y + c.below(noise)), byte(x * y), 0xff}
			if alpha {
				n.A = byte(x + y)
			}
			m.Set(x, y, n)
		}
	}
}
