package dwarf

import (
	"errors"
	"io"
)

// A LineEntry is a row of a line table: it describes the instructions from its address to that of the next row.
type LineEntry struct {
	Address uint64

	// OpIndex counts the operations within an instruction of a processor with long instruction words; it is 0 for
	// others.
	OpIndex int

	File   *LineFile
	Line   int // counted from 1; 0 for instructions that belong to no line
	Column int // counted from 1; 0 for the beginning of the line

	// IsStmt says that debuggers should stop here for the line, BasicBlock that a basic block begins here.
	IsStmt     bool
	BasicBlock bool

	// PrologueEnd says that a breakpoint on entry to the function should be here, EpilogueBegin that a breakpoint on exit
	// from it should be. Both, ISA and Discriminator are new in DWARF 3.
	PrologueEnd   bool
	EpilogueBegin bool

	// ISA names the instruction set, as the processor's ABI numbers them.
	ISA int

	// Discriminator distinguishes blocks with the same file, line and column; it is 0 if there is only one.
	Discriminator int

	// EndSequence says that Address is the first one after a sequence of instructions. Only the address is valid then.
	EndSequence bool
}

// A LineReader reads the rows of a unit's line table. Addresses ascend in a sequence, which ends with an entry that has
// EndSequence; a table may have several sequences.
type LineReader struct {
	h       *lineHeader
	start   int         // where the line program begins in the cursor
	at      int         // where the next opcode is in the cursor
	failure error       // the error of Next, which later calls return again
	row     LineEntry   // the registers of the line program
	file    int         // the number of row.File
	files   []*LineFile // the files of the header, and those that the program added so far
}

// LineReader returns a reader for the line table of a unit; cu is the unit's entry, with the tag TagCompileUnit or
// that of another unit. Without a line table the result is nil, without an error.
func (d *Data) LineReader(cu *Entry) (*LineReader, error) {
	if d.line == nil {
		return nil, nil
	}
	off, ok := cu.Val(AttrStmtList).(int64)
	if !ok {
		return nil, nil
	}
	if off < 0 || off > int64(len(d.line)) {
		return nil, errors.New("AttrStmtList value out of range")
	}
	index := unitAt(d.units, cu.Offset)
	if index < 0 {
		return nil, errors.New("offset out of range")
	}
	dir, _ := cu.Val(AttrCompDir).(string)
	h, err := d.readLineHeader(d.units[index], uint64(off), dir)
	if err != nil {
		return nil, err
	}
	r := &LineReader{h: h, start: h.at}
	r.Reset()
	return r, nil
}

// Files returns the files of the table by their numbers, as far as the table has been read: its program may add some.
// Attributes such as AttrDeclFile have such numbers. Before DWARF 5 number 0 means no file, and its element is
// nil.
func (r *LineReader) Files() []*LineFile { return r.files }

// Reset returns to the beginning of the table.
func (r *LineReader) Reset() {
	r.at = r.start
	r.h.named = 0
	r.files = r.h.files[:len(r.h.files):len(r.h.files)]
	r.begin()
}

// begin sets the registers to their values at the beginning of a sequence.
func (r *LineReader) begin() {
	r.row = LineEntry{Line: 1, IsStmt: r.h.isStmt}
	r.setFile(1)
}

func (r *LineReader) setFile(n int) {
	r.file = n
	r.row.File = nil
	if n >= 0 && n < len(r.files) {
		r.row.File = r.files[n]
	}
}

// A LineReaderPos is a position in a line table.
type LineReaderPos struct {
	at    int
	row   LineEntry
	file  int
	files int
}

// Tell returns the position of the next row.
func (r *LineReader) Tell() LineReaderPos {
	return LineReaderPos{r.at, r.row, r.file, len(r.files)}
}

// Seek moves to a position that Tell of this reader has returned.
func (r *LineReader) Seek(pos LineReaderPos) {
	r.at, r.row, r.file = pos.at, pos.row, pos.file
	r.files = r.files[:pos.files]
	r.h.named = 0
}

// Opcodes of the program (section 6.2.5 of DWARF 5).
const (
	opExtended = iota
	opCopy
	opAdvancePC
	opAdvanceLine
	opSetFile
	opSetColumn
	opNegateStmt
	opBasicBlock
	opConstAddPC
	opFixedAdvancePC
	opPrologueEnd
	opEpilogueBegin
	opSetISA
)

const (
	extEndSequence = iota + 1
	extSetAddress
	extDefineFile
	extDiscriminator
)

// Next reads a row and returns io.EOF after the last. Rows may go to lower lines, but not to lower addresses.
func (r *LineReader) Next(entry *LineEntry) error {
	if r.failure != nil {
		return r.failure
	}
	c := r.h.cursor
	c.at = r.at
	for c.left() > 0 {
		ends := r.step(&c, entry)
		if c.err != nil {
			r.failure = c.err
			return c.err
		}
		r.at = c.at
		if ends {
			return nil
		}
	}
	return io.EOF
}

// step executes an opcode, and reports whether it emitted a row.
func (r *LineReader) step(c *cursor, entry *LineEntry) bool {
	op := int(c.u8())
	switch {
	case op >= r.h.opcodeBase:
		op -= r.h.opcodeBase
		r.advance(uint64(op / r.h.lineRange))
		r.row.Line += r.h.lineBase + op%r.h.lineRange
		r.emit(entry)
		return true
	case op == opExtended:
		return r.extended(c, entry)
	case op == opCopy:
		r.emit(entry)
		return true
	}
	r.standard(c, op)
	return false
}

// emit returns the registers as a row, and clears those that hold for one row only.
func (r *LineReader) emit(entry *LineEntry) {
	*entry = r.row
	r.row.BasicBlock = false
	r.row.PrologueEnd = false
	r.row.EpilogueBegin = false
	r.row.Discriminator = 0
}

// advance advances the address and the index within an instruction by a number of operations.
func (r *LineReader) advance(operations uint64) {
	n := uint64(r.row.OpIndex) + operations
	per := uint64(r.h.operations)
	r.row.Address += uint64(r.h.step) * (n / per)
	r.row.OpIndex = int(n % per)
}

// standard executes a standard opcode.
func (r *LineReader) standard(c *cursor, op int) {
	switch op {
	case opAdvancePC:
		r.advance(c.uleb())
	case opAdvanceLine:
		r.row.Line += int(c.sleb())
	case opSetFile:
		r.setFile(int(c.uleb()))
	case opSetColumn:
		r.row.Column = int(c.uleb())
	case opNegateStmt:
		r.row.IsStmt = !r.row.IsStmt
	case opBasicBlock:
		r.row.BasicBlock = true
	case opConstAddPC:
		r.advance(uint64((255 - r.h.opcodeBase) / r.h.lineRange))
	case opFixedAdvancePC:
		r.row.Address += uint64(c.u16())
		r.row.OpIndex = 0
	case opPrologueEnd:
		r.row.PrologueEnd = true
	case opEpilogueBegin:
		r.row.EpilogueBegin = true
	case opSetISA:
		r.row.ISA = int(c.uleb())
	default:
		// The header says how many operands an unknown opcode has.
		for range r.h.operands[op] {
			c.uleb()
		}
	}
}

// extended executes an opcode that has its length before it.
func (r *LineReader) extended(c *cursor, entry *LineEntry) bool {
	length := c.uleb()
	inner := c.within(length)
	op := inner.u8()
	switch op {
	case extEndSequence:
		if inner.err == nil {
			r.row.EndSequence = true
			*entry = r.row
			r.begin()
			return true
		}
	case extSetAddress:
		r.row.Address = inner.addr()
		r.row.OpIndex = 0
	case extDefineFile:
		if f := r.h.readFile(&inner); f != nil {
			r.files = append(r.files, f)
			r.setFile(r.file)
		}
	case extDiscriminator:
		r.row.Discriminator = int(inner.uleb())
	}
	if inner.err != nil {
		c.err = inner.err
	}
	return false
}

// SeekPC finds the row that describes the instruction at an address; the next row is then the one after it. SeekPC
// returns ErrUnknownPC if there is no such row. It searches from the current row, or from the first one if that is later.
func (r *LineReader) SeekPC(pc uint64, entry *LineEntry) error {
	if err := r.Next(entry); err != nil {
		return err
	}
	if entry.Address > pc {
		r.Reset()
		if err := r.Next(entry); err != nil {
			return err
		}
		if entry.Address > pc {
			r.Reset()
			return ErrUnknownPC
		}
	}
	for {
		var next LineEntry
		before := r.Tell()
		if err := r.Next(&next); err == io.EOF {
			return ErrUnknownPC
		} else if err != nil {
			return err
		}
		if next.Address > pc {
			if entry.EndSequence {
				return ErrUnknownPC
			}
			r.Seek(before)
			return nil
		}
		*entry = next
	}
}
