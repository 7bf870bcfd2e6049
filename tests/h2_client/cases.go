package h2client

import (
	_ "embed"
	"math/rand/v2"
	"strings"
)

// written are scripts that people wrote: a line each, but for empty lines and those that begin with #.
//
//go:embed scripts.txt
var written string

// A generator makes scripts.
type generator struct {
	*rand.Rand
	scripts []string
}

// generate gives the written scripts and random ones.
func generate(seed uint64, random int) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	for line := range strings.SplitSeq(written, "\n") {
		if line != "" && line[0] != '#' {
			g.scripts = append(g.scripts, line)
		}
	}
	for range random {
		g.scripts = append(g.scripts, g.random())
	}
	return g.scripts
}

func (g *generator) one(list ...string) string { return list[g.IntN(len(list))] }

// often gives text in n of 100 cases.
func (g *generator) often(n int, text string) string {
	if g.IntN(100) < n {
		return text
	}
	return ""
}
