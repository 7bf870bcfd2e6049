package image

import "image/color"

// RGBA is an image of colors of 32 bits, multiplied by alpha.
type RGBA struct {
	Pix    []uint8 // red, green, blue and alpha of each pixel
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewRGBA returns an image of these bounds.
func NewRGBA(r Rectangle) *RGBA {
	pix, stride := newPixels(4, r, "RGBA")
	return &RGBA{pix, stride, r}
}

func (p *RGBA) ColorModel() color.Model { return color.RGBAModel }

func (p *RGBA) Bounds() Rectangle { return p.Rect }

func (p *RGBA) At(x, y int) color.Color { return p.RGBAAt(x, y) }

func (p *RGBA) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.RGBAAt(x, y)) }

func (p *RGBA) RGBAAt(x, y int) color.RGBA {
	if !p.Rect.has(x, y) {
		return color.RGBA{}
	}
	s := p.pixel(x, y)
	return color.RGBA{s[0], s[1], s[2], s[3]}
}

// PixOffset returns the index of the pixel in Pix.
func (p *RGBA) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 4, x, y) }

func (p *RGBA) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+4 : i+4]
}

func (p *RGBA) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetRGBA(x, y, color.RGBAModel.Convert(c).(color.RGBA))
	}
}

func (p *RGBA) SetRGBA64(x, y int, c color.RGBA64) {
	p.SetRGBA(x, y, color.RGBA{uint8(c.R >> 8), uint8(c.G >> 8), uint8(c.B >> 8), uint8(c.A >> 8)})
}

func (p *RGBA) SetRGBA(x, y int, c color.RGBA) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0], s[1], s[2], s[3] = c.R, c.G, c.B, c.A
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *RGBA) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &RGBA{}
	}
	return &RGBA{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *RGBA) Opaque() bool { return opaque(p.Pix, p.Rect, p.Stride, 4, 3) }

// RGBA64 is an image of colors of 64 bits, multiplied by alpha.
type RGBA64 struct {
	Pix    []uint8 // red, green, blue and alpha of each pixel, the high byte first
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewRGBA64 returns an image of these bounds.
func NewRGBA64(r Rectangle) *RGBA64 {
	pix, stride := newPixels(8, r, "RGBA64")
	return &RGBA64{pix, stride, r}
}

func (p *RGBA64) ColorModel() color.Model { return color.RGBA64Model }

func (p *RGBA64) Bounds() Rectangle { return p.Rect }

func (p *RGBA64) At(x, y int) color.Color { return p.RGBA64At(x, y) }

func (p *RGBA64) RGBA64At(x, y int) color.RGBA64 {
	if !p.Rect.has(x, y) {
		return color.RGBA64{}
	}
	s := p.pixel(x, y)
	return color.RGBA64{uint16(s[0])<<8 | uint16(s[1]), uint16(s[2])<<8 | uint16(s[3]), uint16(s[4])<<8 | uint16(s[5]), uint16(s[6])<<8 | uint16(s[7])}
}

// PixOffset returns the index of the pixel in Pix.
func (p *RGBA64) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 8, x, y) }

func (p *RGBA64) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+8 : i+8]
}

func (p *RGBA64) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetRGBA64(x, y, color.RGBA64Model.Convert(c).(color.RGBA64))
	}
}

func (p *RGBA64) SetRGBA64(x, y int, c color.RGBA64) {
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
func (p *RGBA64) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &RGBA64{}
	}
	return &RGBA64{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *RGBA64) Opaque() bool { return opaque(p.Pix, p.Rect, p.Stride, 8, 6) }
