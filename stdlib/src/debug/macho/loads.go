package macho

import (
	"fmt"
	"io"
	"strings"

	"internal/binfile"
)

// A reader is the file and the offset of the load command that is being read.
type reader struct {
	file io.ReaderAt
	at   int64
}

func (r *reader) wrong(text string, value any) error { return &FormatError{r.at, text, value} }

// loads reads the load commands.
func (f *File) loads(r *reader, commands []byte) error {
	f.Loads = make([]Load, 0, min(uint64(f.Ncmd), uint64(len(commands)/8)))
	for range f.Ncmd {
		if len(commands) < 8 {
			return r.wrong("command block too small", nil)
		}
		in := f.fields(commands)
		command, size := LoadCmd(in.U32()), in.U32()
		if size < 8 || uint64(size) > uint64(len(commands)) {
			return r.wrong("invalid command block size", nil)
		}
		raw := commands[:size]
		commands = commands[size:]
		r.at += int64(size)
		load, err := f.load(r, command, raw)
		if err != nil {
			return err
		}
		f.Loads = append(f.Loads, load)
	}
	return nil
}

// load reads a load command.
func (f *File) load(r *reader, command LoadCmd, raw []byte) (Load, error) {
	in := f.fields(raw)
	switch command {
	case LoadCmdRpath:
		return f.rpath(r, in, raw)
	case LoadCmdDylib:
		return f.dylib(r, in, raw)
	case LoadCmdSymtab:
		return f.symtab(r, in, raw)
	case LoadCmdDysymtab:
		return f.dysymtab(r, in, raw)
	case LoadCmdSegment, LoadCmdSegment64:
		in.Wide = command == LoadCmdSegment64
		return f.segment(r, in, raw)
	}
	return LoadBytes(raw), nil
}

func short(in *binfile.Fields) error {
	if in.Short {
		return io.ErrUnexpectedEOF
	}
	return nil
}

func (f *File) rpath(r *reader, in *binfile.Fields, raw []byte) (Load, error) {
	c := RpathCmd{LoadCmd(in.U32()), in.U32(), in.U32()}
	if in.Short {
		return nil, io.ErrUnexpectedEOF
	}
	if uint64(c.Path) >= uint64(len(raw)) {
		return nil, r.wrong("invalid path in rpath command", c.Path)
	}
	return &Rpath{raw, binfile.Text(raw[c.Path:])}, nil
}

func (f *File) dylib(r *reader, in *binfile.Fields, raw []byte) (Load, error) {
	c := DylibCmd{LoadCmd(in.U32()), in.U32(), in.U32(), in.U32(), in.U32(), in.U32()}
	if in.Short {
		return nil, io.ErrUnexpectedEOF
	}
	if uint64(c.Name) >= uint64(len(raw)) {
		return nil, r.wrong("invalid name in dynamic library command", c.Name)
	}
	return &Dylib{raw, binfile.Text(raw[c.Name:]), c.Time, c.CurrentVersion, c.CompatVersion}, nil
}

func (f *File) symtab(r *reader, in *binfile.Fields, raw []byte) (Load, error) {
	c := SymtabCmd{LoadCmd(in.U32()), in.U32(), in.U32(), in.U32(), in.U32(), in.U32()}
	if in.Short {
		return nil, io.ErrUnexpectedEOF
	}
	names, err := binfile.Bytes(r.file, int64(c.Stroff), uint64(c.Strsize))
	if err != nil {
		return nil, err
	}
	entry := uint64(12)
	if in.Wide {
		entry = 16
	}
	table, err := binfile.Bytes(r.file, int64(c.Symoff), uint64(c.Nsyms)*entry)
	if err != nil {
		return nil, err
	}
	t := &Symtab{LoadBytes: raw, Syms: make([]Symbol, 0, c.Nsyms)}
	from := f.fields(table)
	for range c.Nsyms {
		at := from.U32()
		s := Symbol{Type: from.U8(), Sect: from.U8(), Desc: from.U16(), Value: from.Word()}
		if uint64(at) >= uint64(len(names)) {
			return nil, r.wrong("invalid name in symbol table", at)
		}
		s.Name = binfile.Text(names[at:])
		// Go's linker adds the underscore of C names to Go names too, which contain a dot.
		if strings.HasPrefix(s.Name, "_") && strings.Contains(s.Name, ".") {
			s.Name = s.Name[1:]
		}
		t.Syms = append(t.Syms, s)
	}
	f.Symtab = t
	return t, nil
}

func (f *File) dysymtab(r *reader, in *binfile.Fields, raw []byte) (Load, error) {
	c := DysymtabCmd{Cmd: LoadCmd(in.U32()), Len: in.U32()}
	for _, field := range []*uint32{
		&c.Ilocalsym, &c.Nlocalsym, &c.Iextdefsym, &c.Nextdefsym, &c.Iundefsym, &c.Nundefsym,
		&c.Tocoffset, &c.Ntoc, &c.Modtaboff, &c.Nmodtab, &c.Extrefsymoff, &c.Nextrefsyms,
		&c.Indirectsymoff, &c.Nindirectsyms, &c.Extreloff, &c.Nextrel, &c.Locreloff, &c.Nlocrel,
	} {
		*field = in.U32()
	}
	if in.Short {
		return nil, io.ErrUnexpectedEOF
	}
	if f.Symtab == nil {
		return nil, r.wrong("dynamic symbol table seen before any ordinary symbol table", nil)
	}
	known := uint32(len(f.Symtab.Syms))
	if c.Iundefsym > known {
		return nil, r.wrong(fmt.Sprintf(
			"undefined symbols index in dynamic symbol table command is greater than symbol table length (%d > %d)",
			c.Iundefsym, known), nil)
	}
	if end := c.Iundefsym + c.Nundefsym; end < c.Iundefsym || end > known {
		return nil, r.wrong(fmt.Sprintf(
			"number of undefined symbols after index in dynamic symbol table command is greater than symbol table length (%d > %d)",
			uint64(c.Iundefsym)+uint64(c.Nundefsym), known), nil)
	}
	table, err := binfile.Bytes(r.file, int64(c.Indirectsymoff), uint64(c.Nindirectsyms)*4)
	if err != nil {
		return nil, err
	}
	t := &Dysymtab{LoadBytes: raw, DysymtabCmd: c, IndirectSyms: make([]uint32, c.Nindirectsyms)}
	from := f.fields(table)
	for i := range t.IndirectSyms {
		t.IndirectSyms[i] = from.U32()
	}
	f.Dysymtab = t
	return t, nil
}

func (f *File) segment(r *reader, in *binfile.Fields, raw []byte) (Load, error) {
	s := &Segment{LoadBytes: raw}
	s.Cmd, s.Len, s.Name = LoadCmd(in.U32()), in.U32(), binfile.Text(in.Take(16))
	s.Addr, s.Memsz, s.Offset, s.Filesz = in.Word(), in.Word(), in.Word(), in.Word()
	s.Maxprot, s.Prot, s.Nsect, s.Flag = in.U32(), in.U32(), in.U32(), in.U32()
	if err := short(in); err != nil {
		return nil, err
	}
	for range s.Nsect {
		section, err := f.section(r, in)
		if err != nil {
			return nil, err
		}
		f.Sections = append(f.Sections, section)
	}
	if int64(s.Offset) < 0 {
		return nil, r.wrong("invalid section offset", s.Offset)
	}
	if int64(s.Filesz) < 0 {
		return nil, r.wrong("invalid section file size", s.Filesz)
	}
	s.span = io.NewSectionReader(r.file, int64(s.Offset), int64(s.Filesz))
	s.ReaderAt = s.span
	return s, nil
}

func (f *File) section(r *reader, in *binfile.Fields) (*Section, error) {
	if len(in.B) == 0 {
		return nil, io.EOF
	}
	s := &Section{}
	s.Name, s.Seg = binfile.Text(in.Take(16)), binfile.Text(in.Take(16))
	s.Addr, s.Size = in.Word(), in.Word()
	s.Offset, s.Align, s.Reloff, s.Nreloc, s.Flags = in.U32(), in.U32(), in.U32(), in.U32(), in.U32()
	for reserved := 2; reserved > 0 || in.Wide && reserved == 0; reserved-- {
		in.U32()
	}
	if err := short(in); err != nil {
		return nil, err
	}
	s.span = io.NewSectionReader(r.file, int64(s.Offset), int64(s.Size))
	s.ReaderAt = s.span
	table, err := binfile.Bytes(r.file, int64(s.Reloff), uint64(s.Nreloc)*8)
	if err != nil {
		return nil, err
	}
	from := f.fields(table)
	for range s.Nreloc {
		s.Relocs = append(s.Relocs, f.relocation(from.U32(), from.U32()))
	}
	return s, nil
}

// relocation decodes the two words of a relocation. The byte order determines where the bit fields begin.
func (f *File) relocation(first, second uint32) Reloc {
	const scattered = 1 << 31
	if first&scattered != 0 {
		return Reloc{
			Addr: first & (1<<24 - 1), Type: uint8(first >> 24 & 15), Len: uint8(first >> 28 & 3), Pcrel: first>>30&1 != 0,
			Value: second, Scattered: true,
		}
	}
	rel := Reloc{Addr: first}
	if f.ByteOrder.Uint16([]byte{0, 1}) == 1 { // big-endian
		rel.Value, rel.Pcrel, rel.Len = second>>8, second>>7&1 != 0, uint8(second>>5&3)
		rel.Extern, rel.Type = second>>4&1 != 0, uint8(second&15)
	} else {
		rel.Value, rel.Pcrel, rel.Len = second&(1<<24-1), second>>24&1 != 0, uint8(second>>25&3)
		rel.Extern, rel.Type = second>>27&1 != 0, uint8(second>>28&15)
	}
	return rel
}
