package color

// The conversions follow JFIF, in integers: the coefficients are multiplied by 1<<16 and rounded.

// clamped limits x to [0, 1<<24), and returns its upper bits.
func clamped(x int32, bits uint) int32 {
	switch {
	case x < 0:
		return 0
	case x >= 1<<24:
		return 1<<bits - 1
	}
	return x >> (24 - bits)
}

// RGBToYCbCr converts red, green and blue to luma and two chroma values.
func RGBToYCbCr(r, g, b uint8) (uint8, uint8, uint8) {
	r1, g1, b1 := int32(r), int32(g), int32(b)
	y := (19595*r1 + 38470*g1 + 7471*b1 + 1<<15) >> 16
	cb := clamped(-11056*r1-21712*g1+32768*b1+257<<15, 8)
	cr := clamped(32768*r1-27440*g1-5328*b1+257<<15, 8)
	return uint8(y), uint8(cb), uint8(cr)
}

// rgb returns red, green and blue, each with this many bits.
func rgb(y, cb, cr uint8, bits uint) (r, g, b int32) {
	// 0x10101 extends luma to 24 bits.
	y1, cb1, cr1 := int32(y)*0x10101, int32(cb)-128, int32(cr)-128
	return clamped(y1+91881*cr1, bits), clamped(y1-22554*cb1-46802*cr1, bits), clamped(y1+116130*cb1, bits)
}

// YCbCrToRGB converts luma and two chroma values to red, green and blue.
func YCbCrToRGB(y, cb, cr uint8) (uint8, uint8, uint8) {
	r, g, b := rgb(y, cb, cr, 8)
	return uint8(r), uint8(g), uint8(b)
}

// YCbCr is luma, and the chroma values of blue and red, as in JPEG.
type YCbCr struct {
	Y, Cb, Cr uint8
}

func (c YCbCr) RGBA() (uint32, uint32, uint32, uint32) {
	r, g, b := rgb(c.Y, c.Cb, c.Cr, 16)
	return uint32(r), uint32(g), uint32(b), 0xffff
}

// YCbCrModel is the Model of YCbCr.
var YCbCrModel = model(func(r, g, b, _ uint32) YCbCr {
	y, cb, cr := RGBToYCbCr(uint8(r>>8), uint8(g>>8), uint8(b>>8))
	return YCbCr{y, cb, cr}
})

// NYCbCrA is a YCbCr with an alpha; the YCbCr is not multiplied by it.
type NYCbCrA struct {
	YCbCr
	A uint8
}

func (c NYCbCrA) RGBA() (uint32, uint32, uint32, uint32) {
	r, g, b, _ := c.YCbCr.RGBA()
	a := wide(c.A)
	return r * a / 0xffff, g * a / 0xffff, b * a / 0xffff, a
}

// NYCbCrAModel is the Model of NYCbCrA.
var NYCbCrAModel = ModelFunc(func(c Color) Color {
	switch c := c.(type) {
	case NYCbCrA:
		return c
	case YCbCr:
		return NYCbCrA{c, 0xff}
	}
	r, g, b, a := c.RGBA()
	if a != 0 {
		r, g, b = divided(r, g, b, a)
	}
	y, cb, cr := RGBToYCbCr(uint8(r>>8), uint8(g>>8), uint8(b>>8))
	return NYCbCrA{YCbCr{y, cb, cr}, uint8(a >> 8)}
})

// RGBToCMYK converts red, green and blue to cyan, magenta, yellow and black.
func RGBToCMYK(r, g, b uint8) (uint8, uint8, uint8, uint8) {
	white := uint32(max(r, g, b))
	if white == 0 {
		return 0, 0, 0, 0xff
	}
	ink := func(x uint8) uint8 { return uint8((white - uint32(x)) * 0xff / white) }
	return ink(r), ink(g), ink(b), uint8(0xff - white)
}

// CMYKToRGB converts cyan, magenta, yellow and black to red, green and blue.
func CMYKToRGB(c, m, y, k uint8) (uint8, uint8, uint8) {
	r, g, b, _ := CMYK{c, m, y, k}.RGBA()
	return uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)
}

// CMYK is a color as the inks cyan, magenta, yellow and black.
type CMYK struct {
	C, M, Y, K uint8
}

func (c CMYK) RGBA() (uint32, uint32, uint32, uint32) {
	white := 0xffff - wide(c.K)
	light := func(ink uint8) uint32 { return (0xffff - wide(ink)) * white / 0xffff }
	return light(c.C), light(c.M), light(c.Y), 0xffff
}

// CMYKModel is the Model of CMYK.
var CMYKModel = model(func(r, g, b, _ uint32) CMYK {
	c, m, y, k := RGBToCMYK(uint8(r>>8), uint8(g>>8), uint8(b>>8))
	return CMYK{c, m, y, k}
})
