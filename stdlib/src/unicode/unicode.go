// Package unicode has the properties of runes.
package unicode

// Constants of the code space.
const (
	MaxRune         = '\U0010FFFF'
	ReplacementChar = '\uFFFD'
	MaxASCII        = '\u007F'
	MaxLatin1       = '\u00FF'
)

// Cases, as indexes into a CaseRange's deltas.
const (
	UpperCase = iota
	LowerCase
	TitleCase
	MaxCase
)

// UpperLower as a delta of a CaseRange says that the runes alternate: upper, lower, upper, …
const UpperLower = MaxRune + 1

// RangeTable is a set of runes.
type RangeTable struct {
	R16         []Range16
	R32         []Range32
	LatinOffset int // number of entries of R16 with Hi <= MaxLatin1
}

// Range16 is the runes from Lo to Hi in steps of Stride.
type Range16 struct {
	Lo     uint16
	Hi     uint16
	Stride uint16
}

// Range32 has the runes from Lo to Hi in steps of Stride, some of them beyond 16 bits.
type Range32 struct {
	Lo     uint32
	Hi     uint32
	Stride uint32
}

// CaseRange is a mapping of runes by deltas to upper, lower and title case.
type CaseRange struct {
	Lo    uint32
	Hi    uint32
	Delta d
}

type d [MaxCase]rune

// SpecialCase is the case mapping of a language; other runes have their usual
// mapping.
type SpecialCase []CaseRange

// Is reports whether r is in the table.
func Is(rangeTab *RangeTable, r rune) bool {
	if r16 := rangeTab.R16; len(r16) > 0 && uint32(r) <= uint32(r16[len(r16)-1].Hi) {
		x := uint16(r)
		i, j := 0, len(r16)
		for i < j {
			h := int(uint(i+j) >> 1)
			e := &r16[h]
			switch {
			case x < e.Lo:
				j = h
			case x > e.Hi:
				i = h + 1
			default:
				return e.Stride == 1 || (x-e.Lo)%e.Stride == 0
			}
		}
		return false
	}
	if r32 := rangeTab.R32; len(r32) > 0 && r >= rune(r32[0].Lo) {
		x := uint32(r)
		i, j := 0, len(r32)
		for i < j {
			h := int(uint(i+j) >> 1)
			e := &r32[h]
			switch {
			case x < e.Lo:
				j = h
			case x > e.Hi:
				i = h + 1
			default:
				return e.Stride == 1 || (x-e.Lo)%e.Stride == 0
			}
		}
	}
	return false
}

// In reports whether r is in one of the tables.
func In(r rune, ranges ...*RangeTable) bool {
	for _, t := range ranges {
		if Is(t, r) {
			return true
		}
	}
	return false
}

// IsOneOf is In with the operands exchanged.
func IsOneOf(ranges []*RangeTable, r rune) bool { return In(r, ranges...) }

// IsControl reports whether r is a control character (category Cc).
func IsControl(r rune) bool { return uint32(r) < 0x20 || 0x7F <= uint32(r) && uint32(r) < 0xA0 }

// To returns r in the case _case.
func To(_case int, r rune) rune {
	switch _case {
	case UpperCase:
		return ToUpper(r)
	case LowerCase:
		return ToLower(r)
	case TitleCase:
		return ToTitle(r)
	}
	return ReplacementChar
}

// lookup maps r with the ranges of special, if one contains r.
func (special SpecialCase) lookup(_case int, r rune) (mapped rune, found bool) {
	for i := range special {
		c := &special[i]
		if uint32(r) < c.Lo || c.Hi < uint32(r) {
			continue
		}
		delta := c.Delta[_case]
		if delta > MaxRune {
			// Upper and lower case alternate from Lo on.
			return rune(c.Lo) + (r-rune(c.Lo))&^1 | rune(_case&1), true
		}
		return r + delta, true
	}
	return r, false
}

// ToUpper returns r in upper case.
func (special SpecialCase) ToUpper(r rune) rune {
	if m, found := special.lookup(UpperCase, r); found {
		return m
	}
	return ToUpper(r)
}

// ToTitle returns r in title case.
func (special SpecialCase) ToTitle(r rune) rune {
	if m, found := special.lookup(TitleCase, r); found {
		return m
	}
	return ToTitle(r)
}

// ToLower returns r in lower case.
func (special SpecialCase) ToLower(r rune) rune {
	if m, found := special.lookup(LowerCase, r); found {
		return m
	}
	return ToLower(r)
}

// TurkishCase is the case mapping of Turkish, with its dotless and dotted i.
var TurkishCase SpecialCase = SpecialCase{
	{'I', 'I', d{0, 'ı' - 'I', 0}},
	{'i', 'i', d{'İ' - 'i', 0, 'İ' - 'i'}},
	{'İ', 'İ', d{0, 'i' - 'İ', 0}},
	{'ı', 'ı', d{'I' - 'ı', 0, 'I' - 'ı'}},
}

// AzeriCase is the case mapping of Azeri, which equals the Turkish one.
var AzeriCase SpecialCase = TurkishCase
