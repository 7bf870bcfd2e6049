// Strings are bytes; range and conversions see runes.
package main

import "fmt"

func main() {
	s := "héllo, 世界\x80!"
	fmt.Println(len(s), s[1], s[2:3] == "\xa9", s[len(s)-1:])
	for i, r := range s {
		fmt.Print(i, ":", string(r), "(", r, ") ")
	}
	fmt.Println()
	rs := []rune(s)
	bs := []byte(s)
	fmt.Println(len(rs), len(bs), string(rs[1:3]), string(bs[:2]) < string(bs[:3]))
	bs[0] = 'H'
	fmt.Println(s[0], string(bs[:1]), string(rune(0x4e16)), string(rune(-1)) == "\uFFFD")
	t := ""
	for i := 0; i < 5; i++ {
		t += string(rune('a' + i))
	}
	fmt.Println(t, t > "abcd", t < "b", t == "abc"+"de", `raw\n`, "tab\tquote\"")
	var empty string
	fmt.Println(empty == "", len(empty), empty+"x")
	for i := range "abc" {
		fmt.Print(i)
	}
	fmt.Println()
}

// Output:
// 16 195 true !
// 0:h(104) 1:é(233) 3:l(108) 4:l(108) 5:o(111) 6:,(44) 7: (32) 8:世(19990) 11:界(30028) 14:�(65533) 15:!(33)
// 11 16 él true
// 104 H 世 true
// abcde true true true raw\n tab	quote"
// true 0 x
// 012
