package gosym

import (
	"encoding/binary"
	"sync"
)

// A LineTable maps a program's instructions to lines.
type LineTable struct {
	Data []byte
	PC   uint64
	Line int

	read  sync.Once
	funcs *functions
}

// NewLineTable makes a table from the section .gopclntab and the value of the symbol runtime.text.
func NewLineTable(data []byte, text uint64) *LineTable { return &LineTable{Data: data, PC: text} }

// functions returns the table of functions, or nil for a table of Go 1.1 or older or a corrupt one.
func (t *LineTable) functions() *functions {
	t.read.Do(func() { t.funcs = readFunctions(t.Data, t.PC) })
	return t.funcs
}

// PCToLine returns the line of an instruction.
//
// Deprecated: Use Table.PCToLine, which also returns the file.
func (t *LineTable) PCToLine(pc uint64) int {
	if f := t.functions(); f != nil {
		_, line := f.position(pc)
		return line
	}
	_, line := t.walk(pc, -1)
	return line
}

// LineToPC returns the first instruction of a line that is before maxpc.
//
// Deprecated: Use Table.LineToPC, which also takes the file.
func (t *LineTable) LineToPC(line int, maxpc uint64) uint64 {
	if t.functions() != nil {
		return 0
	}
	pc, found := t.walk(maxpc, line)
	if found != line {
		return 0
	}
	return pc
}

// walk steps through a table of Go 1.1 or older to an address or to a line. Each byte changes the line or the address;
// one for the address also advances by one instruction.
func (t *LineTable) walk(pc uint64, line int) (uint64, int) {
	const quantum = 1
	at, is := t.PC, t.Line
	for b := t.Data; at <= pc && is != line && len(b) > 0; at += quantum {
		code := int(b[0])
		b = b[1:]
		switch {
		case code == 0:
			if len(b) < 4 {
				return at, is
			}
			is += int(int32(binary.BigEndian.Uint32(b)))
			b = b[4:]
		case code <= 64:
			is += code
		case code <= 128:
			is -= code - 64
		default:
			at += uint64(code-128) * quantum
			continue
		}
		at -= quantum
	}
	return at, is
}

// The layouts of the table, named after the release that introduced them.
const (
	go12 = iota
	go116
	go118
	go120
)

var layouts = map[uint32]int{0xfffffffb: go12, 0xfffffffa: go116, 0xfffffff0: go118, 0xfffffff1: go120}

// functions is the table of functions.
type functions struct {
	data    []byte
	order   binary.ByteOrder
	layout  int
	quantum uint64
	word    int // the size of an address
	text    uint64
	count   int

	// The parts of the table: functions, names, units, files, values for addresses, and descriptions of functions.
	index, names, units, paths, values, details []byte
	nfiles                                      uint64
}

// readFunctions reads the header. It checks the header's offsets; all others are checked when they are used.
func readFunctions(data []byte, text uint64) *functions {
	const header = 8
	if len(data) < 16 || data[4] != 0 || data[5] != 0 {
		return nil
	}
	f := &functions{data: data, quantum: uint64(data[6]), word: int(data[7]), text: text, order: binary.LittleEndian}
	var ok bool
	if f.layout, ok = layouts[f.order.Uint32(data)]; !ok {
		f.order = binary.BigEndian
		if f.layout, ok = layouts[f.order.Uint32(data)]; !ok {
			return nil
		}
	}
	if f.quantum != 1 && f.quantum != 2 && f.quantum != 4 || f.word != 4 && f.word != 8 {
		return nil
	}
	field := func(i int) uint64 { return f.address(data, header+i*f.word) }
	part := func(i int) []byte { return data[min(field(i), uint64(len(data))):] }
	f.count = int(min(field(0), uint64(len(data))))
	switch f.layout {
	case go12:
		f.index, f.names, f.values, f.details = data[min(header+f.word, len(data)):], data, data, data
		end := f.count * 2 * f.word
		f.paths = data[min(uint64(f.number(f.index, end+f.word)), uint64(len(data))):]
		f.nfiles = uint64(f.number(f.paths, 0))
	case go116:
		f.nfiles, f.names, f.units, f.paths, f.values, f.index = field(1), part(2), part(3), part(4), part(5), part(6)
		f.details = f.index
	default:
		f.nfiles, f.names, f.units, f.paths, f.values, f.index = field(1), part(3), part(4), part(5), part(6), part(7)
		f.details = f.index
	}
	if f.count = min(f.count, len(f.index)/(2*f.column())); f.count < 0 {
		f.count = 0
	}
	return f
}

// column returns the size of the numbers in the index.
func (f *functions) column() int {
	if f.layout >= go118 {
		return 4
	}
	return f.word
}

// number reads 4 bytes, or returns 0 if b is too short.
func (f *functions) number(b []byte, at int) uint32 {
	if at < 0 || at > len(b)-4 {
		return 0
	}
	return f.order.Uint32(b[at:])
}

// address reads an address, or returns 0 if b is too short.
func (f *functions) address(b []byte, at int) uint64 {
	if f.word == 4 {
		return uint64(f.number(b, at))
	}
	if at < 0 || at > len(b)-8 {
		return 0
	}
	return f.order.Uint64(b[at:])
}

// entry returns the address of a function; for the index after the last, the end of the text.
func (f *functions) entry(i int) uint64 {
	if f.layout >= go118 {
		return f.text + uint64(f.number(f.index, i*8))
	}
	return f.address(f.index, i*2*f.word)
}

// info returns the description of a function, beginning with the name.
func (f *functions) info(i int) []byte {
	column := f.column()
	var at uint64
	if column == 4 {
		at = uint64(f.number(f.index, i*8+4))
	} else {
		at = f.address(f.index, i*2*column+column)
	}
	return f.details[min(at+uint64(column), uint64(len(f.details))):]
}

// The offsets of numbers in the description of a function.
const (
	atName  = 0
	atFrame = 8 // In newer programs it is the address of the deferreturn call; Go returns that as the frame size.
	atFile  = 16
	atLine  = 20
	atUnit  = 28
)

func (f *functions) name(info []byte) string { return text(f.names, uint64(f.number(info, atName))) }

// text returns the string at an offset.
func text(b []byte, at uint64) string {
	if at >= uint64(len(b)) {
		return ""
	}
	b = b[at:]
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return ""
}

// files returns the names of all files.
func (f *functions) files() map[string]bool {
	names := map[string]bool{}
	at := uint64(0)
	for i := uint64(0); i < f.nfiles && at < uint64(len(f.paths)); i++ {
		if f.layout == go12 {
			if i > 0 {
				names[text(f.data, uint64(f.number(f.paths, int(i)*4)))] = true
			}
			at += 4
			continue
		}
		name := text(f.paths, at)
		names[name] = true
		at += uint64(len(name)) + 1
	}
	return names
}

// file returns the name of a file from its number in the function's unit.
func (f *functions) file(info []byte, number int32) string {
	if f.layout == go12 {
		if number <= 0 {
			return ""
		}
		return text(f.data, uint64(f.number(f.paths, int(number)*4)))
	}
	at := (uint64(f.number(info, atUnit)) + uint64(number)) * 4
	if number < 0 || at+4 > uint64(len(f.units)) {
		return ""
	}
	if offset := f.number(f.units, int(at)); offset != 1<<32-1 {
		return text(f.paths, uint64(offset))
	}
	return ""
}
