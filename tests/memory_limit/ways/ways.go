// Package ways is what the programs beside it share: each is a table of ways to need memory without end.
package ways

import (
	"fmt"
	"os"
)

// Main takes the way that the first argument names; without one it lists them all.
func Main(ways map[string]func()) {
	if len(os.Args) > 1 {
		ways[os.Args[1]]()
		return
	}
	for name := range ways {
		fmt.Println(name)
	}
}
