// A goroutine that initialisation starts is explored from there on.
//
// WANT panic: too early
package main

var (
	table map[string]int
	done  = make(chan bool)
)

func init() {
	go func() {
		if table == nil {
			panic("too early")
		}
		done <- true
	}()
	table = map[string]int{"a": 1}
}

func main() {
	<-done
}
