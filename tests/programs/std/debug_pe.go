// Package debug/pe: an object file, an image with imports that is made here, and errors for files that are wrong at each place.
package main

import (
	"bytes"
	"compress/zlib"
	"debug/dwarf"
	"debug/pe"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
)

// object is an object file for the 386.
const object = "" +
	"eNqFVEtv00AQnrXzMKFUTkpAKki4RUggNXaqRk1ULogbUrghcorMOnGigB/IdgMIDj0jUYVW4l6Byo0LfwBxgD/Af0D8BNQDrMe7fuTSlcaenf12Ht/Obp8o" +
	"EI8LMsAVSIYe2S8jyAZbgkcECkOD9hN9TCOaszWZDBjOIdm+e9D+plthCOeMgxg3DuxRNLeFbZ3J26W4UFPB2NkpmI6YfGK4XSmZVzCuet/oFLduMAmkog1x" +
	"272l2gCOGe4rx0oC1+sWcPGun2zxH8cRjlssFgJSYrLCJGVUxfxi8xpqMfsN1LQWdWZTb+S77t5m/PU90/fsza3OIXfEviR/JjR0jUgPwXjhB8+MyH1u+NbT" +
	"sT0Hx5m7LXek3bZoaI8139P6/ccPte2O3tZ37wA5kMKIBhEmLHOHEjXndvDKdHxvanrUtU1/YlJzsu+NopnvIbbKyUCGa0wuYnGrqKkg2L+cajTV3qUaqRP1" +
	"ap00iKxcU24pa2Xmswaysle5W6nHUa6LKLxoyGUpgitLITuIvhEfAiFnq5fiH0mOhDCa2AEwnpC8MrpubtyUCANtpR7yTY+8EBHzy8nwTcJ7vuElxDR5bqfD" +
	"D90k53yzy4iBpasU+8kavYSYdb7++vTj31KhYTFnxBzx2k8Ou7/KkO8wwYpMxI7q9/eDSoppCCtiNJ798Oz4czXFDPhfQUyPs/D7wY8/yQORdEzGT1Jti2uJ" +
	"ZZyrVEIpPiRo4dqK4BBnfX41EswIObKt/alJLStgHS1mAfWmdiimM2/iwzl9m90kscuZMf0/1IaQ6Q=="

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
	f, err := pe.NewFile(r)
	check(err)
	fmt.Println(f.FileHeader, f.OptionalHeader)
	for _, s := range f.Sections {
		b, err := s.Data()
		fmt.Printf("%v %v %d %.8x %v\n", s.SectionHeader, s.Relocs, len(b), b, err)
	}
	for i, s := range f.COFFSymbols {
		name, err := s.FullName(f.StringTable)
		fmt.Printf("%v %q %v\n", s, name, err)
		aux, err := f.COFFSymbolReadSectionDefAux(i)
		fmt.Println(aux, err)
	}
	for _, s := range f.Symbols {
		fmt.Println(*s)
	}
	_, err = f.COFFSymbolReadSectionDefAux(100)
	fmt.Println(err)
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
	for _, wide := range []bool{false, true} {
		f, err := pe.NewFile(bytes.NewReader(image(wide)))
		check(err)
		fmt.Printf("%+v\n", f.OptionalHeader)
		fmt.Println(f.ImportedSymbols())
		fmt.Println(f.ImportedLibraries())
		fmt.Println(f.Section(".idata").SectionHeader, f.Section("none"))
	}
	r.Seek(0, io.SeekStart)
	good, err := io.ReadAll(r)
	check(err)
	wrong(good)
	wrong(image(true))
}

// image makes an image that imports two symbols by name and one by number.
func image(wide bool) []byte {
	const base = 0x1000 // the address of the only section, which lies at the offset 0x200
	machine, magic, fixed, word := uint16(pe.IMAGE_FILE_MACHINE_I386), uint16(0x10b), 96, 4
	if wide {
		machine, magic, fixed, word = pe.IMAGE_FILE_MACHINE_AMD64, 0x20b, 112, 8
	}
	b := make([]byte, 0x400)
	put := func(at int, values ...any) {
		for _, v := range values {
			n, err := binary.Encode(b[at:], binary.LittleEndian, v)
			check(err)
			at += n
		}
	}
	copy(b, "MZ")
	put(0x3c, uint32(0x80))
	copy(b[0x80:], "PE\x00\x00")
	put(0x84, machine, uint16(1), uint32(0), uint32(0), uint32(0), uint16(fixed+16*8), uint16(0x22))
	put(0x98, magic)
	put(0x98+fixed-4, uint32(16))
	put(0x98+fixed+8, uint32(base), uint32(40))
	copy(b[0x98+fixed+128:], ".idata")
	put(0x98+fixed+128+8, uint32(0x200), uint32(base), uint32(0x200), uint32(0x200))
	put(0x200, uint32(base+64), uint32(0), uint32(0), uint32(base+128), uint32(base+64))
	copy(b[0x280:], "some.dll")
	copy(b[0x292:], "First")
	copy(b[0x2a2:], "Second")
	thunks := []uint64{base + 0x90, base + 0xa0, 1<<(8*word-1) | 7}
	for i, t := range thunks {
		if wide {
			put(0x240+i*word, t)
		} else {
			put(0x240+i*word, uint32(t))
		}
	}
	return b
}

// wrong changes each byte of a file to 255, and counts the errors.
func wrong(good []byte) {
	errors, order := map[string]int{}, []string{}
	note := func(b []byte) {
		f, err := pe.NewFile(bytes.NewReader(b))
		if err == nil {
			_, err = f.ImportedSymbols()
		}
		if err == nil {
			_, err = f.DWARF()
		}
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
// {332 8 0 777 22 0 0} <nil>
// {.text 0 0 3 340 0 0 0 0 1613758496} [] 3 909090 <nil>
// {.data 0 0 21 343 364 0 3 0 3224371264} [{0 16 6} {4 19 6} {8 18 6}] 21 0000000000000000 <nil>
// {.bss 0 0 0 0 0 0 0 0 3224371328} [] 0  <nil>
// {.drectve 0 0 26 394 0 0 0 0 1051136} [] 26 202d616c69676e63 <nil>
// {.debug_info 0 0 146 420 566 0 6 0 1108344896} [{6 10 11} {12 14 11} {16 0 6} {20 0 6} {97 0 6} {141 0 6}] 146 8e00000004000000 <nil>
// {.debug_abbrev 0 0 33 626 0 0 0 0 1108344896} [] 33 0111011017110112 <nil>
// {.debug_aranges 0 0 32 659 691 0 2 0 1108344896} [{6 8 11} {16 0 6}] 32 1c00000002000000 <nil>
// {.debug_line 0 0 56 711 767 0 1 0 1108344896} [{44 0 6}] 56 3400000004001f00 <nil>
// {[46 116 101 120 116 0 0 0] 0 1 0 3 1} ".text" <nil>
// &{3 0 0 2086511022 1 0 [0 0 0]} <nil>
// {[3 0 0 0 0 0 0 0] 2086511022 1 0 0 0} "\x03" <nil>
// <nil> incorrect symbol storage class
// {[46 100 97 116 97 0 0 0] 0 2 0 3 1} ".data" <nil>
// &{21 3 0 932601254 2 0 [0 0 0]} <nil>
// {[21 0 0 0 3 0 0 0] 932601254 2 0 0 0} "\x15" <nil>
// <nil> incorrect symbol storage class
// {[46 98 115 115 0 0 0 0] 0 3 0 3 1} ".bss" <nil>
// &{0 0 0 0 3 0 [0 0 0]} <nil>
// {[0 0 0 0 0 0 0 0] 0 3 0 0 0} "" <nil>
// <nil> incorrect symbol storage class
// {[46 100 114 101 99 116 118 101] 0 4 0 3 1} ".drectve" <nil>
// &{26 0 0 4188251771 4 0 [0 0 0]} <nil>
// {[26 0 0 0 0 0 0 0] 4188251771 4 0 0 0} "\x1a" <nil>
// <nil> incorrect symbol storage class
// {[0 0 0 0 33 0 0 0] 0 5 0 3 1} ".debug_info" <nil>
// &{146 6 0 3560410785 5 0 [0 0 0]} <nil>
// {[146 0 0 0 6 0 0 0] 3560410785 5 0 0 0} "\x92" <nil>
// <nil> incorrect symbol storage class
// {[0 0 0 0 4 0 0 0] 0 6 0 3 1} ".debug_abbrev" <nil>
// &{33 0 0 1469170183 6 0 [0 0 0]} <nil>
// {[33 0 0 0 0 0 0 0] 1469170183 6 0 0 0} "!" <nil>
// <nil> incorrect symbol storage class
// {[0 0 0 0 18 0 0 0] 0 7 0 3 1} ".debug_aranges" <nil>
// &{32 2 0 2811493213 7 0 [0 0 0]} <nil>
// {[32 0 0 0 2 0 0 0] 2811493213 7 0 0 0} " " <nil>
// <nil> incorrect symbol storage class
// {[0 0 0 0 87 0 0 0] 0 8 0 3 1} ".debug_line" <nil>
// &{56 1 0 3922086375 8 0 [0 0 0]} <nil>
// {[56 0 0 0 1 0 0 0] 3922086375 8 0 0 0} "8" <nil>
// <nil> incorrect symbol storage class
// {[115 116 97 114 116 0 0 0] 0 1 0 2 0} "start" <nil>
// <nil> incorrect symbol storage class
// {[0 0 0 0 45 0 0 0] 2 1 0 2 0} "a_very_long_name_of_a_function" <nil>
// <nil> incorrect symbol storage class
// {[100 0 0 0 0 0 0 0] 0 2 0 2 0} "d" <nil>
// <nil> incorrect symbol storage class
// {[101 120 116 0 0 0 0 0] 0 0 0 2 0} "ext" <nil>
// <nil> incorrect symbol storage class
// {[101 0 0 0 0 0 0 0] 12 2 0 3 0} "e" <nil>
// <nil> aux symbol unavailable
// {[0 0 0 0 76 0 0 0] 16 0 0 2 0} "common_one" <nil>
// <nil> incorrect symbol storage class
// {.text 0 1 0 3}
// {.data 0 2 0 3}
// {.bss 0 3 0 3}
// {.drectve 0 4 0 3}
// {.debug_info 0 5 0 3}
// {.debug_abbrev 0 6 0 3}
// {.debug_aranges 0 7 0 3}
// {.debug_line 0 8 0 3}
// {start 0 1 0 2}
// {a_very_long_name_of_a_function 2 1 0 2}
// {d 0 2 0 2}
// {ext 0 0 0 2}
// {e 12 2 0 3}
// {common_one 16 0 0 2}
// invalid symbol index
// 11 CompileUnit [{StmtList 0 ClassLinePtr} {Lowpc 0 ClassAddress} {Highpc 3 ClassAddress} {Name asm/t.s ClassString} {CompDir /work/tmp/objdev ClassString} {Producer llvm-mc (based on LLVM 14.0.6) ClassString} {Language 32769 ClassConstant}]
// 82 Label [{Name start ClassString} {DeclFile 1 ClassConstant} {DeclLine 3 ClassConstant} {Lowpc 0 ClassAddress}]
// 101 Label [{Name a_very_long_name_of_a_function ClassString} {DeclFile 1 ClassConstant} {DeclLine 7 ClassConstant} {Lowpc 2 ClassAddress}]
// 0 Tag(0) []
// <nil>
// &{Magic:267 MajorLinkerVersion:0 MinorLinkerVersion:0 SizeOfCode:0 SizeOfInitializedData:0 SizeOfUninitializedData:0 AddressOfEntryPoint:0 BaseOfCode:0 BaseOfData:0 ImageBase:0 SectionAlignment:0 FileAlignment:0 MajorOperatingSystemVersion:0 MinorOperatingSystemVersion:0 MajorImageVersion:0 MinorImageVersion:0 MajorSubsystemVersion:0 MinorSubsystemVersion:0 Win32VersionValue:0 SizeOfImage:0 SizeOfHeaders:0 CheckSum:0 Subsystem:0 DllCharacteristics:0 SizeOfStackReserve:0 SizeOfStackCommit:0 SizeOfHeapReserve:0 SizeOfHeapCommit:0 LoaderFlags:0 NumberOfRvaAndSizes:16 DataDirectory:[{VirtualAddress:0 Size:0} {VirtualAddress:4096 Size:40} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0}]}
// [First:some.dll Second:some.dll] <nil>
// [] <nil>
// {.idata 512 4096 512 512 0 0 0 0 0} <nil>
// &{Magic:523 MajorLinkerVersion:0 MinorLinkerVersion:0 SizeOfCode:0 SizeOfInitializedData:0 SizeOfUninitializedData:0 AddressOfEntryPoint:0 BaseOfCode:0 ImageBase:0 SectionAlignment:0 FileAlignment:0 MajorOperatingSystemVersion:0 MinorOperatingSystemVersion:0 MajorImageVersion:0 MinorImageVersion:0 MajorSubsystemVersion:0 MinorSubsystemVersion:0 Win32VersionValue:0 SizeOfImage:0 SizeOfHeaders:0 CheckSum:0 Subsystem:0 DllCharacteristics:0 SizeOfStackReserve:0 SizeOfStackCommit:0 SizeOfHeapReserve:0 SizeOfHeapCommit:0 LoaderFlags:0 NumberOfRvaAndSizes:16 DataDirectory:[{VirtualAddress:0 Size:0} {VirtualAddress:4096 Size:40} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0} {VirtualAddress:0 Size:0}]}
// [First:some.dll Second:some.dll] <nil>
// [] <nil>
// {.idata 512 4096 512 512 0 0 0 0 0} <nil>
// 1 *errors.errorString unrecognized PE machine: 0x1ff
// 1 *errors.errorString unrecognized PE machine: 0xff4c
// 2 *errors.errorString unexpected EOF
// 1082 <nil> <nil>
// 48 *errors.errorString fail to read string table length: EOF
// 2 *errors.errorString optional header has unexpected Magic of 0x742e
// 16 *errors.errorString fail to read section relocations: unexpected EOF
// 12 *errors.errorString fail to read section relocations: EOF
// 71 dwarf.DecodeError
// 1 *strconv.NumError strconv.Atoi: parsing "\xff3": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "3\xff": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "33\xff": invalid syntax
// 28 *errors.errorString EOF
// 1 *strconv.NumError strconv.Atoi: parsing "\xff": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "4\xff": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "\xff8": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "1\xff": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "18\xff": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "\xff7": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "8\xff": invalid syntax
// 1 *strconv.NumError strconv.Atoi: parsing "87\xff": invalid syntax
// 1 *errors.errorString fail to read symbol table: 234 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 236 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 238 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 240 aux symbols unread
// 6 *errors.errorString offset 251 is beyond the end of string table
// 1 *errors.errorString offset 65309 is beyond the end of string table
// 1 *errors.errorString offset 16711709 is beyond the end of string table
// 1 *errors.errorString offset 4278190109 is beyond the end of string table
// 1 *errors.errorString fail to read symbol table: 242 aux symbols unread
// 1 *errors.errorString offset 65280 is beyond the end of string table
// 1 *errors.errorString offset 16711680 is beyond the end of string table
// 1 *errors.errorString offset 4278190080 is beyond the end of string table
// 1 *errors.errorString fail to read symbol table: 244 aux symbols unread
// 1 *errors.errorString offset 65294 is beyond the end of string table
// 1 *errors.errorString offset 16711694 is beyond the end of string table
// 1 *errors.errorString offset 4278190094 is beyond the end of string table
// 1 *errors.errorString fail to read symbol table: 246 aux symbols unread
// 1 *errors.errorString offset 65363 is beyond the end of string table
// 1 *errors.errorString offset 16711763 is beyond the end of string table
// 1 *errors.errorString offset 4278190163 is beyond the end of string table
// 1 *errors.errorString fail to read symbol table: 248 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 250 aux symbols unread
// 1 *errors.errorString offset 65321 is beyond the end of string table
// 1 *errors.errorString offset 16711721 is beyond the end of string table
// 1 *errors.errorString offset 4278190121 is beyond the end of string table
// 1 *errors.errorString fail to read symbol table: 251 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 252 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 253 aux symbols unread
// 1 *errors.errorString fail to read symbol table: 254 aux symbols unread
// 1 *errors.errorString offset 65352 is beyond the end of string table
// 1 *errors.errorString offset 16711752 is beyond the end of string table
// 1 *errors.errorString offset 4278190152 is beyond the end of string table
// 1 *errors.errorString fail to read symbol table: 255 aux symbols unread
// 8 *errors.errorString fail to read string table: unexpected EOF
// 1 *errors.errorString unrecognized PE machine: 0x5aff
// 1 *errors.errorString unrecognized PE machine: 0xff4d
// 982 dwarf.DecodeError
// 1 *errors.errorString invalid PE file signature: 00 00 00 00
// 38 *errors.errorString EOF
// 1 *errors.errorString invalid PE file signature: ff 45 00 00
// 1 *errors.errorString invalid PE file signature: 50 ff 00 00
// 1 *errors.errorString invalid PE file signature: 50 45 ff 00
// 1 *errors.errorString invalid PE file signature: 50 45 00 ff
// 1 *errors.errorString unrecognized PE machine: 0x86ff
// 1 *errors.errorString unrecognized PE machine: 0xff64
// 4 *errors.errorString unexpected EOF
// 3 *errors.errorString fail to read string table length: EOF
// 1 *errors.errorString size of data directories(143) is inconsistent with number of data directories(16)
// 1 *errors.errorString size of data directories(65408) is inconsistent with number of data directories(16)
// 1 *errors.errorString optional header has unexpected Magic of 0x2ff
// 1 *errors.errorString optional header has unexpected Magic of 0xff0b
// 1 *errors.errorString size of data directories(128) is inconsistent with number of data directories(255)
// 1 *errors.errorString size of data directories(128) is inconsistent with number of data directories(65296)
// 1 *errors.errorString size of data directories(128) is inconsistent with number of data directories(16711696)
// 1 *errors.errorString size of data directories(128) is inconsistent with number of data directories(4278190096)
// 2 *errors.errorString fail to read section relocations: unexpected EOF
// 7 *errors.errorString import directory original first thunk doesn't fit within data seek
// 3 *errors.errorString failure to read PE32+ optional header: unexpected EOF
// 1 *errors.errorString failure to read PE32+ optional header: EOF
// 5 *errors.errorString failure to read data directories: unexpected EOF
