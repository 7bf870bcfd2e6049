package buildinfo

import (
	"encoding/binary"
	"io"
	"math"
)

// A part is a range of a program's addresses, with its offset in the file.
type part struct {
	addr, size, offset uint64
}

// An image is the file of a program.
type image struct {
	r     io.ReaderAt
	order binary.ByteOrder
	parts []part
	data  part // the part with the build information
}

// open reads the headers of a program.
func open(r io.ReaderAt) (*image, error) {
	m := &image{r: r, order: binary.LittleEndian}
	begin, ok := m.at(0, 16)
	if !ok {
		return nil, errFormat
	}
	switch {
	case string(begin[:4]) == "\x7fELF":
		ok = m.elf(begin)
	case string(begin[:2]) == "MZ":
		ok = m.pe()
	default:
		ok = m.macho(begin, 0)
	}
	if !ok {
		return nil, errFormat
	}
	return m, nil
}

// at reads bytes at an offset in the file.
func (m *image) at(offset, size uint64) ([]byte, bool) {
	const most = 1 << 30
	if size > most || offset > math.MaxInt64-most {
		return nil, false
	}
	b := make([]byte, size)
	n, _ := m.r.ReadAt(b, int64(offset))
	return b, n == len(b)
}

// read reads bytes at an address.
func (m *image) read(addr, size uint64) ([]byte, error) {
	b, err := m.readUpTo(addr, size)
	if err == nil && uint64(len(b)) < size {
		err = errNotGo
	}
	return b, err
}

// readUpTo reads bytes at an address, fewer if the part ends.
func (m *image) readUpTo(addr, size uint64) ([]byte, error) {
	for _, p := range m.parts {
		if p.addr <= addr && addr-p.addr < p.size {
			from := addr - p.addr
			if b, ok := m.at(p.offset+from, min(size, p.size-from)); ok {
				return b, nil
			}
			break
		}
	}
	return nil, errNotGo
}

// number reads a number of size bytes at an offset of a header.
func (m *image) number(b []byte, at, size int) uint64 {
	switch size {
	case 2:
		return uint64(m.order.Uint16(b[at:]))
	case 4:
		return uint64(m.order.Uint32(b[at:]))
	}
	return m.order.Uint64(b[at:])
}

// name returns the text before the first zero byte.
func name(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// elf reads an ELF file: its segments, and the section with the build information.
func (m *image) elf(begin []byte) bool {
	word, wide := 4, begin[4] == 2
	if wide {
		word = 8
	}
	if begin[5] == 2 {
		m.order = binary.BigEndian
	}
	header, ok := m.at(0, uint64(40+3*word))
	if !ok || begin[4] != 1 && begin[4] != 2 || begin[5] != 1 && begin[5] != 2 {
		return false
	}
	// After the offsets of the tables, the flags and the header's size come the size and number of their entries.
	segments, sections := m.number(header, 24+word, word), m.number(header, 24+2*word, word)
	counts := 24 + 3*word + 6
	table, ok := m.at(segments, m.number(header, counts, 2)*m.number(header, counts+2, 2))
	if !ok {
		return false
	}
	size := int(m.number(header, counts, 2))
	for ; size > 0 && len(table) >= size && size >= 7*word; table = table[size:] {
		const load = 1
		first := 4
		if wide {
			first = 8
		}
		if m.number(table, 0, 4) == load {
			p := part{m.number(table, first+word, word), m.number(table, first+3*word, word), m.number(table, first, word)}
			m.parts = append(m.parts, p)
		}
	}
	return m.elfSection(sections, header[counts+4:], word)
}

// elfSection finds the section; sizes has the size of the table's entries, their number, and the index of the section
// with the names.
func (m *image) elfSection(offset uint64, sizes []byte, word int) bool {
	size, count, names := m.number(sizes, 0, 2), m.number(sizes, 2, 2), m.number(sizes, 4, 2)
	if count == 0 {
		return true
	}
	table, ok := m.at(offset, size*count)
	if !ok || names >= count || size < uint64(16+6*word) {
		return false
	}
	entry := func(i uint64) part {
		b := table[i*size:]
		return part{m.number(b, 8+word, word), m.number(b, 8+3*word, word), m.number(b, 8+2*word, word)}
	}
	where := entry(names)
	text, ok := m.at(where.offset, where.size)
	if !ok {
		return false
	}
	for i := range count {
		at := m.number(table[i*size:], 0, 4)
		if at < uint64(len(text)) && name(text[at:]) == ".go.buildinfo" {
			m.data = entry(i)
			break
		}
	}
	return true
}

// pe reads a Windows file: its sections; the first one with variables has the build information.
func (m *image) pe() bool {
	dos, ok := m.at(0, 64)
	if !ok {
		return false
	}
	begin := m.number(dos, 60, 4)
	header, ok := m.at(begin, 24)
	if !ok || string(header[:4]) != "PE\x00\x00" {
		return false
	}
	count, optional := m.number(header, 6, 2), m.number(header, 20, 2)
	more, ok := m.at(begin+24, optional)
	if !ok {
		return false
	}
	base := uint64(0) // the image base, which addresses are relative to
	if optional >= 32 {
		base = m.number(more, 28, 4)
		if m.number(more, 0, 2) == 0x20b {
			base = m.number(more, 24, 8)
		}
	}
	const entry = 40
	table, ok := m.at(begin+24+optional, count*entry)
	if !ok {
		return false
	}
	for ; len(table) > 0; table = table[entry:] {
		const initialized, readable, writable, alignment = 0x40, 0x40000000, 0x80000000, 0xf00000
		p := part{base + m.number(table, 12, 4), m.number(table, 16, 4), m.number(table, 20, 4)}
		m.parts = append(m.parts, p)
		flags := m.number(table, 36, 4) &^ alignment
		if m.data.size == 0 && p.addr != base && p.size != 0 && flags == initialized|readable|writable {
			m.data = p
		}
	}
	return true
}

// macho reads a macOS file, or the first program in a file for several processors: its segments, and the section
// with the build information. The program begins at an offset in the file.
func (m *image) macho(begin []byte, offset uint64) bool {
	const narrow, wide, fat = 0xfeedface, 0xfeedfacf, 0xcafebabe
	m.order = binary.BigEndian
	kind := m.number(begin, 0, 4)
	if kind == fat && offset == 0 {
		arch, ok := m.at(8, 20)
		if !ok {
			return false
		}
		offset = m.number(arch, 8, 4)
		begin, ok = m.at(offset, 16)
		return ok && offset > 0 && m.macho(begin, offset)
	}
	if kind != narrow && kind != wide {
		m.order = binary.LittleEndian
		kind = m.number(begin, 0, 4)
	}
	if kind != narrow && kind != wide {
		return false
	}
	word, size := 4, uint64(28)
	if kind == wide {
		word, size = 8, 32
	}
	header, ok := m.at(offset, size)
	if !ok {
		return false
	}
	commands, ok := m.at(offset+size, m.number(header, 20, 4))
	if !ok {
		return false
	}
	for len(commands) >= 8 {
		const segment, segmentWide = 1, 0x19
		length := m.number(commands, 4, 4)
		if length < 8 || length > uint64(len(commands)) {
			return false
		}
		if kind := m.number(commands, 0, 4); (kind == segment || kind == segmentWide) && length >= uint64(40+4*word) {
			m.machoSegment(commands[:length], offset, word)
		}
		commands = commands[length:]
	}
	return true
}

// machoSegment reads a segment and its sections.
func (m *image) machoSegment(b []byte, offset uint64, word int) {
	p := part{m.number(b, 24, word), m.number(b, 24+3*word, word), offset + m.number(b, 24+2*word, word)}
	m.parts = append(m.parts, p)
	size := 56 + 3*word // of a section
	for s := b[min(len(b), 40+4*word):]; len(s) >= size; s = s[size:] {
		if name(s[:16]) == "__go_buildinfo" {
			m.data = part{m.number(s, 32, word), m.number(s, 32+word, word), offset + m.number(s, 32+2*word, 4)}
			return
		}
	}
}
