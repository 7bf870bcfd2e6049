package constraint

import (
	"errors"
	"strconv"
	"strings"
)

var errComplex = errors.New("expression too complex for // +build lines")

// PlusBuildLines returns equivalent // +build lines. Some expressions have none: that is an error.
func PlusBuildLines(x Expr) ([]string, error) {
	// Lines are joined by "and", the words of a line by "or", the parts of a word between commas by "and".
	var lines []string
	ofOneWord := true
	for _, factor := range operands(withoutNot(x, false), true) {
		words, err := plusWords(factor)
		if err != nil {
			return nil, err
		}
		ofOneWord = ofOneWord && len(words) == 1
		lines = append(lines, strings.Join(words, " "))
	}
	if ofOneWord {
		lines = []string{strings.Join(lines, ",")}
	}
	for i, line := range lines {
		lines[i] = "// +build " + line
	}
	return lines, nil
}

// plusWords returns the words of a line for an expression in which "not" only precedes tags.
func plusWords(x Expr) (words []string, err error) {
	for _, term := range operands(x, false) {
		var tags []string
		for _, literal := range operands(term, true) {
			if _, compound := literal.(*OrExpr); compound {
				return nil, errComplex
			}
			tags = append(tags, literal.String())
		}
		words = append(words, strings.Join(tags, ","))
	}
	return words, nil
}

// operands returns the operands that an expression joins by "and", or by "or"; the expression itself if it joins none.
func operands(x Expr, and bool) []Expr {
	switch x := x.(type) {
	case *AndExpr:
		if and {
			return append(operands(x.X, and), operands(x.Y, and)...)
		}
	case *OrExpr:
		if !and {
			return append(operands(x.X, and), operands(x.Y, and)...)
		}
	}
	return []Expr{x}
}

// withoutNot returns the expression, or its negation, with "not" only before tags.
func withoutNot(x Expr, opposite bool) Expr {
	switch x := x.(type) {
	case *NotExpr:
		if _, isTag := x.X.(*TagExpr); isTag && !opposite {
			return x
		}
		return withoutNot(x.X, !opposite)
	case *AndExpr:
		a, b := withoutNot(x.X, opposite), withoutNot(x.Y, opposite)
		if opposite {
			return &OrExpr{a, b}
		}
		return &AndExpr{a, b}
	case *OrExpr:
		a, b := withoutNot(x.X, opposite), withoutNot(x.Y, opposite)
		if opposite {
			return &AndExpr{a, b}
		}
		return &OrExpr{a, b}
	}
	if opposite {
		return &NotExpr{x}
	}
	return x
}

// GoVersion returns the minimum version of Go that the expression demands; "" if it demands none.
func GoVersion(x Expr) string {
	switch minor := leastVersion(x, false); {
	case minor < 0:
		return ""
	case minor == 0:
		return "go1"
	default:
		return "go1." + strconv.Itoa(minor)
	}
}

// leastVersion returns the minor version that an expression, or its negation, demands; -1 if none.
func leastVersion(x Expr, opposite bool) int {
	both := func(x, y Expr, isAnd bool) int {
		a, b := leastVersion(x, opposite), leastVersion(y, opposite)
		if isAnd {
			return max(a, b)
		}
		return min(a, b)
	}
	switch x := x.(type) {
	case *AndExpr:
		return both(x.X, x.Y, !opposite)
	case *OrExpr:
		return both(x.X, x.Y, opposite)
	case *NotExpr:
		return leastVersion(x.X, !opposite)
	case *TagExpr:
		if opposite {
			return -1
		}
		if x.Tag == "go1" {
			return 0
		}
		if number, ok := strings.CutPrefix(x.Tag, "go1."); ok {
			if minor, err := strconv.Atoi(number); err == nil {
				return minor
			}
		}
	}
	return -1
}
