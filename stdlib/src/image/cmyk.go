package image

import "image/color"

// CMYK is an image of inks.
type CMYK struct {
	Pix    []uint8 // cyan, magenta, yellow and black of each pixel
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewCMYK returns an image of these bounds.
func NewCMYK(r Rectangle) *CMYK {
	pix, stride := newPixels(4, r, "CMYK")
	return &CMYK{pix, stride, r}
}

func (p *CMYK) ColorModel() color.Model { return color.CMYKModel }

func (p *CMYK) Bounds() Rectangle { return p.Rect }

func (p *CMYK) At(x, y int) color.Color { return p.CMYKAt(x, y) }

func (p *CMYK) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.CMYKAt(x, y)) }

func (p *CMYK) CMYKAt(x, y int) color.CMYK {
	if !p.Rect.has(x, y) {
		return color.CMYK{}
	}
	s := p.pixel(x, y)
	return color.CMYK{s[0], s[1], s[2], s[3]}
}

// PixOffset returns the index of the pixel in Pix.
func (p *CMYK) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 4, x, y) }

func (p *CMYK) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+4 : i+4]
}

func (p *CMYK) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetCMYK(x, y, color.CMYKModel.Convert(c).(color.CMYK))
	}
}

func (p *CMYK) SetRGBA64(x, y int, c color.RGBA64) { p.Set(x, y, c) }

func (p *CMYK) SetCMYK(x, y int, c color.CMYK) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0], s[1], s[2], s[3] = c.C, c.M, c.Y, c.K
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *CMYK) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &CMYK{}
	}
	return &CMYK{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *CMYK) Opaque() bool { return true }
