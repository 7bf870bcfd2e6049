package elf

import (
	"debug/dwarf"

	"internal/binfile"
)

// DWARF returns the debugging information. In an object file, relocations are applied to it.
func (f *File) DWARF() (*dwarf.Data, error) {
	var debug binfile.Debug
	for i, s := range f.Sections {
		kind, ok := binfile.Kind(s.Name, ".")
		if !ok {
			continue
		}
		debug.Add(kind, func() ([]byte, error) { return f.debugSection(uint32(i), s) })
	}
	return debug.Data()
}

// debugSection reads a section of debugging information.
func (f *File) debugSection(number uint32, s *Section) ([]byte, error) {
	b, err := s.Data()
	if err != nil && uint64(len(b)) < s.Size {
		return nil, err
	}
	if b, err = binfile.Unzip(b); err != nil {
		return nil, err
	}
	if f.Type == ET_EXEC {
		return b, nil
	}
	for _, r := range f.Sections {
		if r.Type != SHT_RELA && r.Type != SHT_REL || r.Info != number {
			continue
		}
		rels, err := r.Data()
		if err != nil {
			return nil, err
		}
		if err := f.relocate(b, rels); err != nil {
			return nil, err
		}
	}
	return b, nil
}
