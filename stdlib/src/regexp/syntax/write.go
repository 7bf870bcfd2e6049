package syntax

import (
	"internal/regex"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// options are the flags that apply to the text of a part of an expression: i, m and s that are set and, shifted, those
// that are cleared; they also say whether a parenthesis is closed after the part, and whether the part needs one.
type options uint8

const (
	optI options = 1 << iota
	optM
	optS
	closing
	grouping

	unset = 5
)

func (re *Regexp) String() string {
	w := writer{spans: map[*Regexp]options{}}
	needs, refuses := w.wants(re)
	needs |= (refuses &^ optI) << unset
	if needs != 0 {
		needs |= closing
	}
	w.write(re, needs)
	return w.b.String()
}

type writer struct {
	b strings.Builder
	// spans has the nodes before which flags change, and those after which they change back.
	spans map[*Regexp]options
}

// wants returns the flags that a node needs, and those that must not be set for it.
func (w *writer) wants(re *Regexp) (needs, refuses options) {
	switch re.Op {
	case OpLiteral:
		if slices.ContainsFunc(re.Rune, folds) {
			if re.Flags&FoldCase != 0 {
				return optI, 0
			}
			return 0, optI
		}
	case OpCharClass:
		if len(re.Rune)%2 == 0 && !slices.Equal(regex.Clean(re.Rune, true, false), regex.Clean(re.Rune, false, false)) {
			return 0, optI
		}
	case OpAnyCharNotNL:
		return 0, optS
	case OpAnyChar:
		return optS, 0
	case OpBeginLine, OpEndLine:
		return optM, 0
	case OpEndText:
		if re.Flags&WasDollar != 0 {
			return 0, optM
		}
	case OpCapture, OpStar, OpPlus, OpQuest, OpRepeat:
		return w.wants(re.Sub[0])
	case OpConcat, OpAlternate:
		return w.listWants(re.Sub)
	}
	return 0, 0
}

// listWants splits a list into spans, each with the flags that it needs, if no set of flags suits all.
func (w *writer) listWants(list []*Regexp) (needs, refuses options) {
	var all options
	from, to, divided := 0, 0, false
	span := func() {
		if needs != 0 {
			w.spans[list[from]] = needs
			w.spans[list[to]] |= closing
		}
	}
	for i, sub := range list {
		n, r := w.wants(sub)
		if needs&r != 0 || n&refuses != 0 {
			span()
			needs, refuses, from, divided = 0, 0, i, true
		}
		needs, refuses, all = needs|n, refuses|r, all|r
		if n != 0 {
			to = i
		}
		if needs == 0 && from == i {
			from++
		}
	}
	if !divided {
		return needs, refuses
	}
	span()
	return 0, all
}

// open writes the parenthesis before a part, and returns the text to write after it.
func (w *writer) open(o options) (end string) {
	set := o &^ (closing | grouping)
	if set != 0 {
		w.b.WriteString("(?")
		for i, c := range "ims" {
			if set&(1<<i) != 0 {
				w.b.WriteRune(c)
			}
		}
		if off := set >> unset; off != 0 {
			w.b.WriteByte('-')
			for i, c := range "ims" {
				if off&(1<<i) != 0 {
					w.b.WriteRune(c)
				}
			}
		}
		w.b.WriteByte(':')
	}
	if o&closing != 0 {
		end = ")"
	}
	if o&grouping != 0 && !(set != 0 && o&closing != 0) {
		w.b.WriteString("(?:")
		end += ")"
	}
	return end
}

// signs are the texts of nodes without parameters.
var signs = map[Op]string{
	OpNoMatch: `[^\x00-\x{10FFFF}]`, OpEmptyMatch: "(?:)", OpAnyCharNotNL: ".", OpAnyChar: ".", OpBeginLine: "^", OpEndLine: "$",
	OpBeginText: `\A`, OpWordBoundary: `\b`, OpNoWordBoundary: `\B`, OpStar: "*", OpPlus: "+", OpQuest: "?",
}

func (w *writer) write(re *Regexp, o options) {
	end := w.open(o | w.spans[re])
	switch re.Op {
	case OpLiteral:
		for _, r := range re.Rune {
			w.rune(r, false)
		}
	case OpCharClass:
		w.class(re.Rune)
	case OpEndText:
		if re.Flags&WasDollar != 0 {
			w.b.WriteByte('$')
		} else {
			w.b.WriteString(`\z`)
		}
	case OpCapture:
		w.b.WriteByte('(')
		if re.Name != "" {
			w.b.WriteString("?P<" + re.Name + ">")
		}
		if re.Sub[0].Op != OpEmptyMatch {
			w.write(re.Sub[0], w.spans[re.Sub[0]])
		}
		w.b.WriteByte(')')
	case OpStar, OpPlus, OpQuest, OpRepeat:
		w.repetition(re)
	case OpConcat:
		for _, sub := range re.Sub {
			w.write(sub, groupingIf(sub.Op == OpAlternate))
		}
	case OpAlternate:
		for i, sub := range re.Sub {
			if i > 0 {
				w.b.WriteByte('|')
			}
			w.write(sub, 0)
		}
	default:
		sign, ok := signs[re.Op]
		if !ok {
			sign = "<invalid op" + strconv.Itoa(int(re.Op)) + ">"
		}
		w.b.WriteString(sign)
	}
	w.b.WriteString(end)
}

func groupingIf(wanted bool) options {
	if wanted {
		return grouping
	}
	return 0
}

func (w *writer) repetition(re *Regexp) {
	sub := re.Sub[0]
	w.write(sub, groupingIf(sub.Op > OpCapture || sub.Op == OpLiteral && len(sub.Rune) > 1))
	if re.Op == OpRepeat {
		w.b.WriteString("{" + strconv.Itoa(re.Min))
		if re.Max != re.Min {
			w.b.WriteByte(',')
			if re.Max >= 0 {
				w.b.WriteString(strconv.Itoa(re.Max))
			}
		}
		w.b.WriteByte('}')
	} else {
		w.b.WriteString(signs[re.Op])
	}
	if re.Flags&NonGreedy != 0 {
		w.b.WriteByte('?')
	}
}

// class writes a class as the list of its ranges; it writes a class that contains the first and the last rune
// as the negation of its gaps.
func (w *writer) class(ranges []rune) {
	n := len(ranges)
	if n%2 != 0 {
		w.b.WriteString("[invalid char class]")
		return
	}
	w.b.WriteByte('[')
	shift := rune(0)
	if n == 0 {
		w.b.WriteString(`^\x00-\x{10FFFF}`)
	} else if n > 2 && ranges[0] == 0 && ranges[n-1] == unicode.MaxRune {
		w.b.WriteByte('^')
		ranges, shift = ranges[1:n-1], 1
	}
	for pair := range slices.Chunk(ranges, 2) {
		lo, hi := pair[0]+shift, pair[1]-shift
		w.rune(lo, lo == '-')
		if lo != hi {
			if hi != lo+1 {
				w.b.WriteByte('-')
			}
			w.rune(hi, hi == '-')
		}
	}
	w.b.WriteByte(']')
}

// rune writes a rune, escaped if it has a meaning or is not printable, or if force is set.
func (w *writer) rune(r rune, escaped bool) {
	at := strings.IndexRune("\a\f\n\r\t\v", r)
	switch {
	case unicode.IsPrint(r):
		if escaped || strings.ContainsRune(`\.+*?()|[]{}^$`, r) {
			w.b.WriteByte('\\')
		}
		w.b.WriteRune(r)
	case at >= 0:
		w.b.WriteString(`\` + "afnrtv"[at:at+1])
	case r < 0x10:
		w.b.WriteString(`\x0` + strconv.FormatInt(int64(r), 16))
	case r < 0x100:
		w.b.WriteString(`\x` + strconv.FormatInt(int64(r), 16))
	default:
		w.b.WriteString(`\x{` + strconv.FormatInt(int64(r), 16) + "}")
	}
}
