package elf

import (
	"errors"
	"fmt"
	"slices"
)

var errNoRelocations = errors.New("applyRelocations: not implemented")

// A relocator describes how a processor's relocations apply to debugging information.
type relocator struct {
	// inPlace says that the relocated bytes contain the addend. Then entries have no addend, even in a section of type SHT_RELA.
	inPlace bool
	// narrow and broad are the types of relocations that store an address in 4 or 8 bytes.
	narrow, broad []uint32
}

// relocators has the processors whose relocations Go applies, too; Go supports each processor in one width.
var relocators = map[Class]map[Machine]relocator{
	ELFCLASS32: {
		EM_386:  {inPlace: true, narrow: []uint32{uint32(R_386_32)}},
		EM_ARM:  {inPlace: true, narrow: []uint32{uint32(R_ARM_ABS32)}},
		EM_MIPS: {inPlace: true, narrow: []uint32{uint32(R_MIPS_32)}},
		EM_PPC:  {narrow: []uint32{uint32(R_PPC_ADDR32)}},
	},
	ELFCLASS64: {
		EM_X86_64:    {narrow: []uint32{uint32(R_X86_64_32)}, broad: []uint32{uint32(R_X86_64_64)}},
		EM_AARCH64:   {narrow: []uint32{uint32(R_AARCH64_ABS32)}, broad: []uint32{uint32(R_AARCH64_ABS64)}},
		EM_PPC64:     {narrow: []uint32{uint32(R_PPC64_ADDR32)}, broad: []uint32{uint32(R_PPC64_ADDR64)}},
		EM_MIPS:      {narrow: []uint32{uint32(R_MIPS_32)}, broad: []uint32{uint32(R_MIPS_64)}},
		EM_RISCV:     {narrow: []uint32{uint32(R_RISCV_32)}, broad: []uint32{uint32(R_RISCV_64)}},
		EM_LOONGARCH: {narrow: []uint32{uint32(R_LARCH_32)}, broad: []uint32{uint32(R_LARCH_64)}},
		EM_S390:      {narrow: []uint32{uint32(R_390_32)}, broad: []uint32{uint32(R_390_64)}},
		EM_SPARCV9: {
			narrow: []uint32{uint32(R_SPARC_32), uint32(R_SPARC_UA32)},
			broad:  []uint32{uint32(R_SPARC_64), uint32(R_SPARC_UA64)},
		},
	},
}

// relocate applies the relocations in table to b.
func (f *File) relocate(b, table []byte) error {
	how, ok := relocators[f.Class][f.Machine]
	if !ok {
		return errNoRelocations
	}
	entry := f.width(12, 24)
	if how.inPlace {
		entry = 8
	}
	if len(table)%entry != 0 {
		return fmt.Errorf("length of relocation section is not a multiple of %d", entry)
	}
	all, _, err := f.symbols(SHT_SYMTAB)
	if err != nil {
		return err
	}
	for in := f.fields(table); len(in.B) > 0; {
		at := in.Word()
		number, typ := f.relocationInfo(in.Take(f.width(4, 8)))
		if how.inPlace {
			if symbol := pick(all, number); symbol != nil {
				how.add(f, b, at, typ, symbol.Value)
			}
			continue
		}
		addend := int64(in.Word())
		if !f.wide() {
			addend = int64(int32(addend))
		}
		symbol := pick(all, number)
		if addend < 0 || symbol == nil || symbol.Section == SHN_UNDEF || symbol.Section >= SHN_LORESERVE {
			continue
		}
		how.put(f, b, at, typ, symbol.Value+uint64(addend))
	}
	return nil
}

// pick returns the symbol with a number, if there is one. The null symbol has number 0, and is not in the list.
func pick(all []Symbol, number uint32) *Symbol {
	if number == 0 || uint64(number) > uint64(len(all)) {
		return nil
	}
	return &all[number-1]
}

// relocationInfo splits the information of a relocation into the symbol's number and the type.
func (f *File) relocationInfo(b []byte) (symbol, typ uint32) {
	switch {
	case !f.wide():
		info := f.ByteOrder.Uint32(b)
		return R_SYM32(info), R_TYPE32(info)
	case f.Machine == EM_MIPS:
		// On 64-bit MIPS these are separate fields: the number, and then four bytes, of which the last is the type.
		return f.ByteOrder.Uint32(b), uint32(b[7])
	}
	info := f.ByteOrder.Uint64(b)
	symbol, typ = R_SYM64(info), R_TYPE64(info)
	if f.Machine == EM_SPARCV9 {
		return symbol, typ % 256 // The higher bits are a second addend of some types.
	}
	return symbol, typ % 65536 // Go ignores the higher bits.
}

// place returns the bytes that a relocation changes, or nil if its type is not supported.
func (how relocator) place(b []byte, at uint64, typ uint32) []byte {
	size := uint64(0)
	switch {
	case slices.Contains(how.narrow, typ):
		size = 4
	case slices.Contains(how.broad, typ):
		size = 8
	}
	if uint64(len(b)) < size || at > uint64(len(b))-size {
		return nil
	}
	return b[at : at+size]
}

// put stores an address.
func (how relocator) put(f *File, b []byte, at uint64, typ uint32, address uint64) {
	switch place := how.place(b, at, typ); len(place) {
	case 4:
		f.ByteOrder.PutUint32(place, uint32(address))
	case 8:
		f.ByteOrder.PutUint64(place, address)
	}
}

// add adds an address to the number in the relocated bytes.
func (how relocator) add(f *File, b []byte, at uint64, typ uint32, address uint64) {
	if place := how.place(b, at, typ); len(place) == 4 {
		f.ByteOrder.PutUint32(place, f.ByteOrder.Uint32(place)+uint32(address))
	}
}
