// Methods that no text of the program names are there if reflection can ask for them: templates ask by names that they read, and a type
// may be reached through the parameters of a function only, or be embedded in a struct without a name.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"reflect"
	"strings"
	"text/template"
	"time"
)

type event struct {
	When time.Time
	Took time.Duration
}

func handler(*strings.Builder, func(*net.IPNet) time.Month) {}

func main() {
	e := event{time.Date(2024, time.February, 29, 12, 30, 0, 0, time.UTC), 90 * time.Second}
	t := template.Must(template.New("t").Parse("{{.When.Year}} {{.When.Weekday}} {{.When.YearDay}} {{.Took.Minutes}}\n"))
	if err := t.Execute(os.Stdout, e); err != nil {
		fmt.Println(err)
	}
	f := reflect.TypeOf(handler)
	b := reflect.New(f.In(0).Elem())
	name := "WriteRune"
	fmt.Println(b.MethodByName(name).Call([]reflect.Value{reflect.ValueOf('x')})[0])
	fmt.Println(b.MethodByName("Len").Call(nil)[0])
	fmt.Println(reflect.Zero(f.In(1).Out(0)).Type().NumMethod())
	t = template.Must(template.New("u").Parse("{{.Hour}}:{{.Minute}} {{.Unix}}\n"))
	if err := t.Execute(os.Stdout, struct{ time.Time }{e.When}); err != nil {
		fmt.Println(err)
	}
	out, err := json.Marshal(struct{ *time.Time }{&e.When})
	fmt.Println(string(out), err)
}

// Output:
// 2024 Thursday 60 1.5
// 1
// 1
// 1
// 12:30 1709209800
// "2024-02-29T12:30:00Z" <nil>
