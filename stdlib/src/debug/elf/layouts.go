package elf

// The structures of a file, for the 32-bit and the 64-bit format.

type Header32 struct {
	Ident                                                [EI_NIDENT]byte
	Type, Machine                                        uint16
	Version, Entry, Phoff, Shoff, Flags                  uint32
	Ehsize, Phentsize, Phnum, Shentsize, Shnum, Shstrndx uint16
}

type Header64 struct {
	Ident                                                [EI_NIDENT]byte
	Type, Machine                                        uint16
	Version                                              uint32
	Entry, Phoff, Shoff                                  uint64
	Flags                                                uint32
	Ehsize, Phentsize, Phnum, Shentsize, Shnum, Shstrndx uint16
}

type Section32 struct {
	Name, Type, Flags, Addr, Off, Size, Link, Info, Addralign, Entsize uint32
}

type Section64 struct {
	Name, Type             uint32
	Flags, Addr, Off, Size uint64
	Link, Info             uint32
	Addralign, Entsize     uint64
}

type Prog32 struct {
	Type, Off, Vaddr, Paddr, Filesz, Memsz, Flags, Align uint32
}

type Prog64 struct {
	Type, Flags                             uint32
	Off, Vaddr, Paddr, Filesz, Memsz, Align uint64
}

type Sym32 struct {
	Name, Value, Size uint32
	Info, Other       uint8
	Shndx             uint16
}

type Sym64 struct {
	Name        uint32
	Info, Other uint8
	Shndx       uint16
	Value, Size uint64
}

type Dyn32 struct {
	Tag int32
	Val uint32
}

type Dyn64 struct {
	Tag int64
	Val uint64
}

type Rel32 struct {
	Off, Info uint32
}

type Rel64 struct {
	Off, Info uint64
}

type Rela32 struct {
	Off, Info uint32
	Addend    int32
}

type Rela64 struct {
	Off, Info uint64
	Addend    int64
}

type Chdr32 struct {
	Type, Size, Addralign uint32
}

type Chdr64 struct {
	Type, _         uint32
	Size, Addralign uint64
}

// Indexes of Header32.Ident and Header64.Ident.
const (
	EI_CLASS      = 4
	EI_DATA       = 5
	EI_VERSION    = 6
	EI_OSABI      = 7
	EI_ABIVERSION = 8
	EI_PAD        = 9
	EI_NIDENT     = 16
)

// ELFMAG is the magic at the beginning of a file.
const ELFMAG = "\x7fELF"

// ARM_MAGIC_TRAMP_NUMBER marks a trampoline.
const ARM_MAGIC_TRAMP_NUMBER = 0x5c000003

// The sizes of symbols.
const (
	Sym32Size = 16
	Sym64Size = 24
)

// R_SYM32 returns the index of the symbol of a relocation.
func R_SYM32(info uint32) uint32 { return info >> 8 }

// R_TYPE32 returns the type of a relocation.
func R_TYPE32(info uint32) uint32 { return info % 256 }

// R_INFO32 combines the index of a symbol and a type of relocations.
func R_INFO32(sym, typ uint32) uint32 { return sym*256 | typ }

// R_SYM64 returns the index of the symbol of a relocation.
func R_SYM64(info uint64) uint32 { return uint32(info >> 32) }

// R_TYPE64 returns the type of a relocation.
func R_TYPE64(info uint64) uint32 { return uint32(info) }

// R_INFO combines the index of a symbol and a type of relocations.
func R_INFO(sym, typ uint32) uint64 { return uint64(sym)<<32 + uint64(typ) }

// ST_BIND returns the linkage in Symbol.Info.
func ST_BIND(info uint8) SymBind { return SymBind(info / 16) }

// ST_TYPE returns the kind in Symbol.Info.
func ST_TYPE(info uint8) SymType { return SymType(info % 16) }

// ST_INFO combines linkage and kind.
func ST_INFO(bind SymBind, typ SymType) uint8 { return uint8(bind)*16 | uint8(typ)%16 }

// ST_VISIBILITY returns the visibility in Symbol.Other.
func ST_VISIBILITY(other uint8) SymVis { return SymVis(other % 4) }

// qualifier precedes the names in GoString.
const qualifier = "elf."
