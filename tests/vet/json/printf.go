package main

import (
	"fmt"
	"log"
	"os"
)

type L struct{}

func (L) Printf(f string, a ...any) { fmt.Printf(f, a...) }
func wrap(f string, a ...any)       { fmt.Printf(f, a...) }

func main() {
	s := os.Args[0]
	fmt.Printf(s)
	fmt.Fprintf(os.Stdout, s)
	fmt.Errorf(s + "x")
	log.Printf(fmt.Sprint(s))
	L{}.Printf(s)
	wrap(s)
	fmt.Sprintf(
		s,
	)
	fmt.Printf((s))
	log.Fatalf(s)
	fmt.Printf("%d", s)
	fmt.Printf("%s", 3)
	fmt.Printf("%d\n")
	fmt.Println("x\n")
	fmt.Print("x", "\n")
	fmt.Printf("%z", 3)
	fmt.Println("%d", 3)
	fmt.Printf("a", 3)
	fmt.Errorf("%w %w", s, 3)
	fmt.Println(main)
	fmt.Printf("%s", main)
	fmt.Printf("%[3]d", 3)
	fmt.Printf("%-010d", 3)
	fmt.Sprint("a" +
		"%d")
}
