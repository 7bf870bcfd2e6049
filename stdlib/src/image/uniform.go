package image

import "image/color"

var (
	// Black is an opaque black image.
	Black = NewUniform(color.Black)
	// White is an opaque white image.
	White = NewUniform(color.White)
	// Transparent is a transparent image.
	Transparent = NewUniform(color.Transparent)
	// Opaque is an opaque image, usable as a mask.
	Opaque = NewUniform(color.Opaque)
)

// A Uniform is an image of infinite size with a single color. A Uniform is a color and a color model too.
type Uniform struct {
	C color.Color
}

// NewUniform returns the image of that color.
func NewUniform(c color.Color) *Uniform {
	return &Uniform{c}
}

func (c *Uniform) RGBA() (r, g, b, a uint32) { return c.C.RGBA() }

func (c *Uniform) ColorModel() color.Model { return c }

func (c *Uniform) Convert(color.Color) color.Color { return c.C }

func (c *Uniform) Bounds() Rectangle { return Rectangle{Point{-1e9, -1e9}, Point{1e9, 1e9}} }

func (c *Uniform) At(x, y int) color.Color { return c.C }

func (c *Uniform) RGBA64At(x, y int) color.RGBA64 { return rgba64(c.C) }

// Opaque reports whether the color cannot be seen through.
func (c *Uniform) Opaque() bool { return rgba64(c.C).A == 0xffff }
