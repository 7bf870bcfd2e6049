package pe

import (
	"fmt"
	"io"

	"internal/binfile"
)

const (
	magic32, magic64 = 0x10b, 0x20b
	// The sizes of the optional headers, without directories.
	fixed32, fixed64 = 96, 112
)

// optionalHeader reads the optional header after the file header.
func optionalHeader(r io.ReaderAt, at int64, size uint16) (any, error) {
	switch {
	case size == 0:
		return nil, nil
	case size < 2:
		return nil, fmt.Errorf("optional header size is less than optional header magic size")
	}
	b, err := binfile.Record(r, at, 2)
	if err != nil {
		return nil, fmt.Errorf("failure to read optional header magic: %v", err)
	}
	var fixed int
	magic := fields(b).U16()
	switch magic {
	case magic32:
		fixed = fixed32
	case magic64:
		fixed = fixed64
	default:
		return nil, fmt.Errorf("optional header has unexpected Magic of 0x%x", magic)
	}
	if int(size) < fixed {
		return nil, fmt.Errorf("optional header size(%d) is less minimum size (%d) of PE32%s optional header", size, fixed, plus(magic))
	}
	b = make([]byte, fixed)
	n, _ := r.ReadAt(b, at)
	in := fields(b[:n])
	in.Wide = magic == magic64
	h, number := header64(in)
	if in.Short {
		err := io.ErrUnexpectedEOF
		if in.Between {
			err = io.EOF
		}
		return nil, fmt.Errorf("failure to read PE32%s optional header: %v", plus(magic), err)
	}
	directories, err := dataDirectories(r, at+int64(fixed), int(size)-fixed, number)
	if err != nil {
		return nil, err
	}
	copy(h.DataDirectory[:], directories)
	if magic == magic64 {
		return h, nil
	}
	return narrow(h, fields(b[24:]).U32()), nil
}

func plus(magic uint16) string {
	if magic == magic64 {
		return "+"
	}
	return ""
}

// header64 reads a header of either width. It returns BaseOfData, which only 32-bit headers have, separately.
func header64(in *binfile.Fields) (*OptionalHeader64, uint32) {
	h := &OptionalHeader64{Magic: in.U16(), MajorLinkerVersion: in.U8(), MinorLinkerVersion: in.U8()}
	h.SizeOfCode, h.SizeOfInitializedData, h.SizeOfUninitializedData = in.U32(), in.U32(), in.U32()
	h.AddressOfEntryPoint, h.BaseOfCode = in.U32(), in.U32()
	if !in.Wide {
		in.U32()
	}
	h.ImageBase, h.SectionAlignment, h.FileAlignment = in.Word(), in.U32(), in.U32()
	for _, version := range []*uint16{
		&h.MajorOperatingSystemVersion, &h.MinorOperatingSystemVersion, &h.MajorImageVersion, &h.MinorImageVersion,
		&h.MajorSubsystemVersion, &h.MinorSubsystemVersion,
	} {
		*version = in.U16()
	}
	h.Win32VersionValue, h.SizeOfImage, h.SizeOfHeaders, h.CheckSum = in.U32(), in.U32(), in.U32(), in.U32()
	h.Subsystem, h.DllCharacteristics = in.U16(), in.U16()
	h.SizeOfStackReserve, h.SizeOfStackCommit = in.Word(), in.Word()
	h.SizeOfHeapReserve, h.SizeOfHeapCommit = in.Word(), in.Word()
	h.LoaderFlags, h.NumberOfRvaAndSizes = in.U32(), in.U32()
	return h, h.NumberOfRvaAndSizes
}

// narrow converts h to the header of a 32-bit image.
func narrow(h *OptionalHeader64, baseOfData uint32) *OptionalHeader32 {
	return &OptionalHeader32{
		h.Magic, h.MajorLinkerVersion, h.MinorLinkerVersion,
		h.SizeOfCode, h.SizeOfInitializedData, h.SizeOfUninitializedData,
		h.AddressOfEntryPoint, h.BaseOfCode, baseOfData, uint32(h.ImageBase), h.SectionAlignment, h.FileAlignment,
		h.MajorOperatingSystemVersion, h.MinorOperatingSystemVersion, h.MajorImageVersion, h.MinorImageVersion,
		h.MajorSubsystemVersion, h.MinorSubsystemVersion,
		h.Win32VersionValue, h.SizeOfImage, h.SizeOfHeaders, h.CheckSum, h.Subsystem, h.DllCharacteristics,
		uint32(h.SizeOfStackReserve), uint32(h.SizeOfStackCommit), uint32(h.SizeOfHeapReserve), uint32(h.SizeOfHeapCommit),
		h.LoaderFlags, h.NumberOfRvaAndSizes, h.DataDirectory,
	}
}

// dataDirectories reads the directories, of which number are announced; the optional header has room bytes for them.
func dataDirectories(r io.ReaderAt, at int64, room int, number uint32) ([]DataDirectory, error) {
	const size = 8
	if uint64(room) != uint64(number)*size {
		return nil, fmt.Errorf("size of data directories(%d) is inconsistent with number of data directories(%d)", room, number)
	}
	b, err := binfile.Record(r, at, room)
	if err != nil {
		return nil, fmt.Errorf("failure to read data directories: %v", err)
	}
	in := fields(b)
	all := make([]DataDirectory, number)
	for i := range all {
		all[i] = DataDirectory{in.U32(), in.U32()}
	}
	return all, nil
}
