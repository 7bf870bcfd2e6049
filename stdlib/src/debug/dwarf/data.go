// Package dwarf reads the debugging information of programs: the DWARF sections, versions 2 to 5, of executables and
// object files. Packages debug/elf, debug/macho and debug/pe take these sections from files.
//
// A Data has the sections. Its Reader walks through the entries of section info, Data.Type returns the Type that an
// entry describes, Data.Ranges the addresses that an entry covers, and a LineReader the source lines of
// addresses. Invalid contents give a DecodeError.
package dwarf

import (
	"encoding/binary"
	"strings"
)

// A Data has the DWARF sections of a program.
type Data struct {
	order binary.ByteOrder

	abbrev, info, line, ranges, addrs, strOffsets, rngLists []byte
	str, lineStr                                            textSection

	realm   // section info
	signed  map[uint64]*typeUnit
	abbrevs map[abbrevKey]*abbrevTable
}

// New makes a Data from the contents of sections. Those of aranges, frame and pubnames are not used; others are nil if
// a program lacks them. Most programs take the Data from a method DWARF of debug/elf, debug/macho or debug/pe.
func New(abbrev, aranges, frame, info, line, pubnames, ranges, str []byte) (*Data, error) {
	d := &Data{
		abbrev:  abbrev,
		info:    info,
		line:    line,
		ranges:  ranges,
		str:     textSection{"str", string(str)},
		signed:  make(map[uint64]*typeUnit),
		abbrevs: make(map[abbrevKey]*abbrevTable),
	}
	d.realm = realm{section: "info", made: make(map[Offset]Type)}
	if err := d.findOrder(); err != nil {
		return nil, err
	}
	if err := d.readUnits(); err != nil {
		return nil, err
	}
	return d, nil
}

// findOrder detects the byte order from the version of the first unit, which is below 256.
func (d *Data) findOrder() error {
	head := d.info
	at := 4
	if len(head) >= 4 && string(head[:4]) == "\xff\xff\xff\xff" {
		at = 12
	}
	if len(head) < at+2 {
		return DecodeError{"info", Offset(len(head)), "too short"}
	}
	switch low, high := head[at], head[at+1]; {
	case low == 0 && high == 0:
		return DecodeError{"info", 4, "unsupported version 0"}
	case high == 0:
		d.order = binary.LittleEndian
	case low == 0:
		d.order = binary.BigEndian
	default:
		return DecodeError{"info", 4, "cannot determine byte order"}
	}
	return nil
}

// AddSection adds a section that DWARF 5 introduced, by its full name: .debug_addr, .debug_line_str,
// .debug_str_offsets or .debug_rnglists. Other sections are ignored.
func (d *Data) AddSection(name string, contents []byte) error {
	short, _ := strings.CutPrefix(name, ".debug_")
	switch short {
	case "addr":
		d.addrs = contents
	case "line_str":
		d.lineStr = textSection{"line_str", string(contents)}
	case "str_offsets":
		d.strOffsets = contents
	case "rnglists":
		d.rngLists = contents
	}
	return nil
}

// cursor returns a cursor that begins at an offset of a section.
func (d *Data) cursor(section string, contents []byte, l layout, off uint64) cursor {
	l.order = d.order
	c := cursor{layout: l, section: section, data: contents}
	c.seek(off)
	return c
}

// A textSection has strings that end with zero bytes. It is kept as one string, and others are slices of it, so that
// their memory does not multiply if they overlap.
type textSection struct {
	name string
	text string
}

// at returns the string at an offset.
func (t *textSection) at(off uint64) (string, error) {
	if off < uint64(len(t.text)) {
		if n := strings.IndexByte(t.text[off:], 0); n >= 0 {
			return t.text[off : off+uint64(n)], nil
		}
	} else {
		off = 0
	}
	return "", DecodeError{t.name, Offset(off), "underflow"}
}
