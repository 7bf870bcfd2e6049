// Package palette has two common palettes.
package palette

import "image/color"

// Plan9 is the palette of Plan 9: for each of red, green and blue four values, in four brightnesses.
var Plan9 = plan9()

// WebSafe is the 216 colors of early browsers: six steps of red, green and blue.
var WebSafe = webSafe()

func plan9() []color.Color {
	colors := make([]color.Color, 256)
	for i := range colors {
		// An index has two bits of red, two of shade, and four of green and blue, which are rotated within their
		// sixteen values by shade minus red.
		red, shade := i>>6, i>>4&3
		rest := (i - shade + red) & 15
		green, blue := rest>>2, rest&3
		brightest := max(red, green, blue)
		part := func(x int) uint8 {
			if brightest == 0 {
				return uint8(0x11 * shade)
			}
			return uint8(x * 17 * (4*brightest + shade) / brightest)
		}
		colors[i] = color.RGBA{part(red), part(green), part(blue), 0xff}
	}
	return colors
}

func webSafe() []color.Color {
	colors := make([]color.Color, 216)
	for i := range colors {
		colors[i] = color.RGBA{uint8(i / 36 * 0x33), uint8(i / 6 % 6 * 0x33), uint8(i % 6 * 0x33), 0xff}
	}
	return colors
}
