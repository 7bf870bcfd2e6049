package exchanges

import (
	"os"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
)

func TestTry(t *testing.T) {
	for line := range strings.SplitSeq(os.Getenv("TRY"), "\n") {
		if line == "" { continue }
		kind, steps, _ := strings.Cut(line, "\t")
		synctest.Test(t, func(t *testing.T) {
			fmt.Println(line)
			fmt.Println("  ->", strings.ReplaceAll(play(kind[0], steps), " | ", "\n     "))
		})
	}
}
