package pe

import (
	"debug/dwarf"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"internal/binfile"
)

// A Section is a section of a file.
type Section struct {
	SectionHeader
	Relocs []Reloc

	io.ReaderAt
	span *io.SectionReader
}

// Data returns the bytes of the section. If Offset is 0, it has none, and Data returns an error.
func (s *Section) Data() ([]byte, error) { return binfile.Bytes(s.span, 0, uint64(s.Size)) }

// Open returns a reader of the section. If Offset is 0, its calls fail.
func (s *Section) Open() io.ReadSeeker { return io.NewSectionReader(s.span, 0, 1<<63-1) }

// sections reads the headers of the sections, and their relocations.
func (f *File) sections(r io.ReaderAt, at int64) error {
	const header = 40
	f.Sections = make([]*Section, f.NumberOfSections)
	for i := range f.Sections {
		b, err := binfile.Record(r, at+int64(i)*header, header)
		if err != nil {
			return err
		}
		if f.Sections[i], err = f.section(r, fields(b)); err != nil {
			return err
		}
	}
	for _, s := range f.Sections {
		if err := s.relocations(r); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) section(r io.ReaderAt, in *binfile.Fields) (*Section, error) {
	s := &Section{}
	name, err := f.sectionName(binfile.Text(in.Take(8)))
	if err != nil {
		return nil, err
	}
	s.Name = name
	s.VirtualSize, s.VirtualAddress, s.Size, s.Offset = in.U32(), in.U32(), in.U32(), in.U32()
	s.PointerToRelocations, s.PointerToLineNumbers = in.U32(), in.U32()
	s.NumberOfRelocations, s.NumberOfLineNumbers = in.U16(), in.U16()
	s.Characteristics = in.U32()
	from := r
	if s.Offset == 0 {
		from = binfile.Unreadable{Err: errors.New("unexpected read from section with uninitialized data")}
	}
	s.span = io.NewSectionReader(from, int64(s.Offset), int64(s.Size))
	s.ReaderAt = s.span
	return s, nil
}

// sectionName returns the full name of a section: /N refers to the string at the offset N of the string table.
func (f *File) sectionName(short string) (string, error) {
	digits, long := strings.CutPrefix(short, "/")
	if !long {
		return short, nil
	}
	at, err := strconv.Atoi(digits)
	if err != nil {
		return "", err
	}
	return f.StringTable.String(uint32(at))
}

func (s *Section) relocations(r io.ReaderAt) error {
	if s.NumberOfRelocations == 0 {
		return nil
	}
	const size = 10
	b, err := binfile.Record(r, int64(s.PointerToRelocations), size*int(s.NumberOfRelocations))
	if err != nil {
		return fmt.Errorf("fail to read section relocations: %v", err)
	}
	in := fields(b)
	s.Relocs = make([]Reloc, s.NumberOfRelocations)
	for i := range s.Relocs {
		s.Relocs[i] = Reloc{in.U32(), in.U32(), in.U16()}
	}
	return nil
}

// DWARF returns the debugging information.
func (f *File) DWARF() (*dwarf.Data, error) {
	var debug binfile.Debug
	for _, s := range f.Sections {
		if kind, ok := binfile.Kind(s.Name, "."); ok {
			debug.Add(kind, s.debugData)
		}
	}
	return debug.Data()
}

// debugData returns the contents of a section with debugging information. In an image, bytes beyond VirtualSize are padding.
func (s *Section) debugData() ([]byte, error) {
	b, err := s.Data()
	if err != nil {
		return nil, err
	}
	if s.VirtualSize > 0 && s.VirtualSize < s.Size {
		b = b[:s.VirtualSize]
	}
	return binfile.Unzip(b)
}
