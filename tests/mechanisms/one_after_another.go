// Ten thousand goroutines, of which no two are there at the same time.
package main

func main() {
	done := make(chan bool)
	for range 10_000 {
		go func() { done <- true }()
		<-done
	}
	println("done")
}
