package elf

import "internal/binfile"

// A ProgType is the kind of a segment.
type ProgType int

const (
	PT_NULL              ProgType = 0
	PT_LOAD              ProgType = 1
	PT_DYNAMIC           ProgType = 2
	PT_INTERP            ProgType = 3
	PT_NOTE              ProgType = 4
	PT_SHLIB             ProgType = 5
	PT_PHDR              ProgType = 6
	PT_TLS               ProgType = 7
	PT_LOOS              ProgType = 0x60000000
	PT_GNU_EH_FRAME      ProgType = 0x6474e550
	PT_GNU_STACK         ProgType = 0x6474e551
	PT_GNU_RELRO         ProgType = 0x6474e552
	PT_GNU_PROPERTY      ProgType = 0x6474e553
	PT_GNU_MBIND_LO      ProgType = 0x6474e555
	PT_GNU_MBIND_HI      ProgType = 0x6474f554
	PT_PAX_FLAGS         ProgType = 0x65041580
	PT_OPENBSD_RANDOMIZE ProgType = 0x65a3dbe6
	PT_OPENBSD_WXNEEDED  ProgType = 0x65a3dbe7
	PT_OPENBSD_NOBTCFI   ProgType = 0x65a3dbe8
	PT_OPENBSD_BOOTDATA  ProgType = 0x65a41be6
	PT_SUNW_EH_FRAME     ProgType = 0x6474e550
	PT_SUNWSTACK         ProgType = 0x6ffffffb
	PT_HIOS              ProgType = 0x6fffffff
	PT_LOPROC            ProgType = 0x70000000
	PT_ARM_ARCHEXT       ProgType = 0x70000000
	PT_ARM_EXIDX         ProgType = 0x70000001
	PT_AARCH64_ARCHEXT   ProgType = 0x70000000
	PT_AARCH64_UNWIND    ProgType = 0x70000001
	PT_MIPS_REGINFO      ProgType = 0x70000000
	PT_MIPS_RTPROC       ProgType = 0x70000001
	PT_MIPS_OPTIONS      ProgType = 0x70000002
	PT_MIPS_ABIFLAGS     ProgType = 0x70000003
	PT_RISCV_ATTRIBUTES  ProgType = 0x70000003
	PT_S390_PGSTE        ProgType = 0x70000000
	PT_HIPROC            ProgType = 0x7fffffff
)

var progTypeNames = binfile.Names{Prefix: "PT_", List: "" +
	"NULL LOAD DYNAMIC INTERP NOTE SHLIB PHDR TLS =0x60000000 LOOS =0x6474e550 GNU_EH_FRAME GNU_STACK GNU_RELRO " +
	"GNU_PROPERTY =0x65041580 PAX_FLAGS =0x65a3dbe6 OPENBSD_RANDOMIZE OPENBSD_WXNEEDED =0x65a41be6 OPENBSD_BOOTDATA " +
	"=0x6ffffffb SUNWSTACK =0x6fffffff HIOS LOPROC =0x7fffffff HIPROC"}

func (i ProgType) String() string   { return progTypeNames.Nearest(uint32(i), "") }
func (i ProgType) GoString() string { return progTypeNames.Nearest(uint32(i), qualifier) }

// A ProgFlag is a permission of a segment.
type ProgFlag uint32

const (
	PF_X        ProgFlag = 0x1
	PF_W        ProgFlag = 0x2
	PF_R        ProgFlag = 0x4
	PF_MASKOS   ProgFlag = 0x0ff00000
	PF_MASKPROC ProgFlag = 0xf0000000
)

var progFlagNames = binfile.Names{Prefix: "PF_", List: "" +
	"=0x1 X W =0x4 R"}

func (i ProgFlag) String() string   { return progFlagNames.Flags(uint32(i), "") }
func (i ProgFlag) GoString() string { return progFlagNames.Flags(uint32(i), qualifier) }
