package image

import "image/color"

// Alpha is an image of alphas of 8 bits.
type Alpha struct {
	Pix    []uint8 // the alpha of each pixel
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewAlpha returns an image of these bounds.
func NewAlpha(r Rectangle) *Alpha {
	pix, stride := newPixels(1, r, "Alpha")
	return &Alpha{pix, stride, r}
}

func (p *Alpha) ColorModel() color.Model { return color.AlphaModel }

func (p *Alpha) Bounds() Rectangle { return p.Rect }

func (p *Alpha) At(x, y int) color.Color { return p.AlphaAt(x, y) }

func (p *Alpha) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.AlphaAt(x, y)) }

func (p *Alpha) AlphaAt(x, y int) color.Alpha {
	if !p.Rect.has(x, y) {
		return color.Alpha{}
	}
	s := p.pixel(x, y)
	return color.Alpha{s[0]}
}

// PixOffset returns the index of the pixel in Pix.
func (p *Alpha) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 1, x, y) }

func (p *Alpha) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+1 : i+1]
}

func (p *Alpha) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetAlpha(x, y, color.AlphaModel.Convert(c).(color.Alpha))
	}
}

func (p *Alpha) SetRGBA64(x, y int, c color.RGBA64) { p.SetAlpha(x, y, color.Alpha{uint8(c.A >> 8)}) }

func (p *Alpha) SetAlpha(x, y int, c color.Alpha) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0] = c.A
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *Alpha) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &Alpha{}
	}
	return &Alpha{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *Alpha) Opaque() bool { return opaque(p.Pix, p.Rect, p.Stride, 1, 0) }

// Alpha16 is an image of alphas of 16 bits.
type Alpha16 struct {
	Pix    []uint8 // the alpha of each pixel, the high byte first
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewAlpha16 returns an image of these bounds.
func NewAlpha16(r Rectangle) *Alpha16 {
	pix, stride := newPixels(2, r, "Alpha16")
	return &Alpha16{pix, stride, r}
}

func (p *Alpha16) ColorModel() color.Model { return color.Alpha16Model }

func (p *Alpha16) Bounds() Rectangle { return p.Rect }

func (p *Alpha16) At(x, y int) color.Color { return p.Alpha16At(x, y) }

func (p *Alpha16) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.Alpha16At(x, y)) }

func (p *Alpha16) Alpha16At(x, y int) color.Alpha16 {
	if !p.Rect.has(x, y) {
		return color.Alpha16{}
	}
	s := p.pixel(x, y)
	return color.Alpha16{uint16(s[0])<<8 | uint16(s[1])}
}

// PixOffset returns the index of the pixel in Pix.
func (p *Alpha16) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 2, x, y) }

func (p *Alpha16) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+2 : i+2]
}

func (p *Alpha16) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetAlpha16(x, y, color.Alpha16Model.Convert(c).(color.Alpha16))
	}
}

func (p *Alpha16) SetRGBA64(x, y int, c color.RGBA64) { p.SetAlpha16(x, y, color.Alpha16{c.A}) }

func (p *Alpha16) SetAlpha16(x, y int, c color.Alpha16) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0], s[1] = uint8(c.A>>8), uint8(c.A)
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *Alpha16) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &Alpha16{}
	}
	return &Alpha16{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *Alpha16) Opaque() bool { return opaque(p.Pix, p.Rect, p.Stride, 2, 0) }

// Gray is an image of grays of 8 bits.
type Gray struct {
	Pix    []uint8 // the gray of each pixel
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewGray returns an image of these bounds.
func NewGray(r Rectangle) *Gray {
	pix, stride := newPixels(1, r, "Gray")
	return &Gray{pix, stride, r}
}

func (p *Gray) ColorModel() color.Model { return color.GrayModel }

func (p *Gray) Bounds() Rectangle { return p.Rect }

func (p *Gray) At(x, y int) color.Color { return p.GrayAt(x, y) }

func (p *Gray) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.GrayAt(x, y)) }

func (p *Gray) GrayAt(x, y int) color.Gray {
	if !p.Rect.has(x, y) {
		return color.Gray{}
	}
	s := p.pixel(x, y)
	return color.Gray{s[0]}
}

// PixOffset returns the index of the pixel in Pix.
func (p *Gray) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 1, x, y) }

func (p *Gray) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+1 : i+1]
}

func (p *Gray) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetGray(x, y, color.GrayModel.Convert(c).(color.Gray))
	}
}

func (p *Gray) SetRGBA64(x, y int, c color.RGBA64) { p.Set(x, y, c) }

func (p *Gray) SetGray(x, y int, c color.Gray) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0] = c.Y
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *Gray) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &Gray{}
	}
	return &Gray{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *Gray) Opaque() bool { return true }

// Gray16 is an image of grays of 16 bits.
type Gray16 struct {
	Pix    []uint8 // the gray of each pixel, the high byte first
	Stride int     // bytes from a pixel to the one below it
	Rect   Rectangle
}

// NewGray16 returns an image of these bounds.
func NewGray16(r Rectangle) *Gray16 {
	pix, stride := newPixels(2, r, "Gray16")
	return &Gray16{pix, stride, r}
}

func (p *Gray16) ColorModel() color.Model { return color.Gray16Model }

func (p *Gray16) Bounds() Rectangle { return p.Rect }

func (p *Gray16) At(x, y int) color.Color { return p.Gray16At(x, y) }

func (p *Gray16) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.Gray16At(x, y)) }

func (p *Gray16) Gray16At(x, y int) color.Gray16 {
	if !p.Rect.has(x, y) {
		return color.Gray16{}
	}
	s := p.pixel(x, y)
	return color.Gray16{uint16(s[0])<<8 | uint16(s[1])}
}

// PixOffset returns the index of the pixel in Pix.
func (p *Gray16) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 2, x, y) }

func (p *Gray16) pixel(x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+2 : i+2]
}

func (p *Gray16) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.SetGray16(x, y, color.Gray16Model.Convert(c).(color.Gray16))
	}
}

func (p *Gray16) SetRGBA64(x, y int, c color.RGBA64) { p.Set(x, y, c) }

func (p *Gray16) SetGray16(x, y int, c color.Gray16) {
	if !p.Rect.has(x, y) {
		return
	}
	s := p.pixel(x, y)
	s[0], s[1] = uint8(c.Y>>8), uint8(c.Y)
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *Gray16) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &Gray16{}
	}
	return &Gray16{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r}
}

// Opaque reports whether no pixel can be seen through.
func (p *Gray16) Opaque() bool { return true }
