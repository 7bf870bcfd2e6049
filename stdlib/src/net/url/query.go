package url

import (
	"errors"
	"internal/settings"
	"maps"
	"slices"
	"strings"
)

// Values are the keys of a query or form, each with its values.
type Values map[string][]string

// Get returns the first value of key, "" if it has none.
func (v Values) Get(key string) string {
	if list := v[key]; len(list) > 0 {
		return list[0]
	}
	return ""
}

// Set makes value the only one of key.
func (v Values) Set(key, value string) { v[key] = []string{value} }

// Add appends a value of key.
func (v Values) Add(key, value string) { v[key] = append(v[key], value) }

// Del removes key.
func (v Values) Del(key string) { delete(v, key) }

// Has reports whether key exists.
func (v Values) Has(key string) bool {
	_, ok := v[key]
	return ok
}

// Clone returns a deep copy.
func (v Values) Clone() Values {
	if v == nil {
		return nil
	}
	c := make(Values, len(v))
	for key, list := range v {
		c[key] = slices.Clone(list)
	}
	return c
}

// Encode formats the values as a query, sorted by key.
func (v Values) Encode() string {
	var out strings.Builder
	for _, key := range slices.Sorted(maps.Keys(v)) {
		escaped := QueryEscape(key)
		for _, value := range v[key] {
			if out.Len() > 0 {
				out.WriteByte('&')
			}
			out.WriteString(escaped)
			out.WriteByte('=')
			out.WriteString(QueryEscape(value))
		}
	}
	return out.String()
}

// ParseQuery parses a query. ParseQuery skips malformed settings, and returns the first
// error.
func ParseQuery(query string) (Values, error) {
	m := make(Values)
	if tooMany(strings.Count(query, "&") + 1) {
		return m, errors.New("number of URL query parameters exceeded limit")
	}
	var first error
	for query != "" {
		var setting string
		setting, query, _ = strings.Cut(query, "&")
		if setting == "" {
			continue
		}
		key, value, err := parseSetting(setting)
		if err == nil {
			m[key] = append(m[key], value)
		} else if first == nil || strings.Contains(setting, ";") {
			first = err
		}
	}
	return m, first
}

func parseSetting(setting string) (key, value string, err error) {
	if strings.Contains(setting, ";") {
		return "", "", errors.New("invalid semicolon separator in query")
	}
	key, value, _ = strings.Cut(setting, "=")
	if key, err = QueryUnescape(key); err != nil {
		return "", "", err
	}
	value, err = QueryUnescape(value)
	return key, value, err
}

// tooMany reports whether a query has too many settings: the limit is 10000, unless
// GODEBUG=urlmaxqueryparams=N sets another one (0 means none).
func tooMany(given int) bool {
	limit := settings.Int("urlmaxqueryparams", 10001)
	return limit != 0 && given >= limit
}
