// fixed: main waits on a channel that the goroutine closes.
// outputs: "42 files\n"

package main

import "fmt"

func main() {
	report := ""
	done := make(chan struct{})
	go func() {
		report = "42 files"
		close(done)
	}()
	<-done
	fmt.Println(report)
}
