package main

// Long texts: searched while other goroutines run and memory is collected, taken apart from the left, and no UTF-8.

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"sync"
)

func main() {
	line := "key=value; number=12345; é世 end\n"
	text := strings.Repeat(line, 60000)
	number := regexp.MustCompile(`(\w+)=(\d+)`)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			own := text + strings.Repeat("x", i)
			all := number.FindAllStringSubmatchIndex(own, -1)
			last := all[len(all)-1]
			if len(all) != 60000 || own[last[4]:last[5]] != "12345" {
				panic(fmt.Sprint(len(all), last))
			}
			if regexp.MustCompile(`nothing of the kind$`).MatchString(own) {
				panic("no match")
			}
			if n := len(number.ReplaceAllString(own, "$2")); n != len(own)-7*60000 {
				panic(n)
			}
		}()
	}
	for range 20 {
		runtime.GC()
		runtime.Gosched()
	}
	wg.Wait()

	token := regexp.MustCompile(`^(?:[a-z]+|\d+|[=;\s]|[^\x00-\x7f])`)
	count := map[int]int{}
	for rest := text[:len(line)*2000]; rest != ""; {
		loc := token.FindStringIndex(rest)
		count[loc[1]]++
		rest = rest[loc[1]:]
		if count[1]%5000 == 0 {
			// What lies at these addresses is another text now.
			runtime.GC()
			if token.MatchString(strings.Repeat("\xff", 5000)) != true || regexp.MustCompile(`é`).MatchString(strings.Repeat("\xc3", 5000)) {
				panic("no UTF-8")
			}
		}
	}
	fmt.Println(count)

	bad := strings.Repeat("a\xffb\xc3", 5000)
	re := regexp.MustCompile(`b(.)|[^a]b`)
	all := re.FindAllStringSubmatchIndex(bad, -1)
	fmt.Println(len(all), all[:3], all[len(all)-1])
	re.Longest()
	fmt.Println(len(re.FindAllIndex([]byte(bad), -1)), re.FindStringIndex(bad[19996:]))
	_, err := regexp.Compile(strings.Repeat("(?:", 999) + "a" + strings.Repeat("){2}", 999))
	fmt.Println(err != nil)
	_, err = regexp.Compile(strings.Repeat(`(?:abcdefghij){1000}`, 400))
	fmt.Println(err != nil && strings.HasPrefix(err.Error(), "error parsing regexp: expression too large: "))
	deep := regexp.MustCompile(strings.Repeat("(", 400) + "a" + strings.Repeat(")?", 400))
	fmt.Println(len(deep.FindStringSubmatch("ba")), deep.FindString("ab"))
}

// Output:
// map[1:16000 2:2000 3:6000 5:4000 6:2000]
// 5000 [[1 3 -1 -1] [5 7 -1 -1] [9 11 -1 -1]] [19997 19999 -1 -1]
// 5000 [1 3]
// true
// true
// 401 a
