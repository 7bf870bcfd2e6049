// Package debug/dwarf: entries, types, ranges and line tables of two small libraries, and what it says of broken ones.
package main

import (
	"debug/dwarf"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
)

// five has the sections of a library that gcc made of
//
//	typedef struct list { int v : 5, w : 9; struct list *next; const char *name; char tail[]; } list;
//	enum color { RED, BLUE = -3 };
//	union u { float f; double d[2][3]; };
//	typedef int (*fn)(list *, enum color, ...);
//	volatile union u un; fn hook;
//	__attribute__((cold)) int cold(int x) { return x / 3; }
//	int walk(list *l, enum color c) { int n = 0; for (; l; l = l->next) n += l->v > c ? cold(n) : hook(l, c, n); return n; }
//
// with -gdwarf-5 -O2.
var five = map[string]string{
	"abbrev": "AQ8ACyEISRMAAAIkAAsLPgsDDgAAA0kAAhh+GAAABA0AAw46IQE7IQE5C0kTOAsAAAUNAAMIOiEBOyEBOQtJEw0LawsAAAYBAUkT" +
		"ARMAAAcNAAMIOiEBOyEDOQtJEwAACCEASRMvCwAACQUASRMAAAoFAAMIOiEBOyEHOQtJEwIXt0IXAAALEQElDhMLAx8bH1UXEQEQ" +
		"FwAADBMBAw4LCzoLOws5CwETAAANJAALCz4LAwgAAA4mAEkTAAAPIQBJEwAAEBYAAw46CzsLOQtJEwAAEQQBAw4+CwsLSRM6CzsL" +
		"OQsBEwAAEigAAwgcCwAAEygAAw4cDQAAFBcBAwgLCzoLOws5CwETAAAVNQBJEwAAFhYAAwg6CzsLOQtJEwAAFxUBJxlJEwETAAAY" +
		"GAAAABk0AAMIOgs7CzkLSRM/GQIYAAAaNAADDjoLOws5C0kTPxkCGAAAGy4BPxkDDjoLOws5CycZSRNVF0AYehkBEwAAHDQAAwg6" +
		"CzsLOQtJEwIXt0IXAAAdSAF9AQETAAAeSAF9AX8TAAAfLgE/GQMOOgs7CzkLJxlJExEBEgdAGHoZAAAgBQADCDoLOws5C0kTAhgA" +
		"AAA=",
	"info": "CgIAAAUAAQgAAAAACycAAAAdBQAAAAAAAAAhAAAAAAAAAAAAAAAAAAAADFIAAAAYAQEQbQAAAAV2ABttAAAABQAFdwAibQAAAAkF" +
		"BFwAAAA2dAAAAAgEIgAAAEh5AAAAEARXAAAAU4oAAAAYAA0EBWludAABKgAAAAGFAAAAAgEGQQAAAA5+AAAABn4AAACZAAAAD5kA" +
		"AAAAAggHEAAAABBSAAAAAQFdKgAAABEAAAAABQRtAAAAAQIGywAAABJSRUQAABMGAAAAfQAUdQAwAQMH5wAAAAdmABHsAAAAB2QA" +
		"G/MAAAAAFcsAAAACBAQ2AAAABgkBAAAJAQAACJkAAAABCJkAAAACAAIIBEsAAAAWZm4AAQQPGwEAAAEgAQAAF20AAAA1AQAACTUB" +
		"AAAJrAAAABgAAaAAAAAZdW4AAQUS5wAAAAkDQDAAAAAAAAAaRgAAAAEFGRABAAAJAyAwAAAAAAAAGwsAAAABBwVtAAAADAAAAAGc" +
		"4gEAAApsABA1AQAAGAAAAAwAAAAKYwAerAAAAFMAAABHAAAAHG4AAQcnbQAAAJEAAACFAAAAHX8QAAAAAAAAzQEAAAMBVQJzAAMB" +
		"VAJ2AAMBUQJ8AAAeMxAAAAAAAADiAQAAAwFVAnwAAAAfPAAAAAEGG20AAAAgEAAAAAAAAAsAAAAAAAAAAZwgeAABBiRtAAAAAVUA" +
		"AA==",
	"line": "zAAAAAUACAAqAAAAAQEB+w4NAAEBAQEAAAABAAABAQEfAQAAAAACAR8CDwIFAAAAAAUAAAAABScACQIgEAAAAAAAABcFKQEFJwYB" +
		"BTIuBTeCBVUAAgQCIQINAAEBBSEACQJAEAAAAAAAABgFIwEFLgEFNQEFIQYBBTVKBSeeBUUAAgQHBp4FSwACBAcGAQVdAAIEB7oF" +
		"XwACBAOCBToAAgQFCC4FRwACBAVKBToAAgQFBjwFNQACBAUBBXgGWEogLgUnZgVuBjwFeAYBggABAQ==",
	"line_str": "L3NyYwBmaXZlLmMA",
	"rnglists": "PAAAAAUACAAAAAAAB0AQAAAAAAAAYwcrEAAAAAAAAA0AB0AQAAAAAAAAYwcrEAAAAAAAAA0HIBAAAAAAAAALAA==",
	"str": "Y29sb3IAQkxVRQB3YWxrAGxvbmcgdW5zaWduZWQgaW50AG5hbWUAR05VIEMxNyAxMi4yLjAAZmxvYXQAY29sZABjaGFyAGhvb2sA" +
		"ZG91YmxlAGxpc3QAdGFpbABuZXh0AA==",
}

// four is made of
//
//	struct pair { long a; struct pair *b[2]; };
//	struct pair p;
//	long sum(void) { return p.a + p.b[1]->a; }
//
// with -gdwarf-4 -fdebug-types-section.
var four = map[string]string{
	"abbrev": "AUEBEwsQFwAAAhMBAw4LCzoLOws5CwETAAADDQADCDoLOws5C0kTOAsAAAQkAAsLPgsDDgAABQEBSRMBEwAABiEASRMvCwAABw8A" +
		"CwtJEwAACBEBJQ4TCwMOGw4RARIHEBcAAAk0AAMIOgs7CzkLSSA/GQIYAAAKLgA/GQMIOgs7CzkLJxlJExEBEgdAGJdCGQAAAA==",
	"info": "bgAAAAQAAAAAAAgIJwAAAAwAAAAAGQAAAAAQAAAAAAAAIQAAAAAAAAAAAAAABAgFHgAAAAQIBwcAAAAJcAABAg0VpKGgLEaEbQkD" +
		"AEAAAAAAAAAKc3VtAAEDBi0AAAAAEAAAAAAAACEAAAAAAAAAAZwA",
	"line": "RgAAAAQAHgAAAAEBAfsODQABAQEBAAAAAQAAAQBmb3VyLmMAAAAAAAUQAAkCABAAAAAAAAAUBRpKBSKeBSWsBR08BSo8AgIAAQE=",
	"str":  "Zm91ci5jAGxvbmcgdW5zaWduZWQgaW50AC9zcmMAbG9uZyBpbnQAR05VIEMxNyAxMi4yLjAAcGFpcgA=",
	"types": "YgAAAAQAAAAAAAgVpKGgLEaEbR0AAAABDAAAAAACNgAAABgBAQhBAAAAA2EAAQEUQQAAAAADYgABASRIAAAACAAECAUeAAAABVgA" +
		"AABYAAAABl4AAAABAAcIHQAAAAQIBwcAAAAA",
}

func decode(sections map[string]string) map[string][]byte {
	all := make(map[string][]byte)
	for name, text := range sections {
		all[name], _ = base64.StdEncoding.DecodeString(text)
	}
	return all
}

func open(s map[string][]byte) (*dwarf.Data, error) {
	d, err := dwarf.New(s["abbrev"], nil, nil, s["info"], s["line"], nil, s["ranges"], s["str"])
	if err != nil {
		return nil, err
	}
	if s["types"] != nil {
		if err := d.AddTypes("types", s["types"]); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if err := d.AddSection(".debug_"+name, s[name]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// show prints all entries, with the types and ranges that they have.
func show(d *dwarf.Data) {
	r := d.Reader()
	for {
		e, err := r.Next()
		if e == nil {
			fmt.Println(err, r.AddressSize(), r.ByteOrder())
			return
		}
		fmt.Print(e.Offset, " ", e.Tag, " ", e.Children)
		for _, f := range e.Field {
			fmt.Printf(" %v=%v:%v", f.Attr, f.Val, f.Class)
		}
		fmt.Println()
		if ranges, err := d.Ranges(e); ranges != nil || err != nil {
			fmt.Println(" ranges", ranges, err)
		}
		switch e.Tag {
		case dwarf.TagCompileUnit, dwarf.TagSubrangeType, 0:
			continue
		}
		if t, err := d.Type(e.Offset); err != nil {
			fmt.Println(" type", err)
		} else if _, other := t.(*dwarf.UnsupportedType); !other {
			fmt.Printf(" %T %v, %d bytes\n", t, t, t.Size())
			if s, ok := t.(*dwarf.StructType); ok {
				fmt.Println(" ", s.Defn())
				for _, f := range s.Field {
					fmt.Println(" ", f.Name, f.Type, f.ByteOffset, f.ByteSize, f.BitOffset, f.DataBitOffset, f.BitSize)
				}
			}
		}
	}
}

// lines prints the rows of the first unit's line table.
func lines(d *dwarf.Data, pcs ...uint64) {
	e, _ := d.Reader().Next()
	l, err := d.LineReader(e)
	if err != nil {
		fmt.Println("lines:", err)
		return
	}
	for i, f := range l.Files() {
		if f != nil {
			fmt.Println("file", i, *f)
		}
	}
	var row dwarf.LineEntry
	var third dwarf.LineReaderPos
	for n := 0; ; n++ {
		if n == 2 {
			third = l.Tell()
		}
		if err := l.Next(&row); err != nil {
			fmt.Println(err == io.EOF, err)
			break
		}
		name := "-"
		if row.File != nil {
			name = row.File.Name
		}
		fmt.Print(row.Address, " ", name, ":", row.Line, ":", row.Column)
		fmt.Println("", row.OpIndex, row.IsStmt, row.BasicBlock, row.PrologueEnd, row.EpilogueBegin, row.ISA, row.Discriminator, row.EndSequence)
	}
	l.Seek(third)
	fmt.Println(l.Next(&row), row.Address)
	l.Reset()
	for _, pc := range pcs {
		err := l.SeekPC(pc, &row)
		fmt.Println(pc, err, err == nil && row.Address <= pc, row.Line)
	}
}

// made has one unit and one line table, with a file in a directory.
func made(version byte, unit, dir, file string, program ...byte) map[string][]byte {
	order := binary.LittleEndian
	info := append([]byte{4, 0, 0, 0, 0, 0, 8, 1}, unit...)
	info = append(info, 0, 0, 0, 0, 0)
	header := []byte{1, 1, 1, 0xfb, 14, 14, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2}
	if version < 4 {
		header = header[1:]
	}
	header = append(header, dir+"\x00\x00"+file+"\x00\x01\x02\x03\x00"...)
	line := order.AppendUint32([]byte{version, 0}, uint32(len(header)))
	line = append(append(line, header...), program...)
	return map[string][]byte{
		"abbrev": {1, 0x11, 0, 0x1b, 0x08, 0x10, 0x17, 0, 0, 0},
		"info":   append(order.AppendUint32(nil, uint32(len(info))), info...),
		"line":   append(order.AppendUint32(nil, uint32(len(line))), line...),
	}
}

// broken prints what a changed section leads to: an error of New, of an entry, or of a line table.
func broken(what string, s map[string][]byte) {
	d, err := open(s)
	if err != nil {
		fmt.Println(what+":", err)
		return
	}
	r := d.Reader()
	for {
		e, err := r.Next()
		if e == nil {
			fmt.Println(what+": entries:", err)
			break
		}
		if e.Tag != dwarf.TagCompileUnit {
			continue
		}
		if _, err = d.Ranges(e); err != nil {
			fmt.Println(what+": ranges:", err)
		}
		if _, err := d.LineReader(e); err != nil {
			fmt.Println(what+": lines:", err)
		}
	}
}

func main() {
	d, err := open(decode(five))
	fmt.Println(err)
	show(d)
	lines(d, 4130, 4140, 4251, 4152, 4128, 1)
	r := d.Reader()
	for _, pc := range []uint64{4140, 4259} {
		e, err := r.SeekPC(pc)
		fmt.Println(e != nil, err)
	}
	r.Seek(0)
	r.Next()
	r.SkipChildren()
	fmt.Println(r.Next())
	for _, off := range []dwarf.Offset{0, 5, 43, 1 << 20} {
		r.Seek(off)
		e, err := r.Next()
		fmt.Println(off, e != nil, err)
		_, err = d.Type(off)
		fmt.Println(off, err)
	}

	d, err = open(decode(four))
	fmt.Println(err)
	show(d)
	lines(d, 0)

	program := []byte{7, 10, 5, 9, 0, 9, 2, 0, 16, 0, 0, 0, 0, 0, 0, 200, 11, 12, 3, 1, 13, 5, 6, 4, 9, 8, 9, 50, 0, 1, 20,
		0, 6, 3, 'g', 0, 1, 0, 0, 4, 2, 1, 0, 2, 4, 7, 8, 0, 1, 1}
	for _, names := range [][]string{
		{"/home/u", "sub", "f.c"}, {"/home/u", "/usr/include", "../f.h"}, {"", "sub", "/f.c"}, {`C:\w`, "sub", "f.c"},
		{"c:/w", `C:\x`, `D:\f.c`}, {`\\host\share\d`, "sub", `x\f.c`},
	} {
		d, err := open(made(4, names[0], names[1], names[2], program...))
		e, _ := d.Reader().Next()
		l, _ := d.LineReader(e)
		fmt.Println(*l.Files()[1], err)
	}
	for _, version := range []byte{3, 4} {
		d, err := open(made(version, "/home/u", "sub", "f.c", program...))
		fmt.Println(version, err)
		lines(d)
	}

	for _, b := range [][]byte{nil, make([]byte, 30), {4, 0, 0, 0, 3, 3, 0, 0}} {
		_, err := dwarf.New(nil, nil, nil, b, nil, nil, nil, nil)
		_, is := err.(dwarf.DecodeError)
		fmt.Println(is, err)
	}
	for _, name := range []string{"abbrev", "info", "line", "str", "rnglists", "line_str"} {
		for _, part := range []int{0, 1, 2} {
			s := decode(five)
			s[name] = s[name][:len(s[name])*part/3]
			broken(fmt.Sprint(name, " ", part, "/3"), s)
		}
	}
	for _, at := range []int{4, 8, 14, 18, 20} {
		s := made(4, "u", "d", "f")
		s["line"][at] = 0
		broken(fmt.Sprint("line ", at), s)
	}
	for _, at := range []int{0, 4, 6, 11} {
		s := made(4, "u", "d", "f")
		s["info"][at] = 77
		broken(fmt.Sprint("info ", at), s)
	}
	fmt.Println(dwarf.AttrName, dwarf.Attr(4), dwarf.TagCompileUnit, dwarf.Tag(6), dwarf.ClassString, dwarf.Class(99))
	fmt.Printf("%#v %#v %#v %#v %#v\n", dwarf.AttrName, dwarf.Attr(4), dwarf.TagMember, dwarf.TagAtomicType, dwarf.ClassFlag)
	fmt.Println(dwarf.DecodeError{Name: "info", Offset: 77, Err: "text"})
}

// Output:
// <nil>
// 12 CompileUnit true Producer=GNU C17 12.2.0:ClassString Language=29:ClassConstant Name=five.c:ClassString CompDir=/src:ClassString Ranges=33:ClassRangeListPtr Lowpc=0:ClassAddress StmtList=0:ClassLinePtr
//  ranges [[4160 4259] [4139 4152] [4128 4139]] <nil>
// 42 StructType true Name=list:ClassString ByteSize=24:ClassConstant DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=16:ClassConstant Sibling=109:ClassReference
//  *dwarf.StructType struct list, 24 bytes
//   struct list {v int@0 : 5@0; w int@0 : 9@5; next *struct list@8; name *const char@16; tail [0]char@24}
//   v int 0 0 0 0 5
//   w int 0 0 0 5 9
//   next *struct list 8 0 0 0 0
//   name *const char 16 0 0 0 0
//   tail [0]char 24 0 0 0 0
// 55 Member false Name=v:ClassString DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=27:ClassConstant Type=109:ClassReference BitSize=5:ClassConstant DataBitOffset=0:ClassConstant
// 65 Member false Name=w:ClassString DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=34:ClassConstant Type=109:ClassReference BitSize=9:ClassConstant DataBitOffset=5:ClassConstant
// 75 Member false Name=next:ClassString DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=54:ClassConstant Type=116:ClassReference DataMemberLoc=8:ClassConstant
// 86 Member false Name=name:ClassString DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=72:ClassConstant Type=121:ClassReference DataMemberLoc=16:ClassConstant
// 97 Member false Name=tail:ClassString DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=83:ClassConstant Type=138:ClassReference DataMemberLoc=24:ClassConstant
// 0 Tag(0) false
// 109 BaseType false ByteSize=4:ClassConstant Encoding=5:ClassConstant Name=int:ClassString
//  *dwarf.IntType int, 4 bytes
// 116 PointerType false ByteSize=8:ClassConstant Type=42:ClassReference
//  *dwarf.PtrType *struct list, 8 bytes
// 121 PointerType false ByteSize=8:ClassConstant Type=133:ClassReference
//  *dwarf.PtrType *const char, 8 bytes
// 126 BaseType false ByteSize=1:ClassConstant Encoding=6:ClassConstant Name=char:ClassString
//  *dwarf.CharType char, 1 bytes
// 133 ConstType false Type=126:ClassReference
//  *dwarf.QualType const char, 1 bytes
// 138 ArrayType true Type=126:ClassReference Sibling=153:ClassReference
//  *dwarf.ArrayType [-1]char, 0 bytes
// 147 SubrangeType false Type=153:ClassReference
// 0 Tag(0) false
// 153 BaseType false ByteSize=8:ClassConstant Encoding=7:ClassConstant Name=long unsigned int:ClassString
//  *dwarf.UintType long unsigned int, 8 bytes
// 160 Typedef false Name=list:ClassString DeclFile=1:ClassConstant DeclLine=1:ClassConstant DeclColumn=93:ClassConstant Type=42:ClassReference
//  *dwarf.TypedefType list, 24 bytes
// 172 EnumerationType true Name=color:ClassString Encoding=5:ClassConstant ByteSize=4:ClassConstant Type=109:ClassReference DeclFile=1:ClassConstant DeclLine=2:ClassConstant DeclColumn=6:ClassConstant Sibling=203:ClassReference
//  *dwarf.EnumType enum color {RED=0; BLUE=-3}, 4 bytes
// 190 Enumerator false Name=RED:ClassString ConstValue=0:ClassConstant
// 196 Enumerator false Name=BLUE:ClassString ConstValue=-3:ClassConstant
// 0 Tag(0) false
// 203 UnionType true Name=u:ClassString ByteSize=48:ClassConstant DeclFile=1:ClassConstant DeclLine=3:ClassConstant DeclColumn=7:ClassConstant Sibling=231:ClassReference
//  *dwarf.StructType union u, 48 bytes
//   union u {f float@0; d [2][3]double@0}
//   f float 0 0 0 0 0
//   d [2][3]double 0 0 0 0 0
// 214 Member false Name=f:ClassString DeclFile=1:ClassConstant DeclLine=3:ClassConstant DeclColumn=17:ClassConstant Type=236:ClassReference
// 222 Member false Name=d:ClassString DeclFile=1:ClassConstant DeclLine=3:ClassConstant DeclColumn=27:ClassConstant Type=243:ClassReference
// 0 Tag(0) false
// 231 VolatileType false Type=203:ClassReference
//  *dwarf.QualType volatile union u, 48 bytes
// 236 BaseType false ByteSize=4:ClassConstant Encoding=4:ClassConstant Name=float:ClassString
//  *dwarf.FloatType float, 4 bytes
// 243 ArrayType true Type=265:ClassReference Sibling=265:ClassReference
//  *dwarf.ArrayType [2][3]double, 48 bytes
// 252 SubrangeType false Type=153:ClassReference UpperBound=1:ClassConstant
// 258 SubrangeType false Type=153:ClassReference UpperBound=2:ClassConstant
// 0 Tag(0) false
// 265 BaseType false ByteSize=8:ClassConstant Encoding=4:ClassConstant Name=double:ClassString
//  *dwarf.FloatType double, 8 bytes
// 272 Typedef false Name=fn:ClassString DeclFile=1:ClassConstant DeclLine=4:ClassConstant DeclColumn=15:ClassConstant Type=283:ClassReference
//  *dwarf.TypedefType fn, 8 bytes
// 283 PointerType false ByteSize=8:ClassConstant Type=288:ClassReference
//  *dwarf.PtrType *func(*list, enum color {RED=0; BLUE=-3}, ...) int, 8 bytes
// 288 SubroutineType true Prototyped=true:ClassFlag Type=109:ClassReference Sibling=309:ClassReference
//  *dwarf.FuncType func(*list, enum color {RED=0; BLUE=-3}, ...) int, -1 bytes
// 297 FormalParameter false Type=309:ClassReference
// 302 FormalParameter false Type=172:ClassReference
// 307 UnspecifiedParameters false
// 0 Tag(0) false
// 309 PointerType false ByteSize=8:ClassConstant Type=160:ClassReference
//  *dwarf.PtrType *list, 8 bytes
// 314 Variable false Name=un:ClassString DeclFile=1:ClassConstant DeclLine=5:ClassConstant DeclColumn=18:ClassConstant Type=231:ClassReference External=true:ClassFlag Location=[3 64 48 0 0 0 0 0 0]:ClassExprLoc
// 335 Variable false Name=hook:ClassString DeclFile=1:ClassConstant DeclLine=5:ClassConstant DeclColumn=25:ClassConstant Type=272:ClassReference External=true:ClassFlag Location=[3 32 48 0 0 0 0 0 0]:ClassExprLoc
// 357 Subprogram true External=true:ClassFlag Name=walk:ClassString DeclFile=1:ClassConstant DeclLine=7:ClassConstant DeclColumn=5:ClassConstant Prototyped=true:ClassFlag Type=109:ClassReference Ranges=12:ClassRangeListPtr FrameBase=[156]:ClassExprLoc CallAllCalls=true:ClassFlag Sibling=482:ClassReference
//  ranges [[4160 4259] [4139 4152]] <nil>
// 379 FormalParameter false Name=l:ClassString DeclFile=1:ClassConstant DeclLine=7:ClassConstant DeclColumn=16:ClassConstant Type=309:ClassReference Location=24:ClassLocListPtr Attr(8503)=12:ClassUnknown
// 395 FormalParameter false Name=c:ClassString DeclFile=1:ClassConstant DeclLine=7:ClassConstant DeclColumn=30:ClassConstant Type=172:ClassReference Location=83:ClassLocListPtr Attr(8503)=71:ClassUnknown
// 411 Variable false Name=n:ClassString DeclFile=1:ClassConstant DeclLine=7:ClassConstant DeclColumn=39:ClassConstant Type=109:ClassReference Location=145:ClassLocListPtr Attr(8503)=133:ClassUnknown
// 429 CallSite true CallReturnPC=4223:ClassAddress Sibling=461:ClassReference
// 442 CallSiteParameter false Location=[85]:ClassExprLoc CallValue=[115 0]:ClassExprLoc
// 448 CallSiteParameter false Location=[84]:ClassExprLoc CallValue=[118 0]:ClassExprLoc
// 454 CallSiteParameter false Location=[81]:ClassExprLoc CallValue=[124 0]:ClassExprLoc
// 0 Tag(0) false
// 461 CallSite true CallReturnPC=4147:ClassAddress CallOrigin=482:ClassReference
// 474 CallSiteParameter false Location=[85]:ClassExprLoc CallValue=[124 0]:ClassExprLoc
// 0 Tag(0) false
// 0 Tag(0) false
// 482 Subprogram true External=true:ClassFlag Name=cold:ClassString DeclFile=1:ClassConstant DeclLine=6:ClassConstant DeclColumn=27:ClassConstant Prototyped=true:ClassFlag Type=109:ClassReference Lowpc=4128:ClassAddress Highpc=11:ClassConstant FrameBase=[156]:ClassExprLoc CallAllCalls=true:ClassFlag
//  ranges [[4128 4139]] <nil>
// 512 FormalParameter false Name=x:ClassString DeclFile=1:ClassConstant DeclLine=6:ClassConstant DeclColumn=36:ClassConstant Type=109:ClassReference Location=[85]:ClassExprLoc
// 0 Tag(0) false
// 0 Tag(0) false
// <nil> 8 LittleEndian
// file 0 {/src/five.c 0 0}
// file 1 {/src/five.c 0 0}
// 4128 /src/five.c:6:39 0 true false false false 0 0 false
// 4128 /src/five.c:6:41 0 true false false false 0 0 false
// 4128 /src/five.c:6:39 0 false false false false 0 0 false
// 4130 /src/five.c:6:50 0 false false false false 0 0 false
// 4138 /src/five.c:6:55 0 false false false false 0 0 false
// 4139 /src/five.c:7:85 0 false false false false 0 2 false
// 4152 /src/five.c:7:85 0 false false false false 0 0 true
// 4160 /src/five.c:7:33 0 true false false false 0 0 false
// 4160 /src/five.c:7:35 0 true false false false 0 0 false
// 4160 /src/five.c:7:46 0 true false false false 0 0 false
// 4160 /src/five.c:7:53 0 true false false false 0 0 false
// 4160 /src/five.c:7:33 0 false false false false 0 0 false
// 4164 /src/five.c:7:53 0 false false false false 0 0 false
// 4174 /src/five.c:7:39 0 false false false false 0 0 false
// 4184 /src/five.c:7:69 0 true false false false 0 7 false
// 4184 /src/five.c:7:75 0 false false false false 0 7 false
// 4196 /src/five.c:7:93 0 false false false false 0 7 false
// 4204 /src/five.c:7:95 0 false false false false 0 3 false
// 4223 /src/five.c:7:58 0 false false false false 0 5 false
// 4227 /src/five.c:7:71 0 false false false false 0 5 false
// 4230 /src/five.c:7:58 0 true false false false 0 5 false
// 4230 /src/five.c:7:53 0 true false false false 0 5 false
// 4235 /src/five.c:7:120 0 false false false false 0 0 false
// 4239 /src/five.c:7:120 0 false false false false 0 0 false
// 4240 /src/five.c:7:120 0 false false false false 0 0 false
// 4242 /src/five.c:7:120 0 false false false false 0 0 false
// 4248 /src/five.c:7:39 0 false false false false 0 0 false
// 4251 /src/five.c:7:110 0 true false false false 0 0 false
// 4251 /src/five.c:7:120 0 false false false false 0 0 false
// 4259 /src/five.c:7:120 0 false false false false 0 0 false
// 4259 /src/five.c:7:120 0 false false false false 0 0 true
// true EOF
// <nil> 4128
// 4130 <nil> true 6
// 4140 <nil> true 7
// 4251 <nil> true 7
// 4152 ErrUnknownPC false 7
// 4128 <nil> true 6
// 1 ErrUnknownPC false 6
// true <nil>
// false ErrUnknownPC
// <nil> <nil>
// 0 true <nil>
// 0 decoding dwarf section info at offset 0x0: no type at offset
// 5 false offset out of range
// 5 offset out of range
// 43 false decoding dwarf section info at offset 0x2c: unknown abbreviation table index
// 43 decoding dwarf section info at offset 0x2c: unknown abbreviation table index
// 1048576 false offset out of range
// 1048576 offset out of range
// <nil>
// 11 CompileUnit true Producer=GNU C17 12.2.0:ClassString Language=12:ClassConstant Name=four.c:ClassString CompDir=/src:ClassString Lowpc=4096:ClassAddress Highpc=33:ClassConstant StmtList=0:ClassLinePtr
//  ranges [[4096 4129]] <nil>
// 45 BaseType false ByteSize=8:ClassConstant Encoding=5:ClassConstant Name=long int:ClassString
//  *dwarf.IntType long int, 8 bytes
// 52 BaseType false ByteSize=8:ClassConstant Encoding=7:ClassConstant Name=long unsigned int:ClassString
//  *dwarf.UintType long unsigned int, 8 bytes
// 59 Variable false Name=p:ClassString DeclFile=1:ClassConstant DeclLine=2:ClassConstant DeclColumn=13:ClassConstant Type=7891509604547404821:ClassReferenceSig External=true:ClassFlag Location=[3 0 64 0 0 0 0 0 0]:ClassExprLoc
// 83 Subprogram false External=true:ClassFlag Name=sum:ClassString DeclFile=1:ClassConstant DeclLine=3:ClassConstant DeclColumn=6:ClassConstant Prototyped=true:ClassFlag Type=45:ClassReference Lowpc=4096:ClassAddress Highpc=33:ClassConstant FrameBase=[156]:ClassExprLoc Attr(8471)=true:ClassFlag
//  ranges [[4096 4129]] <nil>
// 0 Tag(0) false
// <nil> 8 LittleEndian
// file 1 {/src/four.c 0 0}
// 4096 /src/four.c:3:16 0 true false false false 0 0 false
// 4100 /src/four.c:3:26 0 true false false false 0 0 false
// 4110 /src/four.c:3:34 0 true false false false 0 0 false
// 4121 /src/four.c:3:37 0 true false false false 0 0 false
// 4124 /src/four.c:3:29 0 true false false false 0 0 false
// 4127 /src/four.c:3:42 0 true false false false 0 0 false
// 4129 /src/four.c:3:42 0 true false false false 0 0 true
// true EOF
// <nil> 4110
// 0 ErrUnknownPC false 3
// {/home/u/sub/f.c 2 3} <nil>
// {/usr/f.h 2 3} <nil>
// {/f.c 2 3} <nil>
// {C:\w\sub\f.c 2 3} <nil>
// {D:\f.c 2 3} <nil>
// {\\host\share\d\sub\x\f.c 2 3} <nil>
// 3 <nil>
// file 1 {/home/u/sub/f.c 2 3}
// 4109 /home/u/sub/f.c:0:9 0 true true true false 0 0 false
// 4109 /home/u/sub/f.c:0:9 0 true false false true 3 0 false
// 4176 -:0:9 0 true false false false 3 0 false
// 4176 -:1:9 0 true false false false 3 0 false
// 4176 /home/u/sub/g:1:9 0 true false false false 3 0 false
// 4193 /home/u/sub/g:1:9 0 true false false false 3 7 true
// true EOF
// <nil> 4176
// 4 <nil>
// file 1 {/home/u/sub/f.c 2 3}
// 4109 /home/u/sub/f.c:0:9 0 true true true false 0 0 false
// 4109 /home/u/sub/f.c:0:9 0 true false false true 3 0 false
// 4176 -:0:9 0 true false false false 3 0 false
// 4176 -:1:9 0 true false false false 3 0 false
// 4176 /home/u/sub/g:1:9 0 true false false false 3 0 false
// 4193 /home/u/sub/g:1:9 0 true false false false 3 7 true
// true EOF
// <nil> 4176
// true decoding dwarf section info at offset 0x0: too short
// true decoding dwarf section info at offset 0x4: unsupported version 0
// true decoding dwarf section info at offset 0x4: cannot determine byte order
// abbrev 0/3: decoding dwarf section abbrev at offset 0x0: underflow
// abbrev 1/3: decoding dwarf section abbrev at offset 0x96: underflow
// abbrev 2/3: decoding dwarf section abbrev at offset 0x12d: underflow
// info 0/3: decoding dwarf section info at offset 0x0: too short
// info 1/3: decoding dwarf section info at offset 0x4: underflow
// info 2/3: decoding dwarf section info at offset 0x4: underflow
// line 0/3: lines: decoding dwarf section line at offset 0x0: underflow
// line 0/3: entries: <nil>
// line 1/3: lines: decoding dwarf section line at offset 0x0: line table end 208 exceeds section size 69
// line 1/3: entries: <nil>
// line 2/3: lines: decoding dwarf section line at offset 0x0: line table end 208 exceeds section size 138
// line 2/3: entries: <nil>
// str 0/3: entries: decoding dwarf section str at offset 0x0: underflow
// str 1/3: entries: decoding dwarf section str at offset 0x0: underflow
// str 2/3: entries: decoding dwarf section str at offset 0x0: underflow
// rnglists 0/3: ranges: invalid rnglist offset 33 (max 0)
// rnglists 0/3: entries: <nil>
// rnglists 1/3: ranges: invalid rnglist offset 33 (max 0)
// rnglists 1/3: entries: <nil>
// rnglists 2/3: ranges: decoding dwarf section rnglists at offset 0x2a: underflow
// rnglists 2/3: entries: <nil>
// line_str 0/3: entries: decoding dwarf section info at offset 0x16: DW_FORM_line_strp with no .debug_line_str section
// line_str 1/3: entries: decoding dwarf section line_str at offset 0x0: underflow
// line_str 2/3: entries: decoding dwarf section line_str at offset 0x5: underflow
// line 4: lines: decoding dwarf section line at offset 0x0: unknown line table version 0
// line 4: entries: <nil>
// line 8: entries: <nil>
// line 14: lines: decoding dwarf section line at offset 0x0: invalid line range: 0
// line 14: entries: <nil>
// line 18: lines: decoding dwarf section line at offset 0x0: opcode 3 expected to have length 1, but has length 0
// line 18: entries: <nil>
// line 20: entries: <nil>
// info 0: decoding dwarf section info at offset 0x4: underflow
// info 4: decoding dwarf section info at offset 0x6: unsupported DWARF version 77
// info 6: decoding dwarf section abbrev at offset 0x0: underflow
// info 11: entries: decoding dwarf section info at offset 0xc: unknown abbreviation table index
// Name Attr(4) CompileUnit Tag(6) ClassString Class(99)
// dwarf.AttrName dwarf.Attr(4) dwarf.TagMember dwarf.AtomicType dwarf.ClassFlag
// decoding dwarf section info at offset 0x4d: text
