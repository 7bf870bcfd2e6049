//go:debug panicnil=1

// A package that is no program: types are named with its path.
package library

import (
	"fmt"
	"os"
	"sync"
)

type T struct {
	sync.Mutex
	name string
}

func (t *T) main() {
	fmt.Printf("%d", t.name)
}

func main() {
	os.Exit(1)
	fmt.Println("os.Exit is not known to unreachable")
}
