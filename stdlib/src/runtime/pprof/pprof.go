// Package pprof writes profiles of the running program.
package pprof

import (
	"errors"
	"io"
)

// leaks stops the world, finds the leaked goroutines and returns them as text: with debug 1 those that are leaked, by stack; with debug 2
// all goroutines as in a dump, the leaked ones marked so.
func leaks(debug int) string

// leakCount is how many leaked goroutines the last call of leaks found.
func leakCount() int

// A Profile is a collection of stacks.
type Profile struct{ name string }

// Lookup returns the profile of that name, nil if there is none.
func Lookup(name string) *Profile {
	switch name {
	case "goroutineleak":
		return &Profile{name}
	}
	return nil
}

// Name is the profile's name.
func (p *Profile) Name() string { return p.name }

// Count is how many stacks the profile has.
func (p *Profile) Count() int { return leakCount() }

// WriteTo writes the profile as text: debug 1 groups equal stacks, debug 2 is a dump of all goroutines.
func (p *Profile) WriteTo(w io.Writer, debug int) error {
	if debug <= 0 {
		return errors.New("runtime/pprof: minigo writes profiles as text only: debug 1 or 2")
	}
	_, err := io.WriteString(w, leaks(debug))
	return err
}
