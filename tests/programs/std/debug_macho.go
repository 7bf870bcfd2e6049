// Package debug/macho: an object file, a universal binary that is made of it, names of numbers, and errors for files that are wrong at each
// place.
package main

import (
	"bytes"
	"compress/zlib"
	"debug/dwarf"
	"debug/macho"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
)

// object is an object file for x86-64.
const object = "" +
	"eNqNk81u00AQx3dtJzE0tElRRVEPpEJIbdUmqaAoKhyIBO2lSAhFlNtqnThRSryLbDe0t957yZULqngCpN7KC3DjAXgG7ggkxKw9sV3bFR1p8tdkxz/vfPj7" +
	"759/S4RQncAPuNKJRiK7C76SiNO2S0P9ol2OS+hFzGPMt4/8+DnGOi/edrI8nVzmRWaQk2TIWI/7PBk/b3faWc4C6jnyfunxWYpnW4cDNhR9ibz99uud6HwR" +
	"9TPqN+RVDHW1wLQ8Hrcs1x5neReoy6gH2Uvl81wuBraX4f1AbaKeIq9phHO9ijcaCjuv3hl86CnGX5HXuoKnYY+eGeHMz0BbigP+CnNoYseMNOCaNplM4o0g" +
	"pAweLNYnMp2DSfP2iXtOw697pPFBuu8avvO+Ia2DHkxmNBo7G063tmJxz+7VpKjt7b15Wdt8VG/WH68SeqJ5Pnf96OJRwZyNbfeYjaQYMMEdm8k+46x/KLr+" +
	"UIogv5QsklZp5U6VzlPdXDIfmLcLcHaT6OZ28UmxqrLXo2wz95NIWyso+Z5CU/pn9pYSbDGFcqExUG/QjBvRJRaW72sUEoNXwL9l1bNC2Ef1ovLHEFAcoi6i" +
	"VlK6jvoQdBZAc9O9AZ+jcdlbKtbiIgp4PrW1kGNUUjsSmRpuOIH/NLwrHUcKJmGfe4T8A0sEeRY="

// file unpacks a file.
func file(packed string) *bytes.Reader {
	b, err := base64.StdEncoding.DecodeString(packed)
	check(err)
	r, err := zlib.NewReader(bytes.NewReader(b))
	check(err)
	b, err = io.ReadAll(r)
	check(err)
	return bytes.NewReader(b)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	r := file(object)
	f, err := macho.NewFile(r)
	check(err)
	fmt.Println(f.FileHeader, f.ByteOrder)
	for _, l := range f.Loads {
		switch l := l.(type) {
		case *macho.Segment:
			b, err := l.Data()
			fmt.Println(l.SegmentHeader, len(b), err)
		case *macho.Symtab:
			fmt.Println(l.SymtabCmd, l.Syms)
		case *macho.Dysymtab:
			fmt.Println(l.DysymtabCmd, l.IndirectSyms)
		default:
			fmt.Printf("%T %x\n", l, l.Raw())
		}
	}
	for _, s := range f.Sections {
		b, err := s.Data()
		fmt.Printf("%v %v %d %.8x %v\n", s.SectionHeader, s.Relocs, len(b), b, err)
	}
	fmt.Println(f.ImportedSymbols())
	fmt.Println(f.ImportedLibraries())
	fmt.Println(f.Section("__data").Name, f.Section("none"), f.Segment("").Nsect)
	d, err := f.DWARF()
	check(err)
	for r := d.Reader(); ; {
		e, err := r.Next()
		if e == nil {
			fmt.Println(err)
			break
		}
		fmt.Println(e.Offset, e.Tag, e.Field)
	}
	fmt.Println(macho.CpuArm64, macho.Cpu386.GoString(), macho.Cpu(1), macho.TypeExec, macho.Type(3).GoString(), macho.LoadCmdDylib, macho.LoadCmdSymtab)
	fmt.Println(macho.ARM64_RELOC_ADDEND, macho.X86_64_RELOC_TLV.GoString(), macho.RelocTypeARM(-1), macho.RelocTypeGeneric(6).GoString())

	r.Seek(0, io.SeekStart)
	thin, err := io.ReadAll(r)
	check(err)
	universal(thin)
	wrong(thin, func(r io.ReaderAt) error {
		f, err := macho.NewFile(r)
		if err == nil {
			_, err = f.DWARF()
		}
		return err
	})
}

// universal makes a universal binary, and reads it.
func universal(thin []byte) {
	_, err := macho.NewFatFile(bytes.NewReader(thin))
	fmt.Println(err, err == macho.ErrNotFat)
	fat := func(cpus ...uint32) []byte {
		b := binary.BigEndian.AppendUint32(nil, macho.MagicFat)
		b = binary.BigEndian.AppendUint32(b, uint32(len(cpus)))
		for i, cpu := range cpus {
			for _, x := range []uint32{cpu, 3, uint32(4096 * (i + 1)), uint32(len(thin)), 12} {
				b = binary.BigEndian.AppendUint32(b, x)
			}
		}
		for i := range cpus {
			b = append(append(b, make([]byte, 4096*(i+1)-len(b))...), thin...)
		}
		return b
	}
	ff, err := macho.NewFatFile(bytes.NewReader(fat(7, 12)))
	check(err)
	for _, a := range ff.Arches {
		fmt.Println(a.FatArchHeader, a.File.Cpu, len(a.Sections))
	}
	fmt.Println(ff.Close())
	for _, b := range [][]byte{fat(), fat(7, 7), fat(7)[:20], fat(7)[:6], fat(7)[:3], []byte("none")} {
		_, err := macho.NewFatFile(bytes.NewReader(b))
		fmt.Println(err)
	}
}

// wrong changes each byte of a file to 255, and counts the errors.
func wrong(good []byte, read func(io.ReaderAt) error) {
	errors, order := map[string]int{}, []string{}
	note := func(b []byte) {
		err := read(bytes.NewReader(b))
		text := fmt.Sprintf("%T %v", err, err)
		if _, ok := err.(dwarf.DecodeError); ok {
			text = "dwarf.DecodeError" // of several errors, either may be told
		}
		if errors[text]++; errors[text] == 1 {
			order = append(order, text)
		}
	}
	for i := range good {
		b := bytes.Clone(good)
		b[i] = 255
		note(b)
	}
	for n := 0; n < len(good); n += 27 {
		note(good[:n])
	}
	for _, text := range order {
		fmt.Println(errors[text], text)
	}
}

// Output:
// {4277009103 CpuAmd64 3 Obj 3 656 0} LittleEndian
// {LoadCmdSegment64 552  0 327 688 327 7 7 6 0} 327 <nil>
// {0 0 0 0 0 0} [{e 14 2 0 15} {a_very_long_name_of_a_function 15 1 0 2} {d 15 2 0 3} {start 15 1 0 0} {common_one 1 0 1024 16} {ext 1 0 0 0}]
// {11 80 0 1 1 3 4 2 0 0 0 0 0 0 0 0 0 0 0 0} []
// {__text __TEXT 0 3 688 0 0 0 2147484672} [] 3 909090 <nil>
// {__data __DATA 3 21 691 0 1016 3 0} [{8 2 0 2 false true false} {4 5 0 2 false true false} {0 3 0 2 false true false}] 21 0000000000000000 <nil>
// {__debug_info __DWARF 24 162 712 0 1040 4 33554432} [{153 1 0 3 false false false} {105 1 0 3 false false false} {24 1 0 3 false false false} {16 1 0 3 false false false}] 162 9e00000004000000 <nil>
// {__debug_abbrev __DWARF 186 33 874 0 0 0 33554432} [] 33 0111011017110112 <nil>
// {__debug_aranges __DWARF 219 48 907 0 1072 1 33554432} [{16 1 0 3 false false false}] 48 2c00000002000000 <nil>
// {__debug_line __DWARF 267 60 955 0 1080 1 33554432} [{44 1 0 3 false false false}] 60 3800000004001f00 <nil>
// [common_one ext] <nil>
// [] <nil>
// __data <nil> 6
// 11 CompileUnit [{StmtList 0 ClassLinePtr} {Lowpc 0 ClassAddress} {Highpc 3 ClassAddress} {Name asm/t.s ClassString} {CompDir /work/tmp/objdev ClassString} {Producer llvm-mc (based on LLVM 14.0.6) ClassString} {Language 32769 ClassConstant}]
// 90 Label [{Name start ClassString} {DeclFile 1 ClassConstant} {DeclLine 3 ClassConstant} {Lowpc 0 ClassAddress}]
// 113 Label [{Name a_very_long_name_of_a_function ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {Lowpc 2 ClassAddress}]
// 0 Tag(0) []
// <nil>
// CpuArm64 macho.Cpu386 1 Exec 3 LoadCmdDylib 2
// ARM64_RELOC_ADDEND macho.X86_64_RELOC_TLV RelocTypeARM(-1) macho.RelocTypeGeneric(6)
// not a fat Mach-O file in record at byte 0x0 true
// {Cpu386 3 4096 1240 12} CpuAmd64 6
// {CpuArm 3 8192 1240 12} CpuAmd64 6
// <nil>
// file contains no images in record at byte 0x8
// duplicate architecture cpu=Cpu386, subcpu=0x3 in record at byte 0x30
// invalid fat_arch header in record at byte 0x8
// invalid fat_header in record at byte 0x4
// error reading magic number in record at byte 0x0
// invalid magic number in record at byte 0x0
// 4 *macho.FormatError invalid magic number in record at byte 0x0
// 1001 <nil> <nil>
// 4 *macho.FormatError command block too small in record at byte 0x2b0
// 146 *errors.errorString EOF
// 76 dwarf.DecodeError
// 4 *macho.FormatError invalid command block size in record at byte 0x20
// 1 *macho.FormatError invalid section offset '18374686479671624368' in record at byte 0x248
// 1 *macho.FormatError invalid section file size '18374686479671624007' in record at byte 0x248
// 5 *errors.errorString unexpected EOF
// 4 *macho.FormatError dynamic symbol table seen before any ordinary symbol table in record at byte 0x2b0
// 4 *macho.FormatError invalid command block size in record at byte 0x248
// 4 *macho.FormatError invalid command block size in record at byte 0x260
// 1 *macho.FormatError undefined symbols index in dynamic symbol table command is greater than symbol table length (255 > 6) in record at byte 0x2b0
// 1 *macho.FormatError undefined symbols index in dynamic symbol table command is greater than symbol table length (65284 > 6) in record at byte 0x2b0
// 1 *macho.FormatError undefined symbols index in dynamic symbol table command is greater than symbol table length (16711684 > 6) in record at byte 0x2b0
// 1 *macho.FormatError undefined symbols index in dynamic symbol table command is greater than symbol table length (4278190084 > 6) in record at byte 0x2b0
// 1 *macho.FormatError number of undefined symbols after index in dynamic symbol table command is greater than symbol table length (259 > 6) in record at byte 0x2b0
// 1 *macho.FormatError number of undefined symbols after index in dynamic symbol table command is greater than symbol table length (65286 > 6) in record at byte 0x2b0
// 1 *macho.FormatError number of undefined symbols after index in dynamic symbol table command is greater than symbol table length (16711686 > 6) in record at byte 0x2b0
// 1 *macho.FormatError number of undefined symbols after index in dynamic symbol table command is greater than symbol table length (4278190086 > 6) in record at byte 0x2b0
// 6 *macho.FormatError invalid name in symbol table '255' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '65331' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '16711731' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '4278190131' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '65291' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '16711691' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '4278190091' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '65333' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '16711733' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '4278190133' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '65285' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '16711685' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '4278190085' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '65322' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '16711722' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '4278190122' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '65281' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '16711681' in record at byte 0x260
// 1 *macho.FormatError invalid name in symbol table '4278190081' in record at byte 0x260
