// Package go/scanner: tokens, inserted semicolons, //line comments, and what is wrong with literals and characters.
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
)

func main() {
	for _, s := range []string{"x // c\ny", "x /* a\nb */ y", "x /* a */ y\n", "x", "x // c", "x /* c\n", "/* a\n", "x /* a */", "x\n\n//line a.go:5\ny", "//line a.go:5:7\nx", "//line :5\nx", "//line a:0\nx", "//line a:x\nx", "//line a:1:0\n", "/*line b:3:4*/x y\nz", "//line \nx", "//line a:99999999999999\nx", " //line a:3\nx", "'ab'", "'", "''", "'\\q'", "'\\xg'", "'\\u12'", "'\\777'", "'\\400'", "\"a\nb\"", "\"a", "\"\\", "`a\r\nb`", "`a", "0x", "0b2", "08", "0_1", "1__2", "1_", "0x1p", "1e", "0x1.", "0b1.1", "1i", "08i", "0o8", "1p2", "0x1e2", "0x.p1", "@", "\x00", "a\xffb", "\ufeffx", "x\ufeff", "“x”", "‘", "…", "~x", "!= == <= >= := ... .. . &^= &^ <<= << <- ++ --", "func go return break continue fallthrough )", "]\n}\n)\n", "1\n\"a\"\n'a'\n`b`\n++\n--\n", "+\n", "a.b.1", "1.e3 .5 1..2", "'\\U00110000'", "'\\ud800'", "'\n'", "'a", "/", "//", "/**/", "/*\r\n*/ x", "//a\r\n", "€", "#", "?", "x = 5 /* x */ // y\n", "_ _a a_1 é ñ9 ９", "0x_1", "0_", "0b", "0o", "0B01", "0X1P-2", "\"\\u00\"", "\"\\x\"", "\"\\0\"", "\"\\08\"", "1_.2", "0e1", "0x1.8p1", "00", "09.5", "0xg", "x//\n", "\r\nx\r\n"} {
		fs := token.NewFileSet()
		f := fs.AddFile("dir/f.go", -1, len(s))
		var sc scanner.Scanner
		fmt.Printf("%q:", s)
		sc.Init(f, []byte(s), func(p token.Position, m string) { fmt.Printf(" ERR{%v %s}", p, m) }, scanner.ScanComments)
		for range 40 {
			p, t, l := sc.Scan()
			fmt.Printf(" %d-%d:%v:%q", p, sc.End(), t, l)
			if t == token.EOF {
				break
			}
		}
		fmt.Println(" |", f.Lines(), sc.ErrorCount, fs.Position(token.Pos(len(s))))
	}
	var l scanner.ErrorList
	fmt.Println(l, l.Err())
	l.Add(token.Position{"b", 1, 2, 3}, "x")
	l.Add(token.Position{"a", 1, 2, 3}, "y")
	l.Add(token.Position{"a", 5, 2, 1}, "z")
	l.Add(token.Position{}, "w")
	fmt.Println(l)
	l.Sort()
	for _, e := range l {
		fmt.Println(e)
	}
	l.RemoveMultiples()
	fmt.Println(len(l), l.Err())
}

// Output:
// "x // c\ny": 1-2:IDENT:"x" 3-7:COMMENT:"// c" 7-8:;:"\n" 8-9:IDENT:"y" 9-9:;:"\n" 9-9:EOF:"" | [0 7] 0 dir/f.go:2:1
// "x /* a\nb */ y": 1-2:IDENT:"x" 3-12:COMMENT:"/* a\nb */" 7-8:;:"\n" 13-14:IDENT:"y" 14-14:;:"\n" 14-14:EOF:"" | [0 7] 0 dir/f.go:2:6
// "x /* a */ y\n": 1-2:IDENT:"x" 3-10:COMMENT:"/* a */" 11-12:IDENT:"y" 12-13:;:"\n" 13-13:EOF:"" | [0] 0 dir/f.go:1:12
// "x": 1-2:IDENT:"x" 2-2:;:"\n" 2-2:EOF:"" | [0] 0 dir/f.go:1:1
// "x // c": 1-2:IDENT:"x" 3-7:COMMENT:"// c" 7-7:;:"\n" 7-7:EOF:"" | [0] 0 dir/f.go:1:6
// "x /* c\n": 1-2:IDENT:"x" ERR{dir/f.go:1:3 comment not terminated} 3-8:COMMENT:"/* c\n" 7-8:;:"\n" 8-8:EOF:"" | [0] 1 dir/f.go:1:7
// "/* a\n": ERR{dir/f.go:1:1 comment not terminated} 1-6:COMMENT:"/* a\n" 6-6:EOF:"" | [0] 1 dir/f.go:1:5
// "x /* a */": 1-2:IDENT:"x" 3-10:COMMENT:"/* a */" 10-10:;:"\n" 10-10:EOF:"" | [0] 0 dir/f.go:1:9
// "x\n\n//line a.go:5\ny": 1-2:IDENT:"x" 2-3:;:"\n" 4-17:COMMENT:"//line a.go:5" 18-19:IDENT:"y" 19-19:;:"\n" 19-19:EOF:"" | [0 2 3 17] 0 dir/a.go:5
// "//line a.go:5:7\nx": 1-16:COMMENT:"//line a.go:5:7" 17-18:IDENT:"x" 18-18:;:"\n" 18-18:EOF:"" | [0 16] 0 dir/a.go:5:7
// "//line :5\nx": 1-10:COMMENT:"//line :5" 11-12:IDENT:"x" 12-12:;:"\n" 12-12:EOF:"" | [0 10] 0 5
// "//line a:0\nx": ERR{dir/f.go:1:10 invalid line number: 0} 1-11:COMMENT:"//line a:0" 12-13:IDENT:"x" 13-13:;:"\n" 13-13:EOF:"" | [0 11] 1 dir/f.go:2:1
// "//line a:x\nx": ERR{dir/f.go:1:10 invalid line number: x} 1-11:COMMENT:"//line a:x" 12-13:IDENT:"x" 13-13:;:"\n" 13-13:EOF:"" | [0 11] 1 dir/f.go:2:1
// "//line a:1:0\n": ERR{dir/f.go:1:12 invalid column number: 0} 1-13:COMMENT:"//line a:1:0" 14-14:EOF:"" | [0] 1 dir/f.go:1:13
// "/*line b:3:4*/x y\nz": 1-15:COMMENT:"/*line b:3:4*/" 15-16:IDENT:"x" 17-18:IDENT:"y" 18-19:;:"\n" 19-20:IDENT:"z" 20-20:;:"\n" 20-20:EOF:"" | [0 18] 0 dir/b:4:1
// "//line \nx": 1-8:COMMENT:"//line " 9-10:IDENT:"x" 10-10:;:"\n" 10-10:EOF:"" | [0 8] 0 dir/f.go:2:1
// "//line a:99999999999999\nx": ERR{dir/f.go:1:10 invalid line number: 99999999999999} 1-24:COMMENT:"//line a:99999999999999" 25-26:IDENT:"x" 26-26:;:"\n" 26-26:EOF:"" | [0 24] 1 dir/f.go:2:1
// " //line a:3\nx": 2-12:COMMENT:"//line a:3" 13-14:IDENT:"x" 14-14:;:"\n" 14-14:EOF:"" | [0 12] 0 dir/f.go:2:1
// "'ab'": ERR{dir/f.go:1:1 illegal rune literal} 1-5:CHAR:"'ab'" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "'": ERR{dir/f.go:1:1 rune literal not terminated} 1-2:CHAR:"'" 2-2:;:"\n" 2-2:EOF:"" | [0] 1 dir/f.go:1:1
// "''": ERR{dir/f.go:1:1 illegal rune literal} 1-3:CHAR:"''" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "'\\q'": ERR{dir/f.go:1:3 unknown escape sequence} 1-5:CHAR:"'\\q'" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "'\\xg'": ERR{dir/f.go:1:4 illegal character U+0067 'g' in escape sequence} 1-6:CHAR:"'\\xg'" 6-6:;:"\n" 6-6:EOF:"" | [0] 1 dir/f.go:1:5
// "'\\u12'": ERR{dir/f.go:1:6 illegal character U+0027 ''' in escape sequence} 1-7:CHAR:"'\\u12'" 7-7:;:"\n" 7-7:EOF:"" | [0] 1 dir/f.go:1:6
// "'\\777'": ERR{dir/f.go:1:3 escape sequence is invalid Unicode code point} 1-7:CHAR:"'\\777'" 7-7:;:"\n" 7-7:EOF:"" | [0] 1 dir/f.go:1:6
// "'\\400'": ERR{dir/f.go:1:3 escape sequence is invalid Unicode code point} 1-7:CHAR:"'\\400'" 7-7:;:"\n" 7-7:EOF:"" | [0] 1 dir/f.go:1:6
// "\"a\nb\"": ERR{dir/f.go:1:1 string literal not terminated} 1-3:STRING:"\"a" 3-4:;:"\n" 4-5:IDENT:"b" ERR{dir/f.go:2:2 string literal not terminated} 5-6:STRING:"\"" 6-6:;:"\n" 6-6:EOF:"" | [0 3] 2 dir/f.go:2:2
// "\"a": ERR{dir/f.go:1:1 string literal not terminated} 1-3:STRING:"\"a" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "\"\\": ERR{dir/f.go:1:3 escape sequence not terminated} ERR{dir/f.go:1:1 string literal not terminated} 1-3:STRING:"\"\\" 3-3:;:"\n" 3-3:EOF:"" | [0] 2 dir/f.go:1:2
// "`a\r\nb`": 1-7:STRING:"`a\nb`" 7-7:;:"\n" 7-7:EOF:"" | [0 4] 0 dir/f.go:2:2
// "`a": ERR{dir/f.go:1:1 raw string literal not terminated} 1-3:STRING:"`a" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0x": ERR{dir/f.go:1:3 hexadecimal literal has no digits} 1-3:INT:"0x" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0b2": ERR{dir/f.go:1:3 invalid digit '2' in binary literal} 1-4:INT:"0b2" 4-4:;:"\n" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "08": ERR{dir/f.go:1:2 invalid digit '8' in octal literal} 1-3:INT:"08" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0_1": 1-4:INT:"0_1" 4-4:;:"\n" 4-4:EOF:"" | [0] 0 dir/f.go:1:3
// "1__2": ERR{dir/f.go:1:3 '_' must separate successive digits} 1-5:INT:"1__2" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "1_": ERR{dir/f.go:1:2 '_' must separate successive digits} 1-3:INT:"1_" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0x1p": ERR{dir/f.go:1:5 exponent has no digits} 1-5:FLOAT:"0x1p" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "1e": ERR{dir/f.go:1:3 exponent has no digits} 1-3:FLOAT:"1e" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0x1.": ERR{dir/f.go:1:5 hexadecimal mantissa requires a 'p' exponent} 1-5:FLOAT:"0x1." 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "0b1.1": ERR{dir/f.go:1:4 invalid radix point in binary literal} 1-6:FLOAT:"0b1.1" 6-6:;:"\n" 6-6:EOF:"" | [0] 1 dir/f.go:1:5
// "1i": 1-3:IMAG:"1i" 3-3:;:"\n" 3-3:EOF:"" | [0] 0 dir/f.go:1:2
// "08i": 1-4:IMAG:"08i" 4-4:;:"\n" 4-4:EOF:"" | [0] 0 dir/f.go:1:3
// "0o8": ERR{dir/f.go:1:3 invalid digit '8' in octal literal} 1-4:INT:"0o8" 4-4:;:"\n" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "1p2": ERR{dir/f.go:1:2 'p' exponent requires hexadecimal mantissa} 1-4:FLOAT:"1p2" 4-4:;:"\n" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "0x1e2": 1-6:INT:"0x1e2" 6-6:;:"\n" 6-6:EOF:"" | [0] 0 dir/f.go:1:5
// "0x.p1": ERR{dir/f.go:1:4 hexadecimal literal has no digits} 1-6:FLOAT:"0x.p1" 6-6:;:"\n" 6-6:EOF:"" | [0] 1 dir/f.go:1:5
// "@": ERR{dir/f.go:1:1 illegal character U+0040 '@'} 1-2:ILLEGAL:"@" 2-2:EOF:"" | [0] 1 dir/f.go:1:1
// "\x00": ERR{dir/f.go:1:1 illegal character NUL} ERR{dir/f.go:1:1 illegal character U+0000} 1-2:ILLEGAL:"\x00" 2-2:EOF:"" | [0] 2 dir/f.go:1:1
// "a\xffb": ERR{dir/f.go:1:2 illegal UTF-8 encoding} 1-2:IDENT:"a" ERR{dir/f.go:1:2 illegal character U+FFFD '�'} 2-3:ILLEGAL:"�" 3-4:IDENT:"b" 4-4:;:"\n" 4-4:EOF:"" | [0] 2 dir/f.go:1:3
// "\ufeffx": 4-5:IDENT:"x" 5-5:;:"\n" 5-5:EOF:"" | [0] 0 dir/f.go:1:4
// "x\ufeff": ERR{dir/f.go:1:2 illegal byte order mark} 1-2:IDENT:"x" 2-5:ILLEGAL:"\ufeff" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "“x”": ERR{dir/f.go:1:1 curly quotation mark '“' (use neutral '"')} 1-4:ILLEGAL:"“" 4-5:IDENT:"x" ERR{dir/f.go:1:5 curly quotation mark '”' (use neutral '"')} 5-8:ILLEGAL:"”" 8-8:;:"\n" 8-8:EOF:"" | [0] 2 dir/f.go:1:7
// "‘": ERR{dir/f.go:1:1 illegal character U+2018 '‘'} 1-4:ILLEGAL:"‘" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "…": ERR{dir/f.go:1:1 illegal character U+2026 '…'} 1-4:ILLEGAL:"…" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "~x": 1-2:~:"" 2-3:IDENT:"x" 3-3:;:"\n" 3-3:EOF:"" | [0] 0 dir/f.go:1:2
// "!= == <= >= := ... .. . &^= &^ <<= << <- ++ --": 1-3:!=:"" 4-6:==:"" 7-9:<=:"" 10-12:>=:"" 13-15::=:"" 16-19:...:"" 20-21:.:"" 21-22:.:"" 23-24:.:"" 25-28:&^=:"" 29-31:&^:"" 32-35:<<=:"" 36-38:<<:"" 39-41:<-:"" 42-44:++:"" 45-47:--:"" 47-47:;:"\n" 47-47:EOF:"" | [0] 0 dir/f.go:1:46
// "func go return break continue fallthrough )": 1-5:func:"func" 6-8:go:"go" 9-15:return:"return" 16-21:break:"break" 22-30:continue:"continue" 31-42:fallthrough:"fallthrough" 43-44:):"" 44-44:;:"\n" 44-44:EOF:"" | [0] 0 dir/f.go:1:43
// "]\n}\n)\n": 1-2:]:"" 2-3:;:"\n" 3-4:}:"" 4-5:;:"\n" 5-6:):"" 6-7:;:"\n" 7-7:EOF:"" | [0 2 4] 0 dir/f.go:3:2
// "1\n\"a\"\n'a'\n`b`\n++\n--\n": 1-2:INT:"1" 2-3:;:"\n" 3-6:STRING:"\"a\"" 6-7:;:"\n" 7-10:CHAR:"'a'" 10-11:;:"\n" 11-14:STRING:"`b`" 14-15:;:"\n" 15-17:++:"" 17-18:;:"\n" 18-20:--:"" 20-21:;:"\n" 21-21:EOF:"" | [0 2 6 10 14 17] 0 dir/f.go:6:3
// "+\n": 1-2:+:"" 3-3:EOF:"" | [0] 0 dir/f.go:1:2
// "a.b.1": 1-2:IDENT:"a" 2-3:.:"" 3-4:IDENT:"b" 4-6:FLOAT:".1" 6-6:;:"\n" 6-6:EOF:"" | [0] 0 dir/f.go:1:5
// "1.e3 .5 1..2": 1-5:FLOAT:"1.e3" 6-8:FLOAT:".5" 9-11:FLOAT:"1." 11-13:FLOAT:".2" 13-13:;:"\n" 13-13:EOF:"" | [0] 0 dir/f.go:1:12
// "'\\U00110000'": ERR{dir/f.go:1:3 escape sequence is invalid Unicode code point} 1-13:CHAR:"'\\U00110000'" 13-13:;:"\n" 13-13:EOF:"" | [0] 1 dir/f.go:1:12
// "'\\ud800'": ERR{dir/f.go:1:3 escape sequence is invalid Unicode code point} 1-9:CHAR:"'\\ud800'" 9-9:;:"\n" 9-9:EOF:"" | [0] 1 dir/f.go:1:8
// "'\n'": ERR{dir/f.go:1:1 rune literal not terminated} 1-2:CHAR:"'" 2-3:;:"\n" ERR{dir/f.go:2:1 rune literal not terminated} 3-4:CHAR:"'" 4-4:;:"\n" 4-4:EOF:"" | [0 2] 2 dir/f.go:2:1
// "'a": ERR{dir/f.go:1:1 rune literal not terminated} 1-3:CHAR:"'a" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "/": 1-2:/:"" 2-2:EOF:"" | [0] 0 dir/f.go:1:1
// "//": 1-3:COMMENT:"//" 3-3:EOF:"" | [0] 0 dir/f.go:1:2
// "/**/": 1-5:COMMENT:"/**/" 5-5:EOF:"" | [0] 0 dir/f.go:1:4
// "/*\r\n*/ x": 1-7:COMMENT:"/*\n*/" 8-9:IDENT:"x" 9-9:;:"\n" 9-9:EOF:"" | [0 4] 0 dir/f.go:2:4
// "//a\r\n": 1-5:COMMENT:"//a" 6-6:EOF:"" | [0] 0 dir/f.go:1:5
// "€": ERR{dir/f.go:1:1 illegal character U+20AC '€'} 1-4:ILLEGAL:"€" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "#": ERR{dir/f.go:1:1 illegal character U+0023 '#'} 1-2:ILLEGAL:"#" 2-2:EOF:"" | [0] 1 dir/f.go:1:1
// "?": ERR{dir/f.go:1:1 illegal character U+003F '?'} 1-2:ILLEGAL:"?" 2-2:EOF:"" | [0] 1 dir/f.go:1:1
// "x = 5 /* x */ // y\n": 1-2:IDENT:"x" 3-4:=:"" 5-6:INT:"5" 7-14:COMMENT:"/* x */" 15-19:COMMENT:"// y" 19-20:;:"\n" 20-20:EOF:"" | [0] 0 dir/f.go:1:19
// "_ _a a_1 é ñ9 ９": 1-2:IDENT:"_" 3-5:IDENT:"_a" 6-9:IDENT:"a_1" 10-12:IDENT:"é" 13-16:IDENT:"ñ9" ERR{dir/f.go:1:17 illegal character U+FF19 '９'} 17-20:ILLEGAL:"９" 20-20:;:"\n" 20-20:EOF:"" | [0] 1 dir/f.go:1:19
// "0x_1": 1-5:INT:"0x_1" 5-5:;:"\n" 5-5:EOF:"" | [0] 0 dir/f.go:1:4
// "0_": ERR{dir/f.go:1:2 '_' must separate successive digits} 1-3:INT:"0_" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0b": ERR{dir/f.go:1:3 binary literal has no digits} 1-3:INT:"0b" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0o": ERR{dir/f.go:1:3 octal literal has no digits} 1-3:INT:"0o" 3-3:;:"\n" 3-3:EOF:"" | [0] 1 dir/f.go:1:2
// "0B01": 1-5:INT:"0B01" 5-5:;:"\n" 5-5:EOF:"" | [0] 0 dir/f.go:1:4
// "0X1P-2": 1-7:FLOAT:"0X1P-2" 7-7:;:"\n" 7-7:EOF:"" | [0] 0 dir/f.go:1:6
// "\"\\u00\"": ERR{dir/f.go:1:6 illegal character U+0022 '"' in escape sequence} 1-7:STRING:"\"\\u00\"" 7-7:;:"\n" 7-7:EOF:"" | [0] 1 dir/f.go:1:6
// "\"\\x\"": ERR{dir/f.go:1:4 illegal character U+0022 '"' in escape sequence} 1-5:STRING:"\"\\x\"" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "\"\\0\"": ERR{dir/f.go:1:4 illegal character U+0022 '"' in escape sequence} 1-5:STRING:"\"\\0\"" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "\"\\08\"": ERR{dir/f.go:1:4 illegal character U+0038 '8' in escape sequence} 1-6:STRING:"\"\\08\"" 6-6:;:"\n" 6-6:EOF:"" | [0] 1 dir/f.go:1:5
// "1_.2": ERR{dir/f.go:1:2 '_' must separate successive digits} 1-5:FLOAT:"1_.2" 5-5:;:"\n" 5-5:EOF:"" | [0] 1 dir/f.go:1:4
// "0e1": 1-4:FLOAT:"0e1" 4-4:;:"\n" 4-4:EOF:"" | [0] 0 dir/f.go:1:3
// "0x1.8p1": 1-8:FLOAT:"0x1.8p1" 8-8:;:"\n" 8-8:EOF:"" | [0] 0 dir/f.go:1:7
// "00": 1-3:INT:"00" 3-3:;:"\n" 3-3:EOF:"" | [0] 0 dir/f.go:1:2
// "09.5": 1-5:FLOAT:"09.5" 5-5:;:"\n" 5-5:EOF:"" | [0] 0 dir/f.go:1:4
// "0xg": ERR{dir/f.go:1:3 hexadecimal literal has no digits} 1-3:INT:"0x" 3-4:IDENT:"g" 4-4:;:"\n" 4-4:EOF:"" | [0] 1 dir/f.go:1:3
// "x//\n": 1-2:IDENT:"x" 2-4:COMMENT:"//" 4-5:;:"\n" 5-5:EOF:"" | [0] 0 dir/f.go:1:4
// "\r\nx\r\n": 3-4:IDENT:"x" 5-6:;:"\n" 6-6:EOF:"" | [0 2] 0 dir/f.go:2:3
// no errors <nil>
// b:2:3: x (and 3 more errors)
// w
// a:2:1: z
// a:2:3: y
// b:2:3: x
// 2 a:2:1: z (and 1 more errors)
