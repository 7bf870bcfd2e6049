package syntax

import (
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Prog is the program of an expression.
type Prog struct {
	Inst   []Inst
	Start  int // index of the first instruction
	NumCap int // number of capture slots
}

// An InstOp is the kind of an instruction.
type InstOp uint8

const (
	InstAlt InstOp = iota
	InstAltMatch
	InstCapture
	InstEmptyWidth
	InstMatch
	InstFail
	InstNop
	InstRune
	InstRune1
	InstRuneAny
	InstRuneAnyNotNL
)

var instNames = strings.Fields("Alt AltMatch Capture EmptyWidth Match Fail Nop Rune Rune1 RuneAny RuneAnyNotNL")

func (i InstOp) String() string {
	if int(i) >= len(instNames) {
		return ""
	}
	return "Inst" + instNames[i]
}

// An EmptyOp is a set of conditions between two characters.
type EmptyOp uint8

const (
	EmptyBeginLine EmptyOp = 1 << iota
	EmptyEndLine
	EmptyBeginText
	EmptyEndText
	EmptyWordBoundary
	EmptyNoWordBoundary
)

// EmptyOpContext returns all conditions that hold between two runes; -1 stands for an end of the text.
func EmptyOpContext(r1, r2 rune) EmptyOp {
	op := EmptyNoWordBoundary
	if IsWordChar(r1) != IsWordChar(r2) {
		op = EmptyWordBoundary
	}
	if r1 == '\n' || r1 < 0 {
		op |= EmptyBeginLine
	}
	if r1 < 0 {
		op |= EmptyBeginText
	}
	if r2 == '\n' || r2 < 0 {
		op |= EmptyEndLine
	}
	if r2 < 0 {
		op |= EmptyEndText
	}
	return op
}

// IsWordChar reports whether `\w` matches the rune.
func IsWordChar(r rune) bool {
	return 'a' <= r|0x20 && r|0x20 <= 'z' && r < utf8.RuneSelf || '0' <= r && r <= '9' || r == '_'
}

// An Inst is an instruction.
type Inst struct {
	Op   InstOp
	Out  uint32 // the next instruction
	Arg  uint32 // the second target of InstAlt, the slot of InstCapture, the EmptyOp of InstEmptyWidth, Flags of InstRune
	Rune []rune // a single one, or pairs
}

func (p *Prog) String() string {
	var b strings.Builder
	for n := range p.Inst {
		at := strconv.Itoa(n)
		b.WriteString(strings.Repeat(" ", max(3-len(at), 0)) + at)
		if n == p.Start {
			b.WriteByte('*')
		}
		b.WriteString("\t" + p.Inst[n].String() + "\n")
	}
	return b.String()
}

func (i *Inst) String() string {
	out, arg := strconv.Itoa(int(i.Out)), strconv.Itoa(int(i.Arg))
	switch i.Op {
	case InstAlt:
		return "alt -> " + out + ", " + arg
	case InstAltMatch:
		return "altmatch -> " + out + ", " + arg
	case InstCapture:
		return "cap " + arg + " -> " + out
	case InstEmptyWidth:
		return "empty " + arg + " -> " + out
	case InstMatch:
		return "match"
	case InstFail:
		return "fail"
	case InstNop:
		return "nop -> " + out
	case InstRune:
		text := "rune " + strconv.QuoteToASCII(string(i.Rune))
		if i.Rune == nil {
			text = "rune <nil>" + text
		}
		if Flags(i.Arg)&FoldCase != 0 {
			text += "/i"
		}
		return text + " -> " + out
	case InstRune1:
		return "rune1 " + strconv.QuoteToASCII(string(i.Rune)) + " -> " + out
	case InstRuneAny:
		return "any -> " + out
	case InstRuneAnyNotNL:
		return "anynotnl -> " + out
	}
	return ""
}

// next returns the first instruction from at that does something.
func (p *Prog) next(at uint32) *Inst {
	i := &p.Inst[at]
	for i.Op == InstNop || i.Op == InstCapture {
		i = &p.Inst[i.Out]
	}
	return i
}

// Prefix returns the text with which each match begins, and whether it is the whole match.
func (p *Prog) Prefix() (prefix string, complete bool) {
	var b strings.Builder
	i := p.next(uint32(p.Start))
	for i.Op >= InstRune && len(i.Rune) == 1 && Flags(i.Arg)&FoldCase == 0 && i.Rune[0] != utf8.RuneError {
		b.WriteRune(i.Rune[0])
		i = p.next(i.Out)
	}
	return b.String(), i.Op == InstMatch
}

// StartCond returns the conditions where a match begins; all bits are set if there cannot be a match.
func (p *Prog) StartCond() EmptyOp {
	var all EmptyOp
	for i := &p.Inst[p.Start]; ; i = &p.Inst[i.Out] {
		switch i.Op {
		case InstEmptyWidth:
			all |= EmptyOp(i.Arg)
		case InstFail:
			return ^EmptyOp(0)
		case InstCapture, InstNop:
		default:
			return all
		}
	}
}

// MatchRune reports whether an InstRune matches the rune.
func (i *Inst) MatchRune(r rune) bool { return i.MatchRunePos(r) >= 0 }

// MatchRunePos returns the index of the InstRune's pair that contains the rune, -1 if there is none.
func (i *Inst) MatchRunePos(r rune) int {
	if len(i.Rune) == 1 {
		if r == i.Rune[0] || Flags(i.Arg)&FoldCase != 0 && sameFold(r, i.Rune[0]) {
			return 0
		}
		return -1
	}
	n := len(i.Rune) / 2
	pair := sort.Search(n, func(at int) bool { return r <= i.Rune[2*at+1] })
	if pair < n && r >= i.Rune[2*pair] {
		return pair
	}
	return -1
}

// sameFold reports whether two different runes differ in case only.
func sameFold(r, other rune) bool {
	for f := unicode.SimpleFold(other); f != other; f = unicode.SimpleFold(f) {
		if f == r {
			return true
		}
	}
	return false
}

// MatchEmptyWidth reports whether an InstEmptyWidth matches between the runes.
func (i *Inst) MatchEmptyWidth(before rune, after rune) bool {
	switch op := EmptyOp(i.Arg); op {
	case EmptyBeginText, EmptyBeginLine:
		return before == -1 || before == '\n' && op == EmptyBeginLine
	case EmptyEndText, EmptyEndLine:
		return after == -1 || after == '\n' && op == EmptyEndLine
	case EmptyWordBoundary, EmptyNoWordBoundary:
		isBoundary := IsWordChar(before) != IsWordChar(after)
		return isBoundary == (op == EmptyWordBoundary)
	}
	panic("unknown empty width arg")
}
