package regex

import "sync/atomic"

// A Kind is the first word of a node's code; its operands follow. The code of a node's parts stands before it.
type Kind rune

// The kinds, with their operands. hir.rs has the same numbers.
const (
	Empty      Kind = iota
	Class           // the number of words of its ranges; the ranges, each a first and a last rune
	BeginLine       // none
	EndLine         // none
	BeginText       // none
	EndText         // none
	WordEdge        // none
	NoWordEdge      // none
	Capture         // the number of the group
	Repeat          // the least and the largest number of times, -1 for no limit; 1 if it is lazy, else 0
	Concat          // the number of parts
	Alternate       // the number of parts
)

// A Program is an expression ready to match.
type Program struct {
	// Names has the names of the groups; the whole match is group 0.
	Names []string
	// Longest prefers the longest match to the first alternative.
	Longest bool

	*machine
}

// A machine is what matches: the code of an expression, and the key under which the natives find what they made of it.
type machine struct {
	code []rune
	key  string
	last checkedText

	// slow takes over from the natives for good where their automaton would be too large; newSlow makes it.
	slow    atomic.Pointer[Search]
	newSlow func() Search
}

// A Search returns the slots of the first match from an offset of a text, which is UTF-8; nil if there is none.
type Search func(s string, from int, longest bool, slots int) []int

// New makes a program of code. The function makes what matches where the natives cannot.
func New(code []rune, names []string, longest bool, slow func() Search) *Program {
	return &Program{Names: names, Longest: longest, machine: &machine{code: code, key: digest(code), newSlow: slow}}
}
