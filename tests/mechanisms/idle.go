// All wait for a moment, so workers run out of work.
package main

import "time"

func main() {
	time.Sleep(time.Millisecond)
	println("done")
}
