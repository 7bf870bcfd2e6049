package image

import "image/color"

// YCbCrSubsampleRatio says how many pixels share one pair of chroma values.
type YCbCrSubsampleRatio int

const (
	YCbCrSubsampleRatio444 YCbCrSubsampleRatio = iota
	YCbCrSubsampleRatio422
	YCbCrSubsampleRatio420
	YCbCrSubsampleRatio440
	YCbCrSubsampleRatio411
	YCbCrSubsampleRatio410
)

// ratios has the names of the ratios, and how many pixels, horizontally and vertically, share a pair.
var ratios = [...]struct {
	name string
	x, y int
}{{"444", 1, 1}, {"422", 2, 1}, {"420", 2, 2}, {"440", 1, 2}, {"411", 4, 1}, {"410", 4, 2}}

func (s YCbCrSubsampleRatio) known() bool {
	return s >= 0 && int(s) < len(ratios)
}

func (s YCbCrSubsampleRatio) String() string {
	if !s.known() {
		return "YCbCrSubsampleRatioUnknown"
	}
	return "YCbCrSubsampleRatio" + ratios[s].name
}

// steps returns how many pixels share a pair; an unknown ratio counts as 4:4:4.
func (s YCbCrSubsampleRatio) steps() (x, y int) {
	if !s.known() {
		s = YCbCrSubsampleRatio444
	}
	return ratios[s].x, ratios[s].y
}

// YCbCr is an image as in JPEG: luma for each pixel, and chroma values that several pixels may share.
type YCbCr struct {
	Y, Cb, Cr      []uint8
	YStride        int
	CStride        int
	SubsampleRatio YCbCrSubsampleRatio
	Rect           Rectangle
}

// NewYCbCr returns an image of these bounds.
func NewYCbCr(r Rectangle, subsampleRatio YCbCrSubsampleRatio) *YCbCr {
	m, _ := newYCbCr(r, subsampleRatio, 0)
	if m == nil {
		panic("image: NewYCbCr Rectangle has huge or negative dimensions")
	}
	return m
}

// newYCbCr returns an image, and memory for a number of further planes, each as large as the plane Y. It returns
// nil for sizes that are too large.
func newYCbCr(r Rectangle, ratio YCbCrSubsampleRatio, planes int) (*YCbCr, []uint8) {
	width, height := r.Dx(), r.Dy()
	x, y := ratio.steps()
	cWidth, cHeight := width, height
	if x > 1 {
		cWidth = (r.Max.X+x-1)/x - r.Min.X/x
	}
	if y > 1 {
		cHeight = (r.Max.Y+y-1)/y - r.Min.Y/y
	}
	luma, chroma := product(1+planes, width, height), product(2, cWidth, cHeight)
	if luma < 0 || chroma < 0 || luma+chroma < 0 {
		return nil, nil
	}
	luma, chroma = width*height, cWidth*cHeight
	all := make([]uint8, (1+planes)*luma+2*chroma)
	take := func(n int) []uint8 {
		taken := all[:n:n]
		all = all[n:]
		return taken
	}
	return &YCbCr{take(luma), take(chroma), take(chroma), width, cWidth, ratio, r}, all
}

func (p *YCbCr) ColorModel() color.Model { return color.YCbCrModel }

func (p *YCbCr) Bounds() Rectangle { return p.Rect }

func (p *YCbCr) At(x, y int) color.Color { return p.YCbCrAt(x, y) }

func (p *YCbCr) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.YCbCrAt(x, y)) }

func (p *YCbCr) YCbCrAt(x, y int) color.YCbCr {
	if !p.Rect.has(x, y) {
		return color.YCbCr{}
	}
	i := p.COffset(x, y)
	return color.YCbCr{p.Y[p.YOffset(x, y)], p.Cb[i], p.Cr[i]}
}

// YOffset returns the index in Y of the pixel.
func (p *YCbCr) YOffset(x, y int) int { return offset(p.Rect, p.YStride, 1, x, y) }

// COffset returns the index in Cb and Cr of the pixel.
func (p *YCbCr) COffset(x, y int) int {
	dx, dy := p.SubsampleRatio.steps()
	return (y/dy-p.Rect.Min.Y/dy)*p.CStride + (x/dx - p.Rect.Min.X/dx)
}

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *YCbCr) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &YCbCr{SubsampleRatio: p.SubsampleRatio}
	}
	sub := p.sub(r)
	return &sub
}

func (p *YCbCr) sub(r Rectangle) YCbCr {
	i, sub := p.COffset(r.Min.X, r.Min.Y), *p
	sub.Y, sub.Cb, sub.Cr, sub.Rect = p.Y[p.YOffset(r.Min.X, r.Min.Y):], p.Cb[i:], p.Cr[i:], r
	return sub
}

// Opaque returns true.
func (p *YCbCr) Opaque() bool { return true }

// NYCbCrA is a YCbCr with an alpha for each pixel.
type NYCbCrA struct {
	YCbCr
	A       []uint8
	AStride int
}

// NewNYCbCrA returns an image of these bounds.
func NewNYCbCrA(r Rectangle, subsampleRatio YCbCrSubsampleRatio) *NYCbCrA {
	m, alpha := newYCbCr(r, subsampleRatio, 1)
	if m == nil {
		panic("image: NewNYCbCrA Rectangle has huge or negative dimension")
	}
	return &NYCbCrA{*m, alpha, r.Dx()}
}

func (p *NYCbCrA) ColorModel() color.Model { return color.NYCbCrAModel }

func (p *NYCbCrA) At(x, y int) color.Color { return p.NYCbCrAAt(x, y) }

func (p *NYCbCrA) RGBA64At(x, y int) color.RGBA64 { return rgba64(p.NYCbCrAAt(x, y)) }

func (p *NYCbCrA) NYCbCrAAt(x, y int) color.NYCbCrA {
	if !p.Rect.has(x, y) {
		return color.NYCbCrA{}
	}
	return color.NYCbCrA{p.YCbCrAt(x, y), p.A[p.AOffset(x, y)]}
}

// AOffset returns the index in A of the pixel.
func (p *NYCbCrA) AOffset(x, y int) int { return offset(p.Rect, p.AStride, 1, x, y) }

// SubImage returns the part of the image in r. Both images share their pixels.
func (p *NYCbCrA) SubImage(r Rectangle) Image {
	r = r.Intersect(p.Rect)
	if r.Empty() {
		return &NYCbCrA{YCbCr: YCbCr{SubsampleRatio: p.SubsampleRatio}}
	}
	return &NYCbCrA{p.sub(r), p.A[p.AOffset(r.Min.X, r.Min.Y):], p.AStride}
}

// Opaque reports whether no pixel can be seen through.
func (p *NYCbCrA) Opaque() bool { return opaque(p.A, p.Rect, p.AStride, 1, 0) }
