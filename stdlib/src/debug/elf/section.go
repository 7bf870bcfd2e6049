package elf

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"internal/binfile"
)

// A Section is a section of a file.
type Section struct {
	SectionHeader

	// ReaderAt is nil if the section is compressed.
	io.ReaderAt
	span *io.SectionReader

	method CompressionType
	packed int64 // the number of compressed bytes
}

// A SectionHeader is the header of a section, for both formats.
type SectionHeader struct {
	Name  string
	Type  SectionType
	Flags SectionFlag

	Addr, Offset, Size uint64
	Link, Info         uint32
	Addralign, Entsize uint64

	// FileSize is the number of bytes in the file. Size is the number of bytes of the contents, which differs if they are compressed.
	FileSize uint64
}

// Section returns the first section with a name, or nil.
func (f *File) Section(name string) *Section {
	return f.find(func(s *Section) bool { return s.Name == name })
}

// SectionByType returns the first section of a type, or nil.
func (f *File) SectionByType(typ SectionType) *Section {
	return f.find(func(s *Section) bool { return s.Type == typ })
}

func (f *File) find(wanted func(*Section) bool) *Section {
	for _, s := range f.Sections {
		if wanted(s) {
			return s
		}
	}
	return nil
}

// Data returns the contents of the section, decompressed. A section of type SHT_NOBITS has no contents: that is an error.
func (s *Section) Data() ([]byte, error) {
	in := s.Open()
	if u, ok := in.(*unpacker); ok {
		return binfile.Exactly(u, u.size)
	}
	if s.Type == SHT_NOBITS || s.Flags&SHF_COMPRESSED != 0 {
		return binfile.Exactly(in, min(s.Size, 1))
	}
	return binfile.Full(s.span, 0, s.Size)
}

// Open returns a reader of the contents, decompressed. For a section of type SHT_NOBITS, its calls fail.
func (s *Section) Open() io.ReadSeeker {
	switch {
	case s.Type != SHT_NOBITS && s.Flags&SHF_COMPRESSED == 0 && strings.HasPrefix(s.Name, ".zdebug"):
		var header [12]byte
		if n, _ := s.span.ReadAt(header[:], 0); n == len(header) && string(header[:4]) == "ZLIB" {
			return &unpacker{section: s, method: COMPRESS_ZLIB, begin: 12, size: binary.BigEndian.Uint64(header[4:])}
		}
		return io.NewSectionReader(s.span, 0, 1<<63-1)
	case s.Type == SHT_NOBITS:
		nothing := binfile.Unreadable{Err: errors.New("unexpected read from SHT_NOBITS section")}
		return io.NewSectionReader(nothing, 0, int64(s.Size))
	case s.Flags&SHF_COMPRESSED == 0:
		return io.NewSectionReader(s.span, 0, 1<<63-1)
	case s.Flags&SHF_ALLOC != 0:
		return s.unreadable("SHF_COMPRESSED applies only to non-allocable sections")
	case s.method == COMPRESS_ZLIB || s.method == COMPRESS_ZSTD:
		return &unpacker{section: s, method: s.method, begin: s.packed, size: s.Size}
	}
	return s.unreadable("unknown compression type")
}

func (s *Section) unreadable(reason string) io.ReadSeeker {
	return binfile.Unreadable{Err: wrong(int64(s.Offset), reason, s.method)}
}

// sections reads the headers of the sections, and their names.
func (f *File) sections(r io.ReaderAt, t tables) error {
	if t.shoff > 0 && t.shnum == 0 {
		if err := f.manySections(r, &t); err != nil {
			return err
		}
	}
	if t.shnum > 0 && t.shentsize < t.section {
		return wrong(0, "invalid ELF shentsize", t.shentsize)
	}
	table, err := binfile.Bytes(r, t.shoff, uint64(t.shnum)*uint64(t.shentsize))
	if err != nil {
		return err
	}
	f.Sections = make([]*Section, t.shnum)
	names := make([]uint32, t.shnum)
	for i := range f.Sections {
		at := t.shoff + int64(i*t.shentsize)
		s := &Section{}
		names[i] = s.header(f.fields(table[i*t.shentsize:]))
		if int64(s.Offset) < 0 {
			return wrong(at, "invalid section offset", int64(s.Offset))
		}
		if int64(s.FileSize) < 0 {
			return wrong(at, "invalid section size", int64(s.FileSize))
		}
		s.span = io.NewSectionReader(r, int64(s.Offset), int64(s.FileSize))
		if err := f.compression(s); err != nil {
			return err
		}
		f.Sections[i] = s
	}
	return f.sectionNames(t, names)
}

// manySections reads the numbers that need more than 16 bits from the first section header.
func (f *File) manySections(r io.ReaderAt, t *tables) error {
	b, err := binfile.Bytes(r, t.shoff, uint64(t.section))
	if err != nil {
		return err
	}
	var first Section
	first.header(f.fields(b))
	if first.Type != SHT_NULL {
		return wrong(t.shoff, "invalid type of the initial section", first.Type)
	}
	t.shnum = int(first.Size)
	if t.names == int(SHN_XINDEX) {
		t.names = int(first.Link)
	}
	if t.shnum <= 0 || t.shnum > 1<<40 { // more do not fit into a file
		return wrong(t.shoff, "invalid ELF shnum contained in sh_size", t.shnum)
	}
	if t.names >= t.shnum {
		return wrong(t.shoff, "invalid ELF shstrndx contained in sh_link", t.names)
	}
	return nil
}

// header reads a section header, and returns the offset of the section's name.
func (s *Section) header(in *binfile.Fields) (name uint32) {
	name = in.U32()
	s.Type, s.Flags = SectionType(in.U32()), SectionFlag(in.Word())
	s.Addr, s.Offset, s.FileSize = in.Word(), in.Word(), in.Word()
	s.Link, s.Info = in.U32(), in.U32()
	s.Addralign, s.Entsize = in.Word(), in.Word()
	s.Size = s.FileSize
	return name
}

// compression reads the header before the compressed bytes of a section.
func (f *File) compression(s *Section) error {
	if s.Flags&SHF_COMPRESSED == 0 {
		s.ReaderAt = s.span
		return nil
	}
	size := f.width(12, 24)
	b, err := binfile.Bytes(s.span, 0, uint64(size))
	if err != nil {
		return err
	}
	in := f.fields(b)
	s.method = CompressionType(in.U32())
	if f.wide() {
		in.Take(4)
	}
	s.Size, s.Addralign, s.packed = in.Word(), in.Word(), int64(size)
	return nil
}

// sectionNames sets the names of the sections.
func (f *File) sectionNames(t tables, at []uint32) error {
	if len(f.Sections) == 0 {
		return nil
	}
	holder := f.Sections[t.names]
	if holder.Type != SHT_STRTAB {
		return wrong(t.shoff+int64(t.names*t.shentsize), "invalid ELF section name string table type", holder.Type)
	}
	table, err := holder.Data()
	if err != nil {
		return err
	}
	for i, s := range f.Sections {
		name, ok := text(table, int(at[i]))
		if !ok {
			return wrong(t.shoff+int64(i*t.shentsize), "bad section name index", at[i])
		}
		s.Name = name
	}
	return nil
}

// text returns the string at an offset in a string table.
func text(table []byte, at int) (string, bool) {
	if at < 0 || at >= len(table) {
		return "", false
	}
	s := binfile.Text(table[at:])
	if at+len(s) == len(table) {
		return "", false
	}
	return s, true
}

// strings returns the string table that a section is linked with.
func (f *File) strings(link uint32) ([]byte, error) {
	if link == 0 || uint64(link) >= uint64(len(f.Sections)) {
		return nil, errors.New("section has invalid string table link")
	}
	return f.Sections[link].Data()
}
