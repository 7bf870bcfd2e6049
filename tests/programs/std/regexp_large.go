package main

// Expressions of more states than the automaton may have match as others do.

import (
	"fmt"
	"regexp"
	"strings"
)

func main() {
	expr := `(?:` + strings.Repeat(`[^\pN]`, 60) + `){1,900}?(\d+)|(x+)y|` + strings.Repeat("z", 10)
	re := regexp.MustCompile(expr)
	text := strings.Repeat("é", 150) + "12 xxy\xff zzzzzzzzzz"
	fmt.Println(re.FindStringSubmatchIndex(text), re.MatchString(text), re.MatchString("12"))
	fmt.Println(re.FindAllStringSubmatchIndex("xxy xxxy 3"+text, -1))
	fmt.Printf("%q\n", re.ReplaceAllString("xxy zzzzzzzzzz xy", "<$2>"))
	re.Longest()
	fmt.Println(re.FindAllStringIndex("xxy"+text, -1))
	fmt.Println(regexp.MustCompile(`(?:`+strings.Repeat(`\pL?`, 50)+`){100}`).FindAllStringIndex("ab 1\xffé", -1))
}

// Output:
// [60 302 300 302 -1 -1] true false
// [[0 3 -1 -1 0 2] [4 8 -1 -1 4 7] [70 312 310 312 -1 -1] [313 316 -1 -1 313 315] [318 328 -1 -1 -1 -1]]
// "<xx> <> <x>"
// [[0 3] [63 305] [306 309] [311 321]]
// [[0 2] [3 3] [4 4] [5 7]]
