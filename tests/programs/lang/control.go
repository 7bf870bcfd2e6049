// Labels, goto, switch with fallthrough, loops of all forms.
package main

import "fmt"

func main() {
outer:
	for i := 0; i < 5; i++ {
		for j := 0; ; j++ {
			switch {
			case j == 3:
				continue outer
			case i == 3:
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
	for i := 0; i < 6; i++ {
		switch i {
		case 0, 1:
			fmt.Print("low ")
			fallthrough
		case 2:
			fmt.Print("two ")
		default:
			fmt.Print("def ")
		case 4:
			if i == 4 {
				break
			}
			fmt.Print("never")
		}
	}
	fmt.Println()
	n := 0
again:
	n++
	if n < 3 {
		goto again
	}
	fmt.Println(n)
	for i := range 3 {
		fmt.Print(i)
	}
	for range 2 {
		fmt.Print("-")
	}
	var k int8 = 3
	for i := range k {
		fmt.Printf("%T", i)
	}
	fmt.Println()
	switch x := n * 2; {
	case x > 5:
		fmt.Println("big", x)
	default:
		fmt.Println("small", x)
	}
	switch s := "b"; s {
	case "a", "b":
		fmt.Println("ab")
	}
	i := 10
	for i > 0 {
		i -= 3
	}
	fmt.Println(i)
	if v, ok := map[string]int{"a": 1}["a"]; ok && v == 1 {
		fmt.Println("found")
	} else if !ok {
		fmt.Println("not", v)
	}
	var arr [4]int
	for i, arr[0] = 0, 9; i < 3; i++ {
		arr[i] = i
	}
	fmt.Println(arr, i)
	x, y := 1, 2
	x, y = y, x+y
	fmt.Println(x, y)
	func() {
		for i, c := range []byte("ab") {
			defer fmt.Print(i, c, ";")
		}
	}()
	fmt.Println()
loop:
	for {
		select {
		default:
			break loop
		}
	}
	{
		goto end
	}
end:
	fmt.Println("end")
}

// Output:
// 0 0 0 1 0 2 1 0 1 1 1 2 2 0 2 1 2 2
// low two low two two def def
// 3
// 012--int8int8int8
// big 6
// ab
// -2
// found
// [0 1 2 0] 3
// 2 3
// 1 98;0 97;
// end
