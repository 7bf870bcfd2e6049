package main

import "sort"

// waiting has what later was called with, which a map has in any order.
var waiting = map[string]func() []any{}

func (p *prober) later(name string, f func() []any) { waiting[name] = f }

// run tries what waits, by name.
func (p *prober) run() {
	var names []string
	for name := range waiting {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		p.try(name, waiting[name])
	}
	clear(waiting)
}
