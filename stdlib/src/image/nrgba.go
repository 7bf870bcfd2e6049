package image

import "image/color"

// NRGBA is an image of colors of 32 bits, not multiplied by alpha.
type NRGBA struct {
	Pix    []uint8 // red, green, blue and alpha of each pixel
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewNRGBA returns an image of these bounds.
func NewNRGBA(r Rectangle) *NRGBA {
	pix, stride := newPixels(4, r, "NRGBA")
	return &NRGBA{pix, stride, r}
}

func (p *NRGBA) ColorModel() color.Model { return color.NRGBAModel }

func (p *NRGBA) Bounds() Rectangle { return p.Rect }

func (p *NRGBA) At(x, y int) color.Color { return p.NRGBAAt(x, y) }

func (p *NRGBA) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.NRGBAAt(x, y)) }

func (p *NRGBA) NRGBAAt(x, y int) color.NRGBA {
	if !p.Rect.has(x, y) {
		return color.NRGBA{}
	}
	s := p.pixel(x, y)
	return color.NRGBA{s[0], s[1], s[2], s[3]}
}

// PixOffset returns the index of the pixel in Pix.
func (p *NRGBA) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 4, x, y) }

func (p *NRGBA) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+4 : i+4]
}

func (p *NRGBA) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetNRGBA(x, y, color.NRGBAModel.Convert(c).(color.NRGBA))
	}
}

func (p *NRGBA) SetRGBA64(x, y int, c color.RGBA64) {
	n := divided(c)
	p.SetNRGBA(x, y, color.NRGBA{uint8(n.R >> 8), uint8(n.G >> 8), uint8(n.B >> 8), uint8(n.A >> 8)})
}

func (p *NRGBA) SetNRGBA(x, y int, c color.NRGBA) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0], s[1], s[2], s[3] = c.R, c.G, c.B, c.A
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *NRGBA) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &NRGBA{}
	}
	return &NRGBA{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *NRGBA) Opaque() bool { return opaque(p.Pix, p.Rect, p.Stride, 4, 3) }

// NRGBA64 is an image of colors of 64 bits, not multiplied by alpha.
type NRGBA64 struct {
	Pix    []uint8 // red, green, blue and alpha of each pixel, the high byte first
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewNRGBA64 returns an image of these bounds.
func NewNRGBA64(r Rectangle) *NRGBA64 {
	pix, stride := newPixels(8, r, "NRGBA64")
	return &NRGBA64{pix, stride, r}
}

func (p *NRGBA64) ColorModel() color.Model { return color.NRGBA64Model }

func (p *NRGBA64) Bounds() Rectangle { return p.Rect }

func (p *NRGBA64) At(x, y int) color.Color { return p.NRGBA64At(x, y) }

func (p *NRGBA64) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.NRGBA64At(x, y)) }

func (p *NRGBA64) NRGBA64At(x, y int) color.NRGBA64 {
	if !p.Rect.has(x, y) {
		return color.NRGBA64{}
	}
	s := p.pixel(x, y)
	return color.NRGBA64{uint16(s[0])<<8 | uint16(s[1]), uint16(s[2])<<8 | uint16(s[3]), uint16(s[4])<<8 | uint16(s[5]), uint16(s[6])<<8 | uint16(s[7])}
}

// PixOffset returns the index of the pixel in Pix.
func (p *NRGBA64) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 8, x, y) }

func (p *NRGBA64) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+8 : i+8]
}

func (p *NRGBA64) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetNRGBA64(x, y, color.NRGBA64Model.Convert(c).(color.NRGBA64))
	}
}

func (p *NRGBA64) SetRGBA64(x, y int, c color.RGBA64) { p.SetNRGBA64(x, y, divided(c)) }

func (p *NRGBA64) SetNRGBA64(x, y int, c color.NRGBA64) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0], s[1] = uint8(c.R>>8), uint8(c.R)
	s[2], s[3] = uint8(c.G>>8), uint8(c.G)
	s[4], s[5] = uint8(c.B>>8), uint8(c.B)
	s[6], s[7] = uint8(c.A>>8), uint8(c.A)
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *NRGBA64) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &NRGBA64{}
	}
	return &NRGBA64{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *NRGBA64) Opaque() bool { return opaque(p.Pix, p.Rect, p.Stride, 8, 6) }
