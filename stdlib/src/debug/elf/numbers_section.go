package elf

import "internal/binfile"

// A SectionIndex is the number of a section, or one of these special values.
type SectionIndex int

const (
	SHN_UNDEF     SectionIndex = 0
	SHN_LORESERVE SectionIndex = 0xff00
	SHN_LOPROC    SectionIndex = 0xff00
	SHN_HIPROC    SectionIndex = 0xff1f
	SHN_LOOS      SectionIndex = 0xff20
	SHN_HIOS      SectionIndex = 0xff3f
	SHN_ABS       SectionIndex = 0xfff1
	SHN_COMMON    SectionIndex = 0xfff2
	SHN_XINDEX    SectionIndex = 0xffff
	SHN_HIRESERVE SectionIndex = 0xffff
)

var sectionIndexNames = binfile.Names{Prefix: "SHN_", List: "" +
	"UNDEF =0xff00 LOPROC =0xff20 LOOS =0xfff1 ABS COMMON =0xffff XINDEX"}

func (i SectionIndex) String() string   { return sectionIndexNames.Nearest(uint32(i), "") }
func (i SectionIndex) GoString() string { return sectionIndexNames.Nearest(uint32(i), qualifier) }

// A SectionType is the kind of a section.
type SectionType uint32

const (
	SHT_NULL             SectionType = 0
	SHT_PROGBITS         SectionType = 1
	SHT_SYMTAB           SectionType = 2
	SHT_STRTAB           SectionType = 3
	SHT_RELA             SectionType = 4
	SHT_HASH             SectionType = 5
	SHT_DYNAMIC          SectionType = 6
	SHT_NOTE             SectionType = 7
	SHT_NOBITS           SectionType = 8
	SHT_REL              SectionType = 9
	SHT_SHLIB            SectionType = 10
	SHT_DYNSYM           SectionType = 11
	SHT_INIT_ARRAY       SectionType = 14
	SHT_FINI_ARRAY       SectionType = 15
	SHT_PREINIT_ARRAY    SectionType = 16
	SHT_GROUP            SectionType = 17
	SHT_SYMTAB_SHNDX     SectionType = 18
	SHT_LOOS             SectionType = 0x60000000
	SHT_GNU_ATTRIBUTES   SectionType = 0x6ffffff5
	SHT_GNU_HASH         SectionType = 0x6ffffff6
	SHT_GNU_LIBLIST      SectionType = 0x6ffffff7
	SHT_GNU_VERDEF       SectionType = 0x6ffffffd
	SHT_GNU_VERNEED      SectionType = 0x6ffffffe
	SHT_GNU_VERSYM       SectionType = 0x6fffffff
	SHT_HIOS             SectionType = 0x6fffffff
	SHT_LOPROC           SectionType = 0x70000000
	SHT_RISCV_ATTRIBUTES SectionType = 0x70000003
	SHT_MIPS_ABIFLAGS    SectionType = 0x7000002a
	SHT_HIPROC           SectionType = 0x7fffffff
	SHT_LOUSER           SectionType = 0x80000000
	SHT_HIUSER           SectionType = 0xffffffff
)

var sectionTypeNames = binfile.Names{Prefix: "SHT_", List: "" +
	"NULL PROGBITS SYMTAB STRTAB RELA HASH DYNAMIC NOTE NOBITS REL SHLIB DYNSYM =14 INIT_ARRAY FINI_ARRAY " +
	"PREINIT_ARRAY GROUP SYMTAB_SHNDX =0x60000000 LOOS =0x6ffffff5 GNU_ATTRIBUTES GNU_HASH GNU_LIBLIST =0x6ffffffd " +
	"GNU_VERDEF GNU_VERNEED GNU_VERSYM LOPROC =0x7000002a MIPS_ABIFLAGS =0x7fffffff HIPROC LOUSER =0xffffffff HIUSER"}

func (i SectionType) String() string   { return sectionTypeNames.Nearest(uint32(i), "") }
func (i SectionType) GoString() string { return sectionTypeNames.Nearest(uint32(i), qualifier) }

// A SectionFlag is a flag of a section.
type SectionFlag uint32

const (
	SHF_WRITE            SectionFlag = 0x1
	SHF_ALLOC            SectionFlag = 0x2
	SHF_EXECINSTR        SectionFlag = 0x4
	SHF_MERGE            SectionFlag = 0x10
	SHF_STRINGS          SectionFlag = 0x20
	SHF_INFO_LINK        SectionFlag = 0x40
	SHF_LINK_ORDER       SectionFlag = 0x80
	SHF_OS_NONCONFORMING SectionFlag = 0x100
	SHF_GROUP            SectionFlag = 0x200
	SHF_TLS              SectionFlag = 0x400
	SHF_COMPRESSED       SectionFlag = 0x800
	SHF_MASKOS           SectionFlag = 0x0ff00000
	SHF_MASKPROC         SectionFlag = 0xf0000000
)

var sectionFlagNames = binfile.Names{Prefix: "SHF_", List: "" +
	"=0x1 WRITE ALLOC =0x4 EXECINSTR =0x10 MERGE =0x20 STRINGS =0x40 INFO_LINK =0x80 LINK_ORDER =0x100 " +
	"OS_NONCONFORMING =0x200 GROUP =0x400 TLS =0x800 COMPRESSED"}

func (i SectionFlag) String() string   { return sectionFlagNames.Flags(uint32(i), "") }
func (i SectionFlag) GoString() string { return sectionFlagNames.Flags(uint32(i), qualifier) }

// A CompressionType is the compression method of a section.
type CompressionType int

const (
	COMPRESS_ZLIB   CompressionType = 1
	COMPRESS_ZSTD   CompressionType = 2
	COMPRESS_LOOS   CompressionType = 0x60000000
	COMPRESS_HIOS   CompressionType = 0x6fffffff
	COMPRESS_LOPROC CompressionType = 0x70000000
	COMPRESS_HIPROC CompressionType = 0x7fffffff
)

var compressionTypeNames = binfile.Names{Prefix: "COMPRESS_", List: "" +
	"=1 ZLIB ZSTD =0x60000000 LOOS =0x6fffffff HIOS LOPROC =0x7fffffff HIPROC"}

func (i CompressionType) String() string   { return compressionTypeNames.Nearest(uint32(i), "") }
func (i CompressionType) GoString() string { return compressionTypeNames.Nearest(uint32(i), qualifier) }

// A SymBind is the linkage of a symbol.
type SymBind int

const (
	STB_LOCAL  SymBind = 0
	STB_GLOBAL SymBind = 1
	STB_WEAK   SymBind = 2
	STB_LOOS   SymBind = 10
	STB_HIOS   SymBind = 12
	STB_LOPROC SymBind = 13
	STB_HIPROC SymBind = 15
)

var symBindNames = binfile.Names{Prefix: "STB_", List: "" +
	"LOCAL GLOBAL WEAK =10 LOOS =12 HIOS LOPROC =15 HIPROC"}

func (i SymBind) String() string   { return symBindNames.Nearest(uint32(i), "") }
func (i SymBind) GoString() string { return symBindNames.Nearest(uint32(i), qualifier) }

// A SymType is the kind of a symbol.
type SymType int

const (
	STT_NOTYPE    SymType = 0
	STT_OBJECT    SymType = 1
	STT_FUNC      SymType = 2
	STT_SECTION   SymType = 3
	STT_FILE      SymType = 4
	STT_COMMON    SymType = 5
	STT_TLS       SymType = 6
	STT_LOOS      SymType = 10
	STT_HIOS      SymType = 12
	STT_LOPROC    SymType = 13
	STT_HIPROC    SymType = 15
	STT_RELC      SymType = 8
	STT_SRELC     SymType = 9
	STT_GNU_IFUNC SymType = 10
)

var symTypeNames = binfile.Names{Prefix: "STT_", List: "" +
	"NOTYPE OBJECT FUNC SECTION FILE COMMON TLS =8 RELC SRELC LOOS =12 HIOS LOPROC =15 HIPROC"}

func (i SymType) String() string   { return symTypeNames.Nearest(uint32(i), "") }
func (i SymType) GoString() string { return symTypeNames.Nearest(uint32(i), qualifier) }

// A SymVis is the visibility of a symbol.
type SymVis int

const (
	STV_DEFAULT   SymVis = 0x0
	STV_INTERNAL  SymVis = 0x1
	STV_HIDDEN    SymVis = 0x2
	STV_PROTECTED SymVis = 0x3
)

var symVisNames = binfile.Names{Prefix: "STV_", List: "" +
	"DEFAULT INTERNAL HIDDEN PROTECTED"}

func (i SymVis) String() string   { return symVisNames.Nearest(uint32(i), "") }
func (i SymVis) GoString() string { return symVisNames.Nearest(uint32(i), qualifier) }
