// Lines of the old form decide which files belong to the package, if they stand above a blank line and there is none of the new form.
package main

var found = map[string]bool{}

func main() {
	for _, name := range []string{"ignored", "linux", "either", "both", "not", "two", "newer", "late", "invalid"} {
		println(name, found[name])
	}
}

// Stderr:
// ignored false
// linux true
// either true
// both false
// not true
// two false
// newer true
// late true
// invalid false
