package strings

import "io"

// A Replacer replaces a list of strings with others in one pass. Several goroutines may use it at once.
type Replacer struct {
	pairs []pair
	first [256][]int32 // indexes into pairs by the first byte of old, in the order in which they are tried
	empty int32        // index plus one of the pair with an empty old, 0 if there is none
}

type pair struct {
	old, new string
}

// NewReplacer returns a Replacer for pairs of old and new strings, compared in the order of the list.
func NewReplacer(oldnew ...string) *Replacer {
	if len(oldnew)%2 == 1 {
		panic("strings.NewReplacer: odd argument count")
	}
	r := &Replacer{pairs: make([]pair, 0, len(oldnew)/2)}
	for i := 0; i < len(oldnew); i += 2 {
		old := oldnew[i]
		n := int32(len(r.pairs))
		if old == "" {
			if r.empty == 0 {
				r.empty = n + 1
				r.pairs = append(r.pairs, pair{"", oldnew[i+1]})
			}
			continue
		}
		r.pairs = append(r.pairs, pair{old, oldnew[i+1]})
		r.first[old[0]] = append(r.first[old[0]], n)
	}
	return r
}

// find returns the index of the pair to apply at the beginning of s, -1 if none applies.
func (r *Replacer) find(s string, ignoreEmpty bool) int32 {
	empty := r.empty - 1
	if ignoreEmpty {
		empty = -1
	}
	if len(s) > 0 {
		for _, n := range r.first[s[0]] {
			if empty >= 0 && empty < n {
				break
			}
			if HasPrefix(s, r.pairs[n].old) {
				return n
			}
		}
	}
	return empty
}

// Replace returns s with all replacements applied.
func (r *Replacer) Replace(s string) string {
	var buf []byte
	last := 0
	matchedEmpty := false // an empty old has matched at this position, where it matches only once
	for i := 0; i <= len(s); {
		n := r.find(s[i:], matchedEmpty)
		if n < 0 {
			matchedEmpty = false
			i++
			continue
		}
		buf = append(buf, s[last:i]...)
		buf = append(buf, r.pairs[n].new...)
		i += len(r.pairs[n].old)
		last = i
		matchedEmpty = r.pairs[n].old == ""
	}
	if last == 0 && buf == nil {
		return s
	}
	return string(append(buf, s[last:]...))
}

// WriteString writes s to w with all replacements applied.
func (r *Replacer) WriteString(w io.Writer, s string) (n int, err error) {
	return io.WriteString(w, r.Replace(s))
}
