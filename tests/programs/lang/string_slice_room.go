// A slice made of a string has gc's capacity: 32 where it is small and does not leave its function, just what is needed of a constant, else
// what the allocator rounds up to.
package main

import "fmt"

var (
	keptRunes []rune
	keptBytes []byte
)

//go:noinline
func codons(rna string) (all []string) {
	r := []rune(rna)
	for i := 0; i < len(r); i += 3 {
		all = append(all, string(r[i:i+3]))
	}
	return all
}

//go:noinline
func direct(s string) string { return string([]rune(s)[2:6]) }

//go:noinline
func reversed(s string) (string, int) {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r), cap(r)
}

//go:noinline
func appended(s string) (int, int) {
	r, b := []rune(s), []byte(s)
	r = append(r, 'x', 'y')
	b = append(b, s...)
	r = r[1:]
	return cap(r), cap(b)
}

//go:noinline
func changed(s string) (int, int) {
	b := []byte(s)
	b[0]++
	r := []rune(s)
	copy(r, r[1:])
	return cap(b), cap(r)
}

//go:noinline
func returned(s string) ([]rune, []byte) {
	r, b := []rune(s), []byte(s)
	b[0]++
	return r, b
}

//go:noinline
func stored(s string) {
	r, b := []rune(s), []byte(s)
	b[0]++
	keptRunes, keptBytes = r, b
}

//go:noinline
func appendedTwice(s string) string {
	r := []rune(s)
	keptRunes = r
	a, b := append(r, 'a'), append(r, 'b')
	return string(a) + string(b)
}

func main() {
	fmt.Printf("%q %q\n", codons("AUGU"), direct("ab"))
	fmt.Println(reversed("hello"))
	fmt.Println(appended("abc"))
	fmt.Println(changed("abc"))
	for _, n := range []int{1, 2, 3, 5, 31, 32, 33, 65} {
		s := fmt.Sprintf("%0*d", n, 0)
		r, b := returned(s)
		stored(s)
		_, all := reversed(s)
		fmt.Println(n, cap(r), cap(b), cap(keptRunes), cap(keptBytes), all)
	}
	fmt.Println(appendedTwice("abcd"))
	r, b := []rune("constant"), []byte("constant")
	b[0]++
	fmt.Println(cap(r), cap(b), cap([]rune("")), cap([]byte("")))
	keptRunes, keptBytes = []rune("AUGUA"), []byte("AUGUA")
	fmt.Println(cap(keptRunes), cap(keptBytes))
	long := append([]rune("abc"), []rune("0123456789012345678901234567890123456789")...)
	fmt.Println(len(long), cap(long))
}

// Output:
// ["AUG" "U\x00\x00"] "\x00\x00\x00\x00"
// olleh 32
// 31 32
// 32 32
// 1 2 8 2 8 32
// 2 2 8 2 8 32
// 3 4 8 4 8 32
// 5 6 8 6 8 32
// 31 32 32 32 32 32
// 32 32 32 32 32 32
// 33 36 48 36 48 36
// 65 72 80 72 80 72
// abcdaabcdb
// 8 8 0 0
// 5 5
// 43 44
