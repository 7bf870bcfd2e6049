// Package debug/gosym: tables of all forms since Go 1.2 that are made here, names of symbols, and tables that are wrong at each place.
package main

import (
	"bytes"
	"debug/gosym"
	"encoding/binary"
	"fmt"
	"slices"
)

const text = 0x1000

// A function has a name, a number of instructions, and the lines of two runs of them.
type function struct {
	name       string
	size       uint32
	file, unit uint32
	lines      [2]uint32
}

var (
	functions = []function{
		{"main.main", 16, 0, 0, [2]uint32{5, 7}},
		{"main.(*T[a/b.c]).Method", 32, 1, 0, [2]uint32{12, 10}},
		{"example.com/x%2ey.F.func1", 8, 0, 1, [2]uint32{3, 4}},
		{"go:buildid", 4, 0, 0, [2]uint32{1, 2}},
	}
	files = []string{"/a/main.go", "/a/t.go", "/x/y.go"}
	units = []uint32{0, 1, 2}
)

func main() {
	for _, magic := range []uint32{0xfffffffb, 0xfffffffa, 0xfffffff0, 0xfffffff1} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			word := 8
			if order == binary.BigEndian {
				word = 4
			}
			data := table(magic, order, word)
			t, err := gosym.NewTable(nil, gosym.NewLineTable(data, text))
			fmt.Printf("%x %v %v\n", magic, err, t.Syms == nil)
			describe(t, gosym.NewLineTable(data, text))
		}
	}
	names()
	good := table(0xfffffff1, binary.LittleEndian, 8)
	for i := range 72 {
		b := bytes.Clone(good)
		b[i] ^= 1
		func() {
			defer func() { recover() }() // Go panics for many wrong tables.
			if t, err := gosym.NewTable(nil, gosym.NewLineTable(b, text)); i < 8 {
				fmt.Println(i, err, len(t.Funcs), t.Objs == nil, t.PCToFunc(text+3) != nil)
			}
		}()
	}
}

func describe(t *gosym.Table, lines *gosym.LineTable) {
	for _, f := range t.Funcs {
		fmt.Printf("%#x %#x %c %#x %s %q %q %q %d %v\n", f.Entry, f.End, f.Type, f.Value, f.Name, f.PackageName(), f.ReceiverName(), f.BaseName(),
			f.FrameSize, f.Sym.Func.Entry == f.Entry)
	}
	var names []string
	for name := range t.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Println(names, len(t.Objs), len(t.Objs[0].Funcs), t.Objs[0].Paths)
	for pc := uint64(text - 4); pc < text+70; pc += 6 {
		file, line, f := t.PCToLine(pc)
		fmt.Print(pc, " ", file, ":", line, " ", f != nil, " ", lines.PCToLine(pc), " ", lines.LineToPC(line, pc), "; ")
	}
	fmt.Println()
	for _, at := range []struct {
		file string
		line int
	}{{"/a/main.go", 5}, {"/a/main.go", 7}, {"/a/t.go", 10}, {"/x/y.go", 4}, {"/x/y.go", 5}, {"none", 1}} {
		pc, f, err := t.LineToPC(at.file, at.line)
		fmt.Println(pc, f != nil, err)
	}
	fmt.Println(t.LookupFunc("main.main").Entry, t.LookupFunc("none"), t.LookupSym("main.main"), t.SymByAddr(text), t.SymByAddr(text+1))
}

func names() {
	for _, n := range []string{
		"main", "main.f", "main.T.M", "main.(*T).M-fm", "a/b.c/d.F", "main.T[a/b.c].M", "a/b[c/d].e", "type:.eq.foo.T", "type..eq.x", "go.itab.x",
		"main..inittask", "..", "a.", "[a.b].c", "x.(*T.M", "",
	} {
		s := gosym.Sym{Name: n, Type: 't'}
		fmt.Printf("%q %q %q %q %v\n", n, s.PackageName(), s.ReceiverName(), s.BaseName(), s.Static())
	}
	fmt.Println(gosym.UnknownFileError("f"), &gosym.UnknownLineError{File: "f", Line: 3})
}

// table makes a table.
func table(magic uint32, order binary.AppendByteOrder, word int) []byte {
	number := func(b []byte, x uint64, size int) []byte {
		if size == 4 {
			return order.AppendUint32(b, uint32(x))
		}
		return order.AppendUint64(b, x)
	}
	var names, paths, values, info, unit []byte
	old := magic == 0xfffffffb
	column, entry := word, word
	if magic <= 0xfffffff1 {
		column, entry = 4, 4
	}
	header := 8 + 8*word
	if old {
		header = 8 + word
	}
	index := (2*len(functions) + 1) * column
	numbers := 4 * (len(files) + 1)
	// In the old form all offsets are those of the whole table.
	base := 0
	if old {
		base = header + index + 4 + numbers
	}
	for _, f := range files {
		paths = append(append(paths, f...), 0)
	}
	for _, u := range units {
		at := 0
		for _, f := range files[:u] {
			at += len(f) + 1
		}
		unit = order.AppendUint32(unit, uint32(at))
	}
	namesAt := base + len(paths)
	for _, f := range functions {
		names = append(append(names, f.name...), 0)
	}
	valuesAt := namesAt + len(names)
	if !old {
		namesAt, valuesAt = 0, 0
	}
	var rows []byte
	pc := uint64(0)
	at := uint64(index)
	if old {
		at = uint64(valuesAt + 16*len(functions))
	}
	for _, f := range functions {
		start := pc
		if column == word {
			start += text
		}
		rows = number(number(rows, start, column), at+uint64(len(info)), column)
		info = number(info, start, entry)
		for _, x := range []uint32{uint32(namesAt), 8, 40, 0, uint32(valuesAt + len(values)), uint32(valuesAt + len(values) + 8), 0, f.unit, 0, 0} {
			info = order.AppendUint32(info, x)
		}
		namesAt += len(f.name) + 1
		file := f.file
		if old {
			file = units[f.file+f.unit] + 1
			if f.unit == 1 {
				file = 3
			}
		} else if f.unit == 1 {
			file = 1 // the unit begins at 1 in units
		}
		var v []byte
		v = append(binary.AppendUvarint(append(v, byte(2*(file+1))), uint64(f.size)), 0)
		v = append(v, make([]byte, 8-len(v))...)
		values = append(values, v...)
		v = append(v[:0], byte(2*(f.lines[0]+1)), byte(f.size/2))
		v = binary.AppendVarint(v, int64(f.lines[1])-int64(f.lines[0]))
		v = append(v, byte(f.size-f.size/2), 0)
		v = append(v, make([]byte, 8-len(v))...)
		values = append(values, v...)
		pc += uint64(f.size)
	}
	end := pc
	if column == word {
		end += text
	}
	rows = number(rows, end, column)
	b := append(order.AppendUint32(nil, magic), 0, 0, 1, byte(word))
	b = number(b, uint64(len(functions)), word)
	if old {
		b = order.AppendUint32(append(b, rows...), uint32(header+index+4))
		b = order.AppendUint32(b, uint32(len(files)+1))
		at := base
		for _, f := range files {
			b = order.AppendUint32(b, uint32(at))
			at += len(f) + 1
		}
		return append(append(append(append(b, paths...), names...), values...), info...)
	}
	b = number(b, uint64(len(files)), word)
	if magic <= 0xfffffff1 {
		b = number(b, text, word)
	}
	next := header
	for _, part := range [][]byte{names, unit, paths, values, nil} {
		b = number(b, uint64(next), word)
		next += len(part)
	}
	b = append(b, make([]byte, header-len(b))...)
	for _, part := range [][]byte{names, unit, paths, values, rows, info} {
		b = append(b, part...)
	}
	return b
}

// Output:
// fffffffb <nil> false
// 0x1000 0x1010 T 0x1000 main.main "main" "" "main" 40 true
// 0x1010 0x1030 T 0x1010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x1030 0x1038 T 0x1030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x1038 0x103c T 0x1038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 /a/main.go:5 true 5 0; 4104 /a/main.go:7 true 7 0; 4110 /a/main.go:7 true 7 0; 4116 /a/t.go:12 true 12 0; 4122 /a/t.go:12 true 12 0; 4128 /a/t.go:10 true 10 0; 4134 /a/t.go:10 true 10 0; 4140 /a/t.go:10 true 10 0; 4146 /x/y.go:3 true 3 0; 4152 /a/main.go:1 true 1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 4096 true <nil>
// 4104 true <nil>
// 4128 true <nil>
// 4148 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 4096 <nil> <nil> <nil> <nil>
// fffffffb <nil> false
// 0x1000 0x1010 T 0x1000 main.main "main" "" "main" 40 true
// 0x1010 0x1030 T 0x1010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x1030 0x1038 T 0x1030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x1038 0x103c T 0x1038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 /a/main.go:5 true 5 0; 4104 /a/main.go:7 true 7 0; 4110 /a/main.go:7 true 7 0; 4116 /a/t.go:12 true 12 0; 4122 /a/t.go:12 true 12 0; 4128 /a/t.go:10 true 10 0; 4134 /a/t.go:10 true 10 0; 4140 /a/t.go:10 true 10 0; 4146 /x/y.go:3 true 3 0; 4152 /a/main.go:1 true 1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 4096 true <nil>
// 4104 true <nil>
// 4128 true <nil>
// 4148 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 4096 <nil> <nil> <nil> <nil>
// fffffffa <nil> false
// 0x1000 0x1010 T 0x1000 main.main "main" "" "main" 40 true
// 0x1010 0x1030 T 0x1010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x1030 0x1038 T 0x1030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x1038 0x103c T 0x1038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 /a/main.go:5 true 5 0; 4104 /a/main.go:7 true 7 0; 4110 /a/main.go:7 true 7 0; 4116 /a/t.go:12 true 12 0; 4122 /a/t.go:12 true 12 0; 4128 /a/t.go:10 true 10 0; 4134 /a/t.go:10 true 10 0; 4140 /a/t.go:10 true 10 0; 4146 /x/y.go:3 true 3 0; 4152 /a/main.go:1 true 1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 0 false no code at /a/main.go:5
// 0 false no code at /a/main.go:7
// 4128 true <nil>
// 4148 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 4096 <nil> <nil> <nil> <nil>
// fffffffa <nil> false
// 0x1000 0x1010 T 0x1000 main.main "main" "" "main" 40 true
// 0x1010 0x1030 T 0x1010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x1030 0x1038 T 0x1030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x1038 0x103c T 0x1038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 /a/main.go:5 true 5 0; 4104 /a/main.go:7 true 7 0; 4110 /a/main.go:7 true 7 0; 4116 /a/t.go:12 true 12 0; 4122 /a/t.go:12 true 12 0; 4128 /a/t.go:10 true 10 0; 4134 /a/t.go:10 true 10 0; 4140 /a/t.go:10 true 10 0; 4146 /x/y.go:3 true 3 0; 4152 /a/main.go:1 true 1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 0 false no code at /a/main.go:5
// 0 false no code at /a/main.go:7
// 4128 true <nil>
// 4148 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 4096 <nil> <nil> <nil> <nil>
// fffffff0 <nil> false
// 0x1000 0x1010 T 0x1000 main.main "main" "" "main" 40 true
// 0x1010 0x1030 T 0x1010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x1030 0x1038 T 0x1030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x1038 0x103c T 0x1038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 /a/main.go:5 true 5 0; 4104 /a/main.go:7 true 7 0; 4110 /a/main.go:7 true 7 0; 4116 /a/t.go:12 true 12 0; 4122 /a/t.go:12 true 12 0; 4128 /a/t.go:10 true 10 0; 4134 /a/t.go:10 true 10 0; 4140 /a/t.go:10 true 10 0; 4146 /x/y.go:3 true 3 0; 4152 /a/main.go:1 true 1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 0 false no code at /a/main.go:5
// 0 false no code at /a/main.go:7
// 4128 true <nil>
// 4148 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 4096 <nil> <nil> <nil> <nil>
// fffffff0 <nil> false
// 0x2000 0x2010 T 0x2000 main.main "main" "" "main" 40 true
// 0x2010 0x2030 T 0x2010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x2030 0x2038 T 0x2030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x2038 0x203c T 0x2038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 :0 false -1 0; 4104 :0 false -1 0; 4110 :0 false -1 0; 4116 :0 false -1 0; 4122 :0 false -1 0; 4128 :0 false -1 0; 4134 :0 false -1 0; 4140 :0 false -1 0; 4146 :0 false -1 0; 4152 :0 false -1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 0 false no code at /a/main.go:5
// 0 false no code at /a/main.go:7
// 8224 true <nil>
// 8244 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 8192 <nil> <nil> <nil> <nil>
// fffffff1 <nil> false
// 0x1000 0x1010 T 0x1000 main.main "main" "" "main" 40 true
// 0x1010 0x1030 T 0x1010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x1030 0x1038 T 0x1030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x1038 0x103c T 0x1038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 /a/main.go:5 true 5 0; 4104 /a/main.go:7 true 7 0; 4110 /a/main.go:7 true 7 0; 4116 /a/t.go:12 true 12 0; 4122 /a/t.go:12 true 12 0; 4128 /a/t.go:10 true 10 0; 4134 /a/t.go:10 true 10 0; 4140 /a/t.go:10 true 10 0; 4146 /x/y.go:3 true 3 0; 4152 /a/main.go:1 true 1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 0 false no code at /a/main.go:5
// 0 false no code at /a/main.go:7
// 4128 true <nil>
// 4148 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 4096 <nil> <nil> <nil> <nil>
// fffffff1 <nil> false
// 0x2000 0x2010 T 0x2000 main.main "main" "" "main" 40 true
// 0x2010 0x2030 T 0x2010 main.(*T[a/b.c]).Method "main" "(*T[a/b.c])" "Method" 40 true
// 0x2030 0x2038 T 0x2030 example.com/x%2ey.F.func1 "example.com/x%2ey" "F" "func1" 40 true
// 0x2038 0x203c T 0x2038 go:buildid "" "" "go:buildid" 40 true
// [/a/main.go /a/t.go /x/y.go] 1 4 []
// 4092 :0 false -1 0; 4098 :0 false -1 0; 4104 :0 false -1 0; 4110 :0 false -1 0; 4116 :0 false -1 0; 4122 :0 false -1 0; 4128 :0 false -1 0; 4134 :0 false -1 0; 4140 :0 false -1 0; 4146 :0 false -1 0; 4152 :0 false -1 0; 4158 :0 false -1 0; 4164 :0 false -1 0;
// 0 false no code at /a/main.go:5
// 0 false no code at /a/main.go:7
// 8224 true <nil>
// 8244 true <nil>
// 0 false no code at /x/y.go:5
// 0 false unknown file: none
// 8192 <nil> <nil> <nil> <nil>
// "main" "" "" "main" true
// "main.f" "main" "" "f" true
// "main.T.M" "main" "T" "M" true
// "main.(*T).M-fm" "main" "(*T)" "M-fm" true
// "a/b.c/d.F" "a/b.c/d" "" "F" true
// "main.T[a/b.c].M" "main" "T[a/b.c]" "M" true
// "a/b[c/d].e" "a/b[c/d]" "" "e" true
// "type:.eq.foo.T" "type:" "eq.foo" "T" true
// "type..eq.x" "" ".eq" "x" true
// "go.itab.x" "" "itab" "x" true
// "main..inittask" "main" "" "inittask" true
// ".." "" "" "" true
// "a." "a" "" "" true
// "[a.b].c" "[a.b]" "" "c" true
// "x.(*T.M" "x" "(*T" "M" true
// "" "" "" "" true
// unknown file: f no code at f:3
// 0 <nil> 4 false true
// 1 <nil> 0 false false
// 2 <nil> 0 false false
// 3 <nil> 0 false false
// 4 <nil> 0 false false
// 5 <nil> 0 false false
// 6 <nil> 0 false false
// 7 <nil> 0 false false
