package dwarf

import "sort"

// Kinds of units in the headers of DWARF 5.
const (
	kindCompile = iota + 1
	kindType
	kindPartial
	kindSkeleton
	kindSplitCompile
	kindSplitType
)

// A unit is a compilation unit or type unit with its header read.
type unit struct {
	layout
	section string
	start   Offset // offset of the header
	first   Offset // offset of the first entry
	body    []byte // the entries
	abbrevs *abbrevTable
	bases   bases
}

// cursor returns a cursor that begins at an offset of the unit's section.
func (u *unit) cursor(off Offset) cursor {
	c := cursor{layout: u.layout, section: u.section, data: u.body, base: u.first}
	c.seek(uint64(off - u.first))
	return c
}

// end returns the offset after the last entry.
func (u *unit) end() Offset { return u.first + Offset(len(u.body)) }

// readUnits reads the headers of all units of section info.
func (d *Data) readUnits() error {
	c := d.cursor("info", d.info, layout{}, 0)
	for c.left() > 0 {
		u := &unit{section: "info", start: c.place()}
		size := c.length()
		body := c.within(size)
		d.readHeader(u, &body)
		if body.err != nil {
			return body.err
		}
		d.units = append(d.units, u)
	}
	return nil
}

// readHeader reads the header of a unit after the length; the cursor ends with the unit.
func (d *Data) readHeader(u *unit, c *cursor) {
	c.version = int(c.u16())
	if c.err != nil {
		return
	}
	if c.version < 2 || c.version > 5 {
		c.unknownVersion(c.version)
		return
	}
	kind := uint8(kindCompile)
	var table uint64
	if c.version >= 5 {
		kind = c.u8()
		c.address = int(c.u8())
		table = c.offset()
	} else {
		table = c.offset()
		c.address = int(c.u8())
	}
	switch kind {
	case kindSkeleton, kindSplitCompile:
		c.number(8) // the identifier of the split unit
	case kindType, kindSplitType:
		c.number(8) // the signature
		c.offset()  // the offset of the type
	}
	d.finishHeader(u, c, table)
}

// finishHeader sets the rest of the unit as its entries.
func (d *Data) finishHeader(u *unit, c *cursor, table uint64) {
	if c.err != nil {
		return
	}
	u.layout = c.layout
	u.first = c.place()
	u.body = c.data[c.at:]
	if u.abbrevs, c.err = d.abbrevTable(table, u.layout); c.err == nil && u.version >= 5 {
		u.readBases()
	}
}

// unitAt returns the index of the unit whose entries contain an offset, -1 if there is none. The offset after the last
// entry of the section belongs to no unit.
func unitAt(units []*unit, off Offset) int {
	next := sort.Search(len(units), func(i int) bool { return units[i].end() > off })
	if next == len(units) || off < units[next].first {
		return -1
	}
	return next
}
