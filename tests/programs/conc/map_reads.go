// Two goroutines that run at the same time and share a map without a lock.
package main

func main() {
	m := map[int]int{}
	for i := range 50 {
		m[i] = i
	}
	go func() {
		for i := 0; ; i++ {
			m[i%50] = i
		}
	}()
	for i, sum := 0, 0; ; i++ {
		sum += m[i%50]
	}
}

// Flags: --procs 2
// Exit: 2
// Stderr:
// fatal error: concurrent map read and map write
