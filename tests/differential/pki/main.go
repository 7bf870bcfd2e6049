// Command pki makes mutated certificates, requests, lists, keys and ASN.1 messages, and prints what the library says of
// such. Its callers are pki.py, which compares two implementations, and whoever writes seeds.txt anew:
//
//	pki seeds                      prints whole objects, with new keys: the file seeds.txt
//	pki make SEED FIRST COUNT      prints mutants of the objects in seeds.txt
//	pki verdicts                   reads mutants, and prints the verdicts on each, and hashes of the values
//	pki values                     the same, with the values themselves
//
// A line with an object is its kind and its bytes in hexadecimal.
package main

import (
	"bufio"
	_ "embed"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

// An object is a message of one kind.
type object struct {
	kind string
	der  []byte
}

func (o object) String() string { return o.kind + " " + hex.EncodeToString(o.der) }

//go:embed seeds.txt
var seeds string

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: pki seeds | make SEED FIRST COUNT | verdicts | values")
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	switch os.Args[1] {
	case "seeds":
		for _, o := range wholeObjects() {
			fmt.Fprintln(out, o)
		}
	case "make":
		seed, first, count := number(2), number(3), number(4)
		objects := read(seeds)
		for at := first; at < first+count; at++ {
			fmt.Fprintln(out, mutant(objects, seed, at))
		}
	case "verdicts", "values":
		whole = os.Args[1] == "values"
		in := bufio.NewScanner(os.Stdin)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			fmt.Fprintln(out, strings.Join(verdicts(parse(in.Text())), "\t"))
		}
	}
}

func number(at int) uint64 {
	if at >= len(os.Args) {
		log.Fatal("pki: a number is missing")
	}
	n, err := strconv.ParseUint(os.Args[at], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

func read(text string) (all []object) {
	for line := range strings.Lines(text) {
		all = append(all, parse(strings.TrimSpace(line)))
	}
	return all
}

func parse(line string) object {
	kind, digits, _ := strings.Cut(line, " ")
	der, err := hex.DecodeString(digits)
	if err != nil {
		log.Fatal(err)
	}
	return object{kind, der}
}
