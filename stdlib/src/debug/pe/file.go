// Package pe reads Portable Executable files, the format of Windows.
package pe

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"internal/binfile"
)

// A File is an open PE file.
type File struct {
	FileHeader
	// OptionalHeader is nil, or an *OptionalHeader32 or an *OptionalHeader64.
	OptionalHeader any
	Sections       []*Section
	// Symbols are the symbols without their auxiliary records, COFFSymbols all records.
	Symbols     []*Symbol
	COFFSymbols []COFFSymbol
	StringTable StringTable

	closer io.Closer
}

// FormatError is not used.
type FormatError struct{}

func (e *FormatError) Error() string { return "unknown error" }

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

// fields returns a reader of the numbers in b.
func fields(b []byte) *binfile.Fields { return &binfile.Fields{B: b, Order: binary.LittleEndian} }

// NewFile reads the headers of a file.
func NewFile(r io.ReaderAt) (*File, error) {
	base, err := begin(r)
	if err != nil {
		return nil, err
	}
	f := &File{}
	const header = 20
	b, err := binfile.Record(r, base, header)
	if err != nil {
		return nil, err
	}
	in := fields(b)
	f.Machine, f.NumberOfSections, f.TimeDateStamp = in.U16(), in.U16(), in.U32()
	f.PointerToSymbolTable, f.NumberOfSymbols = in.U32(), in.U32()
	f.SizeOfOptionalHeader, f.Characteristics = in.U16(), in.U16()
	if !known(f.Machine) {
		return nil, fmt.Errorf("unrecognized PE machine: %#x", f.Machine)
	}
	if err := f.symbolTables(r); err != nil {
		return nil, err
	}
	if f.OptionalHeader, err = optionalHeader(r, base+header, f.SizeOfOptionalHeader); err != nil {
		return nil, err
	}
	if err := f.sections(r, base+header+int64(f.SizeOfOptionalHeader)); err != nil {
		return nil, err
	}
	return f, nil
}

// begin returns the offset of the file header: 0 in an object file; in an image, after the DOS program.
func begin(r io.ReaderAt) (int64, error) {
	const size, pointer = 96, 0x3c
	dos, err := binfile.Bytes(r, 0, size)
	if err != nil {
		return 0, err
	}
	if string(dos[:2]) != "MZ" {
		return 0, nil
	}
	at := int64(binary.LittleEndian.Uint32(dos[pointer:]))
	sign, err := binfile.Bytes(r, at, 4)
	if err != nil {
		return 0, err
	}
	if string(sign) != "PE\x00\x00" {
		return 0, fmt.Errorf("invalid PE file signature: % x", sign)
	}
	return at + int64(len(sign)), nil
}

// known reports whether Go supports a processor.
func known(machine uint16) bool {
	switch machine {
	case IMAGE_FILE_MACHINE_UNKNOWN, IMAGE_FILE_MACHINE_I386, IMAGE_FILE_MACHINE_AMD64,
		IMAGE_FILE_MACHINE_ARMNT, IMAGE_FILE_MACHINE_ARM64,
		IMAGE_FILE_MACHINE_RISCV32, IMAGE_FILE_MACHINE_RISCV64, IMAGE_FILE_MACHINE_RISCV128:
		return true
	}
	return false
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
