package jpeg

import (
	"image"
	"image/color"
)

// image returns the decoded image, in the image type for its color space.
func (d *decoder) image() (image.Image, error) {
	switch {
	case d.gray != nil:
		return d.gray, nil
	case d.colors == nil:
		return nil, FormatError("missing SOS marker")
	case d.black != nil:
		return d.cmyk()
	case d.isRGB():
		return d.rgb()
	}
	return d.colors, nil
}

// isRGB reports whether the parts are red, green and blue.
func (d *decoder) isRGB() bool {
	if d.jfif || d.adobe == 0 {
		return !d.jfif
	}
	return d.parts[0].name == 'R' && d.parts[1].name == 'G' && d.parts[2].name == 'B'
}

func (d *decoder) rgb() (image.Image, error) {
	red, green, blue := &d.parts[0], &d.parts[1], &d.parts[2]
	if green.h != blue.h || green.v != blue.v || red.h%green.h != 0 || red.v%green.v != 0 {
		return nil, errRatio
	}
	from, m := d.colors, image.NewRGBA(d.colors.Rect)
	times := red.h / green.h
	for y := range d.height {
		yy, c := from.YOffset(0, y), from.COffset(0, y)
		p := m.Pix[y*m.Stride:]
		for x := range d.width {
			p[4*x], p[4*x+1], p[4*x+2], p[4*x+3] = from.Y[yy+x], from.Cb[c+x/times], from.Cr[c+x/times], 255
		}
	}
	return m, nil
}

// cmyk returns the image with its black component. Adobe's programs store inverted values.
func (d *decoder) cmyk() (image.Image, error) {
	if d.adobe < 0 {
		return nil, UnsupportedError("unknown color model: 4-component JPEG doesn't have Adobe APP14 metadata")
	}
	from, m := d.colors, image.NewCMYK(d.colors.Rect)
	half := 1
	if d.parts[1].h != d.parts[0].h || d.parts[1].v != d.parts[0].v {
		half = 2
	}
	for y := range d.height {
		p := m.Pix[y*m.Stride:]
		for x := range d.width {
			c0 := from.Y[y*from.YStride+x]
			at := y/half*from.CStride + x/half
			c1, c2 := from.Cb[at], from.Cr[at]
			if d.adobe != 0 {
				// An inverted ink value is the light value of red, green or blue.
				c0, c1, c2 = color.YCbCrToRGB(c0, c1, c2)
				c0, c1, c2 = ^c0, ^c1, ^c2
			}
			p[4*x], p[4*x+1], p[4*x+2] = ^c0, ^c1, ^c2
			p[4*x+3] = ^d.black[y*d.blackStride+x]
		}
	}
	return m, nil
}
