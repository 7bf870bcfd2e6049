package elf

import "internal/binfile"

// A DynTag is the kind of an entry in the dynamic section.
type DynTag int

const (
	DT_NULL                       DynTag = 0
	DT_NEEDED                     DynTag = 1
	DT_PLTRELSZ                   DynTag = 2
	DT_PLTGOT                     DynTag = 3
	DT_HASH                       DynTag = 4
	DT_STRTAB                     DynTag = 5
	DT_SYMTAB                     DynTag = 6
	DT_RELA                       DynTag = 7
	DT_RELASZ                     DynTag = 8
	DT_RELAENT                    DynTag = 9
	DT_STRSZ                      DynTag = 10
	DT_SYMENT                     DynTag = 11
	DT_INIT                       DynTag = 12
	DT_FINI                       DynTag = 13
	DT_SONAME                     DynTag = 14
	DT_RPATH                      DynTag = 15
	DT_SYMBOLIC                   DynTag = 16
	DT_REL                        DynTag = 17
	DT_RELSZ                      DynTag = 18
	DT_RELENT                     DynTag = 19
	DT_PLTREL                     DynTag = 20
	DT_DEBUG                      DynTag = 21
	DT_TEXTREL                    DynTag = 22
	DT_JMPREL                     DynTag = 23
	DT_BIND_NOW                   DynTag = 24
	DT_INIT_ARRAY                 DynTag = 25
	DT_FINI_ARRAY                 DynTag = 26
	DT_INIT_ARRAYSZ               DynTag = 27
	DT_FINI_ARRAYSZ               DynTag = 28
	DT_RUNPATH                    DynTag = 29
	DT_FLAGS                      DynTag = 30
	DT_ENCODING                   DynTag = 32
	DT_PREINIT_ARRAY              DynTag = 32
	DT_PREINIT_ARRAYSZ            DynTag = 33
	DT_SYMTAB_SHNDX               DynTag = 34
	DT_LOOS                       DynTag = 0x6000000d
	DT_HIOS                       DynTag = 0x6ffff000
	DT_VALRNGLO                   DynTag = 0x6ffffd00
	DT_GNU_PRELINKED              DynTag = 0x6ffffdf5
	DT_GNU_CONFLICTSZ             DynTag = 0x6ffffdf6
	DT_GNU_LIBLISTSZ              DynTag = 0x6ffffdf7
	DT_CHECKSUM                   DynTag = 0x6ffffdf8
	DT_PLTPADSZ                   DynTag = 0x6ffffdf9
	DT_MOVEENT                    DynTag = 0x6ffffdfa
	DT_MOVESZ                     DynTag = 0x6ffffdfb
	DT_FEATURE                    DynTag = 0x6ffffdfc
	DT_POSFLAG_1                  DynTag = 0x6ffffdfd
	DT_SYMINSZ                    DynTag = 0x6ffffdfe
	DT_SYMINENT                   DynTag = 0x6ffffdff
	DT_VALRNGHI                   DynTag = 0x6ffffdff
	DT_ADDRRNGLO                  DynTag = 0x6ffffe00
	DT_GNU_HASH                   DynTag = 0x6ffffef5
	DT_TLSDESC_PLT                DynTag = 0x6ffffef6
	DT_TLSDESC_GOT                DynTag = 0x6ffffef7
	DT_GNU_CONFLICT               DynTag = 0x6ffffef8
	DT_GNU_LIBLIST                DynTag = 0x6ffffef9
	DT_CONFIG                     DynTag = 0x6ffffefa
	DT_DEPAUDIT                   DynTag = 0x6ffffefb
	DT_AUDIT                      DynTag = 0x6ffffefc
	DT_PLTPAD                     DynTag = 0x6ffffefd
	DT_MOVETAB                    DynTag = 0x6ffffefe
	DT_SYMINFO                    DynTag = 0x6ffffeff
	DT_ADDRRNGHI                  DynTag = 0x6ffffeff
	DT_VERSYM                     DynTag = 0x6ffffff0
	DT_RELACOUNT                  DynTag = 0x6ffffff9
	DT_RELCOUNT                   DynTag = 0x6ffffffa
	DT_FLAGS_1                    DynTag = 0x6ffffffb
	DT_VERDEF                     DynTag = 0x6ffffffc
	DT_VERDEFNUM                  DynTag = 0x6ffffffd
	DT_VERNEED                    DynTag = 0x6ffffffe
	DT_VERNEEDNUM                 DynTag = 0x6fffffff
	DT_LOPROC                     DynTag = 0x70000000
	DT_MIPS_RLD_VERSION           DynTag = 0x70000001
	DT_MIPS_TIME_STAMP            DynTag = 0x70000002
	DT_MIPS_ICHECKSUM             DynTag = 0x70000003
	DT_MIPS_IVERSION              DynTag = 0x70000004
	DT_MIPS_FLAGS                 DynTag = 0x70000005
	DT_MIPS_BASE_ADDRESS          DynTag = 0x70000006
	DT_MIPS_MSYM                  DynTag = 0x70000007
	DT_MIPS_CONFLICT              DynTag = 0x70000008
	DT_MIPS_LIBLIST               DynTag = 0x70000009
	DT_MIPS_LOCAL_GOTNO           DynTag = 0x7000000a
	DT_MIPS_CONFLICTNO            DynTag = 0x7000000b
	DT_MIPS_LIBLISTNO             DynTag = 0x70000010
	DT_MIPS_SYMTABNO              DynTag = 0x70000011
	DT_MIPS_UNREFEXTNO            DynTag = 0x70000012
	DT_MIPS_GOTSYM                DynTag = 0x70000013
	DT_MIPS_HIPAGENO              DynTag = 0x70000014
	DT_MIPS_RLD_MAP               DynTag = 0x70000016
	DT_MIPS_DELTA_CLASS           DynTag = 0x70000017
	DT_MIPS_DELTA_CLASS_NO        DynTag = 0x70000018
	DT_MIPS_DELTA_INSTANCE        DynTag = 0x70000019
	DT_MIPS_DELTA_INSTANCE_NO     DynTag = 0x7000001a
	DT_MIPS_DELTA_RELOC           DynTag = 0x7000001b
	DT_MIPS_DELTA_RELOC_NO        DynTag = 0x7000001c
	DT_MIPS_DELTA_SYM             DynTag = 0x7000001d
	DT_MIPS_DELTA_SYM_NO          DynTag = 0x7000001e
	DT_MIPS_DELTA_CLASSSYM        DynTag = 0x70000020
	DT_MIPS_DELTA_CLASSSYM_NO     DynTag = 0x70000021
	DT_MIPS_CXX_FLAGS             DynTag = 0x70000022
	DT_MIPS_PIXIE_INIT            DynTag = 0x70000023
	DT_MIPS_SYMBOL_LIB            DynTag = 0x70000024
	DT_MIPS_LOCALPAGE_GOTIDX      DynTag = 0x70000025
	DT_MIPS_LOCAL_GOTIDX          DynTag = 0x70000026
	DT_MIPS_HIDDEN_GOTIDX         DynTag = 0x70000027
	DT_MIPS_PROTECTED_GOTIDX      DynTag = 0x70000028
	DT_MIPS_OPTIONS               DynTag = 0x70000029
	DT_MIPS_INTERFACE             DynTag = 0x7000002a
	DT_MIPS_DYNSTR_ALIGN          DynTag = 0x7000002b
	DT_MIPS_INTERFACE_SIZE        DynTag = 0x7000002c
	DT_MIPS_RLD_TEXT_RESOLVE_ADDR DynTag = 0x7000002d
	DT_MIPS_PERF_SUFFIX           DynTag = 0x7000002e
	DT_MIPS_COMPACT_SIZE          DynTag = 0x7000002f
	DT_MIPS_GP_VALUE              DynTag = 0x70000030
	DT_MIPS_AUX_DYNAMIC           DynTag = 0x70000031
	DT_MIPS_PLTGOT                DynTag = 0x70000032
	DT_MIPS_RWPLT                 DynTag = 0x70000034
	DT_MIPS_RLD_MAP_REL           DynTag = 0x70000035
	DT_PPC_GOT                    DynTag = 0x70000000
	DT_PPC_OPT                    DynTag = 0x70000001
	DT_PPC64_GLINK                DynTag = 0x70000000
	DT_PPC64_OPD                  DynTag = 0x70000001
	DT_PPC64_OPDSZ                DynTag = 0x70000002
	DT_PPC64_OPT                  DynTag = 0x70000003
	DT_SPARC_REGISTER             DynTag = 0x70000001
	DT_AUXILIARY                  DynTag = 0x7ffffffd
	DT_USED                       DynTag = 0x7ffffffe
	DT_FILTER                     DynTag = 0x7fffffff
	DT_HIPROC                     DynTag = 0x7fffffff
)

var dynTagNames = binfile.Names{Prefix: "DT_", List: "" +
	"NULL NEEDED PLTRELSZ PLTGOT HASH STRTAB SYMTAB RELA RELASZ RELAENT STRSZ SYMENT INIT FINI SONAME RPATH SYMBOLIC " +
	"REL RELSZ RELENT PLTREL DEBUG TEXTREL JMPREL BIND_NOW INIT_ARRAY FINI_ARRAY INIT_ARRAYSZ FINI_ARRAYSZ RUNPATH " +
	"FLAGS =32 ENCODING PREINIT_ARRAYSZ SYMTAB_SHNDX =0x6000000d LOOS =0x6ffff000 HIOS =0x6ffffd00 VALRNGLO " +
	"=0x6ffffdf5 GNU_PRELINKED GNU_CONFLICTSZ GNU_LIBLISTSZ CHECKSUM PLTPADSZ MOVEENT MOVESZ FEATURE POSFLAG_1 SYMINSZ " +
	"SYMINENT ADDRRNGLO =0x6ffffef5 GNU_HASH TLSDESC_PLT TLSDESC_GOT GNU_CONFLICT GNU_LIBLIST CONFIG DEPAUDIT AUDIT " +
	"PLTPAD MOVETAB SYMINFO =0x6ffffeff ADDRRNGHI =0x6ffffff0 VERSYM =0x6ffffff9 RELACOUNT RELCOUNT FLAGS_1 VERDEF " +
	"VERDEFNUM VERNEED VERNEEDNUM LOPROC =0x7ffffffd AUXILIARY USED FILTER"}

func (i DynTag) String() string   { return dynTagNames.Nearest(uint32(i), "") }
func (i DynTag) GoString() string { return dynTagNames.Nearest(uint32(i), qualifier) }

// A DynFlag is a bit of the value of DT_FLAGS.
type DynFlag int

const (
	DF_ORIGIN     DynFlag = 0x0001
	DF_SYMBOLIC   DynFlag = 0x0002
	DF_TEXTREL    DynFlag = 0x0004
	DF_BIND_NOW   DynFlag = 0x0008
	DF_STATIC_TLS DynFlag = 0x0010
)

var dynFlagNames = binfile.Names{Prefix: "DF_", List: "" +
	"=0x1 ORIGIN SYMBOLIC =0x4 TEXTREL =0x8 BIND_NOW =0x10 STATIC_TLS"}

func (i DynFlag) String() string   { return dynFlagNames.Flags(uint32(i), "") }
func (i DynFlag) GoString() string { return dynFlagNames.Flags(uint32(i), qualifier) }

// A DynFlag1 is a bit of the value of DT_FLAGS_1.
type DynFlag1 uint32

const (
	DF_1_NOW        DynFlag1 = 0x00000001
	DF_1_GLOBAL     DynFlag1 = 0x00000002
	DF_1_GROUP      DynFlag1 = 0x00000004
	DF_1_NODELETE   DynFlag1 = 0x00000008
	DF_1_LOADFLTR   DynFlag1 = 0x00000010
	DF_1_INITFIRST  DynFlag1 = 0x00000020
	DF_1_NOOPEN     DynFlag1 = 0x00000040
	DF_1_ORIGIN     DynFlag1 = 0x00000080
	DF_1_DIRECT     DynFlag1 = 0x00000100
	DF_1_TRANS      DynFlag1 = 0x00000200
	DF_1_INTERPOSE  DynFlag1 = 0x00000400
	DF_1_NODEFLIB   DynFlag1 = 0x00000800
	DF_1_NODUMP     DynFlag1 = 0x00001000
	DF_1_CONFALT    DynFlag1 = 0x00002000
	DF_1_ENDFILTEE  DynFlag1 = 0x00004000
	DF_1_DISPRELDNE DynFlag1 = 0x00008000
	DF_1_DISPRELPND DynFlag1 = 0x00010000
	DF_1_NODIRECT   DynFlag1 = 0x00020000
	DF_1_IGNMULDEF  DynFlag1 = 0x00040000
	DF_1_NOKSYMS    DynFlag1 = 0x00080000
	DF_1_NOHDR      DynFlag1 = 0x00100000
	DF_1_EDITED     DynFlag1 = 0x00200000
	DF_1_NORELOC    DynFlag1 = 0x00400000
	DF_1_SYMINTPOSE DynFlag1 = 0x00800000
	DF_1_GLOBAUDIT  DynFlag1 = 0x01000000
	DF_1_SINGLETON  DynFlag1 = 0x02000000
	DF_1_STUB       DynFlag1 = 0x04000000
	DF_1_PIE        DynFlag1 = 0x08000000
	DF_1_KMOD       DynFlag1 = 0x10000000
	DF_1_WEAKFILTER DynFlag1 = 0x20000000
	DF_1_NOCOMMON   DynFlag1 = 0x40000000
)

var dynFlag1Names = binfile.Names{Prefix: "DF_1_", List: "" +
	"=0x1 NOW GLOBAL =0x4 GROUP =0x8 NODELETE =0x10 LOADFLTR =0x20 INITFIRST =0x40 NOOPEN =0x80 ORIGIN =0x100 DIRECT " +
	"=0x200 TRANS =0x400 INTERPOSE =0x800 NODEFLIB =0x1000 NODUMP =0x2000 CONFALT =0x4000 ENDFILTEE =0x8000 DISPRELDNE " +
	"=0x10000 DISPRELPND =0x20000 NODIRECT =0x40000 IGNMULDEF =0x80000 NOKSYMS =0x100000 NOHDR =0x200000 EDITED " +
	"=0x400000 NORELOC =0x800000 SYMINTPOSE =0x1000000 GLOBAUDIT =0x2000000 SINGLETON =0x4000000 STUB =0x8000000 PIE " +
	"=0x10000000 KMOD =0x20000000 WEAKFILTER =0x40000000 NOCOMMON"}

func (i DynFlag1) String() string   { return dynFlag1Names.Flags(uint32(i), "") }
func (i DynFlag1) GoString() string { return dynFlag1Names.Flags(uint32(i), qualifier) }

// A DynamicVersionFlag is a flag of a version.
type DynamicVersionFlag uint16

const (
	VER_FLG_BASE DynamicVersionFlag = 0x1
	VER_FLG_WEAK DynamicVersionFlag = 0x2
	VER_FLG_INFO DynamicVersionFlag = 0x4
)
