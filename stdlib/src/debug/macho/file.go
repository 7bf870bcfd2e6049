// Package macho reads Mach-O object files, the format of macOS.
package macho

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"internal/binfile"
)

// A File is an open Mach-O file.
type File struct {
	FileHeader
	ByteOrder binary.ByteOrder
	Loads     []Load
	Sections  []*Section

	Symtab   *Symtab
	Dysymtab *Dysymtab

	closer io.Closer
}

// A Load is any load command.
type Load interface {
	Raw() []byte
}

// LoadBytes are the raw bytes of a load command.
type LoadBytes []byte

// Raw returns the bytes of the load command.
func (b LoadBytes) Raw() []byte { return b }

// A Segment is the load command of a segment, with access to its bytes.
type Segment struct {
	LoadBytes
	SegmentHeader

	io.ReaderAt
	span *io.SectionReader
}

// Data reads the bytes of the segment.
func (s *Segment) Data() ([]byte, error) { return binfile.Bytes(s.span, 0, s.Filesz) }

// Open returns a reader of the segment.
func (s *Segment) Open() io.ReadSeeker { return io.NewSectionReader(s.span, 0, 1<<63-1) }

// A Section is a part of a segment.
type Section struct {
	SectionHeader
	Relocs []Reloc

	io.ReaderAt
	span *io.SectionReader
}

// Data reads the bytes of the section.
func (s *Section) Data() ([]byte, error) { return binfile.Bytes(s.span, 0, s.Size) }

// Open returns a reader of the section.
func (s *Section) Open() io.ReadSeeker { return io.NewSectionReader(s.span, 0, 1<<63-1) }

// A Reloc is a relocation.
type Reloc struct {
	Addr uint32
	// Value is the number of a symbol if Extern is set, otherwise of a section. If Scattered is set, it is the value that the relocation refers to.
	Value uint32
	Type  uint8
	// Len is the binary logarithm of the number of bytes to change.
	Len       uint8
	Pcrel     bool
	Extern    bool
	Scattered bool
}

// A Dylib is the load command of a dynamic library.
type Dylib struct {
	LoadBytes
	Name                                string
	Time, CurrentVersion, CompatVersion uint32
}

// An Rpath is the load command with a path where the loader searches for dynamic libraries.
type Rpath struct {
	LoadBytes
	Path string
}

// A Symtab is the load command of the symbol table, with the symbols.
type Symtab struct {
	LoadBytes
	SymtabCmd
	Syms []Symbol
}

// A Dysymtab is the load command of the dynamic linker's tables.
type Dysymtab struct {
	LoadBytes
	DysymtabCmd
	// IndirectSyms are indices of Symtab.Syms.
	IndirectSyms []uint32
}

// A FormatError says where a file is invalid.
type FormatError struct {
	offset int64
	text   string
	value  any
}

func (e *FormatError) Error() string {
	value := ""
	if e.value != nil {
		value = fmt.Sprintf(" '%v'", e.value)
	}
	return fmt.Sprintf("%s%s in record at byte %#x", e.text, value, e.offset)
}

// Open opens a file and reads its headers.
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

// NewFile reads the headers of a file.
func NewFile(r io.ReaderAt) (*File, error) {
	start, err := binfile.Bytes(r, 0, 4)
	if err != nil {
		return nil, err
	}
	f := &File{}
	for _, order := range []binary.ByteOrder{binary.BigEndian, binary.LittleEndian} {
		if magic := order.Uint32(start); magic == Magic32 || magic == Magic64 {
			f.ByteOrder, f.Magic = order, magic
		}
	}
	size := int64(28)
	switch f.Magic {
	case 0:
		return nil, &FormatError{0, "invalid magic number", nil}
	case Magic64:
		size = 32
	}
	header, err := binfile.Record(r, 0, 28)
	if err != nil {
		return nil, err
	}
	in := f.fields(header[4:])
	f.Cpu, f.SubCpu, f.Type = Cpu(in.U32()), in.U32(), Type(in.U32())
	f.Ncmd, f.Cmdsz, f.Flags = in.U32(), in.U32(), in.U32()
	commands, err := binfile.Bytes(r, size, uint64(f.Cmdsz))
	if err != nil {
		return nil, err
	}
	if err := f.loads(&reader{file: r, at: size}, commands); err != nil {
		return nil, err
	}
	return f, nil
}

// fields returns a reader of the numbers in b.
func (f *File) fields(b []byte) *binfile.Fields {
	return &binfile.Fields{B: b, Order: f.ByteOrder, Wide: f.Magic == Magic64}
}

// Segment returns the first segment with a name, or nil.
func (f *File) Segment(name string) *Segment {
	for _, load := range f.Loads {
		if s, ok := load.(*Segment); ok && s.Name == name {
			return s
		}
	}
	return nil
}

// Section returns the first section with a name, or nil.
func (f *File) Section(name string) *Section {
	for _, s := range f.Sections {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// ImportedSymbols returns the names of the symbols that other libraries define.
func (f *File) ImportedSymbols() ([]string, error) {
	if f.Symtab == nil {
		return nil, &FormatError{0, "missing symbol table", nil}
	}
	var names []string
	from, number := uint64(0), uint64(len(f.Symtab.Syms))
	if f.Dysymtab != nil {
		from, number = uint64(f.Dysymtab.Iundefsym), uint64(f.Dysymtab.Nundefsym)
	}
	for _, s := range f.Symtab.Syms[from : from+number] {
		// Without the dynamic table, a symbol is imported if it is external and undefined.
		const kinds, external = 0x0e, 0x01
		if f.Dysymtab != nil || s.Type&kinds == 0 && s.Type&external != 0 {
			names = append(names, s.Name)
		}
	}
	return names, nil
}

// ImportedLibraries returns the paths of the libraries that the file needs when it is loaded.
func (f *File) ImportedLibraries() ([]string, error) {
	var paths []string
	for _, load := range f.Loads {
		if library, ok := load.(*Dylib); ok {
			paths = append(paths, library.Name)
		}
	}
	return paths, nil
}
