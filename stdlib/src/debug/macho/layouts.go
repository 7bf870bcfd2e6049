package macho

// The structures of load commands, tables and thread states in a file.

type FileHeader struct {
	Magic              uint32
	Cpu                Cpu
	SubCpu             uint32
	Type               Type
	Ncmd, Cmdsz, Flags uint32
}

type FatArchHeader struct {
	Cpu                         Cpu
	SubCpu, Offset, Size, Align uint32
}

type Segment32 struct {
	Cmd                                                     LoadCmd
	Len                                                     uint32
	Name                                                    [16]byte
	Addr, Memsz, Offset, Filesz, Maxprot, Prot, Nsect, Flag uint32
}

type Segment64 struct {
	Cmd                         LoadCmd
	Len                         uint32
	Name                        [16]byte
	Addr, Memsz, Offset, Filesz uint64
	Maxprot, Prot, Nsect, Flag  uint32
}

type SegmentHeader struct {
	Cmd                         LoadCmd
	Len                         uint32
	Name                        string
	Addr, Memsz, Offset, Filesz uint64
	Maxprot, Prot, Nsect, Flag  uint32
}

type Section32 struct {
	Name, Seg                                                            [16]byte
	Addr, Size, Offset, Align, Reloff, Nreloc, Flags, Reserve1, Reserve2 uint32
}

type Section64 struct {
	Name, Seg                                                          [16]byte
	Addr, Size                                                         uint64
	Offset, Align, Reloff, Nreloc, Flags, Reserve1, Reserve2, Reserve3 uint32
}

type SectionHeader struct {
	Name, Seg                            string
	Addr, Size                           uint64
	Offset, Align, Reloff, Nreloc, Flags uint32
}

type SymtabCmd struct {
	Cmd                                 LoadCmd
	Len, Symoff, Nsyms, Stroff, Strsize uint32
}

type Nlist32 struct {
	Name       uint32
	Type, Sect uint8
	Desc       uint16
	Value      uint32
}

type Nlist64 struct {
	Name       uint32
	Type, Sect uint8
	Desc       uint16
	Value      uint64
}

type Symbol struct {
	Name       string
	Type, Sect uint8
	Desc       uint16
	Value      uint64
}

type DysymtabCmd struct {
	Cmd                                                                            LoadCmd
	Len, Ilocalsym, Nlocalsym, Iextdefsym, Nextdefsym, Iundefsym, Nundefsym        uint32
	Tocoffset, Ntoc, Modtaboff, Nmodtab, Extrefsymoff, Nextrefsyms, Indirectsymoff uint32
	Nindirectsyms, Extreloff, Nextrel, Locreloff, Nlocrel                          uint32
}

type DylibCmd struct {
	Cmd                                            LoadCmd
	Len, Name, Time, CurrentVersion, CompatVersion uint32
}

type RpathCmd struct {
	Cmd       LoadCmd
	Len, Path uint32
}

type Thread struct {
	Cmd       LoadCmd
	Len, Type uint32
	Data      []uint32
}

type Regs386 struct {
	AX, BX, CX, DX, DI, SI, BP, SP, SS, FLAGS, IP, CS, DS, ES, FS, GS uint32
}

type RegsAMD64 struct {
	AX, BX, CX, DX, DI, SI, BP, SP, R8, R9, R10, R11, R12, R13, R14, R15, IP uint64
	FLAGS, CS, FS, GS                                                        uint64
}
