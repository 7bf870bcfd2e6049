package expvar

import (
	"slices"
	"sync"
)

// Map is a map of variables.
type Map struct {
	m      sync.Map // from string to Var
	keysMu sync.RWMutex
	keys   []string // sorted; changed with keysMu locked
}

// KeyValue is an entry of a Map.
type KeyValue struct {
	Key   string
	Value Var
}

func (v *Map) String() string { return string(v.appendJSON(nil, "{", ", ", "}")) }

// appendJSON appends the entries, with the given texts before, between and after them.
func (v *Map) appendJSON(b []byte, begin, between, end string) []byte {
	b = append(b, begin...)
	first := true
	v.Do(func(entry KeyValue) {
		if !first {
			b = append(b, between...)
		}
		first = false
		b = append(appendQuoted(b, entry.Key), ": "...)
		if entry.Value == nil {
			b = append(b, "null"...)
		} else {
			b = append(b, entry.Value.String()...)
		}
	})
	return append(b, end...)
}

// Init removes all entries.
func (v *Map) Init() *Map {
	v.keysMu.Lock()
	defer v.keysMu.Unlock()
	v.keys = nil
	v.m.Clear()
	return v
}

// add stores a new entry and reports whether its key was new; else it leaves the map unchanged.
func (v *Map) add(key string, value Var) bool {
	if _, had := v.m.LoadOrStore(key, value); had {
		return false
	}
	v.keysMu.Lock()
	defer v.keysMu.Unlock()
	if at, had := slices.BinarySearch(v.keys, key); !had {
		v.keys = slices.Insert(v.keys, at, key)
	}
	return true
}

// Get returns the variable at key; nil if there is none.
func (v *Map) Get(key string) Var {
	value, _ := v.m.Load(key)
	found, _ := value.(Var)
	return found
}

// Set stores a variable.
func (v *Map) Set(key string, value Var) {
	if !v.add(key, value) {
		v.m.Store(key, value)
	}
}

// Add adds to the *Int at key, which is created if it does not exist; a variable of another type stays
// unchanged.
func (v *Map) Add(key string, delta int64) {
	if _, had := v.m.Load(key); !had {
		v.add(key, new(Int))
	}
	if number, ok := v.Get(key).(*Int); ok {
		number.Add(delta)
	}
}

// AddFloat adds to the *Float at key, which is created if it does not exist; a variable of another type stays unchanged.
func (v *Map) AddFloat(key string, delta float64) {
	if _, had := v.m.Load(key); !had {
		v.add(key, new(Float))
	}
	if number, ok := v.Get(key).(*Float); ok {
		number.Add(delta)
	}
}

// Delete removes an entry.
func (v *Map) Delete(key string) {
	v.keysMu.Lock()
	defer v.keysMu.Unlock()
	if at, had := slices.BinarySearch(v.keys, key); had {
		v.keys = slices.Delete(v.keys, at, at+1)
		v.m.Delete(key)
	}
}

// Do calls f for each entry, sorted by key; it holds the lock that new keys need.
func (v *Map) Do(f func(KeyValue)) {
	v.keysMu.RLock()
	defer v.keysMu.RUnlock()
	for _, key := range v.keys {
		f(KeyValue{key, v.Get(key)})
	}
}
