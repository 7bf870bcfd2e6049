// Package expvar publishes variables, as counters of a server, as JSON under /debug/vars.
package expvar

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"runtime"
)

// A Var is a variable; String returns its value as JSON.
type Var interface {
	String() string
}

// Func is a Var whose value is the result of a function, encoded as JSON.
type Func func() any

// Value calls the function.
func (f Func) Value() any { return f() }

func (f Func) String() string {
	text, _ := json.Marshal(f())
	return string(text)
}

// vars has all published variables.
var vars Map

// Publish publishes a variable under a name; it panics if another variable has the name.
func Publish(name string, v Var) {
	if !vars.add(name, v) {
		log.Panicln("Reuse of exported var name:", name)
	}
}

// Get returns the variable with that name; nil if there is none.
func Get(name string) Var { return vars.Get(name) }

// Do calls f for each variable, sorted by name; it holds the lock that Publish needs.
func Do(f func(KeyValue)) { vars.Do(f) }

// NewInt makes and publishes an Int.
func NewInt(name string) *Int {
	v := new(Int)
	Publish(name, v)
	return v
}

// NewFloat makes and publishes a Float.
func NewFloat(name string) *Float {
	v := new(Float)
	Publish(name, v)
	return v
}

// NewString makes and publishes a String.
func NewString(name string) *String {
	v := new(String)
	Publish(name, v)
	return v
}

// NewMap makes and publishes a Map.
func NewMap(name string) *Map {
	v := new(Map)
	Publish(name, v)
	return v
}

// Handler returns a handler that answers requests with all variables as JSON.
func Handler() http.Handler { return http.HandlerFunc(answer) }

func answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Write(vars.appendJSON(nil, "{\n", ",\n", "\n}\n"))
}

func commandLine() any { return os.Args }

func memory() any {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats
}

func init() {
	http.HandleFunc("GET /debug/vars", answer)
	Publish("cmdline", Func(commandLine))
	Publish("memstats", Func(memory))
}
