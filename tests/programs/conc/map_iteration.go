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
	for sum := 0; ; {
		for _, v := range m {
			sum += v
		}
	}
}

// Flags: --procs 2
// Exit: 2
// Stderr:
// fatal error: concurrent map iteration and map write
