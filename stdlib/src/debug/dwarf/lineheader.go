package dwarf

import (
	"fmt"
)

// A LineFile is a source file of a line table.
type LineFile struct {
	Name   string
	Mtime  uint64 // time of the last change, in the compiler's units; 0 if unknown
	Length int    // size in bytes; 0 if unknown
}

// A lineHeader describes the encoding of a line table's program.
type lineHeader struct {
	cursor // over the line program
	d      *Data
	unit   *unit

	step        int  // size in bytes of the smallest instruction
	operations  int  // operations in an instruction; 1 if the processor has no long instruction words
	isStmt      bool // the initial value of the flag
	lineBase    int  // the smallest line advance of special opcodes
	lineRange   int
	opcodeBase  int   // the first special opcode
	operands    []int // number of operands of each standard opcode
	directories []string
	files       []*LineFile // the files of the header
	named       int         // total length of names that were joined
}

// mostNamed limits the total length of a table's names, which may all begin with the same long directory.
const mostNamed = 64 << 20

// join joins a directory and a name, as the function join does.
func (h *lineHeader) join(c *cursor, dir, name string) string {
	if h.named += len(dir) + len(name); h.named > mostNamed {
		c.fail("file names are too long")
		return ""
	}
	return join(dir, name)
}

// readLineHeader reads the header of the table at an offset of section line.
func (d *Data) readLineHeader(u *unit, off uint64, dir string) (*lineHeader, error) {
	h := &lineHeader{d: d, unit: u}
	section := d.cursor("line", d.line, u.layout, 0)
	section.seek(off)
	size := section.length()
	if size > uint64(section.left()) && section.err == nil {
		end := uint64(section.at) + size
		return nil, DecodeError{"line", Offset(off), fmt.Sprintf("line table end %d exceeds section size %d", end, len(d.line))}
	}
	c := section.within(size)
	c.version = int(c.u16())
	if c.err == nil && (c.version < 2 || c.version > 5) {
		return nil, DecodeError{"line", Offset(off), fmt.Sprintf("unknown line table version %d", c.version)}
	}
	if c.version >= 5 {
		c.address = int(c.u8())
		c.u8() // the size of segment selectors; set_address has no selector
	}
	length := c.offset()
	if length > uint64(c.left()) && c.err == nil {
		const text = "malformed line table: program offset %d exceeds end offset %d"
		end := uint64(c.base) + uint64(len(c.data))
		return nil, DecodeError{"line", Offset(off), fmt.Sprintf(text, uint64(c.place())+length, end)}
	}
	program := c
	program.take(length)
	if err := h.readNumbers(&c, Offset(off)); err != nil {
		return nil, err
	}
	if c.version >= 5 {
		h.readTables(&c)
	} else {
		h.readNames(&c, dir)
	}
	h.cursor = program
	return h, c.err
}

// readNumbers reads the fields of the header that all versions have.
func (h *lineHeader) readNumbers(c *cursor, off Offset) error {
	h.step = int(c.u8())
	h.operations = 1
	if c.version >= 4 {
		h.operations = int(c.u8())
		if h.operations == 0 && c.err == nil {
			return DecodeError{"line", off, "invalid maximum operations per instruction: 0"}
		}
	}
	h.isStmt = c.u8() != 0
	h.lineBase = int(int8(c.u8()))
	h.lineRange = int(c.u8())
	if h.lineRange == 0 && c.err == nil {
		return DecodeError{"line", off, "invalid line range: 0"}
	}
	h.opcodeBase = int(c.u8())
	// The standard's operand counts of its opcodes, -1 for the two that Go does not check.
	known := [...]int{opAdvancePC: 1, opAdvanceLine: 1, opSetFile: 1, opSetColumn: -1, opFixedAdvancePC: -1, opSetISA: 1}
	h.operands = make([]int, max(h.opcodeBase, 1))
	for i := 1; i < h.opcodeBase; i++ {
		h.operands[i] = int(c.u8())
		if i < len(known) && known[i] >= 0 && h.operands[i] != known[i] && c.err == nil {
			text := fmt.Sprintf("opcode %d expected to have length %d, but has length %d", i, known[i], h.operands[i])
			return DecodeError{"line", off, text}
		}
	}
	return nil
}

// readNames reads the directories and files of a header before DWARF 5. Directory 0 is that of the unit; there is no
// file 0.
func (h *lineHeader) readNames(c *cursor, dir string) {
	h.directories = []string{dir}
	for {
		name := c.text()
		if name == "" {
			break
		}
		if !absolute(name) {
			name = h.join(c, dir, name)
		}
		h.directories = append(h.directories, name)
	}
	h.files = []*LineFile{nil}
	for c.err == nil {
		f := h.readFile(c)
		if f == nil {
			break
		}
		h.files = append(h.files, f)
	}
}

// readFile reads a file in the form before DWARF 5; nil at the end of the list.
func (h *lineHeader) readFile(c *cursor) *LineFile {
	name := c.text()
	if name == "" {
		return nil
	}
	here := c.place()
	index := c.uleb()
	f := &LineFile{Mtime: c.uleb(), Length: int(c.uleb())}
	if !absolute(name) {
		if index >= uint64(len(h.directories)) {
			if c.err == nil {
				c.err = DecodeError{"line", here, "directory index too large"}
			}
			return nil
		}
		name = h.join(c, h.directories[index], name)
	}
	f.Name = name
	return f
}

// The content types of DWARF 5 tables (table 7.27).
const (
	contentPath = iota + 1
	contentDirectory
	contentTime
	contentSize
	contentMD5
)

// A column describes a column of a table in a DWARF 5 header.
type column struct {
	content uint64
	form    form
}

// readTables reads the directories and files of a DWARF 5 header.
func (h *lineHeader) readTables(c *cursor) {
	h.rows(c, func(f *LineFile) { h.directories = append(h.directories, f.Name) })
	h.rows(c, func(f *LineFile) { h.files = append(h.files, f) })
}

// rows reads a table and calls a function for each row.
func (h *lineHeader) rows(c *cursor, add func(*LineFile)) {
	columns := make([]column, c.u8())
	for i := range columns {
		columns[i] = column{c.uleb(), form(c.uleb())}
	}
	count := c.uleb()
	for n := uint64(0); n < count && c.err == nil; n++ {
		before := c.at
		file := h.row(c, columns)
		if c.err != nil {
			break
		}
		add(file)
		if c.at == before {
			break // Rows without bytes could repeat without end.
		}
	}
}

// row reads a row, whose columns may have any order.
func (h *lineHeader) row(c *cursor, columns []column) *LineFile {
	f := new(LineFile)
	dir := ""
	for _, col := range columns {
		v := c.raw(col.form)
		switch col.content {
		case contentPath:
			f.Name = h.path(c, col.form, v)
		case contentDirectory:
			if v.n < uint64(len(h.directories)) {
				dir = h.directories[v.n]
			} else {
				c.fail("directory index out of range")
			}
		case contentTime:
			f.Mtime = v.n
		case contentSize:
			f.Length = int(v.n)
		}
	}
	if f.Name != "" {
		f.Name = h.join(c, dir, f.Name)
	}
	return f
}

// path returns the string that a value refers to.
func (h *lineHeader) path(c *cursor, f form, v raw) string {
	r := decoder{d: h.d, u: h.unit, c: *c}
	value, err := r.value(f, ClassString, v)
	if r.c.err != nil {
		err = r.c.err
	}
	if err != nil {
		c.fail(err.Error())
	}
	name, _ := value.(string)
	return name
}
