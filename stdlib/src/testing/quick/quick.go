package quick

import (
	"flag"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"time"
)

var defaultMaxCount *int = flag.Int("quickchecks", 100, "The default number of iterations for each check")

// Config has the settings of a check; nil stands for the zero value.
type Config struct {
	MaxCount      int        // number of calls; 0 means that MaxCountScale determines it
	MaxCountScale float64    // a factor for the flag -quickchecks; 0 means 1
	Rand          *rand.Rand // nil for a random seed
	Values        func([]reflect.Value, *rand.Rand)
}

func (c *Config) source() *rand.Rand {
	if c.Rand != nil {
		return c.Rand
	}
	return rand.New(rand.NewSource(time.Now().UnixNano()))
}

func (c *Config) count() int {
	switch {
	case c.MaxCount != 0:
		return c.MaxCount
	case c.MaxCountScale != 0:
		return int(c.MaxCountScale * float64(*defaultMaxCount))
	}
	return *defaultMaxCount
}

// A SetupError means that Check or CheckEqual was called with wrong arguments.
type SetupError string

func (s SetupError) Error() string { return string(s) }

// A CheckError has the arguments for which a function returned false.
type CheckError struct {
	Count int // number of the call
	In    []any
}

func (s *CheckError) Error() string {
	return fmt.Sprintf("#%d: failed on input %s", s.Count, text(s.In))
}

// A CheckEqualError has the arguments for which two functions returned different results, and the results.
type CheckEqualError struct {
	CheckError
	Out1 []any
	Out2 []any
}

func (s *CheckEqualError) Error() string {
	return fmt.Sprintf("#%d: failed on input %s. Output 1: %s. Output 2: %s", s.Count, text(s.In), text(s.Out1), text(s.Out2))
}

func text(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("%#v", v)
	}
	return strings.Join(texts, ", ")
}

// Check looks for arguments for which f, a function with one result, returns false; then its error is a *CheckError.
func Check(f any, config *Config) error {
	fn := reflect.ValueOf(f)
	switch {
	case fn.Kind() != reflect.Func:
		return SetupError("argument is not a function")
	case fn.Type().NumOut() != 1:
		return SetupError("function does not return one value")
	case fn.Type().Out(0).Kind() != reflect.Bool:
		return SetupError("function does not return a bool")
	}
	return each(fn.Type(), config, func(n int, args []reflect.Value) error {
		if fn.Call(args)[0].Bool() {
			return nil
		}
		return &CheckError{n, interfaces(args)}
	})
}

// CheckEqual looks for arguments for which f and g, functions of one type, return different results; then its error is
// a *CheckEqualError then.
func CheckEqual(f, g any, config *Config) error {
	x, y := reflect.ValueOf(f), reflect.ValueOf(g)
	switch {
	case x.Kind() != reflect.Func:
		return SetupError("f is not a function")
	case y.Kind() != reflect.Func:
		return SetupError("g is not a function")
	case x.Type() != y.Type():
		return SetupError("functions have different types")
	}
	return each(x.Type(), config, func(n int, args []reflect.Value) error {
		out1, out2 := interfaces(x.Call(args)), interfaces(y.Call(args))
		if reflect.DeepEqual(out1, out2) {
			return nil
		}
		return &CheckEqualError{CheckError{n, interfaces(args)}, out1, out2}
	})
}

// each calls check with arguments for a function of type t, until that returns an error.
func each(t reflect.Type, config *Config, check func(n int, args []reflect.Value) error) error {
	if config == nil {
		config = &Config{}
	}
	args := make([]reflect.Value, t.NumIn())
	source := config.source()
	for n := range config.count() {
		if err := arguments(args, t, config, source); err != nil {
			return err
		}
		if err := check(n+1, args); err != nil {
			return err
		}
	}
	return nil
}

// arguments makes random arguments for a function of type t.
func arguments(args []reflect.Value, t reflect.Type, config *Config, source *rand.Rand) error {
	if config.Values != nil {
		config.Values(args, source)
		return nil
	}
	for i := range args {
		v, ok := Value(t.In(i), source)
		if !ok {
			return SetupError(fmt.Sprintf("cannot create arbitrary value of type %s for argument %d", t.In(i), i))
		}
		args[i] = v
	}
	return nil
}

func interfaces(values []reflect.Value) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v.Interface()
	}
	return all
}
