package macho

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"internal/binfile"
)

// A FatFile has images of a program for several processors.
type FatFile struct {
	Magic  uint32
	Arches []FatArch

	closer io.Closer
}

// A FatArch is one image.
type FatArch struct {
	FatArchHeader
	*File
}

// ErrNotFat means that a file is no universal binary; it may be a Mach-O file.
var ErrNotFat = &FormatError{0, "not a fat Mach-O file", nil}

// NewFatFile reads the headers of all images.
func NewFatFile(r io.ReaderAt) (*FatFile, error) {
	all := io.NewSectionReader(r, 0, 1<<63-1)
	start, err := binfile.Bytes(all, 0, 4)
	if err != nil {
		return nil, &FormatError{0, "error reading magic number", nil}
	}
	ff := &FatFile{Magic: binary.BigEndian.Uint32(start)}
	if ff.Magic != MagicFat {
		if little := binary.LittleEndian.Uint32(start); ff.Magic == Magic32 || ff.Magic == Magic64 || little == Magic32 || little == Magic64 {
			return nil, ErrNotFat
		}
		return nil, &FormatError{0, "invalid magic number", nil}
	}
	const entry = 20
	at := int64(8)
	number, err := binfile.Bytes(all, 4, 4)
	if err != nil {
		return nil, &FormatError{4, "invalid fat_header", nil}
	}
	count := binary.BigEndian.Uint32(number)
	if count < 1 {
		return nil, &FormatError{at, "file contains no images", nil}
	}
	type identity struct {
		cpu Cpu
		sub uint32
	}
	seen := map[identity]bool{}
	for i := range count {
		header, err := binfile.Bytes(all, at, entry)
		if err != nil {
			return nil, &FormatError{at, "invalid fat_arch header", nil}
		}
		at += entry
		in := &binfile.Fields{B: header, Order: binary.BigEndian}
		arch := FatArch{FatArchHeader: FatArchHeader{Cpu(in.U32()), in.U32(), in.U32(), in.U32(), in.U32()}}
		arch.File, err = NewFile(io.NewSectionReader(r, int64(arch.Offset), int64(arch.Size)))
		if err != nil {
			return nil, err
		}
		is := identity{arch.FatArchHeader.Cpu, arch.FatArchHeader.SubCpu}
		if seen[is] {
			return nil, &FormatError{at, fmt.Sprintf("duplicate architecture cpu=%v, subcpu=%#x", is.cpu, is.sub), nil}
		}
		seen[is] = true
		ff.Arches = append(ff.Arches, arch)
		if first := ff.Arches[0].Type; arch.Type != first {
			text := fmt.Sprintf("Mach-O type for architecture #%d (type=%#x) does not match first (type=%#x)", i, arch.Type, first)
			return nil, &FormatError{at, text, nil}
		}
	}
	return ff, nil
}

// OpenFat opens a file and reads the headers of all images.
func OpenFat(name string) (*FatFile, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	ff, err := NewFatFile(in)
	if err != nil {
		in.Close()
		return nil, err
	}
	ff.closer = in
	return ff, nil
}

// Close closes a file that OpenFat has opened.
func (ff *FatFile) Close() error {
	if ff.closer == nil {
		return nil
	}
	closer := ff.closer
	ff.closer = nil
	return closer.Close()
}
