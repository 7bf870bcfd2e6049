package examples

import "fmt"

func Example() {
	fmt.Println("hello")
	// Output: hello
}

func Example_wrong() {
	fmt.Println("a")
	fmt.Println("b")
	// Output:
	// a
	// c
}

func Example_unordered() {
	for _, s := range []string{"x", "y"} {
		fmt.Println(s)
	}
	// Unordered output:
	// y
	// x
}

func Example_notRun() { panic("no output is expected, so it is not run") }

func Example_empty() {
	// Output:
}
