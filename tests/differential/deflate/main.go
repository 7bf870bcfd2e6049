// Command deflates prints hashes of what random data become under compress/flate and the packages that stand on it.
//
//	deflates hash SEED FIRST COUNT    a hash of each block of cases, with the number of bytes that were compressed
//	deflates lines SEED FIRST COUNT   each case with its hash
package main

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
)

// block is the number of cases in a block.
const block = 100

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var numbers [3]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(os.Args[2+i])
	}
	seed, first, count := numbers[0], numbers[1], numbers[2]
	for from := first; from < first+count; from += block {
		hash := fnv.New64a()
		total := 0
		for i := from; i < min(from+block, first+count); i++ {
			c := newCase(uint64(seed)<<32 + uint64(i))
			c.run()
			if os.Args[1] == "lines" {
				fmt.Fprintf(out, "%d %s: %d bytes in %d writes, %016x\n", i, c.about, c.bytes, c.writes, c.hash)
			}
			fmt.Fprintln(hash, c.about, c.bytes, c.writes, c.hash)
			total += c.total
		}
		if os.Args[1] == "hash" {
			fmt.Fprintf(out, "%d %016x %d\n", from, hash.Sum64(), total)
		}
	}
}
