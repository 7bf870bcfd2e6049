package pe

// The structures of a file.

type FileHeader struct {
	Machine, NumberOfSections                            uint16
	TimeDateStamp, PointerToSymbolTable, NumberOfSymbols uint32
	SizeOfOptionalHeader, Characteristics                uint16
}

type DataDirectory struct {
	VirtualAddress, Size uint32
}

type OptionalHeader32 struct {
	Magic                                                                           uint16
	MajorLinkerVersion, MinorLinkerVersion                                          uint8
	SizeOfCode, SizeOfInitializedData, SizeOfUninitializedData, AddressOfEntryPoint uint32
	BaseOfCode, BaseOfData, ImageBase, SectionAlignment, FileAlignment              uint32
	MajorOperatingSystemVersion, MinorOperatingSystemVersion, MajorImageVersion     uint16
	MinorImageVersion, MajorSubsystemVersion, MinorSubsystemVersion                 uint16
	Win32VersionValue, SizeOfImage, SizeOfHeaders, CheckSum                         uint32
	Subsystem, DllCharacteristics                                                   uint16
	SizeOfStackReserve, SizeOfStackCommit, SizeOfHeapReserve, SizeOfHeapCommit      uint32
	LoaderFlags, NumberOfRvaAndSizes                                                uint32
	DataDirectory                                                                   [16]DataDirectory
}

type OptionalHeader64 struct {
	Magic                                                                           uint16
	MajorLinkerVersion, MinorLinkerVersion                                          uint8
	SizeOfCode, SizeOfInitializedData, SizeOfUninitializedData, AddressOfEntryPoint uint32
	BaseOfCode                                                                      uint32
	ImageBase                                                                       uint64
	SectionAlignment, FileAlignment                                                 uint32
	MajorOperatingSystemVersion, MinorOperatingSystemVersion, MajorImageVersion     uint16
	MinorImageVersion, MajorSubsystemVersion, MinorSubsystemVersion                 uint16
	Win32VersionValue, SizeOfImage, SizeOfHeaders, CheckSum                         uint32
	Subsystem, DllCharacteristics                                                   uint16
	SizeOfStackReserve, SizeOfStackCommit, SizeOfHeapReserve, SizeOfHeapCommit      uint64
	LoaderFlags, NumberOfRvaAndSizes                                                uint32
	DataDirectory                                                                   [16]DataDirectory
}

type SectionHeader32 struct {
	Name                                                                               [8]uint8
	VirtualSize, VirtualAddress, SizeOfRawData, PointerToRawData, PointerToRelocations uint32
	PointerToLineNumbers                                                               uint32
	NumberOfRelocations, NumberOfLineNumbers                                           uint16
	Characteristics                                                                    uint32
}

type SectionHeader struct {
	Name                                                                                  string
	VirtualSize, VirtualAddress, Size, Offset, PointerToRelocations, PointerToLineNumbers uint32
	NumberOfRelocations, NumberOfLineNumbers                                              uint16
	Characteristics                                                                       uint32
}

type Reloc struct {
	VirtualAddress, SymbolTableIndex uint32
	Type                             uint16
}

type COFFSymbol struct {
	Name                             [8]uint8
	Value                            uint32
	SectionNumber                    int16
	Type                             uint16
	StorageClass, NumberOfAuxSymbols uint8
}
