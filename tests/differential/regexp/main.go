// Command regexps prints what random regular expressions find in random texts.
//
//	regexps hash SEED FIRST COUNT    a hash of each block of expressions, with the number of searches
//	regexps lines SEED FIRST COUNT   each result and, behind a bar, its trial
//	regexps trials CALL              a hash of the call's result for each trial that stands in a line of the standard input
package main

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"regexp/syntax"
	"strconv"
	"strings"
)

// block is the number of expressions in a block.
const block = 100

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if os.Args[1] == "trials" {
		trials(out, os.Args[2])
		return
	}
	var numbers [3]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(os.Args[2+i])
	}
	seed, first, count := numbers[0], numbers[1], numbers[2]
	total := 0
	for from := first; from < first+count; from += block {
		hash := fnv.New64a()
		var to io.Writer = out
		if os.Args[1] == "hash" {
			to = hash
		}
		n := 0
		for i := from; i < min(from+block, first+count); i++ {
			n += expression(to, seed, i)
		}
		if os.Args[1] == "hash" {
			fmt.Fprintf(out, "%d %016x %d\n", from, hash.Sum64(), n)
		}
		total += n
	}
}

var templates = []string{"$1", "${1}", "<$0>", "$$", "$n1$2", "${name1}x", "$1x", "${1}x", "$", "$-", "${", "${1", "a$01", "$é", "${N_1}$$1", "", "[$3$2$1]"}

// expression runs the trials of an expression, and returns the number of searches.
func expression(out io.Writer, seed, index int) (count int) {
	m := &maker{source: source(uint64(seed)<<32 + uint64(index)), budget: 12}
	m.below(1)
	m.theme = themes[m.below(len(themes))]
	t := &trial{mode: [8]int{longest, posix, longest}[m.below(8)], flags: syntax.Perl}
	m.posix = t.mode == posix
	if m.one(4) {
		t.flags = syntax.Flags(m.below(int(syntax.Simple)))
	}
	whole := piece{}
	switch n := m.below(64); {
	case n < 8:
		t.expr = m.broken()
	case n == 8 && m.one(4):
		t.expr = m.limits()
	default:
		whole = m.expr(1 + m.below(3))
		t.expr = whole.expr
	}
	if whole.sample == nil {
		whole = m.concat(0)
	}
	part := 0
	report := func(call string, value any) {
		fmt.Fprintf(out, "%d.%d %s %v | %s\n", index, part, call, value, t)
		part++
	}
	defer reportPanic(report)
	re := t.shape(report)
	t.trees(report)
	if re == nil {
		return 0
	}
	for range 2 + m.below(3) {
		t.text, t.limit, t.template = m.text(whole), m.below(5)-1, m.pick(templates...)
		t.find(re, report)
		count += searches
	}
	return count
}

// reportPanic makes a panic of the packages a result, which differs.
func reportPanic(report reporter) {
	if r := recover(); r != nil {
		report("panic", r)
	}
}

// trials reads trials and writes a hash of the call's result for each, or the result itself if there is one trial.
func trials(out io.Writer, only string) {
	input, _ := io.ReadAll(os.Stdin)
	lines := strings.Split(strings.TrimSuffix(string(input), "\n"), "\n")
	for _, line := range lines {
		var t trial
		if err := t.read(line); err != nil {
			fmt.Fprintln(out, err)
			continue
		}
		hash := fnv.New64a()
		to := io.Writer(hash)
		if len(lines) == 1 {
			to = out
		}
		t.all(func(call string, value any) {
			if call == only {
				fmt.Fprintf(to, "%s %v\n", call, value)
			}
		})
		if len(lines) > 1 {
			fmt.Fprintf(out, "%016x\n", hash.Sum64())
		}
	}
}
