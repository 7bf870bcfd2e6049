// Package png reads and writes Portable Network Graphics, after W3C's specification.
//
// The package was written for minigo; it accepts the same files and reports the same errors as Go's package, and the
// files that it writes have the same pixels and filters, compressed by minigo's compress/zlib.
package png

import (
	"image"
	"image/color"
)

const signature = "\x89PNG\r\n\x1a\n"

// A FormatError means that the input is not valid PNG.
type FormatError string

func (e FormatError) Error() string { return "png: invalid format: " + string(e) }

// An UnsupportedError means that the input uses a feature that this package cannot read.
type UnsupportedError string

func (e UnsupportedError) Error() string { return "png: unsupported feature: " + string(e) }

// A colorType says what the samples of a pixel mean.
type colorType uint8

const (
	gray      colorType = 0
	rgb       colorType = 2
	paletted  colorType = 3
	grayAlpha colorType = 4
	rgbAlpha  colorType = 6
)

// A layout describes how pixels are stored.
type layout struct {
	color colorType
	depth int // bits of a sample
}

func (l layout) valid() bool {
	switch l.color {
	case gray:
		return l.depth == 1 || l.depth == 2 || l.depth == 4 || l.depth == 8 || l.depth == 16
	case paletted:
		return l.depth == 1 || l.depth == 2 || l.depth == 4 || l.depth == 8
	case rgb, grayAlpha, rgbAlpha:
		return l.depth == 8 || l.depth == 16
	}
	return false
}

func (l layout) bits() int {
	switch l.color {
	case rgb:
		return 3 * l.depth
	case grayAlpha:
		return 2 * l.depth
	case rgbAlpha:
		return 4 * l.depth
	}
	return l.depth
}

// rowBytes returns the length of a row without its filter byte.
func (l layout) rowBytes(width int) int {
	return (l.bits()*width + 7) / 8
}

// model returns the color model of an image, if no color is transparent.
func (l layout) model(palette color.Palette) color.Model {
	deep := l.depth == 16
	switch l.color {
	case paletted:
		return palette
	case gray:
		if deep {
			return color.Gray16Model
		}
		return color.GrayModel
	case rgb:
		if deep {
			return color.RGBA64Model
		}
		return color.RGBAModel
	}
	if deep {
		return color.NRGBA64Model
	}
	return color.NRGBAModel
}

// The filters, by their numbers.
const (
	filterNone = iota
	filterSub
	filterUp
	filterAverage
	filterPaeth
	filters
)

// paeth returns left, up or the sample diagonally between them: the one nearest to left + up - between.
func paeth(left, up, between uint8) uint8 {
	a, b := int(up)-int(between), int(left)-int(between)
	c := a + b
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	if c < 0 {
		c = -c
	}
	switch {
	case a <= b && a <= c:
		return left
	case b <= c:
		return up
	}
	return between
}

func init() {
	image.RegisterFormat("png", signature, Decode, DecodeConfig)
}
