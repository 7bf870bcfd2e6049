// Package elf reads ELF object files.
package elf

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"

	"internal/binfile"
)

// A File is an open ELF file.
type File struct {
	FileHeader
	Sections []*Section
	Progs    []*Prog

	closer io.Closer
}

// A FileHeader is the header of a file, for both the 32-bit and the 64-bit format.
type FileHeader struct {
	Class      Class
	Data       Data
	Version    Version
	OSABI      OSABI
	ABIVersion uint8
	ByteOrder  binary.ByteOrder
	Type       Type
	Machine    Machine
	Entry      uint64
}

// A Prog is a segment.
type Prog struct {
	ProgHeader

	io.ReaderAt
	span *io.SectionReader
}

// A ProgHeader is the header of a segment, for both formats.
type ProgHeader struct {
	Type  ProgType
	Flags ProgFlag

	Off, Vaddr, Paddr, Filesz, Memsz, Align uint64
}

// Open returns a reader of the segment.
func (p *Prog) Open() io.ReadSeeker { return io.NewSectionReader(p.span, 0, 1<<63-1) }

// A FormatError says where a file is invalid.
type FormatError struct {
	offset int64
	text   string
	value  any
}

func (e *FormatError) Error() string {
	value := ""
	if e.value != nil {
		value = fmt.Sprintf(" '%v' ", e.value)
	}
	return fmt.Sprintf("%s%sin record at byte %#x", e.text, value, e.offset)
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

// tables has the offsets of the segment and section tables, and the sizes and numbers of their entries.
type tables struct {
	phoff, shoff     int64
	phentsize, phnum int
	shentsize, shnum int
	names            int // index of the section with the sections' names
	segment, section int // sizes of headers in this file's format
}

// NewFile reads the headers of a file.
func NewFile(r io.ReaderAt) (*File, error) {
	f := &File{}
	if err := f.ident(r); err != nil {
		return nil, err
	}
	t, err := f.header(r)
	if err != nil {
		return nil, err
	}
	if err := f.segments(r, t); err != nil {
		return nil, err
	}
	if err := f.sections(r, t); err != nil {
		return nil, err
	}
	return f, nil
}

func wrong(offset int64, text string, value any) error { return &FormatError{offset, text, value} }

// ident reads the identification bytes before the header's numbers.
func (f *File) ident(r io.ReaderAt) error {
	var id [EI_NIDENT]byte
	if _, err := r.ReadAt(id[:], 0); err != nil {
		return wrong(0, "cannot read ELF identifier", err)
	}
	if !strings.HasPrefix(string(id[:]), ELFMAG) {
		return wrong(0, "bad magic number", id[:len(ELFMAG)])
	}
	f.Class, f.Data, f.Version = Class(id[EI_CLASS]), Data(id[EI_DATA]), Version(id[EI_VERSION])
	f.OSABI, f.ABIVersion = OSABI(id[EI_OSABI]), id[EI_ABIVERSION]
	switch f.Data {
	case ELFDATA2LSB:
		f.ByteOrder = binary.LittleEndian
	case ELFDATA2MSB:
		f.ByteOrder = binary.BigEndian
	}
	switch {
	case f.Class != ELFCLASS32 && f.Class != ELFCLASS64:
		return wrong(0, "unknown ELF class", f.Class)
	case f.ByteOrder == nil:
		return wrong(0, "unknown ELF data encoding", f.Data)
	case f.Version != EV_CURRENT:
		return wrong(0, "unknown ELF version", f.Version)
	}
	return nil
}

// wide reports whether the file is in the 64-bit format.
func (f *File) wide() bool { return f.Class == ELFCLASS64 }

// fields returns a reader of the numbers in b.
func (f *File) fields(b []byte) *binfile.Fields {
	return &binfile.Fields{B: b, Order: f.ByteOrder, Wide: f.wide()}
}

// width returns the size of a structure: narrow for the 32-bit format, wide for the 64-bit format.
func (f *File) width(narrow, wide int) int {
	if f.wide() {
		return wide
	}
	return narrow
}

// header reads the numbers of the header.
func (f *File) header(r io.ReaderAt) (t tables, err error) {
	b, err := binfile.Bytes(r, 0, uint64(f.width(52, 64)))
	if err != nil {
		return t, err
	}
	in := f.fields(b[EI_NIDENT:])
	f.Type, f.Machine = Type(in.U16()), Machine(in.U16())
	version := in.U32()
	f.Entry, t.phoff, t.shoff = in.Word(), int64(in.Word()), int64(in.Word())
	in.Take(4 + 2)
	t.phentsize, t.phnum = int(in.U16()), int(in.U16())
	t.shentsize, t.shnum, t.names = int(in.U16()), int(in.U16()), int(in.U16())
	t.segment, t.section = f.width(32, 56), f.width(40, 64)
	switch {
	case Version(version) != f.Version:
		err = wrong(0, "mismatched ELF version", Version(version))
	case t.shoff < 0:
		err = wrong(0, "invalid shoff", t.shoff)
	case t.phoff < 0:
		err = wrong(0, "invalid phoff", t.phoff)
	case t.shoff == 0 && t.shnum != 0:
		err = wrong(0, "invalid ELF shnum for shoff=0", t.shnum)
	case t.shnum > 0 && t.names >= t.shnum:
		err = wrong(0, "invalid ELF shstrndx", t.names)
	case t.phnum > 0 && t.phentsize < t.segment:
		err = wrong(0, "invalid ELF phentsize", t.phentsize)
	}
	return t, err
}

// segments reads the headers of the segments.
func (f *File) segments(r io.ReaderAt, t tables) error {
	table, err := binfile.Bytes(r, t.phoff, uint64(t.phnum)*uint64(t.phentsize))
	if err != nil {
		return err
	}
	f.Progs = make([]*Prog, t.phnum)
	for i := range f.Progs {
		at := t.phoff + int64(i*t.phentsize)
		in := f.fields(table[i*t.phentsize:])
		p := &Prog{}
		p.Type = ProgType(in.U32())
		if f.wide() {
			p.Flags = ProgFlag(in.U32())
		}
		p.Off, p.Vaddr, p.Paddr, p.Filesz, p.Memsz = in.Word(), in.Word(), in.Word(), in.Word(), in.Word()
		if !f.wide() {
			p.Flags = ProgFlag(in.U32())
		}
		p.Align = in.Word()
		if int64(p.Off) < 0 {
			return wrong(at, "invalid program header offset", p.Off)
		}
		if int64(p.Filesz) < 0 {
			return wrong(at, "invalid program header file size", p.Filesz)
		}
		p.span = io.NewSectionReader(r, int64(p.Off), int64(p.Filesz))
		p.ReaderAt = p.span
		f.Progs[i] = p
	}
	return nil
}
