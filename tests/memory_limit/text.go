// Ways to need memory without end: what the library makes of texts and bytes.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
	"text/template"
	"unicode/utf16"

	"memorylimit/ways"
)

var (
	keep []any
	sink any
)

// long returns a text of n bytes, made of part.
func long(part string, n int) string { return strings.Repeat(part, n/len(part)) }

// endless is a reader that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func made[T any](n int) []T { return make([]T, n) }

var table = map[string]func(){
	"strings.Split":       func() { sink = strings.Split(long("x,", 64<<20), ",") },
	"strings.Split empty": func() { sink = strings.Split(long("xy", 32<<20), "") },
	"strings.SplitAfter":  func() { sink = strings.SplitAfter(long("x,", 64<<20), ",") },
	"strings.Fields":      func() { sink = strings.Fields(long("x ", 64<<20)) },
	"strings.FieldsFunc": func() {
		sink = strings.FieldsFunc(long("x ", 64<<20), func(r rune) bool { return r == ' ' })
	},
	"strings.Repeat":  func() { sink = strings.Repeat("long", 100<<20) },
	"strings.Join":    func() { sink = strings.Join(slices.Repeat([]string{long("x", 1<<20)}, 300), "-") },
	"strings.Replace": func() { sink = strings.ReplaceAll(long("x,", 64<<20), ",", "some more") },
	"strings.Replace of nothing": func() {
		sink = strings.ReplaceAll(long("x,", 64<<20), "", "more")
	},
	"strings.Replacer": func() {
		sink = strings.NewReplacer("x", "something", "y", "else").Replace(long("xy", 64<<20))
	},
	"strings.Map":     func() { sink = strings.Map(func(r rune) rune { return '\u4e16' }, long("x", 100<<20)) },
	"strings.ToUpper": func() { sink = strings.ToUpper(long("x", 120<<20)) + strings.ToUpper(long("y", 120<<20)) },
	"strings.ToUpper of runes": func() {
		sink = strings.ToUpper(long("\u0250", 120<<20)) + "x" + strings.ToUpper(long("\u00e9", 100<<20))
	},
	"strings.ToValidUTF8": func() { sink = strings.ToValidUTF8(long("x\xff", 64<<20), "several") },
	// Each begins with an output that fits, and grows it to one that does not.
	"strings.ToUpper that grows":     func() { sink = strings.ToUpper(long("\u0250", 110<<20)) },
	"strings.ToLower that grows":     func() { sink = strings.ToLower(long("\u023a", 110<<20)) },
	"strings.ToTitle that grows":     func() { sink = strings.ToTitle(long("\u0250", 110<<20)) },
	"strings.ToValidUTF8 that grows": func() { sink = strings.ToValidUTF8(long("\xffa", 110<<20), "abc") },
	"bytes.ToUpper that grows":       func() { sink = bytes.ToUpper(bytes.Repeat([]byte("\u0250"), 55<<20)) },
	"json.Marshal that grows":        func() { sink, _ = json.Marshal(long("<", 45<<20)) },
	"fmt.Sprintf %x that grows":      func() { sink = fmt.Sprintf("%x", long("a", 90<<20)) },
	"fmt.Sprintf %q that grows":      func() { sink = fmt.Sprintf("%q", long("\x01", 60<<20)) },
	"strings.Builder": func() {
		var b strings.Builder
		for {
			b.WriteString("some text of some length")
		}
	},
	"strings.Builder.Grow": func() { new(strings.Builder).Grow(1 << 30) },
	"strings.Clone": func() {
		s := long("x", 1<<20)
		for {
			keep = append(keep, strings.Clone(s))
		}
	},
	"bytes.Buffer": func() {
		var b bytes.Buffer
		for {
			b.WriteByte('x')
		}
	},
	"bytes.Buffer.ReadFrom": func() { new(bytes.Buffer).ReadFrom(endless{}) },
	"bytes.Split":           func() { sink = bytes.Split(bytes.Repeat([]byte("x,"), 16<<20), []byte(",")) },
	"bytes.Fields":          func() { sink = bytes.Fields(bytes.Repeat([]byte("x "), 16<<20)) },
	"bytes.Replace": func() {
		sink = bytes.ReplaceAll(bytes.Repeat([]byte("x"), 64<<20), []byte("x"), []byte("another"))
	},
	"bytes.Join": func() {
		sink = bytes.Join(slices.Repeat([][]byte{make([]byte, 1<<20)}, 300), nil)
	},
	"bytes.Runes": func() { sink = bytes.Runes(make([]byte, 100<<20)) },
	"bytes.Title": func() { sink = bytes.ToTitle(bytes.Repeat([]byte("\u0250"), 60<<20)) },
	"io.ReadAll":  func() { sink, _ = io.ReadAll(endless{}) },
	"bufio.Scanner": func() {
		s := bufio.NewScanner(endless{})
		s.Buffer(nil, 1<<40)
		s.Scan()
	},
	"bufio.Reader.ReadString": func() { sink, _ = bufio.NewReader(endless{}).ReadString('\n') },
	"bufio.Writers": func() {
		for {
			keep = append(keep, bufio.NewWriter(io.Discard))
		}
	},
	"strconv.Quote":        func() { sink = strconv.Quote(long("\x01", 100<<20)) },
	"strconv.QuoteToASCII": func() { sink = strconv.QuoteToASCII(long("\u4e16", 90<<20)) },
	"strconv.AppendQuote": func() {
		var b []byte
		for {
			b = strconv.AppendQuote(b, "some text\n")
		}
	},
	"strconv.FormatFloat":   func() { sink = strconv.FormatFloat(1.5, 'f', 1<<30, 64) },
	"strconv.FormatFloat e": func() { sink = strconv.FormatFloat(1.5, 'e', 1<<30, 64) },
	"strconv.FormatFloat x": func() { sink = strconv.FormatFloat(1.5, 'x', 1<<30, 64) },
	"strconv.AppendFloat": func() {
		var b []byte
		for {
			b = strconv.AppendFloat(b, 1.5, 'f', 1<<24, 64)
		}
	},
	"strconv.AppendInt": func() {
		var b []byte
		for i := int64(0); ; i++ {
			b = strconv.AppendInt(b, i, 2)
		}
	},
	"strconv.Unquote": func() { sink, _ = strconv.Unquote(`"` + long(`\u4e16`, 130<<20) + `"`) },
	"fmt.Sprint of a string": func() {
		s := long("x", 50<<20)
		sink = fmt.Sprint(s, s, s, s)
	},
	"fmt.Sprintf q":     func() { sink = fmt.Sprintf("%q", long("\x01", 80<<20)) },
	"fmt.Sprintf x":     func() { sink = fmt.Sprintf("% #x", long("x", 80<<20)) },
	"fmt.Sprintf width": func() { sink = fmt.Sprintf(long("%1000000d", 4096), slices.Repeat([]any{1}, 500)...) },
	"fmt.Sprintf precision": func() {
		sink = fmt.Sprintf(long("%.1000000f", 4096), slices.Repeat([]any{1.5}, 500)...)
	},
	"fmt.Sprintf v of a slice": func() { sink = fmt.Sprintf("%v", make([]int, 12<<20)) + fmt.Sprintf("%#v", make([]int32, 30<<20)) },
	"fmt.Sprintf of a map": func() {
		m := map[string]string{}
		for i := range 1000 {
			m[fmt.Sprint(i)] = long("x", 100<<10)
		}
		sink = fmt.Sprintf("%v %v %v", m, m, m)
	},
	"fmt.Appendf": func() {
		var b []byte
		for i := 0; ; i++ {
			b = fmt.Appendf(b, "%d %s ", i, "text")
		}
	},
	"fmt.Sscan": func() {
		var s string
		fmt.Sscan(long("x", 40<<20), &s)
		keep = append(keep, s)
		for {
			keep = append(keep, []byte(s))
		}
	},
	"json.Marshal":         func() { sink, _ = json.Marshal(long("<", 60<<20)) },
	"json.Marshal indent":  func() { sink, _ = json.MarshalIndent(make([]int, 12<<20), "                    ", " ") },
	"json.Unmarshal":       func() { var v any; json.Unmarshal([]byte("["+long("1,", 32<<20)+"1]"), &v); sink = v },
	"json.Unmarshal depth": func() { var v any; json.Unmarshal([]byte("["+long(`{"a":[1,2]},`, 60<<20)+"1]"), &v); sink = v },
	"json.Decoder":         func() { var v any; json.NewDecoder(io.MultiReader(strings.NewReader(`"`), endless{})).Decode(&v) },
	"json.Compact":         func() { sink = json.Compact(new(bytes.Buffer), []byte("["+long("1,", 120<<20)+"1]")) },
	"base64":               func() { sink = base64.StdEncoding.EncodeToString(make([]byte, 120<<20)) },
	"base64 decoding":      func() { sink, _ = base64.StdEncoding.DecodeString(long("AAAA", 160<<20)) },
	"hex":                  func() { sink = hex.EncodeToString(make([]byte, 100<<20)) },
	"hex.Dump":             func() { sink = hex.Dump(make([]byte, 40<<20)) },
	"csv": func() {
		r := csv.NewReader(strings.NewReader(long("a,b,c,d,e,f\n", 60<<20)))
		sink, _ = r.ReadAll()
	},
	"csv of one field": func() {
		r := csv.NewReader(io.MultiReader(strings.NewReader(`"`), endless{}))
		sink, _ = r.Read()
	},
	"csv.Writer": func() {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		for {
			w.Write([]string{"some", "text \"quoted\"", "with, commas"})
		}
	},
	"template": func() {
		t := template.Must(template.New("first").Parse(`{{define "t"}}{{.}} and {{template "t" .}}{{end}}{{template "t" .}}`))
		var b strings.Builder
		t.Execute(&b, long("x", 1<<20))
		sink = b.String()
	},
	"templates": func() {
		for i := 0; ; i++ {
			keep = append(keep, template.Must(template.New("t").Parse("{{.A}} {{range .B}}{{.}}{{end}}")))
		}
	},
	"tabwriter": func() {
		w := tabwriter.NewWriter(io.Discard, 0, 8, 1, ' ', 0)
		for {
			w.Write([]byte("some\tcells\tof\tsome\ttable\n"))
		}
	},
	"regexp.FindAll": func() { sink = regexp.MustCompile("x").FindAllString(long("xy", 32<<20), -1) },
	"regexp.ReplaceAll": func() {
		sink = regexp.MustCompile("x").ReplaceAllString(long("xyyyyyyy", 32<<20), long("something", 1<<10))
	},
	"regexps": func() {
		for i := 0; ; i++ {
			keep = append(keep, regexp.MustCompile(fmt.Sprintf("^(a|b*)%d[a-z]{1,100}$", i)))
		}
	},
	"sorted copies": func() {
		s := make([]int, 10<<20)
		for {
			c := slices.Sorted(slices.Values(s[:1000]))
			keep = append(keep, c, slices.Clone(s[:100_000]))
			sort.Ints(c)
		}
	},
	"slices.Repeat": func() { sink = slices.Repeat([]int{1, 2, 3}, 20<<20) },
	"make of a generic slice": func() { sink = made[[4]int](1 << 40) },
	"bytes.Buffer.Grow":       func() { new(bytes.Buffer).Grow(1 << 40) },
	"bytes.Repeat":            func() { sink = bytes.Repeat([]byte("x"), 1<<40) },
	"bufio.NewReaderSize":     func() { sink = bufio.NewReaderSize(endless{}, 1<<40) },
	"bufio.NewWriterSize":     func() { sink = bufio.NewWriterSize(io.Discard, 1<<40) },
	"bufio.Scanner.Buffer": func() {
		s := bufio.NewScanner(endless{})
		s.Buffer(make([]byte, 0, 1<<20), 1<<62)
		for s.Scan() {
		}
	},
	"strconv.FormatFloat of the largest": func() { sink = strconv.FormatFloat(1.7e308, 'f', 1<<40, 64) },
	"strconv.AppendQuoteRune": func() {
		var b []byte
		for {
			b = strconv.AppendQuoteRuneToASCII(b, '\U0001F600')
		}
	},
	"regexp of many repeats": func() {
		for i := 0; ; i++ {
			keep = append(keep, regexp.MustCompile("(?:(?:x{10}){10}){10}"))
		}
	},
	"slices.Grow":   func() { sink = slices.Grow([]string{}, 100<<20) },
	"slices.Collect": func() {
		sink = slices.Collect(func(yield func(int) bool) {
			for yield(1) {
			}
		})
	},
	"slices.Concat": func() { s := make([]int, 12<<20); sink = slices.Concat(s, s, s, s) },
	"slices.Insert": func() {
		s := []int{}
		for {
			s = slices.Insert(s, 0, s...)
			s = append(s, 1)
		}
	},
	"sort of strings": func() { s := make([]string, 10<<20); sort.Strings(s); keep = append(keep, s); sink = slices.Clone(s) },
	"utf16":           func() { sink = utf16.Encode([]rune(long("x", 50<<20))) },
	"hashes": func() {
		for {
			keep = append(keep, sha256.New())
		}
	},
}

func main() { ways.Main(table) }
