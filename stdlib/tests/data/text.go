// Command text writes the expectations of src/text_test.rs: calls of the real packages with their results.
//
//	go run text.go 20 >text.txt
//
// A line is a function, its arguments and its result, separated by tabs; bytes of strings that are no ASCII letters,
// digits or signs are %XX; parts of a list are separated by '|', an empty string is %.
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var out = bufio.NewWriter(os.Stdout)

func show(v any) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return "%"
		}
		s := ""
		for i := 0; i < len(v); i++ {
			if c := v[i]; c > ' ' && c < 127 && c != '%' && c != '|' {
				s += string(c)
			} else {
				s += fmt.Sprintf("%%%02X", c)
			}
		}
		return s
	case []string:
		parts := []string{}
		for _, p := range v {
			parts = append(parts, show(p))
		}
		return strings.Join(parts, "|")
	case float64:
		if math.IsNaN(v) {
			return "7ff8000000000000"
		}
		return fmt.Sprintf("%016x", math.Float64bits(v))
	case rune:
		return fmt.Sprint(int(v))
	}
	return fmt.Sprint(v)
}

func line(name string, parts ...any) {
	out.WriteString(name)
	for _, p := range parts {
		out.WriteString("\t" + show(p))
	}
	out.WriteString("\n")
}

func code(err error) int {
	e, ok := err.(*strconv.NumError)
	switch {
	case !ok:
		return 0
	case e.Err == strconv.ErrSyntax:
		return 1
	case e.Err == strconv.ErrRange:
		return 2
	case strings.Contains(e.Err.Error(), "base"):
		return 3
	}
	return 4
}

var r = rand.New(rand.NewSource(1))

var pieces = []string{"a", "b", "A", "ab", "", " ", "\t", "é", "日", "\xff", "\xe6\x97", "ß", "ǆ", "K", "0", "1", "-", "+", "_", "0x", ".", "e", "inf", "nan", "\\", "\"", "'", "`", "\n", "i", "\U0001F600", "\u00a0", "\ufffd", "9", "99999999999999999999", "p1", "ſ", "İ", "\x00", "\u0345", "Σ", "ς", "\u2028", "\xf0\x9f", "\U000E0001", "\xed\xa0\x80", "z", "Z"}

func str() string {
	s := ""
	for n := r.Intn(7); n > 0; n-- {
		if r.Intn(2) == 0 {
			s += pieces[r.Intn(9)]
		} else {
			s += pieces[r.Intn(len(pieces))]
		}
	}
	return s
}

func number() string {
	digits := func(n int) (s string) {
		for ; n > 0; n-- {
			s += string("0123456789_abcdefABCDEF"[r.Intn([]int{10, 10, 10, 11, 23}[r.Intn(5)])])
		}
		return s
	}
	s := []string{"", "", "-", "+"}[r.Intn(4)] + []string{"", "", "", "0x", "0X", "0b", "0", "0o"}[r.Intn(8)] + digits(r.Intn(20))
	if r.Intn(2) == 0 {
		s += "." + digits(r.Intn(20))
	}
	if r.Intn(2) == 0 {
		s += []string{"e", "E", "p", "P"}[r.Intn(4)] + []string{"", "-", "+"}[r.Intn(3)] + fmt.Sprint(r.Intn([]int{10, 400, 1100}[r.Intn(3)]))
	}
	return s
}

func float() float64 {
	switch r.Intn(8) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return float64(math.Float32frombits(r.Uint32()))
	case 2:
		return float64(r.Intn(1000)) / []float64{1, 2, 4, 8, 10, 16, 100, 1000}[r.Intn(8)]
	case 3:
		return math.Ldexp(float64(r.Intn(100)), r.Intn(2100)-1050)
	case 4:
		return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 5e-324, math.MaxFloat32, math.SmallestNonzeroFloat32, 1e21, 1e20, 1e23, 0.1, 0.3, 2.5, 3.5, 1e15 + 0.5}[r.Intn(17)]
	case 5:
		return float64(r.Intn(100000)) * math.Pow(10, float64(r.Intn(40)-20))
	}
	return r.NormFloat64() * math.Pow(10, float64(r.Intn(30)-15))
}

func texts() {
	s, t, u := str(), str(), str()
	if r.Intn(2) == 0 {
		t = pieces[r.Intn(len(pieces))]
	}
	n := r.Intn(6) - 1
	line("index", s, t, strings.Index(s, t))
	line("last_index", s, t, strings.LastIndex(s, t))
	line("count", s, t, strings.Count(s, t))
	line("index_any", s, t, strings.IndexAny(s, t))
	line("last_index_any", s, t, strings.LastIndexAny(s, t))
	line("trim", s, t, strings.Trim(s, t))
	line("trim_space", s, strings.TrimSpace(s))
	line("fields", s, strings.Fields(s))
	if n != 0 {
		line("split", s, t, n, strings.SplitN(s, t, n))
		line("split_after", s, t, n, strings.SplitAfterN(s, t, n))
	}
	line("replace", s, t, u, n, strings.Replace(s, t, u, n))
	line("upper", s, strings.ToUpper(s))
	line("lower", s, strings.ToLower(s))
	line("title", s, strings.ToTitle(s))
	line("valid", s, u, strings.ToValidUTF8(s, u))
	line("equal_fold", s, t, strings.EqualFold(s, t))
	line("equal_fold", s, strings.ToUpper(s), strings.EqualFold(s, strings.ToUpper(s)))
	line("runes", s, utf8.RuneCountInString(s))
	line("quote", s, strconv.Quote(s))
	line("quote_ascii", s, strconv.QuoteToASCII(s))
	line("quote_graphic", s, strconv.QuoteToGraphic(s))
	line("can_backquote", s, strconv.CanBackquote(s))
}

func numbers() {
	s := number()
	if r.Intn(5) == 0 {
		s = str()
	}
	base, bits := []int{10, 10, 0, 0, 16, 2, 8, 36, 1, 37}[r.Intn(10)], []int{0, 64, 32, 8, 16, 1, 65, -1}[r.Intn(8)]
	i, err := strconv.ParseInt(s, base, bits)
	line("parse_int", s, base, bits, i, code(err))
	u, err := strconv.ParseUint(s, base, bits)
	line("parse_uint", s, base, bits, u, code(err))
	for _, bits := range []int{64, 32} {
		f, err := strconv.ParseFloat(s, bits)
		line("parse_float", s, bits, f, code(err))
	}
	u = r.Uint64() >> r.Intn(64)
	b := 2 + r.Intn(35)
	line("format_int", int64(u), b, strconv.FormatInt(int64(u), b))
	line("format_uint", u, b, strconv.FormatUint(u, b))
	f := float()
	format, prec, size := "bbeEfgGxX"[r.Intn(9)], r.Intn(24)-1, []int{64, 32}[r.Intn(2)]
	if r.Intn(3) == 0 {
		prec = -1
	}
	line("format_float", f, format, prec, size, strconv.FormatFloat(f, format, prec, size))
	s = strconv.FormatFloat(f, 'g', -1, size)
	g, err := strconv.ParseFloat(s, size)
	line("parse_float", s, size, g, code(err))
}

func runes() {
	c := rune(r.Intn(0x3000))
	if r.Intn(2) == 0 {
		c = rune(r.Intn(0x12_0000)) - 10
	}
	b := func(v bool) string {
		if v {
			return "1"
		}
		return "0"
	}
	line("rune", c, b(unicode.IsLetter(c))+b(unicode.IsDigit(c))+b(unicode.IsNumber(c))+b(unicode.IsUpper(c))+b(unicode.IsLower(c))+b(unicode.IsTitle(c))+b(unicode.IsPunct(c))+b(unicode.IsSymbol(c))+b(unicode.IsMark(c))+b(unicode.IsPrint(c))+b(unicode.IsGraphic(c))+b(unicode.IsSpace(c)),
		unicode.ToUpper(c), unicode.ToLower(c), unicode.ToTitle(c), unicode.SimpleFold(c))
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	for i := 0; i < n; i++ {
		texts()
		for j := 0; j < 4; j++ {
			numbers()
			runes()
		}
	}
	out.Flush()
}
