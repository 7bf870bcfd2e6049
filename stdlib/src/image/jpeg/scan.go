package jpeg

import "image"

// A scan has data of some components: all their coefficients, a range of them, or one more bit of these.
type scan struct {
	parts    []scanPart
	from, to int  // range of coefficients
	refines  bool // whether earlier scans had higher bits
	shift    uint // index of the lowest bit
}

type scanPart struct {
	*part
	index         int
	first, others *table
	last          int32 // the first coefficient of the block before
}

func (d *decoder) scan(n int) error {
	if d.parts == nil {
		return FormatError("missing SOF marker")
	}
	if n < 6 || 4+2*len(d.parts) < n || n%2 != 0 {
		return FormatError("SOS has wrong length")
	}
	p, err := d.bytes(n)
	if err != nil {
		return err
	}
	if n != 4+2*int(p[0]) {
		return FormatError("SOS length inconsistent with number of components")
	}
	s := scan{to: 63}
	blocks := 0
	for i := range int(p[0]) {
		if err := d.scanPart(&s, p[1+2*i], p[2+2*i]); err != nil {
			return err
		}
		blocks += s.parts[i].h * s.parts[i].v
	}
	if len(d.parts) > 1 && blocks > 10 {
		return FormatError("total sampling factors too large")
	}
	if d.progressive {
		p = p[n-3:]
		s.from, s.to, s.refines, s.shift = int(p[0]), int(p[1]), p[2]>>4 != 0, uint(p[2]&15)
		switch {
		case s.from == 0 && s.to != 0 || s.from > s.to || s.to > 63:
			return FormatError("bad spectral selection bounds")
		case s.from != 0 && len(s.parts) != 1:
			return FormatError("progressive AC coefficients for more than one component")
		case s.refines && uint(p[2]>>4) != s.shift+1:
			return FormatError("bad successive approximation values")
		}
	}
	return d.units(&s)
}

// scanPart adds the part of that name to the scan.
func (d *decoder) scanPart(s *scan, name, codes byte) error {
	index := -1
	for i := range d.parts {
		if d.parts[i].name == name {
			index = i
		}
	}
	if index < 0 {
		return FormatError("unknown component selector")
	}
	for _, other := range s.parts {
		if other.index == index {
			return FormatError("repeated component selector")
		}
	}
	first, others := codes>>4, codes&15
	if first > 3 || d.baseline && first > 1 {
		return FormatError("bad Td value")
	}
	if others > 3 || d.baseline && others > 1 {
		return FormatError("bad Ta value")
	}
	s.parts = append(s.parts, scanPart{&d.parts[index], index, &d.tables[0][first], &d.tables[1][others], 0})
	return nil
}

// unitCount returns the number of units, horizontally and vertically, of the image.
func (d *decoder) unitCount() (across, down int) {
	return (d.width + 8*d.maxH - 1) / (8 * d.maxH), (d.height + 8*d.maxV - 1) / (8 * d.maxV)
}

// units reads the data.
func (d *decoder) units(s *scan) error {
	across, down := d.unitCount()
	if d.gray == nil && d.colors == nil {
		d.allocate(across, down)
	}
	for _, c := range s.parts {
		if d.progressive && c.progress == nil {
			c.progress = make([]block, across*down*c.h*c.v)
		}
	}
	d.in.acc, d.in.n = 0, 0
	restart := byte(rst0)
	for unit := range across * down {
		if d.interval > 0 && unit > 0 && unit%d.interval == 0 {
			if err := d.restart(restart); err != nil {
				return err
			}
			restart = rst0 | (restart+1)&7
			for i := range s.parts {
				s.parts[i].last = 0
			}
		}
		for i := range s.parts {
			c := &s.parts[i]
			for j := range c.h * c.v {
				x, y := c.h*(unit%across)+j%c.h, c.v*(unit/across)+j/c.h
				if len(s.parts) == 1 {
					// Blocks of a single component are stored row by row, without those outside of the image.
					n := unit*c.h*c.v + j
					x, y = n%(across*c.h), n/(across*c.h)
					if 8*x >= d.width || 8*y >= d.height {
						continue
					}
				}
				if err := d.block(s, c, x, y, across); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// restart reads a restart marker. In damaged files it may come later than expected.
func (d *decoder) restart(want byte) error {
	var two [2]byte
	if err := d.in.full(two[:]); err != nil {
		return err
	}
	for two != [2]byte{0xff, want} {
		rest := two[:]
		switch {
		case two[0] == 0xff && two[1] != 0 && two[1] != 0xff:
			return FormatError("bad RST marker")
		case two[1] == 0xff:
			two[0] = 0xff
			rest = two[1:]
		}
		if err := d.in.full(rest); err != nil {
			return err
		}
	}
	d.in.acc, d.in.n, d.ended = 0, 0, 0
	return nil
}

// block reads the scan's data for a block.
func (d *decoder) block(s *scan, c *scanPart, x, y, across int) error {
	var b block
	saved := &b
	if d.progressive {
		saved = &c.progress[y*across*c.h+x]
		b = *saved
	}
	var err error
	if s.refines {
		err = d.refine(&b, s, c.others)
	} else {
		err = d.values(&b, s, c)
	}
	if err != nil {
		return err
	}
	if d.progressive {
		*saved = b
	} else {
		d.draw(&b, c.index, x, y)
	}
	return nil
}

func (d *decoder) values(b *block, s *scan, c *scanPart) error {
	at := s.from
	if at == 0 {
		at++
		n, err := d.in.value(c.first)
		if err != nil {
			return err
		}
		if n > 16 {
			return UnsupportedError("excessive DC component")
		}
		difference, err := d.in.number(uint(n))
		if err != nil {
			return err
		}
		c.last += difference
		b[0] = c.last << s.shift
	}
	if at <= s.to && d.ended > 0 {
		d.ended--
		return nil
	}
	for ; at <= s.to; at++ {
		v, err := d.in.value(c.others)
		if err != nil {
			return err
		}
		zeros, n := int(v>>4), uint(v&15)
		if n == 0 && zeros != 15 {
			if err := d.end(uint(zeros)); err != nil {
				return err
			}
			d.ended--
			return nil
		}
		if at += zeros; n == 0 {
			continue
		}
		if at > s.to {
			return nil
		}
		number, err := d.in.number(n)
		if err != nil {
			return err
		}
		b[zigzag[at]] = number << s.shift
	}
	return nil
}

// end reads the number of blocks, including this one, for which the scan has no more data.
func (d *decoder) end(bits uint) error {
	more, err := d.in.bits(bits)
	d.ended = 1<<bits | int(more)
	return err
}

// refine reads one more bit of a block's coefficients.
func (d *decoder) refine(b *block, s *scan, t *table) error {
	bit := int32(1) << s.shift
	if s.from == 0 {
		more, err := d.in.bits(1)
		b[0] |= int32(more) << s.shift
		return err
	}
	at := s.from
	for d.ended == 0 && at <= s.to {
		v, err := d.in.value(t)
		if err != nil {
			return err
		}
		zeros, fresh := int(v>>4), int32(0)
		switch v & 15 {
		case 0:
			if zeros != 15 {
				if err := d.end(uint(zeros)); err != nil {
					return err
				}
				continue
			}
		case 1:
			positive, err := d.in.bits(1)
			if err != nil {
				return err
			}
			fresh = bit
			if positive == 0 {
				fresh = -bit
			}
		default:
			return FormatError("unexpected Huffman code")
		}
		if at, err = d.refineOld(b, at, s.to, zeros, bit); err != nil {
			return err
		}
		if at > s.to {
			return FormatError("too many coefficients")
		}
		if fresh != 0 {
			b[zigzag[at]] = fresh
		}
		at++
	}
	if d.ended == 0 {
		return nil
	}
	d.ended--
	_, err := d.refineOld(b, at, s.to, -1, bit)
	return err
}

// refineOld reads one more bit of non-zero coefficients, and stops after a number of zeros, at the next one.
func (d *decoder) refineOld(b *block, at, to, zeros int, bit int32) (int, error) {
	for ; at <= to; at++ {
		v := &b[zigzag[at]]
		if *v == 0 {
			if zeros == 0 {
				break
			}
			zeros--
			continue
		}
		more, err := d.in.bits(1)
		if err != nil {
			return 0, err
		}
		if more != 0 && *v > 0 {
			*v += bit
		} else if more != 0 {
			*v -= bit
		}
	}
	return at, nil
}

// finish draws the blocks that progressive scans have decoded.
func (d *decoder) finish() {
	across, _ := d.unitCount()
	for i := range d.parts {
		c := &d.parts[i]
		if c.progress == nil {
			continue
		}
		for y := 0; 8*y*c.timesV < d.height; y++ {
			for x := 0; 8*x*c.timesH < d.width; x++ {
				d.draw(&c.progress[y*across*c.h+x], i, x, y)
			}
		}
	}
}

// draw stores a block in the image.
func (d *decoder) draw(b *block, index, x, y int) {
	c := &d.parts[index]
	for i, at := range zigzag {
		b[at] *= d.steps[c.steps][i]
	}
	b.restore()
	var to []byte
	var stride int
	switch {
	case d.gray != nil:
		to, stride = d.gray.Pix, d.gray.Stride
	case index == 0:
		to, stride = d.colors.Y, d.colors.YStride
	case index == 1:
		to, stride = d.colors.Cb, d.colors.CStride
	case index == 2:
		to, stride = d.colors.Cr, d.colors.CStride
	default:
		to, stride = d.black, d.blackStride
	}
	h, v := 1, 1
	if d.repeats {
		h, v = c.timesH, c.timesV
	}
	to = to[8*(y*v*stride+x*h):]
	for i, value := range b {
		value := uint8(max(0, min(255, value+128)))
		at := i>>3*v*stride + i&7*h
		to[at] = value
		if h*v > 1 {
			for k := range h * v {
				to[at+k/h*stride+k%h] = value
			}
		}
	}
}

// ratios are the subsample ratios of package image, by the horizontal and vertical ratio of the resolutions.
var ratios = map[[2]int]image.YCbCrSubsampleRatio{
	{1, 1}: image.YCbCrSubsampleRatio444, {1, 2}: image.YCbCrSubsampleRatio440, {2, 1}: image.YCbCrSubsampleRatio422,
	{2, 2}: image.YCbCrSubsampleRatio420, {4, 1}: image.YCbCrSubsampleRatio411, {4, 2}: image.YCbCrSubsampleRatio410,
}

// allocate makes the image with whole units; the part outside of its size is cut off.
func (d *decoder) allocate(across, down int) {
	size := image.Rect(0, 0, d.width, d.height)
	if len(d.parts) == 1 {
		d.gray = image.NewGray(image.Rect(0, 0, 8*across, 8*down)).SubImage(size).(*image.Gray)
		return
	}
	y, cb, cr := &d.parts[0], &d.parts[1], &d.parts[2]
	ratio, ok := ratios[[2]int{cb.timesH, cb.timesV}]
	if !ok || cb.h != cr.h || cb.v != cr.v || y.timesH != 1 || y.timesV != 1 {
		ratio, d.repeats = image.YCbCrSubsampleRatio444, true
	}
	m := image.NewYCbCr(image.Rect(0, 0, 8*d.maxH*across, 8*d.maxV*down), ratio)
	d.colors = m.SubImage(size).(*image.YCbCr)
	if len(d.parts) == 4 {
		k := &d.parts[3]
		d.black, d.blackStride = make([]byte, 64*k.h*across*k.v*down), 8*k.h*across
	}
}
