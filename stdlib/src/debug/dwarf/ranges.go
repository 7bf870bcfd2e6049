package dwarf

import (
	"errors"
	"fmt"
)

// ErrUnknownPC means that no unit, or no row of a line table, covers an address.
var ErrUnknownPC = errors.New("ErrUnknownPC")

// Ranges returns the addresses that an entry covers, as pairs of the first address and the one after the last. Entries
// that cover none, such as those of types, have no ranges, without an error.
func (d *Data) Ranges(e *Entry) ([][2]uint64, error) {
	var all [][2]uint64
	low, hasLow := e.Val(AttrLowpc).(uint64)
	high := e.AttrField(AttrHighpc)
	if hasLow && high != nil {
		switch v := high.Val.(type) {
		case uint64:
			all = append(all, [2]uint64{low, v})
		case int64: // a distance from the low address
			all = append(all, [2]uint64{low, low + uint64(v)})
		}
	}
	list := e.AttrField(AttrRanges)
	if list == nil {
		return all, nil
	}
	index := unitAt(d.units, e.Offset)
	if index < 0 {
		return all, nil
	}
	u := d.units[index]
	var off uint64
	switch v := list.Val.(type) {
	case int64:
		off = uint64(v)
	case uint64:
		off = v
	default:
		return all, nil
	}
	if u.version < 5 {
		return d.pairs(u, off, all)
	}
	return d.rangeList(u, off, all)
}

// low returns the base address of a unit's ranges, 0 if its first entry has none.
func (d *Data) low(u *unit) (uint64, error) {
	r := decoder{d: d, u: u, c: u.cursor(u.first)}
	e, err := r.entry()
	if err != nil {
		return 0, err
	}
	low, ok := e.Val(AttrEntrypc).(uint64)
	if !ok {
		low, _ = e.Val(AttrLowpc).(uint64)
	}
	return low, nil
}

// pairs reads a list in section ranges, in the form of DWARF 2 to 4: pairs of addresses; two zeros end it. The
// end of the section ends the list, too, as in Go.
func (d *Data) pairs(u *unit, off uint64, all [][2]uint64) ([][2]uint64, error) {
	base, err := d.low(u)
	if err != nil {
		return nil, err
	}
	if off > uint64(len(d.ranges)) {
		return nil, fmt.Errorf("invalid range offset %d (max %d)", off, len(d.ranges))
	}
	c := d.cursor("ranges", d.ranges, u.layout, off)
	biggest := ^uint64(0) >> (64 - 8*min(max(uint(u.address), 1), 8))
	for c.left() > 0 {
		low, high := c.addr(), c.addr()
		if low == 0 && high == 0 {
			break
		}
		if low == biggest {
			base = high
		} else {
			all = append(all, [2]uint64{base + low, base + high})
		}
	}
	return all, nil
}

// Entries of a list in section rnglists (section 7.25 of DWARF 5).
const (
	rangeEnd = iota
	rangeBaseIndex
	rangeStartEndIndex
	rangeStartIndexLength
	rangeOffsetPair
	rangeBase
	rangeStartEnd
	rangeStartLength
)

// rangeList reads a list of section rnglists.
func (d *Data) rangeList(u *unit, off uint64, all [][2]uint64) ([][2]uint64, error) {
	base, err := d.low(u)
	if err != nil {
		return nil, err
	}
	if off > uint64(len(d.rngLists)) {
		return nil, fmt.Errorf("invalid rnglist offset %d (max %d)", off, len(d.ranges)) // the other section's size, as in Go
	}
	c := d.cursor("rnglists", d.rngLists, u.layout, off)
	// indexed reads the index of an address.
	indexed := func() uint64 {
		a, err := d.addressAt(u, c.uleb())
		if c.err == nil {
			c.err = err
		}
		return a
	}
	for {
		var low, high uint64
		kind := c.u8()
		if c.err != nil {
			return nil, c.err
		}
		switch kind {
		case rangeEnd:
			return all, nil
		case rangeBaseIndex:
			base = indexed()
			continue
		case rangeBase:
			base = c.addr()
			continue
		case rangeStartEndIndex:
			low, high = indexed(), indexed()
		case rangeStartIndexLength:
			low = indexed()
			high = low + c.uleb()
		case rangeOffsetPair:
			low = base + c.uleb()
			high = base + c.uleb()
		case rangeStartEnd:
			low, high = c.addr(), c.addr()
		case rangeStartLength:
			low = c.addr()
			high = low + c.uleb()
		default:
			continue // Go ignores unknown kinds, too.
		}
		if c.err != nil {
			return nil, c.err
		}
		all = append(all, [2]uint64{low, high})
	}
}

// rangeListOf returns the offset of the list with an index in the unit's part of section rnglists.
func (d *Data) rangeListOf(u *unit, index uint64) (uint64, error) {
	base := u.bases.ranges
	c := d.cursor("rnglists", d.rngLists, u.layout, 0)
	c.seek(slot(base, index, c.offsetSize()))
	off := c.offset()
	return base + off, c.err
}

// SeekPC finds the unit that covers an address, and moves to the children of its entry. The search begins with the
// reader's current unit, so ascending addresses are found fastest.
func (r *Reader) SeekPC(pc uint64) (*Entry, error) {
	start := r.index
	for i := range r.units {
		index := (start + i) % len(r.units)
		r.err = nil
		r.children = false
		r.enter(index, r.units[index].first)
		e, err := r.Next()
		if err != nil {
			return nil, err
		}
		if e == nil || e.Tag == 0 {
			continue
		}
		ranges, err := r.d.Ranges(e)
		if err != nil {
			return nil, err
		}
		for _, part := range ranges {
			if part[0] <= pc && pc < part[1] {
				return e, nil
			}
		}
	}
	return nil, ErrUnknownPC
}
