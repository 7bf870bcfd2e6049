package slog

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A Level is the severity of an event.
type Level int

const (
	LevelDebug Level = -4
	LevelInfo  Level = 0
	LevelWarn  Level = 4
	LevelError Level = 8
)

var levelNames = [...]string{"DEBUG", "INFO", "WARN", "ERROR"}

// String returns a name, perhaps with a number: "WARN", "INFO+2".
func (l Level) String() string {
	i := min(max(l+4, 0)/4, 3)
	distance := l - (i*4 - 4)
	if distance == 0 {
		return levelNames[i]
	}
	return fmt.Sprintf("%s%+d", levelNames[i], int(distance))
}

// Level returns l.
func (l Level) Level() Level { return l }

// MarshalJSON returns String in quotes.
func (l Level) MarshalJSON() ([]byte, error) { return strconv.AppendQuote(nil, l.String()), nil }

// UnmarshalJSON parses the output of MarshalJSON.
func (l *Level) UnmarshalJSON(data []byte) error {
	s, err := strconv.Unquote(string(data))
	if err != nil {
		return err
	}
	return l.parse(s)
}

// AppendText appends String.
func (l Level) AppendText(b []byte) ([]byte, error) { return append(b, l.String()...), nil }

// MarshalText returns String.
func (l Level) MarshalText() ([]byte, error) { return l.AppendText(nil) }

// UnmarshalText reads a name in letters of any case, perhaps with a number.
func (l *Level) UnmarshalText(data []byte) error { return l.parse(string(data)) }

func (l *Level) parse(s string) error {
	fail := func(err error) error { return fmt.Errorf("slog: level string %q: %w", s, err) }
	name, distance := s, 0
	if i := strings.IndexAny(s, "+-"); i >= 0 {
		var err error
		name = s[:i]
		if distance, err = strconv.Atoi(s[i:]); err != nil {
			return fail(err)
		}
	}
	for i, known := range levelNames {
		if strings.ToUpper(name) == known {
			*l = Level(4*i - 4 + distance)
			return nil
		}
	}
	return fail(errors.New("unknown name"))
}

// A Leveler is a type that has a level.
type Leveler interface {
	Level() Level
}

// A LevelVar is a level that can change while handlers use it.
type LevelVar struct {
	level atomic.Int64
}

// Level returns the level now.
func (v *LevelVar) Level() Level { return Level(v.level.Load()) }

// Set sets the level.
func (v *LevelVar) Set(l Level) { v.level.Store(int64(l)) }

func (v *LevelVar) String() string { return fmt.Sprintf("LevelVar(%s)", v.Level()) }

// AppendText appends the level's text.
func (v *LevelVar) AppendText(b []byte) ([]byte, error) { return v.Level().AppendText(b) }

// MarshalText returns the level's text.
func (v *LevelVar) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText sets the level from a text.
func (v *LevelVar) UnmarshalText(data []byte) error {
	var l Level
	err := l.UnmarshalText(data)
	if err == nil {
		v.Set(l)
	}
	return err
}

// An Attr is a key and its value.
type Attr struct {
	Key   string
	Value Value
}

// String returns the Attr of a string.
func String(key, value string) Attr { return Attr{key, StringValue(value)} }

// Int64 returns the Attr of an int64.
func Int64(key string, value int64) Attr { return Attr{key, Int64Value(value)} }

// Int returns the Attr of an int.
func Int(key string, value int) Attr { return Attr{key, IntValue(value)} }

// Uint64 returns the Attr of a uint64.
func Uint64(key string, v uint64) Attr { return Attr{key, Uint64Value(v)} }

// Float64 returns the Attr of a float64.
func Float64(key string, v float64) Attr { return Attr{key, Float64Value(v)} }

// Bool returns the Attr of a bool.
func Bool(key string, v bool) Attr { return Attr{key, BoolValue(v)} }

// Time returns the Attr of a time.
func Time(key string, v time.Time) Attr { return Attr{key, TimeValue(v)} }

// Duration returns the Attr of a duration.
func Duration(key string, v time.Duration) Attr { return Attr{key, DurationValue(v)} }

// Group returns an Attr whose value is a group; args are like those of Logger.Log.
func Group(key string, args ...any) Attr { return Attr{key, GroupValue(attrsOf(args)...)} }

// GroupAttrs returns the Attr of a group.
func GroupAttrs(key string, attrs ...Attr) Attr { return Attr{key, GroupValue(attrs...)} }

// Any returns the Attr of any value.
func Any(key string, value any) Attr { return Attr{key, AnyValue(value)} }

// Equal reports whether keys and values are equal.
func (a Attr) Equal(b Attr) bool { return a.Key == b.Key && a.Value.Equal(b.Value) }

func (a Attr) String() string { return a.Key + "=" + a.Value.String() }

// isEmpty reports whether a is the zero Attr, which is not logged.
func (a Attr) isEmpty() bool { return a.Key == "" && a.Value.num == 0 && a.Value.any == nil }

// badKey is the key for a value without one.
const badKey = "!BADKEY"

// cutAttr removes the first attribute from args: an Attr, or a key and a value.
func cutAttr(args []any) (Attr, []any) {
	switch x := args[0].(type) {
	case Attr:
		return x, args[1:]
	case string:
		if len(args) == 1 {
			return String(badKey, x), nil
		}
		return Any(x, args[1]), args[2:]
	default:
		return Any(badKey, x), args[1:]
	}
}

func attrsOf(args []any) []Attr {
	var attrs []Attr
	for len(args) > 0 {
		var a Attr
		a, args = cutAttr(args)
		attrs = append(attrs, a)
	}
	return attrs
}
