package regexp

import "io"

func text(s string, m []int) []string {
	if m == nil {
		return nil
	}
	out := make([]string, len(m)/2)
	for i := range out {
		if m[2*i] >= 0 {
			out[i] = s[m[2*i]:m[2*i+1]]
		}
	}
	return out
}

func bytes(b []byte, m []int) [][]byte {
	if m == nil {
		return nil
	}
	out := make([][]byte, len(m)/2)
	for i := range out {
		if m[2*i] >= 0 {
			out[i] = b[m[2*i]:m[2*i+1]:m[2*i+1]]
		}
	}
	return out
}

// FindStringIndex returns the start and end of the first match.
func (re *Regexp) FindStringIndex(s string) (loc []int) { return re.prog.Find(s, false, 2) }

// FindString returns the first match, "" if there is none.
func (re *Regexp) FindString(s string) string {
	if m := re.prog.Find(s, false, 2); m != nil {
		return s[m[0]:m[1]]
	}
	return ""
}

// FindStringSubmatchIndex returns the start and end of the first match and of its groups, -1 for groups that did not match.
func (re *Regexp) FindStringSubmatchIndex(s string) []int { return re.prog.Find(s, false, re.all()) }

// FindStringSubmatch returns the first match and its groups.
func (re *Regexp) FindStringSubmatch(s string) []string {
	return text(s, re.FindStringSubmatchIndex(s))
}

// FindIndex is FindStringIndex for bytes.
func (re *Regexp) FindIndex(b []byte) (loc []int) { return re.prog.Find(shared(b), true, 2) }

// Find returns the first match, nil if there is none.
func (re *Regexp) Find(b []byte) []byte {
	if m := re.FindIndex(b); m != nil {
		return b[m[0]:m[1]:m[1]]
	}
	return nil
}

// FindSubmatchIndex is FindStringSubmatchIndex for bytes.
func (re *Regexp) FindSubmatchIndex(b []byte) []int { return re.prog.Find(shared(b), true, re.all()) }

// FindSubmatch returns the first match and its groups.
func (re *Regexp) FindSubmatch(b []byte) [][]byte { return bytes(b, re.FindSubmatchIndex(b)) }

// FindReaderIndex is FindStringIndex for runes from a reader.
func (re *Regexp) FindReaderIndex(r io.RuneReader) (loc []int) {
	text, shifts := readAll(r)
	return shifted(re.FindStringIndex(text), shifts)
}

// FindReaderSubmatchIndex is FindStringSubmatchIndex for runes from a reader.
func (re *Regexp) FindReaderSubmatchIndex(r io.RuneReader) []int {
	text, shifts := readAll(r)
	return shifted(re.FindStringSubmatchIndex(text), shifts)
}

// FindAllStringIndex returns the start and end of up to n matches that do not overlap; a negative n means all.
func (re *Regexp) FindAllStringIndex(s string, n int) (out [][]int) {
	re.prog.Each(s, false, n, 2, func(m []int) { out = append(out, m) })
	return out
}

// FindAllString returns the matches.
func (re *Regexp) FindAllString(s string, n int) (out []string) {
	re.prog.Each(s, false, n, 2, func(m []int) { out = append(out, s[m[0]:m[1]]) })
	return out
}

// FindAllStringSubmatchIndex returns the start and end of the matches and of their groups.
func (re *Regexp) FindAllStringSubmatchIndex(s string, n int) (out [][]int) {
	re.prog.Each(s, false, n, re.all(), func(m []int) { out = append(out, m) })
	return out
}

// FindAllStringSubmatch returns the matches and their groups.
func (re *Regexp) FindAllStringSubmatch(s string, n int) (out [][]string) {
	re.prog.Each(s, false, n, re.all(), func(m []int) { out = append(out, text(s, m)) })
	return out
}

// FindAllIndex is FindAllStringIndex for bytes.
func (re *Regexp) FindAllIndex(b []byte, n int) (out [][]int) {
	re.prog.Each(shared(b), true, n, 2, func(m []int) { out = append(out, m) })
	return out
}

// FindAll returns the matches.
func (re *Regexp) FindAll(b []byte, n int) (out [][]byte) {
	re.prog.Each(shared(b), true, n, 2, func(m []int) { out = append(out, b[m[0]:m[1]:m[1]]) })
	return out
}

// FindAllSubmatchIndex is FindAllStringSubmatchIndex for bytes.
func (re *Regexp) FindAllSubmatchIndex(b []byte, n int) (out [][]int) {
	re.prog.Each(shared(b), true, n, re.all(), func(m []int) { out = append(out, m) })
	return out
}

// FindAllSubmatch returns the matches and their groups.
func (re *Regexp) FindAllSubmatch(b []byte, n int) (out [][][]byte) {
	re.prog.Each(shared(b), true, n, re.all(), func(m []int) { out = append(out, bytes(b, m)) })
	return out
}
