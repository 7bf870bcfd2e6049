// A template asks for methods by names that the program's text does not have; the program itself does not import reflect.
package main

import (
	"os"
	"text/template"
	"time"
)

type page struct{ When time.Time }

func main() {
	t := template.Must(template.New("").Parse("{{.When.Year}}-{{.When.YearDay}} {{.When.Location}}\n"))
	if err := t.Execute(os.Stdout, page{time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)}); err != nil {
		panic(err)
	}
}

// Output:
// 2024-60 UTC
