package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/scanner"
	"unicode"
)

func show(s *scanner.Scanner) {
	s.Error = func(s *scanner.Scanner, msg string) {
		fmt.Printf("  error %v %v %q %q\n", s.Position, s.Pos(), s.TokenText(), msg)
	}
	for n := 0; n < 200; n++ {
		tok := s.Scan()
		fmt.Printf("  %v %v %d %s %q\n", s.Position, s.Pos(), s.Offset, scanner.TokenString(tok), s.TokenText())
		if tok == scanner.EOF {
			break
		}
	}
	fmt.Println(s.ErrorCount)
}

type failing struct{ n int }

func (f *failing) Read(p []byte) (int, error) {
	if f.n++; f.n > 2 {
		return 0, errors.New("no more")
	}
	return copy(p, "word "), nil
}

func main() {
	texts := []string{
		"", "a", "x := y + 42 // comment\n\tz /* more\nlines */ != `raw\nstring` \"str\\n\\x41\\u00e9\" 'c' '\\''",
		"0 1 007 08 0x1F 0X 0b101 0b12 0o17 0o8 1_000 1__0 _1 1_ 0_7 0x_1 0x1_",
		"1.5 .5 5. 1e10 1E-5 1e 1e+ 0x1p4 0x1.8p-3 0x1.8 0x1e5 0b1.1 0b1e3 08.5 09e1 1p3 1_0.2_5 1._5 1.5e1_0 1.5e_1 0777e2",
		"'ab' '' 'a \"unterminated\nnext `raw", "/* open", "\"bad \\q escape \\x1 \\u12\" '\\400' '\\08'", "a\x00b \xff\xfe ü π世界 _x1 ½",
		"\ufeffmark a\ufeffb", "a.b..c...d ./x a/b #!%", "line1\r\nline2\n\n\nline5",
	}
	for _, text := range texts {
		fmt.Printf("%q\n", text)
		var s scanner.Scanner
		s.Filename = "f"
		show(s.Init(strings.NewReader(text)))
	}
	for _, mode := range []uint{0, scanner.ScanIdents, scanner.ScanInts, scanner.ScanFloats, scanner.ScanChars | scanner.ScanStrings, scanner.ScanComments, scanner.ScanRawStrings | scanner.ScanIdents} {
		var s scanner.Scanner
		s.Init(strings.NewReader("ab1 12 3.4 'c' \"s\" `r` // x\n/* y */ .5 1e5"))
		s.Mode = mode
		show(&s)
	}
	var s scanner.Scanner
	s.Init(strings.NewReader("a-b c%d %e 10%\n x"))
	s.Whitespace = 1 << ' '
	s.IsIdentRune = func(ch rune, i int) bool { return ch == '-' || ch == '%' && i > 0 || unicode.IsLetter(ch) }
	show(&s)
	s.Init(strings.NewReader("äbc\nd"))
	for {
		fmt.Print(s.Pos(), " ", string(s.Peek()), " ")
		ch := s.Next()
		fmt.Println(ch, s.Pos(), s.Position.IsValid(), s.TokenText())
		if ch == scanner.EOF {
			break
		}
	}
	long := strings.Repeat("word ", 300) + strings.Repeat("é", 2000) + " \"" + strings.Repeat("string", 500) + "\" end"
	s.Init(io.MultiReader(strings.NewReader(long[:700]), strings.NewReader(long[700:1501]), strings.NewReader(long[1501:])))
	words := 0
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		words++
		if len(s.TokenText()) != 4 {
			fmt.Println(s.Position, scanner.TokenString(tok), len(s.TokenText()))
		}
	}
	fmt.Println(words)
	s.Init(&failing{})
	show(&s)
	fmt.Println(scanner.TokenString(scanner.Comment), scanner.TokenString('x'), scanner.TokenString(-9), scanner.TokenString('\n'), scanner.Position{}, scanner.Position{Filename: "f", Line: 3})
}

// Output:
// ""
//   f f:1:1 0 EOF ""
// 0
// "a"
//   f:1:1 f:1:2 0 Ident "a"
//   f:1:2 f:1:2 1 EOF ""
// 0
// "x := y + 42 // comment\n\tz /* more\nlines */ != `raw\nstring` \"str\\n\\x41\\u00e9\" 'c' '\\''"
//   f:1:1 f:1:2 0 Ident "x"
//   f:1:3 f:1:4 2 ":" ":"
//   f:1:4 f:1:5 3 "=" "="
//   f:1:6 f:1:7 5 Ident "y"
//   f:1:8 f:1:9 7 "+" "+"
//   f:1:10 f:1:12 9 Int "42"
//   f:2:2 f:2:3 24 Ident "z"
//   f:3:10 f:3:11 43 "!" "!"
//   f:3:11 f:3:12 44 "=" "="
//   f:3:13 f:4:8 46 RawString "`raw\nstring`"
//   f:4:9 f:4:26 59 String "\"str\\n\\x41\\u00e9\""
//   f:4:27 f:4:30 77 Char "'c'"
//   f:4:31 f:4:35 81 Char "'\\''"
//   f:4:35 f:4:35 85 EOF ""
// 0
// "0 1 007 08 0x1F 0X 0b101 0b12 0o17 0o8 1_000 1__0 _1 1_ 0_7 0x_1 0x1_"
//   f:1:1 f:1:2 0 Int "0"
//   f:1:3 f:1:4 2 Int "1"
//   f:1:5 f:1:8 4 Int "007"
//   error f:1:9 f:1:11 "08" "invalid digit '8' in octal literal"
//   f:1:9 f:1:11 8 Int "08"
//   f:1:12 f:1:16 11 Int "0x1F"
//   error f:1:17 f:1:19 "0X" "hexadecimal literal has no digits"
//   f:1:17 f:1:19 16 Int "0X"
//   f:1:20 f:1:25 19 Int "0b101"
//   error f:1:26 f:1:30 "0b12" "invalid digit '2' in binary literal"
//   f:1:26 f:1:30 25 Int "0b12"
//   f:1:31 f:1:35 30 Int "0o17"
//   error f:1:36 f:1:39 "0o8" "invalid digit '8' in octal literal"
//   f:1:36 f:1:39 35 Int "0o8"
//   f:1:40 f:1:45 39 Int "1_000"
//   error f:1:46 f:1:50 "1__0" "'_' must separate successive digits"
//   f:1:46 f:1:50 45 Int "1__0"
//   f:1:51 f:1:53 50 Ident "_1"
//   error f:1:54 f:1:56 "1_" "'_' must separate successive digits"
//   f:1:54 f:1:56 53 Int "1_"
//   f:1:57 f:1:60 56 Int "0_7"
//   f:1:61 f:1:65 60 Int "0x_1"
//   error f:1:66 f:1:70 "0x1_" "'_' must separate successive digits"
//   f:1:66 f:1:70 65 Int "0x1_"
//   f:1:70 f:1:70 69 EOF ""
// 7
// "1.5 .5 5. 1e10 1E-5 1e 1e+ 0x1p4 0x1.8p-3 0x1.8 0x1e5 0b1.1 0b1e3 08.5 09e1 1p3 1_0.2_5 1._5 1.5e1_0 1.5e_1 0777e2"
//   f:1:1 f:1:4 0 Float "1.5"
//   f:1:5 f:1:7 4 Float ".5"
//   f:1:8 f:1:10 7 Float "5."
//   f:1:11 f:1:15 10 Float "1e10"
//   f:1:16 f:1:20 15 Float "1E-5"
//   error f:1:21 f:1:23 "1e" "exponent has no digits"
//   f:1:21 f:1:23 20 Float "1e"
//   error f:1:24 f:1:27 "1e+" "exponent has no digits"
//   f:1:24 f:1:27 23 Float "1e+"
//   f:1:28 f:1:33 27 Float "0x1p4"
//   f:1:34 f:1:42 33 Float "0x1.8p-3"
//   error f:1:43 f:1:48 "0x1.8" "hexadecimal mantissa requires a 'p' exponent"
//   f:1:43 f:1:48 42 Float "0x1.8"
//   f:1:49 f:1:54 48 Int "0x1e5"
//   error f:1:55 f:1:59 "0b1." "invalid radix point in binary literal"
//   f:1:55 f:1:60 54 Float "0b1.1"
//   error f:1:61 f:1:64 "0b1" "'e' exponent requires decimal mantissa"
//   f:1:61 f:1:66 60 Float "0b1e3"
//   f:1:67 f:1:71 66 Float "08.5"
//   f:1:72 f:1:76 71 Float "09e1"
//   error f:1:77 f:1:78 "1" "'p' exponent requires hexadecimal mantissa"
//   f:1:77 f:1:80 76 Float "1p3"
//   f:1:81 f:1:88 80 Float "1_0.2_5"
//   error f:1:89 f:1:93 "1._5" "'_' must separate successive digits"
//   f:1:89 f:1:93 88 Float "1._5"
//   f:1:94 f:1:101 93 Float "1.5e1_0"
//   error f:1:102 f:1:108 "1.5e_1" "'_' must separate successive digits"
//   f:1:102 f:1:108 101 Float "1.5e_1"
//   f:1:109 f:1:115 108 Float "0777e2"
//   f:1:115 f:1:115 114 EOF ""
// 8
// "'ab' '' 'a \"unterminated\nnext `raw"
//   error f:1:1 f:1:4 "'ab" "invalid char literal"
//   f:1:1 f:1:5 0 Char "'ab'"
//   error f:1:6 f:1:7 "'" "invalid char literal"
//   f:1:6 f:1:8 5 Char "''"
//   error f:1:9 f:1:25 "'a \"unterminated" "literal not terminated"
//   error f:1:9 f:1:25 "'a \"unterminated" "invalid char literal"
//   f:1:9 f:2:1 8 Char "'a \"unterminated\n"
//   f:2:1 f:2:5 25 Ident "next"
//   error f:2:6 f:2:10 "`raw" "literal not terminated"
//   f:2:6 f:2:10 30 RawString "`raw"
//   f:2:10 f:2:10 34 EOF ""
// 5
// "/* open"
//   error f:1:1 f:1:8 "" "comment not terminated"
//   f:1:8 f:1:8 7 EOF ""
// 1
// "\"bad \\q escape \\x1 \\u12\" '\\400' '\\08'"
//   error f:1:1 f:1:7 "\"bad \\" "invalid char escape"
//   error f:1:1 f:1:19 "\"bad \\q escape \\x1" "invalid char escape"
//   error f:1:1 f:1:24 "\"bad \\q escape \\x1 \\u12" "invalid char escape"
//   f:1:1 f:1:25 0 String "\"bad \\q escape \\x1 \\u12\""
//   f:1:26 f:1:32 25 Char "'\\400'"
//   error f:1:33 f:1:36 "'\\0" "invalid char escape"
//   error f:1:33 f:1:37 "'\\08" "invalid char literal"
//   f:1:33 f:1:38 32 Char "'\\08'"
//   f:1:38 f:1:38 37 EOF ""
// 5
// "a\x00b \xff\xfe ü π世界 _x1 ½"
//   error f:1:1 f:1:2 "a" "invalid character NUL"
//   f:1:1 f:1:2 0 Ident "a"
//   f:1:2 f:1:3 1 "\x00" "\x00"
//   f:1:3 f:1:4 2 Ident "b"
//   error f f:1:5 "" "invalid UTF-8 encoding"
//   error f:1:5 f:1:6 "\xff" "invalid UTF-8 encoding"
//   f:1:5 f:1:6 4 "�" "\xff"
//   f:1:6 f:1:7 5 "�" "\xfe"
//   f:1:8 f:1:9 7 Ident "ü"
//   f:1:10 f:1:13 10 Ident "π世界"
//   f:1:14 f:1:17 19 Ident "_x1"
//   f:1:18 f:1:19 23 "½" "½"
//   f:1:19 f:1:19 25 EOF ""
// 3
// "\ufeffmark a\ufeffb"
//   f:1:2 f:1:6 3 Ident "mark"
//   f:1:7 f:1:8 8 Ident "a"
//   f:1:8 f:1:9 9 "\ufeff" "\ufeff"
//   f:1:9 f:1:10 12 Ident "b"
//   f:1:10 f:1:10 13 EOF ""
// 0
// "a.b..c...d ./x a/b #!%"
//   f:1:1 f:1:2 0 Ident "a"
//   f:1:2 f:1:3 1 "." "."
//   f:1:3 f:1:4 2 Ident "b"
//   f:1:4 f:1:5 3 "." "."
//   f:1:5 f:1:6 4 "." "."
//   f:1:6 f:1:7 5 Ident "c"
//   f:1:7 f:1:8 6 "." "."
//   f:1:8 f:1:9 7 "." "."
//   f:1:9 f:1:10 8 "." "."
//   f:1:10 f:1:11 9 Ident "d"
//   f:1:12 f:1:13 11 "." "."
//   f:1:13 f:1:14 12 "/" "/"
//   f:1:14 f:1:15 13 Ident "x"
//   f:1:16 f:1:17 15 Ident "a"
//   f:1:17 f:1:18 16 "/" "/"
//   f:1:18 f:1:19 17 Ident "b"
//   f:1:20 f:1:21 19 "#" "#"
//   f:1:21 f:1:22 20 "!" "!"
//   f:1:22 f:1:23 21 "%" "%"
//   f:1:23 f:1:23 22 EOF ""
// 0
// "line1\r\nline2\n\n\nline5"
//   f:1:1 f:1:6 0 Ident "line1"
//   f:2:1 f:2:6 7 Ident "line2"
//   f:5:1 f:5:6 15 Ident "line5"
//   f:5:6 f:5:6 20 EOF ""
// 0
//   <input>:1:1 <input>:1:2 0 "a" "a"
//   <input>:1:2 <input>:1:3 1 "b" "b"
//   <input>:1:3 <input>:1:4 2 "1" "1"
//   <input>:1:5 <input>:1:6 4 "1" "1"
//   <input>:1:6 <input>:1:7 5 "2" "2"
//   <input>:1:8 <input>:1:9 7 "3" "3"
//   <input>:1:9 <input>:1:10 8 "." "."
//   <input>:1:10 <input>:1:11 9 "4" "4"
//   <input>:1:12 <input>:1:13 11 "'" "'"
//   <input>:1:13 <input>:1:14 12 "c" "c"
//   <input>:1:14 <input>:1:15 13 "'" "'"
//   <input>:1:16 <input>:1:17 15 "\"" "\""
//   <input>:1:17 <input>:1:18 16 "s" "s"
//   <input>:1:18 <input>:1:19 17 "\"" "\""
//   <input>:1:20 <input>:1:21 19 "`" "`"
//   <input>:1:21 <input>:1:22 20 "r" "r"
//   <input>:1:22 <input>:1:23 21 "`" "`"
//   <input>:1:24 <input>:1:25 23 "/" "/"
//   <input>:1:25 <input>:1:26 24 "/" "/"
//   <input>:1:27 <input>:1:28 26 "x" "x"
//   <input>:2:1 <input>:2:2 28 "/" "/"
//   <input>:2:2 <input>:2:3 29 "*" "*"
//   <input>:2:4 <input>:2:5 31 "y" "y"
//   <input>:2:6 <input>:2:7 33 "*" "*"
//   <input>:2:7 <input>:2:8 34 "/" "/"
//   <input>:2:9 <input>:2:10 36 "." "."
//   <input>:2:10 <input>:2:11 37 "5" "5"
//   <input>:2:12 <input>:2:13 39 "1" "1"
//   <input>:2:13 <input>:2:14 40 "e" "e"
//   <input>:2:14 <input>:2:15 41 "5" "5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:4 0 Ident "ab1"
//   <input>:1:5 <input>:1:6 4 "1" "1"
//   <input>:1:6 <input>:1:7 5 "2" "2"
//   <input>:1:8 <input>:1:9 7 "3" "3"
//   <input>:1:9 <input>:1:10 8 "." "."
//   <input>:1:10 <input>:1:11 9 "4" "4"
//   <input>:1:12 <input>:1:13 11 "'" "'"
//   <input>:1:13 <input>:1:14 12 Ident "c"
//   <input>:1:14 <input>:1:15 13 "'" "'"
//   <input>:1:16 <input>:1:17 15 "\"" "\""
//   <input>:1:17 <input>:1:18 16 Ident "s"
//   <input>:1:18 <input>:1:19 17 "\"" "\""
//   <input>:1:20 <input>:1:21 19 "`" "`"
//   <input>:1:21 <input>:1:22 20 Ident "r"
//   <input>:1:22 <input>:1:23 21 "`" "`"
//   <input>:1:24 <input>:1:25 23 "/" "/"
//   <input>:1:25 <input>:1:26 24 "/" "/"
//   <input>:1:27 <input>:1:28 26 Ident "x"
//   <input>:2:1 <input>:2:2 28 "/" "/"
//   <input>:2:2 <input>:2:3 29 "*" "*"
//   <input>:2:4 <input>:2:5 31 Ident "y"
//   <input>:2:6 <input>:2:7 33 "*" "*"
//   <input>:2:7 <input>:2:8 34 "/" "/"
//   <input>:2:9 <input>:2:10 36 "." "."
//   <input>:2:10 <input>:2:11 37 "5" "5"
//   <input>:2:12 <input>:2:13 39 "1" "1"
//   <input>:2:13 <input>:2:15 40 Ident "e5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:2 0 "a" "a"
//   <input>:1:2 <input>:1:3 1 "b" "b"
//   <input>:1:3 <input>:1:4 2 Int "1"
//   <input>:1:5 <input>:1:7 4 Int "12"
//   <input>:1:8 <input>:1:9 7 Int "3"
//   <input>:1:9 <input>:1:10 8 "." "."
//   <input>:1:10 <input>:1:11 9 Int "4"
//   <input>:1:12 <input>:1:13 11 "'" "'"
//   <input>:1:13 <input>:1:14 12 "c" "c"
//   <input>:1:14 <input>:1:15 13 "'" "'"
//   <input>:1:16 <input>:1:17 15 "\"" "\""
//   <input>:1:17 <input>:1:18 16 "s" "s"
//   <input>:1:18 <input>:1:19 17 "\"" "\""
//   <input>:1:20 <input>:1:21 19 "`" "`"
//   <input>:1:21 <input>:1:22 20 "r" "r"
//   <input>:1:22 <input>:1:23 21 "`" "`"
//   <input>:1:24 <input>:1:25 23 "/" "/"
//   <input>:1:25 <input>:1:26 24 "/" "/"
//   <input>:1:27 <input>:1:28 26 "x" "x"
//   <input>:2:1 <input>:2:2 28 "/" "/"
//   <input>:2:2 <input>:2:3 29 "*" "*"
//   <input>:2:4 <input>:2:5 31 "y" "y"
//   <input>:2:6 <input>:2:7 33 "*" "*"
//   <input>:2:7 <input>:2:8 34 "/" "/"
//   <input>:2:9 <input>:2:10 36 "." "."
//   <input>:2:10 <input>:2:11 37 Int "5"
//   <input>:2:12 <input>:2:13 39 Int "1"
//   <input>:2:13 <input>:2:14 40 "e" "e"
//   <input>:2:14 <input>:2:15 41 Int "5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:2 0 "a" "a"
//   <input>:1:2 <input>:1:3 1 "b" "b"
//   <input>:1:3 <input>:1:4 2 Int "1"
//   <input>:1:5 <input>:1:7 4 Int "12"
//   <input>:1:8 <input>:1:11 7 Float "3.4"
//   <input>:1:12 <input>:1:13 11 "'" "'"
//   <input>:1:13 <input>:1:14 12 "c" "c"
//   <input>:1:14 <input>:1:15 13 "'" "'"
//   <input>:1:16 <input>:1:17 15 "\"" "\""
//   <input>:1:17 <input>:1:18 16 "s" "s"
//   <input>:1:18 <input>:1:19 17 "\"" "\""
//   <input>:1:20 <input>:1:21 19 "`" "`"
//   <input>:1:21 <input>:1:22 20 "r" "r"
//   <input>:1:22 <input>:1:23 21 "`" "`"
//   <input>:1:24 <input>:1:25 23 "/" "/"
//   <input>:1:25 <input>:1:26 24 "/" "/"
//   <input>:1:27 <input>:1:28 26 "x" "x"
//   <input>:2:1 <input>:2:2 28 "/" "/"
//   <input>:2:2 <input>:2:3 29 "*" "*"
//   <input>:2:4 <input>:2:5 31 "y" "y"
//   <input>:2:6 <input>:2:7 33 "*" "*"
//   <input>:2:7 <input>:2:8 34 "/" "/"
//   <input>:2:9 <input>:2:11 36 Float ".5"
//   <input>:2:12 <input>:2:15 39 Float "1e5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:2 0 "a" "a"
//   <input>:1:2 <input>:1:3 1 "b" "b"
//   <input>:1:3 <input>:1:4 2 "1" "1"
//   <input>:1:5 <input>:1:6 4 "1" "1"
//   <input>:1:6 <input>:1:7 5 "2" "2"
//   <input>:1:8 <input>:1:9 7 "3" "3"
//   <input>:1:9 <input>:1:10 8 "." "."
//   <input>:1:10 <input>:1:11 9 "4" "4"
//   <input>:1:12 <input>:1:15 11 Char "'c'"
//   <input>:1:16 <input>:1:19 15 String "\"s\""
//   <input>:1:20 <input>:1:21 19 "`" "`"
//   <input>:1:21 <input>:1:22 20 "r" "r"
//   <input>:1:22 <input>:1:23 21 "`" "`"
//   <input>:1:24 <input>:1:25 23 "/" "/"
//   <input>:1:25 <input>:1:26 24 "/" "/"
//   <input>:1:27 <input>:1:28 26 "x" "x"
//   <input>:2:1 <input>:2:2 28 "/" "/"
//   <input>:2:2 <input>:2:3 29 "*" "*"
//   <input>:2:4 <input>:2:5 31 "y" "y"
//   <input>:2:6 <input>:2:7 33 "*" "*"
//   <input>:2:7 <input>:2:8 34 "/" "/"
//   <input>:2:9 <input>:2:10 36 "." "."
//   <input>:2:10 <input>:2:11 37 "5" "5"
//   <input>:2:12 <input>:2:13 39 "1" "1"
//   <input>:2:13 <input>:2:14 40 "e" "e"
//   <input>:2:14 <input>:2:15 41 "5" "5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:2 0 "a" "a"
//   <input>:1:2 <input>:1:3 1 "b" "b"
//   <input>:1:3 <input>:1:4 2 "1" "1"
//   <input>:1:5 <input>:1:6 4 "1" "1"
//   <input>:1:6 <input>:1:7 5 "2" "2"
//   <input>:1:8 <input>:1:9 7 "3" "3"
//   <input>:1:9 <input>:1:10 8 "." "."
//   <input>:1:10 <input>:1:11 9 "4" "4"
//   <input>:1:12 <input>:1:13 11 "'" "'"
//   <input>:1:13 <input>:1:14 12 "c" "c"
//   <input>:1:14 <input>:1:15 13 "'" "'"
//   <input>:1:16 <input>:1:17 15 "\"" "\""
//   <input>:1:17 <input>:1:18 16 "s" "s"
//   <input>:1:18 <input>:1:19 17 "\"" "\""
//   <input>:1:20 <input>:1:21 19 "`" "`"
//   <input>:1:21 <input>:1:22 20 "r" "r"
//   <input>:1:22 <input>:1:23 21 "`" "`"
//   <input>:1:24 <input>:1:28 23 Comment "// x"
//   <input>:2:1 <input>:2:8 28 Comment "/* y */"
//   <input>:2:9 <input>:2:10 36 "." "."
//   <input>:2:10 <input>:2:11 37 "5" "5"
//   <input>:2:12 <input>:2:13 39 "1" "1"
//   <input>:2:13 <input>:2:14 40 "e" "e"
//   <input>:2:14 <input>:2:15 41 "5" "5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:4 0 Ident "ab1"
//   <input>:1:5 <input>:1:6 4 "1" "1"
//   <input>:1:6 <input>:1:7 5 "2" "2"
//   <input>:1:8 <input>:1:9 7 "3" "3"
//   <input>:1:9 <input>:1:10 8 "." "."
//   <input>:1:10 <input>:1:11 9 "4" "4"
//   <input>:1:12 <input>:1:13 11 "'" "'"
//   <input>:1:13 <input>:1:14 12 Ident "c"
//   <input>:1:14 <input>:1:15 13 "'" "'"
//   <input>:1:16 <input>:1:17 15 "\"" "\""
//   <input>:1:17 <input>:1:18 16 Ident "s"
//   <input>:1:18 <input>:1:19 17 "\"" "\""
//   <input>:1:20 <input>:1:23 19 RawString "`r`"
//   <input>:1:24 <input>:1:25 23 "/" "/"
//   <input>:1:25 <input>:1:26 24 "/" "/"
//   <input>:1:27 <input>:1:28 26 Ident "x"
//   <input>:2:1 <input>:2:2 28 "/" "/"
//   <input>:2:2 <input>:2:3 29 "*" "*"
//   <input>:2:4 <input>:2:5 31 Ident "y"
//   <input>:2:6 <input>:2:7 33 "*" "*"
//   <input>:2:7 <input>:2:8 34 "/" "/"
//   <input>:2:9 <input>:2:10 36 "." "."
//   <input>:2:10 <input>:2:11 37 "5" "5"
//   <input>:2:12 <input>:2:13 39 "1" "1"
//   <input>:2:13 <input>:2:15 40 Ident "e5"
//   <input>:2:15 <input>:2:15 42 EOF ""
// 0
//   <input>:1:1 <input>:1:4 0 Ident "a-b"
//   <input>:1:5 <input>:1:8 4 Ident "c%d"
//   <input>:1:9 <input>:1:10 8 "%" "%"
//   <input>:1:10 <input>:1:11 9 Ident "e"
//   <input>:1:12 <input>:1:14 11 Int "10"
//   <input>:1:14 <input>:1:15 13 "%" "%"
//   <input>:1:15 <input>:2:1 14 "\n" "\n"
//   <input>:2:2 <input>:2:3 16 Ident "x"
//   <input>:2:3 <input>:2:3 17 EOF ""
// 0
// <input>:1:1 ä 228 <input>:1:2 false
// <input>:1:2 b 98 <input>:1:3 false
// <input>:1:3 c 99 <input>:1:4 false
// <input>:1:4
//  10 <input>:2:1 false
// <input>:2:1 d 100 <input>:2:2 false
// <input>:2:2 � -1 <input>:2:2 false
// <input>:1:1501 Ident 4000
// <input>:1:3502 String 3002
// <input>:1:6505 Ident 3
// 303
//   <input>:1:1 <input>:1:5 0 Ident "word"
//   <input>:1:6 <input>:1:10 5 Ident "word"
//   error <input> <input>:1:10 "" "no more"
//   <input>:1:11 <input>:1:11 10 EOF ""
// 1
// Comment "x" "�" "\n" <input> f:3:0
