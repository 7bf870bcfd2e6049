package regex

import "sync/atomic"

// A Kind is the first word of a node's code; its operands follow. The code of a node's children precedes it.
type Kind rune

// The kinds, with their operands. hir.rs must have the same numbers.
const (
	Empty      Kind = iota
	Class           // number of words of its ranges; the ranges, each a first and a last rune
	BeginLine       // none
	EndLine         // none
	BeginText       // none
	EndText         // none
	WordEdge        // none
	NoWordEdge      // none
	Capture         // the number of the group
	Repeat          // minimum and maximum count, -1 for no limit; 1 if lazy, else 0
	Concat          // number of children
	Alternate       // number of children
)

// A Program is an expression ready to match.
type Program struct {
	// Names has the names of the groups; the whole match is group 0.
	Names []string
	// Longest prefers the longest match to the first alternative.
	Longest bool

	*machine
}

// A machine matches an expression: it has the code, and the key under which the natives cache what they compiled from it.
type machine struct {
	code []rune
	key  string
	last checkedText

	// slow replaces the natives permanently if their automaton would be too large; newSlow makes it.
	slow    atomic.Pointer[Search]
	newSlow func() Search
}

// A Search returns the slots of the first match from an offset of a text, which must be UTF-8; nil if there is none.
type Search func(s string, from int, longest bool, slots int) []int

// New makes a program from code. newSlow makes the matcher for expressions that are too large for the natives.
func New(code []rune, names []string, longest bool, slow func() Search) *Program {
	return &Program{Names: names, Longest: longest, machine: &machine{code: code, key: digest(code), newSlow: slow}}
}
