// Package debug/buildinfo: what it reads of programs' files, made here, for several systems and processors.
package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
)

const modules = "path\texample.com/m\nmod\texample.com/m\t(devel)\t\ndep\texample.com/d\tv1.2.3\th1:abc=\nbuild\t-race=true\n"

// info is the information in the form of Go 1.18.
func info() []byte {
	b := append([]byte("\xff Go buildinf:\x08\x02"), make([]byte, 16)...)
	text := strings.Repeat("<", 16) + modules + strings.Repeat(">", 16)
	b = append(binary.AppendUvarint(b, 8), "go1.99.1"...)
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// pointers is the information in the form of earlier versions, at an address.
func pointers(order binary.ByteOrder, addr uint64) []byte {
	b := make([]byte, 64)
	copy(b, "\xff Go buildinf:\x08\x00")
	if order == binary.BigEndian {
		b[15] = 1
	}
	text := strings.Repeat("<", 16) + modules + strings.Repeat(">", 16)
	order.PutUint64(b[16:], addr+32)
	order.PutUint64(b[24:], addr+48)
	order.PutUint64(b[32:], addr+64)
	order.PutUint64(b[40:], 6)
	order.PutUint64(b[48:], addr+70)
	order.PutUint64(b[56:], uint64(len(text)))
	return append(b, "go1.13"+text...)
}

// elf has one writable segment, which begins with 48 other bytes. The rest is the section of this name.
func elf(order binary.ByteOrder, wide bool, section string, data []byte) []byte {
	var b bytes.Buffer
	put := func(v ...any) {
		for _, x := range v {
			binary.Write(&b, order, x)
		}
	}
	// word puts numbers that are as wide as addresses.
	word := func(v ...uint64) {
		for _, x := range v {
			if wide {
				put(x)
			} else {
				put(uint32(x))
			}
		}
	}
	names := "\x00" + section + "\x00.shstrtab\x00"
	size := uint64(48 + len(data))
	b.WriteString("\x7fELF")
	class, endian, header, segment, entry := byte(1), byte(1), uint16(52), uint16(32), uint16(40)
	if wide {
		class, header, segment, entry = 2, 64, 56, 64
	}
	if order == binary.BigEndian {
		endian = 2
	}
	put(class, endian, byte(1), [9]byte{}, uint16(2), uint16(62), uint32(1))
	word(0, uint64(header), 128+size+uint64(len(names)))
	put(uint32(0), header, segment, uint16(1), entry, uint16(3), uint16(2))
	put(uint32(1))
	if wide {
		put(uint32(6))
	}
	word(128, 0x10000, 0, size, size)
	if !wide {
		put(uint32(6))
	}
	word(16)
	b.Write(make([]byte, 128-b.Len()+48))
	b.Write(data)
	b.WriteString(names)
	put(make([]byte, entry))
	for _, s := range [][]uint64{{1, 1, 0x10030, 176, uint64(len(data))}, {uint64(len(section)) + 2, 3, 0, 128 + size, uint64(len(names))}} {
		put(uint32(s[0]), uint32(s[1]))
		word(2)
		word(s[2:]...)
		put(uint32(0), uint32(0))
		word(1, 0)
	}
	return b.Bytes()
}

// pe has a section that cannot be written and one that can.
func pe(data []byte) []byte {
	var b bytes.Buffer
	put := func(v ...any) {
		for _, x := range v {
			binary.Write(&b, binary.LittleEndian, x)
		}
	}
	b.WriteString("MZ")
	b.Write(make([]byte, 58))
	put(uint32(64))
	b.WriteString("PE\x00\x00")
	put(uint16(0x8664), uint16(2), uint32(0), uint32(0), uint32(0), uint16(240), uint16(0))
	optional := make([]byte, 240)
	binary.LittleEndian.PutUint16(optional, 0x20b)
	binary.LittleEndian.PutUint64(optional[24:], 0x400000)
	binary.LittleEndian.PutUint32(optional[108:], 16)
	b.Write(optional)
	b.WriteString(".text\x00\x00\x00")
	put(uint32(16), uint32(0x1000), uint32(16), uint32(512), uint32(0), uint32(0), uint32(0), uint32(0x60000020))
	b.WriteString(".data\x00\x00\x00")
	put(uint32(len(data)), uint32(0x2000), uint32(len(data)), uint32(528), uint32(0), uint32(0), uint32(0), uint32(0xc0000040))
	b.Write(make([]byte, 528-b.Len()))
	b.Write(data)
	return b.Bytes()
}

// macho has a segment with a section of this name.
func macho(section string, data []byte) []byte {
	var b bytes.Buffer
	put := func(v ...any) {
		for _, x := range v {
			binary.Write(&b, binary.LittleEndian, x)
		}
	}
	size := uint64(len(data))
	name := func(s string) (n [16]byte) {
		copy(n[:], s)
		return n
	}
	put(uint32(0xfeedfacf), uint32(0x100000c), uint32(0), uint32(2), uint32(1), uint32(152), uint32(0), uint32(0))
	put(uint32(0x19), uint32(152), name("__DATA"), uint64(0x4000), size, uint64(256), size, uint32(3), uint32(3), uint32(1), uint32(0))
	put(name(section), name("__DATA"), uint64(0x4000), size, uint32(256), [7]uint32{})
	b.Write(make([]byte, 256-b.Len()))
	b.Write(data)
	return b.Bytes()
}

func show(what string, file []byte) {
	bi, err := buildinfo.Read(bytes.NewReader(file))
	if err != nil {
		fmt.Println(what, "error:", err)
		return
	}
	fmt.Println(what, bi.GoVersion, bi.Path, bi.Main, *bi.Deps[0], bi.Settings)
}

func main() {
	const section = ".go.buildinfo"
	show("elf", elf(binary.LittleEndian, true, section, info()))
	show("elf, narrow", elf(binary.LittleEndian, false, section, info()))
	show("elf, big-endian", elf(binary.BigEndian, true, section, info()))
	show("elf, pointers", elf(binary.LittleEndian, true, section, pointers(binary.LittleEndian, 0x10030)))
	show("elf, big-endian, pointers", elf(binary.BigEndian, true, section, pointers(binary.BigEndian, 0x10030)))
	show("pe", pe(info()))
	show("mach-o", macho("__go_buildinfo", info()))
	show("elf, other section", elf(binary.LittleEndian, true, ".data", info()))
	show("mach-o, other section", macho("__data", info()))

	show("nothing", nil)
	show("text", []byte("#!/bin/sh\necho that is no program\n"))
	show("not Go", elf(binary.LittleEndian, true, section, make([]byte, 200)))
	show("not aligned", elf(binary.LittleEndian, true, section, append([]byte{0}, info()...)))
	show("cut", elf(binary.LittleEndian, true, section, info()[:38]))
	show("no string", elf(binary.LittleEndian, true, section, info()[:32]))
	show("cut header", elf(binary.LittleEndian, true, section, info())[:70])
	_, err := buildinfo.ReadFile("/nonexistent/file")
	fmt.Println(err)
	name := os.TempDir() + "/build_info_files"
	os.WriteFile(name, []byte("no program, but sixteen bytes"), 0o600)
	_, err = buildinfo.ReadFile(name)
	fmt.Println(strings.Replace(err.Error(), name, "NAME", 1))
	os.WriteFile(name, elf(binary.LittleEndian, true, section, info()), 0o600)
	bi, err := buildinfo.ReadFile(name)
	fmt.Print(bi, err, "\n")
	os.Remove(name)
}

// Output:
// elf go1.99.1 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// elf, narrow go1.99.1 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// elf, big-endian go1.99.1 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// elf, pointers go1.13 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// elf, big-endian, pointers go1.13 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// pe go1.99.1 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// mach-o go1.99.1 example.com/m {example.com/m (devel)  <nil>} {example.com/d v1.2.3 h1:abc= <nil>} [{-race true}]
// elf, other section error: not a Go executable
// mach-o, other section error: not a Go executable
// nothing error: unrecognized file format
// text error: unrecognized file format
// not Go error: not a Go executable
// not aligned error: not a Go executable
// cut error: not a Go executable
// no string error: unrecognized file format
// cut header error: unrecognized file format
// could not read Go build info: open /nonexistent/file: no such file or directory
// could not read Go build info from NAME: unrecognized file format
// go	go1.99.1
// path	example.com/m
// mod	example.com/m	(devel)	
// dep	example.com/d	v1.2.3	h1:abc=
// build	-race=true
//  <nil>
