package gofmt

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// context is the number of equal lines shown before and after differing ones.
const context = 3

// A span is a run of equal lines: in the old text from old on, in the new one from new on.
type span struct {
	old, new, length int
}

// diff returns the differences of two texts in unified format.
func diff(oldName string, old []byte, newName string, text []byte) []byte {
	before, after := linesOf(old), linesOf(text)
	var out bytes.Buffer
	fmt.Fprintf(&out, "diff %s %s\n--- %s\n+++ %s\n", oldName, newName, oldName, newName)
	h := hunk{out: &out}
	at := span{}
	for _, equal := range equalSpans(before, after) {
		for ; at.old < equal.old; at.old++ {
			h.add('-', before[at.old])
			h.old++
		}
		for ; at.new < equal.new; at.new++ {
			h.add('+', after[at.new])
			h.new++
		}
		ends := equal.old+equal.length == len(before) && equal.new+equal.length == len(after)
		tail := equal.length // equal lines of the span that belong to the hunk
		if ends || h.lines.Len() > 0 && equal.length >= 2*context || h.lines.Len() == 0 && equal.length >= context {
			tail = min(equal.length, context)
			if h.lines.Len() == 0 {
				tail = 0
			}
		}
		for _, line := range before[equal.old : equal.old+tail] {
			h.add(' ', line)
		}
		h.old += tail
		h.new += tail
		at = span{equal.old + equal.length, equal.new + equal.length, 0}
		if ends || tail < equal.length {
			h.flush()
			lead := min(equal.length-tail, context)
			if ends {
				lead = 0
			}
			h.firstOld, h.firstNew, h.old, h.new = at.old-lead, at.new-lead, lead, lead
			for _, line := range before[at.old-lead : at.old] {
				h.add(' ', line)
			}
			h.changed = false
		}
	}
	return out.Bytes()
}

// A hunk is a group of differing lines, with context lines.
type hunk struct {
	out                *bytes.Buffer
	lines              bytes.Buffer
	firstOld, firstNew int
	old, new           int // number of lines from each text
	changed            bool
}

func (h *hunk) add(mark byte, line string) {
	h.lines.WriteByte(mark)
	h.lines.WriteString(line)
	h.changed = h.changed || mark != ' '
}

func (h *hunk) flush() {
	if h.changed {
		first := func(at, count int) int {
			if count > 0 {
				return at + 1
			}
			return at
		}
		fmt.Fprintf(h.out, "@@ -%d,%d +%d,%d @@\n", first(h.firstOld, h.old), h.old, first(h.firstNew, h.new), h.new)
		h.out.Write(h.lines.Bytes())
	}
	h.lines.Reset()
}

// linesOf returns the lines with their line breaks. A last line without one is marked.
func linesOf(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	} else {
		lines[last] += "\n\\ No newline at end of file\n"
	}
	return lines
}

// equalSpans returns the equal lines: each line that occurs once in each text, extended in both directions. The last
// span is the end of both texts.
func equalSpans(before, after []string) []span {
	var spans []span
	at := span{}
	for _, anchor := range anchors(before, after) {
		if anchor.old < at.old || anchor.new < at.new {
			continue
		}
		begin, end := anchor, anchor
		for begin.old > at.old && begin.new > at.new && before[begin.old-1] == after[begin.new-1] {
			begin.old--
			begin.new--
		}
		for end.old < len(before) && end.new < len(after) && before[end.old] == after[end.new] {
			end.old++
			end.new++
		}
		begin.length = end.old - begin.old
		spans = append(spans, begin)
		at = end
	}
	return spans
}

// anchors returns the longest sequence of lines that occur once in each text, in the same order, and the beginning and
// the end of the texts.
func anchors(before, after []string) []span {
	type count struct{ old, new, oldAt, newAt int }
	counts := map[string]*count{}
	get := func(line string) *count {
		c := counts[line]
		if c == nil {
			c = &count{}
			counts[line] = c
		}
		return c
	}
	for i, line := range before {
		c := get(line)
		c.old++
		c.oldAt = i
	}
	for i, line := range after {
		c := get(line)
		c.new++
		c.newAt = i
	}
	var unique []span
	for _, line := range before {
		if c := counts[line]; c.old == 1 && c.new == 1 {
			unique = append(unique, span{c.oldAt, c.newAt, 0})
		}
	}
	// tails has, for each length, the last element of the sequence of that length that ends first in the new text.
	var tails []int
	previous := make([]int, len(unique))
	for i, u := range unique {
		n := sort.Search(len(tails), func(k int) bool { return unique[tails[k]].new >= u.new })
		previous[i] = -1
		if n > 0 {
			previous[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	sequence := make([]span, len(tails)+2)
	sequence[len(tails)+1] = span{len(before), len(after), 0}
	if len(tails) > 0 {
		for i, n := tails[len(tails)-1], len(tails); i >= 0; i, n = previous[i], n-1 {
			sequence[n] = unique[i]
		}
	}
	return sequence
}
