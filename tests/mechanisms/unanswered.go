// Main waits for what nobody sends, and nobody else is there.
package main

func main() {
	<-make(chan int)
}
