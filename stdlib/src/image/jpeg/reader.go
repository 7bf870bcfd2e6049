// Package jpeg reads and writes images in the format of ITU-T T.81: sequential and progressive, with Huffman codes and
// eight bits.
package jpeg

import (
	"image"
	"image/color"
	"io"
)

// A FormatError means that a file is not valid JPEG.
type FormatError string

func (e FormatError) Error() string { return "invalid JPEG format: " + string(e) }

// An UnsupportedError means that a file uses a feature that this package does not support.
type UnsupportedError string

func (e UnsupportedError) Error() string { return "unsupported JPEG feature: " + string(e) }

const (
	errNoZero = FormatError("missing 0xff00 sequence")
	errShort  = FormatError("short Huffman data")
	errRatio  = UnsupportedError("luma/chroma subsampling ratio")
)

// Deprecated: no function needs a Reader.
type Reader interface {
	io.ByteReader
	io.Reader
}

// Markers.
const (
	sof0  = 0xc0 // a frame, baseline
	sof1  = 0xc1 // a frame, sequential
	sof2  = 0xc2 // a frame, progressive
	dht   = 0xc4 // Huffman tables
	rst0  = 0xd0 // restarts, up to rst7
	rst7  = 0xd7
	soi   = 0xd8 // start of the image
	eoi   = 0xd9 // end of the image
	sos   = 0xda // a scan
	dqt   = 0xdb // quantization tables
	dri   = 0xdd // number of units between restarts
	app0  = 0xe0 // data of applications, up to app15
	app14 = 0xee
	app15 = 0xef
	com   = 0xfe // a comment
)

// zigzag is the index in a block of each coefficient, in the order of the file.
var zigzag = func() (order [64]int) {
	n := 0
	for diagonal := range 15 {
		for i := max(0, diagonal-7); i <= min(7, diagonal); i++ {
			row, column := i, diagonal-i
			if diagonal%2 == 0 {
				row, column = column, row
			}
			order[n] = 8*row + column
			n++
		}
	}
	return order
}()

// A part is a component of the image: luma, chroma, black or another.
type part struct {
	h, v     int // blocks of the component in a unit
	name     byte
	steps    byte
	timesH   int // how often a sample is repeated if the component has a lower resolution
	timesV   int
	progress []block // coefficients that progressive scans have decoded so far
}

type decoder struct {
	in            input
	width, height int
	gray          *image.Gray
	colors        *image.YCbCr
	black         []byte
	blackStride   int
	repeats       bool // samples must be repeated by timesH and timesV
	maxH, maxV    int
	interval      int
	parts         []part
	baseline      bool
	progressive   bool
	jfif          bool
	adobe         int // the color transform in Adobe's segment, -1 if there is none
	ended         int // for this many blocks the scan has no more data
	tables        [2][4]table
	steps         [4]block
}

// Decode reads an image.
func Decode(r io.Reader) (image.Image, error) {
	d := newDecoder(r)
	if err := d.decode(false); err != nil {
		return nil, err
	}
	return d.image()
}

// DecodeConfig reads the size and the kind of colors.
func DecodeConfig(r io.Reader) (image.Config, error) {
	d := newDecoder(r)
	if err := d.decode(true); err != nil {
		return image.Config{}, err
	}
	c := image.Config{Width: d.width, Height: d.height}
	switch len(d.parts) {
	case 1:
		c.ColorModel = color.GrayModel
	case 3:
		c.ColorModel = color.YCbCrModel
		if d.isRGB() {
			c.ColorModel = color.RGBAModel
		}
	case 4:
		c.ColorModel = color.CMYKModel
	default:
		return image.Config{}, FormatError("missing SOF marker")
	}
	return c, nil
}

func newDecoder(r io.Reader) *decoder {
	return &decoder{in: input{r: r}, adobe: -1}
}

// decode reads segments up to the end; with config, only until the size is known.
func (d *decoder) decode(config bool) error {
	var two [2]byte
	if err := d.in.full(two[:]); err != nil {
		return err
	}
	if two != [2]byte{0xff, soi} {
		return FormatError("missing SOI marker")
	}
	for {
		marker, err := d.marker()
		if err != nil {
			return err
		}
		if config && marker == eoi {
			return FormatError("missing SOS marker")
		}
		if marker == eoi || config && marker == sos {
			break
		}
		if err := d.in.full(two[:]); err != nil {
			return err
		}
		n := int(two[0])<<8 + int(two[1]) - 2
		if n < 0 {
			return FormatError("short segment length")
		}
		if config && (marker == dht || marker == dqt || marker == dri) {
			err = d.in.skip(n)
		} else {
			err = d.segment(marker, n)
		}
		if err != nil {
			return err
		}
		if config && d.jfif && sof0 <= marker && marker <= sof2 {
			return nil
		}
	}
	if d.progressive && !config {
		d.finish()
	}
	return nil
}

// marker reads the next marker; it skips bytes before it, and restarts.
func (d *decoder) marker() (byte, error) {
	var two [2]byte
	for {
		if err := d.in.full(two[:]); err != nil {
			return 0, err
		}
		var err error
		for two[0] != 0xff {
			two[0] = two[1]
			if two[1], err = d.in.byte(); err != nil {
				return 0, err
			}
		}
		marker := two[1]
		if marker == 0 {
			continue
		}
		for marker == 0xff {
			if marker, err = d.in.byte(); err != nil {
				return 0, err
			}
		}
		if marker < rst0 || marker > rst7 {
			return marker, nil
		}
	}
}

func (d *decoder) segment(marker byte, n int) error {
	switch marker {
	case sof0, sof1, sof2:
		d.baseline, d.progressive = marker == sof0, marker == sof2
		return d.frame(n)
	case dht:
		return d.codes(n)
	case dqt:
		return d.readSteps(n)
	case sos:
		return d.scan(n)
	case dri:
		if n != 2 {
			return FormatError("DRI has wrong length")
		}
		p, err := d.bytes(2)
		if err == nil {
			d.interval = int(p[0])<<8 + int(p[1])
		}
		return err
	case app0, app14:
		return d.application(marker, n)
	}
	switch {
	case app0 <= marker && marker <= app15 || marker == com:
		return d.in.skip(n)
	case marker < sof0:
		return FormatError("unknown marker")
	}
	return UnsupportedError("unknown marker")
}

func (d *decoder) bytes(n int) ([]byte, error) {
	p := make([]byte, n)
	return p, d.in.full(p)
}

// application reads the segments of applications that define the color space.
func (d *decoder) application(marker byte, n int) error {
	known := 5
	if marker == app14 {
		known = 12
	}
	if n < known {
		return d.in.skip(n)
	}
	p, err := d.bytes(known)
	if err != nil {
		return err
	}
	if marker == app0 {
		d.jfif = string(p) == "JFIF\x00"
	} else if string(p[:5]) == "Adobe" {
		d.adobe = int(p[11])
	}
	if n == known {
		return nil
	}
	return d.in.skip(n - known)
}

func (d *decoder) frame(n int) error {
	if d.parts != nil {
		return FormatError("multiple SOF markers")
	}
	count := (n - 6) / 3
	if n != 6+3*count || count != 1 && count != 3 && count != 4 {
		return UnsupportedError("number of components")
	}
	d.parts = make([]part, count)
	p, err := d.bytes(n)
	switch {
	case err != nil:
		return err
	case p[0] != 8:
		return UnsupportedError("precision")
	}
	d.height, d.width = int(p[1])<<8+int(p[2]), int(p[3])<<8+int(p[4])
	if int(p[5]) != count {
		return FormatError("SOF has wrong length")
	}
	for i := range d.parts {
		if err := d.part(i, p[6+3*i:]); err != nil {
			return err
		}
	}
	for _, c := range d.parts {
		if count == 3 && (d.maxH%c.h != 0 || d.maxV%c.v != 0) {
			return errRatio
		}
	}
	for i := range d.parts {
		c := &d.parts[i]
		c.timesH, c.timesV = d.maxH/c.h, d.maxV/c.v
	}
	return nil
}

// part reads the properties of a component: its number, its resolution and its quantization table.
func (d *decoder) part(i int, p []byte) error {
	for _, other := range d.parts[:i] {
		if other.name == p[0] {
			return FormatError("repeated component identifier")
		}
	}
	if p[2] >= 4 {
		return FormatError("bad Tq value")
	}
	h, v := int(p[1]>>4), int(p[1]&15)
	if h < 1 || h > 4 || v < 1 || v > 4 {
		return FormatError("luma/chroma subsampling ratio")
	}
	if h == 3 || v == 3 {
		return errRatio
	}
	switch len(d.parts) {
	case 1:
		// A single component has no units of several blocks.
		h, v = 1, 1
	case 4:
		full := i == 0 && p[1] == 0x22 || i == 3 && h == d.parts[0].h && v == d.parts[0].v
		if !full && (p[1] != 0x11 || i == 3) {
			return errRatio
		}
	}
	d.maxH, d.maxV = max(d.maxH, h), max(d.maxV, v)
	d.parts[i] = part{h: h, v: v, name: p[0], steps: p[2]}
	return nil
}

func (d *decoder) readSteps(n int) error {
	for n > 0 {
		n--
		head, err := d.in.byte()
		if err != nil {
			return err
		}
		if head&15 >= 4 {
			return FormatError("bad Tq value")
		}
		if head>>4 > 1 {
			return FormatError("bad Pq value")
		}
		size := 1 + int(head>>4)
		if n == 0 {
			return nil
		}
		if n < 64*size {
			return FormatError("DQT has wrong length")
		}
		n -= 64 * size
		p, err := d.bytes(64 * size)
		if err != nil {
			return err
		}
		for i := range 64 {
			step := int32(p[i*size])
			if size == 2 {
				step = step<<8 | int32(p[2*i+1])
			}
			d.steps[head&15][i] = step
		}
	}
	return nil
}

func (d *decoder) codes(n int) error {
	for n > 0 {
		if n < 17 {
			return FormatError("DHT has wrong length")
		}
		p, err := d.bytes(17)
		if err != nil {
			return err
		}
		kind, number := p[0]>>4, p[0]&15
		if kind > 1 {
			return FormatError("bad Tc value")
		}
		if number > 3 || d.baseline && number > 1 {
			return FormatError("bad Th value")
		}
		count := 0
		for _, c := range p[1:] {
			count += int(c)
		}
		n -= 17 + count
		switch {
		case count == 0:
			return FormatError("Huffman table has zero length")
		case count > 256:
			return FormatError("Huffman table has excessive length")
		case n < 0:
			return FormatError("DHT has wrong length")
		}
		values, err := d.bytes(count)
		if err != nil {
			return err
		}
		d.tables[kind][number].set(p[1:], values)
	}
	return nil
}

func init() {
	image.RegisterFormat("jpeg", "\xff\xd8", Decode, DecodeConfig)
}
