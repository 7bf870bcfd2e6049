// Package plan9obj reads a.out files, the format of Plan 9.
package plan9obj

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"internal/binfile"
)

// The magic number of a file. Magic64 marks files whose header has a 64-bit entry point.
const (
	Magic64    = 0x8000
	Magic386   = 0x1eb
	MagicAMD64 = 0xa97 + Magic64
	MagicARM   = 0x647
)

// ErrNoSymbols is the error of Symbols for a file without symbols.
var ErrNoSymbols = errors.New("no symbol section")

// A File is an open a.out file.
type File struct {
	FileHeader
	Sections []*Section

	closer io.Closer
}

// A FileHeader is the header of a file, and properties that follow from the processor.
type FileHeader struct {
	Magic, Bss  uint32
	Entry       uint64
	PtrSize     int
	LoadAddress uint64
	HdrSize     uint64
}

// A Section is a section of a file. The sections are text, data, syms, spsz and pcsz.
type Section struct {
	SectionHeader

	io.ReaderAt
	span *io.SectionReader
}

// A SectionHeader has the size and the offset of a section.
type SectionHeader struct {
	Name         string
	Size, Offset uint32
}

// A Sym is a symbol.
type Sym struct {
	Value uint64
	Type  rune
	Name  string
}

// Data reads the bytes of the section.
func (s *Section) Data() ([]byte, error) { return binfile.Bytes(s.span, 0, uint64(s.Size)) }

// Open returns a reader of the section.
func (s *Section) Open() io.ReadSeeker { return io.NewSectionReader(s.span, 0, 1<<63-1) }

// formatError says where a file is invalid.
type formatError struct {
	offset int
	text   string
	value  any
}

func (e *formatError) Error() string {
	value := ""
	if e.value != nil {
		value = fmt.Sprintf(" '%v'", e.value)
	}
	return fmt.Sprintf("%s%s in record at byte %#x", e.text, value, e.offset)
}

// Open opens a file and reads its header.
func Open(name string) (*File, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f, err := NewFile(in)
	if err != nil {
		in.Close()
		return nil, err
	}
	f.closer = in
	return f, nil
}

// Close closes a file that Open has opened.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	closer := f.closer
	f.closer = nil
	return closer.Close()
}

func fields(b []byte) *binfile.Fields { return &binfile.Fields{B: b, Order: binary.BigEndian} }

// NewFile reads the header of a file.
func NewFile(r io.ReaderAt) (*File, error) {
	start, err := binfile.Bytes(r, 0, 4)
	if err != nil {
		return nil, err
	}
	f := &File{}
	f.Magic, f.PtrSize, f.LoadAddress, f.HdrSize = fields(start).U32(), 4, 0x1000, 32
	switch f.Magic {
	case Magic386, MagicARM:
	case MagicAMD64:
		f.PtrSize, f.LoadAddress = 8, 0x200000
	default:
		return nil, &formatError{0, "bad magic number", start}
	}
	b, err := binfile.Record(r, 0, int(f.HdrSize))
	if err != nil {
		return nil, err
	}
	in := fields(b[4:])
	text, data := in.U32(), in.U32()
	f.Bss = in.U32()
	syms := in.U32()
	f.Entry = uint64(in.U32())
	spsz, pcsz := in.U32(), in.U32()
	if f.Magic&Magic64 != 0 {
		wide, err := binfile.Record(r, int64(f.HdrSize), 8)
		if err != nil {
			return nil, err
		}
		f.Entry = fields(wide).U64()
		f.HdrSize += 8
	}
	at := uint32(f.HdrSize)
	for _, s := range []SectionHeader{{"text", text, 0}, {"data", data, 0}, {"syms", syms, 0}, {"spsz", spsz, 0}, {"pcsz", pcsz, 0}} {
		s.Offset = at
		at += s.Size
		span := io.NewSectionReader(r, int64(s.Offset), int64(s.Size))
		f.Sections = append(f.Sections, &Section{s, span, span})
	}
	return f, nil
}

// Section returns the section with a name, or nil.
func (f *File) Section(name string) *Section {
	for _, s := range f.Sections {
		if s.Name == name {
			return s
		}
	}
	return nil
}
