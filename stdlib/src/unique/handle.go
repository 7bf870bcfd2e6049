// Package unique makes equal values one: handles of equal values are equal pointers.
package unique

import (
	"internal/rt"
	"strings"
	"sync"
	"weak"
)

// A Handle stands for a value. Two handles are equal exactly when their values are.
type Handle[T comparable] struct{ value *T }

// Value is what the handle stands for.
func (h Handle[T]) Value() T { return *h.value }

// A table has the handles of all values of one type that somebody still holds.
type table[T comparable] struct {
	mu      sync.Mutex
	handles map[T]weak.Pointer[T]
}

// tables has a *table[T] for each (*T)(nil).
var (
	tables sync.Map
	once   sync.Once
)

// Make gives the handle of value.
func Make[T comparable](value T) Handle[T] {
	var key any = (*T)(nil)
	found, ok := tables.Load(key)
	if !ok {
		once.Do(func() { rt.AfterGC(dropDead) })
		found, _ = tables.LoadOrStore(key, &table[T]{handles: map[T]weak.Pointer[T]{}})
	}
	return Handle[T]{found.(*table[T]).find(value)}
}

// find gives the one place of value.
func (t *table[T]) find(value T) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.handles[value].Value(); p != nil {
		return p
	}
	p := new(T)
	*p = value
	if s, ok := any(p).(*string); ok {
		// A part of a large string must not keep all of it.
		*s = strings.Clone(*s)
	}
	t.handles[*p] = weak.Make(p)
	return p
}

// dropDead forgets values that nobody holds.
func (t *table[T]) dropDead() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for value, p := range t.handles {
		if p.Value() == nil {
			delete(t.handles, value)
		}
	}
}

// dropDead does so for all types, after each collection.
func dropDead() {
	tables.Range(func(_, t any) bool {
		t.(interface{ dropDead() }).dropDead()
		return true
	})
}
