// Measures how late a goroutine that only looks at the clock wakes up, while others execute natives with much input
// (100 MB) and the collector runs.
//
// Arguments: the names of the cases (default: all).
package main

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math/big"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode/utf8"
)

const size = 100 << 20

type work struct {
	name string
	// prepare makes the input and returns the function to measure.
	prepare func() func()
}

func text() string { return strings.Repeat("a quick brown fox é ", size/21) }
func number() *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), 4_000_000)
	return x.Sub(x, big.NewInt(12345))
}

var cases = []work{
	{"count", func() func() { s := text(); return func() { strings.Count(s, "fo") } }},
	{"index", func() func() { s := text(); return func() { strings.Index(s, "foxes") } }},
	{"replace", func() func() { s := text(); return func() { strings.ReplaceAll(s, "fox", "dog!") } }},
	{"split", func() func() { s := text(); return func() { strings.Split(s, " quick") } }},
	{"fields", func() func() { s := text(); return func() { strings.Fields(s) } }},
	{"upper", func() func() { s := text(); return func() { strings.ToUpper(s) } }},
	{"repeat", func() func() { return func() { strings.Repeat("ab", size/2) } }},
	{"utf8", func() func() { s := text(); return func() { utf8.RuneCountInString(s); utf8.ValidString(s) } }},
	{"compare", func() func() {
		a, b := []byte(text()), []byte(text())
		return func() { bytes.Equal(a, b); bytes.Compare(a, b) }
	}},
	{"copy", func() func() { a, b := make([]byte, 1<<30), make([]byte, 1<<30); return func() { copy(a, b) } }},
	{"append", func() func() { a := make([]byte, size); return func() { a = append(a, a...) } }},
	{"clear", func() func() { a := make([]byte, 1<<30); return func() { clear(a) } }},
	{"concat", func() func() { s := text(); return func() { t := s + "x" + s; _ = t == s+"x"+s } }},
	{"convert", func() func() {
		s := text()
		return func() { b := []byte(s); _ = string(b); _ = len([]rune(s[:size/4])) }
	}},
	{"sha256", func() func() { b := make([]byte, size); return func() { sha256.Sum256(b) } }},
	{"crc32", func() func() { b := make([]byte, size); return func() { crc32.ChecksumIEEE(b) } }},
	{"hex", func() func() { b := make([]byte, size); return func() { hex.EncodeToString(b) } }},
	{"aes", func() func() {
		b := make([]byte, size)
		block, _ := aes.NewCipher(make([]byte, 16))
		return func() { cipher.NewCTR(block, make([]byte, 16)).XORKeyStream(b, b) }
	}},
	{"flate", func() func() {
		b := []byte(text())
		return func() { w, _ := flate.NewWriter(io.Discard, 5); w.Write(b); w.Close() }
	}},
	{"json", func() func() {
		b := []byte("[" + strings.Repeat(`{"a":[1,2,"x"]},`, size/64) + "0]")
		return func() { json.Valid(b); var v any; json.Unmarshal(b[:16*size/1000], &v) }
	}},
	{"regexp", func() func() {
		s := text()
		re := regexp.MustCompile(`(a|b)*c\d`)
		return func() { re.MatchString(s) }
	}},
	{"submatches", func() func() {
		s := text()[:size/20]
		re := regexp.MustCompile(`(\w+) (\w+)`)
		return func() { re.FindAllStringSubmatchIndex(s, -1) }
	}},
	{"sort", func() func() {
		s := make([]int, size/8)
		return func() {
			for i := range s {
				s[i] = i * 7919 % 5000011
			}
			sort.Ints(s)
		}
	}},
	{"print", func() func() {
		s := text()
		list := make([]int, 1<<20)
		return func() { _ = fmt.Sprint(s, s); _ = fmt.Sprint(list) }
	}},
	{"big.Mul", func() func() { x := number(); return func() { new(big.Int).Mul(x, x) } }},
	{"big.Div", func() func() {
		x, y := number(), new(big.Int).Rsh(number(), 2_000_000)
		return func() { new(big.Int).Div(x, y) }
	}},
	{"big.Exp", func() func() {
		m := new(big.Int).Rsh(number(), 3_990_000)
		return func() { new(big.Int).Exp(big.NewInt(3), m, m) }
	}},
	{"big.String", func() func() { x := new(big.Int).Rsh(number(), 2_000_000); return func() { _ = x.String() } }},
	{"big.Add", func() func() {
		x := new(big.Int).Lsh(big.NewInt(1), 8*size)
		return func() { y := new(big.Int).Sub(x, big.NewInt(1)); y.Add(x, y); y.Cmp(x) }
	}},
}

// watch looks at the clock until stop is closed, and returns the largest delay.
func watch(stop chan bool) time.Duration {
	var worst time.Duration
	for {
		due := time.Now().Add(time.Millisecond)
		select {
		case <-stop:
			return worst
		case <-time.After(time.Millisecond):
		}
		worst = max(worst, time.Since(due))
	}
}

func main() {
	for _, c := range cases {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], c.name) {
			continue
		}
		f := c.prepare()
		runtime.GC()
		stop, late := make(chan bool), make(chan time.Duration)
		go func() { late <- watch(stop) }()
		// Starts one collection after the other.
		go func() {
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC()
					time.Sleep(5 * time.Millisecond)
				}
			}
		}()
		time.Sleep(20 * time.Millisecond)
		begin := time.Now()
		for time.Since(begin) < time.Second {
			f()
		}
		took := time.Since(begin)
		close(stop)
		fmt.Printf("%-10s %6d ms, late by at most %6.2f ms\n", c.name, took.Milliseconds(), float64(<-late)/1e6)
	}
}
