package image

import "image/color"

// Paletted is an image of up to 256 colors; each pixel is an index into its palette.
type Paletted struct {
	Pix     []uint8 // the index of each pixel
	Stride  int     // bytes from a pixel to the one below it
	Rect    Rectangle
	Palette color.Palette
}

// NewPaletted returns an image of these bounds and colors.
func NewPaletted(r Rectangle, p color.Palette) *Paletted {
	pix, stride := newPixels(1, r, "Paletted")
	return &Paletted{pix, stride, r, p}
}

func (p *Paletted) ColorModel() color.Model { return p.Palette }

func (p *Paletted) Bounds() Rectangle { return p.Rect }

// At returns the first color of the palette for points out of bounds; nil if the palette is empty.
func (p *Paletted) At(x, y int) color.Color {
	if len(p.Palette) == 0 {
		return nil
	}
	return p.Palette[p.ColorIndexAt(x, y)]
}

func (p *Paletted) RGBA64At(x, y int) color.RGBA64 {
	if len(p.Palette) == 0 {
		return color.RGBA64{}
	}
	return rgba64(p.At(x, y))
}

// PixOffset returns the index of the pixel in Pix.
func (p *Paletted) PixOffset(x, y int) int { return offset(p.Rect, p.Stride, 1, x, y) }

func (p *Paletted) Set(x, y int, c color.Color) {
	if (Point{x, y}.In(p.Rect)) {
		p.Pix[p.PixOffset(x, y)] = uint8(p.Palette.Index(c))
	}
}

func (p *Paletted) SetRGBA64(x, y int, c color.RGBA64) { p.Set(x, y, c) }

func (p *Paletted) ColorIndexAt(x, y int) uint8 {
	if !p.Rect.has(x, y) {
		return 0
	}
	return p.Pix[p.PixOffset(x, y)]
}

func (p *Paletted) SetColorIndex(x, y int, index uint8) {
	if (Point{x, y}.In(p.Rect)) {
		p.Pix[p.PixOffset(x, y)] = index
	}
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *Paletted) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &Paletted{Palette: p.Palette}
	}
	return &Paletted{p.Pix[p.PixOffset(r.Min.X, r.Min.Y):], p.Stride, r, p.Palette}
}

// Opaque reports whether no pixel can be seen through.
func (p *Paletted) Opaque() bool {
	var used [256]bool
	for y := range p.Rect.Dy() {
		for _, index := range p.Pix[y*p.Stride : y*p.Stride+p.Rect.Dx()] {
			used[index] = true
		}
	}
	for i, c := range p.Palette {
		if used[i] && rgba64(c).A != 0xffff {
			return false
		}
	}
	return true
}
