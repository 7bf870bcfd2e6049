package elf

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoSymbols is the error of Symbols and DynamicSymbols for a file without the table.
var ErrNoSymbols = errors.New("no symbol section")

// A Symbol is an entry of a symbol table. Only symbols of the dynamic table have versions.
type Symbol struct {
	Name        string
	Info, Other byte

	// HasVersion says that VersionIndex is valid.
	HasVersion   bool
	VersionIndex VersionIndex

	Section     SectionIndex
	Value, Size uint64

	Version, Library string
}

// An ImportedSymbol is a symbol that a library must define.
type ImportedSymbol struct {
	Name, Version, Library string
}

// Symbols returns the symbol table, without the null symbol at its beginning.
func (f *File) Symbols() ([]Symbol, error) {
	all, _, err := f.symbols(SHT_SYMTAB)
	return all, err
}

// DynamicSymbols returns the dynamic symbol table, without the null symbol at its beginning.
func (f *File) DynamicSymbols() ([]Symbol, error) {
	all, names, err := f.symbols(SHT_DYNSYM)
	if err != nil {
		return nil, err
	}
	v, err := f.readVersions(names)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return all, nil
	}
	for i := range all {
		v.describe(i, &all[i], f.fields(nil))
	}
	return all, nil
}

// symbols reads a table and the names that belong to it.
func (f *File) symbols(typ SectionType) ([]Symbol, []byte, error) {
	section := f.SectionByType(typ)
	if section == nil {
		return nil, nil, ErrNoSymbols
	}
	data, err := section.Data()
	if err != nil {
		return nil, nil, fmt.Errorf("cannot load symbol section: %w", err)
	}
	if len(data) == 0 {
		return nil, nil, ErrNoSymbols
	}
	entry := f.width(Sym32Size, Sym64Size)
	if len(data)%entry != 0 {
		name := "SymSize"
		if f.wide() {
			name = "Sym64Size"
		}
		return nil, nil, errors.New("length of symbol section is not a multiple of " + name)
	}
	names, err := f.strings(section.Link)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot load string table section: %w", err)
	}
	all := make([]Symbol, len(data)/entry-1)
	for i := range all {
		all[i] = f.symbol(data[(i+1)*entry:], names)
	}
	return all, names, nil
}

// symbol reads a symbol.
func (f *File) symbol(b, names []byte) (s Symbol) {
	in := f.fields(b)
	s.Name, _ = text(names, int(in.U32()))
	if !f.wide() {
		s.Value, s.Size = in.Word(), in.Word()
	}
	s.Info, s.Other, s.Section = in.U8(), in.U8(), SectionIndex(in.U16())
	if f.wide() {
		s.Value, s.Size = in.Word(), in.Word()
	}
	return s
}

// ImportedSymbols returns the undefined global symbols of the dynamic table, except weak ones.
func (f *File) ImportedSymbols() ([]ImportedSymbol, error) {
	all, err := f.DynamicSymbols()
	if err != nil {
		return nil, err
	}
	var imported []ImportedSymbol
	for _, s := range all {
		if s.Section == SHN_UNDEF && ST_BIND(s.Info) == STB_GLOBAL {
			imported = append(imported, ImportedSymbol{s.Name, s.Version, s.Library})
		}
	}
	return imported, nil
}

// ImportedLibraries returns the names of the libraries that the file needs when it is loaded.
func (f *File) ImportedLibraries() ([]string, error) { return f.DynString(DT_NEEDED) }

// A dynamic entry.
type dynamic struct {
	tag   DynTag
	value uint64
}

// dynamics reads the entries with a tag in the dynamic section, and returns the index of their string table.
func (f *File) dynamics(tag DynTag) (values []uint64, link uint32, err error) {
	section := f.SectionByType(SHT_DYNAMIC)
	if section == nil {
		return nil, 0, nil
	}
	data, err := section.Data()
	if err != nil {
		return nil, 0, err
	}
	entry := f.width(8, 16)
	if len(data)%entry != 0 {
		return nil, 0, errors.New("length of dynamic section is not a multiple of dynamic entry size")
	}
	for in := f.fields(data); len(in.B) > 0; {
		if is, value := in.Word(), in.Word(); is == uint64(tag) {
			values = append(values, value)
		}
	}
	return values, section.Link, nil
}

// DynString returns the strings of a tag in the dynamic section.
func (f *File) DynString(tag DynTag) ([]string, error) {
	if !slices.Contains([]DynTag{DT_NEEDED, DT_SONAME, DT_RPATH, DT_RUNPATH}, tag) {
		return nil, fmt.Errorf("non-string-valued tag %v", tag)
	}
	values, link, err := f.dynamics(tag)
	if err != nil || f.SectionByType(SHT_DYNAMIC) == nil {
		return nil, err
	}
	names, err := f.strings(link)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, at := range values {
		if s, ok := text(names, int(at)); ok {
			all = append(all, s)
		}
	}
	return all, nil
}

// DynValue returns the values of a tag in the dynamic section.
func (f *File) DynValue(tag DynTag) ([]uint64, error) {
	values, _, err := f.dynamics(tag)
	return values, err
}
