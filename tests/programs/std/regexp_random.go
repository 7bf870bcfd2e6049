package main

// Random expressions over random texts, some of them no UTF-8: what every method finds.

import (
	"crypto/md5"
	"fmt"
	"math/rand"
	"os"
	"regexp"
	"strings"
)

var r = rand.New(rand.NewSource(7))

func pick(list ...string) string { return list[r.Intn(len(list))] }

func expr(depth int) string {
	if depth == 0 {
		return pick("a", "b", "c", ".", "[ab]", "[^a]", `\w`, `\W`, `\d`, `\s`, "é", `\x{fffd}`, `\pL`, "k", `[[:upper:]]`, `[^\n]`, "ab", "")
	}
	switch r.Intn(12) {
	case 0, 1, 2:
		return expr(depth-1) + expr(depth-1)
	case 3, 4:
		return "(" + expr(depth-1) + "|" + expr(depth-1) + ")"
	case 5:
		return "(?:" + expr(depth-1) + "|" + expr(depth-1) + "|" + expr(depth-1) + ")"
	case 6, 7:
		return "(" + expr(depth-1) + ")" + pick("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{0}")
	case 8:
		return pick("^", "$", `\b`, `\B`, `\A`, `\z`, "(?m)^", "(?m)$") + expr(depth-1)
	case 9:
		return expr(depth-1) + pick("^", "$", `\b`, `\B`)
	case 10:
		return pick("(?i)", "(?s)", "(?U)", "(?i:") + expr(depth-1)
	}
	return expr(depth - 1)
}

func text() string {
	var b strings.Builder
	for range r.Intn(12) {
		b.WriteString(pick("a", "b", "c", "aa", "ab", "k", "K", "\u212a", "é", "\xff", "\xe2\x82", "\ufffd", "\n", " ", "1", "世", "\xc3", "ſ"))
	}
	return b.String()
}

func main() {
	verbose := len(os.Args) > 1
	h := md5.New()
	tried := 0
	for i := 0; i < 3000; i++ {
		e := expr(1 + r.Intn(4))
		if strings.Contains(e, "(?i:") {
			e += strings.Repeat(")", strings.Count(e, "(?i:"))
		}
		re, err := regexp.Compile(e)
		if err != nil {
			fmt.Fprintln(h, e, err)
			continue
		}
		tried++
		longest := regexp.MustCompile(e)
		longest.Longest()
		for range 4 {
			t := text()
			var out strings.Builder
			fmt.Fprintf(&out, "%q %q", e, t)
			for _, re := range []*regexp.Regexp{re, longest} {
				fmt.Fprint(&out, re.MatchString(t), re.FindStringSubmatchIndex(t), re.FindAllStringSubmatchIndex(t, -1), re.FindAllIndex([]byte(t), 3))
				fmt.Fprintf(&out, "%q %q", re.ReplaceAllString(t, "<$1>"), re.Split(t, -1))
			}
			fmt.Fprintln(h, out.String())
			if verbose {
				fmt.Println(out.String())
			}
		}
	}
	fmt.Printf("%d %x\n", tried, h.Sum(nil))
}

// Output:
// 3000 217b6a8916462a0af082c62908e169c8
