package regexp

import (
	"internal/regex"
	"regexp/syntax"
	"slices"
	"unicode"
)

var (
	allRunes      = []rune{0, unicode.MaxRune}
	allButNewLine = []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
)

// encode appends the code of a tree.
func encode(code []rune, re *syntax.Regexp) []rune {
	if re.Op == syntax.OpAlternate || re.Op == syntax.OpConcat && len(re.Sub) == 2 && re.Sub[1].Op == syntax.OpAlternate {
		var w words
		if w.add(nil, re) {
			return encodeWords(code, w.texts)
		}
	}
	for _, sub := range re.Sub {
		code = encode(code, sub)
	}
	switch re.Op {
	case syntax.OpNoMatch:
		return encodeClass(code, nil)
	case syntax.OpLiteral:
		return encodeText(code, re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		return encodeClass(code, re.Rune)
	case syntax.OpAnyCharNotNL:
		return encodeClass(code, allButNewLine)
	case syntax.OpAnyChar:
		return encodeClass(code, allRunes)
	case syntax.OpBeginLine:
		return append(code, rune(regex.BeginLine))
	case syntax.OpEndLine:
		return append(code, rune(regex.EndLine))
	case syntax.OpBeginText:
		return append(code, rune(regex.BeginText))
	case syntax.OpEndText:
		return append(code, rune(regex.EndText))
	case syntax.OpWordBoundary:
		return append(code, rune(regex.WordEdge))
	case syntax.OpNoWordBoundary:
		return append(code, rune(regex.NoWordEdge))
	case syntax.OpCapture:
		return append(code, rune(regex.Capture), rune(re.Cap))
	case syntax.OpStar:
		return encodeRepeat(code, re, 0, -1)
	case syntax.OpPlus:
		return encodeRepeat(code, re, 1, -1)
	case syntax.OpQuest:
		return encodeRepeat(code, re, 0, 1)
	case syntax.OpRepeat:
		return encodeRepeat(code, re, re.Min, re.Max)
	case syntax.OpConcat:
		return append(code, rune(regex.Concat), rune(len(re.Sub)))
	case syntax.OpAlternate:
		return append(code, rune(regex.Alternate), rune(len(re.Sub)))
	}
	return append(code, rune(regex.Empty))
}

func encodeClass(code, ranges []rune) []rune {
	code = append(code, rune(regex.Class), rune(len(ranges)))
	return append(code, ranges...)
}

func encodeText(code, text []rune, fold bool) []rune {
	for _, r := range text {
		if fold && unicode.SimpleFold(r) != r {
			code = encodeClass(code, regex.Clean([]rune{r, r}, true, false))
		} else {
			code = append(code, rune(regex.Class), 2, r, r)
		}
	}
	if len(text) != 1 {
		code = append(code, rune(regex.Concat), rune(len(text)))
	}
	return code
}

func encodeRepeat(code []rune, re *syntax.Regexp, least, most int) []rune {
	lazy := rune(0)
	if re.Flags&syntax.NonGreedy != 0 {
		lazy = 1
	}
	return append(code, rune(regex.Repeat), rune(least), rune(most), lazy)
}

// words is a list of texts; the first one that matches is preferred. The parser makes foo(?:|bar) of foo|foobar, but
// the machine searches for texts faster than for trees.
type words struct {
	texts [][]rune
	size  int
}

// mostWords is the maximum number of characters in the texts: they repeat parts that the tree has once.
const mostWords = 1 << 14

// add adds the texts that the tree matches after prefix, in order of preference; false if they are too many.
func (w *words) add(prefix []rune, re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return w.put(prefix, nil)
	case syntax.OpLiteral:
		return !folds(re) && w.put(prefix, re.Rune)
	case syntax.OpCharClass:
		return w.addClass(prefix, re.Rune)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !w.add(prefix, sub) {
				return false
			}
		}
		return true
	case syntax.OpConcat:
		first := re.Sub[0]
		return len(re.Sub) == 2 && first.Op == syntax.OpLiteral && !folds(first) && w.add(append(slices.Clip(prefix), first.Rune...), re.Sub[1])
	}
	return false
}

func (w *words) addClass(prefix, ranges []rune) bool {
	count := 0
	for pair := range slices.Chunk(ranges, 2) {
		if count += int(pair[1]-pair[0]) + 1; count > 10 {
			return false
		}
		for r := pair[0]; r <= pair[1]; r++ {
			if !w.put(prefix, []rune{r}) {
				return false
			}
		}
	}
	return count > 0
}

func (w *words) put(prefix, rest []rune) bool {
	w.texts = append(w.texts, slices.Concat(prefix, rest))
	w.size += len(prefix) + len(rest) + 1
	return w.size <= mostWords
}

// folds reports whether the literal also matches other cases.
func folds(re *syntax.Regexp) bool {
	return re.Flags&syntax.FoldCase != 0 && slices.ContainsFunc(re.Rune, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

func encodeWords(code []rune, texts [][]rune) []rune {
	for _, text := range texts {
		code = encodeText(code, text, false)
	}
	return append(code, rune(regex.Alternate), rune(len(texts)))
}
