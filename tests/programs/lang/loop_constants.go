package main

import "fmt"

type lexer struct {
	src string
	pos int
}

// The test is large, so it stands at the bottom only; the constant of the step is loaded before the loop all the same.
func (l *lexer) number() string {
	start := l.pos
	for l.pos < len(l.src) && (l.src[l.pos] >= '0' && l.src[l.pos] <= '9' || l.src[l.pos] == '.') {
		l.pos++
	}
	return l.src[start:l.pos]
}

func main() {
	l := &lexer{src: "31.4+2*3"}
	fmt.Println(l.number(), l.pos)
}

// Output:
// 31.4 4
