package regex

import (
	"slices"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// batch is the number of matches that one native call finds.
const batch = 256

// Find returns the slots of the first match in s, nil if there is none: slots 2i and 2i+1 are where group i begins and
// ends, -1 if it did not match. Shared text is that of a byte slice, which may change between calls.
func (p *Program) Find(s string, shared bool, slots int) []int {
	text, bad := p.text(s, shared)
	m, _, _ := p.find(text, 0, -1, 1, min(slots, 2*len(p.Names)))
	if len(m) == 0 {
		return nil
	}
	if bad != nil {
		inOriginal(m, bad)
	}
	return m
}

// Has reports whether s contains a match.
func (p *Program) Has(s string, shared bool) bool {
	text, _ := p.text(s, shared)
	if p.slow.Load() == nil {
		if has, fits := hasMatch(p.key, p.code, text); fits {
			return has
		}
	}
	m, _, _ := p.findSlowly(text, 0, -1, 1, 2)
	return m != nil
}

// find calls the native find, or the Search that replaces it.
func (p *Program) find(s string, from, before, limit, slots int) (matches []int, nextFrom, nextBefore int) {
	if p.slow.Load() == nil {
		matches, nextFrom, nextBefore = find(p.key, p.code, p.Longest, s, from, before, limit, slots)
		if nextFrom != -2 {
			return matches, nextFrom, nextBefore
		}
	}
	return p.findSlowly(s, from, before, limit, slots)
}

func (p *Program) findSlowly(s string, from, before, limit, slots int) (matches []int, nextFrom, nextBefore int) {
	search := p.slow.Load()
	if search == nil {
		made := p.newSlow()
		search = &made
		p.slow.Store(search)
	}
	for len(matches) < limit*slots {
		var m []int
		if from <= len(s) {
			m = (*search)(s, from, p.Longest, slots)
		}
		if m == nil {
			return matches, -1, before
		}
		counts := true
		if end := m[1]; end == from {
			counts = m[0] != before
			_, size := utf8.DecodeRuneInString(s[end:])
			from += max(size, 1)
		} else {
			from = end
		}
		before = m[1]
		if counts {
			matches = append(matches, m...)
		}
	}
	return matches, from, before
}

// Each calls f with the slots of up to n matches that do not overlap; a negative n means all. An empty match directly
// after a match does not count.
func (p *Program) Each(s string, shared bool, n, slots int, f func(m []int)) {
	text, bad := p.text(s, shared)
	if n < 0 {
		n = len(s) + 1
	}
	slots = min(slots, 2*len(p.Names))
	for from, before := 0, -1; n > 0 && from >= 0; {
		var all []int
		all, from, before = p.find(text, from, before, min(n, batch), slots)
		if bad != nil {
			inOriginal(all, bad)
		}
		for ; len(all) > 0; all = all[slots:] {
			f(all[:slots:slots])
			n--
		}
	}
}

// text returns s as UTF-8 for the natives, with U+FFFD for each invalid byte, because Go's package treats such
// bytes as U+FFFD. text also returns the positions of the replaced bytes.
func (p *Program) text(s string, shared bool) (string, []int) {
	if p.isValid(s, shared) {
		return s, nil
	}
	out := make([]byte, 0, len(s)+16)
	var bad []int
	for at, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[at:]); size == 1 {
				bad = append(bad, len(out))
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return unsafe.String(unsafe.SliceData(out), len(out)), bad
}

// inOriginal converts offsets in the text with U+FFFD at the positions bad, each two bytes longer than the original, to
// offsets in the original.
func inOriginal(offsets, bad []int) {
	for i, x := range offsets {
		if x > 0 {
			before, _ := slices.BinarySearch(bad, x)
			offsets[i] = x - 2*before
		}
	}
}

// checkedText holds the last long text that was found to be UTF-8, so that a program which consumes a text from the
// left does not check the rest each time.
//
// The entry has addresses only, and keeps nothing alive. The addresses belong to the same text until a collection
// ends: before that no object that was alive at the check is freed.
type checkedText struct{ atomic.Pointer[checked] }

type checked struct {
	from, to   uintptr
	collection uint64
}

// long is the length from which on texts are remembered.
const long = 4 << 10

func (p *Program) isValid(s string, shared bool) bool {
	if shared || len(s) < long {
		return utf8.ValidString(s)
	}
	now := checked{from: uintptr(unsafe.Pointer(unsafe.StringData(s))), collection: collections()}
	now.to = now.from + uintptr(len(s))
	last := p.last.Load()
	if last != nil && last.collection == now.collection && last.from <= now.from && last.to == now.to {
		return utf8.RuneStart(s[0])
	}
	if !utf8.ValidString(s) {
		return false
	}
	p.last.Store(&now)
	return true
}
