// Package expvar publishes variables, as counters of a server, as JSON under /debug/vars.
package expvar

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"runtime"
)

// A Var gives its value as JSON.
type Var interface {
	String() string
}

// Func is a Var by a function, whose result is encoded as JSON.
type Func func() any

// Value calls the function.
func (f Func) Value() any { return f() }

func (f Func) String() string {
	text, _ := json.Marshal(f())
	return string(text)
}

// vars has all variables.
var vars Map

// Publish gives a variable its name; it panics if another has it.
func Publish(name string, v Var) {
	if !vars.add(name, v) {
		log.Panicln("Reuse of exported var name:", name)
	}
}

// Get is the variable of that name; nil if there is none.
func Get(name string) Var { return vars.Get(name) }

// Do calls f for each variable, by name; meanwhile none can be published.
func Do(f func(KeyValue)) { vars.Do(f) }

// NewInt publishes an Int.
func NewInt(name string) *Int {
	v := new(Int)
	Publish(name, v)
	return v
}

// NewFloat publishes a Float.
func NewFloat(name string) *Float {
	v := new(Float)
	Publish(name, v)
	return v
}

// NewString publishes a String.
func NewString(name string) *String {
	v := new(String)
	Publish(name, v)
	return v
}

// NewMap publishes a Map.
func NewMap(name string) *Map {
	v := new(Map)
	Publish(name, v)
	return v
}

// Handler answers requests with all variables.
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
