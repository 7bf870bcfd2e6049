package sync

// A Map is a map that many goroutines may use; the zero value is empty.
type Map struct {
	mu RWMutex
	m  map[any]any
}

// Load returns the value of key.
func (m *Map) Load(key any) (value any, ok bool) {
	m.mu.RLock()
	value, ok = m.m[key]
	m.mu.RUnlock()
	return value, ok
}

// Store sets the value of key.
func (m *Map) Store(key, value any) { m.Swap(key, value) }

// Swap sets the value of key and returns the former one.
func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	previous, loaded = m.m[key]
	m.set(key, value)
	return previous, loaded
}

func (m *Map) set(key, value any) {
	if m.m == nil {
		m.m = make(map[any]any)
	}
	m.m[key] = value
}

// LoadOrStore returns the value of key; if key has no value, it first stores value.
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	if actual, loaded = m.Load(key); loaded {
		return actual, true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if actual, loaded = m.m[key]; loaded {
		return actual, true
	}
	m.set(key, value)
	return value, false
}

// LoadAndDelete deletes key and returns the value it had.
func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, loaded = m.m[key]
	delete(m.m, key)
	return value, loaded
}

// Delete deletes key.
func (m *Map) Delete(key any) { m.LoadAndDelete(key) }

// CompareAndSwap sets the value of key to new if it is old, which must be comparable.
func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if value, ok := m.m[key]; !ok || value != old {
		return false
	}
	m.m[key] = new
	return true
}

// CompareAndDelete deletes key if its value is old, which must be comparable.
func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if value, ok := m.m[key]; !ok || value != old {
		return false
	}
	delete(m.m, key)
	return true
}

// Clear deletes all entries.
func (m *Map) Clear() {
	m.mu.Lock()
	m.m = nil
	m.mu.Unlock()
}

// Range calls f for every key that existed at the beginning and still exists, until f returns false.
// f may use the map.
func (m *Map) Range(f func(key, value any) bool) {
	m.mu.RLock()
	var keys []any
	if n := len(m.m); n > 0 {
		keys = make([]any, 0, n)
		for key := range m.m {
			keys = append(keys, key)
		}
	}
	m.mu.RUnlock()
	for _, key := range keys {
		if value, ok := m.Load(key); ok && !f(key, value) {
			return
		}
	}
}
