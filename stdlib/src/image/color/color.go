// Package color has the colors of images, and converts them between color models.
//
// The package was written for minigo; each conversion gives the same numbers as in Go's package,
// rounding included.
package color

// A Color is any type with red, green, blue and alpha, each up to 0xffff. The first three are multiplied by alpha.
type Color interface {
	RGBA() (r, g, b, a uint32)
}

// RGBA is a color of 32 bits, multiplied by alpha.
type RGBA struct {
	R, G, B, A uint8
}

// RGBA64 is a color of 64 bits, multiplied by alpha.
type RGBA64 struct {
	R, G, B, A uint16
}

// NRGBA is a color of 32 bits that is not multiplied by alpha.
type NRGBA struct {
	R, G, B, A uint8
}

// NRGBA64 is a color of 64 bits that is not multiplied by alpha.
type NRGBA64 struct {
	R, G, B, A uint16
}

// Alpha is an alpha of 8 bits.
type Alpha struct {
	A uint8
}

// Alpha16 is an alpha of 16 bits.
type Alpha16 struct {
	A uint16
}

// Gray is a gray of 8 bits.
type Gray struct {
	Y uint8
}

// Gray16 is a gray of 16 bits.
type Gray16 struct {
	Y uint16
}

// wide extends 8 bits to 16.
func wide(x uint8) uint32 {
	return uint32(x) * 0x101
}

func (c RGBA) RGBA() (r, g, b, a uint32) {
	return wide(c.R), wide(c.G), wide(c.B), wide(c.A)
}

func (c RGBA64) RGBA() (r, g, b, a uint32) {
	return uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A)
}

func (c NRGBA) RGBA() (r, g, b, a uint32) {
	alpha := uint32(c.A)
	return wide(c.R) * alpha / 0xff, wide(c.G) * alpha / 0xff, wide(c.B) * alpha / 0xff, wide(c.A)
}

func (c NRGBA64) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A)
	return uint32(c.R) * a / 0xffff, uint32(c.G) * a / 0xffff, uint32(c.B) * a / 0xffff, a
}

func (c Alpha) RGBA() (r, g, b, a uint32) {
	a = wide(c.A)
	return a, a, a, a
}

func (c Alpha16) RGBA() (r, g, b, a uint32) {
	a = uint32(c.A)
	return a, a, a, a
}

func (c Gray) RGBA() (r, g, b, a uint32) {
	y := wide(c.Y)
	return y, y, y, 0xffff
}

func (c Gray16) RGBA() (r, g, b, a uint32) {
	y := uint32(c.Y)
	return y, y, y, 0xffff
}

// A Model converts any color to a color of the model, perhaps with a loss.
type Model interface {
	Convert(c Color) Color
}

// ModelFunc returns the Model that converts by f.
func ModelFunc(f func(Color) Color) Model {
	return &modelFunc{f}
}

// A modelFunc is a pointer, so that models can be compared.
type modelFunc struct {
	convert func(Color) Color
}

func (m *modelFunc) Convert(c Color) Color {
	return m.convert(c)
}

// model returns the Model of the colors of type C; the Model does not change these.
func model[C Color](convert func(r, g, b, a uint32) C) Model {
	return ModelFunc(func(c Color) Color {
		if _, ok := c.(C); ok {
			return c
		}
		return convert(c.RGBA())
	})
}

// The models of this package's colors.
var (
	RGBAModel = model(func(r, g, b, a uint32) RGBA {
		return RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
	})
	RGBA64Model = model(func(r, g, b, a uint32) RGBA64 {
		return RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}
	})
	NRGBAModel = model(func(r, g, b, a uint32) NRGBA {
		r, g, b = divided(r, g, b, a)
		return NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
	})
	NRGBA64Model = model(func(r, g, b, a uint32) NRGBA64 {
		r, g, b = divided(r, g, b, a)
		return NRGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}
	})
	AlphaModel   = model(func(_, _, _, a uint32) Alpha { return Alpha{uint8(a >> 8)} })
	Alpha16Model = model(func(_, _, _, a uint32) Alpha16 { return Alpha16{uint16(a)} })
	GrayModel    = model(func(r, g, b, _ uint32) Gray { return Gray{uint8(luminance(r, g, b) >> 24)} })
	Gray16Model  = model(func(r, g, b, _ uint32) Gray16 { return Gray16{uint16(luminance(r, g, b) >> 16)} })
)

// divided divides red, green and blue by alpha. A fully transparent color becomes zero.
func divided(r, g, b, a uint32) (uint32, uint32, uint32) {
	switch a {
	case 0xffff:
		return r, g, b
	case 0:
		return 0, 0, 0
	}
	return r * 0xffff / a, g * 0xffff / a, b * 0xffff / a
}

// luminance returns the sum of red, green and blue with the weights of JFIF, 0.299, 0.587 and 0.114, times 1<<16, rounded.
func luminance(r, g, b uint32) uint32 {
	return 19595*r + 38470*g + 7471*b + 1<<15
}

// A Palette has the colors that a paletted image may use.
type Palette []Color

// Convert returns the color of the palette that is nearest.
func (p Palette) Convert(c Color) Color {
	if len(p) == 0 {
		return nil
	}
	return p[p.Index(c)]
}

// Index returns the index of the nearest color: the first one with the least squared distance.
func (p Palette) Index(c Color) int {
	r, g, b, a := c.RGBA()
	best, least := 0, uint32(1<<32-1)
	for i, own := range p {
		r1, g1, b1, a1 := own.RGBA()
		sum := square(r-r1) + square(g-g1) + square(b-b1) + square(a-a1)
		if sum == 0 {
			return i
		}
		if sum < least {
			best, least = i, sum
		}
	}
	return best
}

// square returns a quarter of the squared difference, so that four of them can be added. A negative difference has
// wrapped around, which does not change its square.
func square(difference uint32) uint32 {
	return difference * difference >> 2
}

// The models of the package's colors.
var (
	Black       = Gray16{0}
	White       = Gray16{0xffff}
	Transparent = Alpha16{0}
	Opaque      = Alpha16{0xffff}
)
