package pe

import (
	"errors"

	"internal/binfile"
)

// An ImportDirectory describes the imports from a library.
type ImportDirectory struct {
	OriginalFirstThunk, TimeDateStamp, ForwarderChain, Name, FirstThunk uint32

	_ string
}

// ImportedLibraries returns nothing, as in Go.
func (f *File) ImportedLibraries() ([]string, error) { return nil, nil }

// ImportedSymbols returns the symbols that libraries must define, each as SYMBOL:LIBRARY.
func (f *File) ImportedSymbols() ([]string, error) {
	directory, wide := f.importDirectory()
	if directory.VirtualAddress == 0 {
		return nil, nil
	}
	section := f.holding(directory.VirtualAddress)
	if section == nil {
		return nil, nil
	}
	data, err := section.Data()
	if err != nil {
		return nil, err
	}
	behind := func(address uint32) []byte {
		return data[min(uint64(address-section.VirtualAddress), uint64(len(data))):]
	}
	var names []string
	in := fields(behind(directory.VirtualAddress))
	if len(in.B) == 0 {
		return nil, errors.New("optional header data directory virtual size doesn't fit within data seek")
	}
	const size = 20
	for len(in.B) >= size {
		d := ImportDirectory{
			OriginalFirstThunk: in.U32(), TimeDateStamp: in.U32(), ForwarderChain: in.U32(), Name: in.U32(), FirstThunk: in.U32(),
		}
		if d.OriginalFirstThunk == 0 {
			break
		}
		library := binfile.Text(behind(d.Name))
		thunks := fields(behind(d.OriginalFirstThunk))
		if len(thunks.B) == 0 {
			return nil, errors.New("import directory original first thunk doesn't fit within data seek")
		}
		thunks.Wide = wide
		for len(thunks.B) > 0 {
			thunk := thunks.Word()
			if thunk == 0 {
				break
			}
			if wide && thunk>>63 != 0 || !wide && thunk>>31 != 0 {
				continue // The symbol is imported by number, not by name.
			}
			// The name follows a 2-byte hint.
			names = append(names, binfile.Text(behind(uint32(thunk)+2))+":"+library)
		}
	}
	return names, nil
}

// importDirectory returns the directory of the imports, and whether addresses have 64 bits.
func (f *File) importDirectory() (DataDirectory, bool) {
	switch h := f.OptionalHeader.(type) {
	case *OptionalHeader32:
		if h.NumberOfRvaAndSizes > IMAGE_DIRECTORY_ENTRY_IMPORT {
			return h.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT], false
		}
	case *OptionalHeader64:
		if h.NumberOfRvaAndSizes > IMAGE_DIRECTORY_ENTRY_IMPORT {
			return h.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT], true
		}
	}
	return DataDirectory{}, false
}

// holding returns the section that contains an address.
func (f *File) holding(address uint32) *Section {
	for _, s := range f.Sections {
		if s.VirtualAddress <= address && address-s.VirtualAddress < s.VirtualSize {
			return s
		}
	}
	return nil
}
