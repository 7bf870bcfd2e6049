// Package debug/plan9obj: programs that are made here, for all processors, and errors for files that are wrong at each place.
package main

import (
	"bytes"
	"debug/plan9obj"
	"encoding/binary"
	"fmt"
	"io"
)

func main() {
	for _, magic := range []uint32{plan9obj.Magic386, plan9obj.MagicAMD64, plan9obj.MagicARM} {
		b := program(magic)
		f, err := plan9obj.NewFile(bytes.NewReader(b))
		if err != nil {
			panic(err)
		}
		fmt.Printf("%+v\n", f.FileHeader)
		for _, s := range f.Sections {
			b, err := s.Data()
			fmt.Printf("%+v %.9q %v\n", s.SectionHeader, b, err)
		}
		fmt.Println(f.Symbols())
		r := f.Section("data").Open()
		fmt.Println(r.Seek(-3, io.SeekEnd))
		rest, err := io.ReadAll(r)
		fmt.Printf("%q %v %v %v\n", rest, err, f.Section("none"), f.Close())
		wrong(b)
	}
	f := &plan9obj.File{}
	fmt.Println(f.Symbols())
}

// program makes a program.
func program(magic uint32) []byte {
	wide := magic&plan9obj.Magic64 != 0
	var syms []byte
	add := func(value uint64, kind byte, name string) {
		if wide {
			syms = binary.BigEndian.AppendUint64(syms, value)
		} else {
			syms = binary.BigEndian.AppendUint32(syms, uint32(value))
		}
		syms = append(append(syms, kind|0x80), name...)
	}
	add(1, 'f', "/\x00")
	add(2, 'f', "usr\x00")
	add(3, 'f', "rob\x00")
	add(0x1020, 'T', "main\x00")
	add(7, 'z', "\x00\x00\x01\x00\x02\x00\x03\x00\x00")
	add(7, 'Z', "\x00\x00\x02\x00\x09\x00\x03\x00\x00")
	add(9, 'D', "data\x00")
	add(5, 'm', ".frame\x00")
	var b []byte
	for _, x := range []uint32{magic, 8, 8, 16, uint32(len(syms)), 0x1020, 4, 4} {
		b = binary.BigEndian.AppendUint32(b, x)
	}
	if wide {
		b = binary.BigEndian.AppendUint64(b, 0x200028)
	}
	b = append(b, "TEXTtextDATAdata"...)
	return append(append(b, syms...), "spszpcsz"...)
}

// wrong changes each byte of a file to 255, and counts the errors.
func wrong(good []byte) {
	errors, order := map[string]int{}, []string{}
	note := func(b []byte) {
		f, err := plan9obj.NewFile(bytes.NewReader(b))
		if err == nil {
			_, err = f.Symbols()
		}
		text := fmt.Sprintf("%T %v", err, err)
		if errors[text]++; errors[text] == 1 {
			order = append(order, text)
		}
	}
	for i := range good {
		b := bytes.Clone(good)
		b[i] = 255
		note(b)
	}
	for n := range good {
		note(good[:n])
	}
	for _, text := range order {
		fmt.Println(errors[text], text)
	}
}

// Output:
// {Magic:491 Bss:16 Entry:4128 PtrSize:4 LoadAddress:4096 HdrSize:32}
// {Name:text Size:8 Offset:32} "TEXTtext" <nil>
// {Name:data Size:8 Offset:40} "DATAdata" <nil>
// {Name:syms Size:85 Offset:48} "\x00\x00\x00\x01\xe6/\x00\x00\x00" <nil>
// {Name:spsz Size:4 Offset:133} "spsz" <nil>
// {Name:pcsz Size:4 Offset:137} "pcsz" <nil>
// [{1 102 /} {2 102 usr} {3 102 rob} {4128 84 main} {7 122 /usr/rob} {7 90 usr} {9 68 data} {5 109 .frame}] <nil>
// 9223372036854775804 <nil>
// "" <nil> <nil> <nil>
// 1 *plan9obj.formatError bad magic number '[255 0 1 235]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 255 1 235]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 0 255 235]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 0 1 255]' in record at byte 0x0
// 113 *errors.errorString cannot load symbol section
// 133 <nil> <nil>
// 4 *errors.errorString EOF
// 28 *errors.errorString unexpected EOF
// {Magic:35479 Bss:16 Entry:2097192 PtrSize:8 LoadAddress:2097152 HdrSize:40}
// {Name:text Size:8 Offset:40} "TEXTtext" <nil>
// {Name:data Size:8 Offset:48} "DATAdata" <nil>
// {Name:syms Size:117 Offset:56} "\x00\x00\x00\x00\x00\x00\x00\x01\xe6" <nil>
// {Name:spsz Size:4 Offset:173} "spsz" <nil>
// {Name:pcsz Size:4 Offset:177} "pcsz" <nil>
// [{1 102 /} {2 102 usr} {3 102 rob} {4128 84 main} {7 122 /usr/rob} {7 90 usr} {9 68 data} {5 109 .frame}] <nil>
// 9223372036854775804 <nil>
// "" <nil> <nil> <nil>
// 1 *plan9obj.formatError bad magic number '[255 0 138 151]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 255 138 151]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 0 255 151]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 0 138 255]' in record at byte 0x0
// 145 *errors.errorString cannot load symbol section
// 173 <nil> <nil>
// 5 *errors.errorString EOF
// 35 *errors.errorString unexpected EOF
// {Magic:1607 Bss:16 Entry:4128 PtrSize:4 LoadAddress:4096 HdrSize:32}
// {Name:text Size:8 Offset:32} "TEXTtext" <nil>
// {Name:data Size:8 Offset:40} "DATAdata" <nil>
// {Name:syms Size:85 Offset:48} "\x00\x00\x00\x01\xe6/\x00\x00\x00" <nil>
// {Name:spsz Size:4 Offset:133} "spsz" <nil>
// {Name:pcsz Size:4 Offset:137} "pcsz" <nil>
// [{1 102 /} {2 102 usr} {3 102 rob} {4128 84 main} {7 122 /usr/rob} {7 90 usr} {9 68 data} {5 109 .frame}] <nil>
// 9223372036854775804 <nil>
// "" <nil> <nil> <nil>
// 1 *plan9obj.formatError bad magic number '[255 0 6 71]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 255 6 71]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 0 255 71]' in record at byte 0x0
// 1 *plan9obj.formatError bad magic number '[0 0 6 255]' in record at byte 0x0
// 113 *errors.errorString cannot load symbol section
// 133 <nil> <nil>
// 4 *errors.errorString EOF
// 28 *errors.errorString unexpected EOF
// [] no symbol section
