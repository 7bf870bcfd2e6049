package macho

import (
	"strconv"

	"internal/binfile"
)

// RelocTypeGeneric is the type of a relocation for 386.
type RelocTypeGeneric int

const (
	GENERIC_RELOC_VANILLA RelocTypeGeneric = iota
	GENERIC_RELOC_PAIR
	GENERIC_RELOC_SECTDIFF
	GENERIC_RELOC_PB_LA_PTR
	GENERIC_RELOC_LOCAL_SECTDIFF
	GENERIC_RELOC_TLV
)

var genericRelocs = binfile.Names{"GENERIC_", "RELOC_VANILLA RELOC_PAIR RELOC_SECTDIFF RELOC_PB_LA_PTR RELOC_LOCAL_SECTDIFF RELOC_TLV"}

func (i RelocTypeGeneric) String() string {
	return relocation(genericRelocs, "RelocTypeGeneric", int(i))
}
func (r RelocTypeGeneric) GoString() string { return qualifier + r.String() }

// RelocTypeX86_64 is the type of a relocation for x86-64.
type RelocTypeX86_64 int

const (
	X86_64_RELOC_UNSIGNED RelocTypeX86_64 = iota
	X86_64_RELOC_SIGNED
	X86_64_RELOC_BRANCH
	X86_64_RELOC_GOT_LOAD
	X86_64_RELOC_GOT
	X86_64_RELOC_SUBTRACTOR
	X86_64_RELOC_SIGNED_1
	X86_64_RELOC_SIGNED_2
	X86_64_RELOC_SIGNED_4
	X86_64_RELOC_TLV
)

var x86Relocs = binfile.Names{"X86_64_", "RELOC_UNSIGNED RELOC_SIGNED RELOC_BRANCH RELOC_GOT_LOAD RELOC_GOT RELOC_SUBTRACTOR RELOC_SIGNED_1 RELOC_SIGNED_2 RELOC_SIGNED_4 RELOC_TLV"}

func (i RelocTypeX86_64) String() string   { return relocation(x86Relocs, "RelocTypeX86_64", int(i)) }
func (r RelocTypeX86_64) GoString() string { return qualifier + r.String() }

// RelocTypeARM is the type of a relocation for 32-bit ARM.
type RelocTypeARM int

const (
	ARM_RELOC_VANILLA RelocTypeARM = iota
	ARM_RELOC_PAIR
	ARM_RELOC_SECTDIFF
	ARM_RELOC_LOCAL_SECTDIFF
	ARM_RELOC_PB_LA_PTR
	ARM_RELOC_BR24
	ARM_THUMB_RELOC_BR22
	ARM_THUMB_32BIT_BRANCH
	ARM_RELOC_HALF
	ARM_RELOC_HALF_SECTDIFF
)

var armRelocs = binfile.Names{"ARM_", "RELOC_VANILLA RELOC_PAIR RELOC_SECTDIFF RELOC_LOCAL_SECTDIFF RELOC_PB_LA_PTR RELOC_BR24 THUMB_RELOC_BR22 THUMB_32BIT_BRANCH RELOC_HALF RELOC_HALF_SECTDIFF"}

func (i RelocTypeARM) String() string   { return relocation(armRelocs, "RelocTypeARM", int(i)) }
func (r RelocTypeARM) GoString() string { return qualifier + r.String() }

// RelocTypeARM64 is the type of a relocation for 64-bit ARM.
type RelocTypeARM64 int

const (
	ARM64_RELOC_UNSIGNED RelocTypeARM64 = iota
	ARM64_RELOC_SUBTRACTOR
	ARM64_RELOC_BRANCH26
	ARM64_RELOC_PAGE21
	ARM64_RELOC_PAGEOFF12
	ARM64_RELOC_GOT_LOAD_PAGE21
	ARM64_RELOC_GOT_LOAD_PAGEOFF12
	ARM64_RELOC_POINTER_TO_GOT
	ARM64_RELOC_TLVP_LOAD_PAGE21
	ARM64_RELOC_TLVP_LOAD_PAGEOFF12
	ARM64_RELOC_ADDEND
)

var arm64Relocs = binfile.Names{"ARM64_", "RELOC_UNSIGNED RELOC_SUBTRACTOR RELOC_BRANCH26 RELOC_PAGE21 RELOC_PAGEOFF12 RELOC_GOT_LOAD_PAGE21 RELOC_GOT_LOAD_PAGEOFF12 RELOC_POINTER_TO_GOT RELOC_TLVP_LOAD_PAGE21 RELOC_TLVP_LOAD_PAGEOFF12 RELOC_ADDEND"}

func (i RelocTypeARM64) String() string   { return relocation(arm64Relocs, "RelocTypeARM64", int(i)) }
func (r RelocTypeARM64) GoString() string { return qualifier + r.String() }

// relocation returns the name of a relocation's type; if it has none, the Go type's name and the number.
func relocation(names binfile.Names, kind string, number int) string {
	if number == int(uint32(number)) {
		if name, ok := names.Exact(uint32(number)); ok {
			return name
		}
	}
	return kind + "(" + strconv.Itoa(number) + ")"
}
